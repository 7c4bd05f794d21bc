/* P. Gage, "A new algorithm for data compression", 1994; for language models R. Sennrich,
 * B. Haddow, A. Birch, "Neural machine translation of rare words with subword units", ACL
 * 2016; over bytes A. Radford et al., GPT-2, 2019; with scores T. Kudo, J. Richardson,
 * "SentencePiece", EMNLP 2018, section 3.2.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/bpe.h"

#include "base/heap.h"
#include "base/utf8.h"

#include <string.h>

/* ---- tables ------------------------------------------------------------------------- */

static uint32_t *merge_at(const struct gf_bpe *b, int32_t left, int32_t right)
{
    uint32_t *at = gf_index_first(&b->index, gf_hash_pair(left, right));
    while (*at && !(b->left[*at - 1] == left && b->right[*at - 1] == right)) {
        at = gf_index_next(&b->index, at);
    }
    return at;
}

bool gf_bpe_reserve_merges(struct gf_bpe *b, struct gf_arena *arena, size_t n)
{
    b->left = gf_arena_array(arena, n, sizeof *b->left);
    b->right = gf_arena_array(arena, n, sizeof *b->right);
    b->made = gf_arena_array(arena, n, sizeof *b->made);
    return b->left && b->right && b->made;
}

bool gf_bpe_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n,
                    size_t n_bytes)
{
    struct gf_bpe *b = t->bpe;
    memset(b->byte, -1, sizeof b->byte);
    b->id = gf_arena_array(arena, n, sizeof *b->id);
    b->known.arena = arena;
    return b->id && gf_texts_reserve(t, arena, n, n_bytes);
}

bool gf_bpe_add(struct gf_tokenizer *t, size_t i, const struct gf_bpe_token *token,
                bool found)
{
    struct gf_bpe *b = t->bpe;
    const size_t n = token->n;
    int byte = b->bytes || !found ? -1 : gf_named_byte(token->text, n);
    const char as_byte = (char)byte;
    if (b->score) b->score[i] = token->score;
    if (byte >= 0 && b->byte[byte] < 0) {
        b->byte[byte] = (int32_t)i;
        gf_texts_add(t, i, &as_byte, 1);
        return true;
    }
    gf_texts_add(t, i, token->text ? token->text : "", n);
    if (!found || n == 0) return true;
    const char *text = t->text + t->start[i];
    if (b->bytes && n == 1) b->byte[(unsigned char)*text] = (int32_t)i;
    size_t before = b->known.n, number = gf_strings_add(&b->known, text, n, 0);
    if (number == before) b->id[number] = (int32_t)i;
    return number != GF_NO_STRING;
}

bool gf_bpe_finish(struct gf_bpe *b, struct gf_arena *arena)
{
    b->known.arena = NULL; /* complete; the arena may move */
    if (!gf_index_new(&b->index, arena, b->n_merges)) return false;
    for (size_t i = 0; i < b->n_merges; i++) {
        *merge_at(b, b->left[i], b->right[i]) = (uint32_t)i + 1;
    }
    return true;
}

int32_t gf_bpe_find(const struct gf_bpe *b, const char *text, size_t n)
{
    size_t number = gf_strings_find(&b->known, text, n, 0);
    return number == GF_NO_STRING ? -1 : b->id[number];
}

size_t gf_bpe_put_spaces(char *room, const char *text, size_t n)
{
    static const char mark[] = "\xe2\x96\x81";
    size_t length = 0;
    for (size_t i = 0; i < n;) {
        bool space = n - i >= 3 && memcmp(text + i, mark, 3) == 0;
        room[length++] = space ? ' ' : text[i];
        i += space ? 3 : 1;
    }
    return length;
}

/* ---- merging ------------------------------------------------------------------------ */

/* Part of a chunk; symbols are numbered by the position of their first byte. */
struct symbol {
    uint32_t n;    /* bytes; 0: now part of the one before */
    uint32_t back; /* the symbol before */
    int32_t id;    /* -1: no token */
};

struct chunk {
    const struct gf_bpe *bpe;
    const char *text; /* [n] */
    size_t n, room;
    struct symbol *symbols; /* [room + 1] */
    struct gf_heap pairs;   /* each merge adds two */
};

static bool reserve(struct chunk *q, struct gf_arena *arena, size_t n)
{
    if (n <= q->room) return true;
    q->room = n > 2 * q->room ? n : 2 * q->room;
    q->symbols = gf_arena_array(arena, q->room + 1, sizeof *q->symbols);
    q->pairs.list = gf_arena_array(arena, 3 * q->room + 1, sizeof *q->pairs.list);
    arena->failed = arena->failed || n > UINT32_MAX;
    return !arena->failed;
}

