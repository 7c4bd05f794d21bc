/* JSON (RFC 8259): a strict parser that returns a tree, and a writer.
 *
 * Numbers are doubles, correctly rounded by base/decimal.h: the same bytes on every platform
 * and in every locale. Integers are exact up to 2^53, as in JavaScript.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_JSON_H
#define GF_BASE_JSON_H

#include "base/error.h"
#include "base/json_write.h"

#define GF_JSON_MAX_DEPTH 64
#define GF_JSON_MAX_INTEGER 9007199254740992 /* 2^53 */

enum gf_json_type {
    GF_JSON_NULL = 0,
    GF_JSON_BOOL,
    GF_JSON_NUMBER,
    GF_JSON_STRING,
    GF_JSON_ARRAY,
    GF_JSON_OBJECT
};

/* One value. The elements of an array and the members of an object are a list in the
 * order of the text: for (e = v->first; e; e = e->next). */
struct gf_json {
    enum gf_json_type type;
    bool boolean;
    double number;
    const char *string; /* UTF-8, zero-terminated; may also contain zeros */
    size_t n;           /* bytes of the string; elements or members */
    const char *key;    /* of a member, zero-terminated; NULL elsewhere */
    size_t n_key;
    const struct gf_json *first, *next;
    const struct gf_json *below[2]; /* search tree of an object's members, by hash */
    const struct gf_json *root;     /* of that tree */
    uint32_t hash;
};

/* Parses text[0 .. n), which must be one value with nothing but white space around it,
 * in UTF-8. Not accepted: comments, trailing commas, leading zeros, NaN, a byte order
 * mark, lone surrogates, numbers beyond the range of a double, the same key twice in an
 * object, more than GF_JSON_MAX_DEPTH nested arrays and objects, dozens of keys crafted to
 * have the same hash. Returns NULL with GF_BAD_JSON, naming line and column (in characters,
 * from 1), or GF_OUT_OF_MEMORY. The tree lives in the arena and does not point into the
 * text. Two allocations, whatever the text. */
const struct gf_json *gf_json_parse(struct gf_arena *arena, const char *text, size_t n,
                                    struct gf_error *err);

/* The member of that name, or NULL when there is none or `object` is NULL or not an
 * object. A tree search: an object may have a hundred thousand members. */
const struct gf_json *gf_json_get(const struct gf_json *object, const char *key);

/* The member of that name if it is of that type, or NULL. */
const struct gf_json *gf_json_member(const struct gf_json *object, const char *key,
                                     enum gf_json_type type);

/* Whether a value is null or missing. */
bool gf_json_is_null(const struct gf_json *value);

/* Typed getters: false, with *out untouched, when the value is NULL or another type; so
 * `gf_json_as_int(gf_json_get(o, "seed"), &seed)` keeps a default. An integer is any
 * number without a fractional part (1e3 is one) of magnitude up to 2^53. */
bool gf_json_as_bool(const struct gf_json *value, bool *out);
bool gf_json_as_double(const struct gf_json *value, double *out);
bool gf_json_as_int(const struct gf_json *value, int64_t *out);
bool gf_json_as_uint(const struct gf_json *value, uint64_t *out);
bool gf_json_as_string(const struct gf_json *value, const char **out, size_t *n);

/* ---- writing -------------------------------------------------------------------- */

/* A value of a parsed tree, back to text. */
void gf_json_tree(struct gf_json_writer *w, const struct gf_json *value);

#endif
