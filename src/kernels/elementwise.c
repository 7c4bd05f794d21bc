/* Loops over contiguous floats.
 * SPDX-License-Identifier: MIT */
#include "kernels/activation.h"
#include "kernels/lanes.h"

/* Two vectors at a time: they share the constants and hide each other's latency. The rest of a
 * row is done in copies: second bodies of erf and exp would be kilobytes of WebAssembly. */
GF_INLINE void activate_all(float *y, float *slope, const float *z, size_t n,
                            enum gf_act act)
{
    enum { PAIR = 2 * GF_LANES };
    for (size_t i = 0; i < n; i += PAIR) {
        float rest[2 * PAIR];
        const bool whole = n - i >= PAIR;
        const float *from = whole ? z + i : rest;
        float *to = whole ? y + i : rest;
        if (!whole) {
            memset(rest, 0, sizeof rest);
            memcpy(rest, z + i, (n - i) * sizeof(float));
        }
        gf_vf u = gf_load(from), v = gf_load(from + GF_LANES);
        gf_vf a = gf_act_common(u, act), b = gf_act_common(v, act);
        gf_store(to, gf_act_value(u, a, act));
        gf_store(to + GF_LANES, gf_act_value(v, b, act));
        if (slope) {
            float *to_slope = whole ? slope + i : rest + PAIR;
            a = gf_act_slope(u, a, act);
            b = gf_act_slope(v, b, act);
            gf_store(to_slope, a);
            gf_store(to_slope + GF_LANES, b);
        }
        if (whole) continue;
        memcpy(y + i, rest, (n - i) * sizeof(float));
        if (slope) memcpy(slope + i, rest + PAIR, (n - i) * sizeof(float));
    }
}

void GF_FN(activation)(float *y, float *slope, const float *z, size_t n,
                       enum gf_act act)
{
    switch (act) { /* one loop for each instead of a choice per vector */
    case GF_ACT_NONE:
        activate_all(y, slope, z, n, GF_ACT_NONE);
        break;
    case GF_ACT_RELU:
        activate_all(y, slope, z, n, GF_ACT_RELU);
        break;
    case GF_ACT_GELU:
        activate_all(y, slope, z, n, GF_ACT_GELU);
        break;
    case GF_ACT_GELU_TANH:
        activate_all(y, slope, z, n, GF_ACT_GELU_TANH);
        break;
    case GF_ACT_SILU:
        activate_all(y, slope, z, n, GF_ACT_SILU);
        break;
    case GF_ACT_RELU2:
        activate_all(y, slope, z, n, GF_ACT_RELU2);
        break;
    }
}

/* By the slopes of a few elements at a time: training keeps them from the forward pass, so
 * only inspection comes here, and a ReLU. That passes dy or +0: a product with its slope would
 * make -0 of a negative dy. */
void GF_FN(activation_backward)(float *dz, const float *dy, const float *z, size_t n,
                                enum gf_act act)
{
    enum { CHUNK = 128 };
    float unwanted[CHUNK], slope[CHUNK];
    if (act == GF_ACT_NONE || act == GF_ACT_RELU) {
        for (size_t i = 0; i < n; i += GF_LANES) {
            gf_vf d = gf_load_n(dy + i, n - i), x = gf_load_n(z + i, n - i);
            gf_store_n(dz + i, act == GF_ACT_RELU ? gf_mask(~(x <= 0.0f), d) : d,
                       n - i);
        }
        return;
    }
    for (size_t i = 0; i < n; i += CHUNK) {
        const size_t m = gf_min_size(CHUNK, n - i);
        GF_FN(activation)(unwanted, slope, z + i, m, act);
        GF_FN(multiply)(dz + i, dy + i, slope, m, false);
    }
}

void GF_FN(add)(float *y, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i += GF_LANES)
        gf_store_n(y + i, gf_load_n(a + i, n - i) + gf_load_n(b + i, n - i), n - i);
}

void GF_FN(multiply)(float *y, const float *a, const float *b, size_t n,
                     bool accumulate)
{
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_vf product = gf_load_n(a + i, n - i) * gf_load_n(b + i, n - i);
        if (accumulate) product = gf_load_n(y + i, n - i) + product;
        gf_store_n(y + i, product, n - i);
    }
}

void GF_FN(scale)(float *y, const float *x, float factor, size_t n)
{
    for (size_t i = 0; i < n; i += GF_LANES)
        gf_store_n(y + i, gf_load_n(x + i, n - i) * gf_splat(factor), n - i);
}

void GF_FN(soft_cap_forward)(float *y, const float *x, size_t n, float cap)
{
    const gf_vf c = gf_splat(cap);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_store_n(y + i, c * gf_vtanh(gf_load_n(x + i, n - i) / c), n - i);
    }
}

/* dx = dy (1 - (y / cap)^2). */
void GF_FN(soft_cap_backward)(float *dx, const float *dy, const float *y, size_t n,
                              float cap)
{
    const gf_vf c = gf_splat(cap), one = gf_splat(1);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_vf t = gf_load_n(y + i, n - i) / c;
        gf_store_n(dx + i, gf_load_n(dy + i, n - i) * (one - t * t), n - i);
    }
}
