/* SPDX-License-Identifier: MIT */
#include "api/lab.h"

#include <stdlib.h>
#include <string.h>

#include "models/presets.h"
#include "storage/adapter.h"
#include "storage/checkpoint.h"
#include "storage/forward.h"
#include "storage/import.h"
#include "storage/llama2c.h"

const char *gf_version(void)
{
    return GF_VERSION;
}

/* ---- settings -------------------------------------------------------------------- */

void gf_schema(struct gf_buffer *out)
{
    gf_config_write_schema(&(struct gf_json_writer){.out = out});
}

void gf_presets(struct gf_buffer *out)
{
    gf_presets_write(&(struct gf_json_writer){.out = out});
}

enum gf_status gf_describe(const char *text, size_t n, size_t V, struct gf_buffer *out,
                           struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_config config = gf_config_default();
    enum gf_status status = gf_config_parse(&config, text, n, err);
    if (status != GF_OK) return status;
    config.vocab_size = (int64_t)V;
    struct gf_size size;
    status = gf_trainer_measure(&config, &size, err);
    if (status == GF_OK) {
        struct gf_json_writer w = {.out = out};
        gf_json_begin_object(&w);
        gf_lab_write_size(&w, &config, size);
        gf_json_end_object(&w);
    }
    return status;
}

/* ---- life ------------------------------------------------------------------------ */

static void attach_trainer(struct gf_lab *lab)
{
    gf_trainer_begin(&lab->trainer, &lab->model, gf_lab_source(lab), 0);
    lab->can_train = true;
}

struct gf_lab *gf_lab_finish(struct gf_lab *lab, enum gf_status status)
{
    if (status != GF_OK) {
        gf_lab_free(lab);
        return NULL;
    }
    return lab;
}

struct gf_lab *gf_lab_allocate(struct gf_error *err)
{
    struct gf_arena arena = {0};
    struct gf_lab *lab = gf_arena_alloc(&arena, sizeof *lab);
    if (!lab) {
        gf_fail(err, GF_E_no_memory);
        return NULL;
    }
    lab->arena = arena; /* the laboratory lives in its own arena */
    return lab;
}

/* Builds data, model and trainer of an empty laboratory. */
static enum gf_status build(struct gf_lab *lab, struct gf_config *settings,
                            const char *text, size_t n_text, struct gf_error *err)
{
    enum gf_status status = gf_config_check(settings, err);
    if (status == GF_OK) status = gf_lab_data(lab, settings, text, n_text, err);
    if (status == GF_OK) {
        status = gf_model_allocate(&lab->model, settings, &lab->tokenizer, true, err);
    }
    if (status == GF_OK) status = gf_model_set_labels(&lab->model, &lab->labels, err);
    if (status == GF_OK) {
        gf_lab_vocabulary(lab);
        attach_trainer(lab);
        status = gf_trainer_prepare(&lab->trainer, err);
    }
    if (status == GF_OK) {
        gf_weights_init(&lab->model.weights, (uint64_t)settings->seed, false);
    }
    return status;
}

struct gf_lab *gf_lab_new(const char *text, size_t n_text, const char *config,
                          size_t n_config, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_config settings = gf_config_default();
    struct gf_lab *lab = gf_lab_allocate(err);
    if (!lab) return NULL;
    enum gf_status status = gf_config_parse(&settings, config, n_config, err);
    lab->opened_at = UINT64_MAX;
    if (status == GF_OK) status = build(lab, &settings, text, n_text, err);
    return gf_lab_finish(lab, status);
}

enum gf_status gf_lab_about_file(enum gf_status status, struct gf_error *err)
{
    return status == GF_OUT_OF_MEMORY ? gf_fail(err, GF_E_no_memory) : status;
}

enum gf_status gf_lab_settings(struct gf_config *config, const char *overrides,
                               size_t n_overrides, struct gf_error *err)
{
    struct gf_config own = *config;
    enum gf_status status = gf_config_parse(config, overrides, n_overrides, err);
    return status == GF_OK && !gf_config_same_model(&own, config)
               ? gf_fail(err, GF_E_shape_is_fixed)
               : status;
}

