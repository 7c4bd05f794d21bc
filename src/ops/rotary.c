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

/* Turns row r of x to y; other columns are copied. */
static void turn(const struct gf_node *node, float *y, const float *x, size_t r,
                 size_t W, size_t position, float sign)
{
    const size_t n = node->n_columns, R = node->rotary_dim;
    const struct gf_turn t = {
        n, n / node->H, R, node->halves, sign, node->table + position * R};
    gf_k->turn(y + r * W, x + r * W, &t);
    memcpy(y + r * W + n, x + r * W + n, (W - n) * sizeof(float));
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = batch->n_time[y->stream];
    for (size_t r = 0; r < gf_rows(run, y->stream); r++)
        turn(node, y->value, x->value, r, y->width, batch->pos + r % T, 1);
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    struct gf_tensor *x = gf_in(run, node, 0), *y = gf_out(run, node);
    size_t T = run->batch->n_time[y->stream];
    /* The input is a projection that no other node reads. */
    GF_ASSERT(!node->in[0].add_grad);
    for (size_t r = 0; r < gf_rows(run, y->stream); r++)
        turn(node, x->grad, y->grad, r, y->width, r % T, -1);
}

const struct gf_op gf_op_rotary = {"rotary", forward, backward};
