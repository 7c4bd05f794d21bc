/* Eigenvalues, principal components and Procrustes alignment.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspect/weights/eigen.h"
#include "inspecting.h"

/* Largest distance from an expected eigenvalue to the nearest one found. */
static double eigen_error(const double *matrix, size_t n, const double *re,
                          const double *im)
{
    double a[400], work[860], got_re[20], got_im[20], worst = 0;
    memcpy(a, matrix, n * n * sizeof *a);
    if (!gf_eigenvalues(a, n, got_re, got_im, work)) return INFINITY;
    for (size_t i = 0; i < n; i++) {
        double best = INFINITY;
        for (size_t k = 0; k < n; k++)
            best = fmin(best, hypot(re[i] - got_re[k], im[i] - got_im[k]));
        worst = fmax(worst, best);
    }
    return worst;
}

TESTS(test_known_eigenvalues)
{
    const double zeros[8] = {0};
    test("eigen: a single number, a diagonal and a triangular matrix");
    CHECK(eigen_error((double[]){-3}, 1, (double[]){-3}, zeros) == 0);
    const double triangle[] = {2, 5, -1, 0, -1, 4, 0, 0, 7};
    CHECK_NEAR(eigen_error(triangle, 3, (double[]){2, -1, 7}, zeros), 0, 1e-14);
    test("eigen: a rotation by 90 degrees has +i and -i");
    CHECK_NEAR(eigen_error((double[]){0, -1, 1, 0}, 2, zeros, (double[]){1, -1}), 0,
               1e-15);
    test("eigen: a companion matrix has the roots of its polynomial");
    /* (x - 1)(x - 2)(x - 3)(x^2 + 4) = x^5 - 6 x^4 + 15 x^3 - 30 x^2 + 44 x - 24 */
    const double companion[] = {6, -15, 30, -44, 24, 1, 0, 0, 0, 0, 0, 1, 0,
                                0, 0,   0,  0,   1,  0, 0, 0, 0, 0, 1, 0};
    CHECK_NEAR(eigen_error(companion, 5, (double[]){1, 2, 3, 0, 0},
                           (double[]){0, 0, 0, 2, -2}),
               0, 1e-12);
    test("eigen: a cyclic permutation, which a QR step without shift leaves unchanged");
    const double cycle[] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    CHECK_NEAR(eigen_error(cycle, 4, (double[]){1, 0, -1, 0}, (double[]){0, 1, 0, -1}),
               0, 1e-14);
    test("eigen: a zero matrix");
    CHECK(eigen_error((const double[16]){0}, 4, zeros, zeros) == 0);
}

/* Power sums: the sum of lambda^k is the trace of M^k. */
static void test_random_eigenvalues(size_t n)
{
    double m[400], a[400], work[860], re[20], im[20], power[400], next[400];
    test("eigen: power sums of %zu x %zu random numbers are traces", n, n);
    for (size_t i = 0; i < n * n; i++) power[i] = m[i] = a[i] = noise(i + n);
    CHECK(gf_eigenvalues(a, n, re, im, work));
    double lr[20], li[20];
    for (size_t i = 0; i < n; i++) lr[i] = 1, li[i] = 0;
    for (int k = 1; k <= 5; k++) {
        double trace = 0, sum = 0, imaginary = 0, size = 0;
        for (size_t i = 0; i < n; i++) {
            double r = lr[i] * re[i] - li[i] * im[i];
            li[i] = lr[i] * im[i] + li[i] * re[i];
            lr[i] = r;
            sum += r;
            imaginary += li[i];
            size += hypot(lr[i], li[i]);
            trace += power[i * n + i];
        }
        CHECK_NEAR(sum, trace, 1e-12 * size);
        CHECK_NEAR(imaginary, 0, 1e-12 * size);
        for (size_t i = 0; i < n * n; i++) {
            next[i] = 0;
            for (size_t j = 0; j < n; j++)
                next[i] += power[i / n * n + j] * m[j * n + i % n];
        }
        memcpy(power, next, sizeof power);
    }
}

enum { N = 31, MOST = 9 };

