/* Sums over rows: gradients of biases.
 * SPDX-License-Identifier: MIT */
#include "kernels/shard_sum.h"

/* Four rows at a time: a sum is read and written once for four additions. */
static void add_rows(float *sum, const float *x, size_t ldx, size_t rows, size_t N)
{
    for (; rows >= 4; rows -= 4, x += 4 * ldx)
        for (size_t i = 0; i < N; i += GF_LANES) {
            gf_vf s = gf_load_n(sum + i, N - i);
            GF_UNROLL
            for (size_t r = 0; r < 4; r++) s = s + gf_load_n(x + r * ldx + i, N - i);
            gf_store_n(sum + i, s, N - i);
        }
    for (; rows; rows--, x += ldx) GF_FN(add)(sum, sum, x, N);
}

void GF_FN(column_sums)(float *out, const float *x, size_t ldx, size_t R, size_t N,
                        const struct gf_shards *shards, float *work)
{
    const struct gf_shards whole = {.n = 1, .row_end = {R}};
    if (!shards) shards = &whole;
    size_t r = 0;
    for (size_t s = 0; s < shards->n; s++) {
        float *sum = gf_tree_begin(work, N, s, shards, out);
        add_rows(sum, x + r * ldx, ldx, shards->row_end[s] - r, N);
        r = shards->row_end[s];
        gf_tree_join(work, N, s);
    }
    memcpy(out, work, N * sizeof(float));
}
