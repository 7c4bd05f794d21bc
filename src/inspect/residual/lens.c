/* Logit lens, after each attention and each MLP: the prediction if the model ended there.
 *
 *   softmax(LN_f(x) W_U) of x^0, and of the stream after each attention and each MLP
 *
 * nostalgebraist, "interpreting GPT: the logit lens" (2020). Early depths may be worse than
 * chance: the stream is not yet in the basis that the output layer reads.
 * SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "inspect/head_report.h"
#include "inspect/residual/readout.h"

static void write_depths(struct gf_request *req, const struct gf_range *depths)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    gf_put_array(req->report, "depths");
    for (size_t i = depths->first; i < depths->end; i++) {
        gf_json_begin_object(&req->report->json);
        gf_put_component(req->report, &a->components[i]);
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
}

/* ---- a line of text ---------------------------------------------------------------- */

/* Predictions by depth, [depth][n] each. */
struct predictions {
    float *top, *top_p, *p, *rank;
};

/* Turns a row of logits into probabilities, in place. The rank of the true token is from 1,
 * ties in order of ids; without a true token p is NaN and the rank 0. */
static void predict(float *row, size_t V, int32_t truth, struct predictions *b,
                    size_t at)
{
    gf_k->softmax(row, row, 1, V, 1);
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

void gf_put_lens(struct gf_request *req, const struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    struct gf_readout readout;
    if (!gf_request_has_stream(req)) return;
    gf_readout_begin(&readout, req);
    struct gf_range depths = gf_request_range(req, a->n_component);
    size_t n = pass->n, count = depths.end - depths.first, m = count * n;
    float *all = gf_request_floats(req, 4, m);
    if (!gf_request_ok(req)) return;
    struct predictions b = {all, all + m, all + 2 * m, all + 3 * m};
    for (size_t i = 0; i < count; i++) {
        gf_readout_run(&readout, pass,
                       gf_pass_value(pass, a->components[depths.first + i].node), n);
        for (size_t t = 0; t < n; t++) {
            predict(readout.logits + t * readout.V, readout.V, pass->batch.target[t],
                    &b, i * n + t);
        }
    }
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
    lens->row_loss =
        gf_request_floats(req, 1, (size_t)req->inspector->model->config.block_size);
    gf_readout_begin(&lens->readout, req);
}

void gf_lens_add(struct gf_lens_loss *lens, struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t i = 0; i < a->n_component; i++) {
        bool is_last = i + 1 == a->n_component;
        const float *loss = is_last ? pass->graph->loss->value : lens->row_loss;
        if (!is_last) { /* the last depth is the output, whose losses are there */
            gf_readout_run(&lens->readout, pass,
                           gf_pass_value(pass, a->components[i].node), pass->n);
            gf_k->cross_entropy(lens->readout.logits, pass->batch.target, pass->n,
                                lens->readout.V, 0, lens->row_loss, NULL);
        }
        for (size_t t = 0; t < pass->n; t++) lens->sum[i] += (double)loss[t];
    }
}

void gf_lens_write(struct gf_lens_loss *lens, struct gf_request *req, double n_target)
{
    size_t n = req->inspector->residual.n_component;
    gf_put_object(req->report, "lens");
    if (gf_request_has_stream(req)) {
        write_depths(req, &(struct gf_range){0, n});
        for (size_t i = 0; i < n; i++) lens->sum[i] /= n_target;
        gf_put_list(req->report, "loss", lens->sum, n);
        gf_put(req->report, "uniform", gf_log((double)lens->readout.V));
    }
    gf_json_end_object(&req->report->json);
}
