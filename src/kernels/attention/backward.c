/* Attention, backward. The weights are recomputed block by block from the row maxima and
 * sums that forward saved: for L 6, H 6, T 256 that costs 1 % of a step and saves 9 MB per
 * sequence (Dao et al., "FlashAttention", 2022, section 3.1).
 *
 * With P = drop(A) and g = dO V^T, per head, the head mask factored out of the sums:
 *   dV = head_mask P^T dO
 *   u_i = sum_j P_ij g_ij            (= dO_i . the output before the head mask)
 *   dS_ij = A_ij (drop(g)_ij - u_i)
 *   dQ = head_mask scale dS K             dK = head_mask dS^T (scale Q)
 *   dmask = sum_i u_i
 * Query blocks ascend, so the chains of dK and dV run over queries in order.
 * SPDX-License-Identifier: MIT */
#include "kernels/attention/head.h"
#include "kernels/attention/padded_rows.h"
#include "kernels/attention/side_by_side.h"

struct backward {
    struct gf_head hd;
    struct gf_operand k_t, v_t, k;
    float *q, *d_o; /* block of [GF_ATTN_ROWS][ld_d]: scale * q, dO */
    float *s, *g; /* block of [GF_ATTN_ROWS][ld_s]: scores, then P; drop(g), then dS */
    float *dq;    /* group of [GF_MR][ld_d] */
    float *dk, *dv; /* [Tk][ld_d] */
    float head_mask;
};

/* Query rows i0 <= i < i1 and the keys they need. */
struct block {
    size_t i0, i1, limit;
};

static struct backward begin_backward(const struct gf_attn *a, size_t b, size_t h)
{
    struct backward w = {.hd = gf_head_begin(a, b, h, h > 0)};
    struct gf_head *hd = &w.hd;
    const size_t q = b * a->Tq, k = b * a->Tk, column = h * a->D;
    const size_t kv_column = hd->kv * a->D;
    gf_head_touch(hd, a->d_o + q * a->ldo + column, a->ldo, a->Tq);
    gf_head_touch(hd, a->dq + q * a->ldq + column, a->ldq, a->Tq);
    gf_head_touch(hd, a->dk + k * a->ldk + kv_column, a->ldk, a->Tk);
    gf_head_touch(hd, a->dv + k * a->ldv + kv_column, a->ldv, a->Tk);
    w.q = gf_head_take(hd, GF_ATTN_ROWS * hd->ld_d);
    w.d_o = gf_head_take(hd, GF_ATTN_ROWS * hd->ld_d);
    w.s = gf_head_take(hd, GF_ATTN_ROWS * hd->ld_s);
    w.g = gf_head_take(hd, GF_ATTN_ROWS * hd->ld_s);
    w.dq = gf_head_take(hd, GF_MR * hd->ld_d);
    w.dk = gf_head_take(hd, a->Tk * hd->ld_d);
    w.dv = gf_head_take(hd, a->Tk * hd->ld_d);
    w.k_t = gf_head_operand(hd, hd->k, a->ldk, GF_B_NK);
    w.v_t = gf_head_operand(hd, hd->v, a->ldv, GF_B_NK);
    w.k = gf_head_operand(hd, hd->k, a->ldk, GF_B_KN);
    w.head_mask = a->head_mask ? a->head_mask[h] : 1.0f;
    memset(w.dk, 0, a->Tk * hd->ld_d * sizeof(float));
    memset(w.dv, 0, a->Tk * hd->ld_d * sizeof(float));
    return w;
}

/* Row i: s holds scores, g holds dO V^T. Afterwards s holds A and g what dropout left of
 * dA, in whole vectors. Returns u. */
static float backward_weights(const struct gf_head *hd, float *s, float *g, size_t i)
{
    const float *stat = gf_attn_stat(hd, i);
    const size_t reach = gf_attn_reach(hd->a, i);
    const size_t n = gf_attn_close(s, reach, -__builtin_inff());
    gf_attn_close(g, reach, 0);
    if (hd->a->p > 0) gf_attn_drop(hd, g, i, n);
    return gf_padded_exp(s, n, stat[0], stat[1], g);
}

/* Then s holds P and g holds dS, both 0 up to `limit`. */
static void backward_scores(const struct gf_head *hd, float *s, float *g, size_t i,
                            float u, size_t limit)
{
    const size_t n = gf_round_up(gf_attn_reach(hd->a, i), GF_ROW_STEP);
    const gf_vf shift = gf_splat(u);
    GF_ROLLED
    for (size_t j = 0; j < n; j += GF_LANES)
        gf_store(g + j, gf_load(s + j) * (gf_load(g + j) - shift));
    if (hd->a->p > 0) gf_attn_drop(hd, s, i, n);
    for (size_t j = n; j < limit; j++) s[j] = g[j] = 0;
}

