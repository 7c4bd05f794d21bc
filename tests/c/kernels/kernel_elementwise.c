/* Tests of the loops over contiguous floats, random numbers and the optimizer.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

enum { N = 1237 }; /* not a multiple of any width */

/* Spread over [-8, 8), where the functions do all they do. */
static float *spread(uint32_t stream)
{
    float *x = random_floats(N, stream);
    for (size_t i = 0; i < N; i++) x[i] = 8 * x[i] * (i % 3 ? 0.2f : 1);
    return x;
}

static const char *const act_names[] = {"none",      "relu", "gelu",
                                        "gelu_tanh", "silu", "relu2"};

static void value_and_slope(void)
{
    for (int act = GF_ACT_NONE; act <= GF_ACT_RELU2; act++) {
        kernel_test("activation %s: value and slope at once are each alone to the bit",
                    act_names[act]);
        float *z = spread(1), *y = floats(N), *slope = floats(N);
        float *want_y = floats(N), *want_slope = floats(N), *ones = floats(N);
        for (size_t i = 0; i < N; i++) ones[i] = 1;
        gf_k->activation(want_y, NULL, z, N, (enum gf_act)act);
        gf_k->activation_backward(want_slope, ones, z, N, (enum gf_act)act);
        gf_k->activation(y, slope, z, N, (enum gf_act)act);
        CHECK_BYTES(y, want_y, N * sizeof(float));
        CHECK_BYTES(slope, want_slope, N * sizeof(float));
        memset(y, 0, N * sizeof(float));
        float *in_place = copied(z, N);
        gf_k->activation(y, in_place, in_place, N, (enum gf_act)act);
        CHECK_BYTES(y, want_y, N * sizeof(float));
        CHECK_BYTES(in_place, want_slope, N * sizeof(float));
        if (act == GF_ACT_RELU) continue; /* whose zeros differ in sign */
        kernel_test("activation %s: the gradient is dy times the slope to the bit",
                    act_names[act]);
        const float *dy = random_floats(N, 2);
        gf_k->activation_backward(z, dy, z, N, (enum gf_act)act);
        gf_k->multiply(slope, dy, slope, N, false);
        CHECK_BYTES(slope, z, N * sizeof(float));
    }
}

void test_activation(void)
{
    for (int act = GF_ACT_NONE; act <= GF_ACT_RELU2; act++) {
        kernel_test("activation %s: forward agrees with double", act_names[act]);
        const float *z = spread(1);
        float *y = floats(N);
        double *want = doubles(N);
        for (size_t i = 0; i < N; i++)
            want[i] = ref_activation((double)z[i], (enum gf_act)act);
        gf_k->activation(y, NULL, z, N, (enum gf_act)act);
        /* gelu of 8 is 8: 2e-7 of it is 4e-7 * x / 2, the error of erf. */
        CHECK_CLOSE(y, want, N, 2e-7);
        same_bytes(y, N);
    }
    kernel_test("activation: large arguments end in x and 0, NaN stays");
    for (int act = GF_ACT_RELU; act <= GF_ACT_RELU2; act++) {
        const float z[] = {60, -60, 1e30f, -1e30f, NAN, 0};
        float y[6];
        gf_k->activation(y, NULL, z, 6, (enum gf_act)act);
        const bool squared = act == GF_ACT_RELU2;
        CHECK(y[0] == (squared ? 3600 : 60) && y[5] == 0);
        CHECK(y[2] == (squared ? INFINITY : 1e30f));
        /* 1 / (1 + e^-x) ends at 1.2e-38, not at 0; SiLU of -60 is -60 e^-60. */
        CHECK_NEAR(y[1], 0, act == GF_ACT_SILU ? 1e-24 : 1e-35);
        CHECK_NEAR(y[3], 0, 2e-8);
        CHECK(isnan(y[4]));
    }
    value_and_slope();
}

static double act_of(const void *context)
{
    const struct {
        enum gf_act act;
        double x;
    } *c = context;
    return ref_activation(c->x, c->act);
}

void test_activation_backward(void)
{
    for (int act = GF_ACT_NONE; act <= GF_ACT_RELU2; act++) {
        kernel_test("activation %s: gradient matches finite differences",
                    act_names[act]);
        const float *z = spread(1), *dy = random_floats(N, 2);
        float *dz = floats(N);
        double *want = doubles(N);
        struct {
            enum gf_act act;
            double x;
        } c = {(enum gf_act)act, 0};
        for (size_t i = 0; i < N; i++) {
            c.x = (double)z[i];
            ref_gradient(act_of, &c, &c.x, 1, want + i);
            want[i] *= (double)dy[i];
        }
        gf_k->activation_backward(dz, dy, z, N, (enum gf_act)act);
        /* The tanh form rounds 2u, up to 8 where it matters, before it is an exponent. */
        CHECK_CLOSE(dz, want, N, act == GF_ACT_GELU_TANH ? 2e-6 : 1e-6);
        same_bytes(dz, N);
        float *in_place = copied(dy, N);
        gf_k->activation_backward(in_place, in_place, z, N, (enum gf_act)act);
        CHECK_BYTES(in_place, dz, N * sizeof(float));
    }
}

