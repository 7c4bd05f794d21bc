/* The inner loops of the matrix product. One body for any number of rows and vectors is
 * instantiated for every tile size; the compiler unrolls both and keeps the accumulators in
 * registers.
 *
 * Order matters: for each splat of A all vectors of B, row by row. XNNPACK measured up
 * to 30 % between this order and others (commit 3048de7fe7).
 * SPDX-License-Identifier: MIT */
#include "kernels/gemm/tile.h"
#include "kernels/shard_sum.h"

#define MAX_VECTORS (GF_NV * (GF_TALL > GF_ROW_PANELS ? GF_TALL : GF_ROW_PANELS))

/* Column of vector v, relative to the row of B. */
GF_INLINE size_t column(int v, size_t panel)
{
    return (size_t)(v / GF_NV) * panel + (size_t)(v % GF_NV) * GF_LANES;
}

/* acc += A[:][k] * B[k][:] */
GF_INLINE void step(int rows, int vectors, bool trans, gf_vf *acc, const float *a,
                    size_t lda, const float *b, size_t panel)
{
    gf_vf row[GF_NV];
    if (rows == 1) { /* no vector of B is used twice: keep none in registers */
        gf_vf x = gf_splat(*a);
        for (int v = 0; v < vectors; v++)
            acc[v] = gf_madd(acc[v], x, gf_load(b + column(v, panel)));
        return;
    }
    for (int v = 0; v < vectors; v++) row[v] = gf_load(b + v * GF_LANES);
    for (int i = 0; i < rows; i++) {
        gf_vf x = gf_splat(trans ? a[i] : a[(size_t)i * lda]);
        for (int v = 0; v < vectors; v++)
            acc[i * vectors + v] = gf_madd(acc[i * vectors + v], x, row[v]);
    }
}

#if defined(GF_WASM)
/* Full tiles, several steps per iteration. A core that does 4 vector operations a cycle
 * (Zen, Apple) issues 6 to 8 instructions a cycle: 16 operations and 6 loads leave room for
 * 2 more, and the plain loop has 12 (pointers, count, V8's stack check). A return between
 * two steps puts each in a basic block of its own, which neither LLVM nor V8 merges with the
 * next; pointers that LLVM cannot relate (gf_opaque) stay pointers instead of one computed
 * address per load. 34 instructions become 26 a step, 75 % of the peak 90. */

/* xi is A[i][k]. */
#define FULL_STEP(x0, x1, x2, x3, b) \
    { \
        const gf_vf b0 = gf_load(b), b1 = gf_load((b) + GF_LANES); \
        const float x[GF_MR] = {x0, x1, x2, x3}; \
        GF_UNROLL \
        for (int i = 0; i < GF_MR; i++) { \
            const gf_vf s = gf_splat(x[i]); \
            acc[2 * i] = gf_madd(acc[2 * i], s, b0); \
            acc[2 * i + 1] = gf_madd(acc[2 * i + 1], s, b1); \
        } \
    }

/* B is packed: its steps are at fixed distances. */
GF_INLINE void full_rows(gf_vf *acc, size_t n, const float *a, size_t lda,
                         const float *b)
{
    const float *a1 = gf_opaque(a + lda), *a2 = gf_opaque(a + 2 * lda),
                *a3 = gf_opaque(a + 3 * lda);
#define STEP(j) \
    if (n == j) return; \
    FULL_STEP(a[j], a1[j], a2[j], a3[j], b + j * GF_NR)
    GF_ROLLED
    for (;; n -= 8, a += 8, a1 += 8, a2 += 8, a3 += 8, b += 8 * GF_NR) {
        STEP(0)
        STEP(1)
        STEP(2)
        STEP(3)
        STEP(4)
        STEP(5)
        STEP(6)
        STEP(7)
    }
#undef STEP
}

/* A and B are packed. The loads of four neighbours of A share one moving pointer: V8 keeps
 * four addresses in registers, but not sixteen. */
GF_INLINE void full_columns(gf_vf *acc, size_t n, const float *a, const float *b)
{
#define STEP(j) \
    if (n == j) return; \
    FULL_STEP(a[0], a[1], a[2], a[3], b + j * GF_NR) \
    a = gf_opaque(a + GF_MR);
    GF_ROLLED
    for (;; n -= 4, b += 4 * GF_NR) {
        STEP(0)
        STEP(1)
        STEP(2)
        STEP(3)
    }
#undef STEP
}

