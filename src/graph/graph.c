/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/format.h"

#include <string.h>

/* Of a node on average: most have one, and concat one for each head, which are nodes too. */
#define MOST_INPUTS ((size_t)4)

struct gf_graph *gf_graph_new(struct gf_arena *arena, struct gf_layout *layout,
                              enum gf_graph_mode mode, size_t max_seq,
                              const size_t max_time[GF_STREAM_COUNT])
{
    struct gf_graph *graph = gf_arena_alloc(arena, sizeof *graph);
    if (graph) {
        graph->max_node = layout->n_node ? layout->n_node : GF_MAX_NODES;
        graph->max_input =
            layout->n_node ? layout->n_input : MOST_INPUTS * GF_MAX_NODES;
        graph->tensors = gf_arena_array(arena, graph->max_node, sizeof *graph->tensors);
        graph->nodes = gf_arena_array(arena, graph->max_node, sizeof *graph->nodes);
        graph->inputs = gf_arena_array(arena, graph->max_input + MOST_INPUTS,
                                       sizeof *graph->inputs);
        graph->arena = arena;
        graph->layout = layout;
        graph->mode = mode;
        graph->max_seq = max_seq;
        memcpy(graph->max_time, max_time, sizeof graph->max_time);
        memcpy(graph->n_position, max_time, sizeof graph->n_position);
        graph->max_keys = max_time[GF_STREAM_MAIN];
        graph->layer = -1;
    }
    return arena->failed ? NULL : graph;
}

const char *gf_graph_name(struct gf_graph *graph, const char *fmt, int i)
{
    char text[96];
    size_t n = gf_format(text, sizeof text, fmt, i);
    const char *name = gf_arena_string(graph->arena, text, n);
    return name ? name : "";
}

const char *gf_graph_join(struct gf_graph *graph, const char *left, const char *right)
{
    char text[128];
    size_t n = gf_format(text, sizeof text, "%s%s", left, right);
    const char *name = gf_arena_string(graph->arena, text, n);
    return name ? name : "";
}

struct gf_node *gf_graph_add(struct gf_graph *graph, const struct gf_op *op,
                             const char *name, enum gf_stream stream, size_t width)
{
    if (graph->n_node == (int)graph->max_node) {
        graph->overflow = true;
        graph->n_node--;
    }
    int i = graph->n_node++;
    graph->tensors[i] = (struct gf_tensor){
        .name = name, .stream = stream, .width = width, .producer = i, .grad_of = -1};
    graph->nodes[i] = (struct gf_node){.op = op,
                                       .name = name,
                                       .site = gf_name_hash(name),
                                       .layer = graph->layer,
                                       .attention = -1,
                                       .in = graph->inputs + graph->n_input,
                                       .out = i,
                                       .weight = -1,
                                       .bias = -1,
                                       .passes_grad = -1};
    return &graph->nodes[i];
}

void gf_node_input(struct gf_graph *graph, struct gf_node *node,
                   const struct gf_tensor *tensor, size_t column)
{
    GF_ASSERT(node == &graph->nodes[graph->n_node - 1]);
    graph->overflow = graph->overflow || graph->n_input == graph->max_input;
    if (graph->overflow) return;
    graph->n_input++;
    node->in[node->n_in++] =
        (struct gf_input){.tensor = (int)(tensor - graph->tensors), .column = column};
}

struct gf_shards gf_run_shards(const struct gf_run *run, enum gf_stream stream)
{
    const struct gf_batch *batch = run->batch;
    struct gf_shards shards = {.n = batch->n_shard, .carry = batch->carry};
    for (size_t s = 0; s < batch->n_shard; s++) {
        shards.row_end[s] = batch->shard_end[s] * batch->n_time[stream];
    }
    return shards;
}

struct gf_rng gf_run_dropout_key(const struct gf_run *run, const struct gf_node *node)
{
    return gf_rng_key(run->batch->seed ^ node->site, GF_RNG_DROPOUT, run->batch->step);
}

const float *gf_run_dropout(const struct gf_run *run, const struct gf_node *node,
                            float *to, const float *from)
{
    const struct gf_batch *batch = run->batch;
    const struct gf_tensor *out = &run->graph->tensors[node->out];
    const size_t n = batch->n_time[out->stream] * out->width; /* of a sequence */
    const float p = gf_run_p(run, node);
    if (p == 0) return from;
    gf_k->dropout(to, from, batch->n_seq * n, p, gf_run_dropout_key(run, node),
                  (uint32_t)(batch->first_seq * n));
    return to;
}

static double now(const struct gf_run *run)
{
    return run->timings ? run->timings->now() : 0;
}

void gf_graph_forward_from(struct gf_run *run, int first)
{
    for (int i = first; i < run->graph->n_node; i++) {
        struct gf_node *node = &run->graph->nodes[i];
        const double begin = now(run);
        if (gf_rows(run, gf_out(run, node)->stream) > 0) {
            node->op->forward(run, node);
        }
        if (run->timings) {
            run->timings->forward[i] += now(run) - begin;
        }
    }
}

/* Parameters that the loss does not depend on have gradient 0. */
static void clear_dead(struct gf_run *run, const struct gf_node *node)
{
    const int used[2] = {node->weight, node->bias};
    for (int k = 0; k < 2; k++) {
        float *grad = used[k] >= 0 ? gf_run_grad(run, used[k]) : NULL;
        if (grad && !run->batch->carry) {
            memset(grad, 0, run->graph->layout->params[used[k]].n * sizeof(float));
        }
    }
}

void gf_graph_backward(struct gf_run *run)
{
    for (int i = run->graph->n_node - 1; i >= 0; i--) {
        struct gf_node *node = &run->graph->nodes[i];
        const double begin = now(run);
        if (gf_out(run, node)->is_live) {
            node->op->backward(run, node);
        } else {
            clear_dead(run, node);
        }
        if (run->timings) {
            run->timings->backward[i] += now(run) - begin;
        }
    }
}

struct gf_tensor *gf_graph_tensor(struct gf_graph *graph, const char *name)
{
    for (int i = 0; i < graph->n_node; i++) {
        if (strcmp(graph->tensors[i].name, name) == 0) return &graph->tensors[i];
    }
    return NULL;
}