enum gf_status gf_lab_model(struct gf_lab *lab, const struct gf_config *config,
                            const struct gf_tokenizer *tokenizer,
                            const struct gf_tokenizer *labels, struct gf_error *err)
{
    enum gf_status status = gf_lab_check_form(config, err);
    if (status == GF_OK) {
        status = gf_model_allocate(&lab->model, config, tokenizer, false, err);
    }
    if (status == GF_OK) status = gf_model_set_labels(&lab->model, labels, err);
    if (status == GF_OK) gf_lab_vocabulary(lab);
    return status;
}

enum gf_status gf_lab_attach(struct gf_lab *lab, const char *text, size_t n_text,
                             struct gf_error *err)
{
    if (n_text == 0 && lab->model.config.task < GF_DATA_TASK) return GF_OK;
    enum gf_status status = gf_lab_data_again(lab, text, n_text, err);
    if (status == GF_OK) attach_trainer(lab);
    return status;
}

static enum gf_status open_checkpoint(struct gf_lab *lab,
                                      const struct gf_checkpoint *cp,
                                      const struct gf_config *config, const char *text,
                                      size_t n_text, struct gf_error *err)
{
    enum gf_status status = gf_lab_model(lab, config, &cp->tokenizer, &cp->labels, err);
    lab->opened_at = cp->step;
    if (status == GF_OK) status = gf_checkpoint_base(cp, &lab->model, err);
    if (status == GF_OK && cp->config.lora_rank > 0) {
        status = gf_checkpoint_adapters(cp, &lab->model, err);
    } else if (status == GF_OK && config->lora_rank > 0) {
        gf_weights_init(&lab->model.weights, (uint64_t)config->seed, true);
    }
    if (status == GF_OK) status = gf_lab_attach(lab, text, n_text, err);
    /* A run that goes on has its moments; one that begins may never be trained. */
    if (status == GF_OK && lab->can_train && (cp->has_optimizer || cp->step > 0)) {
        status = gf_trainer_prepare(&lab->trainer, err);
        if (status == GF_OK) status = gf_checkpoint_training(cp, &lab->trainer, err);
    }
    return status;
}

struct gf_lab *gf_lab_open(const void *bytes, size_t n, const char *text, size_t n_text,
                           const char *overrides, size_t n_overrides,
                           struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_lab *lab = gf_lab_allocate(err);
    if (!lab) return NULL;
    struct gf_arena scratch = {0};
    struct gf_checkpoint cp;
    enum gf_status status;
    if (gf_is_pickle(bytes, n)) {
        status = gf_fail(err, GF_E_foreign_pickle);
    } else if (!gf_is_safetensors(bytes, n) && gf_is_llama2c(bytes, n)) {
        status = gf_fail(err, GF_E_tokenizer_missing);
    } else {
        status = gf_checkpoint_open(&cp, &scratch, &lab->data, bytes, n, err);
    }
    if (status == GF_OK) {
        struct gf_config config = cp.config;
        status = gf_lab_settings(&config, overrides, n_overrides, err);
        if (status == GF_OK && cp.config.lora_rank > 0 &&
            (config.lora_rank != cp.config.lora_rank ||
             config.lora_alpha != cp.config.lora_alpha)) {
            status = gf_fail(err, GF_E_lora_is_fixed, "lora_rank", "lora_alpha");
        }
        if (status == GF_OK) {
            status = open_checkpoint(lab, &cp, &config, text, n_text, err);
        }
    }
    gf_arena_free(&scratch);
    return gf_lab_finish(lab, gf_lab_about_file(status, err));
}

enum gf_status gf_import(const struct gf_file *files, size_t n_files,
                         struct gf_buffer *out, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    return gf_lab_about_file(gf_import_files(files, n_files, out, err), err);
}

/* Frees what build and later calls allocated. */
static void clear(struct gf_lab *lab)
{
    gf_inspector_free(&lab->inspector);
    gf_activations_free(&lab->activations);
    gf_generator_free(&lab->generator);
    gf_trainer_free(&lab->trainer);
    gf_model_free(&lab->model);
    gf_arena_free(&lab->data);
    gf_arena_free(&lab->reading.arena);
}

void gf_lab_free(struct gf_lab *lab)
{
    if (lab) {
        clear(lab);
        struct gf_arena arena = lab->arena;
        gf_arena_free(&arena);
    }
}

