/* SentencePiece's byte pair encoding: a token is a piece of text with a score. A text
 * begins as single characters; then, again and again, the two neighbours whose union is the
 * piece of highest score become one, of equals the leftmost. A character that is no piece
 * becomes its UTF-8 bytes where the vocabulary has tokens for bytes, else <unk>.
 *
 * T. Kudo, J. Richardson, "SentencePiece", EMNLP 2018, section 3.2; the queue of pairs is
 * that of its bpe_model.cc.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/sentencepiece.h"

#include "base/utf8.h"
#include "text/tokenizer/kind.h"
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

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that "<0x0A>" stands for; -1: it is another text. */
static int byte_of(const char *text, size_t n)
{
    bool form = n == 6 && memcmp(text, "<0x", 3) == 0 && text[5] == '>';
    int high = form ? hex_digit(text[3]) : -1, low = form ? hex_digit(text[4]) : -1;
    return high < 0 || low < 0 ? -1 : 16 * high + low;
}

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
    int byte = byte_of(e->text, e->n);
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

/* Symbols are numbered by the position of their first byte. */
struct symbol {
    uint32_t n;    /* bytes; 0: now part of the one before */
    uint32_t back; /* the symbol before */
    int32_t id;    /* -1: no piece */
};

/* Two neighbours whose union is a piece. */
struct pair {
    float score;
    uint32_t left, n; /* position of the first, bytes of both */
    int32_t id;
};

struct encoder {
    const struct gf_pieces *pieces;
    const char *text;
    size_t n;
    struct symbol *symbols; /* [n] */
    struct pair *queue; /* a heap, the next pair at 0; each merge adds at most two */
    size_t n_queue;
};

static bool comes_first(const struct pair *a, const struct pair *b)
{
    return a->score > b->score || (a->score == b->score && a->left < b->left);
}

static void push(struct encoder *e, struct pair pair)
{
    size_t at = e->n_queue++;
    for (; at > 0 && comes_first(&pair, &e->queue[(at - 1) / 2]); at = (at - 1) / 2) {
        e->queue[at] = e->queue[(at - 1) / 2];
    }
    e->queue[at] = pair;
}

static struct pair pop(struct encoder *e)
{
    struct pair first = e->queue[0], last = e->queue[--e->n_queue];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < e->n_queue &&
            comes_first(&e->queue[child + 1], &e->queue[child])) {
            child++;
        }
        if (child >= e->n_queue || !comes_first(&e->queue[child], &last)) {
            break;
        }
        e->queue[at] = e->queue[child];
        at = child;
    }
    e->queue[at] = last;
    return first;
}

static int32_t piece_at(const struct encoder *e, size_t at, size_t n)
{
    size_t number = gf_strings_find(&e->pieces->known, e->text + at, n, 0);
    return number == GF_NO_STRING ? -1 : e->pieces->id[number];
}

/* Queues the symbol at `left` and the next one, if together they are a piece. */
static void consider(struct encoder *e, uint32_t left)
{
    size_t right = left + e->symbols[left].n;
    if (right >= e->n) return;
    uint32_t n = e->symbols[left].n + e->symbols[right].n;
    int32_t id =
        e->symbols[left].id < 0 || e->symbols[right].id < 0 ? -1 : piece_at(e, left, n);
    if (id >= 0) {
        push(e, (struct pair){e->pieces->score[id], left, n, id});
    }
}

static void begin_with_characters(struct encoder *e)
{
    uint32_t back = 0, c;
    e->n_queue = 0;
    for (size_t at = 0; at < e->n;) {
        uint32_t n = (uint32_t)gf_utf8_decode(e->text + at, e->n - at, &c);
        memset(e->symbols + at, 0, n * sizeof *e->symbols);
        e->symbols[at] = (struct symbol){n, back, piece_at(e, at, n)};
        back = (uint32_t)at;
        at += n;
    }
    for (size_t at = 0; at < e->n; at += e->symbols[at].n) {
        consider(e, (uint32_t)at);
    }
}

static void merge(struct encoder *e)
{
    while (e->n_queue > 0) {
        struct pair best = pop(e);
        struct symbol *left = &e->symbols[best.left];
        size_t right = best.left + left->n;
        /* One of the two may have been merged with another meanwhile. */
        if (left->n == 0 || left->n >= best.n ||
            left->n + e->symbols[right].n != best.n) {
            continue;
        }
        e->symbols[right].n = 0;
        *left = (struct symbol){best.n, left->back, best.id};
        if (best.left + best.n < e->n) {
            e->symbols[best.left + best.n].back = best.left;
        }
        if (best.left > 0) {
            consider(e, left->back);
        }
        consider(e, best.left);
    }
}

