/* What must hold for any graph, made from a recipe: each is a test of its own, named
 * after what is built.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_CHECKS_H
#define GF_TESTS_CHECKS_H

#include "harness.h"
#include "random_graph.h"

struct op_case {
    const char *name; /* NULL ends a list */
    struct recipe recipe;
};

/* Every value agrees with the slow graph in double. */
void check_forward(const char *what, const char *how, const struct recipe *recipe);

/* Every parameter's gradient (inputs are parameters, see slow.h) and every gate's agrees
 * with finite differences of the slow graph. */
void check_gradients(const char *what, const char *how, const struct recipe *recipe);

/* Memory shared or not, with or without backward: the same bits. */
void check_modes(const char *what, const char *how, const struct recipe *recipe);

/* Shards in one pass equal the tree over shards run alone; micro-batches with carry equal
 * one pass; to the bit. */
void check_cuts(const char *what, const char *how, const struct recipe *recipe);

#endif
