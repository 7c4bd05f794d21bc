/* The memory plan: when each buffer is needed, and where it lies.
 *
 * Time runs over 2N ticks: node i runs forward at tick i and backward at 2N - 1 - i.
 *
 *      value of t   |=====================================|          producer …
 *      grad of t                          |===============|          … its backward
 *                   0 .. i .. last use .. N .. last consumer' .. i' .. 2N
 *
 * A buffer lives for an interval of ticks; buffers whose intervals intersect must not overlap
 * in memory. Largest first, each goes to the lowest offset that is free for its whole
 * interval (first-fit decreasing): within a few percent of the lower bound on our graphs.
 * For inspection every buffer lives for ever; debug builds then keep red zones between them.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/red_zone.h"
#include "graph/graph.h"

struct buffer {
    float **where;   /* pointer to set; not dereferenced in a dry run */
    uint64_t n_used; /* floats; may exceed a 32-bit size_t */
    uint64_t n;      /* the same up to the next buffer */
    uint64_t offset;
    int start, end; /* ticks, inclusive */
};

struct plan {
    struct gf_graph *graph;
    struct buffer *buffers;
    int n_buffer;
    uint64_t n; /* floats in all */
};

/* Whether every value stays readable. */
static bool keeps_all(const struct gf_graph *graph)
{
    return graph->mode == GF_GRAPH_INSPECT || graph->mode == GF_GRAPH_CACHE;
}

static int end_of_time(const struct gf_graph *graph)
{
    return 2 * graph->n_node;
}

static int backward_tick(const struct gf_graph *graph, int node)
{
    return end_of_time(graph) - 1 - node;
}

/* Whether an earlier input of the node is the same columns of the same tensor: both
 * gradients are then added in one place. */
static bool is_repeated(const struct gf_node *node, int k)
{
    for (int j = 0; j < k; j++) {
        if (node->in[j].tensor == node->in[k].tensor &&
            node->in[j].column == node->in[k].column) {
            return true;
        }
    }
    return false;
}

static bool reads_once(const struct gf_node *node, int k)
{
    int n = 0;
    for (int j = 0; j < node->n_in; j++) {
        n += node->in[j].tensor == node->in[k].tensor;
    }
    return n == 1;
}

/* Which tensors the loss depends on, who reads each last, and which gradients pass
 * through a residual unchanged so that one buffer serves both sides. */
static void trace(struct gf_graph *graph)
{
    for (int i = 0; i < graph->n_node; i++) {
        struct gf_tensor *t = &graph->tensors[i];
        t->last_use = i;
        t->last_consumer = -1;
        t->is_live = t == graph->loss;
        t->grad_of = i;
    }
    for (int i = graph->n_node - 1; i >= 0; i--) {
        struct gf_node *node = &graph->nodes[i];
        bool live = graph->tensors[node->out].is_live;
        for (int k = 0; k < node->n_in; k++) {
            struct gf_tensor *in = &graph->tensors[node->in[k].tensor];
            in->last_use = in->last_use > i ? in->last_use : i;
            if (live) {
                in->is_live = true;
                in->last_consumer = in->last_consumer > i ? in->last_consumer : i;
                node->in[k].add_grad = in->last_consumer != i || is_repeated(node, k);
            }
        }
        int k = node->passes_grad;
        if (live && graph->mode == GF_GRAPH_TRAIN && k >= 0 && reads_once(node, k) &&
            !node->in[k].add_grad) {
            graph->tensors[node->in[k].tensor].grad_of =
                graph->tensors[node->out].grad_of;
        }
    }
}

static void reserve(struct plan *plan, float **where, uint64_t n, int start, int end)
{
    const bool inspecting = keeps_all(plan->graph);
    if (n > 0) {
        plan->buffers[plan->n_buffer++] =
            (struct buffer){.where = where,
                            .n_used = n,
                            .n = ((n + 15) & ~(uint64_t)15) /* whole cache lines */
                                 + (inspecting ? GF_RED_ZONE : 0),
                            .start = inspecting ? 0 : start,
                            .end = inspecting ? end_of_time(plan->graph) : end};
    }
}

static int value_end(const struct gf_graph *graph, const struct gf_tensor *t)
{
    if (t->is_result) return end_of_time(graph);
    int end = t->last_use;
    if (graph->mode == GF_GRAPH_INFER) return end;
    for (int i = 0; i < graph->n_node; i++) {
        const struct gf_node *node = &graph->nodes[i];
        if (!graph->tensors[node->out].is_live) {
            continue;
        }
        bool kept = node->out == t->producer && (node->keep & GF_KEEP_OUT);
        for (int k = 0; k < node->n_in; k++) {
            bool reads_again = k < 3 && (node->keep >> k & 1);
            kept = kept || (node->in[k].tensor == t->producer && reads_again);
        }
        int tick = backward_tick(graph, i);
        end = kept && tick > end ? tick : end;
    }
    return end;
}

