/* SPDX-License-Identifier: MIT */
#include "api/session.h"

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

enum gf_status gf_session_written(struct gf_buffer *out, size_t n, struct gf_error *err)
{
    if (!gf_buffer_failed(out)) return GF_OK;
    out->n = n;
    return gf_fail(err, GF_E_no_memory);
}

enum gf_status gf_describe(const char *text, size_t n, size_t V, struct gf_buffer *out,
                           struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_config config = gf_config_default();
    enum gf_status status = gf_config_parse(&config, text, n, err);
    if (status != GF_OK) return status;
    if (V > GF_MAX_VOCABULARY) {
        return gf_fail(err, GF_E_argument_out_of_range, "V", GF_MAX_VOCABULARY);
    }
    config.vocab_size = (int64_t)V;
    struct gf_size size;
    size_t n_before = out->n;
    status = gf_trainer_measure(&config, &size, err);
    if (status == GF_OK) {
        struct gf_json_writer w = {.out = out};
        gf_json_begin_object(&w);
        gf_session_write_size(&w, &config, size);
        gf_json_end_object(&w);
        status = gf_session_written(out, n_before, err);
    }
    return status;
}

/* ---- life ------------------------------------------------------------------------ */

static void attach_trainer(struct gf_session *session)
{
    gf_trainer_begin(&session->trainer, &session->model, gf_session_source(session), 0);
    session->can_train = true;
}

struct gf_session *gf_session_finish(struct gf_session *session, enum gf_status status)
{
    if (status != GF_OK) {
        gf_session_free(session);
        return NULL;
    }
    return session;
}

struct gf_session *gf_session_allocate(struct gf_error *err)
{
    struct gf_arena arena = {0};
    struct gf_session *session = gf_arena_alloc(&arena, sizeof *session);
    if (!session) {
        gf_fail(err, GF_E_no_memory);
        return NULL;
    }
    session->arena = arena; /* the session lives in its own arena */
    return session;
}

/* Builds data, model and trainer of an empty session. */
static enum gf_status build(struct gf_session *session, struct gf_config *settings,
                            const char *text, size_t n_text, struct gf_error *err)
{
    enum gf_status status = gf_config_check(settings, err);
    if (status == GF_OK) status = gf_session_data(session, settings, text, n_text, err);
    if (status == GF_OK) {
        status = gf_session_model(session, settings, &session->tokenizer,
                                  &session->labels, true, NULL, err);
    }
    if (status == GF_OK) {
        attach_trainer(session);
        status = gf_trainer_prepare(&session->trainer, err);
    }
    if (status == GF_OK) {
        gf_weights_init(&session->model.weights, (uint64_t)settings->seed, false);
    }
    return status;
}

struct gf_session *gf_session_new(const char *text, size_t n_text, const char *config,
                                  size_t n_config, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_config settings = gf_config_default();
    struct gf_session *session = gf_session_allocate(err);
    if (!session) return NULL;
    enum gf_status status = gf_config_parse(&settings, config, n_config, err);
    session->opened_at = UINT64_MAX;
    if (status == GF_OK) status = build(session, &settings, text, n_text, err);
    return gf_session_finish(session, status);
}

/* Advice about settings is of no use for a model that somebody else has made. */
static enum gf_status about_file(enum gf_status status, struct gf_error *err)
{
    return status == GF_OUT_OF_MEMORY ? gf_fail(err, GF_E_no_memory) : status;
}

enum gf_status gf_session_settings(struct gf_config *config, const char *overrides,
                                   size_t n_overrides, struct gf_error *err)
{
    struct gf_config own = *config;
    enum gf_status status = gf_config_parse(config, overrides, n_overrides, err);
    return status == GF_OK && !gf_config_same_model(&own, config)
               ? gf_fail(err, GF_E_shape_is_fixed)
               : status;
}

enum gf_status gf_session_model(struct gf_session *session,
                                const struct gf_config *config,
                                const struct gf_tokenizer *tokenizer,
                                const struct gf_tokenizer *labels, bool trainable,
                                const enum gf_number *numbers, struct gf_error *err)
{
    enum gf_status status = gf_session_check_form(config, err);
    if (status == GF_OK) {
        status = gf_model_allocate(&session->model, config, tokenizer, trainable,
                                   numbers, err);
    }
    if (status == GF_OK) status = gf_model_set_labels(&session->model, labels, err);
    if (status == GF_OK) gf_session_vocabulary(session);
    return status;
}

