/* Rotary position embedding: each pair of columns of q and k is rotated by an angle
 * proportional to the position, so that q . k depends on their distance only.
 *
 *   (a, b) -> (a cos - b sin, a sin + b cos),   angle = t / base^(2i / R) for pair i
 *
 * Su et al., "RoFormer" (2021), equation 34: pairs are (2i, 2i + 1). GPT-NeoX (Black et al.
 * 2022) pairs (i, i + R / 2) instead; GPT-J (Wang & Komatsuzaki 2021) rotates the first R
 * columns of each head only. Backward rotates by the opposite angle.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "ops/ops.h"

struct gf_tensor *gf_rotary(struct gf_graph *graph, const struct gf_tensor *x,
                            const struct gf_rotary *opts)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_rotary, opts->name, x->stream, x->width);
    gf_node_input(graph, node, x, 0);
    node->n_columns = opts->n_columns;
    node->rotary_dim = opts->R;
    node->halves = opts->halves;
    node->H = opts->n_columns / opts->D;
    node->table = opts->angles;
    return &graph->tensors[node->out];
}

/* One row; sign 1 forward, -1 back. */
static void turn(float *restrict y, const float *restrict x, const struct gf_node *node,
                 size_t position, float sign)
{
    size_t n = node->n_columns, D = n / node->H, R = node->rotary_dim;
    size_t step = node->halves ? 1 : 2, apart = node->halves ? R / 2 : 1;
    const float *angle = node->table + position * R;
    for (size_t first = 0; first < n; first += D) {
        for (size_t i = 0; i < R / 2; i++) {
            size_t a = first + i * step, b = a + apart;
            float cosine = angle[2 * i], sine = sign * angle[2 * i + 1];
            y[a] = x[a] * cosine - x[b] * sine;
            y[b] = x[a] * sine + x[b] * cosine;
        }
        memcpy(y + first + R, x + first + R, (D - R) * sizeof(float));
    }
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = batch->n_time[y->stream], n = node->n_columns, W = y->width;
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        turn(y->value + r * W, x->value + r * W, node, batch->pos + r % T, 1);
        memcpy(y->value + r * W + n, x->value + r * W + n, (W - n) * sizeof(float));
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = run->batch->n_time[y->stream], n = node->n_columns, W = y->width;
    /* The input is a projection that no other node reads. */
    GF_ASSERT(!node->in[0].add_grad);
    for (size_t r = 0; r < gf_rows(run, y->stream); r++) {
        turn(x->grad + r * W, y->grad + r * W, node, r % T, -1);
        memcpy(x->grad + r * W + n, y->grad + r * W + n, (W - n) * sizeof(float));
    }
}

const struct gf_op gf_op_rotary = {"rotary", forward, backward};
