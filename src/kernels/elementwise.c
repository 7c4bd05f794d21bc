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

GF_INLINE void with_slope(float *y, float *slope, const float *z, size_t n,
                          enum gf_act act)
{
    size_t i = 0;
    for (; i + 2 * GF_LANES <= n; i += 2 * GF_LANES) {
        gf_vf u = gf_load(z + i), v = gf_load(z + i + GF_LANES);
        gf_vf a = gf_act_common(u, act), b = gf_act_common(v, act);
        gf_store(y + i, gf_act_value(u, a, act));
        gf_store(y + i + GF_LANES, gf_act_value(v, b, act));
        a = gf_act_slope(u, a, act);
        b = gf_act_slope(v, b, act);
        gf_store(slope + i, a);
        gf_store(slope + i + GF_LANES, b);
    }
    for (; i < n; i += GF_LANES) {
        gf_vf x = gf_load_n(z + i, n - i), common = gf_act_common(x, act);
        gf_store_n(y + i, gf_act_value(x, common, act), n - i);
        gf_store_n(slope + i, gf_act_slope(x, common, act), n - i);
    }
}

/* One loop per function instead of a choice per vector: call(act) with each as a constant. */
#define ONE_LOOP_EACH(act, call) \
    switch (act) { \
    case GF_ACT_NONE: \
        call(GF_ACT_NONE); \
        break; \
    case GF_ACT_RELU: \
        call(GF_ACT_RELU); \
        break; \
    case GF_ACT_GELU: \
        call(GF_ACT_GELU); \
        break; \
    case GF_ACT_GELU_TANH: \
        call(GF_ACT_GELU_TANH); \
        break; \
    case GF_ACT_SILU: \
        call(GF_ACT_SILU); \
        break; \
    case GF_ACT_RELU2: \
        call(GF_ACT_RELU2); \
        break; \
    }

void GF_FN(activation_forward)(float *y, const float *z, size_t n, enum gf_act act)
{
#define FORWARD(constant) forward(y, z, n, constant)
    ONE_LOOP_EACH(act, FORWARD)
#undef FORWARD
}

void GF_FN(activation_with_slope)(float *y, float *slope, const float *z, size_t n,
                                  enum gf_act act)
{
#define WITH_SLOPE(constant) with_slope(y, slope, z, n, constant)
    ONE_LOOP_EACH(act, WITH_SLOPE)
#undef WITH_SLOPE
}

void GF_FN(activation_backward)(float *dz, const float *dy, const float *z, size_t n,
                                enum gf_act act)
{
#define BACKWARD(constant) backward(dz, dy, z, n, constant)
    ONE_LOOP_EACH(act, BACKWARD)
#undef BACKWARD
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
