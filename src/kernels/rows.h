/* Reductions of one row by the 16-lane pattern.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_ROWS_H
#define GF_KERNELS_ROWS_H

#include "kernels/lanes.h"

/* Element i of x to lane i mod 16 of the sum. */
GF_INLINE void gf_row_add(struct gf_row *sum, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            const size_t at = i + j * GF_LANES;
            if (at < n) sum->v[j] = sum->v[j] + gf_load_n(x + at, n - at);
        }
    }
}

static inline float gf_sum_of(const float *x, size_t n)
{
    struct gf_row sum = {0};
    gf_row_add(&sum, x, n);
    return gf_row_sum(sum);
}

static inline float gf_dot_of(const float *a, const float *b, size_t n)
{
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            const size_t at = i + j * GF_LANES, rest = n - at;
            if (at < n)
                sum.v[j] =
                    gf_madd(sum.v[j], gf_load_n(a + at, rest), gf_load_n(b + at, rest));
        }
    }
    return gf_row_sum(sum);
}

/* Sum of (x - mean)^2. */
static inline float gf_squares_of(const float *x, float mean, size_t n)
{
    struct gf_row sum = {0};
    const gf_vf m = gf_splat(mean);
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            const size_t at = i + j * GF_LANES;
            if (at >= n) continue;
            gf_vf c = gf_keep_n(gf_load_n(x + at, n - at) - m, n - at);
            sum.v[j] = gf_madd(sum.v[j], c, c);
        }
    }
    return gf_row_sum(sum);
}

#endif
