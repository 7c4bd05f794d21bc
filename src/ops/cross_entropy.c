/* Loss of each row: -log softmax(z)[y] in nats, and its gradient
 * (softmax(z) - onehot(y)) / N with N the counted targets of the whole step.
 *
 * A batch divided into shards is a training step, whose backward computes loss and gradient
 * in one pass; its forward does nothing.
 * SPDX-License-Identifier: MIT */
#include "ops/ops.h"

struct gf_tensor *gf_cross_entropy(struct gf_graph *graph, struct gf_tensor *logits)
{
    struct gf_node *node =
        gf_graph_add(graph, &gf_op_cross_entropy, "loss", logits->stream, 1);
    gf_node_input(graph, node, logits, 0);
    node->keep = GF_KEEP_IN0;
    graph->logits = logits;
    graph->loss = &graph->tensors[node->out];
    graph->logits->is_result = graph->loss->is_result = true;
    return graph->loss;
}

static void forward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    bool backward_follows = batch->n_shard > 0;
    if (batch->target && !backward_follows) {
        struct gf_tensor *z = gf_in(run, node, 0), *loss = gf_out(run, node);
        gf_k->cross_entropy(z->value, batch->target, gf_rows(run, z->stream), z->width,
                            0, loss->value, NULL);
    }
}

static void backward(struct gf_run *run, struct gf_node *node)
{
    const struct gf_batch *batch = run->batch;
    struct gf_tensor *z = gf_in(run, node, 0), *loss = gf_out(run, node);
    gf_k->cross_entropy(z->value, batch->target, gf_rows(run, z->stream), z->width,
                        batch->inv_count, loss->value, z->grad);

    /* One chain of additions per shard; the trainer sums the shards as a tree. */
    struct gf_shards shards = gf_run_shards(run, z->stream);
    size_t r = 0;
    for (size_t s = 0; s < shards.n; s++) {
        double sum = shards.carry ? run->loss[s] : 0;
        for (; r < shards.row_end[s]; r++) {
            sum += loss->value[r];
        }
        run->loss[s] = sum;
    }
}

const struct gf_op gf_op_cross_entropy = {"cross_entropy", forward, backward};
