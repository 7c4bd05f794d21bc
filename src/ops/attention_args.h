/* From a node of the graph to the arguments of the attention kernels.
 * SPDX-License-Identifier: MIT */
#ifndef GF_OPS_ATTENTION_ARGS_H
#define GF_OPS_ATTENTION_ARGS_H

#include "graph/graph.h"

/* The kernel's arguments for an attention node of a run. With a cache, appends the new keys
 * and values to it. */
struct gf_attn gf_attention_args(struct gf_run *run, struct gf_node *node);

/* The same with the pointers of gradients. */
struct gf_attn gf_attention_backward_args(struct gf_run *run, struct gf_node *node);

/* First column of operand i (0: q, 1: k, 2: v) of a head of the model in its tensor. */
size_t gf_attention_column(const struct gf_graph *graph, const struct gf_node *node,
                           int i, size_t head);

/* Floats of scratch that attention with the whole matrix of weights needs. */
size_t gf_attention_simple_work(size_t Tq, size_t Tk, size_t D);

#endif
