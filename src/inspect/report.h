/* The answer of an analysis: a JSON object, and beside it tables as plain floats, so that
 * they need not be printed and parsed.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_REPORT_H
#define GF_INSPECT_REPORT_H

#include "base/json.h"

#define GF_NAN ((double)__builtin_nanf(""))

struct gf_report {
    struct gf_json_writer json;
    struct gf_buffer *floats; /* NULL: tables are lists in the JSON */
};

/* Write one member of the open object. */
void gf_put(struct gf_report *r, const char *key, double x);
void gf_put_text(struct gf_report *r, const char *key, const char *text);
void gf_put_flag(struct gf_report *r, const char *key, bool x);

/* A short list of numbers; NaN becomes null. */
void gf_put_list(struct gf_report *r, const char *key, const double *x, size_t n);

/* A table: {"shape": [rows, columns], "at": first float}, or with "data": [numbers] instead
 * of "at" where `floats` is NULL. */
void gf_put_table(struct gf_report *r, const char *key, const float *x, size_t rows,
                  size_t columns);

/* Begin a member that is an object or array; end it with the JSON writer. */
void gf_put_object(struct gf_report *r, const char *key);
void gf_put_array(struct gf_report *r, const char *key);

#endif
