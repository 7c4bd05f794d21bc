/* Byte pair encoding: a token is a byte, or a pair of tokens that was frequent. All 256 bytes
 * are tokens, so no text is unknown and decoding restores every text.
 * P. Gage, "A new algorithm for data compression", 1994; for language models
 * R. Sennrich, B. Haddow, A. Birch, "Neural machine translation of rare words with
 * subword units", ACL 2016; over bytes A. Radford et al., GPT-2, 2019.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/bpe_train.h"

#include "text/tokenizer/chunks.h"
#include "text/tokenizer/kind.h"
#include "text/tokenizer/merges.h"

#include <string.h>

/* ---- merges ---------------------------------------------------------------------- */

/* The token that a pair merges to, or INT32_MAX: merge i makes GF_N_BYTES + i. */
static int32_t merged(const struct gf_merges *m, int32_t left, int32_t right)
{
    size_t found = gf_merges_find(m, left, right);
    return found == SIZE_MAX ? INT32_MAX : (int32_t)(GF_N_BYTES + found);
}

/* Fills in the texts of the bytes and then of the merges. */
static bool fill_texts(struct gf_tokenizer *t, struct gf_arena *arena)
{
    const struct gf_merges *m = t->merges;
    struct gf_arena scratch = {0};
    uint32_t *length = gf_arena_array(&scratch, GF_N_BYTES + m->n, sizeof *length);
    size_t n_bytes = 0;
    for (size_t i = 0; length && i < GF_N_BYTES + m->n; i++) {
        length[i] = i < GF_N_BYTES ? 1
                                   : length[m->left[i - GF_N_BYTES]] +
                                         length[m->right[i - GF_N_BYTES]];
        n_bytes += length[i];
    }
    bool ok = length && gf_texts_reserve(t, arena, GF_N_BYTES + m->n, n_bytes);
    gf_arena_free(&scratch);
    for (size_t i = 0; ok && i < GF_N_BYTES + m->n; i++) {
        if (i < GF_N_BYTES) {
            const char byte = (char)i;
            gf_texts_add(t, i, &byte, 1);
            continue;
        }
        size_t a = (size_t)m->left[i - GF_N_BYTES],
               b = (size_t)m->right[i - GF_N_BYTES];
        size_t n_a = t->start[a + 1] - t->start[a], n_b = t->start[b + 1] - t->start[b];
        char both[2 * GF_MAX_CHUNK];
        memcpy(both, t->text + t->start[a], n_a);
        memcpy(both + n_a, t->text + t->start[b], n_b);
        gf_texts_add(t, i, both, n_a + n_b);
    }
    return ok;
}

/* Room for n merges, to be filled in. */
static bool reserve_merges(struct gf_tokenizer *t, struct gf_arena *arena, size_t n)
{
    t->merges = gf_arena_alloc(arena, sizeof *t->merges);
    if (!t->merges) return false;
    return gf_merges_reserve(t->merges, arena, n);
}

static enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err)
{
    size_t V = options->vocab_size ? options->vocab_size : GF_DEFAULT_BPE_VOCAB;
    size_t least = GF_N_BYTES + t->n_special;
    if (V < least || V > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_vocab_size_out_of_range, "vocab_size", V, least,
                       GF_MAX_VOCAB);
    }
    bool ok = reserve_merges(t, arena, V - least);
    struct gf_merges *m = t->merges;
    ok = ok && gf_bpe_train(t, text, n, V - least, m->left, m->right, &m->n) &&
         gf_merges_index(m, arena) && fill_texts(t, arena);
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

/* ---- encoding -------------------------------------------------------------------- */

/* Applies the merges to n ids in the order in which they were learned, leftmost first;
 * returns the new number of ids. n is at most GF_MAX_CHUNK, so linear search is fast. */
