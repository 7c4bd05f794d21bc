/* SPDX-License-Identifier: MIT */
#include "inspect/residual_layout.h"

#include <string.h>

const char *gf_part_name(enum gf_part part)
{
    static const char *const names[] = {"embedding", "attention", "cross", "mlp"};
    return names[part];
}

struct gf_node *gf_head_node(struct gf_graph *graph, size_t attention, size_t head)
{
    for (int i = 0; i < graph->n_node; i++) {
        struct gf_node *node = &graph->nodes[i];
        if (node->attention == (int)attention && head >= node->first_head &&
            head < node->first_head + node->H) {
            return node;
        }
    }
    return NULL;
}

/* The component that writes tensor t; *before: the stream it adds to, -1 for the first. */
static bool station_at(const struct gf_graph *graph, int t,
                       struct gf_residual_component *s, int *before)
{
    const struct gf_node *node = &graph->nodes[t];
    *s = (struct gf_residual_component){
        .node = t, .branch = -1, .attention = -1, .layer = node->layer};
    *before = -1;
    if (node->op == &gf_op_embed) return true;
    if (node->n_in != 2 || (node->op != &gf_op_linear && node->op != &gf_op_add)) {
        return false;
    }
    bool is_linear = node->op == &gf_op_linear;
    s->branch = node->in[is_linear ? 0 : 1].tensor;
    *before = node->in[is_linear ? 1 : 0].tensor;
    s->part = GF_PART_MLP; /* or an attention: see below */
    return true;
}

static void read_stream(struct gf_residual_layout *a, const struct gf_graph *graph)
{
    const struct gf_node *head = &graph->nodes[graph->logits->producer];
    a->final_norm = a->head = -1;
    if (head->op == &gf_op_soft_cap) head = &graph->nodes[head->in[0].tensor];
    if (head->op != &gf_op_linear) {
        a->obstacle = GF_E_obstacle_no_output_layer;
        return;
    }
    a->head = head->out;
    int t = head->in[0].tensor;
    if (graph->nodes[t].op == &gf_op_norm) {
        a->final_norm = t;
        t = graph->nodes[t].in[0].tensor;
    }
    while (t >= 0) {
        int before;
        if (!station_at(graph, t, &a->components[a->n_component++], &before)) {
            a->obstacle = graph->nodes[t].op == &gf_op_norm
                              ? GF_E_obstacle_post_norm
                              : GF_E_obstacle_no_residual_stream;
            a->n_component = 0;
            return;
        }
        t = before;
    }
    for (size_t i = 0; 2 * i + 1 < a->n_component; i++) { /* was read from the end */
        struct gf_residual_component swap = a->components[i];
        a->components[i] = a->components[a->n_component - 1 - i];
        a->components[a->n_component - 1 - i] = swap;
    }
}

/* The node after the heads has their name as a prefix: "h.0.attn.c_proj". */
static struct gf_attention_site site_at(const struct gf_graph *graph, int i)
{
    const struct gf_node *node = &graph->nodes[i];
    struct gf_attention_site site = {
        .heads = i,
        .out = i,
        .layer = node->layer,
        .queries = graph->tensors[node->in[0].tensor].stream,
        .keys = graph->tensors[node->in[node->n_in > 1].tensor].stream,
        .causal = node->causal || node->op == &gf_op_average};
    for (int k = i + 1; k < graph->n_node; k++) {
        const struct gf_node *next = &graph->nodes[k];
        const char *name = graph->nodes[site.heads].name;
        bool reads = false;
        for (int in = 0; in < next->n_in; in++) {
            reads = reads || next->in[in].tensor == site.heads;
        }
        if (reads && next->op == &gf_op_concat) {
            site.heads = site.out = k;
        } else if (reads && strncmp(next->name, name, strlen(name)) == 0) {
            site.out = k;
        }
    }
    return site;
}

/* Whether node `next` reads hidden units. Only they have an activation function, or are
 * gated. */
static bool mlp_at(const struct gf_graph *graph, const struct gf_node *next,
                   struct gf_mlp_ref *site)
{
    const struct gf_node *hidden = &graph->nodes[next->in[0].tensor];
    bool is_hidden = hidden->act != GF_ACT_NONE || hidden->op == &gf_op_multiply;
    if (next->op != &gf_op_linear || !is_hidden) return false;
    *site = (struct gf_mlp_ref){.hidden = hidden->out,
                                .out = next->out,
                                .before = next->n_in > 1 ? next->in[1].tensor : -1,
                                .layer = next->layer,
                                .stream = graph->tensors[next->out].stream};
    return true;
}

