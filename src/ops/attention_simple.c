/* Attention written out: one head, with the whole matrix of weights in memory.
 *
 *   S = scale * (q k^T) - slope * distance, hidden where a key may not be seen
 *   A = softmax(S)            kept [Tq][Tk] for backward
 *   o = dropout(A) v
 *
 * The same function as ops/attention.c: for reading, for testing one against the other, and
 * for timing the cost of the T x T matrix.
 * SPDX-License-Identifier: MIT */
#include "ops/attention_args.h"

/* Far below every score, so exp() of it is exactly 0. Finite, so that a row whose keys are
 * all hidden gives no NaN. */
#define HIDDEN (-1e30f)

/* Regions of the scratch. */
struct space {
    float *P;   /* [Tq][Tk] weights after dropout, then dS */
    float *d_o; /* [Tq][D] gradient times the head mask */
    float *gemm;
};

size_t gf_attention_simple_work(size_t Tq, size_t Tk, size_t D)
{
    size_t gemm = gf_k->gemm_work(Tq, Tk, D);
    size_t others[3] = {gf_k->gemm_work(Tq, D, Tk), gf_k->gemm_work(Tk, D, Tq),
                        gf_k->gemm_work(Tk, Tk, D)};
    for (int i = 0; i < 3; i++) {
        gemm = gemm > others[i] ? gemm : others[i];
    }
    return Tq * Tk + Tq * D + gemm + 48;
}

static struct space divide(const struct gf_attn *a)
{
    size_t n_P = (a->Tq * a->Tk + 15) & ~(size_t)15;
    size_t n_d = (a->Tq * a->D + 15) & ~(size_t)15;
    return (struct space){a->work, a->work + n_P, a->work + n_P + n_d};
}

static bool hidden(const struct gf_attn *a, size_t b, size_t i, size_t j)
{
    return (a->causal && j > i + a->q_pos) || (a->pad && a->pad[b * a->Tk + j]);
}

/* ALiBi: the slope times the distance. */
static float penalty(const struct gf_attn *a, size_t i, size_t j)
{
    size_t at = i + a->q_pos;
    return a->slope ? a->slope[0] * (float)(at < j ? j - at : at - j) : 0;
}

static void weights(const struct gf_attn *a, size_t b, float *A, const struct space *s)
{
    gf_k->gemm(&(struct gf_gemm){.M = a->Tq,
                                 .N = a->Tk,
                                 .K = a->D,
                                 .a = a->q + b * a->Tq * a->ldq,
                                 .lda = a->ldq,
                                 .b = a->k + b * a->Tk * a->ldk,
                                 .ldb = a->ldk,
                                 .b_form = GF_B_NK,
                                 .c = A,
                                 .ldc = a->Tk,
                                 .work = s->gemm});
    for (size_t i = 0; i < a->Tq; i++) {
        for (size_t j = 0; j < a->Tk; j++) {
            float *S = &A[i * a->Tk + j];
            *S = hidden(a, b, i, j) ? HIDDEN : *S * a->scale - penalty(a, i, j);
        }
    }
    gf_k->softmax(A, A, a->Tq, a->Tk, 1);
    for (size_t i = 0; i < a->Tq; i++) {
        for (size_t j = 0; j < a->Tk; j++) {
            A[i * a->Tk + j] = hidden(a, b, i, j) ? 0 : A[i * a->Tk + j];
        }
    }
}

/* Weights after dropout: A itself where nothing is dropped. */
static const float *dropped(const struct gf_attn *a, size_t b, const float *A,
                            const struct space *s)
{
    if (a->p == 0) return A;
    size_t n = a->Tq * a->Tk;
    gf_k->dropout(s->P, A, n, a->p, a->key, (uint32_t)((a->first_seq + b) * n));
    return s->P;
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn a = gf_attention_args(run, node);
    struct space s = divide(&a);
    for (size_t b = 0; b < a.n_seq; b++) {
        float *A = a.stat + b * a.Tq * a.Tk, *o = a.o + b * a.Tq * a.ldo;
        weights(&a, b, A, &s);
        gf_k->gemm(&(struct gf_gemm){.M = a.Tq,
                                     .N = a.D,
                                     .K = a.Tk,
                                     .a = dropped(&a, b, A, &s),
                                     .lda = a.Tk,
                                     .b = a.v + b * a.Tk * a.ldv,
                                     .ldb = a.ldv,
                                     .c = o,
                                     .ldc = a.ldo,
                                     .work = s.gemm});
        if (a.head_mask) {
            gf_k->scale(o, o, a.head_mask[0],
                        a.Tq * a.D); /* one head: rows are contiguous */
        }
    }
}

