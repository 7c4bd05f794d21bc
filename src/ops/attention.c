/* Scaled dot-product attention with several heads (Vaswani et al. 2017, equation 1 and
 * section 3.2.2), one op for self, causal self and cross attention:
 *
 *   S = scale * Q K^T - slope * distance (Press et al. 2021),  A = softmax of each row over its allowed keys,
 *   O = dropout(A) V
 *
 *   dA = dropout'(dO V^T),  dS = A * (dA - rowsum(dO * O)),
 *   dQ = scale * dS K,  dK = scale * dS^T Q,  dV = dropout(A)^T dO
 *
 * A is never stored as a whole: two numbers per row (maximum, 1 / sum) are saved and A is
 * recomputed where it is needed, as in Dao et al., "FlashAttention" (2022).
 * SPDX-License-Identifier: MIT */
#include "ops/attention_args.h"
#include "ops/ops.h"

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
    node->n_kv_head = opts->n_kv_head ? opts->n_kv_head : opts->H;
    node->first_kv_head = opts->first_kv_head;
    node->causal = opts->causal;
    node->factor = opts->scale;
    node->table = opts->slopes;
    node->p = opts->p;
    node->keep = GF_KEEP_IN0 | GF_KEEP_IN1 | GF_KEEP_IN2 | GF_KEEP_OUT | GF_KEEP_AUX;
    size_t Tq = graph->max_time[opts->q->stream],
           Tk = gf_graph_keys(graph, opts->k->stream);
    /* Scores and weighted values; causal: half of the keys, and the row's own. */
    node->flops =
        (opts->causal ? 2.0 * (double)(Tk + 1) : 4.0 * (double)Tk) * (double)opts->C;
    node->aux_per_row = opts->simple ? Tk : 2 * opts->H;
    /* For a simple head, too: its scores are inspected as those of the others. */
    node->work = gf_k->attention_work(Tq, Tk, opts->C / opts->H);
    if (opts->simple) {
        size_t n = gf_attention_simple_work(Tq, Tk, opts->C);
        node->work = n > node->work ? n : node->work;
    }
    return &graph->tensors[node->out];
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn args = gf_attention_args(run, node);
    gf_k->attention_forward(&args);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_attn args = gf_attention_backward_args(run, node);
    gf_k->attention_backward(&args);
}

const struct gf_op gf_op_attention = {"attention", forward, backward};
