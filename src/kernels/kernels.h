/* The kernels: pure functions of pointers and sizes. They know no graph, model or memory
 * manager; scratch memory is passed in as `work`.
 *
 * Letters: B sequences, T positions, C width, H heads, D = C / H, V vocabulary,
 * R = B * T rows. Matrices are row-major; `ld…` is the distance between rows in floats.
 * Weights have PyTorch's layout W[out][in].
 *
 * The numeric definition that every implementation keeps, so that results are the same
 * bytes at any vector width, tile, block, micro-batch or worker count:
 *   1. No fused multiply-add, no fast-math.
 *   2. Each element of a matrix product is one chain acc = acc + a_k * b_k in ascending
 *      k, starting at +0, at a bias or at what is already in memory.
 *   3. Row reductions (softmax, norms, delta) use 16 logical lanes: element i is added
 *      to lane i mod 16, then lanes fold 16 -> 8 -> 4 -> 2 -> 1 (lane i + lane i + 8 …).
 *   4. Column reductions run over rows in ascending order within a shard; shards are
 *      summed by the balanced binary tree ((0+1)+(2+3))+((4+5)+(6+7)).
 *   5. exp and erf are those of simd/vecmath.h, log and cos those of base/maths.h.
 *   6. Random numbers are those of base/rng.h.
 *
 * Every kernel is compiled from the same source once per lane width (GF_LANES = 4, 8, 16
 * natively; 4 for wasm). kernels.def lists them.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_KERNELS_H
#define GF_KERNELS_KERNELS_H

#include "base/maths.h"
#include "base/rng.h"
#include "base/status.h"
#include "kernels/prepacked.h"

enum gf_act {
    GF_ACT_NONE = 0,
    GF_ACT_RELU,
    GF_ACT_GELU,
    GF_ACT_GELU_TANH,
    GF_ACT_SILU,
    GF_ACT_RELU2 /* max(0, x)^2 */
};

/* How the rows of a reduction over tokens are divided. `n` is a power of two up to
 * GF_MAX_SHARDS; row_end[s] is the first row after shard s. Each shard is one chain of
 * additions from +0, and the shards are summed as a tree. With carry (n must be 1) the chain
 * continues from the value of the result: the next micro-batch of one shard. */
struct gf_shards {
    size_t n;
    size_t row_end[GF_MAX_SHARDS];
    bool carry;
};

/* ---- matrix product ------------------------------------------------------------- */

enum gf_b_form {
    GF_B_KN = 0, /* b[k * ldb + n] */
    GF_B_NK,     /* b[n * ldb + k]: a weight W[out][in] used forward */
    /* Written by gemm_pack; ldb is the K it was packed with (0: this K), of which a product
     * may use the first rows. */
    GF_B_PACKED,
    GF_B_PREPACKED,  /* W^T of `prepacked`: forward; b is not used, nor in the next */
    GF_B_PREPACKED_W /* W of `prepacked`: backward */
};

enum gf_init { GF_INIT_ZERO = 0, GF_INIT_C, GF_INIT_BIAS };

/* c[M][N] = epilogue(init + sum_k a(m, k) * b(k, n)).
 * The epilogue, per element and in this order, once the chain is complete:
 *   z[m][n] = value (when z);  value = act(value);  value = add[m][n] + value (when add). */
struct gf_gemm {
    size_t M, N, K;
    const float *a;
    size_t lda;
    bool a_trans; /* false: a[m * lda + k]; true: a[k * lda + m] */
    const float *b;
    size_t ldb;
    enum gf_b_form b_form;
    const struct gf_prepacked *prepacked; /* in the place of b */
    float *c;
    size_t ldc;
    enum gf_init init;
    const float *bias; /* [N], for GF_INIT_BIAS */
    /* NULL: one chain over K. Otherwise K is a token axis cut into shards, each its own
     * chain from +0 and tree-summed (init must be GF_INIT_ZERO unless shards->carry,
     * which means the same as GF_INIT_C). More than one shard needs a_trans: rows of A
     * in memory are tokens. */
    const struct gf_shards *shards;
    enum gf_act act;
    float *z;
    size_t ldz;
    bool z_slope;     /* z receives act'(value) in the place of value */
    const float *add; /* may be c itself */
    size_t ldadd;
    float *work; /* gemm_work(M, N, K) floats, GF_ALIGN-aligned */
};

/* ---- attention ------------------------------------------------------------------ */

/* One call serves self, causal self and cross attention. Row i of sequence b of q is
 * q[(b * Tq + i) * ldq + h * D + d]; k and v likewise with Tk and their own heads.
 * Scores s_ij = scale * q_i . k_j (scale is multiplied into q_i before the chain over d),
 * minus slope[h] |i + q_pos - j| where there are slopes (Press et al. 2021);
 * allowed: (!causal || j <= i + q_pos) && !(pad && pad[b * Tk + j]).
 * A_ij = exp(s_ij - max_i) * inv_i over allowed j, 0 elsewhere; a row with nothing
 * allowed is all 0. O_i = head_mask[h] * sum_j drop(A_ij) v_j, chain over j ascending. */
