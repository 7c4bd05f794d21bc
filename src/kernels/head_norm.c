/* Each group of D floats divided by its root mean square: y = x f, f = (mean(x^2) + eps)^-1/2.
 *
 *   dx = f (dy - y mean(dy y))
 *
 * The norm of Zhang & Sennrich (2019) without gain, for the heads of queries and keys.
 * SPDX-License-Identifier: MIT */
#include "kernels/rows.h"

void GF_FN(head_norm_forward)(float *y, float *factor, const float *x, size_t n,
                              size_t D, float eps)
{
    for (size_t g = 0; g < n; g++, x += D, y += D) {
        factor[g] = 1.0f / __builtin_sqrtf(gf_squares_of(x, 0, D) / (float)D + eps);
        const gf_vf f = gf_splat(factor[g]);
        for (size_t d = 0; d < D; d += GF_LANES)
            gf_store_n(y + d, gf_load_n(x + d, D - d) * f, D - d);
    }
}

/* Sum of a[i] * b[i]. */
static float dot(const float *a, const float *b, size_t n)
{
    float copies[2][GF_ROW_STEP];
    struct gf_row sum = {0};
    for (size_t i = 0; i < n; i += GF_ROW_STEP) {
        const float *at_a = gf_step(copies[0], a + i, n - i, 0);
        const float *at_b = gf_step(copies[1], b + i, n - i, 0);
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++)
            sum.v[j] = gf_madd(sum.v[j], gf_load(at_a + j * GF_LANES),
                               gf_load(at_b + j * GF_LANES));
    }
    return gf_row_sum(sum);
}

void GF_FN(head_norm_backward)(float *dx, const float *dy, const float *y,
                               const float *factor, size_t n, size_t D)
{
    for (size_t g = 0; g < n; g++, dx += D, dy += D, y += D) {
        const gf_vf f = gf_splat(factor[g]), pull = gf_splat(dot(dy, y, D) / (float)D);
        for (size_t d = 0; d < D; d += GF_LANES) {
            gf_vf v = gf_load_n(dy + d, D - d) - gf_load_n(y + d, D - d) * pull;
            gf_store_n(dx + d, v * f, D - d);
        }
    }
}
