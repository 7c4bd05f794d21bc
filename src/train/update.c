/* The update of the weights: learning rates, and which optimizer moves which parameter.
 * Muon moves the matrices of the blocks when it is chosen, AdamW everything else. One worker
 * makes the whole update, parameter by parameter in the order of the layout.
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

bool gf_matrix_of(const struct gf_param *p, size_t part, struct gf_matrix *out)
{
    if (part == GF_MAX_PARTS || p->part_end[part] == 0) return false;
    const size_t row = part > 0 ? p->part_end[part - 1] : 0;
    *out = (struct gf_matrix){row, p->part_end[part] - row, p->dim[1]};
    return true;
}

size_t gf_update_work(const struct gf_model *model)
{
    size_t most = 0;
    struct gf_matrix part;
    for (int i = 0; i < model->layout.n_param; i++) {
        const struct gf_param *p = &model->layout.params[i];
        for (size_t k = 0; gf_uses_muon(model, i) && gf_matrix_of(p, k, &part); k++) {
            size_t n = gf_k->muon_work(part.rows, part.columns);
            most = n > most ? n : most;
        }
    }
    return most;
}

/* ---- the update ------------------------------------------------------------------- */

void gf_trainer_update(struct gf_trainer *tr, const float *grad, double scale)
{
    const struct gf_layout *layout = &tr->model->layout;
    struct gf_adamw adamw = gf_trainer_optimizer(tr, tr->step, scale);
    struct gf_muon muon = gf_trainer_muon(tr, tr->step, scale);
    struct gf_matrix part;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (!gf_is_trained(layout, i)) {
            continue;
        }
        float *w = tr->model->weights.value + p->offset, *m = tr->m + p->grad_offset;
        const float *g = grad + p->grad_offset;
        adamw.decay = muon.decay = gf_trainer_decay(tr, i);
        if (!gf_uses_muon(tr->model, i)) {
            gf_k->adamw(w, m, tr->v + p->grad_offset, g, p->n, &adamw);
            continue;
        }
        for (size_t k = 0; gf_matrix_of(p, k, &part); k++) {
            const size_t at = part.row * part.columns;
            gf_k->muon(w + at, m + at, g + at, part.rows, part.columns, &muon,
                       tr->work);
        }
    }
}
