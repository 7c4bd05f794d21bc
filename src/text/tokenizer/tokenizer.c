/* Encoding, decoding and saving, dispatched to the kind of tokenizer.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/tokenizer.h"

#include "text/tokenizer/kind.h"

#include "base/utf8.h"

#include <string.h>

static const struct gf_kind *const kinds[GF_TOKENIZER_KIND_COUNT] = {
    [GF_TOKENIZER_CHARS] = &gf_chars_kind,
    [GF_TOKENIZER_WORDS] = &gf_words_kind,
    [GF_TOKENIZER_BPE] = &gf_bpe_kind,
    [GF_TOKENIZER_SENTENCEPIECE] = &gf_sentencepiece_kind,
    [GF_TOKENIZER_BPE_VOCABULARY] = &gf_bpe_vocabulary_kind,
};

const char *gf_tokenizer_kind_name(enum gf_tokenizer_kind kind)
{
    return (unsigned)kind < GF_TOKENIZER_KIND_COUNT ? kinds[kind]->name : "unknown";
}

const char *gf_tokenizer_unit(const struct gf_tokenizer *tokenizer)
{
    return kinds[tokenizer->kind]->unit;
}

/* ---- building and encoding ------------------------------------------------------- */

static enum gf_status check_variety(const char *text, size_t n, struct gf_error *err)
{
    uint32_t first = 0, other = 0;
    size_t at = gf_utf8_decode(text, n, &first);
    if (n == 0) return gf_fail(err, GF_E_text_empty);
    for (other = first; at < n && other == first;) {
        at += gf_utf8_decode(text + at, n - at, &other);
    }
    if (other == first) {
        char name[24];
        gf_format_character(name, first);
        return gf_fail(err, GF_E_one_distinct_character, name);
    }
    return GF_OK;
}

enum gf_status gf_tokenizer_build(struct gf_tokenizer *tokenizer,
                                  struct gf_arena *arena,
                                  const struct gf_tokenizer_options *options,
                                  const char *text, size_t n, struct gf_error *err)
{
    const struct gf_tokenizer_options none = {0};
    options = options ? options : &none;
    if ((unsigned)options->kind >= GF_TOKENIZER_LEARNED_COUNT) {
        return gf_fail(err, GF_E_unknown_tokenizer);
    }
    struct gf_tokenizer t = {.kind = options->kind};
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status == GF_OK) status = check_variety(text, n, err);
    if (status == GF_OK) {
        status = gf_vocabulary_set_special(&t, arena, options->special,
                                           options->n_special, err);
    }
    if (status == GF_OK) {
        status = kinds[t.kind]->build(&t, arena, options, text, n, err);
    }
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}

enum gf_status gf_tokenizer_encode(const struct gf_tokenizer *tokenizer,
                                   const char *text, size_t n, int32_t *ids,
                                   size_t *n_ids, struct gf_error *err)
{
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status != GF_OK) return status;
    return kinds[tokenizer->kind]->encode(tokenizer, text, n, ids, n_ids, err);
}

/* ---- documents ------------------------------------------------------------------- */

struct gf_document gf_tokenizer_document(const struct gf_tokenizer *tokenizer)
{
    const struct gf_bpe *b = tokenizer->bpe;
    return b ? (struct gf_document){b->begin, b->end, b->leading_space, b->unless_space}
             : (struct gf_document){.begin = -1, .end = -1};
}

enum gf_status gf_tokenizer_encode_document(const struct gf_tokenizer *tokenizer,
                                            const char *text, size_t n, int32_t *ids,
                                            size_t *n_ids, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_document document = gf_tokenizer_document(tokenizer);
    size_t first = document.begin >= 0, count = 0;
    struct gf_piece piece;
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status != GF_OK) return status;
    bool begins_plain = gf_next_piece(tokenizer, text, n, &piece) && piece.id < 0;
    if (document.leading_space && begins_plain &&
        !(document.unless_space && *text == ' ')) {
        char *spaced = gf_arena_alloc(&scratch, n + 1);
        if (!spaced) return gf_fail(err, GF_E_no_memory);
        spaced[0] = ' ';
        memcpy(spaced + 1, text, n++);
        text = spaced;
    }
    status =
        kinds[tokenizer->kind]->encode(tokenizer, text, n, ids + first, &count, err);
    if (status != GF_OK) return status;
    if (first) ids[0] = document.begin;
    *n_ids = first + count;
    return GF_OK;
}

/* ---- decoding -------------------------------------------------------------------- */

