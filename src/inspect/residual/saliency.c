/* Saliency: the gradient of one logit with respect to each token's embedding.
 *
 *   g_j = d z_y / d W_E[t_j] at position j
 *   dot   g_j . W_E[t_j]     (gradient times input: the token's effect, to first order)
 *   norm  || g_j ||
 *
 * Simonyan, Vedaldi & Zisserman (2013); as in LIT and Ecco. A first-order effect, so it
 * may miss what ablation finds.
 * SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "inspect/request.h"

static void put_side(struct gf_request *req, const struct gf_pass *pass, int node,
                     float *rows)
{
    const struct gf_node *embed = &pass->graph->nodes[node];
    const struct gf_tensor *x = &pass->graph->tensors[node];
    const struct gf_matrix_view E = gf_weights_matrix(pass->run.weights, embed->weight);
    const int32_t *token = pass->batch.tokens[x->stream];
    size_t n = pass->batch.n_time[x->stream];
    for (size_t j = 0; j < n; j++) {
        double dot = 0, squares = 0;
        for (size_t c = 0; c < x->width; c++) {
            double g = (double)embed->factor * (double)x->grad[j * x->width + c];
            dot += g * (double)gf_matrix_at(&E, (size_t)token[j], c);
            squares += g * g;
        }
        rows[j] = (float)dot;
        rows[n + j] = (float)gf_sqrt(squares);
    }
    gf_put_table(req->report, x->stream == GF_STREAM_MAIN ? "rows" : "source_rows",
                 rows, 2, n);
}

void gf_inspect_saliency(struct gf_request *req)
{
    struct gf_pass pass;
    size_t row;
    int32_t y;
    req->gradients = GF_OF_ACTIVATIONS;
    if (!gf_request_prediction(req, &pass, &row, &y)) return;
    size_t n = pass.batch.n_time[0] + pass.batch.n_time[1];
    float *rows = gf_request_floats(req, 2, n);
    if (!gf_request_ok(req)) return;
    req->status = gf_pass_backward_logit(&pass, row, (size_t)y, req->err);
    if (!gf_request_ok(req)) return;
    gf_put_prediction(req, row, y);
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        int node = req->inspector->residual.embedding[s];
        if (node >= 0 && pass.graph->tensors[node].grad && pass.batch.n_time[s] > 0) {
            put_side(req, &pass, node, rows);
        }
    }
}
