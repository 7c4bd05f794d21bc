/* Attention, forward (Vaswani et al., "Attention is all you need", 2017, equation 1).
 *
 * Up to a few thousand keys the scores of a tile's rows fit in the L2 cache, so this is the
 * plain softmax: maximum, exponentials and their sum, scaling. An online softmax would only
 * add work.
 * SPDX-License-Identifier: MIT */
#include "kernels/attention/head.h"
#include "kernels/attention/padded_rows.h"
#include "kernels/attention/side_by_side.h"

/* Turns the group's scores into weights, 0 from each row's reach to the group's limit. Each
 * pass covers all rows before the next starts: rows are independent, and the latency of the
 * horizontal sum would cost as much as a short row.
 * stat of a row: its maximum and 1 / sum, both 0 when all its keys are masked. */
static void weigh(const struct gf_head *hd, const struct gf_group *group, float *s,
                  float stat[][2])
{
    size_t n[GF_MR];
    for (size_t i = 0; i < group->rows; i++) {
        float *row = s + i * hd->ld_s;
        n[i] =
            gf_attn_close(row, gf_attn_reach(hd->a, group->i0 + i), -__builtin_inff());
        stat[i][0] = gf_padded_max(row, n[i]);
    }
    for (size_t i = 0; i < group->rows; i++) {
        float *row = s + i * hd->ld_s;
        if (stat[i][0] == -__builtin_inff()) {
            memset(row, 0, n[i] * sizeof(float));
            stat[i][0] = stat[i][1] = 0;
        } else {
            stat[i][1] = 1.0f / gf_padded_exp(row, n[i], stat[i][0], 1.0f, NULL);
        }
    }
    for (size_t i = 0; i < group->rows; i++) {
        float *row = s + i * hd->ld_s;
        gf_padded_scale(row, stat[i][1], n[i]);
        for (size_t j = n[i]; j < group->limit; j++) row[j] = 0;
    }
}

/* The buffers of one head. */
struct forward {
    struct gf_head hd;
    struct gf_operand k_t, v;
    float *q, *s, *o; /* [GF_MR][ld_d], [GF_MR][ld_s], [GF_MR][ld_d] */
};

static struct forward begin_forward(const struct gf_attn *a, size_t b, size_t h,
                                    bool after)
{
    struct forward w = {.hd = gf_head_begin(a, b, h, after)};
    struct gf_head *hd = &w.hd;
    w.q = gf_head_take(hd, GF_MR * hd->ld_d);
    w.s = gf_head_take(hd, GF_MR * hd->ld_s);
    w.o = gf_head_take(hd, GF_MR * hd->ld_d);
    w.k_t = gf_head_operand(hd, hd->k, a->ldk, GF_B_NK);
    return w;
}

static void forward_group(const struct forward *w, const struct gf_group *group)
{
    const struct gf_head *hd = &w->hd;
    const struct gf_attn *a = hd->a;
    gf_head_scores(hd, group, &w->k_t, w->q, w->s);
    float stat[GF_MR][2];
    weigh(hd, group, w->s, stat);
    for (size_t i = 0; i < group->rows; i++) {
        const size_t row = group->i0 + i;
        if (a->stat) memcpy(gf_attn_stat(hd, row), stat[i], sizeof stat[i]);
        if (a->p > 0) gf_attn_drop(hd, w->s + i * hd->ld_s, row, group->limit);
    }
    gf_head_product(hd, group->rows, a->D, group->limit, w->s, hd->ld_s, &w->v, w->o,
                    hd->ld_d);
    const gf_vf head_mask = gf_splat(a->head_mask ? a->head_mask[hd->h] : 1.0f);
    float *o = a->o + (hd->b * a->Tq + group->i0) * a->ldo + hd->h * a->D;
    for (size_t i = 0; i < group->rows; i++, o += a->ldo)
        for (size_t d = 0; d < a->D; d += GF_LANES)
            gf_store_n(o + d, gf_load(w->o + i * hd->ld_d + d) * head_mask, a->D - d);
}

size_t GF_FN(attention_work)(size_t Tq, size_t Tk, size_t D)
{
    const size_t alone = gf_head_work(Tk, D), beside = gf_side_by_side_work(Tq, Tk, D);
    return alone > beside ? alone : beside;
}

void GF_FN(attention_forward)(const struct gf_attn *a)
{
    if (gf_side_by_side_fits(a)) {
        gf_attention_forward_lanes(a);
        return;
    }
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++) {
            struct forward w = begin_forward(a, b, h, h > 0);
            w.v = gf_head_operand(&w.hd, w.hd.v, a->ldv, GF_B_KN);
            for (size_t i = 0; i < a->Tq; i += GF_MR) {
                const struct gf_group group = gf_attn_group(a, i, a->Tq);
                forward_group(&w, &group);
            }
        }
}

/* n values that are finite, 0 for the rest of Tk. */
static void copy_row(float *to, const float *from, size_t n, size_t Tk)
{
    for (size_t j = 0; j < Tk; j++)
        to[j] = j < n && from[j] > -__builtin_inff() ? from[j] : 0;
}

void GF_FN(attention_weights)(const struct gf_attn *a, size_t b, size_t h, float *A,
                              float *S)
{
    const struct forward w = begin_forward(a, b, h, false);
    for (size_t i0 = 0; i0 < a->Tq; i0 += GF_MR) {
        const struct gf_group group = gf_attn_group(a, i0, a->Tq);
        float stat[GF_MR][2];
        gf_head_scores(&w.hd, &group, &w.k_t, w.q, w.s);
        for (size_t i = i0; i < i0 + group.rows && S; i++)
            copy_row(S + i * a->Tk, w.s + (i - i0) * w.hd.ld_s, gf_attn_reach(a, i),
                     a->Tk);
        weigh(&w.hd, &group, w.s, stat);
        for (size_t i = i0; i < i0 + group.rows; i++)
            copy_row(A + i * a->Tk, w.s + (i - i0) * w.hd.ld_s, gf_attn_reach(a, i),
                     a->Tk);
    }
}
