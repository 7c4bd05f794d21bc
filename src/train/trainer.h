/* Training: batches, the gradient of a step, the optimizer, evaluation.
 *
 *   sequences -> forward, backward over shards -> tree sum -> clip -> update
 *
 * The gradient of a step is a balanced binary tree over S shards of its sequences
 * (gf_config_shards, train/gradient_tree.h): the same bytes in any micro-batches and
 * whichever worker computes a subtree.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TRAIN_TRAINER_H
#define GF_TRAIN_TRAINER_H

#include "models/reader.h"
#include "text/source.h"

/* The batch of a step. */
struct gf_rows {
    int32_t *tokens, *target, *source; /* [B][T], [B][T], [B][T_source] or NULL */
    uint8_t *pad, *source_pad;         /* the same shapes; NULL without padding */
};

/* beta^t, kept because the next step needs one more factor only. */
struct gf_power {
    uint64_t t; /* 0: nothing kept */
    double value;
};

struct gf_trainer {
    struct gf_arena arena; /* owns everything but the model and the source's data */
    struct gf_model *model;
    struct gf_source source;
    struct gf_graph *graph;
    struct gf_reader reader; /* for evaluation as long as there is no graph */
    struct gf_arena reading; /* of the rows that it reads */
    size_t micro_batch;      /* sequences in one pass: affects speed and memory only */
    size_t n_shard;
    uint64_t step; /* completed optimizer steps */
    /* [n_trained] first and second moments, placed as the gradients; of Muon's matrices v
     * is 0. */
    float *m, *v;
    float *work;                /* gf_update_work floats */
    float *grad[GF_TREE_DEPTH]; /* of the step, and of partial sums on the way to it */
    struct gf_rows rows;        /* the batch of the step that is `loaded` */
    uint64_t loaded;            /* step + 1 of that batch; 0: none */
    size_t n_target;            /* counted targets in it */
    struct gf_power power[2];   /* of beta1 and beta2 */

    struct gf_timings *timings; /* borrowed; NULL: off, see graph/graph.h */

    /* Of the last completed step. */
    double loss;      /* mean over the batch, nats, with dropout */
    double grad_norm; /* before clipping */
    double lr;
};

/* A trainer at step 0 without memory, which no function but these, gf_trainer_restart,
 * gf_trainer_evaluate and gf_trainer_free takes. The model and the data of the source are
 * borrowed and must outlive it. micro_batch 0: chosen by the engine. */
void gf_trainer_begin(struct gf_trainer *trainer, struct gf_model *model,
                      struct gf_source source, size_t micro_batch);

/* Allocates what training needs, unless that is done, and packed weights of the model.
 * GF_OUT_OF_MEMORY leaves *trainer without memory. */
enum gf_status gf_trainer_prepare(struct gf_trainer *trainer, struct gf_error *err);

/* Before gf_trainer_evaluate: the memory for a forward pass, unless that for training is there.
 * GF_OUT_OF_MEMORY leaves *trainer as it was. */
enum gf_status gf_trainer_prepare_evaluation(struct gf_trainer *trainer,
                                             struct gf_error *err);

void gf_trainer_free(struct gf_trainer *trainer);

/* Returns to step 0 without optimizer state; the weights stay. */
void gf_trainer_restart(struct gf_trainer *trainer);

struct gf_size {
    size_t n_param, n_trained; /* parameters, and those of them that are trained */
    size_t n_bytes; /* weights, packed weights, gradients, moments and activations */
    double flops;   /* of a step: struct gf_model */
};

/* The size of training a configuration (with its vocab_size), without allocating it.
 * GF_BAD_CONFIG, or GF_OUT_OF_MEMORY when the sizes exceed the address space. */
enum gf_status gf_trainer_measure(const struct gf_config *config, struct gf_size *size,
                                  struct gf_error *err);

/* One optimizer step. GF_DIVERGED when the loss or the gradient is not finite: the
 * weights then stay as they were before the step. */
enum gf_status gf_trainer_step(struct gf_trainer *trainer, struct gf_error *err);

/* ---- the same step in parts, for workers ----------------------------------------- */

/* Computes the gradient of shards first .. last - 1 of the current step, an aligned subtree
 * (last - first is a power of two and divides first), into grad [n_grad]. Returns the sum of
 * their row losses. */