/* Appends a symbol of n > 0 bytes. */
static void append(struct chunk *q, size_t n, int32_t id)
{
    /* The place after the last symbol holds, until now, the position of that one. */
    uint32_t back = q->symbols[q->n].back;
    memset(q->symbols + q->n, 0, n * sizeof *q->symbols);
    q->symbols[q->n] = (struct symbol){(uint32_t)n, back, id};
    q->symbols[q->n + n].back = (uint32_t)q->n;
    q->n += n;
}

/* The order of floats as that of numbers. */
static uint32_t rank_of(float score)
{
    uint32_t bits;
    score += 0.0f; /* -0 is 0 */
    memcpy(&bits, &score, sizeof bits);
    return bits ^ (bits >> 31 ? UINT32_MAX : 0x80000000u);
}

/* Queues the symbol at `left` and the next one, if they merge. */
static void consider(struct chunk *q, uint32_t left)
{
    const struct gf_bpe *b = q->bpe;
    const struct symbol *first = &q->symbols[left], *second = first + first->n;
    if (left + first->n >= q->n || first->id < 0 || second->id < 0) return;
    uint32_t n = first->n + second->n, rank = 0;
    int32_t id = -1;
    if (b->score) {
        id = gf_bpe_find(b, q->text + left, n);
        rank = id < 0 ? 0 : rank_of(b->score[id]);
    } else {
        uint32_t found = *merge_at(b, first->id, second->id);
        id = found ? b->made[found - 1] : -1;
        rank = UINT32_MAX - found;
    }
    if (id >= 0) {
        uint64_t key = (uint64_t)rank << 32 | (UINT32_MAX - left);
        gf_heap_push(&q->pairs, (struct gf_heap_item){key, n, id});
    }
}

/* Merges until no two neighbours merge. The queue is that of SentencePiece's bpe_model.cc:
 * pairs whose symbols have changed are skipped when their turn comes. */
static void merge(struct chunk *q)
{
    for (size_t at = 0; at < q->n; at += q->symbols[at].n) {
        consider(q, (uint32_t)at);
    }
    while (q->pairs.n > 0) {
        struct gf_heap_item best = gf_heap_pop(&q->pairs);
        uint32_t at = UINT32_MAX - (uint32_t)best.key, n = best.number;
        struct symbol *left = &q->symbols[at], *right = left + left->n;
        if (left->n == 0 || left->n >= n || left->n + right->n != n) {
            continue;
        }
        right->n = 0;
        *left = (struct symbol){n, left->back, best.id};
        left[n].back = at; /* at the end: of no symbol */
        if (at > 0) {
            consider(q, left->back);
        }
        consider(q, at);
    }
}

/* ---- encoding ----------------------------------------------------------------------- */

/* The length of the characters before the first that has a token. */
static size_t unknown_length(const struct gf_bpe *b, const char *text, size_t n)
{
    size_t at = 0;
    uint32_t c;
    for (size_t k; at < n; at += k) {
        k = gf_utf8_decode(text + at, n - at, &c);
        if (gf_bpe_find(b, text + at, k) >= 0) {
            break;
        }
    }
    return at;
}

/* What a chunk begins as. Pieces without a token wait until all else is merged. */
static void begin(struct chunk *q, const char *text, size_t n)
{
    const struct gf_bpe *b = q->bpe;
    uint32_t c;
    q->text = text;
    q->n = 0;
    q->symbols[0].back = 0;
    for (size_t at = 0, k; at < n; at += k) {
        bool fused = !b->score && b->unknown >= 0;
        k = fused ? unknown_length(b, text + at, n - at) : 0;
        if (k > 0) {
            append(q, k, b->unknown);
            continue;
        }
        k = b->bytes ? 1 : gf_utf8_decode(text + at, n - at, &c);
        int32_t id = b->bytes ? -1 : gf_bpe_find(b, text + at, k);
        if (id >= 0 || b->score) append(q, k, id);
        for (size_t i = 0; id < 0 && !b->score && i < k; i++) {
            append(q, 1, b->byte[(unsigned char)text[at + i]]);
        }
    }
}

/* A character that is no piece, after ids[0 .. count): its bytes, or <unk>, one for all that
 * follow each other. Returns the new count. */
static size_t fall_back(const struct gf_bpe *b, const char *text, size_t n,
                        int32_t *ids, size_t count)
{
    for (size_t i = 0; i < n; i++) {
        ids[count + i] = b->byte[(unsigned char)text[i]];
        if (ids[count + i] < 0) {
            bool goes_on = count > 0 && ids[count - 1] == b->unknown;
            ids[count] = b->unknown;
            return count + !goes_on;
        }
    }
    return count + n;
}

