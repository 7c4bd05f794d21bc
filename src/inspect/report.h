/* What an analysis says: a JSON object, and beside it large tables as plain floats, which
 * nobody wants to print and parse again.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_REPORT_H
#define GF_INSPECT_REPORT_H

#include "base/json.h"

#define GF_NAN ((double)__builtin_nanf(""))

struct gf_report {
    struct gf_json_writer json;
    struct gf_buffer *floats; /* NULL: tables go into the JSON as lists of numbers */
};

/* One member each, in an object begun by the caller. */
void gf_put(struct gf_report *r, const char *key, double x);
void gf_put_text(struct gf_report *r, const char *key, const char *text);
void gf_put_flag(struct gf_report *r, const char *key, bool x);

/* "obstacle": why this analysis does not apply to the model. */
void gf_put_obstacle(struct gf_report *r, enum gf_error_key key);

/* A short list of numbers; NaN becomes null. */
void gf_put_list(struct gf_report *r, const char *key, const double *x, size_t n);

/* A table of floats: {"shape": [rows, columns], "at": first float}, or with "data": […]
 * instead of "at" when there is no place for floats. */
void gf_put_table(struct gf_report *r, const char *key, const float *x, size_t rows,
                  size_t columns);

/* Begins a member that is an object or an array; end it with the writer's functions. */
void gf_put_object(struct gf_report *r, const char *key);
void gf_put_array(struct gf_report *r, const char *key);

#endif