enum gf_status gf_lab_save(const struct gf_lab *lab, enum gf_saved what,
                           struct gf_buffer *out, struct gf_error *err)
{
    bool training = what == GF_SAVE_TRAINING && lab->trainer.graph;
    switch (what) {
    case GF_SAVE_MERGED:
        return gf_checkpoint_save_merged(&lab->model, out, err);
    case GF_SAVE_ADAPTER:
        return gf_adapter_save(&lab->model, out, err);
    default:
        return gf_checkpoint_save(&lab->model, training ? &lab->trainer : NULL, out,
                                  err);
    }
}

/* ---- training -------------------------------------------------------------------- */

static enum gf_status need_text(const struct gf_lab *lab, struct gf_error *err)
{
    return lab->can_train ? GF_OK : gf_fail(err, GF_E_no_training_text);
}

/* Gets the memory that training needs, with the first step of a model from a file. */
enum gf_status gf_lab_need_trainer(struct gf_lab *lab, struct gf_error *err)
{
    struct gf_error why;
    struct gf_size size;
    enum gf_status status = need_text(lab, err);
    if (status != GF_OK) return status;
    if (gf_trainer_prepare(&lab->trainer, &why) == GF_OK) return GF_OK;
    if (gf_trainer_measure(&lab->model.config, &size, NULL) != GF_OK) {
        return gf_fail(err, GF_E_no_memory); /* not even to measure */
    }
    return gf_fail(err, GF_E_no_memory_to_train, size.n_bytes >> 20);
}

static void report(const struct gf_lab *lab, struct gf_progress *progress)
{
    if (progress) {
        *progress = (struct gf_progress){lab->trainer.step, lab->trainer.loss,
                                         lab->trainer.grad_norm, lab->trainer.lr};
    }
}

enum gf_status gf_lab_step(struct gf_lab *lab, struct gf_progress *progress,
                           struct gf_error *err)
{
    enum gf_status status = gf_lab_need_trainer(lab, err);
    if (status == GF_OK) status = gf_trainer_step(&lab->trainer, err);
    report(lab, progress);
    return status;
}

enum gf_status gf_lab_evaluate_part(struct gf_lab *lab, enum gf_split split,
                                    size_t n_windows, size_t first, size_t last,
                                    struct gf_evaluation *sum, struct gf_error *err)
{
    enum gf_status status = need_text(lab, err);
    if (status == GF_OK) status = gf_trainer_prepare_evaluation(&lab->trainer, err);
    if (status == GF_OK && (first >= last || last > n_windows)) {
        status = gf_fail(err, GF_E_no_windows);
    }
    if (status == GF_OK) {
        gf_trainer_evaluate(&lab->trainer, split, n_windows, first, last, sum);
    }
    return status;
}

enum gf_status gf_lab_evaluate(struct gf_lab *lab, enum gf_split split,
                               size_t n_windows, struct gf_evaluation *result,
                               struct gf_error *err)
{
    struct gf_evaluation e = {0};
    enum gf_status status =
        gf_lab_evaluate_part(lab, split, n_windows, 0, n_windows, &e, err);
    if (status == GF_OK) {
        e.loss = e.n_target > 0 ? e.loss / (double)e.n_target : 0;
        *result = e;
    }
    return status;
}

/* Another seed gives a generated task other lines and maybe another vocabulary: build a new
 * laboratory in place, then free the old one. On failure the old struct is copied back, so
 * that pointers into it are valid again. */
static enum gf_status begin_anew(struct gf_lab *lab, uint64_t seed,
                                 struct gf_error *err)
{
    struct gf_lab was = *lab;
    struct gf_config config = was.model.config;
    config.seed = (int64_t)seed;
    *lab = (struct gf_lab){.arena = was.arena,
                           .prompt = was.prompt,
                           .prompt_capacity = was.prompt_capacity,
                           .piece = was.piece};
    enum gf_status status = build(lab, &config, NULL, 0, err);
    if (status != GF_OK) {
        clear(lab);
        *lab = was;
        return status;
    }
    size_t n_gate = was.model.n_attention * (size_t)config.n_head;
    memcpy(lab->model.gate, was.model.gate, n_gate * sizeof(float));
    lab->model.gated = was.model.gated;
    clear(&was);
    return status;
}

