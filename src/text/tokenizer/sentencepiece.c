/* SentencePiece's byte pair encoding: a token is a piece of text with a score. A text
 * begins as single characters; then, again and again, the two neighbours whose union is the
 * piece of highest score become one, of equals the leftmost. A character that is no piece
 * becomes its UTF-8 bytes where the vocabulary has tokens for bytes; else <unk>, one for all
 * that follow each other.
 *
 * T. Kudo, J. Richardson, "SentencePiece", EMNLP 2018, section 3.2.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/sentencepiece.h"

#include "base/decimal.h"
#include "base/utf8.h"
#include "text/tokenizer/kind.h"
#include "text/tokenizer/merge_queue.h"
#include "text/tokenizer/string_set.h"

#include <string.h>

enum piece_type {
    PIECE_TEXT = 0, /* found in texts */
    PIECE_BYTE,     /* written <0x0A>: one byte */
    PIECE_CONTROL   /* <unk>, <s>, </s>: stands in no text */
};

struct gf_pieces {
    float *score;            /* [V] */
    uint8_t *type;           /* [V] enum piece_type */
    struct gf_strings known; /* the pieces of text */
    int32_t *id;             /* [known.n] their tokens */
    int32_t byte[256];       /* the token of each byte; -1: none */
    int32_t unknown, begin, end;
    bool inner_spaces; /* a piece has a space after something else */
};

/* A token of a file. */
struct entry {
    const char *text;
    size_t n;
    float score;
};

/* ---- tables ------------------------------------------------------------------------ */

static bool has_inner_space(const char *text, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (text[i] == ' ' && text[i - 1] != ' ') return true;
    }
    return false;
}

/* Adds token `id`; the first of equal pieces is the one found. */
static bool add_piece(struct gf_tokenizer *t, int32_t id, const struct entry *e)
{
    struct gf_pieces *p = t->pieces;
    int byte = gf_named_byte(e->text, e->n);
    const char as_byte = (char)byte;
    bool control = id == p->unknown || id == p->begin || id == p->end;
    bool is_byte = !control && byte >= 0 && p->byte[byte] < 0;
    p->score[id] = e->score;
    p->type[id] = control ? PIECE_CONTROL : is_byte ? PIECE_BYTE : PIECE_TEXT;
    gf_texts_add(t, (size_t)id, is_byte ? &as_byte : e->text, is_byte ? 1 : e->n);
    if (is_byte) {
        p->byte[byte] = id;
    }
    if (p->type[id] != PIECE_TEXT || e->n == 0) return true;
    size_t before = p->known.n;
    size_t number = gf_strings_add(&p->known, t->text + t->start[id], e->n, 0);
    if (number == before) {
        p->id[number] = id;
    }
    p->inner_spaces = p->inner_spaces || has_inner_space(e->text, e->n);
    return number != GF_NO_STRING;
}

