/* The activation functions of a vector, for the epilogue of the matrix product and for
 * whole tensors alike: one formula, so fused and separate give the same bits.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_ACTIVATION_H
#define GF_KERNELS_ACTIVATION_H

#include "kernels/kernels.h"
#include "simd/vecmath.h"

enum { GF_HALF, GF_INV_SQRT2, GF_MINUS_HALF, GF_DENSITY, GF_U1, GF_U3, GF_DU3, GF_ONE };
static const float gf_gelu_constants[] = {
    [GF_HALF] = 0.5f,        [GF_INV_SQRT2] = 0.70710678f,
    [GF_MINUS_HALF] = -0.5f, [GF_DENSITY] = 0.39894228f, /* 1 / sqrt(2 pi) */
    [GF_U1] = 1.5957691f,                                /* 2 sqrt(2 / pi) */
    [GF_U3] = 0.071354814f,                              /* 0.044715 * GF_U1 */
    [GF_DU3] = 0.21406444f,                              /* 3 * GF_U3 */
    [GF_ONE] = 1.0f,
};

/* Each function in two parts: what its value and its slope have in common, and either from
 * that. A training graph makes both at once (kernels.def: activation), and the
 * bits are those of either alone.
 *
 *                 common            value         slope
 *   ReLU          max(0, x)         r             x > 0
 *   ReLU squared  max(0, x)         r r           2 r
 *   GELU          erf(x / sqrt 2)   x Phi(x)      Phi(x) + x phi(x)
 *   GELU, tanh    a gate s          x s           s + x s (1 - s) d(2u)/dx
 *   SiLU          a gate s          x s           s + x s (1 - s) */

/* max(0, x); NaN stays. */
GF_INLINE gf_vf gf_relu(gf_vf x)
{
    return gf_mask(~(x <= 0.0f), x);
}

/* Hendrycks & Gimpel, "Gaussian Error Linear Units", 2016. Exact form: x Phi(x) with
 * Phi(x) = (1 + erf(x / sqrt 2)) / 2. */
GF_INLINE gf_vf gf_gelu(gf_vf x, gf_vf erf)
{
    gf_vf half = x * gf_splat(gf_opaque(gf_gelu_constants)[GF_HALF]);
    return half + half * erf;
}

/* phi is the normal density. */
GF_INLINE gf_vf gf_gelu_slope(gf_vf x, gf_vf erf)
{
    const float *k = gf_opaque(gf_gelu_constants);
    gf_vf half = gf_splat(k[GF_HALF]);
    gf_vf cdf = half + half * erf;
    gf_vf bell = gf_vexp(x * x * gf_splat(k[GF_MINUS_HALF]));
    return cdf + x * (bell * gf_splat(k[GF_DENSITY]));
}

/* Their approximation x (1 + tanh u) / 2, u = sqrt(2 / pi) (x + 0.044715 x^3), written
 * as x / (1 + e^-2u): one exp, and no cancellation where tanh u is near -1. */
GF_INLINE gf_vf gf_gelu_tanh_gate(gf_vf x)
{
    const float *k = gf_opaque(gf_gelu_constants);
    gf_vf one = gf_splat(k[GF_ONE]);
    gf_vf slope = gf_splat(k[GF_U1]) + gf_splat(k[GF_U3]) * (x * x);
    return one / (one + gf_vexp(-x * slope));
}

GF_INLINE gf_vf gf_gelu_tanh_slope(gf_vf x, gf_vf s)
{
    const float *k = gf_opaque(gf_gelu_constants);
    gf_vf slope_2u = gf_splat(k[GF_U1]) + gf_splat(k[GF_DU3]) * (x * x);
    return s + x * s * (gf_splat(k[GF_ONE]) - s) * slope_2u;
}

/* The logistic function 1 / (1 + e^-x): x times it is SiLU (Elfwing et al., "Sigmoid-weighted
 * linear units", 2017), also called Swish. */
GF_INLINE gf_vf gf_silu_gate(gf_vf x)
{
    gf_vf one = gf_splat(gf_opaque(gf_gelu_constants)[GF_ONE]);
    return one / (one + gf_vexp(-x));
}

GF_INLINE gf_vf gf_silu_slope(gf_vf x, gf_vf s)
{
    return s + x * s * (gf_splat(gf_opaque(gf_gelu_constants)[GF_ONE]) - s);
}

/* What value and slope have in common. */
GF_INLINE gf_vf gf_act_common(gf_vf x, enum gf_act act)
{
    switch (act) {
    case GF_ACT_RELU:
    case GF_ACT_RELU2:
        return gf_relu(x);
    case GF_ACT_GELU:
        return gf_verf(x * gf_splat(gf_opaque(gf_gelu_constants)[GF_INV_SQRT2]));
    case GF_ACT_GELU_TANH:
        return gf_gelu_tanh_gate(x);
    case GF_ACT_SILU:
        return gf_silu_gate(x);
    case GF_ACT_NONE:
        break;
    }
    return x;
}

GF_INLINE gf_vf gf_act_value(gf_vf x, gf_vf common, enum gf_act act)
{
    switch (act) {
    case GF_ACT_GELU:
        return gf_gelu(x, common);
    case GF_ACT_GELU_TANH:
    case GF_ACT_SILU:
        return x * common;
    case GF_ACT_RELU2: /* So et al., "Primer", 2021 */
        return common * common;
    case GF_ACT_RELU:
    case GF_ACT_NONE:
        break;
    }
    return common;
}

/* ReLU's slope at 0 is 0, as in PyTorch. */
GF_INLINE gf_vf gf_act_slope(gf_vf x, gf_vf common, enum gf_act act)
{
    const gf_vf one = gf_splat(gf_opaque(gf_gelu_constants)[GF_ONE]);
    switch (act) {
    case GF_ACT_RELU:
        return gf_mask(~(x <= 0.0f), one);
    case GF_ACT_GELU:
        return gf_gelu_slope(x, common);
    case GF_ACT_GELU_TANH:
        return gf_gelu_tanh_slope(x, common);
    case GF_ACT_SILU:
        return gf_silu_slope(x, common);
    case GF_ACT_RELU2:
        return common + common;
    case GF_ACT_NONE:
        break;
    }
    return one;
}

GF_INLINE gf_vf gf_activate(gf_vf x, enum gf_act act)
{
    return gf_act_value(x, gf_act_common(x, act), act);
}

#endif
