/* Direct logit attribution: one logit as an exact sum over the parts of the model.
 *
 * The last norm is linear once its factor r_i is known, so with
 *
 *   w = g * W_U[y], minus its mean where the norm takes the mean out of x
 *   z_y = r_i (x^0 + sum of heads + biases + sum of MLPs) . w + beta . W_U[y] + b_y
 *
 * every part has its share. A branch o enters the stream through a matrix M (W_O, or the
 * second matrix of an MLP), so its share is r (M^T w) . o; a head has a slice of o.
 * Elhage et al., "A mathematical framework for transformer circuits" (2021); TransformerLens
 * logit_attrs. With a rival y', W_U[y] - W_U[y'] replaces W_U[y]. A soft cap comes after the
 * sum: shares are those of the logit before it.
 *
 * All sums are in double over the engine's floats; the remaining difference is the
 * engine's own rounding, about 1e-6 of the logit.
 * SPDX-License-Identifier: MIT */
#include "inspect/request.h"

struct direction {
    size_t C;
    double *w;       /* [C], with r */
    double constant; /* beta . W_U + b */
    double *u;       /* [widest branch] M^T w */
    double sum;      /* of all shares */
};

static void put_share(struct gf_request *req, struct direction *d, const char *part,
                      const struct gf_residual_component *s, int head, double share)
{
    struct gf_report *r = req->report;
    d->sum += share;
    gf_json_begin_object(&r->json);
    gf_put_text(r, "part", part);
    if (s && s->layer >= 0) gf_put(r, "layer", s->layer);
    if (head >= 0) {
        gf_put(r, "attention", s->attention);
        gf_put(r, "head", head);
    }
    gf_put(r, "share", share);
    gf_json_end_object(&r->json);
}

static double dot(const double *w, const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += w[i] * (double)x[i];
    return sum;
}

/* w times a row of a matrix. */
static double row_dot(const double *w, const struct gf_matrix_view *x, size_t row)
{
    double sum = 0;
    for (size_t i = 0; i < x->columns; i++) {
        sum += w[i] * (double)gf_matrix_at(x, row, i);
    }
    return sum;
}

/* Entry c of row y of U, minus that of row `rival` unless that is negative. */
static double unembedding(const struct gf_matrix_view *U, size_t c, int32_t y,
                          int32_t rival)
{
    double u = (double)gf_matrix_at(U, (size_t)y, c);
    return rival >= 0 ? u - (double)gf_matrix_at(U, (size_t)rival, c) : u;
}

static void direction_of(struct direction *d, const struct gf_pass *pass, size_t row,
                         int32_t y, int32_t rival)
{
    const struct gf_node *head = &pass->graph->nodes[pass->inspector->residual.head];
    const struct gf_node *norm = gf_pass_final_norm(pass);
    const struct gf_matrix_view U = gf_weights_matrix(pass->run.weights, head->weight);
    const float *gain = norm ? gf_pass_parameter(pass, norm->weight) : NULL;
    const float *beta = norm ? gf_pass_parameter(pass, norm->bias) : NULL;
    const float *b = gf_pass_parameter(pass, head->bias);
    double mean = 0, factor = norm ? (double)norm->aux[2 * row + 1] : 1;
    if (b) d->constant = (double)b[y] - (rival >= 0 ? (double)b[rival] : 0);
    for (size_t c = 0; c < d->C; c++) {
        double u = unembedding(&U, c, y, rival);
        if (beta) d->constant += (double)beta[c] * u;
        d->w[c] = (gain ? (double)gain[c] : 1) * u;
        mean += d->w[c] / (double)d->C;
    }
    mean = gf_norm_centres(norm) ? mean : 0;
    for (size_t c = 0; c < d->C; c++) d->w[c] = factor * (d->w[c] - mean);
}

