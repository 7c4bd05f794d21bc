/* The tiles of the matrix product, and the layout of packed B.
 *
 * Packed B is a row of panels, each GF_NR columns wide, the last one padded with +0:
 *
 *      B [K][N]                      panel 0        panel 1
 *   +--------+-------+---          +--------+     +--------+
 *   | k = 0  |  ...  |             | k = 0  |     | k = 0  |   one panel is K * GF_NR
 *   | k = 1  |       |      ->     | k = 1  |     | k = 1  |   contiguous floats
 *   |  ...   |       |             |  ...   |     |  ...   |
 *   +--------+-------+---          +--------+     +--------+
 *    GF_NR columns
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_GEMM_TILE_H
#define GF_KERNELS_GEMM_TILE_H

#include "kernels/lanes.h"

/* Rows of a full tile, and vectors in one of its rows. Exact multiply and add needs
 * MR * NV accumulators, NV vectors of B, one splat of A and one product in registers:
 * 12 of the 15 that V8 has on x64, 16 of AVX2's 16, 19 of AVX-512's 32. Rows of A in
 * place may be GF_TALL, 27 of them; copied ones would be padded more, and attention computes more
 * that is masked. */
#if GF_LANES == 4
#define GF_MR 4
#define GF_TALL GF_MR
#elif GF_LANES == 8
#define GF_MR 6
#define GF_TALL GF_MR
#else
#define GF_MR 8
#define GF_TALL 12
#endif
#define GF_NV 2
#define GF_NR (GF_NV * GF_LANES)
/* A single row (decoding) covers this many panels, so that enough independent chains are in
 * flight to hide the latency of the addition. */
#define GF_ROW_PANELS 4
#define GF_STRIP (GF_ROW_PANELS * GF_NR)

/* Memory that will be read soon: with each k, `step` more bytes are fetched into the cache. Four
 * lanes compute no faster than it comes anyway: they fetch nothing. */
#define GF_FETCHES (GF_LANES > 4)
struct gf_fetch {
    const char *at; /* NULL: nothing */
    size_t step;
};

/* Tiles of one size, one after the other:
 *   C[m][n] = add[m][n] + (init[m][n] + sum over k < K, ascending, of A[m][k] * B[k][n])
 * Vector v of a row of B starts at b + k * ldb + (v / GF_NV) * panel + (v % GF_NV) *
 * GF_LANES. init NULL is +0; ld_init 0 repeats one row (a bias). From one tile to the next
 * every pointer advances by its step; k_step may wrap. */
struct gf_tiles {
    size_t n, K, k_step;
    const float *a;
    size_t lda, a_step;
    const float *b;
    size_t ldb, b_step, panel;
    const float *init;
    size_t ld_init, init_step;
    const float *add; /* NULL: none. Full tiles only. May be c */
    size_t ldadd, add_step;
    float *c;
    size_t ldc, c_step;
    struct gf_fetch soon; /* full tiles, a is not transposed */
};
typedef void gf_tile(const struct gf_tiles *tiles);

/* [a is transposed: a[k * lda + m]][vectors - 1][rows - 1]; transposed, GF_MR rows at most. */
extern gf_tile *const GF_FN(tiles)[2][GF_NV][GF_TALL];
/* One row, GF_ROW_PANELS whole panels. */
gf_tile GF_FN(tile_row);

/* Full tiles with k divided into shards, each a chain from +0, summed as a tree. A and B are
 * packed, and B is the same for all; init and add are ignored. */
void GF_FN(shard_tiles)(const struct gf_shards *shards, const struct gf_tiles *t);

#endif
