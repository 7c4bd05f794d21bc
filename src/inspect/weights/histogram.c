/* SPDX-License-Identifier: MIT */
#include "inspect/weights/histogram.h"

#include <stdint.h>
#include <string.h>

#define MANTISSA_BITS 23
#define EXPONENT_BIAS 127
#define SQRT_2_MANTISSA 0x3504f3u /* of the float next to sqrt(2) */

/* Bin of x != 0. */
static int bin_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    int exponent = (int)(u >> MANTISSA_BITS & 0xff) - EXPONENT_BIAS;
    int upper = (u & 0x7fffffu) >= SQRT_2_MANTISSA;
    int bin = 2 * (exponent - GF_BINS_FROM) + upper;
    return bin < 0 ? 0 : bin >= GF_BINS ? GF_BINS - 1 : bin;
}

size_t gf_histogram(float *bins, const float *x, size_t n)
{
    size_t zeros = 0;
    memset(bins, 0, GF_BINS * sizeof *bins);
    for (size_t i = 0; i < n; i++) {
        if (x[i] == 0) {
            zeros++;
        } else {
            bins[bin_of(x[i])] += 1;
        }
    }
    return zeros;
}
