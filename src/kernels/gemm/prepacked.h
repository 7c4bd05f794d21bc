/* Products with a prepacked weight (kernels/prepacked.h).
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_GEMM_PREPACKED_H
#define GF_KERNELS_GEMM_PREPACKED_H

#include "kernels/lanes.h"

/* The row x as prepacked_product takes it: x itself, or in `scaled`, room for as much. NULL where
 * x is too large (2^16). */
const float *GF_FN(prepacked_row_of)(const struct gf_prepacked *w, const float *x,
                                     float *scaled);

/* y[n] = y[n] + sum over k, ascending, of x[k] * W[n][k], for all rows n of W. */
void GF_FN(prepacked_product)(float *y, const float *x, const struct gf_prepacked *w);

/* Columns n .. n + cols - 1 of B as packed panels (tile.h); n is a multiple of GF_STRIP, cols
 * at most that. B is W^T, or W itself. */
void GF_FN(prepacked_strip)(float *dst, const struct gf_prepacked *w, size_t n,
                            size_t cols);
void GF_FN(prepacked_strip_of_w)(float *dst, const struct gf_prepacked *w, size_t n,
                                 size_t cols);

#endif
