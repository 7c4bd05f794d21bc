/* SPDX-License-Identifier: MIT */
#include "train/trainer.h"

#include <string.h>

#include "base/maths.h"
#include "graph/lora.h"
#include "train/gradient_tree.h"

/* Limit for the activations of one pass; a single sequence may exceed it. Smaller passes
 * would stay in the L2 cache, but each of them reads and writes all gradients while summing
 * over few rows. Measured as wasm on one core of an EPYC with 1 MB of L2 (ms per step for 3,
 * 6, 12, 30 MB): L4 C128 T64 B12 147, 129, 119, 112; L3 C96 T64 B16 V256 87, 77, 72, 72;
 * L2 C64 T32 B32 23.4, 22.7, 23.6, 23.8. A step takes about as many ms as it has MB of
 * activations and moves them a few times, which any memory can do. */
#define MICRO_BATCH_BYTES ((size_t)16 << 20)

/* ---- set-up --------------------------------------------------------------------- */

/* Bytes of a training graph for n sequences, planned without allocating it. */
static size_t graph_bytes(struct gf_model *model, size_t n)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_graph *graph =
        gf_model_graph(model, &scratch, GF_GRAPH_TRAIN, n, true, NULL);
    return graph ? graph->n_bytes : 0;
}

/* Gradients needed at once: one when a pass covers the whole batch, otherwise one more
 * for each level of the tree that is summed here. */
static size_t count_gradients(const struct gf_config *config, size_t micro_batch)
{
    size_t n_grad = 1;
    for (size_t n = (size_t)config->batch_size;
         n > micro_batch && (size_t)1 << (n_grad - 1) < gf_config_shards(config);
         n = (n + 1) / 2) {
        n_grad++;
    }
    return n_grad;
}

/* Bytes of the activations and gradients of a step in passes of n sequences. */
static double pass_bytes(struct gf_model *model, size_t n)
{
    const double n_grad =
        (double)count_gradients(&model->config, n) * (double)model->layout.n_grad;
    return (double)graph_bytes(model, n) + n_grad * sizeof(float);
}

/* The largest share of the batch (whole, half, quarter …) within MICRO_BATCH_BYTES, or a larger
 * one that takes no more memory, as it needs fewer gradients. */
static size_t choose_micro_batch(struct gf_model *model)
{
    const size_t B = (size_t)model->config.batch_size, one = graph_bytes(model, 1);
    size_t within = B, n = B;
    while (within > 1 && one > MICRO_BATCH_BYTES / within) {
        within = (within + 1) / 2;
    }
    const double most = within < B ? pass_bytes(model, within) : 0;
    while (n > within && pass_bytes(model, n) > most) {
        n = (n + 1) / 2;
    }
    return n;
}

/* Rows of B sequences. */
static void allocate_rows(struct gf_trainer *tr, struct gf_arena *arena, size_t B)
{
    const struct gf_config *c = &tr->model->config;
    size_t n = B * (size_t)c->block_size, n_source = B * gf_config_source_block(c);
    bool reads = c->arch == GF_ARCH_ENCODER_DECODER, pads = c->pad_token >= 0;
    tr->rows.tokens = gf_arena_array(arena, n, sizeof(int32_t));
    tr->rows.target = gf_arena_array(arena, n, sizeof(int32_t));
    if (pads) {
        tr->rows.pad = gf_arena_array(arena, n, 1);
    }
    if (reads) {
        tr->rows.source = gf_arena_array(arena, n_source, sizeof(int32_t));
    }
    if (reads && pads) {
        tr->rows.source_pad = gf_arena_array(arena, n_source, 1);
    }
}

static enum gf_status build(struct gf_trainer *tr, struct gf_error *err)
{
    const struct gf_layout *layout = &tr->model->layout;
    tr->graph = gf_model_graph(tr->model, &tr->arena, GF_GRAPH_TRAIN, tr->micro_batch,
                               false, err);
    if (!tr->graph) return err->status;
    tr->m = gf_arena_array(&tr->arena, layout->n_trained, sizeof(float));
    tr->v = gf_arena_array(&tr->arena, layout->n_trained, sizeof(float));
    tr->work = gf_arena_array(&tr->arena, gf_update_work(tr->model), sizeof(float));
    size_t n_grad = count_gradients(&tr->model->config, tr->micro_batch);
    for (size_t i = 0; i < n_grad; i++) {
        tr->grad[i] = gf_arena_array(&tr->arena, layout->n_grad, sizeof(float));
    }
    allocate_rows(tr, &tr->arena, (size_t)tr->model->config.batch_size);
    return tr->arena.failed
               ? gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd")
               : GF_OK;
}

