/* Diagnostics of training: update ratios, dead units, norms.
 *
 *   update    log10(std(dw) / std(w)) of each tensor in the last step; about -3 is
 *             healthy. Karpathy, "Neural networks: zero to hero" 4. Computed from the
 *             optimizer's state after the step:
 *                 d = lr (m c1) / (sqrt(v c2) + eps),  w_before = (w + d) / (1 - lr decay)
 *             and with Muon d = lr sqrt(max(1, rows / columns)) orthogonalize(m)
 *   quiet     share of hidden units with |activation| < 1e-3 over P
 *   size      mean norm of the residual stream after each component, over P
 *   gains     of the norms: mean, smallest, largest
 *   score     the largest scaled attention score over P: a saturated softmax learns little.
 *             Zhai et al. (2023)
 *   weights   histogram of each tensor (histogram.h)
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/weights/histogram.h"
#include "inspect/request.h"

#define QUIET 1e-3f
#define LOG10_E 0.43429448190325182765

/* ---- parameters --------------------------------------------------------------------- */

/* Standard deviation (population). */
static double deviation(const double *x, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++) mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) squares += (x[i] - mean) * (x[i] - mean);
    return gf_sqrt(squares / (double)n);
}

/* Weights w before the last step of parameter i, by AdamW, and their change dw. */
static void undo_adamw(struct gf_trainer *tr, int i, double *dw, double *w)
{
    const struct gf_adamw opts = gf_trainer_optimizer(tr, tr->step - 1, 1);
    const struct gf_param *p = &tr->model->layout.params[i];
    const float *value = gf_weights_value(&tr->model->weights, i);
    const float *m = tr->m + p->grad_offset, *v = tr->v + p->grad_offset;
    double keep = 1 - (double)opts.lr * (double)gf_trainer_decay(tr, i);
    for (size_t k = 0; k < p->n; k++) {
        double size = gf_sqrt((double)v[k] * (double)opts.correct2);
        double step = (double)opts.lr * (double)m[k] * (double)opts.correct1 /
                      (size + (double)opts.eps);
        w[k] = ((double)value[k] + step) / keep;
        dw[k] = (double)value[k] - w[k];
    }
}

/* The same by Muon. The gradient of Nesterov's correction is gone: the momentum alone is
 * orthogonalised, whose spread is that of its shape. x is scratch. */
static void undo_muon(const struct gf_trainer *tr, int i, float *x, double *dw,
                      double *w)
{
    const struct gf_param *p = &tr->model->layout.params[i];
    const float *value = gf_weights_value(&tr->model->weights, i);
    const double lr = gf_muon_learning_rate(&tr->model->config, tr->step - 1);
    const double keep = 1 - lr * (double)gf_trainer_decay(tr, i);
    struct gf_matrix part;
    memcpy(x, tr->m + p->grad_offset, p->n * sizeof *x);
    for (size_t part_i = 0; gf_matrix_of(p, part_i, &part); part_i++) {
        const double rate = lr * gf_muon_factor(part.rows, part.columns);
        const size_t first = part.row * part.columns, n = part.rows * part.columns;
        gf_k->orthogonalize(x + first, part.rows, part.columns, tr->work);
        for (size_t k = first; k < first + n; k++) {
            w[k] = ((double)value[k] + rate * (double)x[k]) / keep;
            dw[k] = (double)value[k] - w[k];
        }
    }
}

/* log10(std(dw) / std(w)) of parameter i in the last step; NaN where either is 0. */
static double update_ratio(struct gf_trainer *tr, int i, float *x, double *dw,
                           double *w)
{
    const size_t n = tr->model->layout.params[i].n;
    if (gf_uses_muon(tr->model, i)) {
        undo_muon(tr, i, x, dw, w);
    } else {
        undo_adamw(tr, i, dw, w);
    }
    double change = deviation(dw, n), spread = deviation(w, n);
    return change > 0 && spread > 0 ? gf_log(change / spread) * LOG10_E : GF_NAN;
}

static double spread_of(const float *value, size_t n, double *w)
{
    for (size_t k = 0; k < n; k++) w[k] = (double)value[k];
    return deviation(w, n);
}

static void put_parameters(struct gf_request *req)
{
    struct gf_trainer *tr = req->inspector->trainer;
    const struct gf_layout *layout = &req->inspector->model->layout;
    size_t widest = 0, n = 0;
    for (int i = 0; i < layout->n_param; i++) {
        widest = layout->params[i].n > widest ? layout->params[i].n : widest;
    }
    float *bins = gf_request_floats(req, (size_t)layout->n_param, GF_BINS);
    double *dw = gf_request_doubles(req, 1, widest),
           *w = gf_request_doubles(req, 1, widest);
    float *x = gf_request_floats(req, 1, widest);
    bool has_step = tr && tr->step > 0;
    if (gf_request_ok(req) && has_step) req->status = gf_trainer_prepare(tr, req->err);
    if (!gf_request_ok(req)) return;
    gf_put_array(req->report, "parameters");
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->alias_of >= 0) continue;
        const float *value = gf_weights_floats(&req->inspector->model->weights, i, x);
        bool moved = has_step && gf_is_trained(layout, i);
        gf_json_begin_object(&req->report->json);
        gf_put_text(req->report, "name", p->name);
        gf_put(req->report, "std", spread_of(value, p->n, w));
        gf_put(req->report, "update", moved ? update_ratio(tr, i, x, dw, w) : GF_NAN);
        gf_put(req->report, "zeros",
               (double)gf_histogram(bins + n++ * GF_BINS, value, p->n));
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
    gf_put_table(req->report, "weights", bins, n, GF_BINS);
}

