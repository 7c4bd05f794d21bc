/* SPDX-License-Identifier: MIT */
#include "cli/experiment.h"

#include <string.h>

/* ---- reading ----------------------------------------------------------------------- */

static bool is_a(const struct gf_json *value, enum gf_json_type type)
{
    return value && value->type == type;
}

static size_t count(const struct gf_json *list)
{
    return is_a(list, GF_JSON_ARRAY) ? list->n : 0;
}

/* Of no list, nothing. */
static const struct gf_json *at(const struct gf_json *list, size_t i)
{
    const struct gf_json *value = list ? list->first : NULL;
    while (value && i-- > 0) value = value->next;
    return value;
}

/* A member that may be missing, of its type otherwise. */
static bool may_be(const struct gf_json *object, const char *key,
                   enum gf_json_type type)
{
    const struct gf_json *value = gf_json_get(object, key);
    return !value || value->type == type;
}

static bool are_options(const struct gf_json *list)
{
    for (const struct gf_json *o = list ? list->first : NULL; o; o = o->next) {
        if (o->type != GF_JSON_OBJECT || !may_be(o, "settings", GF_JSON_OBJECT) ||
            !may_be(o, "setting", GF_JSON_STRING) ||
            !may_be(o, "times", GF_JSON_OBJECT)) {
            return false;
        }
    }
    return true;
}

static bool are_seeds(const struct gf_json *list)
{
    uint64_t seed;
    for (const struct gf_json *s = list ? list->first : NULL; s; s = s->next) {
        if (!gf_json_as_uint(s, &seed)) return false;
    }
    return count(list) > 0;
}

/* The first field that is missing or wrong; NULL: none. */
static const char *wrong_field(const struct cli_experiment *e)
{
    const struct {
        const char *name;
        bool is_right;
    } fields[] = {
        {"preset", may_be(e->json, "preset", GF_JSON_STRING)},
        {"text", may_be(e->json, "text", GF_JSON_STRING)},
        {"settings", may_be(e->json, "settings", GF_JSON_OBJECT)},
        {"tokens", may_be(e->json, "tokens", GF_JSON_NUMBER) && e->tokens >= 0},
        {"vary", e->n_x > 0 && are_options(e->options) &&
                     (e->options || is_a(e->setting, GF_JSON_STRING)) &&
                     (!e->times || is_a(e->times, GF_JSON_OBJECT))},
        {"lines", e->n_line > 0 && are_options(e->lines)},
        {"seeds", are_seeds(e->seeds) && cli_experiment_n(e) <= CLI_MAX_RUNS},
    };
    for (size_t i = 0; i < GF_COUNT(fields); i++) {
        if (!fields[i].is_right) return fields[i].name;
    }
    return NULL;
}

const char *cli_experiment_read(struct cli_experiment *e, struct gf_arena *arena,
                                const struct gf_buffer *file)
{
    const struct gf_json *json = gf_json_parse(arena, file->data, file->n, NULL);
    const struct gf_json *vary = gf_json_get(json, "vary");
    const struct gf_json *lines = gf_json_get(json, "lines");
    size_t n;
    *e = (struct cli_experiment){.json = json,
                                 .settings = gf_json_get(json, "settings"),
                                 .setting = gf_json_get(vary, "setting"),
                                 .values = gf_json_get(vary, "values"),
                                 .times = gf_json_get(vary, "times"),
                                 .options = gf_json_get(vary, "options"),
                                 .lines = gf_json_get(lines, "options"),
                                 .seeds = gf_json_get(json, "seeds")};
    if (strcmp(cli_member(json, "glassformer"), "experiment") != 0) return "";
    e->n_x = count(e->options ? e->options : e->values);
    e->n_line = lines ? count(e->lines) : 1;
    e->n_seed = count(e->seeds);
    e->exact = strcmp(cli_member(json, "measure"), "exact") == 0;
    gf_json_as_string(gf_json_get(json, "preset"), &e->preset, &n);
    gf_json_as_string(gf_json_get(json, "text"), &e->text, &n);
    gf_json_as_double(gf_json_get(json, "tokens"), &e->tokens);
    return wrong_field(e);
}

struct cli_run cli_experiment_run(const struct cli_experiment *e, size_t i)
{
    size_t cells = e->n_x * e->n_line;
    return (struct cli_run){i % cells / e->n_line, i % e->n_line, i / cells};
}

int64_t cli_experiment_seed(const struct cli_experiment *e, struct cli_run run)
{
    int64_t seed = 0;
    gf_json_as_int(at(e->seeds, run.seed), &seed);
    return seed;
}

