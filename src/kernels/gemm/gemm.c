/* C = epilogue(init + A B), tile by tile.
 *
 * B is divided into panels of GF_NR columns, A into blocks of rows that stay in the L2 cache
 * while every panel passes over them. K is never divided: a tile's chain of additions runs
 * in registers from end to end (a shard's chain, when K is a token axis), and only the
 * finished tile is written. Packing, blocking and tile size therefore change no bit: each
 * element is one chain in ascending k.
 * SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "kernels/gemm/pack.h"
#include "kernels/gemm/prepacked.h"
#include "kernels/gemm/row.h"
#include "kernels/gemm/tile.h"

/* Floats of A in one block of rows. In place: 256 KB, for the L2 cache. Copied: 1 MB,
 * streamed at 3 bytes a cycle, because every block copies all of B once more. At least
 * A_TILES tiles. */
#define A_BLOCK_IN_PLACE 65536
#define A_BLOCK_COPIED 262144
#define A_TILES 16
/* Floats of C that `finish` processes at once, while they are in the L2 cache. */
#define FINISHED 32768
/* A strided operand longer than this is copied if it is used often enough; a shorter one
 * stays in the L1 cache anyway. */
#define PACK_K 64
#define PACK_M (4 * GF_MR)

/* The epilogue needs a pass of its own: an activation, or z. */
static bool finishes(const struct gf_gemm *g)
{
    return g->act || g->z;
}

/* A and B are then copied, so that every tile is a full one. */
static bool sharded(const struct gf_gemm *g)
{
    return g->shards && g->shards->n > 1;
}

static bool copies_a(const struct gf_gemm *g)
{
    return sharded(g) || (g->a_trans && g->K > PACK_K && g->N > GF_NR);
}

/* Rows of a tile. */
static size_t tile_rows(const struct gf_gemm *g)
{
    return g->a_trans ? GF_MR : GF_TALL;
}

static size_t block_rows(const struct gf_gemm *g)
{
    const size_t mr = tile_rows(g);
    const size_t block = copies_a(g) ? A_BLOCK_COPIED : A_BLOCK_IN_PLACE;
    size_t rows = block / (g->K ? g->K : 1) / mr * mr;
    if (finishes(g)) rows = gf_min_size(rows, FINISHED / g->N / mr * mr);
    return rows < A_TILES * mr ? A_TILES * mr : rows;
}

/* A strip of B and a block of A. Monotonic in M, N and K, so that scratch planned for the
 * largest batch suffices for smaller ones. */
size_t GF_FN(gemm_work)(size_t M, size_t N, size_t K)
{
    const size_t least = K * A_TILES * GF_MR;
    const size_t block = least > A_BLOCK_COPIED ? least : A_BLOCK_COPIED;
    (void)N;
    return K * GF_STRIP + gf_min_size(block, K * gf_round_up(M, GF_MR));
}

/* ---- tiles ---------------------------------------------------------------------- */

/* Columns of C from n on, at most a strip, and B from column n as gf_tile reads it. */
struct panel {
    size_t n, cols;
    const float *b;
    size_t ldb, step;
};

/* Rows of A as gf_tile reads them, for tiles one below the other. */
struct rows {
    const float *a;
    size_t lda, step;
};

static void run(const struct gf_gemm *g, const struct panel *p, size_t rows,
                const struct gf_tiles *t)
{
    const size_t vectors = p->cols > GF_LANES ? 2 : 1;
    if (sharded(g))
        GF_FN(shard_tiles)(g->shards, t);
    else if (p->cols > GF_NR)
        GF_FN(tile_row)(t);
    else
        GF_FN(tiles)[g->a_trans][vectors - 1][rows - 1](t);
}

/* n elements of a row of C from the finished sums z. */
static void activate(const struct gf_gemm *g, float *c, float *z, size_t n)
{
    GF_FN(activation)(c, g->z_slope ? z : NULL, z, n, g->act);
}

/* One tile computed in a copy of C, for the cases that full tiles and `finish` do not
 * cover. */
