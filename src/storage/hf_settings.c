/* What config.json of a model of transformers says, as settings of ours.
 * SPDX-License-Identifier: MIT */
#include "storage/hf_architectures.h"

#include <string.h>

enum { MAX_POSITIONS = 4096 /* of block_size in config.def */ };

static const char file[] = "config.json";

static enum gf_status missing(const char *key, struct gf_error *err)
{
    return gf_fail(err, GF_E_foreign_setting_missing, key, file);
}

/* Takes one setting of theirs that is there. 0 stands for a default in ours, not in
 * theirs. */
static enum gf_status copy_setting(struct gf_config *out, const struct gf_json *object,
                                   const struct gf_copied_setting *row,
                                   struct gf_error *err)
{
    const struct gf_json *value = gf_json_get(object, row->theirs);
    struct gf_json ours = {.type = GF_JSON_STRING};
    if (value->type == GF_JSON_NUMBER && !(value->number > 0)) {
        return gf_json_refuse(object, file, row->theirs, err);
    }
    if (row->values) {
        enum gf_status status = gf_json_translate(object, file, row->theirs,
                                                  row->values, &ours.string, err);
        if (status != GF_OK) return status;
        ours.n = strlen(ours.string);
        value = &ours;
    }
    return gf_config_set(out, row->ours, value, err);
}

/* Of several rows for a setting of ours, which follow each other, the first that is there
 * counts. */
static enum gf_status copy_settings(const struct gf_architecture *kind,
                                    const struct gf_json *config, struct gf_config *out,
                                    struct gf_error *err)
{
    enum gf_status status = GF_OK;
    const char *taken = "";
    for (size_t i = 0; status == GF_OK && i < kind->n_copied; i++) {
        const struct gf_copied_setting *row = &kind->copied[i];
        const struct gf_json *object =
            row->inside ? gf_json_get(config, row->inside) : config;
        bool there = !gf_json_is_null(gf_json_get(object, row->theirs));
        if (!there && row->required) {
            return missing(row->theirs, err);
        }
        if (there && strcmp(taken, row->ours) != 0) {
            status = copy_setting(out, object, row, err);
            taken = row->ours;
        }
    }
    return status;
}

/* The context: no longer than ours can be, nor than the window of local attention. */
static enum gf_status read_context(const struct gf_architecture *kind,
                                   const struct gf_json *config, int64_t *context,
                                   struct gf_error *err)
{
    int64_t window = MAX_POSITIONS;
    bool local = gf_json_mentions(gf_json_get(config, "attention_layers"), "local") ||
                 gf_json_mentions(gf_json_get(config, "attention_types"), "local");
    if (!gf_json_as_int(gf_json_get(config, kind->positions), context)) {
        return missing(kind->positions, err);
    }
    if (local && !gf_json_as_int(gf_json_get(config, "window_size"), &window)) {
        return missing("window_size", err);
    }
    *context = *context < window ? *context : window;
    *context = *context < MAX_POSITIONS ? *context : MAX_POSITIONS;
    return GF_OK;
}

/* Rotary positions of other kinds than the plain ones, or of each kind of layer. */
static enum gf_status check_rope(const struct gf_json *config, struct gf_error *err)
{
    static const struct gf_json_rule plain[] = {{"rope_type", "\"default\""},
                                                {"type", "\"default\""},
                                                {"partial_rotary_factor", "1"}};
    static const char *const keys[] = {"rope_parameters", "rope_scaling"};
    for (size_t i = 0; i < GF_COUNT(keys); i++) {
        const struct gf_json *rope = gf_json_get(config, keys[i]);
        if (gf_json_is_null(rope)) {
            continue;
        }
        struct gf_error why = {0};
        bool usable = rope->type == GF_JSON_OBJECT;
        for (const struct gf_json *e = rope->first; usable && e; e = e->next) {
            usable = e->type != GF_JSON_OBJECT;
        }
        enum gf_status status =
            usable ? gf_json_obeys(rope, file, plain, GF_COUNT(plain), &why)
                   : GF_BAD_CHECKPOINT;
        if (status == GF_OUT_OF_MEMORY) return gf_fail(err, GF_E_no_memory);
        if (status != GF_OK) return gf_json_refuse(config, file, keys[i], err);
    }
    return GF_OK;
}

/* Those that all models of the kind have, and then those of this one. */
static enum gf_status apply_settings(struct gf_config *out,
                                     const struct gf_architecture *kind,
                                     const struct gf_json *config, struct gf_error *err)
{
    int64_t context = 0;
    enum gf_status status = read_context(kind, config, &context, err);
    if (status == GF_OK) {
        status = gf_config_parse(out, kind->settings, strlen(kind->settings), err);
    }
    if (status == GF_OK) status = copy_settings(kind, config, out, err);
    const struct gf_json length = {.type = GF_JSON_NUMBER, .number = (double)context};
    return status == GF_OK ? gf_config_set(out, "block_size", &length, err) : status;
}

static enum gf_status read_vocab_size(struct gf_config *out,
                                      const struct gf_json *config,
                                      struct gf_error *err)
{
    int64_t V = 0;
    if (!gf_json_as_int(gf_json_get(config, "vocab_size"), &V)) {
        return missing("vocab_size", err);
    }
    if (V < 1 || V > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_setting_out_of_range, "vocab_size", 1.0,
                       (double)GF_MAX_VOCAB, (double)V);
    }
    out->vocab_size = V;
    return GF_OK;
}

/* Heads whose width is not C / H. */
static enum gf_status check_head_width(const struct gf_config *c,
                                       const struct gf_json *config,
                                       struct gf_error *err)
{
    int64_t width = c->n_embd / c->n_head;
    gf_json_as_int(gf_json_get(config, "head_dim"), &width);
    return width == c->n_embd / c->n_head
               ? GF_OK
               : gf_json_refuse(config, file, "head_dim", err);
}

enum gf_status gf_hf_settings_read(struct gf_config *out,
                                   const struct gf_architecture *kind,
                                   const struct gf_json *config, struct gf_error *err)
{
    *out = gf_config_default();
    enum gf_status status =
        gf_json_obeys(config, file, kind->rules, kind->n_rules, err);
    if (status == GF_OK) status = check_rope(config, err);
    if (status == GF_OK) status = apply_settings(out, kind, config, err);
    if (status == GF_OK) status = read_vocab_size(out, config, err);
    if (status != GF_OK) return status;
    out->n_kv_head = out->n_kv_head == out->n_head ? 0 : out->n_kv_head;
    status = gf_config_check(out, err);
    return status == GF_OK ? check_head_width(out, config, err) : status;
}
