/* The merges of byte pair encoding: an ordered list of pairs of tokens.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_MERGES_H
#define GF_TEXT_MERGES_H

#include "base/arena.h"

struct gf_merges {
    size_t n;
    int32_t *left, *right; /* [n] */
    uint32_t *slot;        /* [n_slots] i + 1 by the hash of the pair; 0: free */
    size_t n_slots;
};

/* Room for n merges, to be filled in; then n is set and they are indexed. False without
 * memory. */
bool gf_merges_reserve(struct gf_merges *m, struct gf_arena *arena, size_t n);
bool gf_merges_index(struct gf_merges *m, struct gf_arena *arena);

/* The number of the merge of this pair, of equals the last; SIZE_MAX: there is none. */
size_t gf_merges_find(const struct gf_merges *m, int32_t left, int32_t right);

#endif