/* ---- settings of a run -------------------------------------------------------------- */

/* The value of the axis in its setting, with its multiples. */
static void write_value(const struct cli_experiment *e, struct cli_run run,
                        struct gf_json_writer *w)
{
    const struct gf_json *line = at(e->lines, run.line);
    const struct gf_json *own = gf_json_get(line, "setting");
    const struct gf_json *times = own ? gf_json_get(line, "times") : e->times;
    const struct gf_json *value = at(e->values, run.x);
    double x = 0, factor;
    gf_json_tree(gf_json_key(w, own ? own->string : e->setting->string), value);
    gf_json_as_double(value, &x);
    for (const struct gf_json *t = times ? times->first : NULL; t; t = t->next) {
        if (gf_json_as_double(t, &factor)) {
            gf_json_double(gf_json_key(w, t->key), factor * x);
        }
    }
}

/* Steps for so many tokens, by the sizes that the other settings give. */
static enum gf_status count_steps(const struct cli_experiment *e,
                                  const struct gf_buffer *settings, double *steps,
                                  struct gf_error *err)
{
    enum { ANY_VOCABULARY = 65 };
    struct gf_buffer text = {.arena = settings->arena};
    enum gf_status status =
        gf_describe(settings->data, settings->n, ANY_VOCABULARY, &text, err);
    if (status != GF_OK) return status;
    const struct gf_json *json =
        gf_json_parse(settings->arena, text.data, text.n, NULL);
    const struct gf_json *config = gf_json_get(json, "config");
    double batch = 1, block = 1;
    gf_json_as_double(gf_json_get(config, "batch_size"), &batch);
    gf_json_as_double(gf_json_get(config, "block_size"), &block);
    *steps = __builtin_fmax(1, __builtin_floor(e->tokens / (batch * block) + 0.5));
    return GF_OK;
}

/* max_steps unless 0 */
static enum gf_status merge(const struct cli_experiment *e, struct cli_run run,
                            double max_steps, struct gf_buffer *out,
                            struct gf_error *err)
{
    struct gf_buffer text = {.arena = out->arena};
    struct gf_json_writer w = {.out = &text};
    gf_json_begin_object(&w);
    if (!e->options) {
        write_value(e, run, &w);
    }
    if (max_steps > 0) {
        gf_json_double(gf_json_key(&w, "max_steps"), max_steps);
    }
    gf_json_end_object(&w);
    const struct gf_json *own = gf_json_parse(out->arena, text.data, text.n, err);
    const struct gf_json *const objects[] = {
        e->settings, gf_json_get(at(e->lines, run.line), "settings"),
        gf_json_get(at(e->options, run.x), "settings"), own};
    if (!own) return err->status;
    return cli_settings(&(struct cli_settings){.preset = e->preset,
                                               .objects = objects,
                                               .n_object = GF_COUNT(objects),
                                               .seed = cli_experiment_seed(e, run)},
                        out, err);
}

enum gf_status cli_experiment_settings(const struct cli_experiment *e,
                                       struct cli_run run, struct gf_buffer *out,
                                       struct gf_error *err)
{
    struct gf_buffer sizes = {.arena = out->arena};
    double steps = 0;
    enum gf_status status = GF_OK;
    if (e->tokens > 0) {
        status = merge(e, run, 0, &sizes, err);
        if (status == GF_OK) status = count_steps(e, &sizes, &steps, err);
    }
    return status == GF_OK ? merge(e, run, steps, out, err) : status;
}

/* ---- words ------------------------------------------------------------------------- */

static const char *words(const struct gf_json *label, char out[64])
{
    const struct gf_json *english = gf_json_get(label, "en");
    if (is_a(label, GF_JSON_OBJECT)) label = english ? english : label->first;
    snprintf(out, 64, "%s", is_a(label, GF_JSON_STRING) ? label->string : "");
    return out;
}

const char *cli_value_label(const struct cli_experiment *e, size_t x, char out[64])
{
    if (e->options) return words(gf_json_get(at(e->options, x), "label"), out);
    const struct gf_json *value = at(e->values, x);
    if (value->type == GF_JSON_NUMBER) {
        snprintf(out, 64, "%.10g", value->number);
    } else if (value->type == GF_JSON_BOOL) {
        snprintf(out, 64, "%s", value->boolean ? "true" : "false");
    } else {
        return words(value, out);
    }
    return out;
}

const char *cli_line_label(const struct cli_experiment *e, size_t line, char out[64])
{
    return words(gf_json_get(at(e->lines, line), "label"), out);
}