const char *gf_tokenizer_text(const struct gf_tokenizer *tokenizer, int32_t id,
                              size_t *n)
{
    if (id < 0 || (size_t)id >= tokenizer->n_vocab) return NULL;
    *n = tokenizer->start[id + 1] - tokenizer->start[id];
    return tokenizer->text + tokenizer->start[id];
}

enum gf_status gf_tokenizer_append(const struct gf_tokenizer *tokenizer,
                                   int32_t previous, int32_t id, struct gf_buffer *out,
                                   struct gf_error *err)
{
    size_t n = 0;
    const char *text = gf_tokenizer_text(tokenizer, id, &n);
    if (!text) {
        return gf_fail(err, GF_E_token_out_of_range, (int)id, tokenizer->n_vocab);
    }
    const struct gf_kind *kind = kinds[tokenizer->kind];
    bool space = kind->needs_space && previous >= 0 &&
                 (size_t)previous < tokenizer->n_vocab &&
                 kind->needs_space(tokenizer, previous, id);
    struct gf_document document = gf_tokenizer_document(tokenizer);
    if (document.leading_space && previous == document.begin && n > 0 && *text == ' ') {
        text++;
        n--;
    }
    if (!gf_buffer_reserve(out, n + 1)) return gf_fail(err, GF_E_no_memory);
    gf_buffer_put(out, " ", space);
    gf_buffer_put(out, text, n);
    return GF_OK;
}

enum gf_status gf_tokenizer_decode(const struct gf_tokenizer *tokenizer,
                                   const int32_t *ids, size_t n, struct gf_buffer *out,
                                   struct gf_error *err)
{
    size_t before = out->n;
    enum gf_status status = GF_OK;
    for (size_t i = 0; i < n && status == GF_OK; i++) {
        int32_t previous = i > 0 ? ids[i - 1] : -1;
        status = gf_tokenizer_append(tokenizer, previous, ids[i], out, err);
    }
    if (status != GF_OK) {
        out->n = before;
    }
    return status;
}

/* ---- saving ---------------------------------------------------------------------- */

void gf_tokenizer_write(const struct gf_tokenizer *tokenizer, struct gf_json_writer *w)
{
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "kind"), gf_tokenizer_kind_name(tokenizer->kind));
    kinds[tokenizer->kind]->write(tokenizer, w);
    if (tokenizer->n_special > 0) {
        gf_json_begin_array(gf_json_key(w, "special"));
        for (size_t i = 0; i < tokenizer->n_special; i++) {
            gf_json_string(w, tokenizer->added[i].text);
        }
        gf_json_end_array(w);
    }
    gf_json_end_object(w);
}

static enum gf_status read_special(struct gf_tokenizer *t, struct gf_arena *arena,
                                   const struct gf_json *list, struct gf_error *err)
{
    if (list && list->type != GF_JSON_ARRAY) {
        return gf_fail(err, GF_E_vocabulary_special_list);
    }
    size_t n = list ? list->n : 0;
    const char **names = gf_arena_array(arena, n + 1, sizeof *names);
    if (!names) return gf_fail(err, GF_E_no_memory);
    size_t i = 0;
    for (const struct gf_json *e = n ? list->first : NULL; e; e = e->next) {
        if (e->type != GF_JSON_STRING || strlen(e->string) != e->n) {
            return gf_fail(err, GF_E_vocabulary_special_names);
        }
        names[i++] = e->string;
    }
    struct gf_error why = {0};
    enum gf_status status = gf_vocabulary_set_special(t, arena, names, n, &why);
    if (status == GF_BAD_ARGUMENT) return gf_fail(err, GF_E_vocabulary_damaged, &why);
    return status == GF_OK ? GF_OK : gf_fail(err, GF_E_no_memory);
}

enum gf_status gf_tokenizer_read(struct gf_tokenizer *tokenizer, struct gf_arena *arena,
                                 const struct gf_json *json, struct gf_error *err)
{
    const char *name = "";
    size_t n;
    if (!gf_json_as_string(gf_json_get(json, "kind"), &name, &n)) {
        return gf_fail(err, GF_E_vocabulary_without_kind);
    }
    struct gf_tokenizer t = {0};
    while (t.kind < GF_TOKENIZER_KIND_COUNT && strcmp(name, kinds[t.kind]->name) != 0) {
        t.kind++;
    }
    if (t.kind == GF_TOKENIZER_KIND_COUNT) return gf_fail(err, GF_E_vocabulary_kind);
    enum gf_status status = read_special(&t, arena, gf_json_get(json, "special"), err);
    if (status == GF_OK) status = kinds[t.kind]->read(&t, arena, json, err);
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}
