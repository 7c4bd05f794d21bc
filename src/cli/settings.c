/* Settings from a preset, a file and --set, merged into one JSON object; and the facts of a
 * session, parsed from JSON.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/format.h"
#include "cli/cli.h"
#include "models/presets.h"

/* ---- merging ----------------------------------------------------------------------- */

/* Objects of settings: of two that name the same one the later counts. */
struct given {
    struct gf_arena arena;
    const struct gf_json **list; /* [n] */
    size_t n;
};

static enum gf_status add(struct given *g, const char *text, size_t n,
                          const char *where, struct gf_error *err)
{
    struct gf_error why = {0};
    const struct gf_json *json = gf_json_parse(&g->arena, text, n, &why);
    if (json && json->type != GF_JSON_OBJECT) {
        gf_fail(&why, GF_E_settings_not_an_object);
    }
    if (why.status != GF_OK) return gf_fail(err, GF_E_in_file, where, &why);
    g->list[g->n++] = json;
    return GF_OK;
}

static enum gf_status add_preset(struct given *g, const char *name,
                                 struct gf_error *err)
{
    const struct gf_preset *preset = gf_preset_find(name);
    return preset ? add(g, preset->config, strlen(preset->config), name, err)
                  : gf_fail(err, GF_E_unknown_preset, name);
}

static enum gf_status add_file(struct given *g, const char *path, struct gf_error *err)
{
    struct gf_buffer text = {.arena = &g->arena};
    enum gf_status status = cli_read(path, &text, err);
    return status == GF_OK ? add(g, text.data, text.n, path, err) : status;
}

void cli_put_member(struct gf_json_writer *w, const char *key, size_t n_key,
                    const char *value)
{
    struct gf_arena *arena = w->out->arena;
    const struct gf_json *json = gf_json_parse(arena, value, strlen(value), NULL);
    const char *name = gf_arena_string(arena, key, n_key);
    gf_json_key(w, name ? name : "");
    if (json) {
        gf_json_tree(w, json);
    } else {
        gf_json_string(w, value);
    }
}

static enum gf_status add_value(struct given *g, const char *key, size_t n_key,
                                const char *value, struct gf_error *err)
{
    struct gf_buffer text = {.arena = &g->arena};
    struct gf_json_writer w = {.out = &text};
    gf_json_begin_object(&w);
    cli_put_member(&w, key, n_key, value);
    gf_json_end_object(&w);
    return g->arena.failed ? gf_fail(err, GF_E_no_memory)
                           : add(g, text.data, text.n, key, err);
}

static enum gf_status add_number(struct given *g, const char *key, int64_t x,
                                 struct gf_error *err)
{
    char digits[24];
    gf_format(digits, sizeof digits, "%z", (size_t)x);
    return add_value(g, key, strlen(key), digits, err);
}

static enum gf_status collect(struct given *g, const struct cli_settings *s,
                              struct gf_error *err)
{
    const size_t n_sets = s->sets ? s->sets->n : 0;
    enum gf_status status = GF_OK;
    g->list = gf_arena_array(&g->arena, n_sets + s->n_object + 4, sizeof *g->list);
    if (!g->list) return gf_fail(err, GF_E_no_memory);
    if (s->preset) {
        status = add_preset(g, s->preset, err);
    }
    for (size_t i = 0; i < s->n_object; i++) {
        if (s->objects[i]) g->list[g->n++] = s->objects[i];
    }
    if (status == GF_OK && s->file) status = add_file(g, s->file, err);
    for (size_t i = 0; status == GF_OK && i < n_sets; i++) {
        const char *set = s->sets->item[i], *value = strchr(set, '=');
        size_t n_key = value ? (size_t)(value - set) : strlen(set);
        status = add_value(g, set, n_key, value ? value + 1 : "", err);
    }
    if (status == GF_OK && s->seed >= 0) status = add_number(g, "seed", s->seed, err);
    if (status == GF_OK && s->lora_rank > 0) {
        status = add_number(g, "lora_rank", s->lora_rank, err);
    }
    return status;
}

static void write(const struct given *g, struct gf_buffer *out)
{
    struct gf_json_writer w = {.out = out};
    gf_json_begin_object(&w);
    for (size_t i = 0; i < g->n; i++) {
        for (const struct gf_json *m = g->list[i]->first; m; m = m->next) {
            size_t j = i + 1;
            while (j < g->n && !gf_json_get(g->list[j], m->key)) j++;
            if (j == g->n) gf_json_tree(gf_json_key(&w, m->key), m);
        }
    }
    gf_json_end_object(&w);
}

enum gf_status cli_settings(const struct cli_settings *settings, struct gf_buffer *out,
                            struct gf_error *err)
{
    struct given given = {0};
    enum gf_status status = collect(&given, settings, err);
    if (status == GF_OK) {
        write(&given, out);
        if (out->arena->failed) status = gf_fail(err, GF_E_no_memory);
    }
    gf_arena_free(&given.arena);
    return status;
}

/* ---- facts ------------------------------------------------------------------------- */

enum gf_status cli_facts(struct gf_session *session, struct gf_arena *arena,
                         struct cli_facts *facts, struct gf_error *err)
{
    struct gf_buffer text = {.arena = arena};
    gf_session_info(session, &text);
    const struct gf_json *info =
        text.data ? gf_json_parse(arena, text.data, text.n, err) : NULL;
    if (!info) return gf_fail(err, GF_E_no_memory);
    const struct gf_json *config = gf_json_get(info, "config");
    *facts = (struct cli_facts){.info = info};
    const struct {
        const struct gf_json *from;
        const char *key;
        int64_t *to;
    } rows[] = {{config, "batch_size", &facts->batch_size},
                {config, "block_size", &facts->block_size},
                {config, "max_steps", &facts->max_steps},
                {config, "eval_interval", &facts->eval_interval},
                {config, "eval_windows", &facts->eval_windows},
                {info, "n_param", &facts->n_param},
                {info, "n_trained", &facts->n_trained},
                {info, "step", &facts->step},
                {info, "n_shard", &facts->n_shard},
                {info, "n_train", &facts->n_train},
                {info, "n_val", &facts->n_val}};
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        gf_json_as_int(gf_json_get(rows[i].from, rows[i].key), rows[i].to);
    }
    gf_json_as_bool(gf_json_get(info, "can_train"), &facts->can_train);
    const char *form;
    size_t n;
    facts->pairs = gf_json_as_string(gf_json_get(info, "form"), &form, &n) &&
                   strcmp(form, "text") != 0;
    return GF_OK;
}
