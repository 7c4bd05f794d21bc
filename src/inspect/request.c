/* SPDX-License-Identifier: MIT */
#include "inspect/request.h"

#include <string.h>

bool gf_analysis_takes(const char *arguments, const char *key, size_t n)
{
    for (const char *at = arguments; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == n && memcmp(at, key, n) == 0) return true;
        at += length;
    }
    return false;
}

const struct gf_json *gf_request_get(const struct gf_request *req, const char *key)
{
    GF_ASSERT(gf_analysis_takes(req->arguments, key, strlen(key)));
    return gf_json_get(req->json, key);
}

/* ---- numbers and choices ---------------------------------------------------------- */

enum gf_status gf_request_index(struct gf_request *req, const char *key, size_t limit,
                                int64_t otherwise, size_t *out)
{
    const struct gf_json *value = gf_request_get(req, key);
    int64_t x = otherwise;
    if (!value && otherwise < 0) return gf_fail(req->err, GF_E_argument_missing, key);
    if (value && (!gf_json_as_int(value, &x) || x < 0 || (uint64_t)x >= limit)) {
        return gf_fail(req->err, GF_E_argument_out_of_range, key,
                       limit > 0 ? limit - 1 : 0);
    }
    *out = (size_t)x;
    return GF_OK;
}

enum gf_status gf_request_range(struct gf_request *req, size_t n, struct gf_range *out)
{
    enum gf_status status = gf_request_index(req, "first", n, 0, &out->first);
    if (status != GF_OK) return status;
    n -= out->first;
    status = gf_request_index(req, "count", n + 1, (int64_t)n, &out->end);
    out->end += out->first;
    return status;
}

enum gf_status gf_request_head(struct gf_request *req, size_t *attention, size_t *head)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    if (a->n_attention == 0) return gf_fail(req->err, GF_E_no_attention);
    enum gf_status status =
        gf_request_index(req, "layer", a->n_attention, -1, attention);
    return status == GF_OK ? gf_request_index(req, "head", a->H, -1, head) : status;
}

/* An encoder writes labels, which have a vocabulary of their own. */
static const struct gf_tokenizer *output_vocabulary(const struct gf_model *model)
{
    return model->labels.n_vocab > 0 ? &model->labels : &model->tokenizer;
}

enum gf_status gf_request_token(struct gf_request *req, const char *key, bool is_output,
                                int32_t *id)
{
    const struct gf_model *model = req->inspector->model;
    const struct gf_tokenizer *tokenizer =
        is_output ? output_vocabulary(model) : &model->tokenizer;
    const struct gf_json *value = gf_request_get(req, key);
    const char *text;
    size_t n, i = 0, n_ids = 0;
    *id = -1;
    if (!value) return GF_OK;
    if (!gf_json_as_string(value, &text, &n)) {
        enum gf_status status = gf_request_index(req, key, tokenizer->n_vocab, -1, &i);
        *id = status == GF_OK ? (int32_t)i : -1;
        return status;
    }
    int32_t *ids = gf_arena_array(req->scratch, n + 1, sizeof *ids);
    if (!ids) return gf_request_memory(req);
    enum gf_status status =
        gf_tokenizer_encode(tokenizer, text, n, ids, &n_ids, req->err);
    if (status == GF_OK && n_ids != 1) {
        status = gf_fail(req->err, GF_E_argument_not_a_character, key);
    }
    *id = status == GF_OK ? ids[0] : -1;
    return status;
}

enum gf_status gf_request_logit(struct gf_request *req, const struct gf_pass *pass,
                                size_t *row, int32_t *token)
{
    size_t V = pass->graph->logits->width;
    *row = 0;
    enum gf_status status =
        gf_request_index(req, "position", pass->n, (int64_t)pass->n - 1, row);
    if (status == GF_OK) status = gf_request_token(req, "token", true, token);
    if (status == GF_OK && *token < 0) {
        int32_t truth = pass->batch.target[*row];
        const float *logits = pass->graph->logits->value + *row * V;
        *token = truth >= 0 ? truth : gf_argmax(logits, V);
    }
    return status;
}

enum gf_status gf_request_prediction(struct gf_request *req, struct gf_pass *pass,
                                     size_t *row, int32_t *token)
{
    struct gf_line line;
    enum gf_status status = gf_request_line(req, &line);
    if (status != GF_OK) return status;
    gf_pass_run(pass, req->inspector, &line);
    return gf_request_logit(req, pass, row, token);
}