double gf_trainer_gradient(struct gf_trainer *trainer, size_t first, size_t last,
                           float *grad);

/* Sequences first .. first + n - 1 of the batch of the current step, with its dropout. Valid
 * until the next step or evaluation. */
struct gf_batch gf_trainer_batch(struct gf_trainer *trainer, size_t first, size_t n);

/* Completes the gradient of the whole step (gf_weights_finish_gradient). Returns the global
 * norm of the trained parameters; *scale is the factor of gradient clipping. */
double gf_trainer_finish_gradient(const struct gf_trainer *trainer, float *grad,
                                  double *scale);

/* Whether a step of this loss and norm of the gradient is not taken. */
static inline bool gf_is_diverged(double loss, double norm)
{
    return !(norm < 1e30) || !(loss < 1e30);
}

/* Completes, clips and applies the gradient of the whole step. GF_DIVERGED as in
 * gf_trainer_step. With directions, which are orthogonalised, the gradient is complete:
 * gf_trainer_directions. */
enum gf_status gf_trainer_apply(struct gf_trainer *trainer, float *grad,
                                double loss_sum, const float *directions,
                                struct gf_error *err);

/* ---- the update: update.c ---------------------------------------------------------- */

/* Learning rate of step `step` (counted from 0): linear warm-up, then from learning_rate to
 * min_learning_rate at max_steps by a cosine (Loshchilov & Hutter 2017, SGDR), stable and
 * linear over the last decay_share of the steps (Hu et al. 2024, MiniCPM, section 4), or by 1
 * minus the square root of the share of steps done (Hägele et al. 2024, "Scaling Laws and
 * Compute-Optimal Training Beyond Fixed Training Durations", section 4). */
double gf_learning_rate(const struct gf_config *config, uint64_t step);

/* That of Muon: the same share of muon_learning_rate. */
double gf_muon_learning_rate(const struct gf_config *config, uint64_t step);

/* Whether Muon moves parameter `param`. */
bool gf_uses_muon(const struct gf_model *model, int param);

/* The optimizers' numbers at a step (counted from 0), of AdamW without the weight decay, which
 * differs between parameters. Steps in ascending order cost one product each. */
struct gf_adamw gf_trainer_optimizer(struct gf_trainer *trainer, uint64_t step,
                                     double scale);
struct gf_muon gf_trainer_muon(const struct gf_trainer *trainer, uint64_t step,
                               double scale);
float gf_trainer_decay(const struct gf_trainer *trainer, int param);

/* Floats of scratch memory for the update; 0 without Muon. */
size_t gf_update_work(const struct gf_model *model);

/* Which of Muon's matrices a worker orthogonalises: those that begin in this range of the
 * directions. Empty where it would take longer to share them. */
struct gf_span gf_update_share(const struct gf_model *model, size_t n_worker,
                               size_t worker);

/* Completes the gradient of the whole step and computes from it the directions of Muon's
 * matrices, which are to be orthogonalised: [n_grad], placed as the gradient. */
void gf_trainer_directions(const struct gf_trainer *trainer, float *grad,
                           float *directions);

/* Orthogonalises the first matrix that begins in a range of the directions. Returns where it
 * ends, range.last at the latest. */
size_t gf_trainer_orthogonalize(struct gf_trainer *trainer, float *directions,
                                struct gf_span range);

/* The orthogonalised direction of one matrix [rows][columns] of a parameter, in memory of the
 * trainer: valid until the next one. */
const float *gf_trainer_direction(struct gf_trainer *trainer,
                                  const struct gf_matrix *matrix, const float *m,
                                  const float *g, const struct gf_muon *muon);

/* Applies the gradient of the trainer's step, times `scale`, to all weights. directions: those of
 * Muon, orthogonalised; NULL: not computed yet. */
void gf_trainer_update(struct gf_trainer *trainer, const float *grad, double scale,
                       const float *directions);

/* ---- evaluation ------------------------------------------------------------------ */

/* Adds sequences first .. last - 1 of n_seq fixed ones of a split to *sum, which starts as
 * zeros; without dropout, with the model's head mask. */
void gf_trainer_evaluate(struct gf_trainer *trainer, enum gf_split split, size_t n_seq,
                         size_t first, size_t last, struct gf_evaluation *sum);

#endif
