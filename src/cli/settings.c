/* Settings from a preset, a file and --set, merged into one JSON object; and the facts of a
 * laboratory, parsed from JSON.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/cli.h"
#include "models/presets.h"

/* ---- merging ----------------------------------------------------------------------- */

struct entry {
    const char *key;
    const struct gf_json *value;
};

struct entries {
    struct gf_arena arena;
    struct entry *list;
    size_t n, capacity;
};

static void add(struct entries *e, const char *key, const struct gf_json *value)
{
    if (e->n == e->capacity) {
        size_t capacity = 2 * e->capacity + 64;
        struct entry *grown = gf_arena_array(&e->arena, capacity, sizeof *grown);
        if (!grown) {
            return; /* arena.failed is checked at the end */
        }
        if (e->n > 0) {
            memcpy(grown, e->list, e->n * sizeof *grown);
        }
        e->list = grown;
        e->capacity = capacity;
    }
    e->list[e->n++] = (struct entry){key, value};
}

static void add_members(struct entries *e, const struct gf_json *object)
{
    for (const struct gf_json *m = object->first; m; m = m->next) {
        add(e, m->key, m);
    }
}

static enum gf_status add_object(struct entries *e, const char *text, size_t n,
                                 const char *where, struct gf_error *err)
{
    struct gf_error why = {0};
    const struct gf_json *json = gf_json_parse(&e->arena, text, n, &why);
    if (!json) return gf_fail(err, GF_E_in_file, where, &why);
    if (json->type != GF_JSON_OBJECT) {
        gf_fail(&why, GF_E_settings_not_an_object);
        return gf_fail(err, GF_E_in_file, where, &why);
    }
    add_members(e, json);
    return GF_OK;
}

static enum gf_status add_preset(struct entries *e, const char *name,
                                 struct gf_error *err)
{
    const struct gf_preset *preset = gf_preset_find(name);
    return preset ? add_object(e, preset->config, strlen(preset->config), name, err)
                  : gf_fail(err, GF_E_unknown_preset, name);
}

static enum gf_status add_file(struct entries *e, const char *path,
                               struct gf_error *err)
{
    struct gf_buffer text = {.arena = &e->arena};
    enum gf_status status = cli_read(path, &text, err);
    return status == GF_OK ? add_object(e, text.data, text.n, path, err) : status;
}

/* The value of "key=value" is JSON (4, 1e-3, true, "relu") or a bare word (relu). */
static void add_single(struct entries *e, const char *text)
{
    size_t n_key = strcspn(text, "=");
    const char *key = gf_arena_string(&e->arena, text, n_key);
    const char *value = text[n_key] == '=' ? text + n_key + 1 : "";
    const struct gf_json *json = gf_json_parse(&e->arena, value, strlen(value), NULL);
    if (!json) {
        struct gf_json *word = gf_arena_alloc(&e->arena, sizeof *word);
        if (word) {
            *word = (struct gf_json){
                .type = GF_JSON_STRING, .string = value, .n = strlen(value)};
        }
        json = word;
    }
    if (key && json) {
        add(e, key, json);
    }
}

static void add_number(struct entries *e, const char *key, int64_t x)
{
    struct gf_json *number = gf_arena_alloc(&e->arena, sizeof *number);
    if (number) {
        *number = (struct gf_json){.type = GF_JSON_NUMBER, .number = (double)x};
        add(e, key, number);
    }
}

static bool is_replaced(const struct entries *e, size_t i)
{
    for (size_t j = i + 1; j < e->n; j++) {
        if (strcmp(e->list[i].key, e->list[j].key) == 0) return true;
    }
    return false;
}

static void write(const struct entries *e, struct gf_buffer *out)
{
    struct gf_json_writer w = {.out = out};
    gf_json_begin_object(&w);
    for (size_t i = 0; i < e->n; i++) {
        if (!is_replaced(e, i)) {
            gf_json_tree(gf_json_key(&w, e->list[i].key), e->list[i].value);
        }
    }
    gf_json_end_object(&w);
}

static enum gf_status collect(struct entries *e, const struct cli_settings *s,
                              struct gf_error *err)
{
    enum gf_status status = GF_OK;
    if (s->preset) {
        status = add_preset(e, s->preset, err);
    }
    for (size_t i = 0; s->objects && s->objects[i]; i++) {
        add_members(e, s->objects[i]);
    }
    if (status == GF_OK && s->file) status = add_file(e, s->file, err);
    for (size_t i = 0; status == GF_OK && s->sets && i < s->sets->n; i++) {
        add_single(e, s->sets->item[i]);
    }
    if (status == GF_OK && s->seed >= 0) {
        add_number(e, "seed", s->seed);
    }
    if (status == GF_OK && s->lora_rank > 0) {
        add_number(e, "lora_rank", s->lora_rank);
    }
    return status;
}

enum gf_status cli_settings(const struct cli_settings *settings, struct gf_buffer *out,
                            struct gf_error *err)
{
    struct entries e = {0};
    enum gf_status status = collect(&e, settings, err);
    if (status == GF_OK) {
        write(&e, out);
        if (e.arena.failed || out->arena->failed) {
            status = gf_fail(err, GF_E_no_memory);
        }
    }
    gf_arena_free(&e.arena);
    return status;
}

/* ---- facts ------------------------------------------------------------------------- */

enum gf_status cli_facts(struct gf_lab *lab, struct gf_arena *arena,
                         struct cli_facts *facts, struct gf_error *err)
{
    struct gf_buffer text = {.arena = arena};
    gf_lab_info(lab, &text);
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gf_json_as_int(gf_json_get(rows[i].from, rows[i].key), rows[i].to);
    }
    gf_json_as_bool(gf_json_get(info, "can_train"), &facts->can_train);
    const char *form;
    size_t n;
    facts->pairs = gf_json_as_string(gf_json_get(info, "form"), &form, &n) &&
                   strcmp(form, "text") != 0;
    return GF_OK;
}
