/* The passes of a softmax over one row, shared with attention.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_SOFTMAX_H
#define GF_KERNELS_SOFTMAX_H

#include "kernels/rows.h"
#include "simd/vecmath.h"

/* The last n < GF_LANES of a row, the other lanes -infinity. */
static __attribute__((noinline)) gf_vf gf_load_most(const float *x, size_t n)
{
    float v[GF_LANES];
    for (size_t i = 0; i < GF_LANES; i++) v[i] = i < n ? x[i] : -__builtin_inff();
    return gf_load(v);
}

/* The maximum of x[0..n-1] by the 16-lane pattern, so that between -0 and +0 the choice is
 * always the same. -infinity when n is 0. */
static inline float gf_max_of(const float *x, size_t n)
{
    const gf_vf lowest = gf_splat(-__builtin_inff());
    struct gf_row max;
    for (size_t j = 0; j < GF_ROW_VECTORS; j++) max.v[j] = lowest;
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            const size_t at = i + j * GF_LANES;
            if (at >= n) continue;
            gf_vf v =
                n - at >= GF_LANES ? gf_load(x + at) : gf_load_most(x + at, n - at);
            max.v[j] = gf_pmax(max.v[j], v);
        }
    }
    return gf_row_max(max);
}

/* e[i] = exp((x[i] - max) / temperature), two vectors at a time to hide latency. */
GF_INLINE void gf_exp_to(float *e, const float *x, size_t n, float max,
                         float temperature)
{
    const gf_vf top = gf_splat(max), t = gf_splat(temperature);
    size_t i = 0;
    for (; i + 2 * GF_LANES <= n; i += 2 * GF_LANES) {
        gf_vf a = gf_load(x + i) - top, b = gf_load(x + i + GF_LANES) - top;
        if (temperature != 1.0f) a = a / t, b = b / t;
        a = gf_vexp(a);
        b = gf_vexp(b);
        gf_store(e + i, a);
        gf_store(e + i + GF_LANES, b);
    }
    for (; i < n; i += GF_LANES) {
        gf_vf a = gf_load_n(x + i, n - i) - top;
        if (temperature != 1.0f) a = a / t;
        gf_store_n(e + i, gf_vexp(a), n - i);
    }
}

/* The same, returning the sum by the 16-lane pattern. e may be x; NULL: only the sum. */
static __attribute__((noinline, unused)) float
gf_exp_row(float *e, const float *x, size_t n, float max, float temperature)
{
    enum { CHUNK = 8 * GF_ROW_STEP }; /* stays in the first cache level */
    float unwanted[CHUNK];
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += CHUNK) {
        const size_t m = gf_min_size(CHUNK, n - i);
        float *to = e ? e + i : unwanted;
        gf_exp_to(to, x + i, m, max, temperature);
        gf_row_add(&sum, to, m);
    }
    return gf_row_sum(sum);
}

#endif
