/* SentencePiece's byte pair encoding: a token is a piece of text with a score. A character that
 * is no piece becomes its UTF-8 bytes where the vocabulary has tokens for bytes; else <unk>.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/sentencepiece.h"

#include "base/decimal.h"
#include "base/utf8.h"
#include "text/tokenizer/kind.h"

#include <string.h>

/* ---- tables ------------------------------------------------------------------------ */

static bool has_inner_space(const char *text, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (text[i] == ' ' && text[i - 1] != ' ') return true;
    }
    return false;
}

/* Fills in all tables; t->bpe has its control tokens. Where no piece has a space after
 * something else, nothing is merged across such a place: chunks end there. */
static enum gf_status fill_tables(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const struct gf_bpe_token *list, size_t n,
                                  struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    size_t n_bytes = 0;
    for (size_t i = 0; i < n; i++) {
        bool finite = list[i].score - list[i].score == 0;
        if (!finite || gf_utf8_valid_prefix(list[i].text, list[i].n) != list[i].n) {
            return gf_fail(err, GF_E_vocabulary_piece, i);
        }
        n_bytes += list[i].n;
    }
    b->leading_space = true;
    b->split = GF_SPLIT_WORDS;
    b->score = gf_arena_array(arena, n, sizeof *b->score);
    bool ok = b->score && gf_bpe_reserve(t, arena, n, n_bytes);
    for (size_t i = 0; ok && i < n; i++) {
        const int32_t id = (int32_t)i;
        bool found = id != b->unknown && id != b->begin && id != b->end;
        ok = gf_bpe_add(t, i, &list[i], found);
        if (found && has_inner_space(list[i].text, list[i].n)) b->split = GF_SPLIT_NONE;
    }
    ok = ok && gf_bpe_finish(b, arena);
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

/* ---- as JSON ----------------------------------------------------------------------- */

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    const struct gf_bpe *b = t->bpe;
    gf_bpe_write_tokens(t, w, "pieces");
    gf_json_begin_array(gf_json_key(w, "scores"));
    for (size_t i = 0; i < gf_n_regular(t); i++) {
        gf_json_double(w, (double)b->score[i]);
    }
    gf_json_end_array(w);
    gf_json_int(gf_json_key(w, "unknown"), b->unknown);
    gf_json_int(gf_json_key(w, "begin"), b->begin);
    gf_json_int(gf_json_key(w, "end"), b->end);
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_json *pieces = gf_json_member(json, "pieces", GF_JSON_ARRAY);
    const struct gf_json *scores = gf_json_member(json, "scores", GF_JSON_ARRAY);
    struct gf_bpe *b = t->bpe = gf_arena_alloc(arena, sizeof *b);
    if (!b) return gf_fail(err, GF_E_no_memory);
    if (t->n_special > 0 || !pieces || !scores || pieces->n != scores->n ||
        pieces->n == 0 || pieces->n > GF_MAX_VOCAB ||
        !gf_bpe_read_number(gf_json_get(json, "unknown"), 0, pieces->n, &b->unknown) ||
        !gf_bpe_read_number(gf_json_get(json, "begin"), 0, pieces->n, &b->begin) ||
        !gf_bpe_read_number(gf_json_get(json, "end"), 0, pieces->n, &b->end)) {
        return gf_fail(err, GF_E_vocabulary_pieces);
    }
    struct gf_bpe_token *list = gf_bpe_read_tokens(pieces, &scratch), *at = list;
    if (!list) return gf_fail(err, GF_E_no_memory);
    for (const struct gf_json *e = scores->first; e; e = e->next, at++) {
        double x;
        if (!at->text || !gf_json_as_double(e, &x)) {
            return gf_fail(err, GF_E_vocabulary_pieces);
        }
        at->score = (float)x;
    }
    return fill_tables(t, arena, list, pieces->n, err);
}

const struct gf_kind gf_sentencepiece_kind = {.name = "sentencepiece",
                                              .unit = "tokens",
                                              .encode = gf_bpe_encode,
                                              .write = write,
                                              .read = read};

/* ---- as a file -------------------------------------------------------------------- */

enum { UNKNOWN = 0, BEGIN = 1, END = 2, N_CONTROL };

