/* SPDX-License-Identifier: MIT */
#include "storage/checkpoint.h"

#include "base/format.h"

#include <string.h>

#define FORMAT "glassformer"

/* ---- writing -------------------------------------------------------------------- */

struct gf_stored_tensor gf_stored_param(const char *name, const struct gf_param *p,
                                        const float *data)
{
    return (struct gf_stored_tensor){.name = name,
                                     .dtype = GF_DTYPE_F32,
                                     .n_dims = (size_t)p->n_dim,
                                     .shape = {p->dim[0], p->dim[1]},
                                     .data = data,
                                     .n_bytes = p->n * sizeof(float)};
}

/* "optimizer.m." + name in the arena; "" when there is no memory (arena->failed). */
static const char *moment_name(struct gf_arena *arena, char which, const char *name)
{
    char text[160];
    char kind[2] = {which, '\0'};
    size_t n = gf_format(text, sizeof text, "optimizer.%s.%s", kind, name);
    const char *copy = gf_arena_string(arena, text, n);
    return copy ? copy : "";
}

/* Zero-terminated JSON of a vocabulary, or of settings when it is NULL. */
static char *json_text(struct gf_arena *arena, const struct gf_config *config,
                       const struct gf_tokenizer *vocabulary)
{
    struct gf_buffer text = {.arena = arena};
    struct gf_json_writer w = {.out = &text};
    if (vocabulary) {
        gf_tokenizer_write(vocabulary, &w);
    } else {
        gf_config_write(&w, config);
    }
    gf_buffer_put(&text, "", 1);
    return text.data;
}

/* Of a parameter that is not prepacked. */
static const float *values_of(const struct gf_content *c, int i)
{
    const struct gf_weights *weights = &c->model->weights;
    return c->merged || weights->prepacked
               ? gf_weights_value(weights, i)
               : weights->value + weights->layout->params[i].offset;
}

/* param[i]: the parameter that list[i] is of. */
static size_t list_tensors(struct gf_arena *arena, const struct gf_content *c,
                           struct gf_stored_tensor *list, int *param)
{
    const struct gf_model *model = c->model;
    const struct gf_trainer *trainer = c->trainer;
    size_t n = 0;
    for (int i = 0; i < model->layout.n_param; i++) {
        const struct gf_param *p = &model->layout.params[i];
        if (p->alias_of >= 0 || (c->merged && p->is_lora) || (c->base && !p->is_lora)) {
            continue;
        }
        bool here = !c->header_only && !gf_weights_is_prepacked(&model->weights, i);
        list[n] = gf_stored_param(p->name, p, here ? values_of(c, i) : NULL);
        param[n++] = i;
        if (trainer && gf_is_trained(&model->layout, i)) {
            list[n++] = gf_stored_param(moment_name(arena, 'm', p->name), p,
                                        trainer->m + p->grad_offset);
        }
        if (trainer && gf_is_trained(&model->layout, i) && !gf_uses_muon(model, i)) {
            list[n++] = gf_stored_param(moment_name(arena, 'v', p->name), p,
                                        trainer->v + p->grad_offset);
        }
    }
    return n;
}

/* The values after the header. Prepacked matrices are widened row by row. */
static enum gf_status put_tensors(const struct gf_content *c, struct gf_arena *arena,
                                  const struct gf_stored_tensor *list, const int *param,
                                  size_t n, struct gf_buffer *out, struct gf_error *err)
{
    size_t n_bytes = gf_stored_bytes(list, n), widest = 1;
    for (size_t i = 0; i < n; i++) {
        widest = widest > list[i].shape[1] ? widest : list[i].shape[1];
    }
    float *row = gf_arena_array(arena, widest, sizeof *row);
    if (!row || !gf_buffer_reserve(out, n_bytes)) {
        return gf_fail(err, GF_E_no_memory_for_file, n_bytes);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t r = 0; !list[i].data && r < list[i].shape[0]; r++) {
            gf_weights_read(&c->model->weights, param[i], r, 1, row);
            gf_buffer_put(out, row, list[i].shape[1] * sizeof *row);
        }
        if (list[i].data) gf_buffer_put(out, list[i].data, list[i].n_bytes);
    }
    return GF_OK;
}

