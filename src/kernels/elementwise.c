/* Loops over contiguous floats.
 * SPDX-License-Identifier: MIT */
#include "kernels/activation.h"
#include "kernels/lanes.h"

/* Two vectors at a time: they share the constants and hide each other's latency. */
GF_INLINE void forward(float *y, const float *z, size_t n, enum gf_act act)
{
    size_t i = 0;
    for (; i + 2 * GF_LANES <= n; i += 2 * GF_LANES) {
        gf_vf a = gf_activate(gf_load(z + i), act);
        gf_vf b = gf_activate(gf_load(z + i + GF_LANES), act);
        gf_store(y + i, a);
        gf_store(y + i + GF_LANES, b);
    }
    for (; i < n; i += GF_LANES)
        gf_store_n(y + i, gf_activate(gf_load_n(z + i, n - i), act), n - i);
}

GF_INLINE void backward(float *dz, const float *dy, const float *z, size_t n,
                        enum gf_act act)
{
    size_t i = 0;
    for (; i + 2 * GF_LANES <= n; i += 2 * GF_LANES) {
        gf_vf a = gf_activate_back(gf_load(dy + i), gf_load(z + i), act);
        gf_vf b = gf_activate_back(gf_load(dy + i + GF_LANES),
                                   gf_load(z + i + GF_LANES), act);
        gf_store(dz + i, a);
        gf_store(dz + i + GF_LANES, b);
    }
    for (; i < n; i += GF_LANES) {
        gf_vf d = gf_load_n(dy + i, n - i);
        gf_store_n(dz + i, gf_activate_back(d, gf_load_n(z + i, n - i), act), n - i);
    }
}

/* One loop per function instead of a choice per vector. */
void GF_FN(activation_forward)(float *y, const float *z, size_t n, enum gf_act act)
{
    switch (act) {
    case GF_ACT_NONE:
        forward(y, z, n, GF_ACT_NONE);
        break;
    case GF_ACT_RELU:
        forward(y, z, n, GF_ACT_RELU);
        break;
    case GF_ACT_GELU:
        forward(y, z, n, GF_ACT_GELU);
        break;
    case GF_ACT_GELU_TANH:
        forward(y, z, n, GF_ACT_GELU_TANH);
        break;
    case GF_ACT_SILU:
        forward(y, z, n, GF_ACT_SILU);
        break;
    case GF_ACT_RELU2:
        forward(y, z, n, GF_ACT_RELU2);
        break;
    }
}

void GF_FN(activation_backward)(float *dz, const float *dy, const float *z, size_t n,
                                enum gf_act act)
{
    switch (act) {
    case GF_ACT_NONE:
        backward(dz, dy, z, n, GF_ACT_NONE);
        break;
    case GF_ACT_RELU:
        backward(dz, dy, z, n, GF_ACT_RELU);
        break;
    case GF_ACT_GELU:
        backward(dz, dy, z, n, GF_ACT_GELU);
        break;
    case GF_ACT_GELU_TANH:
        backward(dz, dy, z, n, GF_ACT_GELU_TANH);
        break;
    case GF_ACT_SILU:
        backward(dz, dy, z, n, GF_ACT_SILU);
        break;
    case GF_ACT_RELU2:
        backward(dz, dy, z, n, GF_ACT_RELU2);
        break;
    }
}

void GF_FN(add)(float *y, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i += GF_LANES)
        gf_store_n(y + i, gf_load_n(a + i, n - i) + gf_load_n(b + i, n - i), n - i);
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
