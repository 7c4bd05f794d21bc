/* SPDX-License-Identifier: MIT */
#include "kernels/attention/head.h"

/* Scratch for gemm when the operands are used in place. */
static size_t product_work(size_t Tk, size_t D)
{
    const size_t scores = GF_FN(gemm_work)(GF_MR, Tk, D);
    const size_t outputs = GF_FN(gemm_work)(GF_MR, D, Tk);
    return gf_round_up(scores > outputs ? scores : outputs, GF_LANES);
}

size_t gf_head_work(size_t Tk, size_t D)
{
    const size_t ld_s = gf_round_up(Tk, GF_ROW_STEP), ld_d = gf_round_up(D, GF_LANES);
    const size_t blocks = GF_ATTN_ROWS * (2 * ld_s + 2 * ld_d) + GF_MR * ld_d;
    const size_t packed =
        2 * GF_FN(gemm_packed_size)(D, Tk) + 2 * GF_FN(gemm_packed_size)(Tk, D);
    const size_t gradients = 2 * Tk * ld_d;
    return blocks + packed + gradients + product_work(Tk, D);
}

void gf_head_touch(struct gf_head *hd, const float *x, size_t ld, size_t rows)
{
    const size_t D = hd->a->D;
    float sum = 0;
    if (hd->a->Tq <= GF_MR) return; /* read once anyway */
    for (size_t r = 0; r < rows; r++, x += ld)
        for (size_t d = 0; d < D; d += 16) sum += x[d];
    *hd->free = sum;
}

struct gf_head gf_head_begin(const struct gf_attn *a, size_t b, size_t h, bool after)
{
    const size_t kv = gf_attn_kv(a, h);
    struct gf_head hd = {
        .a = a,
        .b = b,
        .h = h,
        .kv = kv,
        .opens = !after || h == 0 || gf_attn_kv(a, h - 1) != kv,
        .q = a->q + b * a->Tq * a->ldq + h * a->D,
        .k = a->k + b * a->Tk * a->ldk + kv * a->D,
        .v = a->v + b * a->Tk * a->ldv + kv * a->D,
        .drop = gf_dropout_of(a->key, a->p),
        .ld_s = gf_round_up(a->Tk, GF_ROW_STEP),
        .ld_d = gf_round_up(a->D, GF_LANES),
        .gemm_work = a->work,
        .free = a->work + product_work(a->Tk, a->D),
    };
    gf_head_touch(&hd, hd.q, a->ldq, a->Tq);
    if (!hd.opens) return hd;
    gf_head_touch(&hd, hd.k, a->ldk, a->Tk);
    gf_head_touch(&hd, hd.v, a->ldv, a->Tk);
    return hd;
}

float *gf_head_take(struct gf_head *hd, size_t n)
{
    float *p = hd->free;
    hd->free += n;
    return p;
}

struct gf_operand gf_head_operand(struct gf_head *hd, const float *rows, size_t ld,
                                  enum gf_b_form form)
{
    const struct gf_attn *a = hd->a;
    if (a->Tq <= GF_MR) return (struct gf_operand){rows, ld, form};
    const size_t K = form == GF_B_KN ? a->Tk : a->D, N = form == GF_B_KN ? a->D : a->Tk;
    float *packed = gf_head_take(hd, GF_FN(gemm_packed_size)(K, N));
    if (hd->opens) GF_FN(gemm_pack)(packed, rows, ld, form, K, N);
    return (struct gf_operand){packed, K, GF_B_PACKED};
}

void gf_head_tiles(bool trans, size_t rows, size_t N, struct gf_tiles *t)
{
    t->c_step = GF_NR;
    t->n = (N + GF_LANES - 1) / GF_NR;
    if (t->n) GF_FN(tiles)[trans][1][rows - 1](t);
    if (t->n * GF_NR >= N) return;
    t->b += t->n * t->b_step;
    t->c += t->n * t->c_step;
    if (t->init) t->init += t->n * t->c_step;
    t->n = 1;
    GF_FN(tiles)[trans][0][rows - 1](t);
}

void gf_head_product(const struct gf_head *hd, size_t rows, size_t N, size_t K,
                     const float *a, size_t lda, const struct gf_operand *b, float *c,
                     size_t ldc)
{
    if (b->form == GF_B_PACKED) {
        /* Calls the tiles directly: the bookkeeping of gemm would cost as much as a row. */
        struct gf_tiles t = {.K = K,
                             .a = a,
                             .lda = lda,
                             .b = b->p,
                             .ldb = GF_NR,
                             .b_step = b->ld * GF_NR,
                             .c = c,
                             .ldc = ldc};
        gf_head_tiles(false, rows, N, &t);
        return;
    }
    GF_FN(gemm)
    (&(struct gf_gemm){.M = rows,
                       .N = N,
                       .K = K,
                       .a = a,
                       .lda = lda,
                       .b = b->p,
                       .ldb = b->ld,
                       .b_form = b->form,
                       .c = c,
                       .ldc = ldc,
                       .work = hd->gemm_work});
}

/* Each element on its own, so loops of any width give the same bytes. */
static void subtract_distances(const struct gf_head *hd, const struct gf_group *group,
                               float *s)
{
    const float slope = hd->a->slope[hd->h];
    for (size_t i = 0; i < group->rows; i++) {
        const int32_t position = (int32_t)(group->i0 + i + hd->a->q_pos);
        float *row = s + i * hd->ld_s;
        for (int32_t j = 0; j < (int32_t)group->limit; j++) {
            const int32_t distance = position < j ? j - position : position - j;
            row[j] = row[j] - slope * (float)distance;
        }
    }
}

void gf_head_scores(const struct gf_head *hd, const struct gf_group *group,
                    const struct gf_operand *k_t, float *q, float *s)
{
    const struct gf_attn *a = hd->a;
    const gf_vf scale = gf_splat(a->scale);
    for (size_t i = 0; i < group->rows; i++) {
        const float *from = hd->q + (group->i0 + i) * a->ldq;
        for (size_t d = 0; d < a->D; d += GF_LANES)
            gf_store(q + i * hd->ld_d + d, gf_load_n(from + d, a->D - d) * scale);
    }
    gf_head_product(hd, group->rows, group->limit, a->D, q, hd->ld_d, k_t, s, hd->ld_s);
    if (a->slope) subtract_distances(hd, group, s);
    if (!a->pad) return;
    const uint8_t *pad = a->pad + hd->b * a->Tk;
    for (size_t i = 0; i < group->rows; i++)
        for (size_t j = 0; j < group->limit; j++)
            if (pad[j]) s[i * hd->ld_s + j] = -__builtin_inff();
}
