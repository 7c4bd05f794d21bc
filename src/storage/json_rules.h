/* Conditions on the JSON of other programs: what ours has not is refused, not ignored.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_JSON_RULES_H
#define GF_STORAGE_JSON_RULES_H

#include "base/json.h"

/* One condition on an object: its member, if it is there and not null, is one of the JSON
 * texts in `allowed`, each followed by a line break unless it is the last. */
struct gf_json_rule {
    const char *key, *allowed;
};

/* GF_BAD_CHECKPOINT for the first condition that fails. `file` is its name in the
 * sentence. */
enum gf_status gf_json_obeys(const struct gf_json *object, const char *file,
                             const struct gf_json_rule *rules, size_t n_rules,
                             struct gf_error *err);

/* A value of theirs as JSON, and ours; a table of them ends with NULL. */
struct gf_json_translation {
    const char *theirs, *ours;
};

/* What the member `key`, which is there, means; GF_BAD_CHECKPOINT where the table has not its
 * value. */
enum gf_status gf_json_translate(const struct gf_json *object, const char *file,
                                 const char *key,
                                 const struct gf_json_translation *table,
                                 const char **ours, struct gf_error *err);

/* Says that this member has a value that ours cannot have. */
enum gf_status gf_json_refuse(const struct gf_json *object, const char *file,
                              const char *key, struct gf_error *err);

/* Whether the string occurs anywhere in a value. */
bool gf_json_mentions(const struct gf_json *value, const char *string);

#endif
