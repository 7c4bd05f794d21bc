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

typedef float v4 __attribute__((vector_size(16)));

GF_INLINE v4 load4(const float *p)
{
    v4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

GF_INLINE v4 splat4(float x)
{
    return (v4){x, x, x, x};
}

/* acc += x[0 .. 4) * W[0 .. 4)[0 .. 4), k after k. */
GF_INLINE v4 row_square(v4 acc, const float *x, const float *w, size_t ld)
{
    const v4 r0 = load4(w), r1 = load4(w + ld), r2 = load4(w + 2 * ld),
             r3 = load4(w + 3 * ld);
    const v4 lo01 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5);
    const v4 lo23 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
    const v4 hi01 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
    const v4 hi23 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    acc = acc + splat4(x[0]) * __builtin_shufflevector(lo01, lo23, 0, 1, 4, 5);
    acc = acc + splat4(x[1]) * __builtin_shufflevector(lo01, lo23, 2, 3, 6, 7);
    acc = acc + splat4(x[2]) * __builtin_shufflevector(hi01, hi23, 0, 1, 4, 5);
    return acc + splat4(x[3]) * __builtin_shufflevector(hi01, hi23, 2, 3, 6, 7);
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
    v4 acc[ROW_GROUPS];
    size_t k = 0;
    for (int g = 0; g < ROW_GROUPS; g++) acc[g] = load4(y + g * ROW_GROUP);
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
            acc[g] =
                acc[g] + splat4(x[k]) * (v4){at[0], at[ld], at[2 * ld], at[3 * ld]};
        }
    for (int g = 0; g < ROW_GROUPS; g++)
        memcpy(y + g * ROW_GROUP, &acc[g], sizeof acc[g]);
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
