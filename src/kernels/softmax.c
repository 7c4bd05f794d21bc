/* Softmax over rows, and cross entropy.
 * SPDX-License-Identifier: MIT */
#include "kernels/softmax.h"

#include "base/maths.h"

void GF_FN(softmax)(float *p, const float *x, size_t R, size_t V, float temperature)
{
    for (size_t r = 0; r < R; r++, p += V, x += V) {
        float max = gf_max_of(x, V);
        GF_FN(scale)(p, p, 1.0f / gf_exp_row(p, x, V, max, temperature), V);
    }
}

/* dx = (softmax - onehot) * inv_count; the row's exponentials are in dx, their sum known.
 * loss = log(sum of e^(x - max)) - (x[target] - max). */
void GF_FN(cross_entropy)(const float *x, const int32_t *target, size_t R, size_t V,
                          float inv_count, float *row_loss, float *dx)
{
    for (size_t r = 0; r < R; r++, x += V) {
        float *d = dx ? dx + r * V : NULL;
        if (target[r] < 0) {
            row_loss[r] = 0;
            if (d) memset(d, 0, V * sizeof(float));
            continue;
        }
        const size_t t = (size_t)target[r];
        const float max = gf_max_of(x, V), margin = x[t] - max;
        const float sum = gf_exp_row(d, x, V, max, 1.0f);
        /* gf_log has no NaN; a diverged row must keep it. */
        row_loss[r] = sum == sum ? (float)(gf_log((double)sum) - (double)margin) : sum;
        if (!d) continue;
        const float inv = 1.0f / sum;
        const float at_target = (d[t] * inv - 1.0f) * inv_count;
        GF_FN(scale)(d, d, inv * inv_count, V);
        d[t] = at_target;
    }
}
