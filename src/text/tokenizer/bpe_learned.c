/* Byte pairs learned from a text: a token is a byte, or a pair of tokens that was frequent.
 * All 256 bytes are tokens, so no text is unknown and decoding restores every text.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/kind.h"

#include <string.h>

/* The rules; no tables yet. */
static bool begin(struct gf_tokenizer *t, struct gf_arena *arena)
{
    t->bpe = gf_arena_alloc(arena, sizeof *t->bpe);
    if (!t->bpe) return false;
    *t->bpe = (struct gf_bpe){.bytes = true,
                              .split = GF_SPLIT_GLASSFORMER,
                              .begin = -1,
                              .end = -1,
                              .unknown = -1};
    return true;
}

/* The lengths of the bytes and of what the merges make, and their sum; the number of the first
 * merge that is not of two earlier tokens, no longer together than a chunk. */
static size_t measure(const struct gf_bpe *b, uint8_t *length, size_t *n_bytes)
{
    memset(length, 1, GF_N_BYTES);
    *n_bytes = GF_N_BYTES;
    for (size_t i = 0; i < b->n_merges; i++) {
        int32_t left = b->left[i], right = b->right[i],
                made = (int32_t)(GF_N_BYTES + i);
        if (left < 0 || right < 0 || left >= made || right >= made ||
            length[left] + length[right] > GF_MAX_CHUNK) {
            return i;
        }
        length[made] = (uint8_t)(length[left] + length[right]);
        *n_bytes += length[made];
    }
    return b->n_merges;
}

/* Makes the tokens of the merges, each a pair of earlier ones. */
static enum gf_status finish(struct gf_tokenizer *t, struct gf_arena *arena,
                             struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    GF_SCOPED_ARENA(scratch);
    size_t V = GF_N_BYTES + b->n_merges, n_bytes = 0;
    uint8_t *length = gf_arena_alloc(&scratch, V);
    size_t n_valid = length ? measure(b, length, &n_bytes) : 0;
    if (length && n_valid < b->n_merges) {
        return gf_fail(err, GF_E_vocabulary_merge, n_valid);
    }
    bool ok = length && gf_bpe_reserve(t, arena, V, n_bytes);
    for (size_t i = 0; ok && i < GF_N_BYTES; i++) {
        const char byte = (char)i;
        gf_texts_add(t, i, &byte, 1);
        b->byte[i] = (int32_t)i;
    }
    for (size_t i = 0; ok && i < b->n_merges; i++) {
        const int32_t halves[] = {b->left[i], b->right[i]};
        char text[GF_MAX_CHUNK];
        size_t n = 0;
        for (int h = 0; h < 2; h++) {
            const uint32_t *start = t->start + halves[h];
            memcpy(text + n, t->text + start[0], start[1] - start[0]);
            n += start[1] - start[0];
        }
        gf_texts_add(t, GF_N_BYTES + i, text, n);
        b->made[i] = (int32_t)(GF_N_BYTES + i);
    }
    ok = ok && gf_bpe_finish(b, arena);
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

static enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err)
{
    size_t V = options->vocab_size ? options->vocab_size : GF_DEFAULT_BPE_VOCAB;
    size_t least = GF_N_BYTES + t->n_special;
    if (V < least || V > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_vocab_size_out_of_range, "vocab_limit", V, least,
                       GF_MAX_VOCAB);
    }
    bool ok = begin(t, arena) && gf_bpe_reserve_merges(t->bpe, arena, V - least) &&
              gf_bpe_train(t, text, n, V - least);
    return ok ? finish(t, arena, err) : gf_fail(err, GF_E_no_memory);
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const struct gf_json *list = gf_json_member(json, "merges", GF_JSON_ARRAY);
    if (!list || list->n % 2 != 0 ||
        GF_N_BYTES + list->n / 2 + t->n_special > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_vocabulary_merges);
    }
    bool ok = begin(t, arena) && gf_bpe_read_merges(t->bpe, arena, list, GF_MAX_VOCAB);
    return ok ? finish(t, arena, err) : gf_fail(err, GF_E_no_memory);
}

const struct gf_kind gf_bpe_kind = {.name = "bpe",
                                    .unit = "tokens",
                                    .build = build,
                                    .encode = gf_bpe_encode,
                                    .write = gf_bpe_write_merges,
                                    .read = read};
