/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "files.h"
#include "small_model.h"

/* ---- settings ------------------------------------------------------------------------ */

static const struct gf_json *metadata(struct fixture *f, const char *key,
                                      struct gf_error *err)
{
    const char *text = gf_safetensors_metadata(&f->file, key);
    return text ? gf_json_parse(&f->arena, text, strlen(text), err) : NULL;
}

static bool read_into(struct fixture *f, const char *key, struct gf_error *err)
{
    const struct gf_json *json = metadata(f, key, err);
    return json && gf_config_read(&f->config, json, err) == GF_OK;
}

/* The optimizer's own words, where they are not those of the settings. */
static bool read_optimizer(struct fixture *f, struct gf_error *err)
{
    const struct gf_json *json = metadata(f, "optimizer", err);
    const char *name;
    size_t n;
    struct gf_config *c = &f->config;
    if (!gf_json_as_string(gf_json_get(json, "name"), &name, &n)) return false;
    c->optimizer = strcmp(name, "adam") == 0   ? GF_OPT_ADAM
                   : strcmp(name, "muon") == 0 ? GF_OPT_MUON
                                               : GF_OPT_ADAMW;
    gf_json_as_double(gf_json_get(json, "muon_learning_rate"), &c->muon_learning_rate);
    gf_json_as_double(gf_json_get(json, "muon_momentum"), &c->muon_momentum);
    c->schedule = GF_SCHEDULE_CONSTANT;
    c->warmup_steps = 0;
    c->min_learning_rate = 0;
    return gf_json_as_double(gf_json_get(json, "learning_rate"), &c->learning_rate) &&
           gf_json_as_double(gf_json_get(json, "beta1"), &c->beta1) &&
           gf_json_as_double(gf_json_get(json, "beta2"), &c->beta2) &&
           gf_json_as_double(gf_json_get(json, "eps"), &c->eps) &&
           gf_json_as_double(gf_json_get(json, "weight_decay"), &c->weight_decay) &&
           gf_json_as_double(gf_json_get(json, "grad_clip"), &c->grad_clip);
}

/* A vocabulary of that many characters: only its size matters. */
static bool make_model(struct fixture *f, struct gf_error *err)
{
    char text[96];
    size_t V = (size_t)f->config.vocab_size;
    struct gf_tokenizer tokenizer;
    if (V > sizeof text) return false;
    for (size_t i = 0; i < V; i++) text[i] = (char)(' ' + i);
    return gf_tokenizer_build(&tokenizer, &f->arena, NULL, text, V, err) == GF_OK &&
           init_model(&f->model, &f->config, &tokenizer, true, err) == GF_OK;
}

/* ---- tensors -------------------------------------------------------------------------- */

const float *fixture_floats(struct fixture *f, const char *name, size_t *n)
{
    const struct gf_stored_tensor *t = gf_safetensors_find(&f->file, name);
    if (!t) return NULL;
    *n = gf_stored_count(t);
    float *x = gf_arena_array(&f->arena, *n, sizeof *x);
    return x && gf_stored_floats(t, x, *n, NULL) == GF_OK ? x : NULL;
}

/* Ids of a stored tensor, and the length of its rows. */
static const int32_t *ids(struct fixture *f, const char *name, size_t *n_row,
                          size_t *n_column)
{
    const struct gf_stored_tensor *t = gf_safetensors_find(&f->file, name);
    if (!t || t->dtype != GF_DTYPE_I32) return NULL;
    *n_column = t->shape[t->n_dims - 1];
    *n_row = gf_stored_count(t) / *n_column;
    int32_t *copy = gf_arena_alloc(&f->arena, t->n_bytes);
    if (copy) memcpy(copy, t->data, t->n_bytes);
    return copy;
}

bool fixture_reset(struct fixture *f)
{
    for (int i = 0; i < f->model.layout.n_param; i++) {
        const struct gf_param *p = &f->model.layout.params[i];
        const struct gf_stored_tensor *t = gf_safetensors_find(&f->file, p->name);
        float *to = f->model.weights.value + p->offset;
        if (p->alias_of < 0 && (!t || gf_stored_floats(t, to, p->n, NULL) != GF_OK))
            return false;
    }
    gf_model_changed(&f->model);
    return true;
}

