/* SPDX-License-Identifier: MIT */
#include "text/pairs.h"

#include <string.h>

/* ---- lines ----------------------------------------------------------------------- */

struct line {
    const char *source, *answer;
    size_t n_source, n_answer;
    size_t number; /* from 1 */
};

/* The next line that is not empty, from *at on; source is NULL when there is none. */
static enum gf_status next_line(const char *text, size_t n, size_t *at,
                                struct line *line, struct gf_error *err)
{
    size_t length = 0;
    line->source = NULL;
    while (*at < n && length == 0) {
        const char *start = text + *at, *end = memchr(start, '\n', n - *at);
        size_t whole = end ? (size_t)(end - start) : n - *at;
        length = whole - (whole > 0 && start[whole - 1] == '\r');
        *at += whole + (end != NULL);
        line->number++;
        line->source = length > 0 ? start : NULL;
    }
    if (!line->source) return GF_OK;
    const char *tab = memchr(line->source, '\t', length);
    if (!tab) return gf_fail(err, GF_E_line_without_tab, line->number);
    line->n_source = (size_t)(tab - line->source);
    line->answer = tab + 1;
    line->n_answer = length - line->n_source - 1;
    if (line->n_source == 0) {
        return gf_fail(err, GF_E_line_without_source, line->number);
    }
    if (memchr(line->answer, '\t', line->n_answer)) {
        return gf_fail(err, GF_E_line_with_two_tabs, line->number);
    }
    return GF_OK;
}

/* ---- vocabularies ---------------------------------------------------------------- */

/* Which sides of the pairs to collect as one text, without tabs and line ends, which are not
 * tokens; words are separated by a space. */
struct sides {
    bool sources, answers;
};

static enum gf_status collect(struct gf_buffer *out, struct sides sides, bool apart,
                              const char *text, size_t n, struct gf_error *err)
{
    struct line line = {0};
    enum gf_status status;
    for (size_t at = 0;
         (status = next_line(text, n, &at, &line, err)) == GF_OK && line.source;) {
        if (sides.sources) {
            gf_buffer_put(out, line.source, line.n_source);
            gf_buffer_put(out, " ", apart);
        }
        if (sides.answers && line.n_answer > 0) {
            gf_buffer_put(out, line.answer, line.n_answer);
            gf_buffer_put(out, " ", apart);
        }
    }
    out->n -= apart && out->n > 0;
    return out->arena->failed ? gf_fail(err, GF_E_no_memory) : status;
}

static enum gf_status build_vocabulary(struct gf_tokenizer *t, struct gf_arena *arena,
                                       const struct gf_tokenizer_options *options,
                                       struct sides sides, const char *text, size_t n,
                                       struct gf_error *err)
{
    GF_SCOPED_BUFFER(all, scratch);
    bool apart = options->kind != GF_TOKENIZER_CHARS;
    enum gf_status status = collect(&all, sides, apart, text, n, err);
    return status == GF_OK ? gf_tokenizer_build(t, arena, options, all.data, all.n, err)
                           : status;
}

static enum gf_status build_vocabularies(struct gf_pairs *p, struct gf_arena *arena,
                                         const struct gf_pairs_options *options,
                                         const char *text, size_t n,
                                         struct gf_error *err)
{
    static const char *const usual[] = {GF_PAD, GF_START, GF_END};
    static const char *const tagging[] = {GF_PAD};
    bool tags = p->form == GF_FORM_TAGGING;
    struct gf_tokenizer_options o = {.kind = options->kind,
                                     .special = options->special,
                                     .n_special = options->n_special};
    if (!o.special) {
        o.special = tags ? tagging : usual;
        o.n_special = tags ? 1 : 3;
    }
    enum gf_status status = build_vocabulary(&p->tokenizer, arena, &o,
                                             (struct sides){true, !tags}, text, n, err);
    if (status == GF_OK && tags) {
        struct gf_tokenizer_options plain = {.kind = options->kind};
        status = build_vocabulary(&p->labels, arena, &plain,
                                  (struct sides){false, true}, text, n, err);
    }
    p->pad = gf_tokenizer_special(&p->tokenizer, GF_PAD);
    p->start = gf_tokenizer_special(&p->tokenizer, GF_START);
    p->end = gf_tokenizer_special(&p->tokenizer, GF_END);
    return status;
}

/* ---- tokens ---------------------------------------------------------------------- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Positions of a pair in the sequence `tokens`. */
static size_t positions(const struct gf_pairs *p, size_t n_source, size_t n_answer)
{
    switch (p->form) {
    case GF_FORM_ANSWER:
        return n_answer + (p->end >= 0);
    case GF_FORM_CONTINUE:
        return n_source + (p->start >= 0) + n_answer + (p->end >= 0) - 1;
    default:
        return n_source;
    }
}