/* One row of A times GF_ROW_PANELS packed panels. The return in the middle of a step is
 * never taken (`twice` is even, which compilers cannot know): without it V8 does all eight
 * loads before the first multiplication and spills. */
GF_INLINE void full_strip(gf_vf *acc, size_t n, const float *a, const float *b,
                          size_t panel)
{
    const float *b1 = gf_opaque(b + panel), *b2 = gf_opaque(b + 2 * panel),
                *b3 = gf_opaque(b + 3 * panel);
#define PAIR(i, b) \
    acc[i] = gf_madd(acc[i], s, gf_load(b)); \
    acc[i + 1] = gf_madd(acc[i + 1], s, gf_load((b) + GF_LANES));
#define STEP(j) \
    if (twice == 2 * j) return; \
    { \
        const gf_vf s = gf_splat(a[j]); \
        PAIR(0, b + j * GF_NR) \
        PAIR(2, b1 + j * GF_NR) \
        if (twice == 2 * j + 1) return; \
        PAIR(4, b2 + j * GF_NR) \
        PAIR(6, b3 + j * GF_NR) \
    }
    size_t twice = 2 * n;
    __asm__("" : "+r"(twice));
    GF_ROLLED
    for (;; twice -= 8, a += 4, b += 4 * GF_NR, b1 += 4 * GF_NR, b2 += 4 * GF_NR,
            b3 += 4 * GF_NR) {
        STEP(0)
        STEP(1)
        STEP(2)
        STEP(3)
    }
#undef STEP
#undef PAIR
}
#endif

/* acc += A[:][k] * B[k][:] for n values of k. soon may be NULL. One k at a time: when unrolled,
 * LLVM moves the loads of all steps to the front and V8 spills the accumulators, 73-77 % of the
 * peak instead of 98. full_rows unrolls without that. */
GF_INLINE void chain(int rows, int vectors, bool trans, gf_vf *acc, size_t n,
                     const float *a, size_t lda, const float *b, size_t ldb,
                     size_t panel, struct gf_fetch *soon)
{
    const size_t next = trans ? lda : 1; /* from A[:][k] to A[:][k + 1] */
#if defined(GF_WASM)
    if (rows == 1 && vectors == GF_ROW_PANELS * GF_NV && ldb == GF_NR) {
        full_strip(acc, n, a, b, panel);
        return;
    }
    if (rows == GF_MR && vectors == GF_NV && trans && lda == GF_MR && ldb == GF_NR) {
        full_columns(acc, n, a, b);
        return;
    }
    if (rows == GF_MR && vectors == GF_NV && !trans && ldb == GF_NR) {
        full_rows(acc, n, a, lda, b);
        return;
    }
#endif
    GF_ROLLED
    for (size_t k = 0; k < n; k++, a += next, b += ldb) {
        if (soon) {
            __builtin_prefetch(soon->at);
            soon->at += soon->step;
        }
        step(rows, vectors, trans, acc, a, lda, b, panel);
    }
}

/* acc = x + acc */
GF_INLINE void join(int rows, int vectors, gf_vf *acc, const float *x, size_t ldx)
{
    for (int i = 0; i < rows; i++)
        for (int v = 0; v < vectors; v++)
            acc[i * vectors + v] =
                gf_load(x + (size_t)i * ldx + v * GF_LANES) + acc[i * vectors + v];
}

GF_INLINE void put_tile(int rows, int vectors, const gf_vf *acc, float *c, size_t ldc)
{
    for (int i = 0; i < rows; i++)
        for (int v = 0; v < vectors; v++)
            gf_store(c + (size_t)i * ldc + v * GF_LANES, acc[i * vectors + v]);
}

