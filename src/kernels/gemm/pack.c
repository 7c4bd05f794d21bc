/* Copies B into panels (kernels/gemm/tile.h). Weights are packed once per step and used for
 * every row of the batch, so this costs well under a percent.
 * SPDX-License-Identifier: MIT */
#include "kernels/gemm/pack.h"

size_t GF_FN(gemm_packed_size)(size_t K, size_t N)
{
    return K * gf_round_up(N, GF_NR);
}

void GF_FN(gemm_pack)(float *dst, const float *b, size_t ldb, enum gf_b_form form,
                      size_t K, size_t N)
{
    size_t n = 0;
    if (form == GF_B_KN)
        for (; n + GF_STRIP <= N; n += GF_STRIP, dst += K * GF_STRIP)
            gf_strip_kn(dst, b + n, ldb, K);
    for (; n < N; n += GF_NR, dst += K * GF_NR) {
        size_t width = gf_min_size(GF_NR, N - n);
        if (form == GF_B_KN)
            gf_panel_kn(dst, b + n, ldb, K, width);
        else
            gf_panel_nk(dst, b + n * ldb, ldb, K, width);
    }
}