enum gf_status gf_checkpoint_save(const struct gf_content *c, struct gf_buffer *out,
                                  struct gf_error *err)
{
    const struct gf_model *model = c->model;
    struct gf_config config = model->config;
    config.lora_rank = c->merged ? 0 : config.lora_rank;
    GF_SCOPED_ARENA(scratch);
    struct gf_stored_tensor *list =
        gf_arena_array(&scratch, 3 * (size_t)model->layout.n_param, sizeof *list);
    int *param =
        gf_arena_array(&scratch, 3 * (size_t)model->layout.n_param, sizeof *param);
    char step[24] = "", version[8];
    struct gf_buffer digits = {.data = step, .capacity = sizeof step - 1};
    gf_put_unsigned(&digits, c->trainer ? c->trainer->step : 0, 1);
    gf_format(version, sizeof version, "%i", GF_CHECKPOINT_VERSION);
    struct gf_stored_metadata metadata[] = {
        {"format", c->base ? GF_ADAPTER_FORMAT : FORMAT},
        {"version", version},
        {"config", json_text(&scratch, &config, NULL)},
        {"tokenizer", json_text(&scratch, NULL, &model->tokenizer)},
        {"step", step},
        {"labels", NULL}};
    size_t n_metadata = GF_COUNT(metadata) - 1;
    if (c->base) {
        metadata[3] = (struct gf_stored_metadata){"base", c->base};
        n_metadata = 4;
    } else if (model->labels.n_vocab > 0) {
        metadata[n_metadata++].value = json_text(&scratch, NULL, &model->labels);
    }
    size_t n = list && param ? list_tensors(&scratch, c, list, param) : 0;
    const size_t before = out->n;
    enum gf_status status =
        scratch.failed ? gf_fail(err, GF_E_no_memory)
                       : gf_safetensors_header(out, list, n, metadata, n_metadata, err);
    if (status == GF_OK && !c->header_only) {
        status = put_tensors(c, &scratch, list, param, n, out, err);
        out->n = status == GF_OK ? out->n : before;
    }
    return status;
}

/* ---- reading -------------------------------------------------------------------- */

static enum gf_status metadata_json(const struct gf_safetensors *file,
                                    struct gf_arena *arena, const char *key,
                                    const struct gf_json **json, struct gf_error *err)
{
    const char *text = gf_safetensors_metadata(file, key);
    struct gf_error why;
    if (!text) return gf_bad_tensor(err, GF_E_file_without_metadata, NULL);
    *json = gf_json_parse(arena, text, strlen(text), &why);
    return *json ? GF_OK : gf_not_a_model(err, &why);
}

static bool read_number(const char *text, uint64_t *out)
{
    uint64_t x = 0;
    if (!text || !*text) return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || x > UINT64_MAX / 100) return false;
        x = 10 * x + (uint64_t)(*text - '0');
    }
    *out = x;
    return true;
}

/* The vocabulary under `key` of the metadata. */
static enum gf_status read_vocabulary(const struct gf_checkpoint *cp,
                                      struct gf_arena *words, const char *key,
                                      struct gf_tokenizer *vocabulary,
                                      struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_json *json;
    struct gf_error why;
    enum gf_status status = metadata_json(&cp->file, &scratch, key, &json, err);
    if (status == GF_OK && gf_tokenizer_read(vocabulary, words, json, &why) != GF_OK) {
        status = gf_not_a_model(err, &why);
    }
    return status;
}

enum gf_status gf_checkpoint_read_config(struct gf_checkpoint *cp,
                                         struct gf_arena *arena, struct gf_error *err)
{
    uint64_t version;
    const struct gf_json *config;
    struct gf_error why;
    if (!read_number(gf_safetensors_metadata(&cp->file, "version"), &version) ||
        version != GF_CHECKPOINT_VERSION) {
        return gf_bad_tensor(err, GF_E_file_of_other_version, NULL);
    }
    enum gf_status status = metadata_json(&cp->file, arena, "config", &config, err);
    if (status != GF_OK) return status;
    cp->config = gf_config_default();
    if (gf_config_read(&cp->config, config, &why) != GF_OK ||
        gf_config_check(&cp->config, &why) != GF_OK) {
        return gf_not_a_model(err, &why);
    }
    return GF_OK;
}

static enum gf_status read_header(struct gf_checkpoint *cp, struct gf_arena *arena,
                                  struct gf_arena *words, struct gf_error *err)
{
    const char *format = gf_safetensors_metadata(&cp->file, "format");
    if (format && strcmp(format, GF_ADAPTER_FORMAT) == 0) {
        return gf_fail(err, GF_E_adapter_without_model);
    }
    if (!format || strcmp(format, FORMAT) != 0) {
        return gf_bad_tensor(err, GF_E_file_of_other_program, NULL);
    }
    enum gf_status status = gf_checkpoint_read_config(cp, arena, err);
    if (status != GF_OK) return status;
    if (!read_number(gf_safetensors_metadata(&cp->file, "step"), &cp->step)) {
        return gf_bad_tensor(err, GF_E_file_without_step, NULL);
    }
    status = read_vocabulary(cp, words, "tokenizer", &cp->tokenizer, err);
    /* "marks": their name in earlier files. */
    const char *key = gf_safetensors_metadata(&cp->file, "marks") ? "marks" : "labels";
    if (status == GF_OK && gf_safetensors_metadata(&cp->file, key)) {
        status = read_vocabulary(cp, words, key, &cp->labels, err);
    }
    if (status != GF_OK) return status;
    const struct gf_config *c = &cp->config;
    bool own_source = c->source_vocab_size && c->source_vocab_size != c->vocab_size;
    if ((size_t)c->vocab_size != cp->tokenizer.n_vocab ||
        (size_t)c->output_vocab_size != cp->labels.n_vocab || own_source ||
        (c->output_vocab_size && c->arch != GF_ARCH_ENCODER)) {
        return gf_bad_tensor(err, GF_E_file_contradicts_itself, NULL);
    }
    for (size_t i = 0; i < cp->file.n_tensors; i++) {
        cp->has_optimizer = cp->has_optimizer ||
                            strncmp(cp->file.tensors[i].name, "optimizer.", 10) == 0;
    }
    return GF_OK;
}

