/* The next optimizer step of one parameter, without taking it: the batch of the step, its
 * gradient, and the optimizer's kernel on copies, so the next step gives exactly the number
 * shown.
 *
 *   g' = clip g;  m' = b1 m + (1 - b1) g';  v' = b2 v + (1 - b2) g'^2
 *   w' = w (1 - lr decay) - lr (m' c1) / (sqrt(v' c2) + eps)
 *
 * or, for a matrix that Muon moves, with O the orthogonalised direction (kernels.h):
 *   m' = mu m + (1 - mu) g';  w' = w (1 - lr decay) - lr sqrt(max(1, rows / columns)) O
 *
 * Also histograms of the gradients of all trained parameters (histogram.h). Costs about one
 * step.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "inspect/weights/histogram.h"
#include "inspect/request.h"

/* The index in "index" of the parameter in "parameter". */
static size_t choose(struct gf_request *req, int *param)
{
    const struct gf_layout *layout = &req->inspector->model->layout;
    int first = 0;
    while (first + 1 < layout->n_param && !gf_is_trained(layout, first)) first++;
    const char *name = layout->params[first].name;
    size_t n;
    gf_json_as_string(gf_request_get(req, "parameter"), &name, &n);
    *param = gf_layout_find(layout, name);
    if (*param >= 0 && layout->params[*param].alias_of >= 0) {
        *param = layout->params[*param].alias_of;
    }
    if (*param < 0) gf_request_fail(req, GF_E_no_such_parameter, name);
    const size_t limit = *param < 0 ? 0 : layout->params[*param].n;
    return gf_request_index(req, "index", limit, 0);
}

/* One weight by AdamW: its kernel on copies of one element. */
static void put_adamw(struct gf_request *req, int param, size_t index, float g,
                      double scale)
{
    struct gf_trainer *tr = req->inspector->trainer;
    struct gf_report *r = req->report;
    const struct gf_param *p = &tr->model->layout.params[param];
    const size_t at = p->grad_offset + index;
    float w = tr->model->weights.value[p->offset + index], m = tr->m[at], v = tr->v[at];
    struct gf_adamw opts = gf_trainer_optimizer(tr, tr->step, scale);
    opts.decay = gf_trainer_decay(tr, param);
    gf_put(r, "m", (double)m);
    gf_put(r, "v", (double)v);
    gf_k->adamw(&w, &m, &v, &g, 1, &opts);
    gf_put(r, "new_m", (double)m);
    gf_put(r, "new_v", (double)v);
    gf_put(r, "new_weight", (double)w);
    gf_put(r, "lr", (double)opts.lr);
    gf_put(r, "decay", (double)opts.decay);
    gf_put(r, "correct_m", (double)opts.correct1);
    gf_put(r, "correct_v", (double)opts.correct2);
    gf_put(r, "eps", (double)opts.eps);
}

/* One weight by Muon: its kernel on copies of the whole matrix, which it needs. */
static void put_muon(struct gf_request *req, int param, size_t index, const float *grad,
                     double scale)
{
    struct gf_trainer *tr = req->inspector->trainer;
    struct gf_report *r = req->report;
    const struct gf_param *p = &tr->model->layout.params[param];
    struct gf_matrix part;
    size_t k = 0;
    while (gf_matrix_of(p, k, &part) && index >= p->part_end[k] * p->dim[1]) k++;
    const size_t first = part.row * part.columns, n = part.rows * part.columns;
    float *w = gf_request_floats(req, 1, n), *m = gf_request_floats(req, 1, n);
    if (!gf_request_ok(req)) return;
    memcpy(w, tr->model->weights.value + p->offset + first, n * sizeof *w);
    memcpy(m, tr->m + p->grad_offset + first, n * sizeof *m);
    const struct gf_muon opts = gf_trainer_muon(tr, tr->step, scale);
    gf_put(r, "m", (double)m[index - first]);
    const float *g = grad + p->grad_offset + first;
    const float *direction = gf_trainer_direction(tr, &part, m, g, &opts);
    gf_k->muon(w, m, g, direction, part.rows, part.columns, &opts);
    gf_put(r, "new_m", (double)m[index - first]);
    gf_put(r, "new_weight", (double)w[index - first]);
    gf_put(r, "lr", (double)opts.lr);
    gf_put(r, "decay", (double)opts.decay);
    gf_put(r, "momentum", (double)opts.momentum);
    gf_put(r, "direction", (double)direction[index - first]);
    gf_put(r, "factor", gf_muon_factor(part.rows, part.columns));
}

