/* SPDX-License-Identifier: MIT */
#include "reference_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference_ops.h"

/* ---- what a node says ------------------------------------------------------------- */

static const struct gf_tensor *input(const struct reference_graph *s,
                                     const struct gf_node *n, int k)
{
    return &s->graph->tensors[n->in[k].tensor];
}

static const double *input_value(const struct reference_graph *s,
                                 const struct gf_node *n, int k)
{
    return s->value[n->in[k].tensor];
}

static double *output(struct reference_graph *s, const struct gf_node *n)
{
    return s->value[n->out];
}

static size_t width(const struct reference_graph *s, const struct gf_node *n)
{
    return s->graph->tensors[n->out].width;
}

static size_t time_of(const struct reference_graph *s, const struct gf_node *n)
{
    return s->batch->n_time[s->graph->tensors[n->out].stream];
}

static size_t rows(const struct reference_graph *s, const struct gf_node *n)
{
    return s->batch->n_seq * time_of(s, n);
}

static const double *param(const struct reference_graph *s, int i)
{
    return s->param + s->graph->layout->params[i].offset;
}

/* 0 or 1 / (1 - p) for element i of the node's output in this run. */
static double kept(const struct reference_graph *s, const struct gf_node *n, size_t i)
{
    if (!s->batch->dropout || n->p == 0) return 1;
    struct gf_rng key = gf_rng_key(s->batch->seed ^ gf_name_hash(n->name),
                                   GF_RNG_DROPOUT, s->batch->step);
    size_t index = s->batch->first_seq * time_of(s, n) * width(s, n) + i;
    bool stays = gf_rng_uniform(key, (uint32_t)index) >= n->p;
    return stays ? 1 / (1 - (double)n->p) : 0;
}

/* ---- ops ---------------------------------------------------------------------------- */

static void slow_embed(struct reference_graph *s, const struct gf_node *n)
{
    enum gf_stream stream = s->graph->tensors[n->out].stream;
    size_t C = width(s, n), T = time_of(s, n);
    for (size_t r = 0; r < rows(s, n); r++) {
        const double *e = param(s, n->weight) + (size_t)s->batch->tokens[stream][r] * C;
        for (size_t c = 0; c < C; c++) {
            size_t at = (s->batch->pos + r % T) * C + c;
            double p = n->bias >= 0 ? param(s, n->bias)[at]
                       : n->table   ? (double)n->table[at]
                                    : 0;
            output(s, n)[r * C + c] =
                ((double)n->factor * e[c] + p) * kept(s, n, r * C + c);
        }
    }
}

static void slow_linear(struct reference_graph *s, const struct gf_node *n)
{
    const double *x = input_value(s, n, 0), *W = param(s, n->weight);
    size_t in = input(s, n, 0)->width, out = width(s, n);
    for (size_t r = 0; r < rows(s, n); r++)
        for (size_t o = 0; o < out; o++) {
            double z = n->bias >= 0 ? param(s, n->bias)[o] : 0;
            for (size_t i = 0; i < in; i++) z += x[r * in + i] * W[o * in + i];
            size_t at = r * out + o;
            double residual = n->n_in > 1 ? input_value(s, n, 1)[at] : 0;
            output(s, n)[at] = residual + ref_activation(z, n->act) * kept(s, n, at);
        }
}

static void slow_norm(struct reference_graph *s, const struct gf_node *n)
{
    ref_norm(n->norm, rows(s, n), width(s, n), (double)n->eps, input_value(s, n, 0),
             param(s, n->weight), n->bias >= 0 ? param(s, n->bias) : NULL,
             output(s, n));
}

/* The columns an input starts at, as a matrix of their own. */
static double *columns(const struct reference_graph *s, const struct gf_node *n, int k,
                       size_t C)
{
    const struct gf_tensor *t = input(s, n, k);
    size_t R = s->batch->n_seq * s->batch->n_time[t->stream];
    double *copy = malloc(R * C * sizeof *copy);
    for (size_t r = 0; r < R; r++)
        memcpy(copy + r * C, input_value(s, n, k) + r * t->width + n->in[k].column,
               C * sizeof *copy);
    return copy;
}