static size_t block_size(const struct gf_trainer *tr)
{
    return (size_t)tr->model->config.block_size;
}

static void free_reader(struct gf_trainer *tr)
{
    gf_reader_free(&tr->reader);
    gf_arena_free(&tr->reading);
}

void gf_trainer_begin(struct gf_trainer *tr, struct gf_model *model,
                      struct gf_source source, size_t micro_batch)
{
    *tr = (struct gf_trainer){.model = model,
                              .source = source,
                              .micro_batch = micro_batch,
                              .n_shard = gf_config_shards(&model->config)};
}

enum gf_status gf_trainer_prepare(struct gf_trainer *tr, struct gf_error *err)
{
    err = err ? err : &(struct gf_error){0};
    if (tr->graph) return GF_OK;
    const struct gf_trainer was = *tr;
    size_t B = (size_t)tr->model->config.batch_size;
    tr->micro_batch = was.micro_batch ? was.micro_batch : choose_micro_batch(tr->model);
    tr->micro_batch = tr->micro_batch < B ? tr->micro_batch : B;
    enum gf_status status = build(tr, err);
    if (status == GF_OK) status = gf_model_make_trainable(tr->model, err);
    if (status != GF_OK) {
        gf_arena_free(&tr->arena);
        *tr = was;
    } else {
        free_reader(tr);
    }
    return status;
}

enum gf_status gf_trainer_prepare_evaluation(struct gf_trainer *tr,
                                             struct gf_error *err)
{
    err = err ? err : &(struct gf_error){0};
    if (tr->graph || tr->reader.graph) return GF_OK;
    enum gf_status status = gf_reader_begin(&tr->reader, tr->model, err);
    if (status == GF_OK && tr->reader.piece < block_size(tr)) {
        status = /* room for keys and values between the pieces of a window */
            gf_reader_reserve(&tr->reader, &tr->model->config, block_size(tr), err);
    }
    if (status == GF_OK) {
        allocate_rows(tr, &tr->reading, 1);
        if (tr->reading.failed) status = gf_fail(err, GF_E_no_memory);
    }
    if (status != GF_OK) free_reader(tr);
    return status;
}

void gf_trainer_free(struct gf_trainer *tr)
{
    gf_arena_free(&tr->arena);
    free_reader(tr);
    *tr = (struct gf_trainer){0};
}

void gf_trainer_restart(struct gf_trainer *tr)
{
    size_t n_bytes = tr->model->layout.n_trained * sizeof(float);
    if (tr->graph) {
        memset(tr->m, 0, n_bytes);
        memset(tr->v, 0, n_bytes);
    }
    tr->step = 0;
    tr->loaded = 0; /* the seed may have changed */
    tr->loss = tr->grad_norm = tr->lr = 0;
}

enum gf_status gf_trainer_measure(const struct gf_config *config, struct gf_size *size,
                                  struct gf_error *err)
{
    struct gf_model model;
    enum gf_status status = gf_model_outline(&model, config, err);
    if (status == GF_OK) {
        const struct gf_layout *layout = &model.layout;
        double floats = 3.0 * (double)layout->n_value +
                        2.0 * (double)layout->n_trained +
                        (double)gf_lora_floats(layout) + (double)gf_update_work(&model);
        double all = 4 * floats + pass_bytes(&model, choose_micro_batch(&model));
        *size = (struct gf_size){layout->n_value, layout->n_trained,
                                 all < (double)SIZE_MAX ? (size_t)all : SIZE_MAX,
                                 model.flops};
        gf_model_free(&model);
    }
    return status;
}

/* ---- the gradient of a step ------------------------------------------------------ */

/* First sequence of shard s: S nearly equal parts of the batch. */
static size_t shard_start(const struct gf_trainer *tr, size_t s)
{
    return s * (size_t)tr->model->config.batch_size / tr->n_shard;
}

/* The place of sequence b in the batch. */
static struct gf_sequence sequence(const struct gf_trainer *tr, size_t b)
{
    size_t T = (size_t)tr->model->config.block_size;
    size_t T_source = gf_config_source_block(&tr->model->config);
    return (struct gf_sequence){
        .T = T,
        .T_source = T_source,
        .step = tr->step,
        .batch_size = (size_t)tr->model->config.batch_size,
        .tokens = tr->rows.tokens + b * T,
        .target = tr->rows.target + b * T,
        .source = tr->rows.source ? tr->rows.source + b * T_source : NULL};
}