enum gf_status gf_session_attach(struct gf_session *session, const char *text,
                                 size_t n_text, struct gf_error *err)
{
    if (n_text == 0 && session->model.config.task < GF_DATA_TASK) return GF_OK;
    enum gf_status status = gf_session_data_again(session, text, n_text, err);
    if (status == GF_OK) attach_trainer(session);
    return status;
}

static enum gf_status open_checkpoint(struct gf_session *session,
                                      const struct gf_checkpoint *cp,
                                      const struct gf_config *config, const char *text,
                                      size_t n_text, struct gf_error *err)
{
    enum gf_status status = gf_session_model(session, config, &cp->tokenizer,
                                             &cp->labels, false, NULL, err);
    session->opened_at = cp->step;
    if (status == GF_OK) {
        status = gf_checkpoint_weights(cp, &session->model, false, err);
    }
    if (status == GF_OK && cp->config.lora_rank > 0) {
        status = gf_checkpoint_weights(cp, &session->model, true, err);
    } else if (status == GF_OK && config->lora_rank > 0) {
        gf_weights_init(&session->model.weights, (uint64_t)config->seed, true);
    }
    if (status == GF_OK) status = gf_session_attach(session, text, n_text, err);
    /* A run that goes on has its moments; one that begins may never be trained. */
    if (status == GF_OK && session->can_train && (cp->has_optimizer || cp->step > 0)) {
        status = gf_trainer_prepare(&session->trainer, err);
        if (status == GF_OK)
            status = gf_checkpoint_training(cp, &session->trainer, err);
    }
    return status;
}

struct gf_session *gf_session_open(const void *bytes, size_t n, const char *text,
                                   size_t n_text, const char *overrides,
                                   size_t n_overrides, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_session *session = gf_session_allocate(err);
    if (!session) return NULL;
    GF_SCOPED_ARENA(scratch);
    struct gf_checkpoint cp;
    enum gf_status status;
    if (gf_is_pickle(bytes, n)) {
        status = gf_fail(err, GF_E_foreign_pickle);
    } else if (!gf_is_safetensors(bytes, n) && gf_is_llama2c(bytes, n)) {
        status = gf_fail(err, GF_E_tokenizer_missing);
    } else {
        status = gf_checkpoint_open(&cp, &scratch, &session->data, bytes, n, err);
    }
    if (status == GF_OK) {
        struct gf_config config = cp.config;
        status = gf_session_settings(&config, overrides, n_overrides, err);
        if (status == GF_OK && cp.config.lora_rank > 0 &&
            (config.lora_rank != cp.config.lora_rank ||
             config.lora_alpha != cp.config.lora_alpha)) {
            status = gf_fail(err, GF_E_lora_is_fixed, "lora_rank", "lora_alpha");
        }
        if (status == GF_OK) {
            status = open_checkpoint(session, &cp, &config, text, n_text, err);
        }
    }
    return gf_session_finish(session, about_file(status, err));
}

enum gf_status gf_import(const struct gf_file *files, size_t n_files,
                         struct gf_buffer *out, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    return about_file(gf_import_files(files, n_files, out, err), err);
}

/* Frees what build and later calls allocated. */
static void clear(struct gf_session *session)
{
    gf_inspector_free(&session->inspector);
    gf_activations_free(&session->activations);
    gf_generator_free(&session->generator);
    gf_trainer_free(&session->trainer);
    gf_model_free(&session->model);
    gf_arena_free(&session->data);
    gf_arena_free(&session->reading.arena);
}

void gf_session_free(struct gf_session *session)
{
    if (session) {
        clear(session);
        struct gf_arena arena = session->arena;
        gf_arena_free(&arena);
    }
}

enum gf_status gf_session_save(const struct gf_session *session, enum gf_saved what,
                               struct gf_buffer *out, struct gf_error *err)
{
    bool training = what == GF_SAVE_TRAINING && session->trainer.graph;
    const struct gf_content content = {.model = &session->model,
                                       .trainer = training ? &session->trainer : NULL,
                                       .merged = what == GF_SAVE_MERGED};
    switch (what) {
    case GF_SAVE_WEIGHTS:
    case GF_SAVE_TRAINING:
    case GF_SAVE_MERGED:
        return gf_checkpoint_save(&content, out, err);
    case GF_SAVE_ADAPTER:
        return gf_adapter_save(&session->model, out, err);
    default:
        return gf_fail(err, GF_E_argument_not_a_choice, "what",
                       "weights, training, merged, adapter");
    }
}