/* The stored tensor of a parameter; NULL where it is missing or of another shape. */
static const struct gf_stored_tensor *find(const struct gf_checkpoint *cp,
                                           const char *name, const struct gf_param *p,
                                           struct gf_error *err)
{
    const struct gf_stored_tensor *t = gf_safetensors_find(&cp->file, name);
    bool fits = t && t->n_dims == (size_t)p->n_dim && t->shape[0] == p->dim[0] &&
                (p->n_dim == 1 || t->shape[1] == p->dim[1]);
    if (fits) return t;
    gf_bad_tensor(err, t ? GF_E_tensor_of_other_shape : GF_E_tensor_missing, name);
    return NULL;
}

/* Before a model is made: a small file may claim to be a large one. */
static enum gf_status check_shapes(const struct gf_checkpoint *cp, struct gf_error *err)
{
    struct gf_model model;
    enum gf_status status = gf_model_outline(&model, &cp->config, err);
    if (status != GF_OK) return status;
    for (int i = 0; status == GF_OK && i < model.layout.n_param; i++) {
        const struct gf_param *p = &model.layout.params[i];
        if (p->alias_of < 0 && !find(cp, p->name, p, err)) status = GF_BAD_CHECKPOINT;
    }
    gf_model_free(&model);
    return status;
}

enum gf_status gf_checkpoint_open(struct gf_checkpoint *checkpoint,
                                  struct gf_arena *arena, struct gf_arena *words,
                                  const void *bytes, size_t n, struct gf_error *err)
{
    struct gf_checkpoint cp = {0};
    enum gf_status status = gf_safetensors_read(&cp.file, arena, bytes, n, err);
    if (status == GF_OK) status = read_header(&cp, arena, words, err);
    if (status == GF_OK) status = check_shapes(&cp, err);
    if (status == GF_OK) {
        *checkpoint = cp;
    }
    return status;
}

static enum gf_status copy(const struct gf_checkpoint *cp, const char *name,
                           const struct gf_param *p, bool are_squares, float *to,
                           struct gf_error *err)
{
    const struct gf_stored_tensor *t = find(cp, name, p, err);
    if (!t) return GF_BAD_CHECKPOINT;
    enum gf_status status = gf_stored_floats(t, to, p->n, err);
    for (size_t i = 0; status == GF_OK && i < p->n; i++) {
        bool below = are_squares && to[i] < 0;
        if (below || !(to[i] - to[i] == 0)) {
            status = gf_bad_tensor(
                err, below ? GF_E_tensor_below_zero : GF_E_tensor_not_finite, name);
        }
    }
    return status;
}

enum gf_status gf_checkpoint_weights(const struct gf_checkpoint *cp,
                                     struct gf_model *model, bool of_adapters,
                                     struct gf_error *err)
{
    enum gf_status status = GF_OK;
    for (int i = 0; status == GF_OK && i < model->layout.n_param; i++) {
        const struct gf_param *p = &model->layout.params[i];
        if (p->alias_of < 0 && p->is_lora == of_adapters) {
            status = copy(cp, p->name, p, false, model->weights.value + p->offset, err);
        }
    }
    if (status == GF_OK) {
        gf_model_changed(model);
    }
    return status;
}

/* Whether the file has the moments that the trainer's optimizer needs. After a change to Muon
 * or from it they begin at 0, as in a new run. */
static bool same_moments(const struct gf_checkpoint *cp,
                         const struct gf_trainer *trainer)
{
    return (cp->config.optimizer == GF_OPT_MUON) ==
           (trainer->model->config.optimizer == GF_OPT_MUON);
}

enum gf_status gf_checkpoint_training(const struct gf_checkpoint *cp,
                                      struct gf_trainer *trainer, struct gf_error *err)
{
    GF_SCOPED_ARENA(names);
    enum gf_status status = GF_OK;
    const struct gf_layout *layout = &trainer->model->layout;
    if (cp->config.lora_rank != trainer->model->config.lora_rank) return GF_OK;
    const bool has_moments = cp->has_optimizer && same_moments(cp, trainer);
    for (int i = 0; status == GF_OK && i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (!gf_is_trained(layout, i) || !has_moments) {
            continue;
        }
        status = copy(cp, moment_name(&names, 'm', p->name), p, false,
                      trainer->m + p->grad_offset, err);
        if (status == GF_OK && !gf_uses_muon(trainer->model, i)) {
            status = copy(cp, moment_name(&names, 'v', p->name), p, true,
                          trainer->v + p->grad_offset, err);
        }
    }
    if (names.failed) { /* a tensor without a name is not found */
        status = gf_fail(err, GF_E_no_memory);
    } else if (status == GF_OK) {
        trainer->step = cp->step;
    }
    return status;
}
