/* Embedding: the row of a table for each token, plus a row for its position.
 *
 *   x[r] = dropout(factor * E[token_r] + P[t_r])            r = b * T + t
 *   dE[v] = factor * sum over rows with token v of d[r],  dP[t] = sum over b of d[r]
 *   with d = dropout'(dx)
 *
 * Vaswani et al., "Attention is all you need" (2017), section 3.4 (factor = sqrt(C)) and
 * 3.5 (fixed sinusoidal P); learned P as in Radford et al. (2018).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_embed(struct gf_graph *graph, enum gf_stream stream,
                           const struct gf_embed *opts)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_embed, opts->name, stream, opts->C);
    struct gf_layout *layout = graph->layout;
    node->weight = gf_layout_param(layout, opts->tokens, 2, opts->V, opts->C,
                                   opts->fill, opts->scale);
    if (opts->shared) {
        node->weight = gf_layout_alias(
            layout, gf_graph_join(graph, opts->name, ".weight"), node->weight);
    }
    if (opts->learned) {
        node->bias =
            gf_layout_param(layout, opts->learned, 2, graph->n_position[stream],
                            opts->C, opts->fill, opts->scale);
    }
    node->table = opts->fixed;
    node->factor = opts->factor != 0 ? opts->factor : 1;
    node->p = opts->p;
    node->work = opts->C; /* a row of positions */
    if (gf_graph_has_backward(graph)) {
        /* The shards' sums of one table row, the gradient before dropout, row lists. */
        size_t rows = gf_graph_rows(graph, stream);
        node->work = (GF_MAX_SHARDS + rows) * opts->C + 2 * rows + opts->V + 64;
    }
    return &graph->tensors[node->out];
}

struct gf_matrix_view gf_position_rows(const struct gf_weights *weights,
                                       const struct gf_node *node, size_t C)
{
    if (node->bias >= 0) return gf_weights_matrix(weights, node->bias);
    return (struct gf_matrix_view){.value = node->table,
                                   .columns = node->table ? C : 0};
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *out = gf_out(run, node);
    size_t T = batch->n_time[out->stream], C = out->width,
           R = gf_rows(run, out->stream);
    const int32_t *token = batch->tokens[out->stream];
    const struct gf_matrix_view E = gf_weights_matrix(run->weights, node->weight);
    const struct gf_matrix_view P = gf_position_rows(run->weights, node, C);

    for (size_t r = 0; r < R; r++) {
        float *x = out->value + r * C;
        const float *e = gf_matrix_row(&E, (size_t)token[r], x);
        for (size_t c = 0; c < C; c++) {
            x[c] = node->factor * e[c];
        }
        if (P.columns > 0) {
            gf_k->add(x, x, gf_matrix_row(&P, batch->pos + r % T, run->graph->work), C);
        }
    }
    gf_run_dropout(run, node, out->value, out->value);
}

/* Rows to be summed, and how they are divided into shards. */
struct row_sum {
    const float *d; /* [R][C] */
    size_t C;
    struct gf_shards shards;
    float *part; /* [GF_MAX_SHARDS][C] */
};

/* out[c] = sum of the n listed rows (ascending): one chain per shard, and the shards summed
 * as a tree. Shards without rows are skipped, as adding +0 changes nothing. */
static void sum_rows(const struct row_sum *s, float *out, const uint32_t *row, size_t n)
{
    const size_t C = s->C;
    if (s->shards.n == 1) {
        if (!s->shards.carry) {
            memset(out, 0, C * sizeof *out);
        }
        for (size_t i = 0; i < n; i++) {
            gf_k->add(out, out, s->d + row[i] * C, C);
        }
        return;
    }
    bool filled[GF_MAX_SHARDS] = {false};
    size_t shard = 0;
    for (size_t i = 0; i < n; i++) {
        while (row[i] >= s->shards.row_end[shard]) {
            shard++;
        }
        float *part = s->part + shard * C;
        if (!filled[shard]) {
            memset(part, 0, C * sizeof *part);
            filled[shard] = true;
        }
        gf_k->add(part, part, s->d + row[i] * C, C);
    }
    for (size_t step = 1; step < s->shards.n; step *= 2) {
        for (size_t i = 0; i < s->shards.n; i += 2 * step) {
            float *left = s->part + i * C, *right = s->part + (i + step) * C;
            if (filled[i] && filled[i + step]) {
                gf_k->add(left, left, right, C);
            } else if (filled[i + step]) {
                memcpy(left, right, C * sizeof *left);
                filled[i] = true;
            }
        }
    }
    if (filled[0]) {
        memcpy(out, s->part, C * sizeof *out);
    } else {
        memset(out, 0, C * sizeof *out);
    }
}

/* Rows grouped by token, ascending within a group (counting sort):
 * group v is order[start[v] .. start[v + 1]). */
static void group_rows(const int32_t *token, size_t R, size_t V, uint32_t *start,
                       uint32_t *order)
{
    memset(start, 0, (V + 1) * sizeof *start);
    for (size_t r = 0; r < R; r++) {
        start[token[r]]++;
    }
    for (size_t v = 0; v < V; v++) {
        start[v + 1] += start[v];
    }
    for (size_t r = R; r-- > 0;) {
        order[--start[token[r]]] = (uint32_t)r;
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *out = gf_out(run, node);
    const struct gf_layout *layout = run->graph->layout;
    size_t T = batch->n_time[out->stream], C = out->width,
           R = gf_rows(run, out->stream);
    size_t V = layout->params[node->weight].dim[0];

    float *part = run->graph->work, *scaled = part + GF_MAX_SHARDS * C;
    uint32_t *order = (uint32_t *)(scaled + R * C), *start = order + R;
    struct row_sum sum = {out->grad, C, gf_run_shards(run, out->stream), part};
    float *dE = gf_run_grad(run, node->weight);
    float *dP = node->bias >= 0 ? gf_run_grad(run, node->bias) : NULL;
    if (!dE && !dP) return;

    sum.d = gf_run_dropout(run, node, scaled, sum.d);
    if (dP) {
        size_t T_max = layout->params[node->bias].dim[0];
        for (size_t t = 0; t < T_max; t++) {
            size_t n = t < T ? batch->n_seq : 0;
            for (size_t b = 0; b < n; b++) {
                order[b] = (uint32_t)(b * T + t);
            }
            sum_rows(&sum, dP + t * C, order, n);
        }
    }
    if (node->factor != 1) {
        gf_k->scale(scaled, sum.d, node->factor, R * C);
        sum.d = scaled;
    }
    if (!dE) return;
    group_rows(batch->tokens[out->stream], R, V, start, order);
    for (size_t v = 0; v < V; v++) {
        sum_rows(&sum, dE + v * C, order + start[v], start[v + 1] - start[v]);
    }
}

const struct gf_op gf_op_embed = {"embed", forward, backward};
