/* A graph computed in double precision by plain loops: the reference for the values of ops,
 * and for their gradients by finite differences. One function per op; an op of ops.def
 * without one does not link.
 *
 * Two ops of the tests isolate any op: test_op_given is a leaf whose value is a parameter,
 * so that input gradients are parameter gradients; test_op_weigh ends a graph with a fixed
 * weighted sum of its input, so that the incoming gradient is known and differs between
 * elements.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_REFERENCE_GRAPH_H
#define GF_TESTS_REFERENCE_GRAPH_H

#include "graph/graph.h"

struct reference_graph {
    const struct gf_graph *graph;
    const struct gf_batch *batch;
    size_t n_head;     /* row length of the head mask */
    double *param;     /* [n_value]; change at will between runs */
    double *head_mask; /* [attention][n_head]; all 1 when the batch has none */
    size_t n_head_mask;
    double *value[GF_MAX_NODES]; /* [rows][width] */
};

/* Copies weights and the head mask of a run; the graph and the batch are borrowed. */
void reference_open(struct reference_graph *reference, const struct gf_run *run);
void reference_close(struct reference_graph *reference);

/* Computes every value and returns inv_count * (sum of row losses). */
double reference_loss(struct reference_graph *reference);

/* d reference_loss / d x by central differences; x is one element of param or head_mask. */
double reference_derivative(struct reference_graph *reference, double *x);

/* The same along a direction: d reference_loss(param[0 .. n) + e d[0 .. n)) / d e. */
double reference_directional(struct reference_graph *reference, double *param,
                             const double *d, size_t n);

extern const struct gf_op test_op_given, test_op_weigh;

/* A leaf [rows][width], where row b * T + t belongs to sequence b of the whole step. */
struct gf_tensor *test_given(struct gf_graph *graph, const char *name,
                             enum gf_stream stream, size_t width);

/* Row losses: sum over c of weight(row, c) * x[row][c], as the end of a graph. */
struct gf_tensor *test_weigh(struct gf_graph *graph, struct gf_tensor *x);

#endif
