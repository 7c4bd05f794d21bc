/* The analysis "activations": one forward pass over a text, and backward on request, with
 * the values that the request names.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/residual/lens.h"

/* All heads of all attentions as squares [attention][H][T][T], zero outside the rows and
 * columns that an attention has. */
static enum gf_status put_attention(struct gf_request *req)
{
    struct gf_activations *acts = req->inspector->activations;
    const struct gf_residual_layout *residual = &req->inspector->residual;
    size_t T = acts->n > acts->n_source ? acts->n : acts->n_source;
    size_t n_square = residual->n_attention * residual->H;
    float *squares = gf_request_floats(req, n_square * T, T);
    float *A = gf_request_floats(req, T, T);
    if (!squares || !A) return gf_request_memory(req);
    for (size_t k = 0; k < n_square; k++) {
        size_t attention = k / residual->H, rows, columns;
        gf_activations_attention_shape(acts, attention, &rows, &columns);
        gf_activations_attention(acts, attention, k % residual->H, A, NULL);
        for (size_t i = 0; i < rows; i++) {
            memcpy(squares + (k * T + i) * T, A + i * columns, columns * sizeof *A);
        }
    }
    gf_put_table(req->report, "attention", squares, n_square * T, T);
    return GF_OK;
}

/* Logits, and the loss of each position; NaN where nothing is predicted. */
static enum gf_status put_logits(struct gf_request *req)
{
    const struct gf_activations *acts = req->inspector->activations;
    const struct gf_tensor *logits = acts->graph->logits, *loss = acts->graph->loss;
    float *row_loss = gf_request_floats(req, 1, acts->n);
    if (!row_loss) return gf_request_memory(req);
    for (size_t i = 0; i < acts->n; i++) {
        row_loss[i] = acts->target[i] >= 0 ? loss->value[i] : (float)GF_NAN;
    }
    gf_put_table(req->report, "logits", logits->value, acts->n, logits->width);
    gf_put_table(req->report, "loss", row_loss, 1, acts->n);
    return GF_OK;
}

/* What an MLP adds to row i of its stream: its Euclidean norm. */
static float norm_at(const struct gf_graph *graph, const struct gf_mlp_site *mlp,
                     size_t i)
{
    const struct gf_tensor *out = &graph->tensors[mlp->out];
    const float *after = out->value + i * out->width;
    const float *before =
        mlp->before >= 0 ? graph->tensors[mlp->before].value + i * out->width : NULL;
    double squares = 0;
    for (size_t c = 0; c < out->width; c++) {
        double added = (double)after[c] - (before ? (double)before[c] : 0);
        squares += added * added;
    }
    return (float)gf_sqrt(squares);
}

/* Norms of all MLPs of a stream, [MLP][n]. */
static enum gf_status put_norms(struct gf_request *req, const char *key,
                                enum gf_stream stream, size_t n)
{
    const struct gf_residual_layout *residual = &req->inspector->residual;
    const struct gf_graph *graph = req->inspector->activations->graph;
    size_t n_mlp = 0;
    float *norms = gf_request_floats(req, residual->n_mlp, n);
    if (!norms) return gf_request_memory(req);
    for (size_t k = 0; k < residual->n_mlp; k++) {
        if (residual->mlps[k].stream != stream) continue;
        for (size_t i = 0; i < n; i++) {
            norms[n_mlp * n + i] = norm_at(graph, &residual->mlps[k], i);
        }
        n_mlp++;
    }
    if (n_mlp > 0) {
        gf_put_table(req->report, key, norms, n_mlp, n);
    }
    return GF_OK;
}

static enum gf_status put_tensor(struct gf_request *req, const struct gf_json *name)
{
    struct gf_view view;
    const char *text = "";
    size_t n = 0;
    gf_json_as_string(name, &text, &n);
    if (!gf_activations_tensor(req->inspector->activations, text, &view)) {
        return gf_fail(req->err, GF_E_no_such_tensor, text);
    }
    if (!view.data) return gf_fail(req->err, GF_E_no_memory);
    gf_json_begin_object(&req->report->json);
    gf_put_text(req->report, "name", text);
    gf_put_table(req->report, "values", view.data, view.rows, view.columns);
    gf_json_end_object(&req->report->json);
    return GF_OK;
}

static enum gf_status put_tensors(struct gf_request *req)
{
    const struct gf_json *names = gf_request_get(req, "tensors");
    enum gf_status status = GF_OK;
    gf_put_array(req->report, "tensors");
    bool is_list = names && names->type == GF_JSON_ARRAY;
    const struct gf_json *name = is_list ? names->first : NULL;
    for (; name && status == GF_OK; name = name->next) {
        status = put_tensor(req, name);
    }
    gf_json_end_array(&req->report->json);
    return status;
}

static void put_tokens(struct gf_report *r, const char *key, const int32_t *ids,
                       size_t n)
{
    gf_put_array(r, key);
    for (size_t i = 0; i < n; i++) gf_json_int(&r->json, ids[i]);
    gf_json_end_array(&r->json);
}

/* Lens and norms of the run that the activations hold. */
static enum gf_status put_depths(struct gf_request *req)
{
    const struct gf_activations *acts = req->inspector->activations;
    enum gf_status status = GF_OK;
    if (gf_request_flag(req, "lens")) {
        struct gf_pass pass;
        gf_pass_resume(&pass, req->inspector);
        gf_put_object(req->report, "lens");
        status = gf_put_lens(req, &pass);
        gf_json_end_object(&req->report->json);
    }
    if (!gf_request_flag(req, "norms")) return status;
    if (status == GF_OK) status = put_norms(req, "mlp_norm", GF_STREAM_MAIN, acts->n);
    return status == GF_OK
               ? put_norms(req, "source_mlp_norm", GF_STREAM_SOURCE, acts->n_source)
               : status;
}

static void run(struct gf_request *req, const struct gf_line *line)
{
    struct gf_activations *acts = req->inspector->activations;
    if (line->source) {
        gf_activations_source(acts, line->source, line->n_source);
    }
    acts->all_on = gf_request_flag(req, "all_on");
    gf_activations_run(acts, line->tokens, line->n, gf_request_flag(req, "backward"));
    acts->all_on = false;
}

enum gf_status gf_inspect_activations(struct gf_request *req)
{
    const struct gf_activations *acts = req->inspector->activations;
    struct gf_line line;
    if (gf_request_flag(req, "backward") && !req->inspector->trainer) {
        return gf_fail(req->err, GF_E_no_training_text);
    }
    if (gf_request_flag(req, "backward")) req->gradients = GF_OF_PARAMETERS_TOO;
    enum gf_status status = gf_request_line(req, &line);
    if (status != GF_OK) return status;
    run(req, &line);
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    put_tokens(req->report, "tokens", acts->tokens, acts->n);
    put_tokens(req->report, "source", acts->source, acts->n_source);
    if (gf_request_flag(req, "attention")) {
        status = put_attention(req);
    }
    if (status == GF_OK && gf_request_flag(req, "logits")) status = put_logits(req);
    if (status == GF_OK) status = put_depths(req);
    return status == GF_OK ? put_tensors(req) : status;
}
