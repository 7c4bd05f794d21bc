/* The matrix products of a step as a WebAssembly module, for timing from JavaScript: the
 * same library that the engine is linked from, and nothing around it.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "kernels/kernels.h"
#include "simd/peak.h"

#define N_SHARDS 8

/* What is multiplied. NN and NT pack their weights on every call, as a step does once. */
enum form {
    NN, /* C [M][N] = A [M][K] B [K][N] */
    NT, /* B as [N][K] */
    TN  /* A as [K][M]; K is cut into shards, whose sums are added as a tree */
};

static struct gf_gemm product;
static struct gf_shards shards;
static float *packed, *weights;
static enum form form;

static float *floats(size_t n)
{
    /* A whole cache line more than is asked for: kernels read whole vectors. */
    float *x = aligned_alloc(64, (n * sizeof *x + 127) / 64 * 64);
    struct gf_rng key = gf_rng_key(1, 99, n);
    for (size_t i = 0; x && i < n; i++) x[i] = gf_rng_uniform(key, (uint32_t)i) - 0.45f;
    return x;
}

/* Gets ready for bench_run; 0 when there is no memory. Nothing is given back: the
 * instance goes as a whole. */
int bench_prepare(int kind, size_t M, size_t N, size_t K)
{
    form = (enum form)kind;
    float *a = floats(M * K), *c = floats(M * N);
    float *work = floats(gf_k->gemm_work(M, N, K));
    weights = floats(K * N);
    packed = form == TN ? weights : floats(gf_k->gemm_packed_size(K, N));
    product = (struct gf_gemm){.M = M, .N = N, .K = K, .a = a, .c = c, .ldc = N};
    product.b = packed;
    product.work = work;
    product.lda = form == TN ? M : K;
    product.b_form = form == TN ? GF_B_KN : GF_B_PACKED;
    if (form == TN) {
        shards.n = N_SHARDS;
        for (size_t s = 0; s < N_SHARDS; s++)
            shards.row_end[s] = (s + 1) * K / N_SHARDS;
        product.a_trans = true;
        product.ldb = N;
        product.shards = &shards;
    }
    return a && c && work && weights && packed;
}

void bench_run(int times)
{
    for (int i = 0; i < times; i++) {
        if (form == NN)
            gf_k->gemm_pack(packed, weights, product.N, GF_B_KN, product.K, product.N);
        if (form == NT)
            gf_k->gemm_pack(packed, weights, product.K, GF_B_NK, product.K, product.N);
        gf_k->gemm(&product);
    }
}

double bench_peak(int which, size_t rounds)
{
    return gf_peak_loop(which, rounds);
}
