/* Concatenation of columns, y = [x_0 | x_1 | …]: joins heads that were computed separately
 * (Vaswani et al. 2017, section 3.2.2).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_concat(struct gf_graph *graph, struct gf_tensor *const *parts,
                            size_t n, const char *name)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++) {
        width += parts[i]->width;
    }
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_concat, name, parts[0]->stream, width);
    for (size_t i = 0; i < n; i++) {
        gf_node_input(graph, node, parts[i], 0);
    }
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    float *to = y->value;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        for (int i = 0; i < node->n_in; i++) {
            struct gf_tensor *x = gf_in(run, node, i);
            memcpy(to, x->value + r * x->width, x->width * sizeof(float));
            to += x->width;
        }
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    const float *from = y->grad;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        for (int i = 0; i < node->n_in; i++) {
            struct gf_tensor *x = gf_in(run, node, i);
            float *to = x->grad + r * x->width;
            if (node->in[i].add_grad) {
                gf_k->add(to, to, from, x->width);
            } else {
                memcpy(to, from, x->width * sizeof(float));
            }
            from += x->width;
        }
    }
}

const struct gf_op gf_op_concat = {"concat", forward, backward};
