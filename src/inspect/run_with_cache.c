/* The analysis "activations": one forward pass over a text, and backward on request, with
 * the values that the request names.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/request.h"

/* All heads of all attentions as squares [attention][H][T][T], zero outside the rows and
 * columns that an attention has. */
static void put_attention(struct gf_request *req, struct gf_pass *pass)
{
    const struct gf_residual_layout *residual = &req->inspector->residual;
    size_t T = gf_pass_longest(pass);
    size_t n_square = residual->n_attention * residual->H;
    float *squares = gf_request_floats(req, n_square * T, T);
    float *A = gf_request_floats(req, T, T);
    if (!squares || !A) return;
    for (size_t k = 0; k < n_square; k++) {
        const struct gf_attention_site *site = &residual->attentions[k / residual->H];
        size_t rows = pass->batch.n_time[site->queries];
        size_t columns = pass->batch.n_time[site->keys];
        gf_attention_weights(&pass->run, k / residual->H, k % residual->H, A, NULL);
        for (size_t i = 0; i < rows; i++) {
            memcpy(squares + (k * T + i) * T, A + i * columns, columns * sizeof *A);
        }
    }
    gf_put_table(req->report, "attention", squares, n_square * T, T);
}

/* Logits, and the loss of each position; NaN where nothing is predicted. */
static void put_logits(struct gf_request *req)
{
    const struct gf_activations *acts = req->inspector->activations;
    const struct gf_tensor *logits = acts->graph->logits, *loss = acts->graph->loss;
    float *row_loss = gf_request_floats(req, 1, acts->n);
    if (!row_loss) return;
    for (size_t i = 0; i < acts->n; i++) {
        row_loss[i] = acts->target[i] >= 0 ? loss->value[i] : (float)GF_NAN;
    }
    gf_put_table(req->report, "logits", logits->value, acts->n, logits->width);
    gf_put_table(req->report, "loss", row_loss, 1, acts->n);
}

/* What an MLP adds to row i of its stream: its Euclidean norm. */
static float norm_at(const struct gf_graph *graph, const struct gf_mlp_ref *mlp,
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
static void put_norms(struct gf_request *req, const char *key, enum gf_stream stream,
                      size_t n)
{
    const struct gf_residual_layout *residual = &req->inspector->residual;
    const struct gf_graph *graph = req->inspector->activations->graph;
    size_t n_mlp = 0;
    float *norms = gf_request_floats(req, residual->n_mlp, n);
    if (!norms) return;
    for (size_t k = 0; k < residual->n_mlp; k++) {
        if (residual->mlps[k].stream != stream) continue;
        for (size_t i = 0; i < n; i++) {
            norms[n_mlp * n + i] = norm_at(graph, &residual->mlps[k], i);
        }
        n_mlp++;
    }
    if (n_mlp > 0) gf_put_table(req->report, key, norms, n_mlp, n);
}

static void put_tensor(struct gf_request *req, const struct gf_json *name)
{
    struct gf_view view;
    const char *text = "";
    size_t n = 0;
    gf_json_as_string(name, &text, &n);
    if (!gf_activations_tensor(req->inspector->activations, text, &view)) {
        gf_request_fail(req, GF_E_no_such_tensor, text);
    } else if (!view.data) {
        gf_request_fail(req, GF_E_no_memory);
    }
    if (!gf_request_ok(req)) return;
    gf_json_begin_object(&req->report->json);
    gf_put_text(req->report, "name", text);
    gf_put_table(req->report, "values", view.data, view.rows, view.columns);
    gf_json_end_object(&req->report->json);
}

static void put_tensors(struct gf_request *req)
{
    const struct gf_json *names = gf_request_get(req, "tensors");
    const bool is_list = names && names->type == GF_JSON_ARRAY;
    gf_put_array(req->report, "tensors");
    for (const struct gf_json *name = is_list ? names->first : names;
         name && gf_request_ok(req); name = is_list ? name->next : NULL)
        put_tensor(req, name);
    gf_json_end_array(&req->report->json);
}

static void put_tokens(struct gf_report *r, const char *key, const int32_t *ids,
                       size_t n)
{
    gf_put_array(r, key);
    for (size_t i = 0; i < n; i++) gf_json_int(&r->json, ids[i]);
    gf_json_end_array(&r->json);
}

static void run(struct gf_request *req, const struct gf_line *line)
{
    struct gf_activations *acts = req->inspector->activations;
    gf_activations_source(acts, line->source, line->n_source);
    acts->all_on = gf_request_flag(req, "all_on");
    gf_activations_run(acts, line->tokens, line->n, gf_request_flag(req, "backward"));
    acts->all_on = false;
}

void gf_inspect_activations(struct gf_request *req)
{
    const struct gf_activations *acts = req->inspector->activations;
    const bool backward = gf_request_flag(req, "backward");
    struct gf_pass pass;
    if (backward && !req->inspector->trainer) {
        gf_request_fail(req, GF_E_no_training_text);
    }
    if (backward) req->gradients = GF_OF_PARAMETERS_TOO;
    const struct gf_line line = gf_request_line(req);
    if (!gf_request_ok(req)) return;
    run(req, &line);
    gf_pass_resume(&pass, req->inspector);
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    put_tokens(req->report, "tokens", acts->tokens, acts->n);
    put_tokens(req->report, "source", acts->source, acts->n_source);
    if (gf_request_flag(req, "attention")) put_attention(req, &pass);
    if (gf_request_flag(req, "logits")) put_logits(req);
    if (gf_request_flag(req, "lens")) {
        gf_put_object(req->report, "lens");
        gf_put_lens(req, &pass);
        gf_json_end_object(&req->report->json);
    }
    if (gf_request_flag(req, "norms")) {
        put_norms(req, "mlp_norm", GF_STREAM_MAIN, acts->n);
        put_norms(req, "source_mlp_norm", GF_STREAM_SOURCE, acts->n_source);
    }
    put_tensors(req);
}
