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

/* The sum of the losses of n shards, in the same order. */
double gf_tree_of_losses(const double *loss, size_t n);

#endif