static bool make_batch(struct fixture *f)
{
    struct gf_batch *b = &f->batch;
    size_t n_seq = 0;
    b->tokens[0] = ids(f, "tokens", &b->n_seq, &b->n_time[0]);
    b->target = ids(f, "targets", &b->n_seq, &b->n_time[0]);
    b->tokens[1] = ids(f, "source", &n_seq, &b->n_time[1]);
    if (!b->tokens[0] || !b->target || (n_seq > 0 && n_seq != b->n_seq)) return false;
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        size_t n = b->n_seq * b->n_time[s];
        uint8_t *pad = gf_arena_array(&f->arena, n + 1, 1);
        b->pad[s] = n > 0 ? gf_model_pad(&f->model, b->tokens[s], n, pad) : NULL;
    }
    for (size_t i = 0; i < b->n_seq * b->n_time[0]; i++)
        f->n_target += b->target[i] >= 0;
    b->inv_count = 1.0f / (float)f->n_target;
    return true;
}

/* The steps' batches have one shape throughout. */
static bool step_shape(struct fixture *f)
{
    const struct gf_stored_tensor *t = gf_safetensors_find(&f->file, "step_tokens");
    if (!t || t->n_dims != 3) return false;
    f->config.batch_size = (int64_t)t->shape[1];
    /* Where nothing is padded and every position sees all others, a longer block would
     * change the numbers; without learned positions it may be as short as the data. */
    bool sees_all = f->config.arch == GF_ARCH_ENCODER && f->config.pad_token < 0;
    if (sees_all && f->config.positions != GF_POS_LEARNED)
        f->config.block_size = (int64_t)t->shape[2];
    return true;
}

bool fixture_open(struct fixture *f, const char *name, struct gf_error *err)
{
    char path[256];
    size_t n = 0;
    *f = (struct fixture){.config = gf_config_default()};
    snprintf(path, sizeof path, "tests/reference/fixtures/%s.safetensors", name);
    f->bytes = read_file(path, &n);
    gf_fail(err, GF_E_batch_damaged, path); /* no file, or not a fixture */
    bool ok = f->bytes &&
              gf_safetensors_read(&f->file, &f->arena, f->bytes, n, err) == GF_OK &&
              read_into(f, "config", err) && read_into(f, "sizes", err) &&
              read_optimizer(f, err) && step_shape(f) && make_model(f, err);
    if (ok && !(fixture_reset(f) && make_batch(f))) {
        gf_fail(err, GF_E_tensor_missing, "or of another shape");
        ok = false;
    }
    return ok;
}

void fixture_close(struct fixture *f)
{
    gf_model_free(&f->model);
    gf_arena_free(&f->arena);
    free(f->bytes);
}

/* ---- a source --------------------------------------------------------------------------- */

/* Row `row` of a stored tensor, filled up to n with `filler`. */
static void copy_row(const struct fixture *f, const char *name, size_t row, int32_t *to,
                     size_t n, int32_t filler)
{
    const struct gf_stored_tensor *t = gf_safetensors_find(&f->file, name);
    size_t width = t->shape[t->n_dims - 1];
    const char *from = (const char *)t->data + row * width * sizeof *to;
    memcpy(to, from, width * sizeof *to);
    for (size_t i = width; i < n; i++) to[i] = filler;
}

static void step_sequence(const void *data, struct gf_rng key, size_t index,
                          struct gf_sequence *out)
{
    (void)key;
    const struct fixture *f = data;
    size_t row = (size_t)out->step * (size_t)f->config.batch_size + index;
    int32_t filler = f->config.pad_token < 0 ? 0 : (int32_t)f->config.pad_token;
    copy_row(f, "step_tokens", row, out->tokens, out->T, filler);
    copy_row(f, "step_targets", row, out->target, out->T, -1);
    if (out->source)
        copy_row(f, "step_source", row, out->source, out->T_source, filler);
}

struct gf_source fixture_source(const struct fixture *f)
{
    return (struct gf_source){.data = f, .train = step_sequence};
}

/* ---- comparing ---------------------------------------------------------------------------- */

double norm_of(const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * (double)x[i];
    return sqrt(sum);
}

double relative_error(const float *got, const float *want, size_t n)
{
    double sum = 0, norm = norm_of(want, n);
    for (size_t i = 0; i < n; i++) {
        double off = (double)got[i] - (double)want[i];
        sum += off * off;
    }
    return norm > 0 ? sqrt(sum) / norm : sqrt(sum);
}