/* How a file lists its tokens: the one at bytes[*at .. n); moves *at past it. */
typedef bool next_entry(const char *bytes, size_t n, size_t *at,
                        struct gf_bpe_token *entry);

/* Of llama2.c: after four bytes score, length and text of each. */
static bool next_record(const char *bytes, size_t n, size_t *at,
                        struct gf_bpe_token *entry)
{
    int32_t length;
    if (n - *at < 8) return false;
    memcpy(&entry->score, bytes + *at, 4);
    memcpy(&length, bytes + *at + 4, 4);
    if (length < 0 || (size_t)length > n - *at - 8) return false;
    entry->text = bytes + *at + 8;
    entry->n = (size_t)length;
    *at += 8 + entry->n;
    return true;
}

/* Of SentencePiece's .vocab: a line of text, tab and score for each. */
static const char first_line[] = "<unk>\t";

static bool next_line(const char *bytes, size_t n, size_t *at,
                      struct gf_bpe_token *entry)
{
    const char *text = bytes + *at, *end = memchr(text, '\n', n - *at);
    size_t length = end ? (size_t)(end - text) : n - *at, n_text = length;
    while (n_text > 0 && text[n_text - 1] != '\t') {
        n_text--;
    }
    double score;
    size_t n_score = length - n_text;
    n_score -= n_score > 0 && text[length - 1] == '\r';
    if (n_text == 0 || gf_decimal_read(text + n_text, n_score, &score) != n_score ||
        n_score == 0) {
        return false;
    }
    *entry =
        (struct gf_bpe_token){.text = text, .n = n_text - 1, .score = (float)score};
    *at += length + (end != NULL);
    return true;
}

/* llama2.c writes a line break before and after the names of control tokens. */
static void trim(struct gf_bpe_token *e)
{
    bool framed = e->n > 2 && e->text[0] == '\n' && e->text[e->n - 1] == '\n';
    e->text += framed;
    e->n -= framed ? 2 : 0;
}

/* The file's n_pieces tokens in `scratch`; NULL without memory. */
static struct gf_bpe_token *list_entries(const char *bytes, size_t n, size_t at,
                                         next_entry *next, size_t n_pieces,
                                         struct gf_arena *scratch)
{
    struct gf_bpe_token *list = gf_arena_array(scratch, n_pieces, sizeof *list);
    char *room = next == next_line ? gf_arena_alloc(scratch, n) : NULL;
    if (scratch->failed) return NULL;
    for (size_t i = 0; i < n_pieces; i++) {
        next(bytes, n, &at, &list[i]);
        if (room) {
            char *spaced = room + (list[i].text - bytes);
            list[i].n = gf_bpe_put_spaces(spaced, list[i].text, list[i].n);
            list[i].text = spaced;
        }
    }
    trim(&list[BEGIN]);
    trim(&list[END]);
    return list;
}

enum gf_status gf_sentencepiece_open(struct gf_tokenizer *tokenizer,
                                     struct gf_arena *arena, const void *bytes,
                                     size_t n, struct gf_error *err)
{
    struct gf_tokenizer t = {.kind = GF_TOKENIZER_SENTENCEPIECE};
    GF_SCOPED_ARENA(scratch);
    struct gf_bpe_token e;
    bool lines =
        n > sizeof first_line && memcmp(bytes, first_line, sizeof first_line - 1) == 0;
    next_entry *next = lines ? next_line : next_record;
    size_t n_pieces = 0, start = lines ? 0 : 4;
    for (size_t at = start; n >= start && at < n; n_pieces++) {
        if (!next(bytes, n, &at, &e)) {
            return gf_fail(err, GF_E_tokenizer_file_token, n_pieces);
        }
    }
    if (n_pieces <= N_CONTROL || n_pieces > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_tokenizer_file_size, n_pieces, GF_MAX_VOCAB);
    }
    struct gf_bpe_token *list = list_entries(bytes, n, start, next, n_pieces, &scratch);
    t.bpe = gf_arena_alloc(arena, sizeof *t.bpe);
    if (!list || !t.bpe) return gf_fail(err, GF_E_no_memory);
    *t.bpe = (struct gf_bpe){.unknown = UNKNOWN, .begin = BEGIN, .end = END};
    enum gf_status status = fill_tables(&t, arena, list, n_pieces, err);
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}
