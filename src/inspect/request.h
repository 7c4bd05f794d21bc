/* One request: its arguments, and the report that an analysis fills.
 *
 * The first failure, an argument that is missing or wrong or memory that is not there, stays
 * with the request: later arguments are not read, and have the value that each function
 * names. An analysis reads what it needs and asks gf_request_ok() once, before it runs.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_REQUEST_H
#define GF_INSPECT_REQUEST_H

#include "inspect/inspector.h"
#include "inspect/report.h"

struct gf_request {
    struct gf_inspector *inspector;
    const struct gf_json *json;
    const char *arguments;    /* members that may be read, from analyses.def */
    struct gf_report *report; /* inside the open object of the answer */
    struct gf_arena *scratch; /* freed with the request */
    enum gf_status status;    /* of the first failure; see gf_request_status() */
    struct gf_error *err;     /* never NULL */
    enum gf_gradients
        gradients; /* of the passes: set before the first line is asked for */
    size_t few;    /* sequences to measure over by default; 0: all. Set before, too */
};

/* GF_OK, or the first failure: of a function below, or of memory in scratch. */
enum gf_status gf_request_status(struct gf_request *req);

static inline bool gf_request_ok(struct gf_request *req)
{
    return gf_request_status(req) == GF_OK;
}

/* As gf_fail, unless something failed before. */
#define gf_request_fail(req, ...) \
    ((void)(gf_request_ok(req) && ((req)->status = gf_fail((req)->err, __VA_ARGS__))))

/* The list of arguments of an analysis (analyses.def); NULL: there is none of that name. */
const char *gf_analysis_arguments(const char *name);

/* Whether key[0 .. n) is in such a list. */
bool gf_analysis_takes(const char *arguments, const char *key, size_t n);

/* A member of the request, NULL when it is missing. */
const struct gf_json *gf_request_get(const struct gf_request *req, const char *key);

/* An integer from 0 to limit - 1; default `otherwise`, or required if that is negative.
 * After a failure 0. */
size_t gf_request_index(struct gf_request *req, const char *key, size_t limit,
                        int64_t otherwise);

/* "first" and "count" of n things; default: all. */
struct gf_span gf_request_range(struct gf_request *req, size_t n);

/* "layer" and "head"; "layer" is the attention's number in model order. */
void gf_request_head(struct gf_request *req, size_t *attention, size_t *head);

/* A token by its text, "q", or its id, 12; default, and after a failure, -1. is_output: of
 * the output vocabulary, which for an encoder is its labels. */
int32_t gf_request_token(struct gf_request *req, const char *key, bool is_output);

/* A logit of a pass that has run: "position" (default: the last) and "token" (default: the
 * true next token, else the likeliest). */
void gf_request_logit(struct gf_request *req, const struct gf_pass *pass, size_t *row,
                      int32_t *token);

/* Runs the line of the request. Like the next, returns gf_request_ok(). */
bool gf_request_pass(struct gf_request *req, struct gf_pass *pass);

/* The same; row and token are of the logit asked for. */
bool gf_request_prediction(struct gf_request *req, struct gf_pass *pass, size_t *row,
                           int32_t *token);

/* Writes them as the members "position" and "token". */
void gf_put_prediction(struct gf_request *req, size_t row, int32_t token);

/* Index of one of the words in a list "zero|mean"; default: the first. */
size_t gf_request_choice(struct gf_request *req, const char *key, const char *words);

/* Whether the member exists and is true. */
bool gf_request_flag(const struct gf_request *req, const char *key);

/* The sequence in "text" (its last block_size tokens; question, tab, answer for a model of
 * question-answer pairs); default: the first of P. */
struct gf_line gf_request_line(struct gf_request *req);

/* The sequences to measure over: P, or "text" cut into windows, of these as many as
 * "sequences" says, and of each as many tokens as "tokens" does. The target of a window's
 * last token is the first of the next. Returns their number, after a failure 0. */
size_t gf_request_lines(struct gf_request *req, const struct gf_line **lines);
/* P whatever "text" says; without P those of gf_request_lines(). */
size_t gf_request_probe(struct gf_request *req, const struct gf_line **lines);

/* rows x columns elements, zeroed, in scratch; NULL without memory for them, also where a
 * size_t cannot count them. */
void *gf_request_array(struct gf_request *req, size_t rows, size_t columns,
                       size_t size);

static inline float *gf_request_floats(struct gf_request *req, size_t rows,
                                       size_t columns)
{
    return gf_request_array(req, rows, columns, sizeof(float));
}

static inline double *gf_request_doubles(struct gf_request *req, size_t rows,
                                         size_t columns)
{
    return gf_request_array(req, rows, columns, sizeof(double));
}

/* Whether nothing failed and the analysis applies to the model; where it does not, writes
 * "obstacle", why not. */
bool gf_request_applies(struct gf_request *req, bool applies,
                        enum gf_error_key obstacle);

/* The same: whether the residual stream can be read. */
bool gf_request_has_stream(struct gf_request *req);

/* Writes the members "tensor", "row", "column" and "source" of an entry of an activation. */
void gf_put_entry(struct gf_report *r, const struct gf_tensor *tensor, size_t row,
                  size_t column);

/* Writes the members "part" and "layer" of a component. */
void gf_put_component(struct gf_report *r, const struct gf_residual_component *s);

/* Writes the logit lens of a pass that has run (residual/lens.c): members depths, top, top_p, p
 * and rank, or obstacle. Afterwards the pass is as before. */
void gf_put_lens(struct gf_request *req, struct gf_pass *pass);

/* ---- the analyses ------------------------------------------------------------------ */

/* Each reads the request and fills the object; see inspect.h. */
#define GF_ANALYSIS(name, about, arguments) \
    void gf_inspect_##name(struct gf_request *req);
#include "inspect/analyses.def"
#undef GF_ANALYSIS

#endif
