/* The attention weights of a run, for inspection.
 * SPDX-License-Identifier: MIT */
#ifndef GF_OPS_ATTENTION_WEIGHTS_H
#define GF_OPS_ATTENTION_WEIGHTS_H

#include "graph/graph.h"

/* Weights A [Tq][Tk], before dropout, of one head of a node (counted within the node) in the
 * forward run of a batch of one sequence, and unless S is NULL its scaled scores. For every
 * kind of node with an attention number. */
void gf_attention_weights(struct gf_run *run, struct gf_node *node, size_t head,
                          float *A, float *S);

#endif