static void slow_attention(struct reference_graph *s, const struct gf_node *n)
{
    size_t C = width(s, n);
    enum gf_stream of_queries = input(s, n, 0)->stream,
                   of_keys = input(s, n, 1)->stream;
    struct gf_attn a = {.n_seq = s->batch->n_seq,
                        .H = n->H,
                        .D = C / n->H,
                        .n_kv_head = n->n_kv_head,
                        .Tq = s->batch->n_time[of_queries],
                        .Tk = s->batch->n_time[of_keys],
                        .scale = n->factor,
                        .causal = n->causal,
                        .slope = n->table,
                        .pad = s->batch->pad[of_keys],
                        .p = s->batch->dropout ? n->p : 0,
                        .key = gf_rng_key(s->batch->seed ^ gf_name_hash(n->name),
                                          GF_RNG_DROPOUT, s->batch->step),
                        .first_seq = s->batch->first_seq};
    size_t K = n->n_kv_head * a.D;
    double *q = columns(s, n, 0, C), *k = columns(s, n, 1, K), *v = columns(s, n, 2, K);
    const double *head_mask =
        s->head_mask + (size_t)n->attention * s->n_head + n->first_head;
    ref_attention(&a, q, k, v, head_mask, output(s, n), NULL);
    free(q);
    free(k);
    free(v);
}

static void slow_attention_simple(struct reference_graph *s, const struct gf_node *n)
{
    slow_attention(s, n);
}

static void slow_average(struct reference_graph *s, const struct gf_node *n)
{
    const double *x = input_value(s, n, 0);
    size_t T = time_of(s, n), C = width(s, n);
    double head_mask = s->head_mask[(size_t)n->attention * s->n_head];
    for (size_t r = 0; r < rows(s, n); r++) {
        size_t t = r % T, first = r - t;
        for (size_t c = 0; c < C; c++) {
            double sum = 0;
            for (size_t j = first; j <= r; j++) sum += x[j * C + c];
            output(s, n)[r * C + c] = head_mask * sum / (double)(t + 1);
        }
    }
}

static void slow_rotary(struct reference_graph *s, const struct gf_node *n)
{
    size_t W = width(s, n);
    memcpy(output(s, n), input_value(s, n, 0), rows(s, n) * W * sizeof(double));
    for (size_t r = 0; r < rows(s, n); r++)
        ref_rotary(output(s, n) + r * W, n->n_columns, n->n_columns / n->H,
                   n->rotary_dim, n->halves, 10000,
                   (double)(s->batch->pos + r % time_of(s, n)));
}

static void slow_head_norm(struct reference_graph *s, const struct gf_node *n)
{
    const double *x = input_value(s, n, 0);
    size_t W = width(s, n), D = n->n_columns / n->H;
    memcpy(output(s, n), x, rows(s, n) * W * sizeof *x);
    for (size_t r = 0; r < rows(s, n); r++)
        ref_norm(GF_NORM_RMS, n->H, D, (double)n->eps, x + r * W, NULL, NULL,
                 output(s, n) + r * W);
}

static void slow_concat(struct reference_graph *s, const struct gf_node *n)
{
    size_t W = width(s, n), at = 0;
    for (int k = 0; k < n->n_in; k++) {
        size_t w = input(s, n, k)->width;
        for (size_t r = 0; r < rows(s, n); r++)
            memcpy(output(s, n) + r * W + at, input_value(s, n, k) + r * w,
                   w * sizeof(double));
        at += w;
    }
}

static void slow_add(struct reference_graph *s, const struct gf_node *n)
{
    for (size_t i = 0; i < rows(s, n) * width(s, n); i++)
        output(s, n)[i] = input_value(s, n, 0)[i] + input_value(s, n, 1)[i];
}

