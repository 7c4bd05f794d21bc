/* C = epilogue(init + A B), tile by tile.
 *
 * B is cut into panels of GF_NR columns; A into blocks of rows that stay in the second
 * cache level while every panel passes over them. K is never cut: a tile's chain runs
 * from end to end in registers (a shard's chain, when K is a token axis), so nothing but
 * the finished tile is written. Packing, blocking and tile size change no bit: each
 * element is one chain in ascending k whatever they are.
 * SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "kernels/activation.h"
#include "kernels/gemm.h"
#include "kernels/gemm_panel.h"

/* Floats of A that one block of rows may have. In place: 256 KB, for the second cache
 * level. Copied: 1 MB, streamed at 3 bytes a cycle, because every block copies all of B
 * once more; and never fewer rows than A_ROWS. */
#define A_BLOCK_IN_PLACE 65536
#define A_BLOCK_COPIED 262144
#define A_ROWS (16 * GF_MR)
/* A strided operand longer than this is copied if it is used often enough; a shorter one
 * stays in the first cache level anyway. */
#define PACK_K 64
#define PACK_M (4 * GF_MR)

static bool copies_a(const struct gf_gemm *g)
{
    return g->a_trans && g->K > PACK_K && g->N > GF_NR;
}

static size_t block_rows(const struct gf_gemm *g)
{
    const size_t block = copies_a(g) ? A_BLOCK_COPIED : A_BLOCK_IN_PLACE;
    const size_t rows = block / (g->K ? g->K : 1) / GF_MR * GF_MR;
    return rows < A_ROWS ? A_ROWS : rows;
}

/* A strip of B and a block of A. Never falls when M, N or K grows, so that a work space
 * planned for the largest batch serves smaller ones. */
size_t GF_FN(gemm_work)(size_t M, size_t N, size_t K)
{
    const size_t block = K * A_ROWS > A_BLOCK_COPIED ? K * A_ROWS : A_BLOCK_COPIED;
    (void)N;
    return K * GF_STRIP + gf_min_size(block, K * gf_round_up(M, GF_MR));
}

/* ---- one tile ------------------------------------------------------------------- */

/* Rows m… and columns n… of C with what they are made from: A from row m, B from column
 * n as gf_tile reads it. */
struct tile {
    size_t m, rows, n, cols;
    const float *a, *b;
    size_t lda, ldb, panel;
    bool trans;
};

/* The sums of a tile to `out`: one chain, or shards and their tree. */
static void run(const struct gf_gemm *g, const struct tile *t, const float *init,
                size_t ld_init, float *out, size_t ld)
{
    const size_t vectors = t->cols > GF_LANES ? 2 : 1;
    if (g->shards && g->shards->n > 1) {
        gf_shard_tile *f = GF_FN(shard_tiles)[vectors - 1][t->rows - 1];
        f(g->shards, t->a, t->lda, t->b, t->ldb, out, ld);
        return;
    }
    gf_tile *f = t->cols > GF_NR ? GF_FN(tile_row)
                                 : GF_FN(tiles)[t->trans][vectors - 1][t->rows - 1];
    f(g->K, t->a, t->lda, t->b, t->ldb, t->panel, init, ld_init, out, ld);
}

/* One row, all vectors of it before the next step: their latencies overlap. */
GF_INLINE void finish_row(const float *value, float *c, float *z, const float *add,
                          size_t cols, enum gf_act act)
{
    for (size_t n = 0; n < cols; n += GF_NR) {
        gf_vf v[GF_NV];
        for (size_t i = 0; i < GF_NV; i++) v[i] = gf_load(value + n + i * GF_LANES);
        for (size_t i = 0, at = n; i < GF_NV && at < cols; i++, at += GF_LANES)
            if (z) gf_store_n(z + at, v[i], cols - at);
        for (size_t i = 0; i < GF_NV; i++) v[i] = gf_activate(v[i], act);
        for (size_t i = 0, at = n; i < GF_NV && at < cols; i++, at += GF_LANES) {
            if (add) v[i] = v[i] + gf_load_n(add + at, cols - at);
            gf_store_n(c + at, v[i], cols - at);
        }
    }
}

GF_INLINE void finish_rows(const struct gf_gemm *g, const struct tile *t,
                           const float *value, size_t ld, enum gf_act act)
{
    for (size_t i = 0; i < t->rows; i++) {
        const size_t m = t->m + i, n = t->n;
        finish_row(value + i * ld, g->c + m * g->ldc + n,
                   g->z ? g->z + m * g->ldz + n : NULL,
                   g->add ? g->add + m * g->ldadd + n : NULL, t->cols, act);
    }
}

static void finish(const struct gf_gemm *g, const struct tile *t, const float *value,
                   size_t ld)
{
    switch (g->act) {
    case GF_ACT_NONE:
        finish_rows(g, t, value, ld, GF_ACT_NONE);
        break;
    case GF_ACT_RELU:
        finish_rows(g, t, value, ld, GF_ACT_RELU);
        break;
    case GF_ACT_GELU:
        finish_rows(g, t, value, ld, GF_ACT_GELU);
        break;
    case GF_ACT_GELU_TANH:
        finish_rows(g, t, value, ld, GF_ACT_GELU_TANH);
        break;
    }
}

