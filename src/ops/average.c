/* Uniform attention: every position reads the mean of all positions up to itself.
 *
 *   y[t] = (x[0] + … + x[t]) / (t + 1)         dx[j] = sum over t >= j of dy[t] / (t + 1)
 *
 * Three computations of the same numbers, in the order that leads to attention:
 *   loops    add up, then divide;
 *   matrix   one product with a triangular matrix whose row t holds 1 / (t + 1);
 *   softmax  that matrix as the softmax of zeros with the future hidden.
 * The last two agree to the bit; the first divides after summing instead of before and
 * agrees to rounding (about 1e-7 relative).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_average(struct gf_graph *graph, const struct gf_tensor *x,
                             const char *name, enum gf_averaging way)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_average, name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->attention = graph->n_attention++;
    node->H = 1;
    node->averaging = way;
    node->keep = GF_KEEP_IN0; /* for the head mask's gradient */
    size_t T = graph->max_time[x->stream];
    node->flops = (double)(T + 1) * (double)x->width;
    node->work = T * T + 16 + gf_k->gemm_work(T, x->width, T) + x->width;
    return &graph->tensors[node->out];
}

void gf_average_weights(float *W, size_t pos, size_t n, enum gf_averaging way)
{
    size_t T = pos + n;
    for (size_t i = 0; i < n; i++) {
        size_t t = pos + i;
        for (size_t j = 0; j < T; j++) {
            float allowed = way == GF_AVERAGE_SOFTMAX ? 0 : 1 / (float)(t + 1);
            float hidden = way == GF_AVERAGE_SOFTMAX ? -1e30f : 0;
            W[i * T + j] = j <= t ? allowed : hidden;
        }
    }
    if (way == GF_AVERAGE_SOFTMAX) {
        gf_k->softmax(W, W, n, T, 1);
    }
}

static void by_loops(float *y, const float *x, size_t pos, size_t n, size_t C)
{
    for (size_t i = 0; i < n; i++) {
        float *row = y + i * C;
        memset(row, 0, C * sizeof *row);
        for (size_t j = 0; j <= pos + i; j++) {
            gf_k->add(row, row, x + j * C, C);
        }
        gf_k->scale(row, row, 1 / (float)(pos + i + 1), C);
    }
}

/* The rows from position 0 on: those of the batch, or of the cache they are appended to. */
static const float *history(struct gf_run *run, struct gf_node *node, size_t b)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *x = gf_in(run, node, 0);
    size_t n = batch->n_time[x->stream], C = x->width;
    if (!batch->cache) return x->value + b * n * C;
    float *v = batch->cache->v[node->attention];
    memcpy(v + batch->pos * C, x->value, n * C * sizeof *v);
    return v;
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *y = gf_out(run, node);
    size_t n = batch->n_time[y->stream], T = batch->pos + n, C = y->width;
    float *W = run->graph->work, *work = W + ((n * T + 15) & ~(size_t)15);
    if (node->averaging != GF_AVERAGE_LOOPS) {
        gf_average_weights(W, batch->pos, n, node->averaging);
    }
    for (size_t b = 0; b < batch->n_seq; b++) {
        const float *x = history(run, node, b);
        float *out = y->value + b * n * C;
        if (node->averaging == GF_AVERAGE_LOOPS) {
            by_loops(out, x, batch->pos, n, C);
        } else {
            gf_k->gemm(&(struct gf_gemm){.M = n,
                                         .N = C,
                                         .K = T,
                                         .a = W,
                                         .lda = T,
                                         .b = x,
                                         .ldb = C,
                                         .c = out,
                                         .ldc = C,
                                         .work = work});
        }
        if (batch->head_mask) {
            gf_k->scale(out, out, gf_run_head_mask(run, (size_t)node->attention, 0),
                        n * C);
        }
    }
}

/* dL/dmask: the sum of dy times the mean before the head mask. */
static float head_mask_gradient(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = run->batch->n_time[y->stream], C = y->width;
    float *sum = run->graph->work, all = 0;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        size_t t = r % T;
        if (t == 0) {
            memset(sum, 0, C * sizeof *sum);
        }
        gf_k->add(sum, sum, x->value + r * C, C);
        for (size_t c = 0; c < C; c++) {
            all += y->grad[r * C + c] * (sum[c] / (float)(t + 1));
        }
    }
    return all;
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = run->batch->n_time[y->stream], C = y->width;
    float *W = run->graph->work, *work = W + ((T * T + 15) & ~(size_t)15);
    if (run->batch->head_mask_grad) {
        run->batch->head_mask_grad[(size_t)node->attention * run->n_head] =
            head_mask_gradient(run, node);
    }
    gf_average_weights(W, 0, T, node->averaging);
    if (run->batch->head_mask) {
        gf_k->scale(W, W, gf_run_head_mask(run, (size_t)node->attention, 0), T * T);
    }
    for (size_t b = 0; b < run->batch->n_seq; b++) {
        gf_k->gemm(
            &(struct gf_gemm){.M = T,
                              .N = C,
                              .K = T,
                              .a = W,
                              .lda = T,
                              .a_trans = true,
                              .b = y->grad + b * T * C,
                              .ldb = C,
                              .c = x->grad + b * T * C,
                              .ldc = C,
                              .init = node->in[0].add_grad ? GF_INIT_C : GF_INIT_ZERO,
                              .work = work});
    }
}

const struct gf_op gf_op_average = {"average", forward, backward};
