/* Errors are values: every function that can fail returns a status and, through an
 * optional gf_error, a key, its parameters and one sentence a person can act on.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_ERROR_H
#define GF_BASE_ERROR_H

#include "base/status.h"

enum gf_error_key {
    GF_E_none = 0,
#define GF_ERROR(key, status, sentence) GF_E_##key,
#include "base/errors.def"
#undef GF_ERROR
    GF_ERROR_COUNT
};

/* What went wrong, as data and as an English sentence. Pass NULL where it is not
 * wanted. */
struct gf_error {
    enum gf_status status;
    enum gf_error_key key;
    char message[448]; /* the sentence; cut at a UTF-8 boundary if it is longer */
    char params[1024]; /* JSON object; a parameter that has no room is left out */
};

/* "width_not_divisible" for GF_E_width_not_divisible. Static storage. */
const char *gf_error_name(enum gf_error_key key);

/* Sets *err (when not NULL) and returns the status that errors.def gives the key, so
 * that a failing line reads `return gf_fail(err, GF_E_width_not_divisible, "n_embd", C,
 * "n_head", H);`. The arguments are those of the sentence's placeholders, in order and
 * of their types; a NULL string is empty. An argument may be the error `err` itself. */
enum gf_status gf_fail(struct gf_error *err, enum gf_error_key key, ...);

struct gf_json_writer;
/* {"code", "key", "params", "message"}; no code for an obstacle. */
void gf_json_error(struct gf_json_writer *w, const struct gf_error *err);

/* "{name:type}" in a sentence of errors.def. */
struct gf_placeholder {
    const char *name;
    size_t n_name, n; /* n: bytes with the braces */
    char type;
};

/* Whether one begins at `at`. */
bool gf_is_placeholder(const char *at, struct gf_placeholder *p);

/* The row of errors.def. Static storage. */
const char *gf_error_sentence(enum gf_error_key key);
enum gf_status gf_error_status(enum gf_error_key key);

#endif