/* The first two components of N points in `width` dimensions, by power iteration. */
static void test_principal(size_t width, double y[2 * N])
{
    double x[N * MOST], share[2], centre[MOST] = {0};
    double work[GF_SUBSPACE * (N + MOST) + 2 * GF_SUBSPACE * GF_SUBSPACE];
    /* Axis c has a spread of about 1 / (c + 1), so that no two are equal. */
    for (size_t i = 0; i < N * width; i++) x[i] = noise(i) / (double)(i % width + 1);
    for (size_t i = 0; i < N * width; i++) centre[i % width] += x[i] / N;
    for (size_t i = 0; i < N * width; i++) x[i] -= centre[i % width];
    gf_principal(x, N, width, y, share, work);

    test("principal: the first two of %zu directions are those of power iteration",
         width);
    double found[2][MOST] = {{0}}, all = 0;
    for (size_t k = 0; k < 2;
         k++) { /* signs: the farthest point is on the positive side */
        size_t far = k;
        for (size_t r = k; r < 2 * N; r += 2) far = fabs(y[r]) > fabs(y[far]) ? r : far;
        CHECK(y[far] >= 0);
    }
    for (size_t i = 0; i < N * width; i++) all += x[i] * x[i];
    for (int k = 0; k < 2; k++) {
        double v[MOST] = {0}, size = 0;
        for (size_t c = 0; c < width; c++) v[c] = noise(1000 + c);
        for (int step = 0; step < 3000; step++) {
            double next[MOST] = {0}, dot = 0;
            for (size_t c = 0; c < width; c++) dot += k ? v[c] * found[0][c] : 0;
            for (size_t c = 0; c < width; c++) v[c] -= dot * found[0][c];
            for (size_t r = 0; r < N; r++) {
                double p = 0;
                for (size_t c = 0; c < width; c++) p += x[r * width + c] * v[c];
                for (size_t c = 0; c < width; c++) next[c] += p * x[r * width + c];
            }
            size = 0;
            for (size_t c = 0; c < width; c++) size += next[c] * next[c];
            size = sqrt(size);
            for (size_t c = 0; c < width; c++) v[c] = size > 1e-12 ? next[c] / size : 0;
        }
        memcpy(found[k], v, sizeof v);
        CHECK_NEAR(share[k], size / all, 1e-9);
        double sign = 0;
        for (size_t r = 0; r < N; r++) {
            double p = 0;
            for (size_t c = 0; c < width; c++) p += x[r * width + c] * v[c];
            sign = sign == 0 ? (p * y[2 * r + (size_t)k] > 0 ? 1 : -1) : sign;
            CHECK_NEAR(y[2 * r + (size_t)k], sign * p, 1e-8);
        }
    }
    CHECK_THAT(share[0] + share[1] < 1 + 1e-9, "%g of the variance",
               share[0] + share[1]);
}

/* Points on a line, and points of few distinct places: less than the subspace spans. */
static void test_few_directions(size_t n, size_t width, size_t rank)
{
    double x[N * MOST] = {0}, y[2 * N], share[2], all = 0;
    double work[GF_SUBSPACE * (N + MOST) + 2 * GF_SUBSPACE * GF_SUBSPACE];
    for (size_t i = 0; i < n * width; i++) {
        for (size_t k = 0; k < rank; k++)
            x[i] += noise(7 * (i / width) + k) * noise(500 + 9 * k + i % width);
        all += x[i] * x[i];
    }
    gf_principal(x, n, width, y, share, work);
    test("principal: %zu points in %zu dimensions that span %zu", n, width, rank);
    double sum = 0;
    for (size_t i = 0; i < 2 * n; i++) sum += y[i] * y[i];
    CHECK_NEAR(sum / all, share[0] + share[1], 1e-9);
    CHECK_NEAR(share[0] + share[1], rank < 3 ? 1 : share[0] + share[1], 1e-9);
    CHECK_THAT(share[0] + share[1] < 1 + 1e-9, "%g of the variance",
               share[0] + share[1]);
}

TESTS(test_components)
{
    double y[2 * N];
    for (size_t n = 2; n < 9; n++) {
        for (size_t width = 1; width <= MOST; width++) {
            for (size_t rank = 1; rank < 4; rank++) test_few_directions(n, width, rank);
        }
    }
    for (size_t width = 1; width <= MOST; width += width < 3 ? 1 : 3) {
        test_principal(width, y);
    }

    test("align: undoes a rotation, and a rotation with a reflection");
    double moved[2 * N];
    for (int mirror = 0; mirror < 2; mirror++) {
        for (size_t r = 0; r < N; r++) {
            double u = y[2 * r], v = mirror ? -y[2 * r + 1] : y[2 * r + 1];
            moved[2 * r] = cos(2.1) * u - sin(2.1) * v;
            moved[2 * r + 1] = sin(2.1) * u + cos(2.1) * v;
        }
        gf_align(moved, y, N);
        for (size_t i = 0; i < 2 * N; i++) CHECK_NEAR(moved[i], y[i], 1e-12);
    }
}

TESTS(cases)
{
    test_random_eigenvalues(2);
    test_random_eigenvalues(7);
    test_random_eigenvalues(20);
}