/* dst[rows][D] = (add ? dst : 0) + factor * src. */
static void put_rows(const struct gf_head *hd, float *dst, size_t ld, const float *src,
                     size_t rows, float factor, bool add)
{
    const size_t D = hd->a->D;
    const gf_vf f = gf_splat(factor);
    for (size_t r = 0; r < rows; r++, dst += ld, src += hd->ld_d)
        for (size_t d = 0; d < D; d += GF_LANES) {
            gf_vf v = gf_load(src + d) * f;
            if (add) v = gf_load_n(dst + d, D - d) + v;
            gf_store_n(dst + d, v, D - d);
        }
}

/* sum[j][:] += s[i][j] * x[i][:] over the block's rows i, ascending. Rows whose reach ends
 * before j have 0 there and are skipped. */
static void add_keys(const struct backward *w, const struct block *block,
                     const float *s, const float *x, float *sum)
{
    const size_t ld_s = w->hd.ld_s, ld_d = w->hd.ld_d, rows = block->i1 - block->i0;
    for (size_t j = 0; j < block->limit; j += GF_MR) {
        const size_t n_keys = gf_min_size(GF_MR, block->limit - j);
        size_t i = 0;
        while (gf_attn_reach(w->hd.a, block->i0 + i) <= j) i++;
        float *c = sum + j * ld_d;
        struct gf_tiles t = {.K = rows - i,
                             .a = s + i * ld_s + j,
                             .lda = ld_s,
                             .b = x + i * ld_d,
                             .ldb = ld_d,
                             .b_step = GF_NR,
                             .init = c,
                             .ld_init = ld_d,
                             .init_step = GF_NR,
                             .c = c,
                             .ldc = ld_d};
        gf_head_tiles(true, n_keys, ld_d, &t);
    }
}

static void backward_group(const struct backward *w, const struct block *block,
                           const struct gf_group *group, float *dmask)
{
    const struct gf_head *hd = &w->hd;
    const struct gf_attn *a = hd->a;
    const size_t row = hd->b * a->Tq + group->i0, column = hd->h * a->D;
    const size_t at = group->i0 - block->i0;
    float *d_o = w->d_o + at * hd->ld_d;
    float *s = w->s + at * hd->ld_s, *g = w->g + at * hd->ld_s;
    for (size_t i = 0; i < group->rows; i++) {
        const float *from = a->d_o + (row + i) * a->ldo + column;
        for (size_t d = 0; d < a->D; d += GF_LANES)
            gf_store(d_o + i * hd->ld_d + d, gf_load_n(from + d, a->D - d));
    }
    gf_head_scores(hd, group, &w->k_t, w->q + at * hd->ld_d, s);
    gf_head_product(hd, group->rows, group->limit, a->D, d_o, hd->ld_d, &w->v_t, g,
                    hd->ld_s);
    float u[GF_MR];
    for (size_t i = 0; i < group->rows; i++)
        u[i] = backward_weights(hd, s + i * hd->ld_s, g + i * hd->ld_s, group->i0 + i);
    for (size_t i = 0; i < group->rows; i++) {
        backward_scores(hd, s + i * hd->ld_s, g + i * hd->ld_s, group->i0 + i, u[i],
                        block->limit);
        if (dmask) *dmask += u[i];
    }
    gf_head_product(hd, group->rows, a->D, group->limit, g, hd->ld_s, &w->k, w->dq,
                    hd->ld_d);
    put_rows(hd, a->dq + row * a->ldq + column, a->ldq, w->dq, group->rows,
             w->head_mask * a->scale, a->accumulate);
}

static void backward_head(const struct backward *w, float *dmask)
{
    const struct gf_head *hd = &w->hd;
    const struct gf_attn *a = hd->a;
    for (size_t i0 = 0; i0 < a->Tq; i0 += GF_ATTN_ROWS) {
        const size_t i1 = gf_min_size(a->Tq, i0 + GF_ATTN_ROWS);
        const struct block block = {i0, i1, gf_attn_reach(a, i1 - 1)};
        for (size_t i = i0; i < i1; i += GF_MR) {
            const struct gf_group group = gf_attn_group(a, i, i1);
            backward_group(w, &block, &group, dmask);
        }
        add_keys(w, &block, w->g, w->q, w->dk);
        add_keys(w, &block, w->s, w->d_o, w->dv);
    }
    const size_t row = hd->b * a->Tk, column = hd->kv * a->D;
    const bool add = a->accumulate_kv || !hd->opens;
    put_rows(hd, a->dk + row * a->ldk + column, a->ldk, w->dk, a->Tk, w->head_mask,
             add);
    put_rows(hd, a->dv + row * a->ldv + column, a->ldv, w->dv, a->Tk, w->head_mask,
             add);
}

void GF_FN(attention_backward)(const struct gf_attn *a)
{
    if (a->dmask) memset(a->dmask, 0, a->H * sizeof(float));
    if (gf_side_by_side_fits(a)) {
        gf_attention_backward_lanes(a);
        return;
    }
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++) {
            const struct backward w = begin_backward(a, b, h);
            backward_head(&w, a->dmask ? a->dmask + h : NULL);
        }
}
