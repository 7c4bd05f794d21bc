/* Soft cap of the logits: y = c tanh(x / c), dx = dy (1 - (y / c)^2). Small logits pass nearly
 * unchanged, none exceeds c. Bello et al. (2016); Gemma 2 (2024), section 2.
 * SPDX-License-Identifier: MIT */
#include "ops/ops.h"

struct gf_tensor *gf_soft_cap(struct gf_graph *graph, const struct gf_tensor *x,
                              const char *name, float cap)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_soft_cap, name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->factor = cap;
    node->keep = GF_KEEP_OUT;
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    gf_k->soft_cap_forward(y->value, x->value, gf_rows(run, y->stream) * y->width,
                           node->factor);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    /* The input is the output layer, which no other node reads. */
    GF_ASSERT(!node->in[0].add_grad);
    gf_k->soft_cap_backward(x->grad, y->grad, y->value,
                            gf_rows(run, y->stream) * y->width, node->factor);
}

const struct gf_op gf_op_soft_cap = {"soft_cap", forward, backward};
