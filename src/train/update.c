/* The update of the weights: learning rates, and which optimizer moves which parameter.
 * Muon moves the matrices of the blocks when it is chosen, AdamW everything else. One worker
 * makes the update; others can orthogonalise some of Muon's matrices for it, which is most of the
 * work.
 * SPDX-License-Identifier: MIT */
#include "train/trainer.h"

#include "base/maths.h"

/* ---- learning rates --------------------------------------------------------------- */

/* First step of the decay. */
static double decay_start(const struct gf_config *c)
{
    double warm = (double)c->warmup_steps, end = (double)c->max_steps;
    double start = c->schedule == GF_SCHEDULE_WSD ? end - c->decay_share * end : warm;
    return start > warm ? start : warm;
}

/* What is left of the way from one rate to the other, when a share of the decay is done. */
static double left_of(enum gf_schedule schedule, double done)
{
    if (schedule == GF_SCHEDULE_WSD) return 1 - done;
    if (schedule == GF_SCHEDULE_SQRT) return 1 - gf_sqrt(done);
    return 0.5 * (1 + gf_cos(3.141592653589793 * done));
}

/* The schedule between two rates. */
static double scheduled(const struct gf_config *c, uint64_t step, double rate,
                        double least)
{
    double t = (double)step, start = decay_start(c);
    if (step < (uint64_t)c->warmup_steps) {
        return rate * (t + 1) / ((double)c->warmup_steps + 1);
    }
    if (c->schedule == GF_SCHEDULE_CONSTANT) return rate;
    if (step >= (uint64_t)c->max_steps) return least;
    if (t < start) return rate;
    return least + left_of(c->schedule, (t - start) / ((double)c->max_steps - start)) *
                       (rate - least);
}

double gf_learning_rate(const struct gf_config *c, uint64_t step)
{
    return scheduled(c, step, c->learning_rate, c->min_learning_rate);
}

double gf_muon_learning_rate(const struct gf_config *c, uint64_t step)
{
    double share = c->learning_rate > 0 ? c->min_learning_rate / c->learning_rate : 0;
    return scheduled(c, step, c->muon_learning_rate, share * c->muon_learning_rate);
}

/* ---- the optimizers' numbers ------------------------------------------------------ */

/* Bias correction 1 / (1 - beta^t), multiplied by the ratio of 1 - beta to its float value
 * in the kernel: a relative 1.3e-5 at beta 0.999, which 20 steps turn into 5e-6 of the
 * loss. */
static float correction(struct gf_power *p, double beta, uint64_t t)
{
    if (p->t == 0 || p->t > t) {
        *p = (struct gf_power){0, 1};
    }
    for (; p->t < t && p->value > 1e-17; p->t++) { /* smaller values change nothing */
        p->value *= beta;
    }
    double in_kernel = (double)(1.0f - (float)beta);
    return (float)((1 - beta) / in_kernel / (1 - p->value));
}

struct gf_adamw gf_trainer_optimizer(struct gf_trainer *tr, uint64_t step, double scale)
{
    const struct gf_config *c = &tr->model->config;
    return (struct gf_adamw){.lr = (float)gf_learning_rate(c, step),
                             .beta1 = (float)c->beta1,
                             .beta2 = (float)c->beta2,
                             .eps = (float)c->eps,
                             .correct1 = correction(&tr->power[0], c->beta1, step + 1),
                             .correct2 = correction(&tr->power[1], c->beta2, step + 1),
                             .grad_scale = (float)scale};
}

struct gf_muon gf_trainer_muon(const struct gf_trainer *tr, uint64_t step, double scale)
{
    const struct gf_config *c = &tr->model->config;
    return (struct gf_muon){.lr = (float)gf_muon_learning_rate(c, step),
                            .momentum = (float)c->muon_momentum,
                            .decay = (float)c->weight_decay,
                            .grad_scale = (float)scale};
}

/* Decoupled weight decay (Loshchilov & Hutter 2019) of matrices; biases and gains do not
 * decay, as is usual. */
float gf_trainer_decay(const struct gf_trainer *tr, int param)
{
    const struct gf_config *c = &tr->model->config;
    bool decays =
        c->optimizer != GF_OPT_ADAM && tr->model->layout.params[param].n_dim == 2;
    return decays ? (float)c->weight_decay : 0;
}

/* ---- parts ------------------------------------------------------------------------ */

bool gf_uses_muon(const struct gf_model *model, int param)
{
    return model->config.optimizer == GF_OPT_MUON &&
           gf_is_trained(&model->layout, param) &&
           model->layout.params[param].part_end[0] > 0;
}

/* One of Muon's matrices, in the order of the layout. */
struct place {
    int param;
    size_t part;
    size_t at; /* in gradients */
    struct gf_matrix matrix;
};

