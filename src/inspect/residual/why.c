/* Why this token? One logit as an exact sum over the tokens of the line.
 *
 * Everything the model decided is held as it is: attention weights A, the factor of each
 * norm, and the gate of each hidden unit, act(z) / z (of a gated MLP: the activated half).
 * What remains is linear in the embeddings, so its gradient times its input adds up:
 *
 *   z_y - mean of all z  =  sum over positions (W_E[t_j] + P_j) . g_j  +  constant
 *
 * where g is the gradient with those parts held, and the constant is what all biases add. The
 * backward pass of the graph gives g, with four rules changed:
 *
 *   attention   dV as ever, dQ = dK = 0
 *   norm        dx = r g dy, minus its mean where the norm takes the mean out of x
 *   activation  dz = (act(z) / z) dy
 *   product     of a gate and a value: the value's side alone
 *
 * An edge is what one head carries from one position to another, A_ij v_j . dO_i without the
 * biases in v. Edges of different layers overlap: only the embeddings add up. The idea is that
 * of layer-wise relevance propagation with attention held (Ali et al., "XAI for
 * transformers", 2022) and of the linear paths of Elhage et al. (2021).
 *
 * What a token does for the attention weights themselves is not in the sum: `hide` measures
 * it, by hiding one token from all heads.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "inspect/request.h"
#include "ops/attention_args.h"

enum { K = 1, V = 2 }; /* operands of attention */

struct why {
    struct gf_pass *pass;
    double constant;                /* of all biases */
    size_t T;                       /* edge of the squares */
    float *edges;                   /* [attention][H][T][T] */
    float *mlps;                    /* [MLP][T] */
    float *tokens[GF_STREAM_COUNT]; /* [token, position][n] */
    double sum;                     /* of all shares and the constant */
    float *A;                       /* [T][T] */
    double *fixed;                  /* [D] part of v_j that is the same for all j */
};

static double dot(const float *a, const float *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)a[i] * (double)b[i];
    return sum;
}

static double row_dot(const struct gf_matrix_view *a, size_t row, const float *b)
{
    double sum = 0;
    for (size_t i = 0; i < a->columns; i++) {
        sum += (double)gf_matrix_at(a, row, i) * (double)b[i];
    }
    return sum;
}

/* ---- the changed rules ------------------------------------------------------------ */

static void through_norm(struct why *w, struct gf_run *run, struct gf_node *node)
{
    const struct gf_tensor *y = gf_out(run, node), *x = gf_in(run, node, 0);
    const float *gain = gf_pass_parameter(w->pass, node->weight);
    const float *bias = gf_pass_parameter(w->pass, node->bias);
    const size_t C = y->width;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        const float *dy = y->grad + r * C;
        float *dx = x->grad + r * C, factor = node->aux[2 * r + 1];
        double mean = dot(gain, dy, C) / (double)C;
        mean = gf_norm_centres(node) ? mean : 0;
        for (size_t c = 0; c < C; c++) {
            float d = factor * (gain[c] * dy[c] - (float)mean);
            dx[c] = node->in[0].add_grad ? dx[c] + d : d;
        }
        w->constant += bias ? dot(bias, dy, C) : 0;
    }
}

/* With its activation as a gate on z, the layer is linear. */
static void through_linear(struct why *w, struct gf_run *run, struct gf_node *node)
{
    const struct gf_tensor *y = gf_out(run, node);
    const float *bias = gf_pass_parameter(w->pass, node->bias);
    const enum gf_act act = node->act;
    const size_t R = gf_rows(run, y->stream);
    for (size_t i = 0; act != GF_ACT_NONE && i < R * y->width; i++) {
        float z = node->aux[i];
        y->grad[i] *= z != 0 ? y->value[i] / z : 0.5f;
    }
    for (size_t r = 0; bias && r < R; r++) {
        w->constant += dot(bias, y->grad + r * y->width, y->width);
    }
    node->act = GF_ACT_NONE;
    node->op->backward(run, node);
    node->act = act;
}