/* Where the chains of a tile start; `copy` takes the part of it that is there when the
 * tile is narrower than its vectors. */
static const float *start(const struct gf_gemm *g, const struct tile *t, size_t *ld,
                          float *copy)
{
    const bool from_c = g->init == GF_INIT_C || (g->shards && g->shards->carry);
    const float *from = from_c                    ? g->c + t->m * g->ldc + t->n
                        : g->init == GF_INIT_BIAS ? g->bias + t->n
                                                  : NULL;
    size_t rows = from_c ? t->rows : 1;
    *ld = from_c ? g->ldc : 0;
    if (!from || t->cols % GF_LANES == 0) return from;
    memset(copy, 0, rows * GF_NR * sizeof(float));
    for (size_t i = 0; i < rows; i++)
        memcpy(copy + i * GF_NR, from + i * *ld, t->cols * sizeof(float));
    *ld = from_c ? GF_NR : 0;
    return copy;
}

static void one_tile(const struct gf_gemm *g, const struct tile *t)
{
    float value[GF_MR * GF_NR], copy[GF_MR * GF_NR];
    size_t ld_init;
    const float *init = start(g, t, &ld_init, copy);
    if (t->cols % GF_LANES == 0 && !g->act && !g->z && !g->add) {
        run(g, t, init, ld_init, g->c + t->m * g->ldc + t->n, g->ldc);
        return;
    }
    const size_t ld = t->cols > GF_NR ? t->cols : GF_NR;
    run(g, t, init, ld_init, value, ld);
    finish(g, t, value, ld);
}

/* ---- blocks --------------------------------------------------------------------- */

/* Sets where columns n… of B are: in place, or copied to `work` when transposed, ragged
 * or so long that rows would leave the first cache level between two tiles. */
static void find_b(const struct gf_gemm *g, struct tile *t, size_t cols, float *work)
{
    const bool ragged = cols % GF_LANES != 0;
    const bool reused = g->K > PACK_K && g->M > PACK_M;
    t->ldb = GF_NR;
    t->panel = g->K * GF_NR;
    if (g->b_form == GF_B_PACKED) {
        const size_t K = g->ldb ? g->ldb : g->K;
        t->b = g->b + t->n * K;
        t->panel = K * GF_NR;
    } else if (g->b_form == GF_B_KN && !ragged && !reused) {
        t->b = g->b + t->n;
        t->ldb = g->ldb;
        t->panel = GF_NR;
    } else {
        t->b = work;
        const float *from = g->b + (g->b_form == GF_B_KN ? t->n : t->n * g->ldb);
        GF_FN(gemm_pack)(work, from, g->ldb, g->b_form, g->K, cols);
    }
}

/* Rows m0 <= m < m1 of the panel t->n. */
static void column_of_tiles(const struct gf_gemm *g, struct tile *t, size_t m0,
                            size_t m1, const float *packed_a)
{
    for (t->m = m0; t->m < m1; t->m += GF_MR) {
        t->rows = gf_min_size(GF_MR, m1 - t->m);
        t->a = packed_a     ? packed_a + (t->m - m0) * g->K
               : g->a_trans ? g->a + t->m
                            : g->a + t->m * g->lda;
        one_tile(g, t);
    }
}

/* Rows m0 <= m < m1 of C, by strips of a few panels: a strip of B is found or copied at
 * once, then each of its panels meets all rows. */
static void block(const struct gf_gemm *g, size_t m0, size_t m1, float *a_work,
                  float *b_work)
{
    const bool pack = copies_a(g);
    if (pack) gf_panels_a(a_work, g->a + m0, g->lda, g->K, m1 - m0);
    struct tile t = {.trans = g->a_trans, .lda = pack ? GF_MR : g->lda};
    for (size_t strip = 0; strip < g->N; strip += GF_STRIP) {
        const size_t end = gf_min_size(g->N, strip + GF_STRIP);
        const bool row =
            g->M == 1 && !g->a_trans && !g->shards && end - strip == GF_STRIP;
        t.n = strip;
        find_b(g, &t, end - strip, b_work);
        for (; t.n < end; t.n += t.cols, t.b += t.panel) {
            t.cols = row ? GF_STRIP : gf_min_size(GF_NR, end - t.n);
            column_of_tiles(g, &t, m0, m1, pack ? a_work : NULL);
        }
    }
}

void GF_FN(gemm)(const struct gf_gemm *g)
{
    GF_ASSERT(g->a_trans || !g->shards || g->shards->n == 1);
    const size_t rows = block_rows(g);
    float *b_work = g->work, *a_work = g->work + g->K * GF_STRIP;
    for (size_t m = 0; m < g->M; m += rows)
        block(g, m, gf_min_size(g->M, m + rows), a_work, b_work);
}