/* ---- training -------------------------------------------------------------------- */

static enum gf_status need_text(const struct gf_session *session, struct gf_error *err)
{
    return session->can_train ? GF_OK : gf_fail(err, GF_E_no_training_text);
}

/* Gets the memory that training needs, with the first step of a model from a file. */
enum gf_status gf_session_need_trainer(struct gf_session *session, struct gf_error *err)
{
    struct gf_error why;
    struct gf_size size;
    enum gf_status status = need_text(session, err);
    if (status != GF_OK) return status;
    if (gf_trainer_prepare(&session->trainer, &why) == GF_OK) return GF_OK;
    if (gf_trainer_measure(&session->model.config, &size, NULL) != GF_OK) {
        return gf_fail(err, GF_E_no_memory); /* not even to measure */
    }
    return gf_fail(err, GF_E_no_memory_to_train, size.n_bytes >> 20);
}

static void report(const struct gf_session *session, struct gf_progress *progress)
{
    if (progress) {
        *progress =
            (struct gf_progress){session->trainer.step, session->trainer.loss,
                                 session->trainer.grad_norm, session->trainer.lr};
    }
}

enum gf_status gf_session_step(struct gf_session *session, struct gf_progress *progress,
                               struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    if (status == GF_OK) status = gf_trainer_step(&session->trainer, err);
    report(session, progress);
    return status;
}

enum gf_status gf_session_evaluate_part(struct gf_session *session, enum gf_split split,
                                        size_t n_windows, size_t first, size_t last,
                                        struct gf_evaluation *sum, struct gf_error *err)
{
    enum gf_status status = need_text(session, err);
    if (status == GF_OK) status = gf_trainer_prepare_evaluation(&session->trainer, err);
    if (status != GF_OK) return status;
    if ((unsigned)split > GF_SPLIT_ALL) {
        return gf_fail(err, GF_E_argument_not_a_choice, "split", "train, val, all");
    }
    if (n_windows == 0) return gf_fail(err, GF_E_no_windows);
    if (last > n_windows) {
        return gf_fail(err, GF_E_argument_out_of_range, "last", n_windows);
    }
    if (first > last) return gf_fail(err, GF_E_argument_out_of_range, "first", last);
    gf_trainer_evaluate(&session->trainer, split, n_windows, first, last, sum);
    return GF_OK;
}

enum gf_status gf_session_evaluate(struct gf_session *session, enum gf_split split,
                                   size_t n_windows, struct gf_evaluation *result,
                                   struct gf_error *err)
{
    struct gf_evaluation e = {0};
    enum gf_status status =
        gf_session_evaluate_part(session, split, n_windows, 0, n_windows, &e, err);
    if (status == GF_OK) {
        e.loss = e.n_target > 0 ? e.loss / (double)e.n_target : 0;
        *result = e;
    }
    return status;
}

/* Another seed gives a generated task other lines and maybe another vocabulary: build a new
 * session in place, then free the old one. On failure the old struct is copied back, so
 * that pointers into it are valid again. */
static enum gf_status begin_anew(struct gf_session *session, uint64_t seed,
                                 struct gf_error *err)
{
    struct gf_session was = *session;
    struct gf_config config = was.model.config;
    config.seed = (int64_t)seed;
    *session = (struct gf_session){.opened_at = UINT64_MAX,
                                   .arena = was.arena,
                                   .prompt = was.prompt,
                                   .prompt_capacity = was.prompt_capacity,
                                   .piece = was.piece};
    enum gf_status status = build(session, &config, NULL, 0, err);
    if (status != GF_OK) {
        clear(session);
        *session = was;
        return status;
    }
    size_t n_head_mask = was.model.n_attention * (size_t)config.n_head;
    memcpy(session->model.head_mask, was.model.head_mask, n_head_mask * sizeof(float));
    session->model.has_head_mask = was.model.has_head_mask;
    clear(&was);
    return status;
}