void gf_put_prediction(struct gf_request *req, size_t row, int32_t token)
{
    gf_put(req->report, "position", (double)row);
    gf_put(req->report, "token", token);
}

enum gf_status gf_request_choice(struct gf_request *req, const char *key,
                                 const char *words, size_t *index)
{
    const struct gf_json *value = gf_request_get(req, key);
    const char *text = "";
    size_t n = 0;
    *index = 0;
    if (!value) return GF_OK;
    gf_json_as_string(value, &text, &n);
    for (const char *word = words; *word; (*index)++) {
        const char *end = strchr(word, '|');
        size_t n_word = end ? (size_t)(end - word) : strlen(word);
        if (n == n_word && memcmp(word, text, n) == 0) return GF_OK;
        word += n_word + (end != NULL);
    }
    return gf_fail(req->err, GF_E_argument_not_a_choice, key, words);
}

bool gf_request_flag(const struct gf_request *req, const char *key)
{
    bool x = false;
    gf_json_as_bool(gf_request_get(req, key), &x);
    return x;
}

/* ---- sequences -------------------------------------------------------------------- */

static const int32_t *copy(struct gf_request *req, const int32_t *ids, size_t n)
{
    int32_t *own = gf_arena_array(req->scratch, n + 1, sizeof *own);
    if (own) {
        memcpy(own, ids, n * sizeof *own);
    }
    return own;
}

/* Member "text" as tokens in scratch; n_ids 0 when it is missing. */
static enum gf_status read_text(struct gf_request *req, struct gf_encoded_text *r)
{
    const struct gf_json *value = gf_request_get(req, "text");
    const struct gf_text_encoder *encoder = &req->inspector->text_encoder;
    const char *text;
    size_t n;
    *r = (struct gf_encoded_text){0};
    if (!value) return GF_OK;
    if (!gf_json_as_string(value, &text, &n)) {
        return gf_fail(req->err, GF_E_argument_not_text, "text");
    }
    enum gf_status status = encoder->encode(encoder->data, text, n, r, req->err);
    if (status == GF_OK) {
        r->ids = copy(req, r->ids, r->n_ids);
        r->source = r->source ? copy(req, r->source, r->n_source) : NULL;
        status = gf_request_memory(req);
    }
    return status;
}

/* Targets of n consecutive tokens; the last has none, and an encoder's have none. */
static int32_t *next_tokens(struct gf_request *req, const int32_t *ids, size_t n)
{
    bool guesses_next = req->inspector->model->config.arch != GF_ARCH_ENCODER;
    int32_t *target = gf_arena_array(req->scratch, n, sizeof *target);
    for (size_t i = 0; target && i < n; i++) {
        target[i] = guesses_next && i + 1 < n ? ids[i + 1] : -1;
    }
    return target;
}

/* Memory for passes over these. */
static enum gf_status reserve(struct gf_request *req, const struct gf_line *lines,
                              size_t n_lines)
{
    size_t n = 1;
    for (size_t i = 0; i < n_lines; i++) {
        n = n > lines[i].n ? n : lines[i].n;
    }
    return gf_activations_reserve(req->inspector->activations, n, req->gradients,
                                  req->err);
}

static enum gf_status find_line(struct gf_request *req, struct gf_line *line)
{
    size_t T = (size_t)req->inspector->model->config.block_size;
    struct gf_encoded_text r;
    enum gf_status status = read_text(req, &r);
    if (status != GF_OK) return status;
    if (r.n_ids == 0 && req->inspector->n_probe > 0) {
        *line = req->inspector->probe[0];
        return GF_OK;
    }
    if (r.n_ids == 0) return gf_fail(req->err, GF_E_text_needed);
    size_t n = r.n_ids < T ? r.n_ids : T;
    r.ids += r.n_ids - n;
    *line = (struct gf_line){.tokens = r.ids,
                             .target = next_tokens(req, r.ids, n),
                             .source = r.source,
                             .n = n,
                             .n_source = r.n_source};
    return gf_request_memory(req);
}

enum gf_status gf_request_line(struct gf_request *req, struct gf_line *line)
{
    enum gf_status status = find_line(req, line);
    return status == GF_OK ? reserve(req, line, 1) : status;
}

/* A text in windows; the target of a window's last token is the first of the next. A
 * question-answer pair is one window. */
