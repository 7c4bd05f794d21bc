/* Hashes, and things of a list found by theirs.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_HASH_H
#define GF_BASE_HASH_H

#include "base/arena.h"
#include "base/rng.h"

/* FNV-1a (Fowler, Noll & Vo, RFC 9923): of bytes that follow those whose hash is `h`; begins
 * with GF_HASH. */
#define GF_HASH 0xcbf29ce484222325u

static inline uint64_t gf_hash(uint64_t h, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return h;
}

static inline uint64_t gf_hash_pair(int32_t left, int32_t right)
{
    return gf_rng_mix64((uint64_t)(uint32_t)left << 32 | (uint32_t)right);
}

/* The numbers of things by their hashes: open addressing with linear probing, at most half
 * full. The things themselves lie elsewhere: whoever asks compares them.
 *
 *     uint32_t *at = gf_index_first(&index, hash);
 *     while (*at && list[*at - 1] is another) at = gf_index_next(&index, at);
 *
 * Then *at is the thing's number + 1, or 0 where it belongs. */
struct gf_index {
    uint32_t *slot; /* [n_slots] number + 1; 0: free */
    size_t n_slots; /* a power of two */
};

/* An empty one with room for n things. False without memory. */
static inline bool gf_index_new(struct gf_index *index, struct gf_arena *arena,
                                size_t n)
{
    index->n_slots = 2;
    while (index->n_slots / 2 < n && index->n_slots < SIZE_MAX / 2) {
        index->n_slots *= 2;
    }
    index->slot = gf_arena_array(arena, index->n_slots, sizeof *index->slot);
    return index->slot;
}

static inline uint32_t *gf_index_first(const struct gf_index *index, uint64_t hash)
{
    return index->slot + ((size_t)hash & (index->n_slots - 1));
}

static inline uint32_t *gf_index_next(const struct gf_index *index, uint32_t *at)
{
    return at + 1 == index->slot + index->n_slots ? index->slot : at + 1;
}

#endif
