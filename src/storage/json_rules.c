/* SPDX-License-Identifier: MIT */
#include "storage/json_rules.h"

#include <string.h>

/* A value as JSON in the arena; "null" where there is none. */
static const char *json_text(struct gf_arena *arena, const struct gf_json *value)
{
    struct gf_buffer text = {.arena = arena};
    struct gf_json_writer w = {.out = &text};
    if (!value) return "null";
    gf_json_tree(&w, value);
    gf_buffer_put(&text, "", 1);
    return arena->failed ? "" : text.data;
}

/* Whether a line of `allowed` is this value. */
static bool is_allowed(const char *allowed, const char *value)
{
    size_t n = strlen(value);
    for (const char *at = allowed; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, value, n) == 0 && (at[n] == '\n' || !at[n])) return true;
    }
    return strcmp(value, "null") == 0;
}

enum gf_status gf_json_refuse(const struct gf_json *object, const char *file,
                              const char *key, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    return gf_fail(err, GF_E_foreign_setting, key,
                   json_text(&scratch, gf_json_get(object, key)), file);
}

enum gf_status gf_json_obeys(const struct gf_json *object, const char *file,
                             const struct gf_json_rule *rules, size_t n_rules,
                             struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    for (size_t i = 0; i < n_rules; i++) {
        const char *value = json_text(&scratch, gf_json_get(object, rules[i].key));
        if (scratch.failed) return gf_fail(err, GF_E_no_memory);
        if (!is_allowed(rules[i].allowed, value)) {
            return gf_json_refuse(object, file, rules[i].key, err);
        }
    }
    return GF_OK;
}

enum gf_status gf_json_translate(const struct gf_json *object, const char *file,
                                 const char *key,
                                 const struct gf_json_translation *table,
                                 const char **ours, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const char *value = json_text(&scratch, gf_json_get(object, key));
    if (scratch.failed) return gf_fail(err, GF_E_no_memory);
    while (table->theirs && strcmp(table->theirs, value) != 0) table++;
    *ours = table->ours;
    return *ours ? GF_OK : gf_json_refuse(object, file, key, err);
}

bool gf_json_mentions(const struct gf_json *value, const char *string)
{
    if (!value) return false;
    if (value->type == GF_JSON_STRING) return strcmp(value->string, string) == 0;
    bool found = false;
    for (const struct gf_json *e = value->first; e && !found; e = e->next) {
        found = gf_json_mentions(e, string);
    }
    return found;
}
