/* One row times a weight that is not packed.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_GEMM_ROW_H
#define GF_KERNELS_GEMM_ROW_H

#include "kernels/lanes.h"

/* y[n] = init[n] + sum over k < K, ascending, of x[k] * w[n * ld + k], for n < N; init NULL is
 * +0. y may be init. */
void GF_FN(row_product)(float *y, const float *init, const float *x, size_t K,
                        const float *w, size_t ld, size_t N);

#endif