static void put_one(struct gf_request *req, int param, size_t index, const float *grad,
                    double scale)
{
    struct gf_trainer *tr = req->inspector->trainer;
    struct gf_report *r = req->report;
    const struct gf_param *p = &tr->model->layout.params[param];
    const float g = grad[p->grad_offset + index];
    gf_put_text(r, "parameter", p->name);
    gf_put(r, "index", (double)index);
    gf_put(r, "weight", (double)tr->model->weights.value[p->offset + index]);
    gf_put(r, "gradient", (double)g);
    gf_put(r, "clipped", (double)(g * (float)scale));
    if (gf_uses_muon(tr->model, param)) {
        put_muon(req, param, index, grad, scale);
    } else {
        put_adamw(req, param, index, g, scale);
    }
}

static void put_gradients(struct gf_request *req, const float *grad, float *bins)
{
    const struct gf_layout *layout = &req->inspector->model->layout;
    size_t n = 0;
    gf_put_array(req->report, "parameters");
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (gf_is_trained(layout, i)) {
            gf_json_begin_object(&req->report->json);
            gf_put_text(req->report, "name", p->name);
            gf_put(req->report, "zeros",
                   (double)gf_histogram(bins + n++ * GF_BINS, grad + p->grad_offset,
                                        p->n));
            gf_json_end_object(&req->report->json);
        }
    }
    gf_json_end_array(&req->report->json);
    gf_put_table(req->report, "gradients", bins, n, GF_BINS);
}

/* The sequences of the step, from the loaded batch. */
static void put_batch(struct gf_request *req, float *ids, size_t B, size_t T)
{
    const int32_t *tokens = req->inspector->trainer->rows.tokens;
    for (size_t i = 0; i < B * T; i++) ids[i] = (float)tokens[i];
    gf_put_table(req->report, "batch", ids, B, T);
}

void gf_inspect_next_update(struct gf_request *req)
{
    struct gf_trainer *tr = req->inspector->trainer;
    int param;
    if (!gf_request_applies(req, tr != NULL, GF_E_obstacle_no_training_text)) return;
    req->status = gf_trainer_prepare(tr, req->err);
    const size_t index = choose(req, &param);
    const bool trained = gf_request_ok(req) && gf_is_trained(&tr->model->layout, param);
    if (!gf_request_applies(req, trained, GF_E_obstacle_frozen_parameter)) return;
    size_t B = (size_t)tr->model->config.batch_size;
    size_t T = (size_t)tr->model->config.block_size;
    float *bins = gf_request_floats(req, (size_t)tr->model->layout.n_param, GF_BINS);
    float *ids = gf_request_floats(req, B, T);
    if (!gf_request_ok(req)) return;
    float *grad = tr->grad[0]; /* free between steps */
    double scale, loss = gf_trainer_gradient(tr, 0, tr->n_shard, grad);
    double norm = gf_trainer_finish_gradient(tr, grad, &scale);
    loss /= (double)(tr->n_target ? tr->n_target : 1);
    const bool steps = !gf_is_diverged(loss, norm);
    if (!gf_request_applies(req, steps, GF_E_obstacle_diverged)) return;
    gf_put(req->report, "step", (double)tr->step);
    gf_put(req->report, "loss", loss);
    gf_put(req->report, "grad_norm", norm);
    gf_put(req->report, "clip", scale);
    put_one(req, param, index, grad, scale);
    put_gradients(req, grad, bins);
    put_batch(req, ids, B, T);
}
