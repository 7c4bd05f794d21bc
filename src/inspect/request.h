/* One request: its arguments, and the report that an analysis fills. Every function sets
 * the error when an argument is missing or wrong.
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
    struct gf_error *err;     /* never NULL */
    enum gf_gradients
        gradients; /* of the passes: set before the first line is asked for */
    size_t few;    /* sequences to measure over by default; 0: all. Set before, too */
};

/* Whether key[0 .. n) is in a list of arguments of analyses.def. */
bool gf_analysis_takes(const char *arguments, const char *key, size_t n);

/* A member of the request, NULL when it is missing. */
const struct gf_json *gf_request_get(const struct gf_request *req, const char *key);

/* An integer from 0 to limit - 1; default `otherwise`, or required if that is negative. */
enum gf_status gf_request_index(struct gf_request *req, const char *key, size_t limit,
                                int64_t otherwise, size_t *out);

/* From `first` to before `end`. */
struct gf_range {
    size_t first, end;
};

/* "first" and "count" of n things; default: all. */
enum gf_status gf_request_range(struct gf_request *req, size_t n, struct gf_range *out);

/* "layer" and "head"; "layer" is the attention's number in model order. */
enum gf_status gf_request_head(struct gf_request *req, size_t *attention, size_t *head);

/* A token by its text, "q", or its id, 12; default -1. is_output: of the output
 * vocabulary, which for an encoder is its labels. */
enum gf_status gf_request_token(struct gf_request *req, const char *key, bool is_output,
                                int32_t *id);

/* A logit of a pass that has run: "position" (default: the last) and "token" (default: the
 * true next token, else the likeliest). */
enum gf_status gf_request_logit(struct gf_request *req, const struct gf_pass *pass,
                                size_t *row, int32_t *token);

/* Runs the line of the request; row and token are of the logit asked for. */
enum gf_status gf_request_prediction(struct gf_request *req, struct gf_pass *pass,
                                     size_t *row, int32_t *token);

/* Writes them as the members "position" and "token". */
void gf_put_prediction(struct gf_request *req, size_t row, int32_t token);

/* Index of one of the words in a list "zero|mean"; default: the first. */
enum gf_status gf_request_choice(struct gf_request *req, const char *key,
                                 const char *words, size_t *index);

/* Whether the member exists and is true. */
bool gf_request_flag(const struct gf_request *req, const char *key);

/* The sequence in "text" (its last block_size tokens; question, tab, answer for a model of
 * question-answer pairs); default: the first of P. */
enum gf_status gf_request_line(struct gf_request *req, struct gf_line *line);

/* The sequences to measure over: P, or "text" cut into windows, of these as many as
 * "sequences" says, and of each as many tokens as "tokens" does. The target of a window's
 * last token is the first of the next. */
enum gf_status gf_request_lines(struct gf_request *req, const struct gf_line **lines,
                                size_t *n);
/* P whatever "text" says; without P those of gf_request_lines(). */
enum gf_status gf_request_probe(struct gf_request *req, const struct gf_line **lines,
                                size_t *n);

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

/* GF_OK, or GF_OUT_OF_MEMORY after any allocation in scratch failed. */
enum gf_status gf_request_memory(struct gf_request *req);

/* "obstacle": why this analysis does not apply to the model. Always GF_OK. */
enum gf_status gf_request_obstacle(struct gf_request *req, enum gf_error_key key);

/* Whether the residual stream can be read; otherwise writes "obstacle". */
bool gf_request_has_stream(struct gf_request *req);

/* Writes the members "part" and "layer" of a component. */
void gf_put_component(struct gf_report *r, const struct gf_residual_component *s);

/* ---- the analyses ------------------------------------------------------------------ */

/* Each reads the request and fills the object; see inspect.h. */
#define GF_ANALYSIS(name, about, arguments) \
    enum gf_status gf_inspect_##name(struct gf_request *req);
#include "inspect/analyses.def"
#undef GF_ANALYSIS

#endif
