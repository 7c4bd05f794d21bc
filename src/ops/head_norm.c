/* Normalisation of queries and keys: each head's columns are divided by their root mean
 * square, so that scores depend on directions only.
 *
 *   y = x f,  f = (mean(x^2) + eps)^-1/2        dx = f (dy - y mean(dy y))
 *
 * Henry et al., "Query-key normalization for transformers" (2020); the norm is that of Zhang &
 * Sennrich (2019) without gain.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_head_norm(struct gf_graph *graph, const struct gf_tensor *x,
                               const char *name, size_t n_columns, size_t D, float eps)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_head_norm, name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->n_columns = n_columns;
    node->H = n_columns / D;
    node->eps = eps;
    node->aux_per_row = node->H;
    node->keep = GF_KEEP_OUT | GF_KEEP_AUX;
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t n = node->n_columns, W = y->width;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        const float *from = x->value + r * W;
        gf_k->head_norm_forward(y->value + r * W, node->aux + r * node->H, from,
                                node->H, n / node->H, node->eps);
        memcpy(y->value + r * W + n, from + n, (W - n) * sizeof(float));
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t n = node->n_columns, W = y->width;
    /* The input is a projection that no other node reads. */
    GF_ASSERT(!node->in[0].add_grad);
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        const float *from = y->grad + r * W;
        gf_k->head_norm_backward(x->grad + r * W, from, y->value + r * W,
                                 node->aux + r * node->H, node->H, n / node->H);
        memcpy(x->grad + r * W + n, from + n, (W - n) * sizeof(float));
    }
}

const struct gf_op gf_op_head_norm = {"head_norm", forward, backward};
