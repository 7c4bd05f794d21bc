/* The gradient tree: which shards each worker computes, and in which order sums are added.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "train/gradient_tree.h"

/* Numbers of different magnitude, so that another order of additions gives other bits. */
static float leaf(size_t shard)
{
    return 1.0f / (float)(3 + 7 * shard) * (shard % 3 == 0 ? 1e4f : 1.0f);
}

static float expected_sum(size_t first, size_t n_shard)
{
    return n_shard == 1 ? leaf(first)
                        : expected_sum(first, n_shard / 2) +
                              expected_sum(first + n_shard / 2, n_shard / 2);
}

/* Bit i of `cuts`: a new range begins at shard i + 1. */
static void test_cuts(size_t n_shard, unsigned cuts)
{
    float slots[GF_TREE_DEPTH] = {0};
    struct gf_gradient_tree tree = {.n_grad = 1};
    double n_loss = 0;
    size_t first = 0;
    for (size_t end = 1; end <= n_shard; end++) {
        if (end < n_shard && !(cuts >> (end - 1) & 1)) continue;
        struct gf_span left = {first, end};
        while (left.first < left.last) {
            struct gf_span r = gf_first_subtree(left, n_shard);
            size_t width = r.last - r.first;
            CHECK(r.first == left.first && r.last <= end);
            CHECK((width & (width - 1)) == 0 && r.first % width == 0);
            float *sum = &slots[tree.n_pending];
            *sum = expected_sum(r.first, width);
            gf_gradient_tree_add(&tree, sum, width, (double)width);
            n_loss += (double)width;
            left.first = r.last;
        }
        first = end;
    }
    CHECK(tree.n_pending == 1 && tree.pending[0].n_shard == n_shard);
    CHECK(tree.pending[0].grad == slots && slots[0] == expected_sum(0, n_shard));
    CHECK(tree.pending[0].loss == n_loss);
}

TESTS(cases)
{
    for (size_t n_shard = 1; n_shard <= GF_MAX_SHARDS; n_shard *= 2) {
        test("gradient tree: every division of %zu shards gives the same sum", n_shard);
        for (unsigned cuts = 0; cuts < 1u << (n_shard - 1); cuts++)
            test_cuts(n_shard, cuts);
    }

    test("gradient tree: the shards of workers are contiguous and equal up to one");
    for (size_t n_worker = 1; n_worker <= 9; n_worker++) {
        size_t next = 0;
        for (size_t w = 0; w < n_worker; w++) {
            struct gf_span r = gf_worker_shards(8, n_worker, w);
            CHECK(r.first == next && r.last >= r.first);
            CHECK(r.last - r.first >= 8 / n_worker);
            CHECK(r.last - r.first <= (8 + n_worker - 1) / n_worker);
            next = r.last;
        }
        CHECK(next == 8);
    }

    test("gradient tree: a subtree is no wider than asked for");
    for (size_t widest = 1; widest <= 8; widest *= 2) {
        struct gf_span r = gf_first_subtree((struct gf_span){0, 8}, widest);
        CHECK(r.first == 0 && r.last == widest);
    }
}
