/* The passes of attention over rows of scores, whose length n is a multiple of
 * GF_ROW_STEP: the same bits as rows.h and softmax.h give, without a test per vector.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_WHOLE_ROWS_H
#define GF_KERNELS_WHOLE_ROWS_H

#include "kernels/lanes.h"
#include "simd/vecmath.h"

GF_INLINE float gf_whole_max(const float *x, size_t n)
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

GF_INLINE float gf_whole_sum(const float *x, size_t n)
{
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++)
            sum.v[j] = sum.v[j] + gf_load(x + i + j * GF_LANES);
    }
    return gf_row_sum(sum);
}

GF_INLINE float gf_whole_dot(const float *a, const float *b, size_t n)
{
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            const size_t at = i + j * GF_LANES;
            sum.v[j] = gf_madd(sum.v[j], gf_load(a + at), gf_load(b + at));
        }
    }
    return gf_row_sum(sum);
}

/* x[i] = factor * exp(x[i] - max). Two vectors at a time, if there are two. */
GF_INLINE void gf_whole_exp(float *x, size_t n, float max, float factor)
{
    enum { STEP = GF_LANES < GF_ROW_STEP ? 2 * GF_LANES : GF_LANES };
    const gf_vf top = gf_splat(max), f = gf_splat(factor);
    for (size_t i = 0; i < n; i += STEP) {
        gf_vf v[STEP / GF_LANES];
        GF_UNROLL
        for (size_t j = 0; j < STEP / GF_LANES; j++)
            v[j] = gf_vexp(gf_load(x + i + j * GF_LANES) - top);
        GF_UNROLL
        for (size_t j = 0; j < STEP / GF_LANES; j++)
            gf_store(x + i + j * GF_LANES, v[j] * f);
    }
}

GF_INLINE void gf_whole_scale(float *x, float factor, size_t n)
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