/* The first from param and part on, and moves on to the next. */
static bool next_matrix(const struct gf_model *model, struct place *p)
{
    for (; p->param < model->layout.n_param; p->param++, p->part = 0) {
        const struct gf_param *param = &model->layout.params[p->param];
        if (!gf_uses_muon(model, p->param)) continue;
        if (!gf_matrix_of(param, p->part, &p->matrix)) continue;
        p->at = param->grad_offset + p->matrix.row * p->matrix.columns;
        p->part++;
        return true;
    }
    return false;
}

static size_t size_of(const struct gf_matrix *m)
{
    return m->rows * m->columns;
}

/* Floats of the space in which a direction is orthogonalised; the direction is behind it. */
static size_t space_of(const struct gf_matrix *m)
{
    return gf_k->orthogonalize_work(m->rows, m->columns);
}

size_t gf_update_work(const struct gf_model *model)
{
    size_t most = 0;
    for (struct place p = {0}; next_matrix(model, &p);) {
        size_t n = space_of(&p.matrix) + size_of(&p.matrix);
        most = n > most ? n : most;
    }
    return most;
}

/* ---- shares of the update ---------------------------------------------------------- */

/* Multiplications below which another worker is slower than none: a fifth of a millisecond. */
#define LEAST_SHARE 4e6

/* About the multiplications of the iteration: n n (long side + 3 n), five times. */
static double cost_of(const struct gf_matrix *m)
{
    const double rows = (double)m->rows, columns = (double)m->columns;
    const double n = rows < columns ? rows : columns;
    return 5 * n * n * (rows + columns + 2 * n);
}

struct gf_span gf_update_share(const struct gf_model *model, size_t n_worker,
                               size_t worker)
{
    double total = 0, before = 0;
    for (struct place p = {0}; next_matrix(model, &p);) total += cost_of(&p.matrix);
    while (n_worker > 1 && total < LEAST_SHARE * (double)n_worker) n_worker--;
    struct gf_span range = {0};
    for (struct place p = {0}; next_matrix(model, &p);) {
        const double cost = cost_of(&p.matrix), middle = before + cost / 2;
        before += cost;
        if ((size_t)(middle / total * (double)n_worker) != worker) continue;
        if (range.last == 0) range.first = p.at;
        range.last = p.at + size_of(&p.matrix);
    }
    return range;
}

void gf_trainer_directions(const struct gf_trainer *tr, float *grad, float *directions)
{
    double scale;
    gf_trainer_finish_gradient(tr, grad, &scale);
    const struct gf_muon muon = gf_trainer_muon(tr, tr->step, scale);
    for (struct place p = {0}; next_matrix(tr->model, &p);)
        gf_k->muon_direction(directions + p.at, tr->m + p.at, grad + p.at,
                             size_of(&p.matrix), &muon);
}

size_t gf_trainer_orthogonalize(struct gf_trainer *tr, float *directions,
                                struct gf_span range)
{
    for (struct place p = {0}; next_matrix(tr->model, &p);) {
        if (p.at < range.first) continue;
        if (p.at >= range.last) break;
        gf_k->orthogonalize(directions + p.at, p.matrix.rows, p.matrix.columns,
                            tr->work);
        return p.at + size_of(&p.matrix);
    }
    return range.last;
}

/* ---- the update ------------------------------------------------------------------- */

const float *gf_trainer_direction(struct gf_trainer *tr, const struct gf_matrix *matrix,
                                  const float *m, const float *g,
                                  const struct gf_muon *muon)
{
    float *d = tr->work + space_of(matrix);
    gf_k->muon_direction(d, m, g, size_of(matrix), muon);
    gf_k->orthogonalize(d, matrix->rows, matrix->columns, tr->work);
    return d;
}

static void update_by_adamw(struct gf_trainer *tr, const float *grad, double scale)
{
    const struct gf_layout *layout = &tr->model->layout;
    struct gf_adamw adamw = gf_trainer_optimizer(tr, tr->step, scale);
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (!gf_is_trained(layout, i) || gf_uses_muon(tr->model, i)) continue;
        const size_t at = p->grad_offset;
        adamw.decay = gf_trainer_decay(tr, i);
        gf_k->adamw(tr->model->weights.value + p->offset, tr->m + at, tr->v + at,
                    grad + at, p->n, &adamw);
    }
}

void gf_trainer_update(struct gf_trainer *tr, const float *grad, double scale,
                       const float *directions)
{
    update_by_adamw(tr, grad, scale);
    const struct gf_muon muon = gf_trainer_muon(tr, tr->step, scale);
    for (struct place p = {0}; next_matrix(tr->model, &p);) {
        const struct gf_matrix *matrix = &p.matrix;
        const struct gf_param *param = &tr->model->layout.params[p.param];
        float *w = tr->model->weights.value + param->offset + p.at - param->grad_offset;
        float *m = tr->m + p.at;
        const float *g = grad + p.at;
        const float *d = directions ? directions + p.at
                                    : gf_trainer_direction(tr, matrix, m, g, &muon);
        gf_k->muon(w, m, g, d, matrix->rows, matrix->columns, &muon);
    }
}
