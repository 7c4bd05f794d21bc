/* Sum of two tensors: y = a + b, da = db = dy. The residual connection of He et al., "Deep
 * residual learning" (2015), where it is not part of a linear layer.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_add(struct gf_graph *graph, const struct gf_tensor *a,
                         const struct gf_tensor *b, const char *name)
{
    struct gf_node *node = gf_graph_add(graph, &gf_op_add, name, a->stream, a->width);
    gf_node_input(graph, node, a, 0);
    gf_node_input(graph, node, b, 0);
    node->passes_grad = 0;
    return &graph->tensors[node->out];
}

void gf_pass_grad(struct gf_tensor *to, const struct gf_tensor *from, size_t rows,
                  bool add_to)
{
    size_t n = rows * from->width;
    if (to->grad == from->grad) {
        return; /* the plan gave both one buffer */
    }
    if (add_to) {
        gf_k->add(to->grad, to->grad, from->grad, n);
    } else {
        memcpy(to->grad, from->grad, n * sizeof(float));
    }
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    gf_k->add(y->value, gf_in(run, node, 0)->value, gf_in(run, node, 1)->value,
              gf_rows(run, y->stream) * y->width);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    size_t R = gf_rows(run, y->stream);
    gf_pass_grad(gf_in(run, node, 0), y, R, node->in[0].add_grad);
    gf_pass_grad(gf_in(run, node, 1), y, R, node->in[1].add_grad);
}

const struct gf_op gf_op_add = {"add", forward, backward};