static void put_gains(struct gf_request *req)
{
    const struct gf_graph *graph = req->inspector->activations->graph;
    gf_put_array(req->report, "gains");
    for (int i = 0; i < graph->n_node; i++) {
        const struct gf_node *node = &graph->nodes[i];
        if (node->op != &gf_op_norm) continue;
        const float *gain =
            gf_weights_value(&req->inspector->model->weights, node->weight);
        size_t C = graph->tensors[i].width;
        double mean = 0;
        float least = gain[0], most = gain[0];
        for (size_t c = 0; c < C; c++) {
            mean += (double)gain[c] / (double)C;
            least = gain[c] < least ? gain[c] : least;
            most = gain[c] > most ? gain[c] : most;
        }
        gf_json_begin_object(&req->report->json);
        gf_put_text(req->report, "name", node->name);
        gf_put(req->report, "mean", mean);
        gf_put(req->report, "least", (double)least);
        gf_put(req->report, "most", (double)most);
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
}

/* ---- activations over P --------------------------------------------------------------- */

struct activity {
    double *quiet, *units; /* [node] of hidden layers */
    double *size;          /* [component] */
    double *score;         /* [attention] */
    double rows;
    float *A, *S;
};

static void add_hidden(struct activity *x, const struct gf_pass *pass)
{
    for (int i = 0; i < pass->graph->n_node; i++) {
        const struct gf_tensor *t = &pass->graph->tensors[i];
        const bool is_hidden = pass->graph->nodes[i].act != GF_ACT_NONE;
        for (size_t row = 0; is_hidden && row < pass->batch.n_time[t->stream]; row++) {
            const float *h = t->value + row * t->width;
            if (gf_pass_is_padding(pass, t->stream, row)) continue;
            for (size_t k = 0; k < t->width; k++) {
                x->quiet[i] += h[k] < QUIET && h[k] > -QUIET;
            }
            x->units[i] += (double)t->width;
        }
    }
}

static void add_stream(struct activity *x, const struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t s = 0; s < a->n_component; s++) {
        const float *value = gf_pass_value(pass, a->components[s].node);
        size_t C = gf_pass_width(pass, a->components[s].node);
        for (size_t i = 0; i < pass->n; i++) {
            double squares = 0;
            if (gf_pass_is_padding(pass, GF_STREAM_MAIN, i)) continue;
            for (size_t c = 0; c < C; c++) {
                squares += (double)value[i * C + c] * (double)value[i * C + c];
            }
            x->size[s] += gf_sqrt(squares);
        }
    }
    for (size_t i = 0; i < pass->n; i++) {
        x->rows += !gf_pass_is_padding(pass, GF_STREAM_MAIN, i);
    }
}

static void add_scores(struct activity *x, struct gf_pass *pass)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t l = 0; l < a->n_attention; l++) {
        size_t n_keys = pass->batch.n_time[a->attentions[l].keys];
        for (size_t h = 0; h < a->H; h++) {
            gf_attention_weights(&pass->run, l, h, x->A, x->S);
            for (size_t i = 0; i < pass->batch.n_time[a->attentions[l].queries]; i++) {
                size_t end;
                const uint8_t *pad;
                if (gf_pass_is_padding(pass, a->attentions[l].queries, i)) continue;
                gf_pass_allowed(pass, &a->attentions[l], i, &end, &pad);
                for (size_t j = 0; j < end; j++) {
                    double s = (double)x->S[i * n_keys + j];
                    x->score[l] = !(pad && pad[j]) && s > x->score[l] ? s : x->score[l];
                }
            }
        }
    }
}

static void put_activity(struct gf_request *req, const struct activity *x)
{
    const struct gf_graph *graph = req->inspector->activations->graph;
    const struct gf_residual_layout *a = &req->inspector->residual;
    gf_put_array(req->report, "hidden");
    for (int i = 0; i < graph->n_node; i++) {
        if (x->units[i] > 0) {
            gf_json_begin_object(&req->report->json);
            gf_put_text(req->report, "name", graph->nodes[i].name);
            gf_put(req->report, "quiet", x->quiet[i] / x->units[i]);
            gf_json_end_object(&req->report->json);
        }
    }
    gf_json_end_array(&req->report->json);
    gf_put_array(req->report, "stream");
    for (size_t s = 0; s < a->n_component; s++) {
        gf_json_begin_object(&req->report->json);
        gf_put_component(req->report, &a->components[s]);
        gf_put(req->report, "size", x->size[s] / x->rows);
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
    gf_put_list(req->report, "score", x->score, a->n_attention);
}

void gf_inspect_health(struct gf_request *req)
{
    const struct gf_config *c = &req->inspector->model->config;
    const struct gf_residual_layout *a = &req->inspector->residual;
    const size_t n_node = (size_t)req->inspector->activations->graph->n_node;
    const size_t T = gf_config_longest_block(c);
    const struct gf_line *lines;
    const size_t n = gf_request_lines(req, &lines);
    struct activity x = {.quiet = gf_request_doubles(req, 1, n_node),
                         .units = gf_request_doubles(req, 1, n_node),
                         .size = gf_request_doubles(req, 1, a->n_component),
                         .score = gf_request_doubles(req, 1, a->n_attention),
                         .A = gf_request_floats(req, T, T),
                         .S = gf_request_floats(req, T, T)};
    if (!gf_request_ok(req)) return;
    for (size_t l = 0; l < a->n_attention; l++) x.score[l] = -1e30;
    for (size_t i = 0; i < n; i++) {
        struct gf_pass pass;
        gf_pass_run(&pass, req->inspector, &lines[i]);
        add_hidden(&x, &pass);
        add_stream(&x, &pass);
        add_scores(&x, &pass);
    }
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    put_activity(req, &x);
    put_gains(req);
    put_parameters(req);
}
