/* Product of two tensors, element by element: y = a * b, da = dy * b, db = dy * a. The gate
 * of gated linear units (Dauphin et al., "Language modeling with gated convolutional
 * networks", 2017; Shazeer, "GLU variants improve transformer", 2020).
 * SPDX-License-Identifier: MIT */
#include "ops/ops.h"

struct gf_tensor *gf_multiply(struct gf_graph *graph, const struct gf_tensor *a,
                              const struct gf_tensor *b, const char *name)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_multiply, name, a->stream, a->width);
    gf_node_input(graph, node, a, 0);
    gf_node_input(graph, node, b, 0);
    node->keep = GF_KEEP_IN0 | GF_KEEP_IN1;
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    const float *a = gf_in(run, node, 0)->value, *b = gf_in(run, node, 1)->value;
    size_t n = gf_rows(run, y->stream) * y->width;
    gf_k->multiply(y->value, a, b, n, false);
}

/* The gradient of input i is dy times the other input. */
static void pass_product(struct gf_run *run, struct gf_node *node, int i)
{
    struct gf_tensor *y = gf_out(run, node), *x = gf_in(run, node, i);
    const float *other = gf_in(run, node, 1 - i)->value;
    size_t n = gf_rows(run, y->stream) * y->width;
    gf_k->multiply(x->grad, y->grad, other, n, node->in[i].add_grad);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    pass_product(run, node, 0);
    pass_product(run, node, 1);
}

const struct gf_op gf_op_multiply = {"multiply", forward, backward};
