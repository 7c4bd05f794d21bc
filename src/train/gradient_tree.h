/* The gradient of a step as a balanced binary tree over S shards of its sequences:
 *
 *          (0+1) + (2+3)
 *          /   \   /   \
 *         0     1 2     3
 *
 * Anybody may compute the gradient of an aligned subtree; the rest of the tree is summed
 * here. The order of the additions is that of the tree, so the sum is the same bytes
 * however the shards are divided among micro-batches, threads and workers.
 *
 * The tree continues inside one pass over several shards, where the kernels sum tile by
 * tile (kernels/shard_sum.h): gradients of single shards are then never stored.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TRAIN_GRADIENT_TREE_H
#define GF_TRAIN_GRADIENT_TREE_H

#include "kernels/kernels.h"

/* Shards first .. last - 1. */
struct gf_shard_range {
    size_t first, last;
};

/* The shards of worker number `worker` of n_worker: contiguous, in order, and equal up to
 * one. Empty for some workers when there are more of them than shards. */
struct gf_shard_range gf_worker_shards(size_t n_shard, size_t n_worker, size_t worker);

/* The widest aligned subtree at the beginning of a range that is not empty, of at most
 * `widest` shards: width is a power of two and `first` a multiple of it. */
struct gf_shard_range gf_first_subtree(struct gf_shard_range range, size_t widest);

/* Partial sums of a step. Zero but for n_grad: nothing summed yet. */
struct gf_gradient_tree {
    size_t n_grad;    /* floats in a gradient */
    size_t n_pending; /* sums that wait for the one to their right */
    struct gf_partial_sum {
        float *grad; /* [n_grad], borrowed */
        size_t n_shard;
        double loss; /* sum of row losses */
    } pending[GF_TREE_DEPTH];
};

/* Adds the next subtree, in ascending order of shards and of any width. `grad` is borrowed
 * until it is added to its left neighbour, which happens at once where both are halves of
 * one node: afterwards buffers pending[0 .. n_pending) are in use and others are free.
 * When all shards are in, pending[0] is the whole. */
void gf_gradient_tree_add(struct gf_gradient_tree *tree, float *grad, size_t n_shard,
                          double loss);

/* The sum of the losses of n shards, in the same order. */
double gf_tree_of_losses(const double *loss, size_t n);

#endif
