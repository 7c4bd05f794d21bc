/* SPDX-License-Identifier: MIT */
#include "train/gradient_tree.h"

#include "base/status.h"

struct gf_span gf_worker_shards(size_t n_shard, size_t n_worker, size_t worker)
{
    return (struct gf_span){worker * n_shard / n_worker,
                            (worker + 1) * n_shard / n_worker};
}

struct gf_span gf_first_subtree(struct gf_span range, size_t widest)
{
    size_t width = 1;
    while (2 * width <= widest && range.first % (2 * width) == 0 &&
           range.first + 2 * width <= range.last) {
        width *= 2;
    }
    return (struct gf_span){range.first, range.first + width};
}

void gf_gradient_tree_add(struct gf_gradient_tree *tree, float *grad, size_t n_shard,
                          double loss)
{
    GF_ASSERT(tree->n_pending < GF_TREE_DEPTH);
    tree->pending[tree->n_pending++] = (struct gf_partial_sum){grad, n_shard, loss};
    while (tree->n_pending > 1) {
        struct gf_partial_sum *right = &tree->pending[tree->n_pending - 1];
        struct gf_partial_sum *left = right - 1;
        if (left->n_shard != right->n_shard) {
            break;
        }
        gf_k->add(left->grad, left->grad, right->grad, tree->n_grad);
        left->n_shard *= 2;
        left->loss += right->loss;
        tree->n_pending--;
    }
}

double gf_tree_of_losses(const double *loss, size_t n)
{
    struct gf_gradient_tree tree = {0};
    for (size_t s = 0; s < n; s++) {
        gf_gradient_tree_add(&tree, NULL, 1, loss[s]);
    }
    return tree.pending[0].loss;
}