/* Counts the targets of the first n sequences and flags their padding. */
static size_t finish_rows(struct gf_trainer *tr, size_t n)
{
    struct gf_sequence one = sequence(tr, 0);
    size_t n_target = 0;
    for (size_t r = 0; r < n * one.T; r++) {
        n_target += tr->rows.target[r] >= 0;
    }
    gf_model_pad(tr->model, tr->rows.tokens, n * one.T, tr->rows.pad);
    if (tr->rows.source) {
        gf_model_pad(tr->model, tr->rows.source, n * one.T_source, tr->rows.source_pad);
    }
    return n_target;
}

/* Loads the whole batch of the current step: the number of counted targets must be known
 * before the first gradient. */
static void load_batch(struct gf_trainer *tr)
{
    const struct gf_config *c = &tr->model->config;
    if (tr->loaded == tr->step + 1) return;
    size_t B = (size_t)c->batch_size;
    struct gf_rng key = gf_rng_key((uint64_t)c->seed, GF_RNG_BATCH, tr->step);
    for (size_t b = 0; b < B; b++) {
        struct gf_sequence room = sequence(tr, b);
        tr->source.train(tr->source.data, key, b, &room);
    }
    tr->n_target = finish_rows(tr, B);
    tr->loaded = tr->step + 1;
}

/* Sequences first .. first + n - 1 of the loaded batch. */
static struct gf_batch batch_of(const struct gf_trainer *tr, size_t first, size_t n)
{
    struct gf_sequence s = sequence(tr, first);
    const uint8_t *pad = tr->rows.pad, *source_pad = tr->rows.source_pad;
    return (struct gf_batch){
        .n_seq = n,
        .n_time = {s.T, s.T_source},
        .tokens = {s.tokens, s.source},
        .pad = {pad ? pad + first * s.T : NULL,
                source_pad ? source_pad + first * s.T_source : NULL},
        .target = s.target,
        .first_seq = first,
        .head_mask = gf_model_head_mask(tr->model)};
}

struct gf_batch gf_trainer_batch(struct gf_trainer *tr, size_t first, size_t n)
{
    load_batch(tr);
    struct gf_batch batch = batch_of(tr, first, n);
    batch.dropout = true;
    batch.seed = (uint64_t)tr->model->config.seed;
    batch.step = tr->step;
    batch.inv_count = tr->n_target > 0 ? 1.0f / (float)tr->n_target : 0.0f;
    return batch;
}

/* Forward and backward of whole shards, which the kernels sum as a tree; one shard that does
 * not fit in one pass takes several, each continuing the sums of the one before. */
static double run_shards(struct gf_trainer *tr, struct gf_span range, float *grad)
{
    const size_t start = shard_start(tr, range.first),
                 end = shard_start(tr, range.last);
    const size_t n_shard = range.last - range.first;
    double loss[GF_MAX_SHARDS] = {0};
    for (size_t at = start, n; at < end; at += n) {
        n = end - at < tr->micro_batch ? end - at : tr->micro_batch;
        struct gf_batch batch = gf_trainer_batch(tr, at, n);
        batch.n_shard = n_shard;
        batch.carry = at > start;
        for (size_t s = 0; s < n_shard; s++) {
            const size_t to = shard_start(tr, range.first + s + 1) - at;
            batch.shard_end[s] = to < n ? to : n;
        }
        struct gf_run run = gf_model_run(tr->model, tr->graph, &batch);
        run.grad = grad;
        run.loss = loss;
        run.timings = tr->timings;
        gf_graph_forward(&run);
        gf_graph_backward(&run);
    }
    return gf_tree_of_losses(loss, n_shard);
}

/* The widest subtree at the beginning of a range that fits in one pass; one shard in any
 * case. */
static struct gf_span one_pass(const struct gf_trainer *tr, struct gf_span range)
{
    struct gf_span r = gf_first_subtree(range, GF_MAX_SHARDS);
    while (r.last - r.first > 1 &&
           shard_start(tr, r.last) - shard_start(tr, r.first) > tr->micro_batch) {
        r.last = (r.first + r.last) / 2;
    }
    return r;
}

double gf_trainer_gradient(struct gf_trainer *tr, size_t first, size_t last,
                           float *grad)
{
    load_batch(tr);
    struct gf_gradient_tree tree = {.n_grad = tr->model->layout.n_grad};
    for (struct gf_span left = {first, last}; left.first < left.last;) {
        const struct gf_span range = one_pass(tr, left);
        float *sum = tree.n_pending == 0 ? grad : tr->grad[tree.n_pending];
        const double loss = run_shards(tr, range, sum);
        gf_gradient_tree_add(&tree, sum, range.last - range.first, loss);
        left.first = range.last;
    }
    return tree.pending[0].loss;
}