/* Appends the tokens of a line as pair p->n_pairs. */
static enum gf_status add_pair(struct gf_pairs *p, const struct line *line,
                               struct gf_error *err)
{
    struct gf_error why = {0};
    size_t n_source = 0, n_answer = 0, at = p->begin[2 * p->n_pairs];
    const struct gf_tokenizer *answers =
        p->form == GF_FORM_TAGGING ? &p->labels : &p->tokenizer;
    enum gf_status status = gf_tokenizer_encode(
        &p->tokenizer, line->source, line->n_source, p->tokens + at, &n_source, &why);
    if (status == GF_OK) {
        status = gf_tokenizer_encode(answers, line->answer, line->n_answer,
                                     p->tokens + at + n_source, &n_answer, &why);
    }
    if (status != GF_OK) return gf_fail(err, GF_E_in_line, line->number, &why);
    if (p->form == GF_FORM_TAGGING && n_source != n_answer) {
        return gf_fail(err, GF_E_wrong_number_of_labels, line->number, n_source,
                       gf_tokenizer_unit(&p->tokenizer), n_answer);
    }
    p->begin[2 * p->n_pairs + 1] = at + n_source;
    p->begin[2 * p->n_pairs + 2] = at + n_source + n_answer;
    p->n_pairs++;
    p->T = larger(p->T, positions(p, n_source, n_answer));
    p->T_source = larger(p->T_source, p->form == GF_FORM_ANSWER ? n_source : 0);
    return GF_OK;
}

static enum gf_status encode_lines(struct gf_pairs *p, struct gf_arena *arena,
                                   const char *text, size_t n, struct gf_error *err)
{
    size_t n_lines = 1;
    for (size_t i = 0; i < n; i++) {
        n_lines += text[i] == '\n';
    }
    p->tokens = gf_arena_array(arena, n + 1, sizeof *p->tokens);
    p->begin = gf_arena_array(arena, 2 * n_lines + 1, sizeof *p->begin);
    if (!p->tokens || !p->begin) return gf_fail(err, GF_E_no_memory);
    struct line line = {0};
    enum gf_status status = GF_OK;
    size_t at = 0;
    while (status == GF_OK && next_line(text, n, &at, &line, NULL) == GF_OK &&
           line.source) {
        status = add_pair(p, &line, err);
    }
    return status;
}

static enum gf_status split(struct gf_pairs *p, double val_fraction,
                            struct gf_error *err)
{
    p->n_train = (size_t)((double)p->n_pairs * (1 - val_fraction));
    if (p->n_train == 0 || (val_fraction > 0 && p->n_train == p->n_pairs)) {
        return gf_fail(err, GF_E_too_few_pairs, p->n_pairs, 100 * val_fraction);
    }
    return GF_OK;
}

enum gf_status gf_pairs_build(struct gf_pairs *pairs, struct gf_arena *arena,
                              const struct gf_pairs_options *options, const char *text,
                              size_t n, struct gf_error *err)
{
    struct gf_pairs p = {.form = options->form,
                         .loss_on_prompt = options->loss_on_prompt,
                         .no_shuffle = options->no_shuffle};
    if (!(options->val_fraction >= 0 && options->val_fraction < 1)) {
        return gf_fail(err, GF_E_validation_share_out_of_range, "val_fraction",
                       options->val_fraction);
    }
    if (p.form == GF_FORM_TAGGING && options->kind == GF_TOKENIZER_BPE) {
        return gf_fail(err, GF_E_labels_of_byte_pairs, "tokenizer");
    }
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status == GF_OK) status = build_vocabularies(&p, arena, options, text, n, err);
    if (status == GF_OK && p.form == GF_FORM_ANSWER && p.start < 0) {
        status = gf_fail(err, GF_E_start_token_missing, GF_START);
    }
    if (status == GF_OK) status = encode_lines(&p, arena, text, n, err);
    if (status == GF_OK) status = split(&p, options->val_fraction, err);
    if (status == GF_OK) {
        *pairs = p;
    }
    return status;
}

const int32_t *gf_pairs_source_of(const struct gf_pairs *pairs, size_t i, size_t *n)
{
    *n = pairs->begin[2 * i + 1] - pairs->begin[2 * i];
    return pairs->tokens + pairs->begin[2 * i];
}

