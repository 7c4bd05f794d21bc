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

size_t gf_request_index(struct gf_request *req, const char *key, size_t limit,
                        int64_t otherwise)
{
    const struct gf_json *value = gf_request_get(req, key);
    int64_t x = otherwise;
    if (!value && otherwise < 0) gf_request_fail(req, GF_E_argument_missing, key);
    if (value && (!gf_json_as_int(value, &x) || x < 0 || (uint64_t)x >= limit)) {
        gf_request_fail(req, GF_E_argument_out_of_range, key,
                        limit > 0 ? limit - 1 : 0);
    }
    return gf_request_ok(req) ? (size_t)x : 0;
}

struct gf_span gf_request_range(struct gf_request *req, size_t n)
{
    size_t first = gf_request_index(req, "first", n, 0);
    n -= first;
    return (struct gf_span){first,
                            first + gf_request_index(req, "count", n + 1, (int64_t)n)};
}

void gf_request_head(struct gf_request *req, size_t *attention, size_t *head)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    if (a->n_attention == 0) gf_request_fail(req, GF_E_no_attention);
    *attention = gf_request_index(req, "layer", a->n_attention, -1);
    *head = gf_request_index(req, "head", a->H, -1);
}

/* An encoder writes labels, which have a vocabulary of their own. */
static const struct gf_tokenizer *output_vocabulary(const struct gf_model *model)
{
    return model->labels.n_vocab > 0 ? &model->labels : &model->tokenizer;
}

int32_t gf_request_token(struct gf_request *req, const char *key, bool is_output)
{
    const struct gf_model *model = req->inspector->model;
    const struct gf_tokenizer *tokenizer =
        is_output ? output_vocabulary(model) : &model->tokenizer;
    const struct gf_json *value = gf_request_get(req, key);
    const char *text;
    size_t n, n_ids = 0;
    if (!value || !gf_request_ok(req)) return -1;
    if (!gf_json_as_string(value, &text, &n)) {
        size_t id = gf_request_index(req, key, tokenizer->n_vocab, -1);
        return gf_request_ok(req) ? (int32_t)id : -1;
    }
    int32_t *ids = gf_arena_array(req->scratch, n + 1, sizeof *ids);
    if (!ids) return -1;
    req->status = gf_tokenizer_encode(tokenizer, text, n, ids, &n_ids, req->err);
    if (n_ids != 1) gf_request_fail(req, GF_E_argument_not_a_character, key);
    return gf_request_ok(req) ? ids[0] : -1;
}

void gf_request_logit(struct gf_request *req, const struct gf_pass *pass, size_t *row,
                      int32_t *token)
{
    size_t V = pass->graph->logits->width;
    *row = gf_request_index(req, "position", pass->n, (int64_t)pass->n - 1);
    *token = gf_request_token(req, "token", true);
    if (*token < 0) {
        int32_t truth = pass->batch.target[*row];
        const float *logits = pass->graph->logits->value + *row * V;
        *token = truth >= 0 ? truth : gf_argmax(logits, V);
    }
}

bool gf_request_pass(struct gf_request *req, struct gf_pass *pass)
{
    struct gf_line line = gf_request_line(req);
    if (gf_request_ok(req)) gf_pass_run(pass, req->inspector, &line);
    return gf_request_ok(req);
}

bool gf_request_prediction(struct gf_request *req, struct gf_pass *pass, size_t *row,
                           int32_t *token)
{
    if (gf_request_pass(req, pass)) gf_request_logit(req, pass, row, token);
    return gf_request_ok(req);
}

void gf_put_prediction(struct gf_request *req, size_t row, int32_t token)
{
    gf_put(req->report, "position", (double)row);
    gf_put(req->report, "token", token);
}

size_t gf_request_choice(struct gf_request *req, const char *key, const char *words)
{
    const struct gf_json *value = gf_request_get(req, key);
    const char *text = "";
    size_t n = 0, index = 0;
    if (!value) return 0;
    gf_json_as_string(value, &text, &n);
    for (const char *word = words; *word; index++) {
        const char *end = strchr(word, '|');
        size_t n_word = end ? (size_t)(end - word) : strlen(word);
        if (n == n_word && memcmp(word, text, n) == 0) return index;
        word += n_word + (end != NULL);
    }
    gf_request_fail(req, GF_E_argument_not_a_choice, key, words);
    return 0;
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
    if (own) memcpy(own, ids, n * sizeof *own);
    return own;
}

/* Member "text" as tokens in scratch; n 0 when it is missing. */
static struct gf_line read_text(struct gf_request *req)
{
    const struct gf_json *value = gf_request_get(req, "text");
    const struct gf_text_encoder *encoder = &req->inspector->text_encoder;
    struct gf_line line = {0};
    const char *text;
    size_t n;
    if (!value || !gf_request_ok(req)) return line;
    if (!gf_json_as_string(value, &text, &n)) {
        gf_request_fail(req, GF_E_argument_not_text, "text");
        return line;
    }
    req->status = encoder->encode(encoder->data, text, n, &line, req->err);
    if (!gf_request_ok(req)) return (struct gf_line){0};
    line.tokens = copy(req, line.tokens, line.n);
    line.source = line.source ? copy(req, line.source, line.n_source) : NULL;
    return gf_request_ok(req) ? line : (struct gf_line){0};
}

