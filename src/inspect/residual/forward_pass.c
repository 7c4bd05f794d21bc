/* One token through one layer: every number from its embeddings to the prediction. All are
 * read from the activations of a forward pass, or are one product of two of them.
 *
 *   x = token + position          h = norm(x)          q_i, k_j, v_j from h
 *   S_ij = scale q_i . k_j - slope |i - j|    A_i = softmax(S_i)   mix = sum_j A_ij v_j
 *   m = x + W_O [mix of all heads] + b                 x' = m + MLP(norm(m))
 *   logits = head(norm(x'))       after the last layer
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/format.h"
#include "inspect/request.h"
#include "ops/attention_args.h"

struct walk {
    struct gf_request *req;
    struct gf_pass *pass;
    const struct gf_graph *graph;
    const struct gf_attention_site *site;
    const struct gf_node *node; /* of the head */
    size_t attention, head, row;
    size_t C, D;
};

/* "NAME_at": place of the first number of table NAME, for origin.c. */
static void put_at(const struct walk *w, const char *name, int t, size_t row,
                   size_t column)
{
    char key[32];
    gf_format(key, sizeof key, "%s_at", name);
    gf_put_object(w->req->report, key);
    gf_put_entry(w->req->report, &w->graph->tensors[t], row, column);
    gf_json_end_object(&w->req->report->json);
}

/* Row r of columns [from, from + n) of tensor t. */
static void put_row(const struct walk *w, const char *name, int t, size_t r,
                    size_t from, size_t n)
{
    const struct gf_tensor *x = &w->graph->tensors[t];
    gf_put_table(w->req->report, name, x->value + r * x->width + from, 1, n);
    put_at(w, name, t, r, from);
}

static void put_whole_row(const struct walk *w, const char *name, int t)
{
    put_row(w, name, t, w->row, 0, w->graph->tensors[t].width);
}

/* A vector of parameters, where there is one. */
static void put_parameter(const struct walk *w, const char *name, int i)
{
    const float *x = gf_pass_parameter(w->pass, i);
    if (x) gf_put_table(w->req->report, name, x, 1, w->graph->layout->params[i].n);
}

/* If tensor t is the output of a norm: writes its row, mean, factor and parameters. Returns
 * the norm's input, else t. */
static int put_norm(const struct walk *w, int t)
{
    const struct gf_node *node = &w->graph->nodes[t];
    if (node->op != &gf_op_norm) return t;
    gf_put_object(w->req->report, "norm");
    gf_put(w->req->report, "mean", (double)node->aux[2 * w->row]);
    gf_put(w->req->report, "factor", (double)node->aux[2 * w->row + 1]);
    gf_put(w->req->report, "eps", (double)node->eps);
    put_parameter(w, "gain", node->weight);
    put_parameter(w, "bias", node->bias);
    put_whole_row(w, "result", t);
    gf_json_end_object(&w->req->report->json);
    return node->in[0].tensor;
}

/* ---- embedding ---------------------------------------------------------------------- */

static void put_embedding(const struct walk *w, float *scratch)
{
    int i = w->req->inspector->residual.embedding[GF_STREAM_MAIN];
    const struct gf_node *node = &w->graph->nodes[i];
    const struct gf_weights *weights = w->pass->run.weights;
    size_t C = w->graph->tensors[i].width;
    size_t token = (size_t)w->pass->batch.tokens[0][w->row];
    const struct gf_matrix_view E = gf_weights_matrix(weights, node->weight);
    const struct gf_matrix_view P = gf_position_rows(weights, node, C);
    const float *e = gf_matrix_row(&E, token, scratch);
    for (size_t c = 0; c < C; c++) scratch[c] = node->factor * e[c];
    gf_put_table(w->req->report, "token", scratch, 1, C);
    if (P.columns > 0) {
        gf_put_table(w->req->report, "position", gf_matrix_row(&P, w->row, scratch), 1,
                     C);
    }
    put_whole_row(w, "embedding", i);
}

/* ---- norm, queries, keys, scores, attention weights ----------------------------------- */

/* Operand i (q, k, v) of the head: all its rows, or that of the token. */
static void put_operand(const struct walk *w, const char *name, int i, bool all,
                        float *scratch)
{
    const struct gf_tensor *t = &w->graph->tensors[w->node->in[i].tensor];
    size_t column = gf_attention_column(w->graph, w->node, i, w->head);
    size_t first = all ? 0 : w->row, n = all ? w->pass->batch.n_time[t->stream] : 1;
    for (size_t r = 0; r < n; r++) {
        memcpy(scratch + r * w->D, t->value + (first + r) * t->width + column,
               w->D * sizeof *scratch);
    }
    gf_put_table(w->req->report, name, scratch, n, w->D);
    put_at(w, name, w->node->in[i].tensor, first, column);
}

/* The tensor that the attention adds to; -1: none. */
static int residual_of(const struct walk *w)
{
    const struct gf_node *out = &w->graph->nodes[w->site->out];
    if (out->op == &gf_op_add) return out->in[0].tensor;
    return out->op == &gf_op_linear && out->n_in > 1 ? out->in[1].tensor : -1;
}

/* The stream before the attention, and the norm between them. */
static void put_input(const struct walk *w)
{
    /* What the queries are computed from. */
    int h = gf_projection_of(w->graph, w->node->in[0].tensor)->in[0].tensor;
    int x = residual_of(w);
    if (h != x) {
        int before = put_norm(w, h);
        x = x < 0 ? before : x;
    }
    put_whole_row(w, "x", x);
}

