/* SPDX-License-Identifier: MIT */
#include "ops/attention_args.h"

#include <string.h>

enum { Q, K, V };

/* Decoding: new rows are appended to the cache, and the queries attend to all of it. Rows of
 * a source come once, all together. */
static void use_cache(const struct gf_run *run, const struct gf_node *node,
                      struct gf_attn *args)
{
    const struct gf_batch *batch = run->batch;
    struct gf_cache *cache = batch->cache;
    bool cross = run->graph->tensors[node->in[K].tensor].stream == GF_STREAM_SOURCE;
    size_t pos = cross ? 0 : batch->pos, n = args->n_kv_head * args->D;
    size_t ld = cache->width, column = node->first_kv_head * args->D;
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
        .n_kv_head = node->n_kv_head,
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
        .slope = node->table,
        .pad = batch->pad[k->stream],
        .head_mask = batch->head_mask
                         ? batch->head_mask + (size_t)node->attention * run->n_head +
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

struct gf_attn gf_attention_backward_args(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_attn args = gf_attention_args(run, node);
    args.d_o = gf_out(run, node)->grad;
    args.dq = gf_in(run, node, Q)->grad + node->in[Q].column;
    args.dk = gf_in(run, node, K)->grad + node->in[K].column;
    args.dv = gf_in(run, node, V)->grad + node->in[V].column;
    /* Columns of one tensor share its flag, and keys and values have the same readers. */
    GF_ASSERT(node->in[V].add_grad == node->in[K].add_grad);
    args.accumulate = node->in[Q].add_grad;
    args.accumulate_kv = node->in[K].add_grad;
    args.dmask = batch->head_mask_grad
                     ? batch->head_mask_grad + (size_t)node->attention * run->n_head +
                           node->first_head
                     : NULL;
    return args;
}

size_t gf_attention_column(const struct gf_graph *graph, const struct gf_node *node,
                           int i, size_t head)
{
    size_t D = graph->tensors[node->out].width / node->H;
    size_t own = head - node->first_head;
    if (i != Q) {
        own = own * node->n_kv_head / node->H;
    }
    return node->in[i].column + own * D;
}