static void run_copy(const struct gf_gemm *g, const struct panel *p, size_t m,
                     size_t rows, const struct gf_tiles *t)
{
    float value[GF_TALL * GF_NR], start[GF_TALL * GF_NR] = {0};
    struct gf_tiles copy = *t;
    copy.add = NULL;
    copy.c = value;
    copy.ldc = GF_NR;
    if (t->init) {
        const size_t n = t->ld_init ? rows : 1;
        for (size_t i = 0; i < n; i++)
            memcpy(start + i * GF_NR, t->init + i * t->ld_init,
                   p->cols * sizeof(float));
        copy.init = start;
        copy.ld_init = t->ld_init ? GF_NR : 0;
    }
    run(g, p, rows, &copy);
    for (size_t i = 0; i < rows; i++, m++) {
        float *sum = value + i * GF_NR, *c = t->c + i * t->ldc;
        if (g->add) {
            float *z = g->z ? g->z + m * g->ldz + p->n : NULL;
            if (z) memcpy(z, sum, p->cols * sizeof(float));
            activate(g, sum, z ? z : sum, p->cols);
            c = g->c + m * g->ldc + p->n;
            GF_FN(add)(sum, g->add + m * g->ldadd + p->n, sum, p->cols);
        }
        memcpy(c, sum, p->cols * sizeof(float));
    }
}

/* The panel after p, a part of it for each tile of n rows: otherwise its first tile waits. Of a
 * copy nothing, as it has just been written. */
static struct gf_fetch next_panel(const struct gf_gemm *g, const struct panel *p,
                                  size_t n)
{
    if (!GF_FETCHES || g->b_form != GF_B_PACKED || p->n + GF_NR >= g->N)
        return (struct gf_fetch){0};
    const size_t tiles = n / tile_rows(g) + 1;
    return (struct gf_fetch){(const char *)(p->b + p->step),
                             (GF_NR * sizeof(float) + tiles - 1) / tiles};
}

/* Rows m0 <= m < m1 of a panel. The sums go to z where there is one, otherwise to C. */
static void column_of_tiles(const struct gf_gemm *g, const struct panel *p, size_t m0,
                            size_t m1, const struct rows *from)
{
    const size_t mr = tile_rows(g);
    const bool carries = g->shards && g->shards->carry;
    struct gf_tiles t = {.K = g->K,
                         .a = from->a,
                         .lda = from->lda,
                         .a_step = from->step,
                         .b = p->b,
                         .ldb = p->ldb,
                         .panel = p->step,
                         .soon = next_panel(g, p, m1 - m0),
                         .ldc = g->z ? g->ldz : g->ldc};
    t.c = (g->z ? g->z : g->c) + m0 * t.ldc + p->n;
    t.c_step = mr * t.ldc;
    if (g->init == GF_INIT_C || carries) {
        t.init = g->c + m0 * g->ldc + p->n;
        t.ld_init = g->ldc;
        t.init_step = mr * g->ldc;
    } else if (g->init == GF_INIT_BIAS) {
        t.init = g->bias + p->n;
    }
    if (g->add) {
        t.add = g->add + m0 * g->ldadd + p->n;
        t.ldadd = g->ldadd;
        t.add_step = mr * g->ldadd;
    }
    for (size_t m = m0, rows; m < m1; m += t.n * rows) {
        rows = gf_min_size(mr, m1 - m);
        const bool full = rows == mr && p->cols == GF_NR;
        t.n = full ? (m1 - m) / rows : 1;
        if (p->cols % GF_LANES != 0 ||
            (g->add && (!full || sharded(g) || finishes(g))) || (sharded(g) && !full)) {
            t.n = 1;
            run_copy(g, p, m, rows, &t);
        } else {
            run(g, p, rows, &t);
        }
        t.a += t.n * t.a_step;
        t.c += t.n * t.c_step;
        if (t.init) t.init += t.n * t.init_step;
        if (t.add) t.add += t.n * t.add_step;
    }
}

/* Activates finished rows, a few at a time while they are in the cache: half the time of
 * the same tile by tile. */
static void finish(const struct gf_gemm *g, size_t m0, size_t m1)
{
    if (!finishes(g) || g->add) return;
    for (size_t m = m0; m < m1; m++) {
        float *c = g->c + m * g->ldc;
        activate(g, c, g->z ? g->z + m * g->ldz : c, g->N);
    }
}

/* ---- blocks --------------------------------------------------------------------- */

/* Sets where columns of B from p->n on are: in place, or copied to `work` when prepacked,
 * transposed, ragged, or so long that rows would leave the L1 cache between two tiles. */
