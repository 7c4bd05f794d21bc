/* The residual stream of a model, read off its graph: which part writes where.
 *
 *   embedding ──┬── attention 1 ──┬── MLP 1 ──┬── … ── last norm ── output layer
 *              x^0               m^0         x^1
 *
 * Every station but the first reads the stream, computes a branch from it (the outputs of
 * the heads, or hidden units) and adds a linear image of that. Nothing here knows the
 * architectures: what looks like a stream is one.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_RESIDUAL_LAYOUT_H
#define GF_INSPECT_RESIDUAL_LAYOUT_H

#include "graph/graph.h"

enum gf_part { GF_PART_EMBEDDING = 0, GF_PART_ATTENTION, GF_PART_CROSS, GF_PART_MLP };

struct gf_residual_component {
    enum gf_part part;
    int node;   /* writes the stream after this part, into the tensor of that number */
    int branch; /* tensor of heads' outputs or hidden units; -1: embedding */
    int attention; /* number in the model; -1: not an attention */
    int layer;     /* from 0; -1: embedding */
};

/* One attention of the model, on whatever side. */
struct gf_attention_site {
    int heads; /* tensor with the outputs of all heads side by side */
    int out;   /* node that hands them on: a linear layer, an addition, or `heads`
                  where there is neither */
    int layer;
    enum gf_stream queries, keys;
    bool causal;
};

struct gf_residual_layout {
    struct gf_residual_component *components; /* the main stream, in order */
    size_t n_component;
    int final_norm;             /* node; -1: none */
    int head;                   /* node of the output layer; -1: none */
    enum gf_error_key obstacle; /* why the stream cannot be read; GF_E_none: it can */
    struct gf_attention_site *attentions; /* [n_attention], in model order */
    size_t n_attention;
    size_t H; /* heads of each attention; 1 where there is only an average */
};

/* Reads a graph whose tensors stay in place as long as the anatomy is used. False when
 * there is no memory. */
bool gf_residual_layout_read(struct gf_residual_layout *residual,
                             struct gf_arena *arena, const struct gf_graph *graph);

/* "embedding", "attention", "cross", "mlp". */
const char *gf_part_name(enum gf_part part);

/* The node that computes head `head` of an attention. */
struct gf_node *gf_head_node(struct gf_graph *graph, size_t attention, size_t head);

#endif
