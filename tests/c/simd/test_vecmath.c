/* The vector functions against double libm, over floats of every exponent.
 * SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "harness.h"

#define GF_LANES 4
#include "simd/vecmath.h"

/* Every STRIDE-th of the 2^32 bit patterns; a prime, so that every exponent sees many
 * different mantissas. GF_STRIDE=1 in the environment tries every float (minutes). */
#define STRIDE 307u

static float of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float first(gf_vf (*f)(gf_vf), float x)
{
    float y[GF_LANES];
    gf_store(y, f(gf_splat(x)));
    return y[0];
}

/* Distance from the exact value in units of the last place of its nearest float. */
static double ulps(float got, double exact)
{
    int exponent;
    frexp(exact, &exponent);
    if (exponent < -125) exponent = -125;
    return fabs((double)got - exact) / ldexp(1.0, exponent - 24);
}

/* The worst error of f over lo <= x <= hi. */
static void worst(gf_vf (*f)(gf_vf), double (*exact)(double), float lo, float hi,
                  double allowed)
{
    const char *text = getenv("GF_STRIDE");
    const uint64_t stride = text ? strtoull(text, NULL, 10) : STRIDE;
    double most = 0;
    float at = 0;
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += stride * GF_LANES) {
        float x[GF_LANES], y[GF_LANES];
        for (uint32_t i = 0; i < GF_LANES; i++)
            x[i] = of_bits((uint32_t)(bits + i * stride));
        gf_store(y, f(gf_load(x)));
        for (int i = 0; i < GF_LANES; i++) {
            if (!(x[i] >= lo && x[i] <= hi)) continue;
            double off = ulps(y[i], exact((double)x[i]));
            if (off > most || off != off) most = off, at = x[i];
        }
    }
    printf("        worst %.3f ulp at %.9g\n", most, (double)at);
    CHECK_THAT(most <= allowed, "%.3f ulp at %.9g, allowed %.3f", most, (double)at,
               allowed);
}

TEST("vecmath: exp is within its stated error on [-87.33, 87.3]")
{
    worst(gf_vexp, exp, -87.33f, 87.3f, 1.0);
    test("vecmath: exp ends in 0 on the left and in a finite number on the right");
    CHECK(first(gf_vexp, -87.34f) == 0);
    CHECK(first(gf_vexp, -1e30f) == 0);
    CHECK(first(gf_vexp, -INFINITY) == 0);
    CHECK(first(gf_vexp, -87.33f) > 0x1p-126f);
    CHECK(first(gf_vexp, 89.0f) == first(gf_vexp, 87.3f));
    CHECK(first(gf_vexp, INFINITY) == first(gf_vexp, 87.3f));
    CHECK(isfinite(first(gf_vexp, INFINITY)));
    CHECK(first(gf_vexp, 0) == 1 && first(gf_vexp, -0.0f) == 1);
}

TEST("vecmath: erf is within its stated error everywhere")
{
    worst(gf_verf, erf, -INFINITY, INFINITY, 7.0);
    test("vecmath: erf is within 4e-7");
    for (float x = -5; x < 5; x += 0.0001f)
        CHECK_NEAR(first(gf_verf, x), erf((double)x), 4e-7);
    test("vecmath: erf is odd, never above 1, and ends in +-1");
    CHECK(first(gf_verf, INFINITY) == 1 && first(gf_verf, -INFINITY) == -1);
    CHECK(first(gf_verf, 1.3f) == -first(gf_verf, -1.3f));
    for (float x = 3.5f; x < 5; x += 0.001f) CHECK(first(gf_verf, x) <= 1);
}

TEST("vecmath: tanh is within its stated error everywhere")
{
    worst(gf_vtanh, tanh, -INFINITY, INFINITY, 3.0);
    test("vecmath: tanh is odd near 0, never above 1, and ends in +-1");
    CHECK(first(gf_vtanh, INFINITY) == 1 && first(gf_vtanh, -INFINITY) == -1);
    CHECK(first(gf_vtanh, 0.37f) == -first(gf_vtanh, -0.37f));
    for (float x = 7; x < 12; x += 0.001f) CHECK(first(gf_vtanh, x) <= 1);
}

TEST("vecmath: NaN in gives NaN out")
{
    CHECK(isnan(first(gf_vexp, NAN)));
    CHECK(isnan(first(gf_vtanh, NAN)));
    CHECK(isnan(first(gf_verf, NAN)));
}

TEST("simd: square roots are correctly rounded")
{
    worst(gf_vsqrt, sqrt, 0, 0x1.fffffep127f, 0.5);
}

/* pmin(a, b) is b < a ? b : a and pmax(a, b) is a < b ? b : a, as in WebAssembly. */
TEST("simd: minimum and maximum keep the first operand when neither is less")
{
    static const struct {
        float a, b;
        bool max, second;
    } rows[] = {{NAN, 1, false, false},  {1, NAN, false, false},
                {NAN, 1, true, false},   {1, NAN, true, false},
                {-0.0f, 0, true, false}, {0, -0.0f, false, false},
                {2, 1, false, true},     {1, 2, true, true}};
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        const gf_vf a = gf_splat(rows[i].a), b = gf_splat(rows[i].b);
        float y[GF_LANES];
        gf_store(y, rows[i].max ? gf_pmax(a, b) : gf_pmin(a, b));
        CHECK_BYTES(y, rows[i].second ? &rows[i].b : &rows[i].a, sizeof *y);
    }
}