static void put_attention(struct walk *w, float *scratch)
{
    size_t rows = w->pass->batch.n_time[w->site->queries];
    size_t n = w->pass->batch.n_time[w->site->keys], end;
    const uint8_t *pad;
    float *A = gf_request_floats(w->req, rows, n),
          *S = gf_request_floats(w->req, rows, n);
    if (!gf_request_ok(w->req)) return;
    put_operand(w, "q", 0, false, scratch);
    put_operand(w, "k", 1, true, scratch);
    put_operand(w, "v", 2, true, scratch);
    gf_attention_weights(&w->pass->run, w->attention, w->head, A, S);
    gf_pass_allowed(w->pass, w->site, w->row, &end, &pad);
    const struct gf_node *node = w->node;
    gf_put(w->req->report, "scale", (double)node->factor);
    if (node->table) { /* scores fall by it with each position of distance */
        gf_put(w->req->report, "slope",
               (double)node->table[w->head - node->first_head]);
    }
    gf_put(w->req->report, "allowed", (double)end);
    gf_put_table(w->req->report, "scores", S + w->row * n, 1, n);
    gf_put_table(w->req->report, "shares", A + w->row * n, 1, n);
}

/* ---- mixed values, output projection -------------------------------------------------- */

static void put_mix(const struct walk *w, float *scratch)
{
    struct gf_output_projection projection =
        gf_pass_output_projection(w->pass, w->site->out, w->site->heads);
    const float *o = gf_pass_value(w->pass, w->site->heads) + w->row * projection.n;
    put_row(w, "mix", w->site->heads, w->row, w->head * w->D, w->D);
    float *own = scratch, *others = scratch + w->C;
    for (size_t c = 0; c < w->C; c++) {
        double mine = 0, rest = 0;
        for (size_t k = 0; k < projection.n; k++) {
            double weight = gf_projection_at(&projection, c, k);
            bool is_mine = k / w->D == w->head;
            mine += is_mine ? weight * (double)o[k] : 0;
            rest += is_mine ? 0 : weight * (double)o[k];
        }
        own[c] = (float)mine;
        others[c] = (float)rest;
    }
    gf_put_table(w->req->report, "head", own, 1, w->C);
    gf_put_table(w->req->report, "other_heads", others, 1, w->C);
    if (projection.bias) gf_put_table(w->req->report, "bias", projection.bias, 1, w->C);
    put_whole_row(w, "after_attention", w->site->out);
}

/* ---- MLP and prediction ---------------------------------------------------------------- */

static void put_mlp(const struct walk *w)
{
    const struct gf_mlp_ref *mlp =
        gf_mlp_of(&w->req->inspector->residual, w->site->layer, w->site->queries);
    if (!mlp) return;
    /* The layer with the activation function: the hidden units, or what gates them. */
    const struct gf_node *node = &w->graph->nodes[mlp->hidden];
    node = node->op == &gf_op_multiply ? &w->graph->nodes[node->in[0].tensor] : node;
    size_t F = w->graph->tensors[mlp->hidden].width;
    gf_put_object(w->req->report, "mlp");
    put_norm(w, node->in[0].tensor);
    gf_put_table(w->req->report, "before", node->aux + w->row * F, 1, F);
    put_whole_row(w, "hidden", mlp->hidden);
    put_whole_row(w, "after", mlp->out);
    gf_json_end_object(&w->req->report->json);
}

static void put_output(const struct walk *w, float *scratch)
{
    const struct gf_tensor *z = w->graph->logits;
    int head = w->req->inspector->residual.head;
    int input = w->graph->nodes[head >= 0 ? head : z->producer].in[0].tensor;
    gf_put_object(w->req->report, "output");
    put_norm(w, input);
    put_whole_row(w, "logits", z->producer);
    gf_k->softmax(scratch, z->value + w->row * z->width, 1, z->width, 1);
    gf_put_table(w->req->report, "p", scratch, 1, z->width);
    gf_json_end_object(&w->req->report->json);
}

/* ------------------------------------------------------------------------------------------ */

static void put_steps(struct walk *w)
{
    const struct gf_config *c = &w->req->inspector->model->config;
    size_t V = gf_config_outputs(c), n = gf_config_longest_block(c) * w->D;
    n = n > 2 * w->C ? n : 2 * w->C;
    float *scratch = gf_request_floats(w->req, 1, n > V ? n : V);
    if (!gf_request_ok(w->req)) return;
    put_embedding(w, scratch);
    put_input(w);
    put_attention(w, scratch);
    put_mix(w, scratch);
    put_mlp(w);
    put_output(w, scratch);
}

void gf_inspect_forward_pass(struct gf_request *req)
{
    struct gf_pass pass;
    struct walk w = {
        .req = req, .pass = &pass, .C = (size_t)req->inspector->model->config.n_embd};
    gf_request_head(req, &w.attention, &w.head);
    const struct gf_line line = gf_request_line(req);
    w.row = gf_request_index(req, "position", line.n, (int64_t)line.n - 1);
    if (!gf_request_ok(req)) return;
    w.site = &req->inspector->residual.attentions[w.attention];
    w.D = w.C / req->inspector->residual.H;
    w.graph = req->inspector->activations->graph;
    const bool has_queries = w.site->queries == GF_STREAM_MAIN &&
                             w.graph->nodes[w.site->heads].op != &gf_op_average;
    if (!gf_request_applies(req, has_queries, GF_E_obstacle_no_queries)) return;
    gf_pass_run(&pass, req->inspector, &line);
    w.node = gf_head_node(pass.graph, w.attention, w.head);
    put_steps(&w);
}