void test_multiply(void)
{
    kernel_test("multiply: element by element, in place of either, or added");
    const float *a = random_floats(N, 1), *b = random_floats(N, 2);
    float *y = floats(N), *want = floats(N);
    for (size_t i = 0; i < N; i++) want[i] = a[i] * b[i];
    gf_k->multiply(y, a, b, N, false);
    CHECK_BYTES(y, want, N * sizeof(float));
    memcpy(y, a, N * sizeof(float));
    gf_k->multiply(y, y, b, N, false);
    CHECK_BYTES(y, want, N * sizeof(float));
    memcpy(y, b, N * sizeof(float));
    gf_k->multiply(y, a, y, N, false);
    CHECK_BYTES(y, want, N * sizeof(float));
    memcpy(y, b, N * sizeof(float));
    for (size_t i = 0; i < N; i++) want[i] = b[i] + want[i];
    gf_k->multiply(y, a, b, N, true);
    CHECK_BYTES(y, want, N * sizeof(float));
}

void test_dropout(void)
{
    kernel_test("dropout: keeps and scales exactly what gf_rng_bits says");
    const struct gf_rng key = gf_rng_key(5, GF_RNG_DROPOUT, 9);
    const uint32_t index0 = 0xffffff00u; /* wraps around 2^32 on the way */
    const float *x = random_floats(N, 1), p = 0.2f;
    float *y = floats(N), *want = floats(N);
    size_t kept = 0;
    for (size_t i = 0; i < N; i++) {
        const bool keep = gf_rng_uniform(key, index0 + (uint32_t)i) >= p;
        want[i] = keep ? x[i] * (1.0f / (1.0f - p)) : 0;
        kept += keep;
    }
    gf_k->dropout(y, x, N, p, key, index0);
    CHECK_BYTES(y, want, N * sizeof(float));
    CHECK_NEAR((double)kept / N, 0.8, 0.05); /* four standard deviations */
    kernel_test("dropout: works in place, and from any index on");
    gf_k->dropout(y, x, 100, p, key, index0);
    gf_k->dropout(y + 100, x + 100, N - 100, p, key, index0 + 100);
    CHECK_BYTES(y, want, N * sizeof(float));
    memcpy(y, x, N * sizeof(float));
    gf_k->dropout(y, y, N, p, key, index0);
    CHECK_BYTES(y, want, N * sizeof(float));
    kernel_test("dropout: p = 0 keeps everything as it is");
    gf_k->dropout(y, x, N, 0, key, 0);
    CHECK_BYTES(y, x, N * sizeof(float));
}

void test_add(void)
{
    kernel_test("add: sums element by element, also in place");
    const float *a = random_floats(N, 1), *b = random_floats(N, 2);
    float *y = floats(N), *want = floats(N);
    for (size_t i = 0; i < N; i++) want[i] = a[i] + b[i];
    gf_k->add(y, a, b, N);
    CHECK_BYTES(y, want, N * sizeof(float));
    memcpy(y, a, N * sizeof(float));
    gf_k->add(y, y, b, N);
    CHECK_BYTES(y, want, N * sizeof(float));
}

void test_scale(void)
{
    kernel_test("scale: multiplies element by element, also in place");
    float *y = random_floats(N, 1), *want = floats(N);
    for (size_t i = 0; i < N; i++) want[i] = y[i] * 1.7f;
    gf_k->scale(y, y, 1.7f, N);
    CHECK_BYTES(y, want, N * sizeof(float));
}

void test_fill_normal(void)
{
    enum { MANY = 200001 };
    kernel_test("fill_normal: is Box and Muller's formula on the stream");
    const struct gf_rng key = gf_rng_key(7, GF_RNG_INIT, 3);
    float *y = floats(MANY);
    double *want = doubles(MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        double u = 1.0 - (double)gf_rng_uniform(key, 2 * i);
        double v = (double)gf_rng_uniform(key, 2 * i + 1);
        want[i] = 0.02 * sqrt(-2 * log(u)) * cos(2 * acos(-1.0) * v);
    }
    gf_k->fill_normal(y, MANY, key, 0.02f);
    CHECK_CLOSE(y, want, MANY, 3e-7); /* a few roundings to float */
    same_bytes(y, MANY);
    kernel_test("fill_normal: mean, variance and kurtosis are a normal's");
    double m1 = 0, m2 = 0, m4 = 0;
    for (size_t i = 0; i < MANY; i++) {
        double z = (double)y[i] / 0.02;
        m1 += z / MANY;
        m2 += z * z / MANY;
        m4 += z * z * z * z / MANY;
    }
    /* Four standard errors: sqrt(1, 2, 96) / sqrt(200001) each. */
    CHECK_NEAR(m1, 0, 4 * 0.00224);
    CHECK_NEAR(m2, 1, 4 * 0.00316);
    CHECK_NEAR(m4, 3, 4 * 0.0219);
}

