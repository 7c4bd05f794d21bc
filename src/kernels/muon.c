/* SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "kernels/gemm/tile.h"

/* Rows of a symmetric product that are computed at once: 32, 48 or 64, of which the columns
 * beyond the diagonal are mirrored. Smaller blocks mirror more but use B less often. */
#define BLOCK (8 * GF_MR)

/* Newton-Schulz iteration with the coefficients of Jordan (2024): five steps take singular
 * values from 0.001 … 1 to about 0.7 … 1.2. */
#define STEPS 5
#define COEFFICIENT_1 3.4445f
#define COEFFICIENT_3 -4.7750f
#define COEFFICIENT_5 2.0315f

/* Sides in this ratio or a larger one: a long matrix. Part of the numeric definition. */
#define LONG 2

static size_t padded(size_t n)
{
    return gf_round_up(n, 16); /* GF_ALIGN */
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* A matrix and the space its iteration needs. */
struct iteration {
    size_t rows, columns, n; /* n: the smaller of both, the size of the Gram matrix */
    float *gram, *polynomial, *square[3], *packed, *gemm;
};

static size_t gemm_space(size_t rows, size_t columns, size_t n)
{
    const size_t gram = GF_FN(gemm_work)(n, n, larger(rows, columns));
    return larger(gram, GF_FN(gemm_work)(rows, columns, n));
}

size_t GF_FN(orthogonalize_work)(size_t rows, size_t columns)
{
    const size_t n = gf_min_size(rows, columns);
    return padded(rows * columns) + 5 * padded(n * n) +
           padded(GF_FN(gemm_packed_size)(larger(rows, columns), n)) +
           padded(gemm_space(rows, columns, n));
}

/* Copies rows i <= r < end of a square matrix, left of the diagonal, to above it. i is a
 * multiple of 4. */
static void mirror(float *c, size_t n, size_t i, size_t end)
{
    const size_t whole = i + ((end - i) & ~(size_t)3);
    for (size_t r = i; r < whole; r += 4)
        for (size_t j = 0; j < r; j += 4)
            gf_copy_transposed4(c + j * n + r, n, c + r * n + j, n);
    for (size_t r = i; r < end; r++)
        for (size_t j = r < whole ? r & ~(size_t)3 : 0; j < r; j++)
            c[j * n + r] = c[r * n + j];
}

/* c = A B [n][n], which is symmetric: by definition its part left of the diagonal, mirrored. Whole
 * blocks beyond the diagonal are not computed, which saves three eighths at n = 128. g has K, A
 * and c; B is packed first. */
static void symmetric(const struct iteration *it, struct gf_gemm g, const float *b,
                      size_t ldb, enum gf_b_form form)
{
    const size_t n = it->n;
    const float *a = g.a;
    float *c = g.c;
    GF_FN(gemm_pack)(it->packed, b, ldb, form, g.K, n);
    g.b = it->packed;
    g.b_form = GF_B_PACKED;
    g.ldc = n;
    g.work = it->gemm;
    for (size_t i = 0; i < n; i += BLOCK) {
        const size_t end = gf_min_size(n, i + BLOCK);
        g.M = end - i;
        g.N = end;
        g.a = a + (g.a_trans ? i : i * g.lda);
        g.c = c + i * n;
        GF_FN(gemm)(&g);
        mirror(c, n, i, end);
    }
}

/* gram = X X^T when X is wide, X^T X when it is tall. */
static void gram_of(const struct iteration *it, const float *x)
{
    const bool tall = it->rows > it->columns;
    const struct gf_gemm g = {.K = larger(it->rows, it->columns),
                              .a = x,
                              .lda = it->columns,
                              .a_trans = tall,
                              .c = it->gram};
    symmetric(it, g, x, it->columns, tall ? GF_B_KN : GF_B_NK);
}

/* c = a b for n x n polynomials of one Gram matrix, which commute. */
static void product(const struct iteration *it, const float *a, const float *b,
                    float *c)
{
    const struct gf_gemm g = {.K = it->n, .a = a, .lda = it->n, .c = c};
    symmetric(it, g, b, it->n, GF_B_KN);
}

/* polynomial = c1 I + c3 G + c5 G G, with G the Gram matrix. */
static void polynomial_of(const struct iteration *it)
{
    const size_t n = it->n;
    const gf_vf c3 = gf_splat(COEFFICIENT_3), c5 = gf_splat(COEFFICIENT_5);
    float *p = it->polynomial;
    product(it, it->gram, it->gram, p);
    for (size_t i = 0; i < n * n; i += GF_LANES) {
        const size_t rest = n * n - i;
        const gf_vf square = gf_load_n(p + i, rest) * c5;
        gf_store_n(p + i, gf_load_n(it->gram + i, rest) * c3 + square, rest);
    }
    for (size_t i = 0; i < n; i++) p[i * (n + 1)] += COEFFICIENT_1;
}

/* to = P X when X is wide, X P when it is tall. */
static void apply(const struct iteration *it, const float *p, const float *x, float *to)
{
    const bool tall = it->rows > it->columns;
    GF_FN(gemm)
    (&(struct gf_gemm){.M = it->rows,
                       .N = it->columns,
                       .K = it->n,
                       .a = tall ? x : p,
                       .lda = it->n,
                       .b = tall ? p : x,
                       .ldb = it->columns,
                       .b_form = GF_B_KN,
                       .c = to,
                       .ldc = it->columns,
                       .work = it->gemm});
}

/* X = P X, five times, each with the Gram matrix of the last. from is scratch. */
static void iterate(const struct iteration *it, float *from, float *x)
{
    for (int step = 0; step < STEPS; step++) { /* an odd number: the last writes x */
        gram_of(it, step % 2 ? x : from);
        polynomial_of(it);
        apply(it, it->polynomial, step % 2 ? x : from, step % 2 ? from : x);
    }
}

/* The same for a long matrix: the next Gram matrix is P G P, so that only the product of all
 * P is applied to X. Two thirds of the operations at 1 to 2, half at 1 to 4. In exchange
 * float32 rounds squares: the direction is off by up to 7.5e-4 of its norm instead of
 * 2.3e-5. */
static void iterate_gram(struct iteration *it, const float *from, float *x)
{
    float *all = it->square[0], *next = it->square[1], *half = it->square[2];
    gram_of(it, from);
    for (int step = 0; step < STEPS; step++) {
        polynomial_of(it);
        if (step == 0) {
            memcpy(all, it->polynomial, it->n * it->n * sizeof *all);
        } else {
            float *was = all;
            product(it, it->polynomial, all, next);
            all = next;
            next = was;
        }
        if (step < STEPS - 1) {
            product(it, it->polynomial, it->gram, half);
            product(it, half, it->polynomial, it->gram);
        }
    }
    apply(it, all, from, x);
}

void GF_FN(orthogonalize)(float *x, size_t rows, size_t columns, float *work)
{
    const size_t size = rows * columns, n = gf_min_size(rows, columns);
    const size_t square = padded(n * n);
    float *from = work;
    struct iteration it = {.rows = rows, .columns = columns, .n = n};
    it.gram = from + padded(size);
    it.polynomial = it.gram + square;
    for (int i = 0; i < 3; i++) it.square[i] = it.polynomial + (size_t)(i + 1) * square;
    it.packed = it.square[2] + square;
    it.gemm = it.packed + padded(GF_FN(gemm_packed_size)(larger(rows, columns), n));
    const double norm = gf_sqrt(GF_FN(sum_squares)(x, size));
    GF_FN(scale)(from, x, (float)(1 / (norm + 1e-7)), size);
    if (larger(rows, columns) >= LONG * n) {
        iterate_gram(&it, from, x);
    } else {
        iterate(&it, from, x);
    }
}

/* g times its scale and 1 - momentum, which both kernels below begin with. */
static inline gf_vf muon_gradient(const float *g, size_t rest, const struct gf_muon *o)
{
    return gf_load_n(g, rest) * gf_splat(o->grad_scale) * gf_splat(1.0f - o->momentum);
}

static inline gf_vf muon_momentum(const float *m, gf_vf g, size_t rest,
                                  const struct gf_muon *o)
{
    return gf_flush(gf_load_n(m, rest) * gf_splat(o->momentum) + g);
}

void GF_FN(muon_direction)(float *d, const float *m, const float *g, size_t n,
                           const struct gf_muon *o)
{
    const gf_vf mu = gf_splat(o->momentum);
    for (size_t i = 0; i < n; i += GF_LANES) {
        const size_t rest = n - i;
        const gf_vf gi = muon_gradient(g + i, rest, o);
        gf_store_n(d + i, muon_momentum(m + i, gi, rest, o) * mu + gi, rest);
    }
}

void GF_FN(muon)(float *w, float *m, const float *g, const float *d, size_t rows,
                 size_t columns, const struct gf_muon *o)
{
    const size_t n = rows * columns;
    const gf_vf keep = gf_splat(1.0f - o->lr * o->decay);
    const gf_vf lr = gf_splat((float)((double)o->lr * gf_muon_factor(rows, columns)));
    for (size_t i = 0; i < n; i += GF_LANES) {
        const size_t rest = n - i;
        const gf_vf gi = muon_gradient(g + i, rest, o);
        gf_store_n(m + i, muon_momentum(m + i, gi, rest, o), rest);
        const gf_vf step = lr * gf_load_n(d + i, rest);
        gf_store_n(w + i, gf_load_n(w + i, rest) * keep - step, rest);
    }
}
