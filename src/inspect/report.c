/* SPDX-License-Identifier: MIT */
#include "inspect/report.h"

void gf_put(struct gf_report *r, const char *key, double x)
{
    gf_json_double(gf_json_key(&r->json, key), x);
}

void gf_put_text(struct gf_report *r, const char *key, const char *text)
{
    gf_json_string(gf_json_key(&r->json, key), text);
}

void gf_put_flag(struct gf_report *r, const char *key, bool x)
{
    gf_json_bool(gf_json_key(&r->json, key), x);
}

void gf_put_object(struct gf_report *r, const char *key)
{
    gf_json_begin_object(gf_json_key(&r->json, key));
}

void gf_put_array(struct gf_report *r, const char *key)
{
    gf_json_begin_array(gf_json_key(&r->json, key));
}

void gf_put_list(struct gf_report *r, const char *key, const double *x, size_t n)
{
    gf_put_array(r, key);
    for (size_t i = 0; i < n; i++) gf_json_double(&r->json, x[i]);
    gf_json_end_array(&r->json);
}

void gf_put_table(struct gf_report *r, const char *key, const float *x, size_t rows,
                  size_t columns)
{
    gf_put_object(r, key);
    gf_put_list(r, "shape", (const double[]){(double)rows, (double)columns}, 2);
    if (r->floats) {
        gf_put(r, "at", (double)(r->floats->n / sizeof *x));
        gf_buffer_put(r->floats, x, rows * columns * sizeof *x);
    } else {
        gf_put_array(r, "data");
        for (size_t i = 0; i < rows * columns; i++) {
            gf_json_double(&r->json, (double)x[i]);
        }
        gf_json_end_array(&r->json);
    }
    gf_json_end_object(&r->json);
}
