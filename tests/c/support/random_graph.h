/* A small graph with random parameters, tokens and targets, ready to run. The same recipe
 * gives the same bits in every mode, so that runs can be compared.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_RANDOM_GRAPH_H
#define GF_TESTS_RANDOM_GRAPH_H

#include "ops/ops.h"
#include "reference_graph.h"
#include "scoped.h"

/* How a graph is made. `build` adds nodes to an empty graph. */
struct recipe {
    void (*build)(struct gf_graph *graph, const struct recipe *recipe);
    size_t B, T, T_source, V; /* V: tokens are below it; 0 stands for 5 */
    size_t C, H;              /* for build */
    float p;                  /* for build: dropout */
    int variant;              /* for build */
    bool padded;        /* some keys of both streams are padding, in one sequence all */
    bool has_head_mask; /* heads have factors, one of them 0 */
    bool short_run;     /* one sequence and one position less than planned */
    uint64_t seed;
};

struct random_graph {
    const struct recipe *recipe;
    struct gf_arena arena;
    struct gf_layout *layout;
    struct gf_weights weights;
    struct gf_graph *graph;
    struct gf_batch batch; /* the whole step */
    struct gf_run run;
    float *grad; /* [n_grad] */
    double loss[GF_MAX_SHARDS];
    float *head_mask, *head_mask_grad; /* [attention][n_head] */
    size_t n_head_mask;
};

void random_graph_open(struct random_graph *rg, const struct recipe *recipe,
                       enum gf_graph_mode mode);
void random_graph_close(struct random_graph *rg);

/* The same as a variable that closes itself. */
#define RANDOM_GRAPH(name, recipe, mode) \
    struct random_graph name SCOPED(random_graph_close); \
    random_graph_open(&name, recipe, mode)

/* Fills the planned memory with NaN, so that nothing is read before it is written. */
void random_graph_poison(struct random_graph *rg);

/* Forward only, row losses included. */
void random_graph_forward(struct random_graph *rg);

/* Forward and backward of the whole batch in n_shard shards. Returns the summed loss. */
double random_graph_step(struct random_graph *rg, size_t n_shard);

/* Forward and backward of sequences first .. first + n - 1 as (part of) one shard. */
void random_graph_pass(struct random_graph *rg, size_t first, size_t n, bool carry);

/* First sequence of shard s of n. */
size_t random_graph_shard(const struct random_graph *rg, size_t s, size_t n);

/* The gradient of parameter i, aliases included: the derivative of the loss. */
float random_graph_grad(const struct random_graph *rg, int i, size_t element);

#endif
