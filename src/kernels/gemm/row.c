/* One row of A times a weight W[out][in] as it lies in memory: a token that is written.
 *
 *     y[n] = y[n] + sum over k, ascending, of x[k] * W[n][k]
 *
 * W is read once, so copying it into panels (pack.c) would double the traffic that bounds
 * this product. Instead 4 x 4 numbers are transposed in registers, after which a vector holds
 * four outputs at one k, and each output stays one chain in ascending k: the same bits as from
 * packed panels. ROW_GROUPS such groups hide the latency of the addition. Vectors are four wide
 * on every machine: memory is the limit, and wider ones need more shuffles.
 * SPDX-License-Identifier: MIT */
#include "kernels/gemm/row.h"

#define ROW_GROUP 4
#define ROW_GROUPS 2
#define ROW_OUTPUTS (ROW_GROUP * ROW_GROUPS)

/* acc += x[0 .. 4) * W[0 .. 4)[0 .. 4), k after k. */
GF_INLINE gf_v4 row_square(gf_v4 acc, const float *x, const float *w, size_t ld)
{
    gf_v4 r[4] = {gf_load4(w), gf_load4(w + ld), gf_load4(w + 2 * ld),
                  gf_load4(w + 3 * ld)};
    gf_transpose4(r);
    acc = acc + x[0] * r[0];
    acc = acc + x[1] * r[1];
    acc = acc + x[2] * r[2];
    return acc + x[3] * r[3];
}

/* Floats of a cache line, which is fetched ahead: prefetchers follow few streams at once.
 * WebAssembly has no such instruction. */
#if defined(__wasm__)
#define ROW_LINE ROW_GROUP
#else
#define ROW_LINE 16
#endif

/* ROW_OUTPUTS outputs from row 0 of w on, while rows from `ahead` on are fetched. */
GF_INLINE void row_outputs(float *y, const float *x, size_t K, const float *w,
                           size_t ld, const float *ahead)
{
    gf_v4 acc[ROW_GROUPS];
    size_t k = 0;
    for (int g = 0; g < ROW_GROUPS; g++) acc[g] = gf_load4(y + g * ROW_GROUP);
    GF_ROLLED
    for (; k + ROW_LINE <= K; k += ROW_LINE) {
        for (size_t i = 0; i < ROW_OUTPUTS; i++) __builtin_prefetch(ahead + i * ld + k);
        for (size_t j = k; j < k + ROW_LINE; j += ROW_GROUP)
            for (int g = 0; g < ROW_GROUPS; g++)
                acc[g] =
                    row_square(acc[g], x + j, w + (size_t)g * ROW_GROUP * ld + j, ld);
    }
    GF_ROLLED
    for (; k < K; k++)
        for (int g = 0; g < ROW_GROUPS; g++) {
            const float *at = w + (size_t)g * ROW_GROUP * ld + k;
            acc[g] = acc[g] + x[k] * (gf_v4){at[0], at[ld], at[2 * ld], at[3 * ld]};
        }
    for (int g = 0; g < ROW_GROUPS; g++) gf_store4(y + g * ROW_GROUP, acc[g]);
}

void GF_FN(row_product)(float *y, const float *x, size_t K, const float *w, size_t ld,
                        size_t N)
{
    size_t n = 0;
    for (; n + ROW_OUTPUTS <= N; n += ROW_OUTPUTS)
        row_outputs(y + n, x, K, w + n * ld, ld,
                    w + (n + 2 * ROW_OUTPUTS <= N ? n + ROW_OUTPUTS : n) * ld);
    for (; n < N; n++) {
        float sum = y[n];
        GF_ROLLED
        for (size_t k = 0; k < K; k++) sum = sum + x[k] * w[n * ld + k];
        y[n] = sum;
    }
}
