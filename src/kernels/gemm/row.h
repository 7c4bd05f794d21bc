/* One row times a weight that is not packed.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_GEMM_ROW_H
#define GF_KERNELS_GEMM_ROW_H

#include "kernels/lanes.h"

/* y[n] = y[n] + sum over k < K, ascending, of x[k] * w[n * ld + k], for n < N. */
void GF_FN(row_product)(float *y, const float *x, size_t K, const float *w, size_t ld,
                        size_t N);

#endif
