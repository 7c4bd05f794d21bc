/* SPDX-License-Identifier: MIT */
#include "kernels/rows.h"

/* Elements whose squares share a float accumulator before they enter the double sum.
 * Part of the numeric definition. */
#define SQUARES_BLOCK 4096

double GF_FN(sum_squares)(const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i += SQUARES_BLOCK)
        sum += (double)gf_squares_of(x + i, 0, gf_min_size(SQUARES_BLOCK, n - i));
    return sum;
}

/* Loshchilov & Hutter, "Decoupled weight decay regularization", 2019, algorithm 2, with
 * the schedule folded into lr:
 *   m = b1 m + (1 - b1) g;  v = b2 v + (1 - b2) g^2
 *   w = w (1 - lr decay) - lr (m c1) / (sqrt(v c2) + eps) */
void GF_FN(adamw)(float *w, float *m, float *v, const float *g, size_t n,
                  const struct gf_adamw *o)
{
    const gf_vf keep = gf_splat(1.0f - o->lr * o->decay), lr = gf_splat(o->lr);
    const gf_vf b1 = gf_splat(o->beta1), a1 = gf_splat(1.0f - o->beta1);
    const gf_vf b2 = gf_splat(o->beta2), a2 = gf_splat(1.0f - o->beta2);
    const gf_vf c1 = gf_splat(o->correct1), c2 = gf_splat(o->correct2);
    const gf_vf eps = gf_splat(o->eps), scale = gf_splat(o->grad_scale);
    for (size_t i = 0; i < n; i += GF_LANES) {
        const size_t rest = n - i;
        gf_vf gi = gf_load_n(g + i, rest) * scale;
        gf_vf mi = gf_flush(gf_load_n(m + i, rest) * b1 + gi * a1);
        gf_vf vi = gf_flush(gf_load_n(v + i, rest) * b2 + gi * gi * a2);
        gf_vf step = (mi * c1) / (gf_vsqrt(vi * c2) + eps);
        gf_store_n(m + i, mi, rest);
        gf_store_n(v + i, vi, rest);
        gf_store_n(w + i, gf_load_n(w + i, rest) * keep - lr * step, rest);
    }
}
