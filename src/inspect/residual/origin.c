/* The analysis "origin": one entry of an activation as a weighted sum of its inputs, which
 * are entries of other activations or parameters.
 *
 *   value = activation(sum_k term_k * weight_k + constant) + residual
 *
 *   linear      terms a row of x, weights a row of W, constant b
 *   norm        one term, weight factor * gain, constant bias - mean * weight
 *   embedding   no terms: the token's and the position's number
 *   attention   terms a column of v, weights A (times the head mask)
 *   average     terms a column of x, weights 1 / (i + 1)
 *   rotary      two terms, cosine and sine;  concat: one term;  add: residual only
 *   soft cap    one term, the logit before it, "activated" by c tanh(z / c)
 *   head norm   one term, weight the factor of its head
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "inspect/request.h"
#include "ops/attention_args.h"

struct origin {
    struct gf_request *req;
    struct gf_report *r;
    struct gf_pass *pass;
    const struct gf_graph *graph;
    const struct gf_node *node;
    size_t row, column;
    float *term, *weight; /* scratch for the longest sum */
    double sum;
};

/* Terms are consecutive entries of a row (by columns) or of a column (by rows). */
enum along { BY_COLUMNS, BY_ROWS };

static float entry(const struct gf_tensor *t, size_t row, size_t column)
{
    return t->value[row * t->width + column];
}

static void put_place(const struct origin *o, int tensor, size_t row, size_t column)
{
    gf_put_entry(o->r, &o->graph->tensors[tensor], row, column);
}

/* Writes n terms from scratch, the first at (row, column) of a tensor. */
static void put_terms(struct origin *o, int tensor, enum along along, size_t row,
                      size_t column, size_t n)
{
    gf_put_object(o->r, "from");
    put_place(o, tensor, row, column);
    gf_put_flag(o->r, "by_rows", along == BY_ROWS);
    gf_json_end_object(&o->r->json);
    gf_put_table(o->r, "terms", o->term, 1, n);
    gf_put_table(o->r, "weights", o->weight, 1, n);
    for (size_t k = 0; k < n; k++) o->sum += (double)o->term[k] * (double)o->weight[k];
}

/* A single term: the entry of this row in a column of a tensor. */
static void put_term(struct origin *o, int tensor, size_t column, float weight)
{
    o->term[0] = entry(&o->graph->tensors[tensor], o->row, column);
    o->weight[0] = weight;
    put_terms(o, tensor, BY_COLUMNS, o->row, column, 1);
}

static void put_constant(struct origin *o, double x)
{
    gf_put(o->r, "constant", x);
    o->sum += x;
}

/* Inputs from `first` on, which are added unchanged. */
static void put_residual(struct origin *o, int first)
{
    gf_put_array(o->r, "residual");
    for (int i = first; i < o->node->n_in; i++) {
        int tensor = o->node->in[i].tensor;
        gf_json_begin_object(&o->r->json);
        put_place(o, tensor, o->row, o->column);
        gf_put(o->r, "value",
               (double)entry(&o->graph->tensors[tensor], o->row, o->column));
        gf_json_end_object(&o->r->json);
    }
    gf_json_end_array(&o->r->json);
}

/* ---- by kind of op ------------------------------------------------------------------ */

static void linear(struct origin *o)
{
    int input = o->node->in[0].tensor;
    const struct gf_tensor *x = &o->graph->tensors[input];
    const struct gf_matrix_view W =
        gf_weights_matrix(o->pass->run.weights, o->node->weight);
    const float *b = gf_pass_parameter(o->pass, o->node->bias);
    memcpy(o->term, x->value + o->row * x->width, x->width * sizeof(float));
    for (size_t k = 0; k < x->width; k++) o->weight[k] = gf_matrix_at(&W, o->column, k);
    put_terms(o, input, BY_COLUMNS, o->row, 0, x->width);
    put_constant(o, b ? (double)b[o->column] : 0);
    gf_put_flag(o->r, "activated", o->node->act != GF_ACT_NONE);
    put_residual(o, 1);
}

