/* SPDX-License-Identifier: MIT */
#include "kernels/random.h"

#include "base/maths.h"

void GF_FN(dropout)(float *y, const float *x, size_t n, float p, struct gf_rng key,
                    uint32_t index0)
{
    const struct gf_dropout d = gf_dropout_of(key, p);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_vf v = gf_drop(&d, gf_load_n(x + i, n - i), index0 + (uint32_t)i);
        gf_store_n(y + i, v, n - i);
    }
}

/* Box & Muller, "A note on the generation of random normal deviates", 1958, equation 1.
 * 1 - u lies in (0, 1], where the logarithm is finite. */
void GF_FN(fill_normal)(float *y, size_t n, struct gf_rng key, float std)
{
    const double two_pi = 6.283185307179586;
    for (size_t i = 0; i < n; i++) {
        uint32_t index = 2 * (uint32_t)i;
        double u = 1.0 - (double)gf_rng_uniform(key, index);
        double angle = two_pi * (double)gf_rng_uniform(key, index + 1);
        y[i] = std * (float)(gf_sqrt(-2.0 * gf_log(u)) * gf_cos(angle));
    }
}
