/* The sum over shards inside one pass, as a balanced binary tree
 * ((0+1)+(2+3))+((4+5)+(6+7)): the lower levels of train/gradient_tree.h, tile by tile, so
 * that no gradient of a single shard is ever stored. One buffer per level suffices. It is
 * binary counting: when shard s has been summed, as many sums are pending to its left as s
 * has bits set; each trailing 1 of s is a carry, which adds the last two sums.
 *
 *   after shard   pending sums
 *   0             0
 *   1             (0+1)
 *   2             (0+1) 2
 *   3             ((0+1)+(2+3))
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_SHARD_SUM_H
#define GF_KERNELS_SHARD_SUM_H

#include "kernels/lanes.h"

/* The level, and so the buffer, that shard s is summed into. */
GF_INLINE size_t gf_tree_level(size_t s)
{
    return (size_t)__builtin_popcountll(s);
}

/* Shard s is complete in stack[gf_tree_level(s) * n]. */
GF_INLINE void gf_tree_join(float *stack, size_t n, size_t s)
{
    float *top = stack + gf_tree_level(s) * n;
    for (; s & 1; s >>= 1, top -= n) GF_FN(add)(top - n, top - n, top, n);
}

/* Starts the sum of shard s: at +0, or with carry at the value of the result. */
GF_INLINE float *gf_tree_begin(float *stack, size_t n, size_t s,
                               const struct gf_shards *shards, const float *result)
{
    float *sum = stack + gf_tree_level(s) * n;
    if (shards->carry)
        memcpy(sum, result, n * sizeof(float));
    else
        memset(sum, 0, n * sizeof(float));
    return sum;
}

#endif
