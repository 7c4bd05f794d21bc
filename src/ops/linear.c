/* Linear layer fused with activation, dropout and residual:
 *
 *   z = x W^T + b        x [R][in], W [out][in], b [out]
 *   y = residual + dropout(act(z))
 *
 *   dz = act'(z) * dropout'(dy)
 *   dW = dz^T x,  db = column sums of dz,  dx = dz W,  d residual = dy
 *
 * Frozen parameters have no gradient; W of an adapted matrix is the merged one.
 *
 * GELU: Hendrycks & Gimpel (2016). Dropout: Srivastava et al. (2014). Residual: He et
 * al. (2015).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "graph/lora.h"
#include "ops/ops.h"

/* Backward needs z, or act'(z). */
static bool keeps_z(const struct gf_graph *graph, const struct gf_node *node)
{
    return node->act != GF_ACT_NONE && graph->mode != GF_GRAPH_INFER;
}

/* Nobody else looks at z: backward may leave dz in its place. */
static bool owns_z(const struct gf_graph *graph, const struct gf_node *node)
{
    return keeps_z(graph, node) && graph->mode == GF_GRAPH_TRAIN;
}

/* And forward act'(z): it has made the costly half of that anyway, and backward is then one
 * product. Not for ReLU, whose backward is a mask. */
static bool keeps_slope(const struct gf_graph *graph, const struct gf_node *node)
{
    return owns_z(graph, node) && node->act != GF_ACT_RELU;
}

/* Floats of scratch for R rows. */
static size_t work_of(const struct gf_graph *graph, const struct gf_node *node,
                      size_t R, size_t in, size_t out)
{
    size_t gemm = gf_k->gemm_work(R, out, in);
    if (!gf_graph_has_backward(graph)) return gemm;
    size_t gemm_dx = gf_k->gemm_work(R, in, out);
    size_t gemm_dw = gf_k->gemm_work(out, in, R);
    gemm = gemm > gemm_dx ? gemm : gemm_dx;
    gemm = gemm > gemm_dw ? gemm : gemm_dw;
    gemm = gemm > 4 * out ? gemm : 4 * out;
    bool own_dz = node->p > 0 || (keeps_z(graph, node) && !owns_z(graph, node));
    return gemm + (own_dz ? R * out : 0) + 16;
}

struct gf_tensor *gf_linear(struct gf_graph *graph, const struct gf_tensor *x,
                            const struct gf_linear *opts)
{
    struct gf_layout *layout = graph->layout;
    size_t in = x->width, out = opts->out;
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_linear, opts->name, x->stream, out);
    gf_node_input(graph, node, x, 0);

    const char *weight = gf_graph_join(graph, opts->name, ".weight");
    node->weight =
        opts->tied_to
            ? gf_layout_alias(layout, weight, gf_layout_find(layout, opts->tied_to))
            : gf_layout_param(layout, weight, 2, out, in, opts->fill, opts->scale);
    layout->params[node->weight].is_matmul = true;
    memcpy(layout->params[node->weight].part_end, opts->part_end,
           sizeof opts->part_end);
    gf_lora_declare(layout, node->weight,
                    &(struct gf_lora){.A = gf_graph_join(graph, opts->name, ".lora_A"),
                                      .B = gf_graph_join(graph, opts->name, ".lora_B"),
                                      .rank = opts->lora_rank,
                                      .scale = opts->lora_scale,
                                      .adapted = opts->adapted});
    if (opts->bias) {
        node->bias = gf_layout_param(
            layout, gf_graph_join(graph, opts->name, ".bias"), 1, out, 1,
            opts->bias_scale > 0 ? GF_FILL_UNIFORM : GF_FILL_ZERO, opts->bias_scale);
    }
    node->flops = 2.0 * (double)in * (double)out;
    node->act = opts->act;
    node->p = opts->p;
    node->keep = GF_KEEP_IN0;
    if (keeps_z(graph, node)) {
        node->aux_per_row = out;
        node->keep |= GF_KEEP_AUX;
    }
    if (opts->residual) {
        gf_node_input(graph, node, opts->residual, 0);
        node->passes_grad = 1;
    }

    node->work = work_of(graph, node, gf_graph_rows(graph, x->stream), in, out);
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t R = gf_rows(run, y->stream), out = y->width;
    const float *residual = node->n_in > 1 ? gf_in(run, node, 1)->value : NULL;
    float p = gf_run_p(run, node);
    bool without_backward = owns_z(run->graph, node) && run->batch->n_shard == 0;
    bool keeps = keeps_z(run->graph, node) && !without_backward;

    struct gf_gemm gemm = {
        .M = R,
        .N = out,
        .K = x->width,
        .a = x->value,
        .lda = x->width,
        .c = y->value,
        .ldc = out,
        .init = node->bias >= 0 ? GF_INIT_BIAS : GF_INIT_ZERO,
        .bias = node->bias >= 0 ? gf_weights_value(run->weights, node->bias) : NULL,
        .z = keeps ? node->aux : NULL,
        .ldz = out,
        .z_slope = keeps && keeps_slope(run->graph, node),
        .act = node->act,
        .add = p > 0 ? NULL : residual,
        .ldadd = out,
        .work = run->graph->work};
    gf_weights_forward(run->weights, node->weight, &gemm);
    gf_k->gemm(&gemm);
    if (p > 0) {
        gf_run_dropout(run, node, y->value, y->value);
        if (residual) {
            gf_k->add(y->value, residual, y->value, R * out);
        }
    }
}