/* Fills in all tables; t->pieces has its control tokens. */
static enum gf_status fill_tables(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const struct entry *list, size_t n,
                                  struct gf_error *err)
{
    struct gf_pieces *p = t->pieces;
    size_t n_bytes = 0;
    for (size_t i = 0; i < n; i++) {
        bool finite = list[i].score - list[i].score == 0;
        if (!finite || gf_utf8_valid_prefix(list[i].text, list[i].n) != list[i].n) {
            return gf_fail(err, GF_E_vocabulary_piece, i);
        }
        n_bytes += list[i].n;
    }
    memset(p->byte, -1, sizeof p->byte);
    p->score = gf_arena_array(arena, n, sizeof *p->score);
    p->type = gf_arena_array(arena, n, sizeof *p->type);
    p->id = gf_arena_array(arena, n, sizeof *p->id);
    p->known.arena = arena;
    bool ok = p->score && p->type && p->id && gf_texts_reserve(t, arena, n, n_bytes);
    for (size_t i = 0; ok && i < n; i++) {
        ok = add_piece(t, (int32_t)i, &list[i]);
    }
    p->known.arena = NULL; /* complete; the arena may move */
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

/* ---- encoding ---------------------------------------------------------------------- */

/* The token of a piece, or -1. */
static int32_t piece_at(const struct gf_pieces *p, const char *text, size_t n)
{
    size_t number = gf_strings_find(&p->known, text, n, 0);
    return number == GF_NO_STRING ? -1 : p->id[number];
}

/* Two neighbours merge if together they are a piece. */
static struct gf_merge join(const void *pieces, const char *text,
                            const struct gf_symbol *left, const struct gf_symbol *right)
{
    const struct gf_pieces *p = pieces;
    int32_t id = piece_at(p, text, left->n + right->n);
    return (struct gf_merge){id < 0 ? 0 : p->score[id], id};
}

/* A character that is no piece, after ids[0 .. count): its bytes, or <unk>. Returns the new
 * count. */
static size_t fall_back(const struct gf_pieces *p, const char *text, size_t n,
                        int32_t *ids, size_t count)
{
    for (size_t i = 0; i < n; i++) {
        ids[count + i] = p->byte[(unsigned char)text[i]];
        if (ids[count + i] < 0) {
            bool goes_on = count > 0 && ids[count - 1] == p->unknown;
            ids[count] = p->unknown;
            return count + !goes_on;
        }
    }
    return count + n;
}

/* A chunk after ids[0 .. count). Returns the new count. */
static size_t encode_chunk(struct gf_merge_queue *q, const char *text, size_t n,
                           int32_t *ids, size_t count)
{
    const struct gf_pieces *p = q->table;
    uint32_t c;
    gf_merge_queue_start(q, text);
    for (size_t k; q->n < n; gf_merge_queue_add(q, k, piece_at(p, text + q->n, k))) {
        k = gf_utf8_decode(text + q->n, n - q->n, &c);
    }
    gf_merge_queue_run(q);
    for (size_t at = 0; at < n; at += q->symbols[at].n) {
        const struct gf_symbol *s = &q->symbols[at];
        if (s->id < 0) {
            count = fall_back(p, text + at, s->n, ids, count);
        } else {
            ids[count++] = s->id;
        }
    }
    return count;
}

/* Length of the first part of a text that can be encoded alone: where no piece has a space
 * after something else, nothing is merged across such a place. */
static size_t chunk_length(const struct gf_pieces *p, const char *text, size_t n)
{
    size_t i = 1;
    while (i < n && (p->inner_spaces || text[i] != ' ' || text[i - 1] == ' ')) {
        i++;
    }
    return i;
}

static enum gf_status encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    const struct gf_pieces *p = t->pieces;
    size_t longest = 0, count = 0;
    for (size_t at = 0, k; at < n; at += k) {
        k = chunk_length(p, text + at, n - at);
        longest = k > longest ? k : longest;
    }
    struct gf_arena scratch = {0};
    struct gf_merge_queue q = {.join = join, .table = p};
    bool ok = gf_merge_queue_reserve(&q, &scratch, longest);
    for (size_t at = 0, k; ok && at < n; at += k) {
        k = chunk_length(p, text + at, n - at);
        count = encode_chunk(&q, text + at, k, ids, count);
    }
    gf_arena_free(&scratch);
    if (!ok) return gf_fail(err, GF_E_no_memory);
    *n_ids = count;
    return GF_OK;
}

static struct gf_document document(const struct gf_tokenizer *t)
{
    return (struct gf_document){t->pieces->begin, t->pieces->end, true, false};
}

/* ---- as JSON ----------------------------------------------------------------------- */

static void write_text(const struct gf_tokenizer *t, struct gf_json_writer *w, size_t i)
{
    const char *text = t->text + t->start[i];
    if (t->pieces->type[i] == PIECE_BYTE) {
        char name[GF_BYTE_NAME];
        gf_byte_name(name, (unsigned char)*text);
        gf_json_string_n(w, name, sizeof name);
    } else {
        gf_json_string_n(w, text, t->start[i + 1] - t->start[i]);
    }
}

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    const struct gf_pieces *p = t->pieces;
    gf_json_begin_array(gf_json_key(w, "pieces"));
    for (size_t i = 0; i < gf_n_regular(t); i++) {
        write_text(t, w, i);
    }
    gf_json_end_array(w);
    gf_json_begin_array(gf_json_key(w, "scores"));
    for (size_t i = 0; i < gf_n_regular(t); i++) {
        gf_json_double(w, (double)p->score[i]);
    }
    gf_json_end_array(w);
    gf_json_int(gf_json_key(w, "unknown"), p->unknown);
    gf_json_int(gf_json_key(w, "begin"), p->begin);
    gf_json_int(gf_json_key(w, "end"), p->end);
}

/* The control token under `key`, below n. */
static bool read_control(const struct gf_json *json, const char *key, size_t n,
                         int32_t *id)
{
    uint64_t value = 0;
    bool ok = gf_json_as_uint(gf_json_get(json, key), &value) && value < n;
    *id = (int32_t)value;
    return ok;
}

/* The entries of a file in `scratch`; NULL where lists do not fit together, or without
 * memory. */
