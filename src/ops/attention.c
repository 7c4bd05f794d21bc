/* Scaled dot-product attention with several heads (Vaswani et al. 2017, equation 1 and
 * section 3.2.2), one op for self, causal self and cross attention:
 *
 *   S = scale * Q K^T,  A = softmax of each row over the keys it may look at,
 *   O = dropout(A) V
 *
 *   dA = dropout'(dO V^T),  dS = A * (dA - rowsum(dO * O)),
 *   dQ = scale * dS K,  dK = scale * dS^T Q,  dV = dropout(A)^T dO
 *
 * A never exists as a whole in memory: two numbers a row (maximum, 1 / sum) are saved
 * and A is computed again where it is needed, as in Dao et al., "FlashAttention" (2022).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/attention.h"
#include "ops/ops.h"

enum { Q, K, V };

struct gf_tensor *gf_attention(struct gf_graph *graph, const struct gf_attention *opts)
{
    const struct gf_op *op = opts->simple ? &gf_op_attention_simple : &gf_op_attention;
    struct gf_node *node =
        gf_graph_add(graph, op, opts->name, opts->q->stream, opts->C);
    gf_node_input(graph, node, opts->q, opts->q_column);
    gf_node_input(graph, node, opts->k, opts->k_column);
    gf_node_input(graph, node, opts->v, opts->v_column);
    graph->n_attention += opts->first_head == 0;
    node->attention = graph->n_attention - 1;
    node->first_head = opts->first_head;
    node->H = opts->H;
    node->causal = opts->causal;
    node->factor = opts->scale;
    node->p = opts->p;
    node->keep = GF_KEEP_IN0 | GF_KEEP_IN1 | GF_KEEP_IN2 | GF_KEEP_OUT | GF_KEEP_AUX;
    size_t Tq = graph->max_time[opts->q->stream], Tk = graph->max_time[opts->k->stream];
    /* Scores and mixing; causal: half of the keys and the row itself. */
    node->flops =
        (opts->causal ? 2.0 * (double)(Tk + 1) : 4.0 * (double)Tk) * (double)opts->C;
    if (opts->simple) {
        node->aux_per_row = Tk;
        node->work = gf_attention_simple_work(Tq, Tk, opts->C);
    } else {
        node->aux_per_row = 2 * opts->H;
        node->work = gf_k->attention_work(Tq, Tk, opts->C / opts->H);
    }
    return &graph->tensors[node->out];
}

/* Decoding: new rows join the cache, and the queries look at all of it. Rows of a source
 * come once, all together. */
static void use_cache(const struct gf_run *run, const struct gf_node *node,
                      struct gf_attn *args)
{
    const struct gf_batch *batch = run->batch;
    struct gf_cache *cache = batch->cache;
    bool cross = run->graph->tensors[node->in[K].tensor].stream == GF_STREAM_SOURCE;
    size_t pos = cross ? 0 : batch->pos, n = args->H * args->D;
    size_t ld = run->n_head * args->D, column = node->first_head * args->D;
    float *k = cache->k[node->attention] + column;
    float *v = cache->v[node->attention] + column;
    for (size_t t = 0; t < args->Tk; t++) {
        memcpy(k + (pos + t) * ld, args->k + t * args->ldk, n * sizeof *k);
        memcpy(v + (pos + t) * ld, args->v + t * args->ldv, n * sizeof *v);
    }
    args->k = k;
    args->v = v;
    args->ldk = args->ldv = ld;
    args->q_pos = pos;
    args->Tk = cross ? cache->n_source : args->Tk + pos;
    args->pad = cross ? cache->source_pad : args->pad;
}

struct gf_attn gf_attention_args(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *q = gf_in(run, node, Q), *k = gf_in(run, node, K),
                     *v = gf_in(run, node, V), *o = gf_out(run, node);
    struct gf_attn args = {
        .n_seq = batch->n_seq,
        .H = node->H,
        .D = o->width / node->H,
        .Tq = batch->n_time[q->stream],
        .Tk = batch->n_time[k->stream],
        .q = q->value + node->in[Q].column,
        .k = k->value + node->in[K].column,
        .v = v->value + node->in[V].column,
        .ldq = q->width,
        .ldk = k->width,
        .ldv = v->width,
        .scale = node->factor,
        .causal = node->causal,
        .pad = batch->pad[k->stream],
        .gate = batch->gate ? batch->gate + (size_t)node->attention * run->n_head +
                                  node->first_head
                            : NULL,
        .o = o->value,
        .ldo = o->width,
        .stat = node->aux,
        .p = gf_run_p(run, node),
        .key = gf_run_dropout_key(run, node),
        .first_seq = batch->first_seq,
        .work = run->graph->work};
    if (batch->cache) {
        use_cache(run, node, &args);
    }
    return args;
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn args = gf_attention_args(run, node);
    gf_k->attention_forward(&args);
}

struct gf_attn gf_attention_backward_args(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_attn args = gf_attention_args(run, node);
    args.d_o = gf_out(run, node)->grad;
    args.dq = gf_in(run, node, Q)->grad + node->in[Q].column;
    args.dk = gf_in(run, node, K)->grad + node->in[K].column;
    args.dv = gf_in(run, node, V)->grad + node->in[V].column;
    /* Where q, k and v are columns of one tensor they share its flag; a model feeds
     * attention from tensors nothing else reads, so all three agree. */
    GF_ASSERT(node->in[K].add_grad == node->in[Q].add_grad);
    GF_ASSERT(node->in[V].add_grad == node->in[Q].add_grad);
    args.accumulate = node->in[Q].add_grad;
    args.dgate = batch->gate_grad
                     ? batch->gate_grad + (size_t)node->attention * run->n_head +
                           node->first_head
                     : NULL;
    return args;
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn args = gf_attention_backward_args(run, node);
    gf_k->attention_backward(&args);
}

const struct gf_op gf_op_attention = {"attention", forward, backward};
