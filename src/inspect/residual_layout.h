/* The residual stream of a model, derived from its graph: which component writes where.
 *
 *   embedding ──┬── attention 1 ──┬── MLP 1 ──┬── … ── last norm ── output layer
 *              x^0               m^0         x^1
 *
 * Every component but the first reads the stream, computes a branch (the outputs of the
 * heads, or hidden units) and adds a linear map of it. Works on the graph alone, for any
 * architecture.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_RESIDUAL_LAYOUT_H
#define GF_INSPECT_RESIDUAL_LAYOUT_H

#include "graph/graph.h"

enum gf_part { GF_PART_EMBEDDING = 0, GF_PART_ATTENTION, GF_PART_CROSS, GF_PART_MLP };

struct gf_residual_component {
    enum gf_part part;
    int node;      /* writes the stream, into the tensor of the same number */
    int branch;    /* tensor of head outputs or hidden units; -1: embedding */
    int attention; /* in model order; -1: not an attention */
    int layer;     /* from 0; -1: embedding */
};

/* One attention, of the main or the source stream. */
struct gf_attention_site {
    int heads; /* tensor with the outputs of all heads */
    int out;   /* node that reads them: a linear layer, an addition, or `heads`
                  where there is neither */
    int layer;
    enum gf_stream queries, keys;
    bool causal;
};

/* One MLP, of the main or the source stream. */
struct gf_mlp_ref {
    int hidden; /* tensor of the hidden units */
    int out;    /* node that reads them */
    int before; /* tensor of the stream that `out` adds to; -1: it replaces the stream */
    int layer;
    enum gf_stream stream;
};

struct gf_residual_layout {
    struct gf_residual_component *components; /* the main stream, in order */
    size_t n_component;
    int final_norm;                 /* node; -1: none */
    int head;                       /* node of the output layer; -1: none */
    int embedding[GF_STREAM_COUNT]; /* node of a stream's tokens; -1: none */
    enum gf_error_key obstacle;     /* why the stream cannot be read; GF_E_none: none */
    struct gf_attention_site *attentions; /* [n_attention], in model order */
    size_t n_attention;
    size_t H;                /* heads of each attention; 1 for averaging */
    size_t n_kv_head;        /* heads of keys and values that they share */
    struct gf_mlp_ref *mlps; /* [n_mlp], in model order */
    size_t n_mlp;
};

/* Reads a graph that outlives the layout. False when out of memory. */
bool gf_residual_layout_read(struct gf_residual_layout *residual,
                             struct gf_arena *arena, const struct gf_graph *graph);

/* Whether no position of the main stream depends on a later one. */
bool gf_residual_layout_is_causal(const struct gf_residual_layout *residual);

/* Marks the parameters of an attention, used[parameter]: of its projections and of its
 * output projection. */
void gf_attention_parameters(const struct gf_graph *graph,
                             const struct gf_attention_site *site, bool *used);

/* The MLP of a layer of a stream; NULL: none. */
const struct gf_mlp_ref *gf_mlp_of(const struct gf_residual_layout *residual, int layer,
                                   enum gf_stream stream);

/* The linear layer whose result an operand of attention is, before it was normalised and
 * rotated. */
const struct gf_node *gf_projection_of(const struct gf_graph *graph, int tensor);

/* "embedding", "attention", "cross", "mlp". */
const char *gf_part_name(enum gf_part part);

/* The node that computes head `head` of an attention. */
struct gf_node *gf_head_node(struct gf_graph *graph, size_t attention, size_t head);

#endif
