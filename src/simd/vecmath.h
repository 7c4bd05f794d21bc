/* exp, erf and tanh of a vector. Only exact IEEE operations in a fixed order, so the
 * results are the same bits in every engine; libm's are not. Coefficients are our own
 * minimax fits (Lawson-weighted least squares on Chebyshev points).
 *
 * Errors against double libm, measured and enforced by tests/c/simd/test_vecmath.c:
 *   gf_vexp  1 ulp on [-87.33, 87.3]
 *   gf_verf  7 ulp, 4e-7 absolute (both reached near |x| = 3.4)
 *   gf_vtanh 3 ulp
 * NaN in, NaN out.
 * SPDX-License-Identifier: MIT */
#ifndef GF_SIMD_VECMATH_H
#define GF_SIMD_VECMATH_H

#include "simd/simd.h"

/* e^x; 0 below ln(2^-126) = -87.3365 (never a denormal: wasm cannot flush them and they
 * cost 100 cycles each), and constant above 87.3 (so 1 / e^x is never denormal either).
 *
 * x = n ln 2 + t, |t| <= ln(2) / 2; e^x = 2^n e^t. Adding 1.5 * 2^23 rounds x / ln 2 to
 * the integer n and leaves n in the low bits of the sum: no float-to-int conversion.
 * ln 2 is subtracted in two parts.
 * e^t - 1 = t + t^2 q(t) is formed first and 2^n added last, so the error of the
 * polynomial is scaled down by |e^t - 1| <= 0.42. */
GF_INLINE gf_vf gf_vexp(gf_vf x)
{
    enum { TOP, MAGIC, INV_LN2, LN2_HIGH, LN2_LOW, C6, C5, C4, C3, C2, TINY };
    static const float constants[] = {
        [TOP] = 87.3f,
        [MAGIC] = 0x1.8p23f + 127.0f, /* 127: the exponent bias */
        [INV_LN2] = 0x1.715476p0f,
        /* n * LN2_HIGH is exact: it has 15 significant bits. */
        [LN2_HIGH] = 0x1.62e4p-1f,
        [LN2_LOW] = 0x1.7f7d1cp-20f,
        [C6] = 0x1.6a23dp-10f,
        [C5] = 0x1.123a2p-7f,
        [C4] = 0x1.5558f2p-5f,
        [C3] = 0x1.555492p-3f,
        [C2] = 0x1.fffffcp-2f,
        [TINY] = -0x1.5d589ep6f,
    };
    const float *k = gf_opaque(constants);
    gf_vf c = gf_pmin(x, gf_splat(k[TOP]));
    gf_vf sum = c * gf_splat(k[INV_LN2]) + gf_splat(k[MAGIC]);
    gf_vf n = sum - gf_splat(k[MAGIC]);
    gf_vf t = c - n * gf_splat(k[LN2_HIGH]);
    t = t - n * gf_splat(k[LN2_LOW]);
    gf_vf q = gf_splat(k[C6]);
    q = q * t + gf_splat(k[C5]);
    q = q * t + gf_splat(k[C4]);
    q = q * t + gf_splat(k[C3]);
    q = q * t + gf_splat(k[C2]);
    t = t + t * t * q;
    gf_vf scale = gf_from_bits(gf_bits(sum) << 23); /* 2^n */
    gf_vf y = scale + scale * t;
    return gf_mask(~(x < gf_splat(k[TINY])), y);
}

/* x P(s) / Q(s) of degrees 5 and 5, s = x^2 up to 3.8325^2: erf is 1 - 2^-24.1 there, the
 * quotient rounds to exactly 1, and beyond to more. Rounding in the two chains is what limits
 * it. Forms that end in 1 - small reach 1 ulp but need an exp (twice the time, and GELU is
 * a tenth of a small model's step); an origin for x^2 other than 0 was no better. */
GF_INLINE gf_vf gf_verf(gf_vf x)
{
    enum { P, Q = 6, END = 12, ONE }; /* coefficients of x^10 first */
    static const float constants[] = {
        [P] = 0x1.1cf6ecp-19f, 0x1.2bd572p-12f, 0x1.dec54ep-9f,        0x1.ad697cp-5f,
        0x1.7f9b26p-3f,        0x1.20dd74p0f,   [Q] = 0x1.464de8p-15f, 0x1.2b4a7p-10f,
        0x1.e314a2p-7f,        0x1.ce707ap-4f,  0x1.ff505cp-2f,        1.0f,
        [END] = 0x1.d6048ep3f, [ONE] = 1.0f,
    };
    const float *k = gf_opaque(constants);
    gf_vf s = gf_pmin(x * x, gf_splat(k[END])), one = gf_splat(k[ONE]);
    gf_vf p = gf_splat(k[P]), q = gf_splat(k[Q]);
    for (int i = 1; i < 6; i++) {
        p = p * s + gf_splat(k[P + i]);
        q = q * s + gf_splat(k[Q + i]);
    }
    return gf_pmax(gf_pmin(x * p / q, one), -one);
}

/* 1 - 2 / (1 + e^2x); below 0.6, where that would cancel, x + x^3 P(x^2). */
GF_INLINE gf_vf gf_vtanh(gf_vf x)
{
    static const float constants[] = {-0x1.825858p-8f, 0x1.54b8ap-6f, -0x1.b898dep-5f,
                                      0x1.1109aep-3f, -0x1.55553ep-2f};
    const float *k = gf_opaque(constants);
    const gf_vf one = gf_splat(1), two = gf_splat(2), edge = gf_splat(0.6f);
    gf_vf s = x * x, p = gf_splat(k[0]);
    for (int i = 1; i < 5; i++) {
        p = p * s + gf_splat(k[i]);
    }
    gf_vf near = x + x * (s * p), far = one - two / (one + gf_vexp(x * two));
    return gf_mask(s < edge * edge, near) + gf_mask(~(s < edge * edge), far);
}

#endif