/* Token and position embedding separately. */
static void put_embedding(struct gf_request *req, struct direction *d,
                          const struct gf_pass *pass,
                          const struct gf_residual_component *s, size_t row)
{
    const struct gf_node *node = &pass->graph->nodes[s->node];
    const struct gf_weights *weights = pass->run.weights;
    size_t token = (size_t)pass->batch.tokens[0][row];
    const struct gf_matrix_view E = gf_weights_matrix(weights, node->weight);
    const struct gf_matrix_view P = gf_position_rows(weights, node, d->C);
    put_share(req, d, "token", s, -1, (double)node->factor * row_dot(d->w, &E, token));
    if (P.columns > 0) put_share(req, d, "position", s, -1, row_dot(d->w, &P, row));
}

/* A component's branch, by head or as a whole, and its bias. */
static void put_branch(struct gf_request *req, struct direction *d,
                       const struct gf_pass *pass,
                       const struct gf_residual_component *s, size_t row)
{
    struct gf_output_projection projection =
        gf_pass_output_projection(pass, s->node, s->branch);
    const float *o = gf_pass_value(pass, s->branch) + row * projection.n;
    for (size_t k = 0; k < projection.n; k++) {
        d->u[k] = 0;
        for (size_t c = 0; c < d->C; c++) {
            d->u[k] += d->w[c] * gf_projection_at(&projection, c, k);
        }
    }
    if (s->attention >= 0) {
        size_t H = req->inspector->residual.H, D = projection.n / H;
        for (size_t h = 0; h < H; h++) {
            put_share(req, d, "head", s, (int)h, dot(d->u + h * D, o + h * D, D));
        }
    } else {
        put_share(req, d, "mlp", s, -1, dot(d->u, o, projection.n));
    }
    if (projection.bias) {
        put_share(req, d, s->attention >= 0 ? "attention_bias" : "mlp_bias", s, -1,
                  dot(d->w, projection.bias, d->C));
    }
}

/* The likeliest token other than y; -1 where there is none. */
static int32_t rival_of(const float *logits, size_t V, int32_t y)
{
    if (V < 2) return -1;
    size_t best = y == 0 ? 1 : 0;
    for (size_t v = 0; v < V; v++) {
        best = v != (size_t)y && logits[v] > logits[best] ? v : best;
    }
    return (int32_t)best;
}

static int32_t choose_rival(struct gf_request *req, const float *logits, size_t V,
                            int32_t y)
{
    int32_t rival = gf_request_token(req, "rival", true);
    bool strongest = gf_request_choice(req, "against", "nothing|strongest") == 1;
    return rival < 0 && strongest ? rival_of(logits, V, y) : rival;
}

static void write_shares(struct gf_request *req, struct direction *d,
                         const struct gf_pass *pass, size_t row)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    gf_put_array(req->report, "shares");
    for (size_t i = 0; i < a->n_component; i++) {
        const struct gf_residual_component *s = &a->components[i];
        if (s->part == GF_PART_EMBEDDING) {
            put_embedding(req, d, pass, s, row);
        } else {
            put_branch(req, d, pass, s, row);
        }
    }
    put_share(req, d, "constant", NULL, -1, d->constant);
    gf_json_end_array(&req->report->json);
}

void gf_inspect_attribution(struct gf_request *req)
{
    struct gf_pass pass;
    size_t row;
    int32_t y;
    if (!gf_request_has_stream(req)) return;
    if (!gf_request_prediction(req, &pass, &row, &y)) return;
    const size_t V = pass.graph->logits->width;
    const float *z = gf_pass_value(&pass, req->inspector->residual.head) + row * V;
    const int32_t rival = choose_rival(req, z, V, y);
    size_t F = gf_config_ff(&req->inspector->model->config);
    struct direction d = {.C = (size_t)req->inspector->model->config.n_embd};
    d.w = gf_request_doubles(req, 1, d.C);
    d.u = gf_request_doubles(req, 1, F > d.C ? F : d.C);
    if (!gf_request_ok(req)) return;
    direction_of(&d, &pass, row, y, rival);
    gf_put_prediction(req, row, y);
    gf_put(req->report, "rival", rival);
    write_shares(req, &d, &pass, row);
    gf_put(req->report, "sum", d.sum);
    gf_put(req->report, "logit", (double)z[y] - (rival >= 0 ? (double)z[rival] : 0));
}
