/* Included by every kernel source: the names and vectors of one lane width.
 * GF_FN(gemm) is gf_gemm_4 in the unit compiled with -DGF_LANES=4, and so on.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_LANES_H
#define GF_KERNELS_LANES_H

#include "kernels/kernels.h"
#include "simd/simd.h"

#define GF_JOIN(name, lanes) gf_##name##_##lanes
#define GF_EXPAND(name, lanes) GF_JOIN(name, lanes)
#define GF_FN(name) GF_EXPAND(name, GF_LANES)

#define GF_KERNEL(type, name, args) type GF_FN(name) args;
#include "kernels/kernels.def"
#undef GF_KERNEL

static inline size_t gf_round_up(size_t n, size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static inline size_t gf_min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Flushes denormals, which wasm cannot: moments of rows without gradient decay into them
 * within a thousand steps, and each then costs a hundred cycles. NaN stays. */
GF_INLINE gf_vf gf_flush(gf_vf v)
{
    return gf_mask(~(gf_abs(v) < gf_splat(1e-30f)), v);
}

#endif