/* dS = scale * A * (dA - rowsum(A * dA)), in place of dA. Returns the sum of the row
 * sums, which is dL/dmask: rowsum(A * dA) = dO . O before the head mask. */
static float softmax_backward(float *dA, const float *A, size_t rows, size_t n,
                              float scale)
{
    float all = 0;
    for (size_t i = 0; i < rows; i++) {
        float *d = dA + i * n;
        const float *w = A + i * n;
        float sum = 0;
        for (size_t j = 0; j < n; j++) {
            sum += w[j] * d[j];
        }
        for (size_t j = 0; j < n; j++) {
            d[j] = scale * (w[j] * (d[j] - sum));
        }
        all += sum;
    }
    return all;
}

/* Returns the contribution of this sequence to dL/dmask. */
static float backward_sequence(const struct gf_attn *a, size_t b, const struct space *s)
{
    const float *A = a->stat + b * a->Tq * a->Tk;
    const float *d_o = a->d_o + b * a->Tq * a->ldo, *masked = d_o;
    enum gf_init init_q = a->accumulate ? GF_INIT_C : GF_INIT_ZERO;
    enum gf_init init_kv = a->accumulate_kv ? GF_INIT_C : GF_INIT_ZERO;
    float scale = a->scale;
    if (a->head_mask) {
        gf_k->scale(s->d_o, d_o, a->head_mask[0], a->Tq * a->D);
        masked = s->d_o;
        scale *= a->head_mask[0];
    }
    gf_k->gemm(&(struct gf_gemm){/* dV = dropout(A)^T dO */
                                 .M = a->Tk,
                                 .N = a->D,
                                 .K = a->Tq,
                                 .a = dropped(a, b, A, s),
                                 .lda = a->Tk,
                                 .a_trans = true,
                                 .b = masked,
                                 .ldb = a->ldo,
                                 .c = a->dv + b * a->Tk * a->ldv,
                                 .ldc = a->ldv,
                                 .init = init_kv,
                                 .work = s->gemm});
    gf_k->gemm(&(struct gf_gemm){/* d dropout(A) = dO V^T, head mask left out */
                                 .M = a->Tq,
                                 .N = a->Tk,
                                 .K = a->D,
                                 .a = d_o,
                                 .lda = a->ldo,
                                 .b = a->v + b * a->Tk * a->ldv,
                                 .ldb = a->ldv,
                                 .b_form = GF_B_NK,
                                 .c = s->P,
                                 .ldc = a->Tk,
                                 .work = s->gemm});
    if (a->p > 0) {
        size_t n = a->Tq * a->Tk;
        gf_k->dropout(s->P, s->P, n, a->p, a->key, (uint32_t)((a->first_seq + b) * n));
    }
    float dmask = softmax_backward(s->P, A, a->Tq, a->Tk, scale);
    gf_k->gemm(&(struct gf_gemm){/* dQ = dS K */
                                 .M = a->Tq,
                                 .N = a->D,
                                 .K = a->Tk,
                                 .a = s->P,
                                 .lda = a->Tk,
                                 .b = a->k + b * a->Tk * a->ldk,
                                 .ldb = a->ldk,
                                 .c = a->dq + b * a->Tq * a->ldq,
                                 .ldc = a->ldq,
                                 .init = init_q,
                                 .work = s->gemm});
    gf_k->gemm(&(struct gf_gemm){/* dK = dS^T Q */
                                 .M = a->Tk,
                                 .N = a->D,
                                 .K = a->Tq,
                                 .a = s->P,
                                 .lda = a->Tk,
                                 .a_trans = true,
                                 .b = a->q + b * a->Tq * a->ldq,
                                 .ldb = a->ldq,
                                 .c = a->dk + b * a->Tk * a->ldk,
                                 .ldc = a->ldk,
                                 .init = init_kv,
                                 .work = s->gemm});
    return dmask;
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn a = gf_attention_backward_args(run, node);
    struct space s = divide(&a);
    float dmask = 0;
    for (size_t b = 0; b < a.n_seq; b++) {
        dmask += backward_sequence(&a, b, &s);
    }
    if (a.dmask) {
        *a.dmask = dmask;
    }
}

const struct gf_op gf_op_attention_simple = {"attention_simple", forward, backward};