enum gf_status gf_lab_reset(struct gf_lab *lab, uint64_t seed, struct gf_error *err)
{
    enum gf_status status = need_text(lab, err);
    if (status == GF_OK && seed >= GF_JSON_MAX_INTEGER) { /* a file could not hold it */
        status = gf_fail(err, GF_E_seed_out_of_range, "seed");
    }
    const struct gf_config *c = &lab->model.config;
    if (status == GF_OK && c->task >= GF_DATA_TASK && c->seed != (int64_t)seed) {
        return begin_anew(lab, seed, err);
    }
    if (status == GF_OK) status = gf_weights_widen(&lab->model.weights, err);
    if (status == GF_OK) {
        lab->model.config.seed = (int64_t)seed;
        gf_weights_init(&lab->model.weights, seed, false);
        gf_trainer_restart(&lab->trainer);
        gf_model_changed(&lab->model);
    }
    return status;
}

size_t gf_lab_n_value(const struct gf_lab *lab)
{
    return lab->model.layout.n_value;
}

size_t gf_lab_n_grad(const struct gf_lab *lab)
{
    return lab->model.layout.n_grad;
}

const float *gf_lab_weights(struct gf_lab *lab)
{
    struct gf_error err;
    return gf_weights_widen(&lab->model.weights, &err) == GF_OK
               ? lab->model.weights.value
               : NULL;
}

bool gf_lab_set_weights(struct gf_lab *lab, const float *values, uint64_t step)
{
    if (!gf_lab_weights(lab)) return false;
    float *own = lab->model.weights.value;
    if (values != own) {
        memcpy(own, values, gf_lab_n_value(lab) * sizeof *values);
    }
    lab->trainer.step = step;
    gf_model_changed(&lab->model);
    return true;
}

void gf_lab_hash(const struct gf_lab *lab, char hex[GF_SHA256_HEX])
{
    const struct gf_weights *weights = &lab->model.weights;
    struct gf_sha256 sha;
    gf_sha256_begin(&sha);
    for (int i = 0; i < lab->model.layout.n_param; i++) {
        if (lab->model.layout.params[i].alias_of < 0) {
            gf_weights_hash(weights, i, &sha);
        }
    }
    gf_sha256_end_hex(&sha, hex);
}

enum gf_status gf_lab_gradient(struct gf_lab *lab, size_t first, size_t last,
                               float *grad, double *loss_sum, struct gf_error *err)
{
    enum gf_status status = gf_lab_need_trainer(lab, err);
    size_t n = last - first;
    bool aligned = first < last && last <= lab->trainer.n_shard && (n & (n - 1)) == 0 &&
                   first % n == 0;
    if (status == GF_OK && !aligned) {
        status = gf_fail(err, GF_E_shards_not_a_subtree, first, last);
    }
    if (status == GF_OK) {
        *loss_sum = gf_trainer_gradient(&lab->trainer, first, last, grad);
    }
    return status;
}

enum gf_status gf_lab_apply(struct gf_lab *lab, float *grad, double loss_sum,
                            struct gf_progress *progress, struct gf_error *err)
{
    enum gf_status status = gf_lab_need_trainer(lab, err);
    if (status == GF_OK) status = gf_trainer_apply(&lab->trainer, grad, loss_sum, err);
    report(lab, progress);
    return status;
}

/* ---- comparing ------------------------------------------------------------------- */

static enum gf_status compare(const struct gf_checkpoint *cp,
                              const struct gf_fixed_batch *batch, struct gf_buffer *out,
                              struct gf_error *err)
{
    struct gf_model model;
    enum gf_status status =
        gf_model_allocate(&model, &cp->config, &cp->tokenizer, true, err);
    if (status == GF_OK) {
        status = gf_checkpoint_weights(cp, &model, err);
        if (status == GF_OK) status = gf_forward(&model, batch, out, err);
        gf_model_free(&model);
    }
    return status;
}

enum gf_status gf_compare(const void *checkpoint, size_t n, const char *batch,
                          size_t n_batch, struct gf_buffer *out, struct gf_error *err)
{
    struct gf_arena scratch = {0};
    struct gf_checkpoint cp;
    struct gf_fixed_batch fixed;
    enum gf_status status =
        gf_checkpoint_open(&cp, &scratch, &scratch, checkpoint, n, err);
    if (status == GF_OK) {
        status = gf_fixed_batch_read(&fixed, &scratch, batch, n_batch, err);
    }
    if (status == GF_OK) status = compare(&cp, &fixed, out, err);
    gf_arena_free(&scratch);
    return status;
}