static void norm(struct origin *o)
{
    const float *gain = gf_pass_parameter(o->pass, o->node->weight);
    const float *bias = gf_pass_parameter(o->pass, o->node->bias);
    double mean = (double)o->node->aux[2 * o->row];
    double factor = (double)o->node->aux[2 * o->row + 1];
    put_term(o, o->node->in[0].tensor, o->column,
             (float)(factor * (double)gain[o->column]));
    put_constant(o, (bias ? (double)bias[o->column] : 0) -
                        mean * factor * (double)gain[o->column]);
}

static void embed(struct origin *o)
{
    const struct gf_tensor *y = &o->graph->tensors[o->node->out];
    size_t token = (size_t)o->pass->batch.tokens[y->stream][o->row];
    const struct gf_weights *weights = o->pass->run.weights;
    const struct gf_matrix_view E = gf_weights_matrix(weights, o->node->weight);
    const struct gf_matrix_view P = gf_position_rows(weights, o->node, y->width);
    double own = (double)o->node->factor * (double)gf_matrix_at(&E, token, o->column);
    gf_put(o->r, "character", own);
    o->sum += own;
    if (P.columns > 0) {
        double place = (double)gf_matrix_at(&P, o->row, o->column);
        gf_put(o->r, "place", place);
        o->sum += place;
    }
}

/* Column `column` of the first n rows of a tensor, weighted by o->weight. */
static void put_rows(struct origin *o, int tensor, size_t column, size_t n)
{
    const struct gf_tensor *x = &o->graph->tensors[tensor];
    for (size_t j = 0; j < n; j++) o->term[j] = entry(x, j, column);
    put_terms(o, tensor, BY_ROWS, 0, column, n);
}

static void attention(struct origin *o)
{
    const struct gf_node *node = o->node;
    const struct gf_attention_site *site =
        &o->req->inspector->residual.attentions[node->attention];
    size_t D = o->graph->tensors[node->out].width / node->H;
    size_t head = node->first_head + o->column / D, end;
    size_t n = o->pass->batch.n_time[site->keys];
    float *A = gf_request_floats(o->req, o->pass->batch.n_time[site->queries], n);
    if (!A) return;
    const uint8_t *pad;
    gf_attention_weights(&o->pass->run, (size_t)node->attention, head, A, NULL);
    gf_pass_allowed(o->pass, site, o->row, &end, &pad);
    float open = gf_run_head_mask(&o->pass->run, (size_t)node->attention, head);
    for (size_t j = 0; j < end; j++) o->weight[j] = open * A[o->row * n + j];
    size_t column = gf_attention_column(o->graph, node, 2, head) + o->column % D;
    put_rows(o, node->in[2].tensor, column, end);
}

static void average(struct origin *o)
{
    float open = gf_run_head_mask(&o->pass->run, (size_t)o->node->attention, 0);
    for (size_t j = 0; j <= o->row; j++) o->weight[j] = open / (float)(o->row + 1);
    put_rows(o, o->node->in[0].tensor, o->column, o->row + 1);
}

/* Both columns of the pair, and between them, where they lie apart, others times 0. */
static void rotary(struct origin *o)
{
    const struct gf_node *node = o->node;
    int input = node->in[0].tensor;
    const struct gf_tensor *x = &o->graph->tensors[input];
    size_t D = node->n_columns / node->H, R = node->rotary_dim, within = o->column % D;
    bool turns = o->column < node->n_columns && within < R;
    size_t apart = !turns ? 0 : node->halves ? R / 2 : 1;
    size_t pair = node->halves ? within % (R / 2) : within / 2;
    size_t first =
        turns ? o->column - within + (node->halves ? pair : 2 * pair) : o->column;
    memset(o->weight, 0, (apart + 1) * sizeof(float));
    o->weight[0] = 1;
    if (turns) {
        const float *angle = node->table + o->row * R + 2 * pair;
        bool is_first = first == o->column;
        o->weight[0] = is_first ? angle[0] : angle[1];
        o->weight[apart] = is_first ? -angle[1] : angle[0];
    }
    memcpy(o->term, x->value + o->row * x->width + first, (apart + 1) * sizeof(float));
    put_terms(o, input, BY_COLUMNS, o->row, first, apart + 1);
}

