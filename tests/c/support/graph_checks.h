/* Properties of any graph, built from a recipe: each is a test of its own, named after the
 * graph.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_GRAPH_CHECKS_H
#define GF_TESTS_GRAPH_CHECKS_H

#include "harness.h"
#include "random_graph.h"

struct op_case {
    const char *name; /* NULL ends a list */
    struct recipe recipe;
};

/* Every value agrees with the reference graph. */
void check_forward(const char *what, const char *how, const struct recipe *recipe);

/* Gradients of all parameters (inputs are parameters, see reference_graph.h) and the head mask agree
 * with finite differences of the reference graph. */
void check_gradients(const char *what, const char *how, const struct recipe *recipe);

/* The same bits with and without shared memory and backward. */
void check_modes(const char *what, const char *how, const struct recipe *recipe);

/* The same bits from shards in one pass and from shards run alone and summed as a tree, and
 * from micro-batches with carry and one pass. */
void check_shards(const char *what, const char *how, const struct recipe *recipe);

#endif
