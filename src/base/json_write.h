/* Writing JSON.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_JSON_WRITE_H
#define GF_BASE_JSON_WRITE_H

#include "base/buffer.h"

/* A quoted string: " \ and control characters escaped, everything else as UTF-8.
 * Bytes that are not UTF-8 become U+FFFD, so the output is always JSON. */
void gf_json_write_string(struct gf_buffer *out, const char *text, size_t n);

/* Puts the commas and colons. No white space is written. Errors are those of the
 * buffer: look at out->arena->failed at the end.
 *
 *     struct gf_json_writer w = {.out = &buffer};
 *     gf_json_begin_object(&w);
 *     gf_json_double(gf_json_key(&w, "loss"), loss);
 *     gf_json_end_object(&w);
 */
struct gf_json_writer {
    struct gf_buffer *out;
    bool comma; /* the next value or key needs one before it */
};

void gf_json_begin_object(struct gf_json_writer *w);
void gf_json_end_object(struct gf_json_writer *w);
void gf_json_begin_array(struct gf_json_writer *w);
void gf_json_end_array(struct gf_json_writer *w);
/* Returns w, for the value that must follow. */
struct gf_json_writer *gf_json_key(struct gf_json_writer *w, const char *key);
void gf_json_key_n(struct gf_json_writer *w, const char *key, size_t n);
void gf_json_string(struct gf_json_writer *w, const char *text);
void gf_json_string_n(struct gf_json_writer *w, const char *text, size_t n);

/* The shortest digits that read back as the same double, in JavaScript's notation
 * (integers below 1e21 without point or exponent); -0 as -0, NaN and infinities as
 * null, which JSON forces. */
void gf_json_double(struct gf_json_writer *w, double x);
void gf_json_int(struct gf_json_writer *w, int64_t x);
void gf_json_bool(struct gf_json_writer *w, bool x);
void gf_json_null(struct gf_json_writer *w);

/* A value that is already JSON, for example another writer's output. */
void gf_json_raw(struct gf_json_writer *w, const char *json, size_t n);

#endif
