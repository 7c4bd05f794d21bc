/* simd.h has a body in plain vector arithmetic for machines without one of their own. It
 * must give the bytes that the others give.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

#define GF_LANES 4
#define GF_SIMD_PLAIN
#include "kernels/activation.h"
#include "kernels/kernels.h"

enum { N = GF_LANES * 8000 };

static float x[N], got[N], want[N], value[N];

static void fill(void)
{
    const struct gf_rng key = gf_rng_key(test_seed(), 79, 0);
    for (uint32_t i = 0; i < N; i++)
        x[i] = 24 * (gf_rng_uniform(key, i) - 0.45f) * (i % 5 ? 0.2f : 1);
    x[0] = 0, x[1] = -0.0f, x[2] = 1e30f, x[3] = -1e30f;
}

static void compare(const char *name, enum gf_act act)
{
    test("simd: the plain body gives the same bytes, %s", name);
    fill();
    for (size_t i = 0; i < N; i += GF_LANES)
        gf_store(got + i, gf_activate(gf_load(x + i), act));
    gf_k->activation(want, NULL, x, N, act);
    CHECK_BYTES(got, want, sizeof got);
    gf_k->activation(value, want, x, N, act);
    CHECK_BYTES(got, value, sizeof got);
    for (size_t i = 0; i < N; i += GF_LANES) {
        gf_vf z = gf_load(x + i);
        gf_store(got + i, gf_act_slope(z, gf_act_common(z, act), act));
    }
    CHECK_BYTES(got, want, sizeof got);
}

TEST("simd: the rest of a row is loaded and stored without a neighbour")
{
    for (size_t n = 0; n <= GF_LANES + 1; n++) {
        const size_t m = n < GF_LANES ? n : GF_LANES;
        float from[GF_LANES + 2], to[GF_LANES + 2];
        for (size_t i = 0; i < GF_LANES + 2; i++) from[i] = (float)i + 1, to[i] = -1;
        gf_store(got, gf_load_n(from, n));
        gf_store_n(to, gf_load(from), n);
        for (size_t i = 0; i < GF_LANES; i++) {
            CHECK(got[i] == (i < m ? from[i] : 0));
            CHECK(to[i] == (i < m ? from[i] : -1));
        }
    }
}

TEST("simd: four by four floats are transposed")
{
    float to[4 * 5];
    for (size_t i = 0; i < 20; i++) x[i] = (float)i;
    gf_copy_transposed4(to, 5, x, 4);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) CHECK(to[i * 5 + j] == x[j * 4 + i]);
}

TESTS(cases)
{
    compare("relu", GF_ACT_RELU);
    compare("relu2", GF_ACT_RELU2);
    compare("gelu", GF_ACT_GELU);
    compare("gelu_tanh", GF_ACT_GELU_TANH);
    compare("silu", GF_ACT_SILU);
}