static void clear(const struct gf_tensor *t, size_t rows, size_t column, size_t n)
{
    for (size_t r = 0; r < rows; r++)
        memset(t->grad + r * t->width + column, 0, n * sizeof *t->grad);
}

static void through_product(struct gf_run *run, struct gf_node *node)
{
    node->op->backward(run, node);
    for (int i = 0; i < node->n_in; i++) {
        const struct gf_tensor *x = gf_in(run, node, i);
        if (run->graph->nodes[node->in[i].tensor].act == GF_ACT_NONE) continue;
        clear(x, gf_rows(run, x->stream), 0, x->width);
    }
}

/* ---- edges ------------------------------------------------------------------------- */

/* What the biases of its projection and of the norm before it add to v_j, columns
 * column .. column + D - 1 of its tensor, whatever j is. */
static void fixed_value(struct why *w, const struct gf_run *run, int tensor,
                        size_t column, size_t D)
{
    const struct gf_node *projection = gf_projection_of(run->graph, tensor);
    memset(w->fixed, 0, D * sizeof *w->fixed);
    if (projection->op != &gf_op_linear) return;
    const struct gf_node *norm = &run->graph->nodes[projection->in[0].tensor];
    const struct gf_matrix_view W = gf_weights_matrix(run->weights, projection->weight);
    const float *beta =
        gf_pass_parameter(w->pass, norm->op == &gf_op_norm ? norm->bias : -1);
    const float *b = gf_pass_parameter(w->pass, projection->bias);
    for (size_t d = column; d < column + D; d++) {
        w->fixed[d - column] =
            (b ? (double)b[d] : 0) + (beta ? row_dot(&W, d, beta) : 0);
    }
}

static void put_edges(struct why *w, struct gf_run *run, struct gf_node *node,
                      size_t head)
{
    const size_t attention = (size_t)node->attention, H = run->n_head;
    const bool averages = node->op == &gf_op_average;
    const struct gf_tensor *v = gf_in(run, node, averages ? 0 : V);
    const struct gf_tensor *o = gf_out(run, node);
    const size_t D = o->width / node->H;
    const size_t at = averages ? 0 : gf_attention_column(run->graph, node, V, head);
    const float g = gf_run_head_mask(&w->pass->run, attention, head);
    const float *d_o = o->grad + (head - node->first_head) * D;
    const size_t n = run->batch->n_time[o->stream], m = run->batch->n_time[v->stream];
    float *to = w->edges + (attention * H + head) * w->T * w->T;
    fixed_value(w, run, node->in[averages ? 0 : V].tensor, at, D);
    gf_attention_weights(&w->pass->run, attention, head, w->A, NULL);
    for (size_t i = 0; i < n; i++) {
        double fixed = 0;
        for (size_t d = 0; d < D; d++) {
            fixed += w->fixed[d] * (double)d_o[i * o->width + d];
        }
        for (size_t j = 0; j < m; j++) {
            double share = dot(v->value + j * v->width + at, d_o + i * o->width, D);
            to[i * w->T + j] = g * w->A[i * m + j] * (float)(share - fixed);
        }
    }
}

static void through_attention(struct why *w, struct gf_run *run, struct gf_node *node)
{
    for (size_t h = 0; h < node->H; h++) put_edges(w, run, node, node->first_head + h);
    node->op->backward(run, node);
    if (node->op == &gf_op_average) return;
    const struct gf_tensor *q = gf_in(run, node, 0), *k = gf_in(run, node, K);
    const size_t D = gf_out(run, node)->width / node->H;
    clear(q, gf_rows(run, q->stream), node->in[0].column, node->H * D);
    clear(k, gf_rows(run, k->stream), node->in[K].column, node->n_kv_head * D);
}

/* ---- what is reported --------------------------------------------------------------- */