static void slow_multiply(struct reference_graph *s, const struct gf_node *n)
{
    for (size_t i = 0; i < rows(s, n) * width(s, n); i++)
        output(s, n)[i] = input_value(s, n, 0)[i] * input_value(s, n, 1)[i];
}

static void slow_soft_cap(struct reference_graph *s, const struct gf_node *n)
{
    double cap = (double)n->factor;
    for (size_t i = 0; i < rows(s, n) * width(s, n); i++)
        output(s, n)[i] = cap * tanh(input_value(s, n, 0)[i] / cap);
}

static void slow_cross_entropy(struct reference_graph *s, const struct gf_node *n)
{
    size_t V = input(s, n, 0)->width;
    for (size_t r = 0; r < rows(s, n); r++)
        output(s, n)[r] =
            ref_cross_entropy(input_value(s, n, 0) + r * V, V, s->batch->target[r]);
}

/* ---- two ops for tests ---------------------------------------------------------------- */

struct gf_tensor *test_given(struct gf_graph *graph, const char *name,
                             enum gf_stream stream, size_t n_column)
{
    struct gf_node *node = gf_graph_add(graph, &test_op_given, name, stream, n_column);
    node->weight = gf_layout_param(graph->layout, name, 2, gf_graph_rows(graph, stream),
                                   n_column, GF_FILL_NORMAL, 1);
    return &graph->tensors[node->out];
}

static void given_forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    size_t first = run->batch->first_seq * run->batch->n_time[y->stream] * y->width;
    memcpy(y->value, gf_weights_value(run->weights, node->weight) + first,
           gf_rows(run, y->stream) * y->width * sizeof *y->value);
}

/* Each row has its own parameters, so a chain over micro-batches is a plain copy. */
static void given_backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *y = gf_out(run, node);
    size_t first = run->batch->first_seq * run->batch->n_time[y->stream] * y->width;
    if (!run->batch->carry)
        memset(gf_run_grad(run, node->weight), 0,
               run->graph->layout->params[node->weight].n * sizeof *y->grad);
    memcpy(gf_run_grad(run, node->weight) + first, y->grad,
           gf_rows(run, y->stream) * y->width * sizeof *y->value);
}

static void slow_given(struct reference_graph *s, const struct gf_node *n)
{
    size_t first = s->batch->first_seq * time_of(s, n) * width(s, n);
    memcpy(output(s, n), param(s, n->weight) + first,
           rows(s, n) * width(s, n) * sizeof(double));
}

struct gf_tensor *test_weigh(struct gf_graph *graph, struct gf_tensor *x)
{
    struct gf_node *node = gf_graph_add(graph, &test_op_weigh, "loss", x->stream, 1);
    gf_node_input(graph, node, x, 0);
    node->keep = GF_KEEP_IN0;
    graph->logits = x;
    graph->loss = &graph->tensors[node->out];
    graph->logits->is_result = graph->loss->is_result = true;
    return graph->loss;
}

/* In [-1, 1), exact in float, different for each element of the whole step. */
static float weight_of(size_t row, size_t c)
{
    struct gf_rng key = gf_rng_key(17, GF_RNG_TASK, row);
    return 2 * gf_rng_uniform(key, (uint32_t)c) - 1;
}

static size_t first_row(const struct gf_batch *batch, enum gf_stream stream)
{
    return batch->first_seq * batch->n_time[stream];
}

static void weigh_forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t first = first_row(run->batch, x->stream);
    for (size_t r = 0; r < gf_rows(run, x->stream); r++) {
        float sum = 0;
        for (size_t c = 0; c < x->width; c++)
            sum += weight_of(first + r, c) * x->value[r * x->width + c];
        y->value[r] = sum;
    }
}

