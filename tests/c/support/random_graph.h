/* A small graph with everything it takes to run: parameters with random values, random
 * tokens and targets. Built again from the same recipe it is the same to the bit, in
 * whatever mode, so that runs can be compared.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_RIG_H
#define GF_TESTS_RIG_H

#include "ops/ops.h"
#include "reference_graph.h"

enum { RIG_MAX_PADS = 4096 };

/* What the graph of a rig is made from. `build` adds nodes to an empty graph. */
struct recipe {
    void (*build)(struct gf_graph *graph, const struct recipe *recipe);
    size_t B, T, T_source, V; /* V: tokens are below it; 0 stands for 5 */
    size_t C, H;              /* for build */
    float p;                  /* for build: dropout */
    int variant;              /* for build */
    bool padded;    /* some keys of both streams are hidden, all of one sequence */
    bool gated;     /* heads have factors, one of them 0 */
    bool short_run; /* one sequence and one position less than planned */
    uint64_t seed;
};

struct rig {
    const struct recipe *recipe;
    struct gf_arena arena;
    struct gf_layout *layout;
    struct gf_weights weights;
    struct gf_graph *graph;
    struct gf_batch batch; /* the whole step */
    struct gf_run run;
    float *grad; /* [n_grad] */
    double loss[GF_MAX_SHARDS];
    float *gate, *gate_grad; /* [attention][n_head] */
    size_t n_gate;
};

void rig_open(struct rig *rig, const struct recipe *recipe, enum gf_graph_mode mode);
void rig_close(struct rig *rig);

/* Fills the planned memory with NaN, so that nothing is read before it is written. */
void rig_poison(struct rig *rig);

/* Forward alone: also the row losses. */
void rig_forward(struct rig *rig);

/* Forward and backward of the whole batch in n_shard shards. Returns the summed loss. */
double rig_step(struct rig *rig, size_t n_shard);

/* Forward and backward of sequences first .. first + n - 1 as (part of) one shard. */
void rig_pass(struct rig *rig, size_t first, size_t n, bool carry);

/* First sequence of shard s of n. */
size_t rig_shard(const struct rig *rig, size_t s, size_t n);

/* The gradient of parameter i with those of its other uses added: what a numerical
 * derivative of the loss sees. */
float rig_grad(const struct rig *rig, int i, size_t element);

#endif