/* A character that is no piece: its bytes, or <unk>. */
static size_t fall_back(const struct encoder *e, size_t at, size_t n, int32_t *ids)
{
    const struct gf_pieces *p = e->pieces;
    for (size_t i = 0; i < n; i++) {
        ids[i] = p->byte[(unsigned char)e->text[at + i]];
        if (ids[i] < 0) {
            ids[0] = p->unknown;
            return 1;
        }
    }
    return n;
}

static size_t encode_chunk(struct encoder *e, int32_t *ids)
{
    size_t count = 0;
    begin_with_characters(e);
    merge(e);
    for (size_t at = 0; at < e->n; at += e->symbols[at].n) {
        const struct symbol *s = &e->symbols[at];
        if (s->id < 0) {
            count += fall_back(e, at, s->n, ids + count);
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
    struct encoder e = {.pieces = p};
    e.symbols = gf_arena_array(&scratch, longest + 1, sizeof *e.symbols);
    e.queue = gf_arena_array(&scratch, 3 * longest + 1, sizeof *e.queue);
    bool ok = e.symbols && e.queue && n <= UINT32_MAX;
    for (size_t at = 0; ok && at < n; at += e.n) {
        e.text = text + at;
        e.n = chunk_length(p, text + at, n - at);
        count += encode_chunk(&e, ids + count);
    }
    gf_arena_free(&scratch);
    if (!ok) return gf_fail(err, GF_E_no_memory);
    *n_ids = count;
    return GF_OK;
}

static struct gf_document document(const struct gf_tokenizer *t)
{
    return (struct gf_document){t->pieces->begin, t->pieces->end, true};
}

/* ---- as JSON ----------------------------------------------------------------------- */

static void write_text(const struct gf_tokenizer *t, struct gf_json_writer *w, size_t i)
{
    static const char hex[] = "0123456789ABCDEF";
    const char *text = t->text + t->start[i];
    unsigned char byte = (unsigned char)*text;
    if (t->pieces->type[i] == PIECE_BYTE) {
        const char name[] = {'<', '0', 'x', hex[byte >> 4], hex[byte & 15], '>'};
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

/* ---- as a file of llama2.c --------------------------------------------------------- */

enum { UNKNOWN = 0, BEGIN = 1, END = 2, N_CONTROL };

/* The token at bytes[*at .. n); moves *at past it. */
static bool next_entry(const char *bytes, size_t n, size_t *at, struct entry *entry)
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

/* llama2.c writes a line break before and after the names of control tokens. */
static void trim(struct entry *e)
{
    bool framed = e->n > 2 && e->text[0] == '\n' && e->text[e->n - 1] == '\n';
    e->text += framed;
    e->n -= framed ? 2 : 0;
}

enum gf_status gf_sentencepiece_open(struct gf_tokenizer *tokenizer,
                                     struct gf_arena *arena, const void *bytes,
                                     size_t n, struct gf_error *err)
{
    struct gf_tokenizer t = {.kind = GF_TOKENIZER_SENTENCEPIECE};
    struct gf_arena scratch = {0};
    struct entry e;
    size_t n_pieces = 0;
    for (size_t at = 4; n >= 4 && at < n; n_pieces++) {
        if (!next_entry(bytes, n, &at, &e)) {
            return gf_fail(err, GF_E_tokenizer_file_token, n_pieces);
        }
    }
    if (n_pieces <= N_CONTROL || n_pieces > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_tokenizer_file_size, n_pieces, GF_MAX_VOCAB);
    }
    struct entry *list = gf_arena_array(&scratch, n_pieces, sizeof *list);
    t.special = gf_arena_array(arena, 1, sizeof *t.special);
    t.pieces = gf_arena_alloc(arena, sizeof *t.pieces);
    enum gf_status status = GF_OK;
    if (!list || !t.pieces || !t.special) {
        status = gf_fail(err, GF_E_no_memory);
    } else {
        size_t at = 4;
        for (size_t i = 0; i < n_pieces; i++) {
            next_entry(bytes, n, &at, &list[i]);
        }
        trim(&list[BEGIN]);
        trim(&list[END]);
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
