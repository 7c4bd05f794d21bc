/* Shared by forward and backward attention: one head of one sequence, its matrices as packed
 * panels, and groups of query rows, as many as a tile of the matrix product has.
 *
 * Scores are stored for one group only (backward: a few groups):
 *
 *              keys ->
 *            +-----------------+
 *   queries  |####             |   a group covers the keys up to the reach of its last
 *      |     |########         |   row (causal); weights beyond a row's own reach are 0
 *      v     |############     |
 *            +-----------------+
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_ATTENTION_HEAD_HEAD_H
#define GF_KERNELS_ATTENTION_HEAD_HEAD_H

#include "kernels/gemm/tile.h"
#include "kernels/random.h"

/* Query rows whose weights backward keeps at a time, a multiple of GF_MR: dK and dV are
 * loaded and stored once for that many rows. */
#define GF_ATTN_ROWS (32 / GF_MR * GF_MR)

/* The B operand of a product with one of the head's matrices. */
struct gf_operand {
    const float *p;
    size_t ld; /* row length; the K it was packed with, when packed */
    enum gf_b_form form;
};

struct gf_head {
    const struct gf_attn *a;
    size_t b, h, kv;        /* sequence, head, its head of k and v */
    bool opens;             /* k and v are not those of the head before */
    const float *q, *k, *v; /* row 0 */
    struct gf_dropout drop;
    size_t ld_s;      /* row length of scores: Tk rounded up to GF_ROW_STEP */
    size_t ld_d;      /* row length of queries and outputs: D rounded up to GF_LANES */
    float *gemm_work; /* for operands in place */
    float *free;      /* the rest of work */
};

/* Query rows i0 <= i < i0 + rows, rows <= GF_MR, and the keys they need. */
struct gf_group {
    size_t i0, rows, limit;
};

/* The head of k and v that head h reads. */
GF_INLINE size_t gf_attn_kv(const struct gf_attn *a, size_t h)
{
    return a->n_kv_head ? h * a->n_kv_head / a->H : h;
}

/* Row i attends to keys j < this, except padding. */
GF_INLINE size_t gf_attn_reach(const struct gf_attn *a, size_t i)
{
    return a->causal ? gf_min_size(a->Tk, i + a->q_pos + 1) : a->Tk;
}

/* Pads a row of n scores with `value` to a multiple of GF_ROW_STEP and returns its length.
 * -infinity gives a weight of exactly 0, so the passes over a row need no remainder loop and
 * their counts change every 16 rows only. */
GF_INLINE size_t gf_attn_close(float *s, size_t n, float value)
{
    const size_t whole = gf_round_up(n, GF_ROW_STEP);
    if (n == 0) return 0;
    const gf_vi lane = (gf_vi)gf_indices(0);
    const gf_vf behind = gf_splat(value);
    GF_UNROLL
    for (size_t j = 0; j < GF_ROW_STEP; j += GF_LANES) {
        const size_t at = whole - GF_ROW_STEP + j;
        const gf_vi inside = lane < (int32_t)(n - at);
        gf_store(s + at, gf_select(inside, gf_load(s + at), behind));
    }
    return whole;
}

GF_INLINE struct gf_group gf_attn_group(const struct gf_attn *a, size_t i0, size_t end)
{
    const size_t rows = gf_min_size(GF_MR, end - i0);
    return (struct gf_group){i0, rows, gf_attn_reach(a, i0 + rows - 1)};
}

/* Stream index of A[i][0] for dropout. */
GF_INLINE uint32_t gf_attn_index(const struct gf_head *hd, size_t i)
{
    const struct gf_attn *a = hd->a;
    uint32_t head = (uint32_t)(a->first_seq + hd->b) * (uint32_t)a->H + (uint32_t)hd->h;
    return (head * (uint32_t)a->Tq + (uint32_t)i) * (uint32_t)a->Tk;
}

/* Dropout on n elements of row i of the weights, or of their gradient, in whole vectors. */
static __attribute__((noinline, unused)) void gf_attn_drop(const struct gf_head *hd,
                                                           float *s, size_t i, size_t n)
{
    const uint32_t index = gf_attn_index(hd, i);
    GF_ROLLED
    for (size_t j = 0; j < n; j += GF_LANES)
        gf_store(s + j, gf_drop(&hd->drop, gf_load(s + j), index + (uint32_t)j));
}

/* Maximum and 1 / sum of row i. */
GF_INLINE float *gf_attn_stat(const struct gf_head *hd, size_t i)
{
    const struct gf_attn *a = hd->a;
    return a->stat + 2 * ((hd->b * a->H + hd->h) * a->Tq + i);
}

#define gf_head_work GF_FN(head_work)
#define gf_head_begin GF_FN(head_begin)
#define gf_head_touch GF_FN(head_touch)
#define gf_head_take GF_FN(head_take)
#define gf_head_operand GF_FN(head_operand)
#define gf_head_tiles GF_FN(head_tiles)
#define gf_head_product GF_FN(head_product)
#define gf_head_scores GF_FN(head_scores)

/* Floats that a head needs. */
size_t gf_head_work(size_t Tk, size_t D);

/* Head h of sequence b, with all of a->work free except what gemm needs. `after`: head h - 1
 * was the last to use it and took the same from it, so that operands in common stay. */
struct gf_head gf_head_begin(const struct gf_attn *a, size_t b, size_t h, bool after);

/* Prefetches rows of the head by reading one number of every cache line: these cache misses
 * overlap, which they would not between other loads and stores. */
void gf_head_touch(struct gf_head *hd, const float *x, size_t ld, size_t rows);

/* Takes n floats of the head's free space. */
float *gf_head_take(struct gf_head *hd, size_t n);

/* rows[0..Tk) (of k or v layout, row length ld) as [Tk][D] (GF_B_KN) or its transpose
 * (GF_B_NK): packed when there is more than one group to use it, else in place. Packed by the
 * first of the heads that share it. */
struct gf_operand gf_head_operand(struct gf_head *hd, const float *rows, size_t ld,
                                  enum gf_b_form form);

/* Computes N columns tile by tile, from left to right; sets t->n and t->c_step. */
void gf_head_tiles(bool trans, size_t rows, size_t N, struct gf_tiles *t);

/* c[rows][N] = a[rows][K] B, rows <= GF_MR. Whole vectors are written: ldc is a multiple
 * of GF_LANES and at least N. */
void gf_head_product(const struct gf_head *hd, size_t rows, size_t N, size_t K,
                     const float *a, size_t lda, const struct gf_operand *b, float *c,
                     size_t ldc);

/* The group's scaled queries to q [rows][ld_d], their scores to s [rows][ld_s]; -infinity
 * where a key is padding. Scores beyond a row's reach are not defined. */
void gf_head_scores(const struct gf_head *hd, const struct gf_group *group,
                    const struct gf_operand *k_t, float *q, float *s);

#endif