static void put_embeddings(struct why *w, struct gf_run *run, struct gf_node *node)
{
    const struct gf_tensor *x = gf_out(run, node);
    const size_t n = run->batch->n_time[x->stream], C = x->width;
    const struct gf_matrix_view E = gf_weights_matrix(run->weights, node->weight);
    const struct gf_matrix_view P = gf_position_rows(run->weights, node, C);
    float *shares = w->tokens[x->stream];
    for (size_t j = 0; j < n; j++) {
        const size_t token = (size_t)run->batch->tokens[x->stream][j];
        const float *g = x->grad + j * C;
        double own = (double)node->factor * row_dot(&E, token, g);
        double place = P.columns > 0 ? row_dot(&P, j, g) : 0;
        shares[j] = (float)own;
        shares[n + j] = (float)place;
        w->sum += own + place;
    }
}

/* What each MLP adds at each position: its hidden units times their gradient. */
static void put_hidden(struct why *w, struct gf_run *run, int tensor)
{
    const struct gf_residual_layout *a = &w->pass->inspector->residual;
    const struct gf_tensor *h = &run->graph->tensors[tensor];
    for (size_t m = 0; m < a->n_mlp; m++) {
        if (a->mlps[m].hidden != tensor) continue;
        for (size_t r = 0; r < gf_rows(run, h->stream); r++) {
            w->mlps[m * w->T + r] =
                (float)dot(h->value + r * h->width, h->grad + r * h->width, h->width);
        }
    }
}

enum {
#define GF_OP(name) OP_##name,
#include "graph/ops.def"
#undef GF_OP
    N_OP
};
/* Of 7 something is held. Of 6 nothing: they are linear in their input (rotary, concat, add),
 * of queries and keys alone (head_norm) or after the logit (soft_cap, cross_entropy). */
_Static_assert(N_OP == 7 + 6, "is anything held of the new op?");

static void held_step(void *data, struct gf_run *run, struct gf_node *node)
{
    struct why *w = data;
    put_hidden(w, run, node->out);
    if (node->op == &gf_op_embed) {
        put_embeddings(w, run, node);
    } else if (node->op == &gf_op_norm) {
        through_norm(w, run, node);
    } else if (node->op == &gf_op_linear) {
        through_linear(w, run, node);
    } else if (node->op == &gf_op_multiply) {
        through_product(run, node);
    } else if (node->attention >= 0) {
        through_attention(w, run, node);
    } else {
        node->op->backward(run, node);
    }
}

static void begin(struct why *w, struct gf_request *req)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    const size_t *n = w->pass->batch.n_time;
    w->T = gf_pass_longest(w->pass);
    w->edges = gf_request_floats(req, a->n_attention * a->H * w->T, w->T);
    w->mlps = gf_request_floats(req, a->n_mlp, w->T);
    w->A = gf_request_floats(req, w->T, w->T);
    w->fixed = gf_request_doubles(req, 1, (size_t)req->inspector->model->config.n_embd);
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        w->tokens[s] = gf_request_floats(req, 2, n[s]);
    }
}

/* The logit of y less the mean of all: a soft cap comes after it. Returns it. */
static double set_target(struct why *w, size_t row, size_t y)
{
    const struct gf_pass *pass = w->pass;
    struct gf_tensor *z = &pass->graph->tensors[pass->inspector->residual.head];
    double mean = 0;
    memset(z->grad, 0, pass->n * z->width * sizeof(float));
    for (size_t v = 0; v < z->width; v++) {
        z->grad[row * z->width + v] = (v == y) - 1 / (float)z->width;
        mean += (double)z->value[row * z->width + v] / (double)z->width;
    }
    return (double)z->value[row * z->width + y] - mean;
}

