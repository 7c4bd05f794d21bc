/* Reductions of one row by the 16-lane pattern.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_ROWS_H
#define GF_KERNELS_ROWS_H

#include "kernels/lanes.h"

/* GF_ROW_STEP floats of a row: x itself, or a copy padded with `fill` when only n are left.
 * One test per step instead of one per vector. */
static __attribute__((noinline, unused)) const float *
gf_step_copy(float *copy, const float *x, size_t n, float fill)
{
    GF_ROLLED
    for (size_t i = 0; i < GF_ROW_STEP; i++) copy[i] = i < n ? x[i] : fill;
    return copy;
}

GF_INLINE const float *gf_step(float *copy, const float *x, size_t n, float fill)
{
    return n >= GF_ROW_STEP ? x : gf_step_copy(copy, x, n, fill);
}

/* Adds element i of x to lane i mod 16 of the sum; padding of +0 changes nothing. */
GF_INLINE void gf_row_add(struct gf_row *sum, const float *x, size_t n)
{
    float copy[GF_ROW_STEP];
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        const float *at = gf_step(copy, x + i, n - i, 0);
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++)
            sum->v[j] = sum->v[j] + gf_load(at + j * GF_LANES);
    }
}

static inline float gf_sum_of(const float *x, size_t n)
{
    struct gf_row sum = {0};
    gf_row_add(&sum, x, n);
    return gf_row_sum(sum);
}

/* Sum of (x - mean)^2. */
static inline float gf_squares_of(const float *x, float mean, size_t n)
{
    float copy[GF_ROW_STEP];
    struct gf_row sum = {0};
    const gf_vf m = gf_splat(mean);
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        const float *at = gf_step(copy, x + i, n - i, mean);
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            gf_vf c = gf_load(at + j * GF_LANES) - m;
            sum.v[j] = gf_madd(sum.v[j], c, c);
        }
    }
    return gf_row_sum(sum);
}

#endif