static void reserve_node(struct plan *plan, int i)
{
    struct gf_graph *graph = plan->graph;
    struct gf_node *node = &graph->nodes[i];
    struct gf_tensor *t = &graph->tensors[i];
    uint64_t rows = gf_graph_rows(graph, t->stream);
    bool training = gf_graph_has_backward(graph);
    bool keep_aux = training && t->is_live && (node->keep & GF_KEEP_AUX);
    reserve(plan, &t->value, rows * t->width, i, value_end(graph, t));
    reserve(plan, &node->aux, rows * node->aux_per_row, i,
            keep_aux ? backward_tick(graph, i) : i);

    if (training && t->is_live && t->last_consumer >= 0 && t->grad_of == i) {
        /* Shared by every tensor that names this one in grad_of: lives as long as any of them. */
        int end = backward_tick(graph, i);
        for (int j = 0; j < i; j++) {
            if (graph->tensors[j].grad_of == i && backward_tick(graph, j) > end) {
                end = backward_tick(graph, j);
            }
        }
        reserve(plan, &t->grad, rows * t->width, backward_tick(graph, t->last_consumer),
                end);
    }
}

static void sort_by_size(struct buffer *b, int n)
{
    for (int i = 1; i < n; i++) { /* insertion sort: a few hundred entries */
        struct buffer x = b[i];
        int j = i;
        for (; j > 0 && b[j - 1].n < x.n; j--) {
            b[j] = b[j - 1];
        }
        b[j] = x;
    }
}

/* Lowest offset for buffer `i` among those placed before it. */
static uint64_t place(const struct buffer *b, int i)
{
    uint64_t offset = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (int j = 0; j < i; j++) {
            bool together = b[j].start <= b[i].end && b[i].start <= b[j].end;
            bool overlap =
                b[j].offset < offset + b[i].n && offset < b[j].offset + b[j].n;
            if (together && overlap) {
                offset = b[j].offset + b[j].n;
                moved = true;
            }
        }
    }
    return offset;
}

static void settle(struct plan *plan)
{
    sort_by_size(plan->buffers, plan->n_buffer);
    for (int i = 0; i < plan->n_buffer; i++) {
        struct buffer *b = &plan->buffers[i];
        b->offset = place(plan->buffers, i);
        plan->n = plan->n > b->offset + b->n ? plan->n : b->offset + b->n;
    }
}

static size_t largest_work(const struct gf_graph *graph)
{
    size_t n = 0;
    for (int i = 0; i < graph->n_node; i++) {
        n = n > graph->nodes[i].work ? n : graph->nodes[i].work;
    }
    return n;
}

static void assign(struct plan *plan, float *base)
{
    struct gf_graph *graph = plan->graph;
    for (int i = 0; i < plan->n_buffer; i++) {
        const struct buffer *b = &plan->buffers[i];
        float *start = *b->where = base + b->offset;
        if (keeps_all(graph)) {
            gf_red_zone(start + b->n_used, (size_t)(b->n - b->n_used) * sizeof(float));
        }
    }
    for (int i = 0; i < graph->n_node; i++) {
        struct gf_tensor *t = &graph->tensors[i];
        t->grad = t->is_live ? graph->tensors[t->grad_of].grad : NULL;
    }
    graph->work = base + plan->n;
}

enum gf_status gf_graph_plan(struct gf_graph *graph, bool dry, struct gf_error *err)
{
    if (graph->overflow || graph->layout->overflow) {
        return gf_fail(err, GF_E_too_many_parts, GF_MAX_NODES, "n_layer");
    }
    GF_SCOPED_ARENA(scratch);
    struct plan plan = {.graph = graph};
    plan.buffers = gf_arena_array(&scratch, 3 * GF_MAX_NODES, sizeof(struct buffer));
    if (plan.buffers && !graph->arena->failed) {
        trace(graph);
        for (int i = 0; i < graph->n_node; i++) {
            reserve_node(&plan, i);
        }
        settle(&plan);
        uint64_t n = plan.n + largest_work(graph);
        bool fits = n <= SIZE_MAX / sizeof(float);
        graph->n_bytes = fits ? (size_t)n * sizeof(float) : SIZE_MAX;
        if (!dry) {
            float *base = gf_arena_alloc(graph->arena, graph->n_bytes);
            if (base) {
                assign(&plan, base);
            }
        }
    }
    bool failed = !plan.buffers || graph->arena->failed;
    return failed
               ? gf_fail(err, GF_E_no_memory_for_graph, graph->n_bytes >> 20, "n_embd")
               : GF_OK;
}