/* ---- the step -------------------------------------------------------------------- */

static double norm_of(const struct gf_trainer *tr, const float *grad, double *scale)
{
    const struct gf_config *c = &tr->model->config;
    double norm = gf_sqrt(gf_k->sum_squares(grad, tr->model->layout.n_trained));
    bool clips = c->grad_clip > 0 && norm > c->grad_clip;
    *scale = clips ? c->grad_clip / (norm + 1e-6) : 1;
    return norm;
}

double gf_trainer_finish_gradient(const struct gf_trainer *tr, float *grad,
                                  double *scale)
{
    gf_weights_finish_gradient(&tr->model->weights, grad);
    return norm_of(tr, grad, scale);
}

enum gf_status gf_trainer_apply(struct gf_trainer *tr, float *grad, double loss_sum,
                                const float *directions, struct gf_error *err)
{
    double scale, norm = directions ? norm_of(tr, grad, &scale)
                                    : gf_trainer_finish_gradient(tr, grad, &scale);
    load_batch(tr);
    double loss = tr->n_target > 0 ? loss_sum / (double)tr->n_target : 0;
    if (gf_is_diverged(loss, norm)) {
        return gf_fail(err, GF_E_diverged, (int)tr->step, "learning_rate");
    }
    const double begin = tr->timings ? tr->timings->now() : 0;
    gf_trainer_update(tr, grad, scale, directions);
    const double updated = tr->timings ? tr->timings->now() : 0;
    gf_model_changed(tr->model);
    if (tr->timings) {
        gf_model_pack(tr->model);
        tr->timings->optimizer += updated - begin;
        tr->timings->packing += tr->timings->now() - updated;
    }
    tr->lr = gf_learning_rate(&tr->model->config, tr->step);
    tr->loss = loss;
    tr->grad_norm = norm;
    tr->step++;
    return GF_OK;
}

enum gf_status gf_trainer_step(struct gf_trainer *tr, struct gf_error *err)
{
    double loss = gf_trainer_gradient(tr, 0, tr->n_shard, tr->grad[0]);
    return gf_trainer_apply(tr, tr->grad[0], loss, NULL, err);
}

/* ---- evaluation ------------------------------------------------------------------ */

/* Adds n rows that have just run, whose targets are given, to the tally of a sequence. */
static void tally_rows(const struct gf_graph *graph, size_t n, const int32_t *target,
                       struct gf_evaluation *one)
{
    const struct gf_tensor *logits = graph->logits;
    for (size_t r = 0; r < n; r++) {
        one->loss += (double)graph->loss->value[r];
        if (target[r] >= 0) {
            const float *row = logits->value + r * logits->width;
            one->n_target++;
            one->n_right += gf_argmax(row, logits->width) == target[r];
        }
    }
}

/* Evaluates the first sequence of the rows: by the graph of training, or by the reader, maybe in
 * pieces. */
static struct gf_evaluation evaluate_row(struct gf_trainer *tr)
{
    struct gf_graph *graph = tr->graph ? tr->graph : tr->reader.graph;
    const size_t T = block_size(tr), piece = tr->graph ? T : tr->reader.piece;
    struct gf_evaluation one = {0};
    for (size_t at = 0, n; at < T; at += n) {
        n = T - at < piece ? T - at : piece;
        struct gf_batch batch = batch_of(tr, 0, 1);
        batch.n_time[GF_STREAM_MAIN] = n;
        batch.tokens[GF_STREAM_MAIN] += at;
        batch.target += at;
        batch.cache = piece < T ? &tr->reader.cache : NULL;
        batch.pos = at;
        struct gf_run run = gf_model_run(tr->model, graph, &batch);
        gf_graph_forward(&run);
        tally_rows(graph, n, batch.target, &one);
    }
    one.n_seq = one.n_target > 0;
    one.n_exact = one.n_target > 0 && one.n_right == one.n_target;
    return one;
}

void gf_trainer_evaluate(struct gf_trainer *tr, enum gf_split split, size_t n_seq,
                         size_t first, size_t last, struct gf_evaluation *sum)
{
    tr->loaded = 0; /* this overwrites the batch */
    for (size_t i = first; i < last; i++) {
        struct gf_sequence room = sequence(tr, 0);
        tr->source.fixed(tr->source.data, split, n_seq, i, &room);
        finish_rows(tr, 1);
        const struct gf_evaluation one = evaluate_row(tr);
        sum->loss += one.loss;
        sum->n_target += one.n_target;
        sum->n_right += one.n_right;
        sum->n_seq += one.n_seq;
        sum->n_exact += one.n_exact;
    }
}