static void find_b(const struct gf_gemm *g, struct panel *p, size_t cols, float *work)
{
    const bool ragged = cols % GF_LANES != 0;
    const bool reused = sharded(g) || (g->K > PACK_K && g->M > PACK_M);
    p->ldb = GF_NR;
    p->step = g->K * GF_NR;
    if (g->b_form == GF_B_PACKED) {
        const size_t K = g->ldb ? g->ldb : g->K;
        p->b = g->b + p->n * K;
        p->step = K * GF_NR;
    } else if (g->b_form == GF_B_KN && !ragged && !reused) {
        p->b = g->b + p->n;
        p->ldb = g->ldb;
        p->step = GF_NR;
    } else {
        p->b = work;
        if (g->b_form == GF_B_PREPACKED) {
            GF_FN(prepacked_strip)(work, g->prepacked, p->n, cols);
            return;
        }
        if (g->b_form == GF_B_PREPACKED_W) {
            GF_FN(prepacked_strip_of_w)(work, g->prepacked, p->n, cols);
            return;
        }
        const float *from = g->b + (g->b_form == GF_B_KN ? p->n : p->n * g->ldb);
        GF_FN(gemm_pack)(work, from, g->ldb, g->b_form, g->K, cols);
    }
}

/* Rows m0 <= m < m1 of C, in strips of a few panels: a strip of B is located or copied as a
 * whole, then each of its panels is multiplied with all rows. */
static void block(const struct gf_gemm *g, size_t m0, size_t m1, float *a_work,
                  float *b_work)
{
    struct rows a = {g->a + m0 * g->lda, g->lda, GF_TALL * g->lda};
    if (g->a_trans) a = (struct rows){g->a + m0, g->lda, GF_MR};
    if (copies_a(g)) {
        gf_panels_a(a_work, a.a, g->lda, g->K, m1 - m0);
        a = (struct rows){a_work, GF_MR, GF_MR * g->K};
    }
    for (size_t strip = 0; strip < g->N; strip += GF_STRIP) {
        const size_t end = gf_min_size(g->N, strip + GF_STRIP);
        const bool row =
            g->M == 1 && !g->a_trans && !g->shards && end - strip == GF_STRIP;
        struct panel p = {.n = strip};
        find_b(g, &p, end - strip, b_work);
        for (; p.n < end; p.n += p.cols, p.b += p.step) {
            p.cols = row ? GF_STRIP : gf_min_size(GF_NR, end - p.n);
            column_of_tiles(g, &p, m0, m1, &a);
        }
    }
    finish(g, m0, m1);
}

/* One row times a weight that lies as it is or is prepacked, whose sums need no place of their
 * own. False where nothing has been done. */
static bool single_row(const struct gf_gemm *g)
{
    const bool prepacked = g->b_form == GF_B_PREPACKED;
    if (g->M != 1 || g->a_trans || g->shards || g->add == g->c ||
        !(prepacked || g->b_form == GF_B_NK)) {
        return false;
    }
    const float *row = g->a;
    if (prepacked) row = GF_FN(prepacked_row_of)(g->prepacked, row, g->work);
    if (!row) return false;
    float *sum = g->z ? g->z : g->c;
    const float *init = g->init == GF_INIT_BIAS ? g->bias : g->c;
    if (g->init == GF_INIT_ZERO)
        memset(sum, 0, g->N * sizeof *sum);
    else if (sum != init)
        memcpy(sum, init, g->N * sizeof *sum);
    if (prepacked)
        GF_FN(prepacked_product)(sum, row, g->prepacked);
    else
        GF_FN(row_product)(sum, row, g->K, g->b, g->ldb, g->N);
    if (finishes(g)) activate(g, g->c, sum, g->N);
    if (g->add) GF_FN(add)(g->c, g->add, g->c, g->N);
    return true;
}

void GF_FN(gemm)(const struct gf_gemm *g)
{
    GF_ASSERT(g->a_trans || !g->shards || g->shards->n == 1);
    GF_ASSERT(g->z || !g->z_slope);
    if (single_row(g)) return;
    const size_t rows = block_rows(g);
    float *b_work = g->work, *a_work = g->work + g->K * GF_STRIP;
    for (size_t m = 0; m < g->M; m += rows)
        block(g, m, gf_min_size(g->M, m + rows), a_work, b_work);
}
