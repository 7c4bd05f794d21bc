/* Maps of the embeddings.
 *
 *   embedding_map  PCA of the rows of W_E, aligned with the map of the previous request, so
 *                  that tokens move instead of jumping
 *   position_map   the position embeddings, [T][C], and their cosine similarity, [T][T]
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/weights/eigen.h"
#include "inspect/heads/head_scores.h"

/* Points that a picture can tell apart. The rows in double take 25 MB at a width of 768. */
#define MAX_V 4096

static const struct gf_node *embedding(const struct gf_inspector *inspector)
{
    const int node = inspector->residual.embedding[GF_STREAM_MAIN];
    return &inspector->activations->graph->nodes[node];
}

static void centre(double *x, struct gf_matrix_view E, size_t V)
{
    const size_t C = E.columns;
    for (size_t c = 0; c < C; c++) {
        double mean = 0;
        for (size_t v = 0; v < V; v++) {
            x[v * C + c] = (double)gf_matrix_at(&E, v, c);
            mean += x[v * C + c] / (double)V;
        }
        for (size_t v = 0; v < V; v++) x[v * C + c] -= mean;
    }
}

static void put_classes(struct gf_request *req, size_t V)
{
    gf_put_array(req->report, "classes");
    for (size_t v = 0; v < V; v++) {
        enum gf_class class =
            gf_class_of(&req->inspector->model->tokenizer, (int32_t)v);
        gf_json_string(&req->report->json, gf_class_name(class));
    }
    gf_json_end_array(&req->report->json);
}

void gf_inspect_embedding_map(struct gf_request *req)
{
    struct gf_inspector *inspector = req->inspector;
    const struct gf_node *embed = embedding(inspector);
    size_t V = (size_t)inspector->model->config.vocab_size;
    size_t C = inspector->activations->graph->tensors[embed->out].width;
    if (!gf_request_applies(req, V <= MAX_V, GF_E_obstacle_vocabulary_too_large))
        return;
    size_t n_work = GF_SUBSPACE * (C + V) + 2 * GF_SUBSPACE * GF_SUBSPACE;
    double *x = gf_request_doubles(req, V, C), *y = gf_request_doubles(req, 2, V),
           share[2];
    double *last = gf_request_doubles(req, 2, V),
           *work = gf_request_doubles(req, 1, n_work);
    if (!gf_request_ok(req)) return;
    centre(x, gf_weights_matrix(&inspector->model->weights, embed->weight), V);
    gf_principal(x, V, C, y, share, work);
    for (size_t i = 0; i < 2 * V; i++) last[i] = (double)inspector->map[i];
    if (inspector->has_map) gf_align(y, last, V);
    for (size_t i = 0; i < 2 * V; i++) inspector->map[i] = (float)y[i];
    inspector->has_map = true;
    gf_put_table(req->report, "map", inspector->map, V, 2);
    gf_put_list(req->report, "share", share, 2);
    put_classes(req, V);
}

void gf_inspect_position_map(struct gf_request *req)
{
    const struct gf_node *embed = embedding(req->inspector);
    size_t T = (size_t)req->inspector->model->config.block_size;
    size_t C = req->inspector->activations->graph->tensors[embed->out].width;
    const struct gf_matrix_view rows =
        gf_position_rows(&req->inspector->model->weights, embed, C);
    if (!gf_request_applies(req, rows.columns > 0, GF_E_obstacle_no_positions)) return;
    float *table = gf_request_floats(req, T, T);
    double *size = gf_request_doubles(req, 1, T);
    float *P = gf_request_floats(req, T, C);
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < T * C; i++) P[i] = gf_matrix_at(&rows, i / C, i % C);
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j <= i; j++) {
            double dot = 0;
            for (size_t c = 0; c < C; c++) {
                dot += (double)P[i * C + c] * (double)P[j * C + c];
            }
            size[i] = i == j ? gf_sqrt(dot) : size[i];
            table[i * T + j] = (float)dot;
        }
    }
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sizes = size[i] * size[j];
            float cosine = sizes > 0 ? (float)((double)table[i * T + j] / sizes) : 0;
            table[i * T + j] = table[j * T + i] = cosine;
        }
    }
    gf_put_table(req->report, "cosine", table, T, T);
    gf_put_table(req->report, "table", P, T, C);
}