static struct entry *read_entries(const struct gf_json *json, struct gf_arena *scratch,
                                  size_t *n)
{
    const struct gf_json *pieces = gf_json_get(json, "pieces");
    const struct gf_json *scores = gf_json_get(json, "scores");
    bool lists = pieces && scores && pieces->type == GF_JSON_ARRAY &&
                 scores->type == GF_JSON_ARRAY && pieces->n == scores->n &&
                 pieces->n > 0 && pieces->n <= GF_MAX_VOCAB;
    struct entry *list =
        lists ? gf_arena_array(scratch, pieces->n, sizeof *list) : NULL;
    if (!list) return NULL;
    *n = pieces->n;
    const struct gf_json *score = scores->first;
    const struct gf_json *piece = pieces->first;
    for (size_t i = 0; i < *n; i++, piece = piece->next, score = score->next) {
        double x;
        if (!gf_json_as_string(piece, &list[i].text, &list[i].n) ||
            !gf_json_as_double(score, &x)) {
            return NULL;
        }
        list[i].score = (float)x;
    }
    return list;
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    struct gf_arena scratch = {0};
    size_t n = 0;
    struct entry *list = read_entries(json, &scratch, &n);
    t->pieces = gf_arena_alloc(arena, sizeof *t->pieces);
    enum gf_status status = GF_OK;
    if (scratch.failed || !t->pieces) {
        status = gf_fail(err, GF_E_no_memory);
    } else if (!list || t->n_special > 0 ||
               !read_control(json, "unknown", n, &t->pieces->unknown) ||
               !read_control(json, "begin", n, &t->pieces->begin) ||
               !read_control(json, "end", n, &t->pieces->end)) {
        status = gf_fail(err, GF_E_vocabulary_pieces);
    } else {
        status = fill_tables(t, arena, list, n, err);
    }
    gf_arena_free(&scratch);
    return status;
}

const struct gf_kind gf_sentencepiece_kind = {.name = "sentencepiece",
                                              .unit = "tokens",
                                              .encode = encode,
                                              .write = write,
                                              .read = read,
                                              .document = document};

/* ---- as a file -------------------------------------------------------------------- */

enum { UNKNOWN = 0, BEGIN = 1, END = 2, N_CONTROL };

/* How a file lists its tokens: the one at bytes[*at .. n); moves *at past it. */
typedef bool next_entry(const char *bytes, size_t n, size_t *at, struct entry *entry);

/* Of llama2.c: after four bytes score, length and text of each. */
static bool next_record(const char *bytes, size_t n, size_t *at, struct entry *entry)
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

static bool next_line(const char *bytes, size_t n, size_t *at, struct entry *entry)
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
    *entry = (struct entry){text, n_text - 1, (float)score};
    *at += length + (end != NULL);
    return true;
}

/* llama2.c writes a line break before and after the names of control tokens. */
static void trim(struct entry *e)
{
    bool framed = e->n > 2 && e->text[0] == '\n' && e->text[e->n - 1] == '\n';
    e->text += framed;
    e->n -= framed ? 2 : 0;
}

/* SentencePiece writes U+2581 for a space. `room` is as long as the text. */
static void put_spaces(struct entry *e, char *room)
{
    static const char mark[] = "\xe2\x96\x81";
    size_t n = 0;
    for (size_t i = 0; i < e->n;) {
        bool space = e->n - i >= 3 && memcmp(e->text + i, mark, 3) == 0;
        room[n++] = space ? ' ' : e->text[i];
        i += space ? 3 : 1;
    }
    e->text = room;
    e->n = n;
}

/* The file's n_pieces tokens in `scratch`; NULL without memory. */
static struct entry *list_entries(const char *bytes, size_t n, size_t at,
                                  next_entry *next, size_t n_pieces,
                                  struct gf_arena *scratch)
{
    struct entry *list = gf_arena_array(scratch, n_pieces, sizeof *list);
    char *room = next == next_line ? gf_arena_alloc(scratch, n) : NULL;
    if (scratch->failed) return NULL;
    for (size_t i = 0; i < n_pieces; i++) {
        next(bytes, n, &at, &list[i]);
        if (room) {
            put_spaces(&list[i], room + (list[i].text - bytes));
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
    struct gf_arena scratch = {0};
    struct entry e;
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
    struct entry *list = list_entries(bytes, n, start, next, n_pieces, &scratch);
    t.special = gf_arena_array(arena, 1, sizeof *t.special);
    t.pieces = gf_arena_alloc(arena, sizeof *t.pieces);
    enum gf_status status = GF_OK;
    if (!list || !t.pieces || !t.special) {
        status = gf_fail(err, GF_E_no_memory);
    } else {
        t.pieces->unknown = UNKNOWN;
        t.pieces->begin = BEGIN;
        t.pieces->end = END;
        status = fill_tables(&t, arena, list, n_pieces, err);
    }
    gf_arena_free(&scratch);
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}
