/* Logit lens, after each attention and each MLP: the prediction if the model ended there.
 *
 *   softmax(LN_f(x) W_U) of x^0, and of the stream after each attention and each MLP
 *
 * nostalgebraist, "interpreting GPT: the logit lens" (2020). Early depths may be worse than
 * chance: the stream is not yet in the basis that the output layer reads.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/head_report.h"

static void write_depths(struct gf_request *req, const struct gf_span *depths)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    gf_put_array(req->report, "depths");
    for (size_t i = depths->first; i < depths->last; i++) {
        gf_json_begin_object(&req->report->json);
        gf_put_component(req->report, &a->components[i]);
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
}

/* The stream after the last component, which the output layer reads. */
static struct gf_tensor *last_stream(const struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    return &pass->graph->tensors[a->components[a->n_component - 1].node];
}

/* Runs what comes after the last component with x [n][C] in place of the last stream. */
static void read_out(struct gf_pass *pass, const float *x)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    struct gf_tensor *last = last_stream(pass);
    memcpy(last->value, x, pass->n * last->width * sizeof *x);
    gf_graph_forward_from(&pass->run, a->final_norm >= 0 ? a->final_norm : a->head);
}

/* ---- a line of text ---------------------------------------------------------------- */

/* Predictions by depth, [depth][n] each. */
struct predictions {
    float *top, *top_p, *p, *rank;
};

/* From a row of probabilities. The rank of the true token is from 1, ties in order of ids;
 * without a true token p is NaN and the rank 0. */
static void predict(const float *row, size_t V, int32_t truth, struct predictions *b,
                    size_t at)
{
    size_t top = (size_t)gf_argmax(row, V), rank = 1;
    b->top[at] = (float)top;
    b->top_p[at] = row[top];
    b->p[at] = (float)GF_NAN;
    b->rank[at] = 0;
    if (truth < 0) return;
    const size_t y = (size_t)truth;
    for (size_t v = 0; v < V; v++) {
        rank += row[v] > row[y] || (row[v] == row[y] && v < y);
    }
    b->p[at] = row[y];
    b->rank[at] = (float)rank;
}

void gf_put_lens(struct gf_request *req, struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    if (!gf_request_has_stream(req)) return;
    const struct gf_tensor *last = last_stream(pass), *z = pass->graph->logits;
    struct gf_span depths = gf_request_range(req, a->n_component);
    size_t n = pass->n, V = z->width, count = depths.last - depths.first, m = count * n;
    float *all = gf_request_floats(req, 4, m), *row = gf_request_floats(req, 1, V);
    float *kept = gf_request_floats(req, n, last->width);
    if (!gf_request_ok(req)) return;
    struct predictions b = {all, all + m, all + 2 * m, all + 3 * m};
    memcpy(kept, last->value, n * last->width * sizeof *kept);
    for (size_t i = 0; i < count; i++) {
        const size_t depth = depths.first + i;
        const bool is_last = depth + 1 == a->n_component;
        read_out(pass, is_last ? kept : gf_pass_value(pass, a->components[depth].node));
        for (size_t t = 0; t < n; t++) {
            gf_k->softmax(row, z->value + t * V, 1, V, 1);
            predict(row, V, pass->batch.target[t], &b, i * n + t);
        }
    }
    if (depths.last < a->n_component) read_out(pass, kept);
    write_depths(req, &depths);
    gf_put_table(req->report, "top", b.top, count, n);
    gf_put_table(req->report, "top_p", b.top_p, count, n);
    gf_put_table(req->report, "p", b.p, count, n);
    gf_put_table(req->report, "rank", b.rank, count, n);
}

void gf_inspect_lens(struct gf_request *req)
{
    struct gf_pass pass;
    if (gf_request_has_stream(req) && gf_request_pass(req, &pass)) {
        gf_put_lens(req, &pass);
    }
}

/* ---- loss by depth ----------------------------------------------------------------- */

void gf_lens_begin(struct gf_lens_loss *lens, struct gf_request *req)
{
    lens->sum = gf_request_doubles(req, 1, req->inspector->residual.n_component);
}

void gf_lens_add(struct gf_lens_loss *lens, struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t i = a->n_component; i-- > 0;) {
        double count = 0;
        if (i + 1 < a->n_component) {
            read_out(pass, gf_pass_value(pass, a->components[i].node));
        }
        gf_pass_loss(pass, &lens->sum[i], &count);
    }
}

void gf_lens_write(struct gf_lens_loss *lens, struct gf_request *req, double n_target)
{
    size_t n = req->inspector->residual.n_component;
    gf_put_object(req->report, "lens");
    if (gf_request_has_stream(req)) {
        write_depths(req, &(struct gf_span){0, n});
        for (size_t i = 0; i < n; i++) lens->sum[i] /= n_target;
        gf_put_list(req->report, "loss", lens->sum, n);
        gf_put(req->report, "uniform",
               gf_log((double)gf_config_outputs(&req->inspector->model->config)));
    }
    gf_json_end_object(&req->report->json);
}
