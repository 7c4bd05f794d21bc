/* Normalisation of each row, three kinds (formulae at enum gf_norm in kernels.h).
 * Layer: Ba, Kiros & Hinton (2016). RMS: Zhang & Sennrich (2019). "std" divides by the
 * unbiased standard deviation plus eps, as tutorials often do.
 * SPDX-License-Identifier: MIT */
#include "ops/ops.h"

struct gf_tensor *gf_norm(struct gf_graph *graph, const struct gf_tensor *x,
                          const char *name, enum gf_norm kind, bool bias, float eps)
{
    struct gf_node *node = gf_graph_add(graph, &gf_op_norm, name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->weight = gf_layout_param(graph->layout, gf_graph_join(graph, name, ".weight"),
                                   1, x->width, 1, GF_FILL_ONE, 0);
    if (bias && kind != GF_NORM_RMS) {
        node->bias = gf_layout_param(graph->layout, gf_graph_join(graph, name, ".bias"),
                                     1, x->width, 1, GF_FILL_ZERO, 0);
    }
    node->norm = kind;
    node->eps = eps;
    node->keep = GF_KEEP_IN0 | GF_KEEP_AUX;
    node->aux_per_row = 2;
    node->work = gf_k->norm_work(x->width) + x->width;
    return &graph->tensors[node->out];
}

static struct gf_norm_args arguments(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    return (struct gf_norm_args){
        .kind = node->norm,
        .R = gf_rows(run, y->stream),
        .C = y->width,
        .x = x->value,
        .gain = gf_weights_value(run->weights, node->weight),
        .bias = node->bias >= 0 ? gf_weights_value(run->weights, node->bias) : NULL,
        .eps = node->eps,
        .y = y->value,
        .stat = node->aux,
        .work = run->graph->work};
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_norm_args args = arguments(run, node);
    gf_k->norm_forward(&args);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_norm_args args = arguments(run, node);
    struct gf_tensor *y = gf_out(run, node);
    struct gf_shards shards = gf_run_shards(run, y->stream);
    args.dy = y->grad;
    args.dx = gf_in(run, node, 0)->grad;
    args.accumulate = node->in[0].add_grad;
    float *gain_grad = gf_run_grad(run, node->weight); /* NULL: frozen, and not read */
    args.dgain = gain_grad ? gain_grad : args.work + gf_k->norm_work(y->width);
    args.dbias = node->bias >= 0 ? gf_run_grad(run, node->bias) : NULL;
    args.shards = &shards;
    gf_k->norm_backward(&args);
}

const struct gf_op gf_op_norm = {"norm", forward, backward};