static size_t merge_chunk(const struct gf_merges *m, int32_t *ids, size_t n)
{
    int32_t pair[GF_MAX_CHUNK]; /* pair[i]: what ids[i] and ids[i + 1] merge to */
    for (size_t i = 0; i + 1 < n; i++) {
        pair[i] = merged(m, ids[i], ids[i + 1]);
    }
    while (n > 1) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < n; i++) {
            best = pair[i] < pair[best] ? i : best;
        }
        if (pair[best] == INT32_MAX) {
            break;
        }
        ids[best] = pair[best];
        n--;
        memmove(ids + best + 1, ids + best + 2, (n - best - 1) * sizeof *ids);
        memmove(pair + best, pair + best + 1, (n - best - 1) * sizeof *pair);
        if (best > 0) {
            pair[best - 1] = merged(m, ids[best - 1], ids[best]);
        }
        if (best + 1 < n) {
            pair[best] = merged(m, ids[best], ids[best + 1]);
        }
    }
    return n;
}

static enum gf_status encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    (void)err; /* no text is unknown */
    size_t count = 0;
    struct gf_piece piece;
    for (size_t at = 0; gf_next_piece(t, text + at, n - at, &piece);) {
        if (piece.special != SIZE_MAX) {
            ids[count++] = (int32_t)(gf_n_regular(t) + piece.special);
            at += piece.n;
            continue;
        }
        size_t end = at + piece.n;
        while (at < end) {
            size_t length = gf_chunk_length(text + at, end - at);
            /* There are never more ids than bytes, so the chunk fits after them. */
            for (size_t i = 0; i < length; i++) {
                ids[count + i] = (unsigned char)text[at + i];
            }
            count += merge_chunk(t->merges, ids + count, length);
            at += length;
        }
    }
    *n_ids = count;
    return GF_OK;
}

/* ---- saving ---------------------------------------------------------------------- */

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    gf_json_begin_array(gf_json_key(w, "merges"));
    for (size_t i = 0; i < t->merges->n; i++) {
        gf_json_int(w, t->merges->left[i]);
        gf_json_int(w, t->merges->right[i]);
    }
    gf_json_end_array(w);
}

/* Merge i of a file: two earlier tokens that together are no longer than a chunk. length [i]
 * is that of token i. */
static bool read_merge(const struct gf_json *left, const struct gf_json *right,
                       struct gf_merges *m, size_t i, uint8_t *length)
{
    uint64_t a, b;
    if (!gf_json_as_uint(left, &a) || !gf_json_as_uint(right, &b) ||
        a >= GF_N_BYTES + i || b >= GF_N_BYTES + i ||
        length[a] + length[b] > GF_MAX_CHUNK) {
        return false;
    }
    length[GF_N_BYTES + i] = (uint8_t)(length[a] + length[b]);
    m->left[i] = (int32_t)a;
    m->right[i] = (int32_t)b;
    return true;
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const struct gf_json *list = gf_json_get(json, "merges");
    size_t n = list && list->type == GF_JSON_ARRAY ? list->n / 2 : 0;
    if (!list || list->type != GF_JSON_ARRAY || list->n % 2 != 0 ||
        GF_N_BYTES + n + t->n_special > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_vocabulary_merges);
    }
    struct gf_arena scratch = {0};
    uint8_t *length = gf_arena_alloc(&scratch, GF_N_BYTES + n);
    bool ok = length && reserve_merges(t, arena, n), valid = true;
    if (ok) {
        memset(length, 1, GF_N_BYTES);
        const struct gf_json *e = list->first;
        for (t->merges->n = 0; valid && t->merges->n < n; t->merges->n++) {
            valid = read_merge(e, e->next, t->merges, t->merges->n, length);
            e = e->next->next;
        }
    }
    gf_arena_free(&scratch);
    if (!valid) return gf_fail(err, GF_E_vocabulary_merge, t->merges->n - 1);
    ok = ok && gf_merges_index(t->merges, arena) && fill_texts(t, arena);
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

const struct gf_kind gf_bpe_kind = {"bpe", "tokens", build, encode, write,
                                    read,  NULL,     NULL,  NULL};
