/* One panel of B, or of A: [K][width] padded to GF_NR, or to GF_MR, columns.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_GEMM_PACK_H
#define GF_KERNELS_GEMM_PACK_H

#include "kernels/gemm/tile.h"

/* From b[k * ldb + n]: a whole strip, so that whole cache lines are read. */
static inline void gf_strip_kn(float *dst, const float *b, size_t ldb, size_t K)
{
    for (size_t k = 0; k < K; k++, dst += GF_NR, b += ldb)
        for (size_t p = 0; p < GF_ROW_PANELS; p++)
            memcpy(dst + p * K * GF_NR, b + p * GF_NR, GF_NR * sizeof(float));
}

/* The same, one panel of any width. */
static inline void gf_panel_kn(float *dst, const float *b, size_t ldb, size_t K,
                               size_t width)
{
    if (width == GF_NR) {
        for (size_t k = 0; k < K; k++, dst += GF_NR, b += ldb)
            memcpy(dst, b, GF_NR * sizeof(float));
        return;
    }
    for (size_t k = 0; k < K; k++, dst += GF_NR, b += ldb)
        for (size_t n = 0; n < GF_NR; n++) dst[n] = n < width ? b[n] : 0;
}

/* From b[n * ldb + k]: a transposition, four by four where it fits. */
static inline void gf_panel_nk(float *dst, const float *b, size_t ldb, size_t K,
                               size_t width)
{
    size_t whole_n = width & ~(size_t)3, whole_k = K & ~(size_t)3;
    for (size_t n = 0; n < whole_n; n += 4)
        for (size_t k = 0; k < whole_k; k += 4)
            gf_copy_transposed4(dst + k * GF_NR + n, GF_NR, b + n * ldb + k, ldb);
    for (size_t n = 0; n < width; n++)
        for (size_t k = n < whole_n ? whole_k : 0; k < K; k++)
            dst[k * GF_NR + n] = b[n * ldb + k];
    for (size_t n = width; n < GF_NR; n++)
        for (size_t k = 0; k < K; k++) dst[k * GF_NR + n] = 0;
}

/* Rows of A from a[k * lda + m]: panels [K][GF_MR] one after the other, rows past
 * `height` +0. Four panels at a time, so that whole cache lines are read. */
static inline void gf_panels_a(float *dst, const float *a, size_t lda, size_t K,
                               size_t height)
{
    const size_t panel = K * GF_MR, whole = height / GF_MR * GF_MR;
    size_t m = 0;
    for (; m + 4 * GF_MR <= whole; m += 4 * GF_MR, dst += 4 * panel)
        for (size_t k = 0; k < K; k++)
            for (size_t p = 0; p < 4; p++)
                memcpy(dst + p * panel + k * GF_MR, a + k * lda + m + p * GF_MR,
                       GF_MR * sizeof(float));
    for (; m < height; m += GF_MR, dst += panel)
        for (size_t k = 0; k < K; k++)
            for (size_t i = 0; i < GF_MR; i++)
                dst[k * GF_MR + i] = m + i < height ? a[k * lda + m + i] : 0;
}

#endif