static void weigh_backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t first = first_row(run->batch, x->stream);
    for (size_t r = 0; r < gf_rows(run, x->stream); r++)
        for (size_t c = 0; c < x->width; c++)
            x->grad[r * x->width + c] = run->batch->inv_count * weight_of(first + r, c);
    struct gf_shards shards = gf_run_shards(run, x->stream);
    for (size_t s = 0, r = 0; s < shards.n; s++) {
        double sum = shards.carry ? run->loss[s] : 0;
        for (; r < shards.row_end[s]; r++) sum += (double)y->value[r];
        run->loss[s] = sum;
    }
}

static void slow_weigh(struct reference_graph *s, const struct gf_node *n)
{
    size_t C = input(s, n, 0)->width;
    size_t first = first_row(s->batch, input(s, n, 0)->stream);
    for (size_t r = 0; r < rows(s, n); r++) {
        double sum = 0;
        for (size_t c = 0; c < C; c++)
            sum += (double)weight_of(first + r, c) * input_value(s, n, 0)[r * C + c];
        output(s, n)[r] = sum;
    }
}

const struct gf_op test_op_given = {"given", given_forward, given_backward};
const struct gf_op test_op_weigh = {"weigh", weigh_forward, weigh_backward};

/* ---- the whole graph -------------------------------------------------------------- */

static const struct {
    const struct gf_op *op;
    void (*run)(struct reference_graph *s, const struct gf_node *n);
} ops[] = {
#define GF_OP(name) {&gf_op_##name, slow_##name},
#include "graph/ops.def"
#undef GF_OP
    {&test_op_given, slow_given},
    {&test_op_weigh, slow_weigh},
};

void reference_open(struct reference_graph *s, const struct gf_run *run)
{
    const struct gf_graph *g = run->graph;
    size_t n = g->layout->n_value;
    *s = (struct reference_graph){
        .graph = g, .batch = run->batch, .n_head = run->n_head};
    s->param = malloc((n + 1) * sizeof(double));
    for (size_t i = 0; i < n; i++) s->param[i] = (double)run->weights->value[i];
    s->n_head_mask = (size_t)g->n_attention * s->n_head;
    s->head_mask = malloc((s->n_head_mask + 1) * sizeof(double));
    for (size_t i = 0; i < s->n_head_mask; i++)
        s->head_mask[i] = run->batch->head_mask ? (double)run->batch->head_mask[i] : 1;
    for (int i = 0; i < g->n_node; i++)
        s->value[i] =
            calloc(rows(s, &g->nodes[i]) * width(s, &g->nodes[i]) + 1, sizeof(double));
}

void reference_close(struct reference_graph *s)
{
    for (int i = 0; i < s->graph->n_node; i++) free(s->value[i]);
    free(s->param);
    free(s->head_mask);
}

double reference_loss(struct reference_graph *s)
{
    const struct gf_graph *g = s->graph;
    for (int i = 0; i < g->n_node; i++) {
        for (size_t k = 0; k < GF_COUNT(ops); k++)
            if (g->nodes[i].op == ops[k].op) ops[k].run(s, &g->nodes[i]);
    }
    const struct gf_node *last = &g->nodes[g->loss->producer];
    double sum = 0;
    for (size_t r = 0; r < rows(s, last); r++) sum += s->value[last->out][r];
    return (double)s->batch->inv_count * sum;
}

static double loss_of(const void *reference)
{
    return reference_loss((struct reference_graph *)(uintptr_t)reference);
}

double reference_derivative(struct reference_graph *s, double *x)
{
    double derivative;
    ref_gradient(loss_of, s, x, 1, &derivative);
    return derivative;
}

/* As in ref_gradient. */
#define STEP 1e-5

double reference_directional(struct reference_graph *s, double *x, const double *d,
                             size_t n)
{
    double loss[2];
    for (int side = 0; side < 2; side++) {
        double h = side ? -STEP : STEP;
        for (size_t i = 0; i < n; i++) x[i] += h * d[i];
        loss[side] = reference_loss(s);
        for (size_t i = 0; i < n; i++) x[i] -= h * d[i];
    }
    return (loss[0] - loss[1]) / (2 * STEP);
}
