/* SPDX-License-Identifier: MIT */
#include "graph/lora.h"

#include <string.h>

#include "base/maths.h"
#include "kernels/kernels.h"

/* One adapted part of matrix `param`: rows `row` to `row + rows` of W, rows `row_b` on of B,
 * rows `row_a` on of A. */
struct part {
    size_t row, rows, row_a, row_b, r, in;
};

/* The next adapted part from number *k on; false after the last. *at begins as zeros. */
static bool next_part(const struct gf_layout *layout, const struct gf_param *p,
                      size_t *k, struct part *at)
{
    const struct gf_param *b = p->lora >= 0 ? &layout->params[p->lora + 1] : NULL;
    struct gf_matrix matrix;
    at->row_a += at->r;
    at->row_b += at->rows;
    at->in = p->dim[1];
    at->r = b ? b->dim[1] : 0;
    while (b && gf_matrix_of(p, *k, &matrix)) {
        at->row = matrix.row;
        at->rows = matrix.rows;
        if (p->adapted >> (*k)++ & 1) return true;
    }
    return false;
}

/* ---- the layout ------------------------------------------------------------------- */

static int declare(struct gf_layout *layout, const char *name, size_t rows,
                   size_t columns, enum gf_fill fill)
{
    float std = (float)(1 / gf_sqrt((double)columns)); /* A x is as large as x */
    int i = gf_layout_param(layout, name, 2, rows, columns, fill, std);
    layout->params[i].is_lora = true;
    return i;
}

void gf_lora_declare(struct gf_layout *layout, int weight, const struct gf_lora *lora)
{
    const struct gf_param *p = &layout->params[weight];
    size_t n = 0, rows = 0, in = p->dim[1];
    struct gf_matrix matrix;
    for (size_t k = 0; gf_matrix_of(p, k, &matrix); k++) {
        bool is_adapted = lora->adapted >> k & 1;
        n += is_adapted;
        rows += is_adapted ? matrix.rows : 0;
    }
    if (lora->rank == 0 || n == 0) return;
    int A = declare(layout, lora->A, n * lora->rank, in, GF_FILL_NORMAL);
    int B = declare(layout, lora->B, rows, lora->rank, GF_FILL_ZERO);
    if (B != A + 1) return; /* no memory: the plan says so */
    struct gf_param *adapted = &layout->params[weight]; /* p may have moved */
    adapted->lora = A;
    adapted->adapted = lora->adapted;
    layout->has_lora = true;
    layout->lora_scale = lora->scale;
}

/* ---- memory ----------------------------------------------------------------------- */

/* Scratch memory for the products below. */
static size_t work_floats(const struct gf_layout *layout)
{
    size_t most = 0;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        struct part part = {0};
        for (size_t k = 0; next_part(layout, p, &k, &part);) {
            size_t work[] = {gf_k->gemm_work(part.rows, part.in, part.r),
                             gf_k->gemm_work(part.r, part.in, part.rows),
                             gf_k->gemm_work(part.rows, part.r, part.in)};
            for (size_t w = 0; w < GF_COUNT(work); w++) {
                most = work[w] > most ? work[w] : most;
            }
        }
    }
    return most;
}

size_t gf_lora_floats(const struct gf_layout *layout)
{
    size_t n = work_floats(layout);
    for (int i = 0; i < layout->n_param; i++) {
        n += layout->params[i].lora >= 0 ? layout->params[i].n : 0;
    }
    return n;
}

void gf_lora_allocate(struct gf_weights *weights, struct gf_arena *arena)
{
    const struct gf_layout *layout = weights->layout;
    if (!layout->has_lora) return;
    weights->merged = gf_arena_array(arena, (size_t)layout->n_param, sizeof(float *));
    weights->work = gf_arena_array(arena, work_floats(layout), sizeof(float));
    for (int i = 0; i < layout->n_param && !arena->failed; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->lora >= 0) {
            weights->merged[i] = gf_arena_array(arena, p->n, sizeof(float));
        }
    }
}

/* ---- products --------------------------------------------------------------------- */

void gf_lora_merge(struct gf_weights *weights)
{
    const struct gf_layout *layout = weights->layout;
    for (int i = 0; layout->has_lora && i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        const float *W = weights->value + p->offset;
        struct part part = {0};
        if (p->lora < 0) continue;
        memcpy(weights->merged[i], W, p->n * sizeof *W);
        const float *A = gf_weights_value(weights, p->lora);
        const float *B = gf_weights_value(weights, p->lora + 1);
        for (size_t k = 0; next_part(layout, p, &k, &part);) {
            float *out = weights->merged[i] + part.row * part.in;
            gf_k->gemm(&(struct gf_gemm){/* B A */
                                         .M = part.rows,
                                         .N = part.in,
                                         .K = part.r,
                                         .a = B + part.row_b * part.r,
                                         .lda = part.r,
                                         .b = A + part.row_a * part.in,
                                         .ldb = part.in,
                                         .b_form = GF_B_KN,
                                         .c = out,
                                         .ldc = part.in,
                                         .work = weights->work});
            for (size_t e = 0; e < part.rows * part.in; e++) {
                float change = layout->lora_scale * out[e];
                out[e] = W[part.row * part.in + e] + change;
            }
        }
    }
}

/* dA and dB of one part, times s. */
static void part_gradient(const struct gf_weights *weights, const struct gf_param *p,
                          const struct part *part, float *grad)
{
    const struct gf_layout *layout = weights->layout;
    const float *A = gf_weights_value(weights, p->lora) + part->row_a * part->in;
    const float *B = gf_weights_value(weights, p->lora + 1) + part->row_b * part->r;
    const float *dW = grad + p->grad_offset + part->row * part->in;
    float *dA = grad + layout->params[p->lora].grad_offset + part->row_a * part->in;
    float *dB = grad + layout->params[p->lora + 1].grad_offset + part->row_b * part->r;
    gf_k->gemm(&(struct gf_gemm){/* B^T dW' */
                                 .M = part->r,
                                 .N = part->in,
                                 .K = part->rows,
                                 .a = B,
                                 .lda = part->r,
                                 .a_trans = true,
                                 .b = dW,
                                 .ldb = part->in,
                                 .b_form = GF_B_KN,
                                 .c = dA,
                                 .ldc = part->in,
                                 .work = weights->work});
    gf_k->gemm(&(struct gf_gemm){/* dW' A^T */
                                 .M = part->rows,
                                 .N = part->r,
                                 .K = part->in,
                                 .a = dW,
                                 .lda = part->in,
                                 .b = A,
                                 .ldb = part->in,
                                 .b_form = GF_B_NK,
                                 .c = dB,
                                 .ldc = part->r,
                                 .work = weights->work});
    gf_k->scale(dA, dA, layout->lora_scale, part->r * part->in);
    gf_k->scale(dB, dB, layout->lora_scale, part->rows * part->r);
}

void gf_lora_gradient(const struct gf_weights *weights, float *grad)
{
    const struct gf_layout *layout = weights->layout;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        struct part part = {0};
        for (size_t k = 0; next_part(layout, p, &k, &part);) {
            part_gradient(weights, p, &part, grad);
        }
    }
}
