/* One request to look inside, and what answers it. A request is a JSON object; every
 * analysis reads what it needs from it and says what is missing.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_REQUEST_H
#define GF_INSPECT_REQUEST_H

#include "inspect/inspector.h"
#include "inspect/report.h"

struct gf_request {
    struct gf_inspector *inspector;
    const struct gf_json *json;
    struct gf_report *report; /* inside an object that the analysis fills */
    struct gf_arena *scratch; /* freed with the request */
    struct gf_error *err;     /* never NULL */
};

/* A whole number below `limit`. Missing: `otherwise`, or an error when that is negative. */
enum gf_status gf_request_index(struct gf_request *req, const char *key, size_t limit,
                                int64_t otherwise, size_t *out);

/* Attention and head by "layer" and "head"; attentions count over the model. */
enum gf_status gf_request_head(struct gf_request *req, size_t *attention, size_t *head);

/* A token by its text, "q", or by its id, 12; missing: -1. is_output: of what the model
 * writes, which for an encoder are labels. */
enum gf_status gf_request_token(struct gf_request *req, const char *key, bool is_output,
                                int32_t *id);

/* Which logit of a pass that has run: row "position" (missing: the last) and "token"
 * (missing: the true next one where there is one, else the likeliest). */
enum gf_status gf_request_logit(struct gf_request *req, const struct gf_pass *pass,
                                size_t *row, int32_t *token);

/* One of the words of a list "zero|mean"; missing: the first. */
enum gf_status gf_request_choice(struct gf_request *req, const char *key,
                                 const char *words, size_t *index);

/* true when the member is there and true. */
bool gf_request_flag(const struct gf_request *req, const char *key);

/* The sequence in "text" (its last block_size tokens; question, tab, answer for a model
 * of pairs), or the first of the probe set when there is none. */
enum gf_status gf_request_line(struct gf_request *req, struct gf_line *line);

/* What is measured over: the probe set, or "text" cut in windows when there is one.
 * Targets run on across the cuts. */
enum gf_status gf_request_lines(struct gf_request *req, const struct gf_line **lines,
                                size_t *n);

/* n floats or doubles of scratch; NULL sets the error. */
float *gf_request_floats(struct gf_request *req, size_t n);
double *gf_request_doubles(struct gf_request *req, size_t n);

/* GF_OK, or GF_OUT_OF_MEMORY when some scratch was not to be had. */
enum gf_status gf_request_memory(struct gf_request *req);

/* Whether the stream can be read. If not, writes the "obstacle". */
bool gf_request_has_stream(struct gf_request *req);

/* Writes {"part", "layer"} members of a station. */
void gf_put_component(struct gf_report *r, const struct gf_residual_component *s);

/* ---- the analyses ------------------------------------------------------------------ */

/* Each reads its request and fills the object; see inspect.h. */
#define GF_ANALYSIS(name) enum gf_status gf_inspect_##name(struct gf_request *req);
#include "inspect/analyses.def"
#undef GF_ANALYSIS

#endif