/* A chunk after ids[0 .. count). Returns the new count. */
static size_t encode_chunk(struct chunk *q, const char *text, size_t n, int32_t *ids,
                           size_t count)
{
    const struct gf_bpe *b = q->bpe;
    int32_t id = b->whole ? gf_bpe_find(b, text, n) : -1;
    if (id >= 0) {
        ids[count] = id;
        return count + 1;
    }
    begin(q, text, n);
    merge(q);
    for (size_t at = 0; at < n; at += q->symbols[at].n) {
        const struct symbol *s = &q->symbols[at];
        if (s->id < 0) {
            count = fall_back(b, text + at, s->n, ids, count);
        } else {
            ids[count++] = s->id;
        }
    }
    return count;
}

enum gf_status gf_bpe_encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    const struct gf_bpe *b = t->bpe;
    GF_SCOPED_ARENA(scratch);
    struct chunk q = {.bpe = b};
    size_t count = 0;
    struct gf_piece piece;
    for (size_t at = 0; !scratch.failed && gf_next_piece(t, text + at, n - at, &piece);
         at += piece.n) {
        if (piece.id >= 0) {
            ids[count++] = piece.id;
            continue;
        }
        for (size_t i = at, end = at + piece.n, k; i < end; i += k) {
            k = gf_split_length(b->split, text + i, end - i);
            if (!reserve(&q, &scratch, k)) {
                break;
            }
            count = encode_chunk(&q, text + i, k, ids, count);
        }
    }
    if (scratch.failed) return gf_fail(err, GF_E_no_memory);
    *n_ids = count;
    return GF_OK;
}

/* ---- as JSON ------------------------------------------------------------------------ */

static void write_token(const struct gf_tokenizer *t, struct gf_json_writer *w,
                        size_t i, bool is_added, struct gf_buffer *letters)
{
    const struct gf_bpe *b = t->bpe;
    const char *text = t->text + t->start[i];
    size_t n = t->start[i + 1] - t->start[i];
    if (n == 0 && !b->score) {
        gf_json_null(w);
    } else if (!b->bytes && n == 1 && b->byte[(unsigned char)*text] == (int32_t)i) {
        char name[GF_BYTE_NAME];
        gf_byte_name(name, (unsigned char)*text);
        gf_json_string_n(w, name, sizeof name);
    } else if (!b->bytes || is_added) {
        gf_json_string_n(w, text, n);
    } else {
        char utf8[4];
        letters->n = 0;
        for (size_t k = 0; k < n; k++) {
            gf_buffer_put(letters, utf8,
                          gf_utf8_encode(gf_byte_letter((unsigned char)text[k]), utf8));
        }
        gf_json_string_n(w, letters->data, letters->n);
    }
}

void gf_bpe_write_tokens(const struct gf_tokenizer *t, struct gf_json_writer *w,
                         const char *key)
{
    struct gf_buffer letters = {.arena = w->out->arena};
    gf_json_begin_array(gf_json_key(w, key));
    for (size_t i = 0, k = 0; i < gf_n_regular(t); i++) {
        bool is_added = k < t->n_added && t->added[k].id == (int32_t)i;
        write_token(t, w, i, is_added, &letters);
        k += is_added;
    }
    gf_json_end_array(w);
}

void gf_bpe_write_merges(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    const struct gf_bpe *b = t->bpe;
    gf_json_begin_array(gf_json_key(w, "merges"));
    for (size_t i = 0; i < b->n_merges; i++) {
        gf_json_int(w, b->left[i]);
        gf_json_int(w, b->right[i]);
    }
    gf_json_end_array(w);
}

struct gf_bpe_token *gf_bpe_read_tokens(const struct gf_json *list,
                                        struct gf_arena *scratch)
{
    struct gf_bpe_token *tokens = gf_arena_array(scratch, list->n, sizeof *tokens);
    size_t i = 0;
    for (const struct gf_json *e = tokens ? list->first : NULL; e; e = e->next, i++) {
        gf_json_as_string(e, &tokens[i].text, &tokens[i].n);
    }
    return tokens;
}

bool gf_bpe_read_merges(struct gf_bpe *b, struct gf_arena *arena,
                        const struct gf_json *list, size_t n_vocab)
{
    if (!gf_bpe_reserve_merges(b, arena, list->n / 2)) return false;
    const struct gf_json *e = list->first;
    for (; b->n_merges < list->n / 2; b->n_merges++, e = e->next->next) {
        size_t i = b->n_merges;
        b->left[i] = b->right[i] = -1;
        gf_bpe_read_number(e, 0, n_vocab, &b->left[i]);
        gf_bpe_read_number(e->next, 0, n_vocab, &b->right[i]);
    }
    return true;
}

bool gf_bpe_read_number(const struct gf_json *value, int64_t least, size_t below,
                        int32_t *out)
{
    int64_t x = 0;
    if (!gf_json_as_int(value, &x) || x < least || x >= (int64_t)below) return false;
    *out = (int32_t)x;
    return true;
}