struct gf_attn {
    size_t n_seq, H, D, Tq, Tk;
    size_t n_kv_head; /* heads of k and v: head h reads head h * n_kv_head / H of them
                         (Ainslie et al. 2023); 0: H */
    const float *q, *k, *v;
    size_t ldq, ldk, ldv;
    float scale;
    bool causal;
    size_t q_pos;           /* position of query row 0 among the keys (decoding) */
    const uint8_t *pad;     /* [n_seq][Tk], 1: key is padding; or NULL */
    const float *slope;     /* [H], or NULL: none */
    const float *head_mask; /* [H] factor on each head's output; NULL: all 1 */
    float *o;               /* o[(b * Tq + i) * ldo + h * D + d] */
    size_t ldo;
    float *stat; /* [n_seq][H][Tq][2]: row maximum, 1 / row sum. NULL allowed
                            when only the forward result is wanted */
    /* Dropout on A after the softmax; p = 0: none. Element index in the stream is
     * ((((first_seq + b) * H + h) * Tq + i) * Tk + j), modulo 2^32. */
    float p;
    struct gf_rng key;
    size_t first_seq;
    /* Backward only (o is not read). dq, dk, dv have the leading dimensions of q, k, v and are
     * overwritten, or added to when `accumulate` (dq), `accumulate_kv` (dk, dv); heads that
     * share keys add their gradients in ascending order. dmask [H] may be NULL; it receives
     * sum over rows of dO . O / head_mask (the output before the head mask), fp32 chain per head. */
    const float *d_o;
    float *dq, *dk, *dv;
    bool accumulate, accumulate_kv;
    float *dmask;
    float *work; /* attention_work(Tq, Tk, D) floats */
};

/* ---- rotary positions ----------------------------------------------------------- */

/* The first R of every D columns among n, in pairs (2i, 2i + 1), or with `halves`
 * (i, i + R / 2):  (a, b) -> (a cos - b sin, a sin + b cos). */
struct gf_turn {
    size_t n, D, R;
    bool halves;
    float sign;          /* -1: back */
    const float *angles; /* [R], cos and sin of each pair */
};

/* ---- normalisation -------------------------------------------------------------- */

enum gf_norm {
    GF_NORM_NONE = 0,
    GF_NORM_LAYER, /* (x - mean) / sqrt(var + eps), biased variance (Ba et al. 2016) */
    GF_NORM_STD,   /* (x - mean) / (std + eps), std with C - 1 */
    GF_NORM_RMS    /* x / sqrt(mean(x^2) + eps) (Zhang & Sennrich 2019); no bias */
};

struct gf_norm_args {
    enum gf_norm kind;
    size_t R, C;
    const float *x;    /* [R][C] */
    const float *gain; /* [C] */
    const float *bias; /* [C] or NULL */
    float eps;
    float *y;    /* [R][C] */
    float *stat; /* [R][2]: mean (0 for RMS) and the factor the centred row is
                    multiplied by */
    /* Backward. */
    const float *dy;
    float *dx;
    bool accumulate;      /* add to dx instead of overwriting */
    float *dgain, *dbias; /* [C]; dbias NULL without bias */
    const struct gf_shards *shards;
    float *work; /* norm_work(C) floats */
};

/* ---- optimizer ------------------------------------------------------------------ */

struct gf_adamw {
    float lr, beta1, beta2, eps;
    float decay;      /* decoupled weight decay (Loshchilov & Hutter 2019); 0 is Adam */
    float correct1;   /* 1 / (1 - beta1^t) */
    float correct2;   /* 1 / (1 - beta2^t) */
    float grad_scale; /* global-norm clip factor, multiplied into g */
};

/* Jordan, "Muon: an optimizer for hidden layers in neural networks", 2024:
 *   m = momentum m + (1 - momentum) g;  d = momentum m + (1 - momentum) g   (Nesterov)
 *   w = w (1 - lr decay) - lr sqrt(max(1, rows / columns)) orthogonalize(d)
 * orthogonalize is exact to 2e-5 of the norm in float32, to 8e-4 where one side is at least
 * twice the other (muon.c). */
struct gf_muon {
    float lr, momentum;
    float decay;      /* decoupled weight decay, as of AdamW (Liu et al. 2025) */
    float grad_scale; /* global-norm clip factor, multiplied into g */
};

/* sqrt(max(1, rows / columns)) */
static inline double gf_muon_factor(size_t rows, size_t columns)
{
    return rows > columns ? gf_sqrt((double)rows / (double)columns) : 1;
}

/* ---- the table ------------------------------------------------------------------ */

struct gf_kernels {
    int lanes;
#define GF_KERNEL(type, name, args) type(*name) args;
#include "kernels/kernels.def"
#undef GF_KERNEL
};

/* The table in use: the widest this CPU runs unless gf_kernels_select chose another.
 * Never NULL. */
extern const struct gf_kernels *gf_k;

/* Selects a lane width: 4, 8 or 16, or 0 for the widest the CPU has. False (and no
 * change) when this build or CPU has no such table. Results do not depend on it. */
bool gf_kernels_select(int lanes);

#endif
