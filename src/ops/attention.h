/* Shared by the two implementations of attention, and by inspection.
 * SPDX-License-Identifier: MIT */
#ifndef GF_OPS_ATTENTION_H
#define GF_OPS_ATTENTION_H

#include "graph/graph.h"

/* The kernel's arguments for an attention node of a run; with a cache, the new keys and
 * values have joined it. */
struct gf_attn gf_attention_args(struct gf_run *run, struct gf_node *node);

/* The same with the gradients in place. */
struct gf_attn gf_attention_backward_args(struct gf_run *run, struct gf_node *node);

/* Floats of scratch for the simple form. */
size_t gf_attention_simple_work(size_t Tq, size_t Tk, size_t D);

/* Weights A [Tq][Tk] of one head of a node (counted within the node) as the forward run
 * of the one sequence in the batch used them, before dropout, and scaled scores S unless
 * NULL. For every kind of node with an attention number. */
void gf_attention_weights(struct gf_run *run, struct gf_node *node, size_t head,
                          float *A, float *S);

#endif