static void head_norm(struct origin *o)
{
    const struct gf_node *node = o->node;
    size_t head = o->column * node->H / node->n_columns;
    bool scaled = o->column < node->n_columns;
    put_term(o, node->in[0].tensor, o->column,
             scaled ? node->aux[o->row * node->H + head] : 1);
}

/* The second factor, weighted by the first. */
static void multiply(struct origin *o)
{
    const struct gf_tensor *factor = &o->graph->tensors[o->node->in[0].tensor];
    put_term(o, o->node->in[1].tensor, o->column, entry(factor, o->row, o->column));
}

static void concat(struct origin *o)
{
    size_t column = o->column;
    int i = 0, tensor;
    while (column >= o->graph->tensors[tensor = o->node->in[i].tensor].width) {
        column -= o->graph->tensors[tensor].width;
        i++;
    }
    put_term(o, tensor, column, 1);
}

/* The logit before the cap, which changes it as an activation function would. */
static void soft_cap(struct origin *o)
{
    put_term(o, o->node->in[0].tensor, o->column, 1);
    gf_put_flag(o->r, "activated", true);
}

static void add(struct origin *o)
{
    put_residual(o, 0);
}

static void attention_simple(struct origin *o)
{
    attention(o);
}

/* The loss is no activation: ask_tensor refuses it. */
static void cross_entropy(struct origin *o)
{
    (void)o;
}

/* One function for each op, of its name: an op without one does not compile. */
static const struct {
    const struct gf_op *op;
    void (*put)(struct origin *o);
} origins[] = {
#define GF_OP(name) {&gf_op_##name, name},
#include "graph/ops.def"
#undef GF_OP
};

/* -------------------------------------------------------------------------------------- */

static void put_origin(struct origin *o)
{
    gf_put_text(o->r, "op", o->node->op->name);
    for (size_t i = 0; i < GF_COUNT(origins); i++) {
        if (origins[i].op == o->node->op) origins[i].put(o);
    }
    gf_put(o->r, "sum", o->sum);
}

/* The node that makes the activation in "tensor"; default: the logits. */
static int ask_tensor(struct gf_request *req)
{
    const struct gf_graph *graph = req->inspector->activations->graph;
    const struct gf_json *value = gf_request_get(req, "tensor");
    const char *name;
    size_t n;
    int found = graph->logits->producer;
    if (value) {
        if (!gf_json_as_string(value, &name, &n)) name = "", n = 0;
        found = graph->n_node - 1;
        while (found >= 0 && (strlen(graph->tensors[found].name) != n ||
                              memcmp(graph->tensors[found].name, name, n) != 0)) {
            found--;
        }
    }
    if (found < 0 || graph->nodes[found].op == &gf_op_cross_entropy) {
        gf_request_fail(req, GF_E_no_such_activation);
    }
    return found;
}

void gf_inspect_origin(struct gf_request *req)
{
    struct gf_pass pass;
    const int node = ask_tensor(req);
    if (!gf_request_pass(req, &pass)) return;
    struct origin o = {.req = req,
                       .r = req->report,
                       .pass = &pass,
                       .graph = pass.graph,
                       .node = &pass.graph->nodes[node]};
    const struct gf_tensor *y = &o.graph->tensors[o.node->out];
    size_t rows = pass.batch.n_time[y->stream], most = rows;
    o.row = gf_request_index(req, "row", rows, (int64_t)rows - 1);
    o.column = gf_request_index(req, "column", y->width, 0);
    for (int t = 0; t < o.graph->n_node; t++) {
        size_t n = o.graph->tensors[t].width,
               T = pass.batch.n_time[o.graph->tensors[t].stream];
        n = n > T ? n : T;
        most = most > n ? most : n;
    }
    o.term = gf_request_floats(req, 1, most);
    o.weight = gf_request_floats(req, 1, most);
    if (!gf_request_ok(req)) return;
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    put_place(&o, o.node->out, o.row, o.column);
    gf_put(req->report, "value", (double)entry(y, o.row, o.column));
    put_origin(&o);
}