static void mark_parameters(const struct gf_node *node, bool *used)
{
    if (node->weight >= 0) used[node->weight] = true;
    if (node->bias >= 0) used[node->bias] = true;
}

/* Whether a node changes queries and keys after their projection. */
static bool prepares(const struct gf_node *node)
{
    return node->op == &gf_op_rotary || node->op == &gf_op_head_norm;
}

const struct gf_node *gf_projection_of(const struct gf_graph *graph, int tensor)
{
    const struct gf_node *node = &graph->nodes[tensor];
    while (prepares(node)) node = &graph->nodes[node->in[0].tensor];
    return node;
}

/* Marks what a node before the heads uses: up to the projections, through what turns or
 * joins their results. */
static void mark_projections(const struct gf_graph *graph, int i, bool *used)
{
    const struct gf_node *node = &graph->nodes[i];
    if (node->op == &gf_op_linear) {
        mark_parameters(node, used);
    } else if (node->attention >= 0 || prepares(node) || node->op == &gf_op_concat) {
        for (int in = 0; in < node->n_in; in++) {
            mark_projections(graph, node->in[in].tensor, used);
        }
    }
}

void gf_attention_parameters(const struct gf_graph *graph,
                             const struct gf_attention_site *site, bool *used)
{
    mark_projections(graph, site->heads, used);
    mark_parameters(&graph->nodes[site->out], used);
}

const struct gf_mlp_ref *gf_mlp_of(const struct gf_residual_layout *a, int layer,
                                   enum gf_stream stream)
{
    for (size_t i = 0; i < a->n_mlp; i++) {
        const struct gf_mlp_ref *mlp = &a->mlps[i];
        if (mlp->layer == layer && mlp->stream == stream) return mlp;
    }
    return NULL;
}

bool gf_residual_layout_is_causal(const struct gf_residual_layout *a)
{
    bool causal = true;
    for (size_t i = 0; i < a->n_attention; i++) {
        bool own = a->attentions[i].queries == GF_STREAM_MAIN &&
                   a->attentions[i].keys == GF_STREAM_MAIN;
        causal = causal && (!own || a->attentions[i].causal);
    }
    return causal;
}

bool gf_residual_layout_read(struct gf_residual_layout *a, struct gf_arena *arena,
                             const struct gf_graph *graph)
{
    size_t n = (size_t)graph->n_node;
    *a = (struct gf_residual_layout){
        .components = gf_arena_array(arena, n, sizeof *a->components),
        .attentions = gf_arena_array(arena, (size_t)graph->n_attention + 1,
                                     sizeof *a->attentions),
        .embedding = {-1, -1},
        .mlps = gf_arena_array(arena, n, sizeof *a->mlps)};
    if (arena->failed) return false;
    for (int i = 0; i < graph->n_node; i++) {
        const struct gf_node *node = &graph->nodes[i];
        if (node->attention >= 0) {
            size_t H = node->first_head + node->H;
            size_t n_kv = node->first_kv_head + node->n_kv_head;
            a->H = H > a->H ? H : a->H;
            a->n_kv_head = n_kv > a->n_kv_head ? n_kv : a->n_kv_head;
        }
        if (node->attention >= 0 && node->first_head == 0) {
            a->attentions[a->n_attention++] = site_at(graph, i);
        }
        int *embedding = &a->embedding[graph->tensors[i].stream];
        if (node->op == &gf_op_embed && *embedding < 0) *embedding = i;
        a->n_mlp += mlp_at(graph, node, &a->mlps[a->n_mlp]);
    }
    read_stream(a, graph);
    for (size_t i = 0; i < a->n_component; i++) {
        struct gf_residual_component *s = &a->components[i];
        for (size_t k = 0; k < a->n_attention; k++) {
            const struct gf_attention_site *site = &a->attentions[k];
            if (site->heads != s->branch) continue;
            s->attention = (int)k;
            s->part = site->queries == site->keys ? GF_PART_ATTENTION : GF_PART_CROSS;
        }
    }
    return true;
}
