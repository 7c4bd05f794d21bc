/* The passes of attention over rows of scores, padded to a length n that is a multiple of
 * GF_ROW_STEP: the same bits as rows.h and softmax.h, without a test per vector.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_PADDED_ROWS_H
#define GF_KERNELS_PADDED_ROWS_H

#include "kernels/lanes.h"
#include "simd/vecmath.h"

GF_INLINE float gf_padded_max(const float *x, size_t n)
{
    struct gf_row max;
    for (size_t j = 0; j < GF_ROW_VECTORS; j++) max.v[j] = gf_splat(-__builtin_inff());
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++)
            max.v[j] = gf_pmax(max.v[j], gf_load(x + i + j * GF_LANES));
    }
    return gf_row_max(max);
}

/* x[i] = factor * exp(x[i] - max); the sum of all, or of their products with y. */
static __attribute__((noinline)) float gf_padded_exp(float *x, size_t n, float max,
                                                     float factor, const float *y)
{
    enum { PAIR = GF_ROW_VECTORS > 1 ? 2 : 1 };
    const gf_vf top = gf_splat(max), f = gf_splat(factor);
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_ROLLED
        for (size_t j = 0; j < GF_ROW_VECTORS; j += PAIR) {
            float *at = x + i + j * GF_LANES;
            gf_vf v[PAIR]; /* two at a time hide each other's latency */
            GF_UNROLL
            for (size_t k = 0; k < PAIR; k++)
                v[k] = gf_vexp(gf_load(at + k * GF_LANES) - top);
            GF_UNROLL
            for (size_t k = 0; k < PAIR; k++) {
                v[k] = v[k] * f;
                gf_store(at + k * GF_LANES, v[k]);
                sum.v[j + k] =
                    y ? gf_madd(sum.v[j + k], v[k], gf_load(y + i + (j + k) * GF_LANES))
                      : sum.v[j + k] + v[k];
            }
        }
    }
    return gf_row_sum(sum);
}

GF_INLINE void gf_padded_scale(float *x, float factor, size_t n)
{
    const gf_vf f = gf_splat(factor);
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            float *at = x + i + j * GF_LANES;
            gf_store(at, gf_load(at) * f);
        }
    }
}

#endif
