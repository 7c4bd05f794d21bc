/* Merges: what byte pair encoding has learned. Private to text/.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BPE_H
#define GF_TEXT_BPE_H

#include "text/kinds.h"

enum { GF_N_BYTES = 256, GF_MAX_CHUNK = 64 };

/* Merge i turns left[i] followed by right[i] into the token GF_N_BYTES + i. */
struct gf_merges {
    size_t n;
    int32_t *left, *right; /* [n] */
    uint32_t *slot;        /* [n_slots] i + 1 by the hash of the pair; 0: free */
    size_t n_slots;
};

/* The length in bytes of the chunk that text[0 .. n), n > 0, begins with. Pairs are
 * merged inside chunks only, so tokens do not run across words: letters, digits or
 * marks, each with one space before them, or white space. Never more than GF_MAX_CHUNK
 * bytes, which bounds the time of encoding. */
size_t gf_chunk_length(const char *text, size_t n);

/* Learns up to n_merges merges from a text and writes them to left and right
 * [n_merges]; *n_learned is how many there were. False without memory. */
bool gf_bpe_train(const struct gf_tokenizer *t, const char *text, size_t n,
                  size_t n_merges, int32_t *left, int32_t *right, size_t *n_learned);

#endif