/* Memory for passes over these. */
static void reserve(struct gf_request *req, const struct gf_line *lines, size_t n_lines)
{
    size_t n = 1;
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < n_lines; i++) n = n > lines[i].n ? n : lines[i].n;
    req->status = gf_activations_reserve(req->inspector->activations, n, req->gradients,
                                         req->err);
}

static struct gf_line find_line(struct gf_request *req)
{
    const struct gf_inspector *inspector = req->inspector;
    size_t T = (size_t)inspector->model->config.block_size;
    struct gf_line line = read_text(req);
    if (line.n == 0 && inspector->n_probe > 0) return inspector->probe[0];
    if (line.n == 0) gf_request_fail(req, GF_E_text_needed);
    if (!gf_request_ok(req)) return line;
    size_t n = line.n < T ? line.n : T;
    line.tokens += line.n - n;
    line.n = n;
    return line;
}

struct gf_line gf_request_line(struct gf_request *req)
{
    struct gf_line line = find_line(req);
    reserve(req, &line, 1);
    return line;
}

/* A text in windows; the target of a window's last token is the first of the next. A
 * question-answer pair is one window. */
static size_t cut(struct gf_request *req, const struct gf_line *text,
                  const struct gf_line **lines)
{
    size_t T = req->inspector->window, n = text->n, n_lines = (n + T - 1) / T;
    struct gf_line *windows = gf_arena_array(req->scratch, n_lines, sizeof *windows);
    int32_t *target = gf_arena_array(req->scratch, n, sizeof *target);
    if (target) gf_next_tokens(req->inspector->model, text->tokens, n, target);
    for (size_t i = 0; windows && target && i < n_lines; i++) {
        windows[i] = *text;
        windows[i].tokens += i * T;
        windows[i].target = target + i * T;
        windows[i].n = (i + 1) * T <= n ? T : n - i * T;
    }
    *lines = windows;
    return n_lines;
}

/* As many lines as "sequences" says, and of each as many tokens as "tokens" does. */
static size_t limit(struct gf_request *req, const struct gf_line **lines,
                    size_t n_lines)
{
    size_t few = req->few > 0 ? req->few : n_lines;
    const size_t most = (size_t)1 << 31; /* in 32 bits too */
    size_t n_token = gf_request_index(req, "tokens", most, 0);
    size_t n = gf_request_index(req, "sequences", most, (int64_t)few);
    if (n == 0) gf_request_fail(req, GF_E_no_sequences);
    n = n < n_lines ? n : n_lines;
    if (!gf_request_ok(req) || n_token == 0) return n;
    struct gf_line *own = gf_arena_array(req->scratch, n, sizeof *own);
    for (size_t i = 0; own && i < n; i++) {
        own[i] = (*lines)[i];
        own[i].n = own[i].n < n_token ? own[i].n : n_token;
    }
    *lines = own;
    return n;
}

static size_t find_lines(struct gf_request *req, bool reads_text,
                         const struct gf_line **lines)
{
    struct gf_line text = {0};
    if (reads_text) text = read_text(req);
    *lines = req->inspector->probe;
    size_t n = text.n > 0 ? cut(req, &text, lines) : req->inspector->n_probe;
    if (n == 0) gf_request_fail(req, GF_E_no_validation_text);
    n = limit(req, lines, n);
    reserve(req, *lines, n);
    return gf_request_ok(req) ? n : 0;
}

size_t gf_request_lines(struct gf_request *req, const struct gf_line **lines)
{
    return find_lines(req, true, lines);
}

size_t gf_request_probe(struct gf_request *req, const struct gf_line **lines)
{
    return find_lines(req, req->inspector->n_probe == 0, lines);
}

/* ---- scratch ---------------------------------------------------------------------- */

void *gf_request_array(struct gf_request *req, size_t rows, size_t columns, size_t size)
{
    size_t n;
    bool fits = !__builtin_mul_overflow(rows, columns, &n) && n < SIZE_MAX;
    return gf_arena_array(req->scratch, fits ? n + 1 : SIZE_MAX, size);
}

enum gf_status gf_request_status(struct gf_request *req)
{
    if (req->status == GF_OK && req->scratch->failed) {
        req->status = gf_fail(req->err, GF_E_no_memory);
    }
    return req->status;
}

bool gf_request_applies(struct gf_request *req, bool applies,
                        enum gf_error_key obstacle)
{
    struct gf_error why;
    if (applies || !gf_request_ok(req)) return gf_request_ok(req);
    gf_fail(&why, obstacle);
    gf_json_error(gf_json_key(&req->report->json, "obstacle"), &why);
    return false;
}

bool gf_request_has_stream(struct gf_request *req)
{
    enum gf_error_key obstacle = req->inspector->residual.obstacle;
    return gf_request_applies(req, obstacle == GF_E_none, obstacle);
}

void gf_put_entry(struct gf_report *r, const struct gf_tensor *tensor, size_t row,
                  size_t column)
{
    gf_put_text(r, "tensor", tensor->name);
    gf_put(r, "row", (double)row);
    gf_put(r, "column", (double)column);
    gf_put_flag(r, "source", tensor->stream == GF_STREAM_SOURCE);
}

void gf_put_component(struct gf_report *r, const struct gf_residual_component *s)
{
    gf_put_text(r, "part", gf_part_name(s->part));
    if (s->layer >= 0) gf_put(r, "layer", (double)s->layer);
}