const int32_t *gf_pairs_answer_of(const struct gf_pairs *pairs, size_t i, size_t *n)
{
    *n = pairs->begin[2 * i + 2] - pairs->begin[2 * i + 1];
    return pairs->tokens + pairs->begin[2 * i + 1];
}

enum gf_status gf_pairs_check(const struct gf_pairs *pairs, size_t T, size_t T_source,
                              struct gf_error *err)
{
    if (pairs->T > T) {
        return gf_fail(err, GF_E_answer_longer_than_context, pairs->T, "block_size", T);
    }
    if (pairs->T_source > T_source) {
        return gf_fail(err, GF_E_source_longer_than_context, pairs->T_source,
                       "source_block_size", T_source);
    }
    return GF_OK;
}

/* ---- sequences ------------------------------------------------------------------- */

/* Puts token t of a text: the input at position t and the target at position t - 1. */
static size_t put(struct gf_sequence *out, size_t t, int32_t token, bool counted)
{
    if (t > 0 && t <= out->T && counted) {
        out->target[t - 1] = token;
    }
    if (t < out->T) {
        out->tokens[t] = token;
    }
    return t + 1;
}

/* Source, <START>, answer and <EOS> as one text, whose last token is a target only. */
static void fill_text(const struct gf_pairs *p, size_t i, int32_t filler,
                      struct gf_sequence *out)
{
    bool with_source = p->form == GF_FORM_CONTINUE;
    size_t n_source, n_answer, t = 0;
    const int32_t *source = gf_pairs_source_of(p, i, &n_source);
    const int32_t *answer = gf_pairs_answer_of(p, i, &n_answer);
    for (size_t j = 0; with_source && j < n_source; j++) {
        t = put(out, t, source[j], p->loss_on_prompt);
    }
    if (p->start >= 0) {
        t = put(out, t, p->start, p->loss_on_prompt);
    }
    for (size_t j = 0; j < n_answer; j++) {
        t = put(out, t, answer[j], true);
    }
    if (p->end >= 0) {
        t = put(out, t, p->end, true);
    }
    if (t > 0 && t <= out->T) {
        out->tokens[t - 1] = filler;
    }
}

static void copy(int32_t *to, size_t room, const int32_t *from, size_t n)
{
    memcpy(to, from, (n < room ? n : room) * sizeof *to);
}

static void fill_with(int32_t *to, size_t n, int32_t token)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = token;
    }
}

void gf_pairs_fill(const struct gf_pairs *pairs, size_t i, struct gf_sequence *out)
{
    int32_t filler = pairs->pad >= 0 ? pairs->pad : pairs->end >= 0 ? pairs->end : 0;
    size_t n_source, n_answer;
    const int32_t *source = gf_pairs_source_of(pairs, i, &n_source);
    const int32_t *answer = gf_pairs_answer_of(pairs, i, &n_answer);
    fill_with(out->tokens, out->T, filler);
    fill_with(out->target, out->T, -1);
    if (pairs->form == GF_FORM_TAGGING) {
        copy(out->tokens, out->T, source, n_source);
        copy(out->target, out->T, answer, n_answer);
    } else {
        fill_text(pairs, i, filler, out);
    }
    if (out->source) {
        fill_with(out->source, out->T_source, filler);
        copy(out->source, out->T_source, source, n_source);
    }
}

size_t gf_pairs_size(const struct gf_pairs *pairs, enum gf_split split, size_t *first)
{
    bool all = split == GF_SPLIT_ALL || pairs->n_train == pairs->n_pairs;
    *first = split == GF_SPLIT_VAL && !all ? pairs->n_train : 0;
    if (all) return pairs->n_pairs;
    return split == GF_SPLIT_TRAIN ? pairs->n_train : pairs->n_pairs - pairs->n_train;
}

static void training_pair(const void *data, struct gf_rng key, size_t index,
                          struct gf_sequence *out)
{
    const struct gf_pairs *pairs = data;
    size_t n = pairs->n_train, i = gf_rng_below(key, (uint32_t)index, (uint32_t)n);
    if (pairs->no_shuffle) {
        i = (size_t)((out->step * out->batch_size + index) % n);
    }
    gf_pairs_fill(pairs, i, out);
}

static void fixed_pair(const void *data, enum gf_split split, size_t n, size_t i,
                       struct gf_sequence *out)
{
    size_t first;
    uint64_t size = gf_pairs_size(data, split, &first);
    gf_pairs_fill(data, first + (size_t)(size * i / n), out);
}

struct gf_source gf_pairs_source(const struct gf_pairs *pairs)
{
    return (struct gf_source){pairs, training_pair, fixed_pair};
}
