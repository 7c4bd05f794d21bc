/* Tests of Muon and of the Newton-Schulz iteration it is made of.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

/* Wide, tall, square, a single row or column; no multiple of a vector, some larger than a
 * block of rows at any width, none symmetric. */
static const size_t shapes[][2] = {{1, 7},   {9, 1},    {5, 5},    {13, 37},  {37, 13},
                                   {71, 71}, {67, 150}, {150, 67}, {133, 133}};

/* x [rows][columns]: of rank one, plus noise of that size. */
static float *nearly_rank_one(size_t rows, size_t columns, float noise)
{
    float *x = random_floats(rows * columns, 3);
    const float *u = random_floats(rows, 4), *v = random_floats(columns, 5);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            x[i * columns + j] = u[i] * v[j] + noise * x[i * columns + j];
    return x;
}

static void check_orthogonalize(float *x, size_t rows, size_t columns, double tolerance)
{
    const size_t n = rows * columns;
    double *want = widened(x, n);
    if (is_first_width()) ref_orthogonalize(want, rows, columns);
    gf_k->orthogonalize(x, rows, columns,
                        floats(gf_k->orthogonalize_work(rows, columns)));
    if (is_first_width()) CHECK_CLOSE(x, want, n, tolerance);
    same_bytes(x, n);
}

/* Small singular values are squared in the Gram matrix, next to the rounding of the largest
 * one, and multiplied by up to 3.4445^5. */
static void ill_conditioned(void)
{
    static const float noises[] = {0, 1e-5f, 1e-3f, 0.1f};
    static const size_t sides[][2] = {{40, 100}, {100, 40}, {50, 50}};
    for (size_t i = 0; i < 12; i++) {
        const size_t rows = sides[i % 3][0], columns = sides[i % 3][1];
        const float noise = noises[i / 3];
        kernel_test("orthogonalize: rank one and noise of %g agrees with double, "
                    "%zu x %zu",
                    (double)noise, rows, columns);
        float *x = nearly_rank_one(rows, columns, noise);
        check_orthogonalize(x, rows, columns, 2e-3);
    }
}

void test_orthogonalize(void)
{
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        const size_t rows = shapes[i][0], columns = shapes[i][1];
        kernel_test("orthogonalize: agrees with double at %zu x %zu", rows, columns);
        float *x = random_floats(rows * columns, (uint32_t)i);
        /* Five steps multiply rounding, 6e-8, of small singular values by 3.4445^5. */
        check_orthogonalize(x, rows, columns, 3e-5);
    }
    ill_conditioned();
    kernel_test("orthogonalize: a matrix of zeros stays one, a scaled one is the same");
    float *zero = floats(35), *a = random_floats(35, 1), *b = random_floats(35, 1);
    float *work = floats(gf_k->orthogonalize_work(5, 7));
    gf_k->orthogonalize(zero, 5, 7, work);
    for (size_t i = 0; i < 35; i++) CHECK(zero[i] == 0);
    gf_k->scale(b, b, 1024, 35);
    gf_k->orthogonalize(a, 5, 7, work);
    gf_k->orthogonalize(b, 5, 7, work);
    for (size_t i = 0; i < 35; i++) CHECK_NEAR(a[i], b[i], 1e-6);
}

void test_orthogonalize_work(void)
{
    kernel_test("orthogonalize_work: a small matrix needs less than a large one");
    CHECK(gf_k->orthogonalize_work(5, 7) < gf_k->orthogonalize_work(50, 70));
    CHECK(gf_k->orthogonalize_work(5, 7) >= 5 * 7 + 2 * 5 * 5);
}

/* One step; d [rows][columns] is free. */
static void muon_step(float *w, float *m, const float *g, float *d, size_t rows,
                      size_t columns, const struct gf_muon *o, float *work)
{
    gf_k->muon_direction(d, m, g, rows * columns, o);
    gf_k->orthogonalize(d, rows, columns, work);
    gf_k->muon(w, m, g, d, rows, columns, o);
}

void test_muon(void)
{
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        const size_t rows = shapes[i][0], columns = shapes[i][1], n = rows * columns;
        kernel_test("muon: three steps agree with double at %zu x %zu", rows, columns);
        const struct gf_muon o = {
            .lr = 0.02f, .momentum = 0.95f, .decay = 0.1f, .grad_scale = 0.5f};
        float *w = random_floats(n, 1), *m = floats(n);
        float *d = floats(n), *work = floats(gf_k->orthogonalize_work(rows, columns));
        double *want = widened(w, n), *dm = doubles(n);
        for (uint32_t t = 0; t < 3; t++) {
            const float *g = random_floats(n, 10 + t);
            if (is_first_width()) ref_muon(want, dm, widened(g, n), rows, columns, &o);
            muon_step(w, m, g, d, rows, columns, &o, work);
        }
        if (is_first_width()) {
            CHECK_CLOSE(w, want, n, 3e-6);
            CHECK_CLOSE(m, dm, n, 1e-6); /* three times three roundings */
        }
        same_bytes(w, n);
        same_bytes(m, n);
    }
    kernel_test(
        "muon: momentum never becomes denormal, without gradient decay is left");
    const struct gf_muon o = {.lr = 0.5f, .momentum = 0.5f, .decay = 0.5f};
    float *w = random_floats(6, 1), *m = random_floats(6, 2), *zero = floats(6);
    float *d = floats(6), *work = floats(gf_k->orthogonalize_work(2, 3));
    for (int t = 0; t < 200; t++) muon_step(w, m, zero, d, 2, 3, &o, work);
    float before = w[4];
    muon_step(w, m, zero, d, 2, 3, &o, work);
    for (size_t i = 0; i < 6; i++) CHECK(m[i] == 0);
    CHECK(w[4] == before * 0.75f);
}

void test_muon_direction(void)
{
    kernel_test("muon_direction: one step of Nesterov's momentum, which stays");
    const struct gf_muon o = {.momentum = 0.75f, .grad_scale = 0.5f};
    const float m[] = {4, -8}, g[] = {16, 0};
    float d[2];
    gf_k->muon_direction(d, m, g, 2, &o);
    /* m = 0.75 m + 0.25 g / 2 = 5 and -6;  d = 0.75 m + 0.25 g / 2 */
    CHECK(d[0] == 0.75f * 5 + 2 && d[1] == 0.75f * -6);
    CHECK(m[0] == 4 && m[1] == -8);
}