GF_INLINE void tile(int rows, int vectors, bool trans, const struct gf_tiles *t)
{
    const bool full = rows == (trans ? GF_MR : GF_TALL) && vectors == GF_NV;
    const bool fetches = GF_FETCHES && full && !trans;
    const float *a = t->a, *b = t->b, *init = t->init, *add = full ? t->add : NULL;
    float *c = t->c;
    size_t K = t->K;
    struct gf_fetch soon = t->soon.at ? t->soon : (struct gf_fetch){(const char *)b, 0};
    GF_ROLLED
    for (size_t n = t->n; n; n--) {
        gf_vf acc[MAX_VECTORS];
        for (int i = 0; i < rows; i++)
            for (int v = 0; v < vectors; v++)
                acc[i * vectors + v] =
                    init ? gf_load(init + (size_t)i * t->ld_init + v * GF_LANES)
                         : (gf_vf){0};
        chain(rows, vectors, trans, acc, K, a, t->lda, b, t->ldb, t->panel,
              fetches ? &soon : NULL);
        if (add) join(rows, vectors, acc, add, t->ldadd);
        put_tile(rows, vectors, acc, c, t->ldc);
        a += t->a_step;
        b += t->b_step;
        c += t->c_step;
        K += t->k_step;
        init = init ? init + t->init_step : init;
        add = add ? add + t->add_step : add;
    }
}

/* The tree of kernels/shard_sum.h in registers: the newest sum is added to the pending ones
 * before it is stored. From row k to the end of the last of n shards. */
GF_INLINE void tree(gf_vf *acc, const struct gf_tiles *t, const float *a,
                    const size_t *row_end, size_t n, size_t k)
{
    float waiting[GF_TREE_DEPTH][GF_MR * GF_NR];
    for (size_t s = 0;; k = row_end[s++]) {
        for (int i = 0; i < GF_MR * GF_NV; i++) acc[i] = (gf_vf){0};
        chain(GF_MR, GF_NV, true, acc, row_end[s] - k, a + k * GF_MR, GF_MR,
              t->b + k * GF_NR, GF_NR, 0, NULL);
        size_t level = gf_tree_level(s);
        for (size_t done = s; done & 1; done >>= 1)
            join(GF_MR, GF_NV, acc, waiting[--level], GF_NR);
        if (s + 1 == n) return;
        put_tile(GF_MR, GF_NV, acc, waiting[level], GF_NR);
    }
}

/* Half of the shards for all tiles, then the other half: what a half has of B and of a tile's
 * rows of A stays in the L1 cache, where all of K does not. */
void GF_FN(shard_tiles)(const struct gf_shards *shards, const struct gf_tiles *t)
{
    const size_t half = shards->n / 2, *row_end = shards->row_end;
    for (size_t part = 0, k = 0; part < 2; part++, k = row_end[half - 1]) {
        const float *a = t->a;
        float *c = t->c;
        GF_ROLLED
        for (size_t n = t->n; n; n--, a += t->a_step, c += t->c_step) {
            gf_vf acc[GF_MR * GF_NV];
            tree(acc, t, a, row_end + part * half, half, k);
            if (part) join(GF_MR, GF_NV, acc, c, t->ldc);
            put_tile(GF_MR, GF_NV, acc, c, t->ldc);
        }
    }
}

#define TILE(name, rows, vectors, trans) \
    static void name(const struct gf_tiles *t) \
    { \
        tile(rows, vectors, trans, t); \
    }
#define ROWS(n) TILE(rows_##n##x1, n, 1, false) TILE(rows_##n##x2, n, 2, false)
#define COLS(n) TILE(cols_##n##x1, n, 1, true) TILE(cols_##n##x2, n, 2, true)
#define EACH4(f) f(1) f(2) f(3) f(4)
#define EACH6(f) EACH4(f) f(5) f(6)
#define EACH8(f) EACH6(f) f(7) f(8)
#define EACH12(f) EACH8(f) f(9) f(10) f(11) f(12)
#if GF_MR == 4
#define EACH_MR EACH4
#define EACH_TALL EACH4
#elif GF_MR == 6
#define EACH_MR EACH6
#define EACH_TALL EACH6
#else
#define EACH_MR EACH8
#define EACH_TALL EACH12
#endif

EACH_TALL(ROWS)
EACH_MR(COLS)

#define ROWS_X1(n) rows_##n##x1,
#define ROWS_X2(n) rows_##n##x2,
#define COLS_X1(n) cols_##n##x1,
#define COLS_X2(n) cols_##n##x2,
gf_tile *const GF_FN(tiles)[2][GF_NV][GF_TALL] = {
    {{EACH_TALL(ROWS_X1)}, {EACH_TALL(ROWS_X2)}},
    {{EACH_MR(COLS_X1)}, {EACH_MR(COLS_X2)}},
};

void GF_FN(tile_row)(const struct gf_tiles *t)
{
    tile(1, GF_ROW_PANELS * GF_NV, false, t);
}