static enum gf_status cut(struct gf_request *req, const struct gf_encoded_text *r,
                          const struct gf_line **lines, size_t *n_lines)
{
    size_t T = req->inspector->window, n = r->n_ids;
    *n_lines = (n + T - 1) / T;
    struct gf_line *windows = gf_arena_array(req->scratch, *n_lines, sizeof *windows);
    const int32_t *target = next_tokens(req, r->ids, n);
    for (size_t i = 0; windows && target && i < *n_lines; i++) {
        windows[i] = (struct gf_line){.tokens = r->ids + i * T,
                                      .target = target + i * T,
                                      .source = r->source,
                                      .n = (i + 1) * T <= n ? T : n - i * T,
                                      .n_source = r->n_source};
    }
    *lines = windows;
    return gf_request_memory(req);
}

/* As many lines as "sequences" says, and of each as many tokens as "tokens" does. */
static enum gf_status limit(struct gf_request *req, const struct gf_line **lines,
                            size_t *n_lines)
{
    size_t n = 0, n_token = 0, few = req->few > 0 ? req->few : *n_lines;
    enum gf_status status = gf_request_index(req, "tokens", SIZE_MAX, 0, &n_token);
    if (status == GF_OK) {
        status = gf_request_index(req, "sequences", SIZE_MAX, (int64_t)few, &n);
    }
    if (status == GF_OK && n == 0) status = gf_fail(req->err, GF_E_no_sequences);
    *n_lines = n < *n_lines ? n : *n_lines;
    if (status != GF_OK || n_token == 0) return status;
    struct gf_line *own = gf_arena_array(req->scratch, *n_lines, sizeof *own);
    if (!own) return gf_request_memory(req);
    memcpy(own, *lines, *n_lines * sizeof *own);
    for (size_t i = 0; i < *n_lines; i++) {
        if (own[i].n > n_token) own[i].n = n_token;
    }
    *lines = own;
    return GF_OK;
}

static enum gf_status find_lines(struct gf_request *req, bool reads_text,
                                 const struct gf_line **lines, size_t *n_lines)
{
    struct gf_encoded_text r = {0};
    enum gf_status status = reads_text ? read_text(req, &r) : GF_OK;
    *lines = req->inspector->probe;
    *n_lines = req->inspector->n_probe;
    if (status == GF_OK && r.n_ids > 0) {
        status = cut(req, &r, lines, n_lines);
    } else if (status == GF_OK && *n_lines == 0) {
        status = gf_fail(req->err, GF_E_no_validation_text);
    }
    if (status == GF_OK) status = limit(req, lines, n_lines);
    return status == GF_OK ? reserve(req, *lines, *n_lines) : status;
}

enum gf_status gf_request_lines(struct gf_request *req, const struct gf_line **lines,
                                size_t *n_lines)
{
    return find_lines(req, true, lines, n_lines);
}

enum gf_status gf_request_probe(struct gf_request *req, const struct gf_line **lines,
                                size_t *n_lines)
{
    return find_lines(req, req->inspector->n_probe == 0, lines, n_lines);
}

/* ---- scratch ---------------------------------------------------------------------- */

void *gf_request_array(struct gf_request *req, size_t rows, size_t columns, size_t size)
{
    size_t n;
    bool fits = !__builtin_mul_overflow(rows, columns, &n) && n < SIZE_MAX;
    return gf_arena_array(req->scratch, fits ? n + 1 : SIZE_MAX, size);
}

enum gf_status gf_request_memory(struct gf_request *req)
{
    return req->scratch->failed ? gf_fail(req->err, GF_E_no_memory) : GF_OK;
}

enum gf_status gf_request_obstacle(struct gf_request *req, enum gf_error_key key)
{
    struct gf_error why;
    gf_fail(&why, key);
    gf_json_error(gf_json_key(&req->report->json, "obstacle"), &why);
    return GF_OK;
}

bool gf_request_has_stream(struct gf_request *req)
{
    enum gf_error_key obstacle = req->inspector->residual.obstacle;
    if (obstacle != GF_E_none) gf_request_obstacle(req, obstacle);
    return obstacle == GF_E_none;
}

void gf_put_component(struct gf_report *r, const struct gf_residual_component *s)
{
    gf_put_text(r, "part", gf_part_name(s->part));
    if (s->layer >= 0) {
        gf_put(r, "layer", (double)s->layer);
    }
}