void gf_inspect_why(struct gf_request *req)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    struct gf_pass pass;
    size_t row;
    int32_t y;
    if (!gf_request_applies(req, a->head >= 0, GF_E_obstacle_no_output_layer)) return;
    req->gradients = GF_OF_ACTIVATIONS;
    if (!gf_request_prediction(req, &pass, &row, &y)) return;
    struct why w = {.pass = &pass};
    begin(&w, req);
    if (!gf_request_ok(req)) return;
    double logit = set_target(&w, row, (size_t)y);
    req->status = gf_pass_backward_from(&pass, a->head, held_step, &w, req->err);
    if (!gf_request_ok(req)) return;
    gf_put_prediction(req, row, y);
    gf_put_table(req->report, "shares", w.tokens[0], 2, pass.batch.n_time[0]);
    if (pass.batch.n_time[1] > 0)
        gf_put_table(req->report, "source_shares", w.tokens[1], 2,
                     pass.batch.n_time[1]);
    gf_put(req->report, "constant", w.constant);
    gf_put(req->report, "sum", w.sum + w.constant);
    gf_put(req->report, "logit", logit);
    gf_put_table(req->report, "edges", w.edges, a->n_attention * a->H * w.T, w.T);
    gf_put_table(req->report, "mlps", w.mlps, a->n_mlp, w.T);
}

/* ---- hiding ------------------------------------------------------------------------- */

static double probability(const struct gf_pass *pass, size_t row, size_t y, float *p)
{
    const struct gf_tensor *z = pass->graph->logits;
    gf_k->softmax(p, z->value + row * z->width, 1, z->width, 1);
    return (double)p[y];
}

/* The first node that attends to a stream: those before it do not change. */
static int first_reader(const struct gf_pass *pass, enum gf_stream stream)
{
    int first = pass->graph->n_node;
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t i = 0; i < a->n_attention; i++) {
        const int node = gf_head_node(pass->graph, i, 0)->out;
        if (a->attentions[i].keys == stream && node < first) first = node;
    }
    return first;
}

/* The probability of y with each token of a stream hidden from all heads, one at a time: p
 * for those that it does not see, NaN outside the range. */
static void hide_each(struct gf_pass *pass, enum gf_stream stream, size_t row, size_t y,
                      const struct gf_span *range, double p, uint8_t *pad, float *work,
                      float *found)
{
    const uint8_t *own = pass->batch.pad[stream];
    const size_t n = pass->batch.n_time[stream];
    const int first = first_reader(pass, stream);
    const bool later = stream != GF_STREAM_MAIN ||
                       !gf_residual_layout_is_causal(&pass->inspector->residual);
    pass->batch.pad[stream] = pad;
    for (size_t j = 0; j < n; j++) {
        found[j] = (float)(j < range->first || j >= range->last ? GF_NAN : p);
        if (found[j] != found[j] || (!later && j > row)) continue;
        for (size_t k = 0; k < n; k++) pad[k] = k == j || (own && own[k]);
        gf_graph_forward_from(&pass->run, first);
        found[j] = (float)probability(pass, row, y, work);
    }
    pass->batch.pad[stream] = own;
    gf_graph_forward_from(&pass->run, first); /* for the next stream */
}

void gf_inspect_hide(struct gf_request *req)
{
    static const char *const names[] = {"hidden", "source_hidden"};
    struct gf_pass pass;
    size_t row;
    int32_t y;
    if (req->inspector->residual.n_attention == 0 ||
        req->inspector->model->config.arch == GF_ARCH_AVERAGING) {
        gf_request_fail(req, GF_E_no_attention);
    }
    if (!gf_request_prediction(req, &pass, &row, &y)) return;
    const size_t *n = pass.batch.n_time, T = gf_pass_longest(&pass);
    float *p = gf_request_floats(req, 1, pass.graph->logits->width);
    float *found = gf_request_floats(req, 1, T);
    uint8_t *pad = gf_request_array(req, 1, T, sizeof *pad);
    const struct gf_span range = gf_request_range(req, T);
    if (!gf_request_ok(req)) return;
    gf_put_prediction(req, row, y);
    const double whole = probability(&pass, row, (size_t)y, p);
    gf_put(req->report, "p", whole);
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        if (n[s] == 0) continue;
        hide_each(&pass, (enum gf_stream)s, row, (size_t)y, &range, whole, pad, p,
                  found);
        gf_put_table(req->report, names[s], found, 1, n[s]);
    }
}