enum gf_status gf_session_reset(struct gf_session *session, uint64_t seed,
                                struct gf_error *err)
{
    enum gf_status status = need_text(session, err);
    if (status == GF_OK && seed >= GF_JSON_MAX_INTEGER) { /* a file could not hold it */
        status = gf_fail(err, GF_E_seed_out_of_range, "seed");
    }
    const struct gf_config *c = &session->model.config;
    if (status == GF_OK && c->task >= GF_DATA_TASK && c->seed != (int64_t)seed) {
        return begin_anew(session, seed, err);
    }
    if (status == GF_OK) status = gf_weights_widen(&session->model.weights, err);
    if (status == GF_OK) {
        session->model.config.seed = (int64_t)seed;
        gf_weights_init(&session->model.weights, seed, false);
        gf_trainer_restart(&session->trainer);
        gf_model_changed(&session->model);
        gf_inspector_free(&session->inspector); /* with the reports of the run before */
        session->opened_at = UINT64_MAX;
    }
    return status;
}

size_t gf_session_n_value(const struct gf_session *session)
{
    return session->model.layout.n_value;
}

size_t gf_session_n_grad(const struct gf_session *session)
{
    return session->model.layout.n_grad;
}

const float *gf_session_weights(struct gf_session *session)
{
    struct gf_error err;
    return gf_weights_widen(&session->model.weights, &err) == GF_OK
               ? session->model.weights.value
               : NULL;
}

bool gf_session_set_weights(struct gf_session *session, const float *values,
                            uint64_t step)
{
    if (!gf_session_weights(session)) return false;
    float *own = session->model.weights.value;
    if (values != own) {
        memcpy(own, values, gf_session_n_value(session) * sizeof *values);
    }
    session->trainer.step = step;
    gf_model_changed(&session->model);
    return true;
}

void gf_session_hash(const struct gf_session *session, char hex[GF_SHA256_HEX])
{
    gf_weights_hash(&session->model.weights, true, hex);
}

enum gf_status gf_session_gradient(struct gf_session *session, size_t first,
                                   size_t last, float *grad, double *loss_sum,
                                   struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    size_t n = last - first;
    bool aligned = first < last && last <= session->trainer.n_shard &&
                   (n & (n - 1)) == 0 && first % n == 0;
    if (status == GF_OK && !aligned) {
        status = gf_fail(err, GF_E_shards_not_a_subtree, first, last);
    }
    if (status == GF_OK) {
        *loss_sum = gf_trainer_gradient(&session->trainer, first, last, grad);
    }
    return status;
}

struct gf_span gf_session_update_share(const struct gf_session *session,
                                       size_t n_worker, size_t worker)
{
    return gf_update_share(&session->model, n_worker, worker);
}

enum gf_status gf_session_directions(struct gf_session *session, float *grad,
                                     float *directions, struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    if (status == GF_OK) gf_trainer_directions(&session->trainer, grad, directions);
    return status;
}

enum gf_status gf_session_orthogonalize(struct gf_session *session, float *directions,
                                        size_t first, size_t last, size_t *end,
                                        struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    if (status == GF_OK)
        *end = gf_trainer_orthogonalize(&session->trainer, directions,
                                        (struct gf_span){first, last});
    return status;
}

enum gf_status gf_session_apply(struct gf_session *session, float *grad,
                                double loss_sum, const float *directions,
                                struct gf_progress *progress, struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    if (status == GF_OK)
        status = gf_trainer_apply(&session->trainer, grad, loss_sum, directions, err);
    report(session, progress);
    return status;
}

/* ---- comparing ------------------------------------------------------------------- */

static enum gf_status compare(const struct gf_checkpoint *cp,
                              const struct gf_fixed_batch *batch, struct gf_buffer *out,
                              struct gf_error *err)
{
    struct gf_model model;
    enum gf_status status =
        gf_model_allocate(&model, &cp->config, &cp->tokenizer, true, NULL, err);
    if (status == GF_OK) {
        status = gf_checkpoint_weights(cp, &model, false, err);
        if (status == GF_OK) status = gf_checkpoint_weights(cp, &model, true, err);
        if (status == GF_OK) status = gf_forward(&model, batch, out, err);
        gf_model_free(&model);
    }
    return status;
}

enum gf_status gf_compare(const void *checkpoint, size_t n, const char *batch,
                          size_t n_batch, struct gf_buffer *out, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_checkpoint cp;
    struct gf_fixed_batch fixed;
    enum gf_status status =
        gf_checkpoint_open(&cp, &scratch, &scratch, checkpoint, n, err);
    if (status == GF_OK) {
        status = gf_fixed_batch_read(&fixed, &scratch, batch, n_batch, err);
    }
    if (status == GF_OK) status = compare(&cp, &fixed, out, err);
    return status;
}