/* The gradient at z: dy itself if there is neither activation nor dropout, else in scratch
 * or in the place of z. */
static const float *gradient_at_z(struct gf_run *run, struct gf_node *node, float *dz)
{
    struct gf_tensor *y = gf_out(run, node);
    size_t n = gf_rows(run, y->stream) * y->width;
    const float *d = gf_run_dropout(run, node, dz, y->grad);
    if (node->act == GF_ACT_NONE) return d;
    dz = owns_z(run->graph, node) ? node->aux : dz;
    if (keeps_slope(run->graph, node)) {
        gf_k->multiply(dz, d, node->aux, n, false);
    } else {
        gf_k->activation_backward(dz, d, node->aux, n, node->act);
    }
    return dz;
}

/* dW and db of rows dz [R][out], unless they are frozen. */
static void weight_gradients(struct gf_run *run, struct gf_node *node, const float *dz,
                             float *work)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t R = gf_rows(run, y->stream), out = y->width, in = x->width;
    struct gf_shards shards = gf_run_shards(run, y->stream);
    float *dW = gf_run_grad(run, node->weight);
    float *db = node->bias >= 0 ? gf_run_grad(run, node->bias) : NULL;
    if (dW) {
        gf_k->gemm(&(struct gf_gemm){/* dW = dz^T x */
                                     .M = out,
                                     .N = in,
                                     .K = R,
                                     .a = dz,
                                     .lda = out,
                                     .a_trans = true,
                                     .b = x->value,
                                     .ldb = in,
                                     .b_form = GF_B_KN,
                                     .c = dW,
                                     .ldc = in,
                                     .shards = &shards,
                                     .work = work});
    }
    if (db) {
        gf_k->column_sums(db, dz, out, R, out, &shards, work);
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t R = gf_rows(run, y->stream), out = y->width, in = x->width;
    float *space = run->graph->work;
    const float *dz = gradient_at_z(run, node, space);
    float *work = dz == space ? space + ((R * out + 15) & ~(size_t)15) : space;

    weight_gradients(run, node, dz, work);
    struct gf_gemm gemm = {
        /* dx = dz W */
        .M = R,      .N = in,
        .K = out,    .a = dz,
        .lda = out,  .c = x->grad,
        .ldc = in,   .init = node->in[0].add_grad ? GF_INIT_C : GF_INIT_ZERO,
        .work = work};
    gf_weights_backward(run->weights, node->weight, &gemm);
    gf_k->gemm(&gemm);
    if (node->n_in > 1) {
        gf_pass_grad(gf_in(run, node, 1), y, R, node->in[1].add_grad);
    }
}

const struct gf_op gf_op_linear = {"linear", forward, backward};