void test_sum_squares(void)
{
    kernel_test("sum_squares: blocks of 4096 in float by 16 lanes, summed in double");
    const size_t n = 2 * 4096 + 77;
    const float *x = random_floats(n, 1);
    float *squares = floats(n);
    for (size_t i = 0; i < n; i++) squares[i] = x[i] * x[i];
    double want = (double)ref_lanes(squares, 4096);
    want += (double)ref_lanes(squares + 4096, 4096);
    want += (double)ref_lanes(squares + 8192, 77);
    CHECK(gf_k->sum_squares(x, n) == want);
    CHECK(gf_k->sum_squares(x, 0) == 0);
}

void test_adamw(void)
{
    kernel_test("adamw: fifty steps agree with double");
    struct gf_adamw o = {.lr = 0.01f,
                         .beta1 = 0.9f,
                         .beta2 = 0.99f,
                         .eps = 1e-8f,
                         .decay = 0.1f,
                         .grad_scale = 0.5f};
    float *w = random_floats(N, 1), *m = floats(N), *v = floats(N);
    double *want = widened(w, N), *dm = doubles(N), *dv = doubles(N);
    double b1 = 1, b2 = 1;
    for (uint32_t t = 0; t < 50; t++) {
        const float *g = random_floats(N, 10 + t);
        b1 *= (double)o.beta1, b2 *= (double)o.beta2;
        o.correct1 = (float)(1 / (1 - b1)), o.correct2 = (float)(1 / (1 - b2));
        for (size_t i = 0; i < N; i++) {
            const double gi = 0.5 * (double)g[i];
            dm[i] += (1 - (double)o.beta1) * (gi - dm[i]);
            dv[i] += (1 - (double)o.beta2) * (gi * gi - dv[i]);
            want[i] -= (double)o.lr * (double)o.decay * want[i];
            want[i] -= (double)o.lr * dm[i] / (1 - b1) /
                       (sqrt(dv[i] / (1 - b2)) + (double)o.eps);
        }
        gf_k->adamw(w, m, v, g, N, &o);
    }
    CHECK_CLOSE(w, want, N, 3e-6); /* 50 steps of some roundings, 6e-8 each */
    same_bytes(w, N);
    kernel_test("adamw: moments never become denormal");
    float *zero = floats(N);
    for (int t = 0; t < 3000; t++) gf_k->adamw(w, m, v, zero, N, &o);
    for (size_t i = 0; i < N; i++) CHECK(m[i] == 0 || fabsf(m[i]) >= 1e-30f);
    for (size_t i = 0; i < N; i++) CHECK(v[i] == 0 || v[i] >= 1e-30f);
    CHECK(m[0] == 0);
}

static const float caps[] = {0.5f, 3, 30};

static double capped(const void *context)
{
    const double *x = context; /* cap, value */
    return x[0] * tanh(x[1] / x[0]);
}

void test_soft_cap_forward(void)
{
    kernel_test("soft cap: forward agrees with double, also in place");
    for (size_t k = 0; k < 3; k++) {
        const float *x = spread(1);
        float *y = floats(N);
        gf_k->soft_cap_forward(y, x, N, caps[k]);
        for (size_t i = 0; i < N; i++) {
            double at[] = {(double)caps[k], (double)x[i]};
            CHECK_NEAR(y[i], capped(at), 5e-7 * fabs(capped(at)));
        }
        same_bytes(y, N);
        float *in_place = copied(x, N);
        gf_k->soft_cap_forward(in_place, in_place, N, caps[k]);
        CHECK_BYTES(in_place, y, N * sizeof(float));
    }
    kernel_test("soft cap: large arguments end at the cap, NaN stays");
    const float z[] = {1e30f, -1e30f, INFINITY, -INFINITY, NAN, 0};
    float y[6];
    gf_k->soft_cap_forward(y, z, 6, 5);
    CHECK(y[0] == 5 && y[1] == -5 && y[2] == 5 && y[3] == -5 && isnan(y[4]));
    CHECK(y[5] == 0);
}

void test_soft_cap_backward(void)
{
    kernel_test("soft cap: gradient matches finite differences");
    for (size_t k = 0; k < 3; k++) {
        const float *x = spread(1), *dy = random_floats(N, 2);
        float *y = floats(N), *dx = floats(N);
        double *want = doubles(N);
        for (size_t i = 0; i < N; i++) {
            double at[] = {(double)caps[k], (double)x[i]};
            ref_gradient(capped, at, at + 1, 1, want + i);
            want[i] *= (double)dy[i];
        }
        gf_k->soft_cap_forward(y, x, N, caps[k]);
        gf_k->soft_cap_backward(dx, dy, y, N, caps[k]);
        CHECK_CLOSE(dx, want, N, 1e-6);
        same_bytes(dx, N);
    }
}
