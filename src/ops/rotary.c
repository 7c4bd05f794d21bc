/* Rotary position embedding: each pair of neighbouring columns of q and k is rotated by an
 * angle proportional to the position, so that q . k depends on their distance only.
 *
 *   (a, b) -> (a cos - b sin, a sin + b cos),   angle = t / 10000^(2i / D) for pair i
 *
 * Su et al., "RoFormer" (2021), equation 34: pairs are (2i, 2i + 1). Backward rotates by the
 * opposite angle.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_rotary(struct gf_graph *graph, const struct gf_tensor *x,
                            const struct gf_rotary *opts)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_rotary, opts->name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->n_rotated = opts->n_columns;
    node->H = opts->n_columns / opts->D;
    node->table = opts->angles;
    return &graph->tensors[node->out];
}

/* One row; sign 1 forward, -1 back. */
static void turn(float *restrict y, const float *restrict x,
                 const float *restrict angle, size_t n, size_t D, float sign)
{
    for (size_t c = 0; c < n; c += 2) {
        float cosine = angle[c % D], sine = sign * angle[c % D + 1];
        y[c] = x[c] * cosine - x[c + 1] * sine;
        y[c + 1] = x[c] * sine + x[c + 1] * cosine;
    }
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = batch->n_time[y->stream], n = node->n_rotated, D = n / node->H;
    size_t W = y->width;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        const float *angle = node->table + (batch->pos + r % T) * D;
        turn(y->value + r * W, x->value + r * W, angle, n, D, 1);
        memcpy(y->value + r * W + n, x->value + r * W + n, (W - n) * sizeof(float));
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = run->batch->n_time[y->stream], n = node->n_rotated, D = n / node->H;
    size_t W = y->width;
    /* The input is a projection that no other node reads. */
    GF_ASSERT(!node->in[0].add_grad);
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        turn(x->grad + r * W, y->grad + r * W, node->table + (r % T) * D, n, D, -1);
        memcpy(x->grad + r * W + n, y->grad + r * W + n, (W - n) * sizeof(float));
    }
}

const struct gf_op gf_op_rotary = {"rotary", forward, backward};
