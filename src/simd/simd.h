/* Vectors of GF_LANES floats. The only file that knows an instruction set.
 *
 * The operators + - * / & | ^ ~ << >> < <= == work on the vector types directly: gcc, clang
 * and emcc compile each to one instruction. Other operations have a name here, with a body
 * for WebAssembly, one for x86, and one in plain vector arithmetic for any other machine
 * (ARM, RISC-V).
 *
 * Every name is IEEE-exact and gives the same bits on every backend and at every width;
 * that is what makes training reproducible. (In a build with -DGF_FAST all but gf_madd:
 * whether WebAssembly fuses is the engine's choice.) In particular gf_pmin and gf_pmax keep
 * WebAssembly's operand order, because a minimum of (NaN, 1) or (-0, +0) depends on it.
 * SPDX-License-Identifier: MIT */
#ifndef GF_SIMD_SIMD_H
#define GF_SIMD_SIMD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/exact.h"

#ifndef GF_LANES
#error "compile with -DGF_LANES=4, 8 or 16"
#endif

/* Selects the bodies below. GF_SIMD_PLAIN selects those without an instruction set, so that
 * a test can compare them. */
#if defined(GF_SIMD_PLAIN)
#elif defined(__wasm_simd128__) && GF_LANES == 4
#include <wasm_simd128.h>
#define GF_WASM
#elif defined(__AVX512F__) && GF_LANES == 16
#include <immintrin.h>
#define GF_X86(name) _mm512_##name
typedef __m512 gf_x86;
#elif defined(__AVX__) && GF_LANES == 8
#include <immintrin.h>
#define GF_X86(name) _mm256_##name
typedef __m256 gf_x86;
#elif defined(__SSE2__) && GF_LANES == 4
#if GF_EXACT
#include <xmmintrin.h> /* <immintrin.h> takes longer than most kernels */
#else
#include <immintrin.h>
#endif
#define GF_X86(name) _mm_##name
typedef __m128 gf_x86;
#endif

typedef float gf_vf __attribute__((vector_size(4 * GF_LANES)));
typedef int32_t gf_vi __attribute__((vector_size(4 * GF_LANES)));
typedef uint32_t gf_vu __attribute__((vector_size(4 * GF_LANES)));

#define GF_INLINE static inline __attribute__((always_inline, unused))

/* ---- memory: any alignment ------------------------------------------------------ */

GF_INLINE gf_vf gf_load(const float *p)
{
    gf_vf v;
    memcpy(&v, p, sizeof v);
    return v;
}

GF_INLINE void gf_store(float *p, gf_vf v)
{
    memcpy(p, &v, sizeof v);
}

/* The first n floats, the other lanes +0; n >= GF_LANES means all. Loops over any length
 * need no second body for the rest: the branch is predicted, the rest out of line. AVX-512
 * has masks; floats written one at a time make it wait before it reads them as a vector. */
static __attribute__((noinline, unused)) gf_vf gf_load_rest(const float *p, size_t n)
{
#if defined(GF_X86) && GF_LANES == 16
    return (gf_vf)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
#else
    float v[GF_LANES] = {0};
    for (size_t i = 0; i < n; i++) v[i] = p[i];
    return gf_load(v);
#endif
}

GF_INLINE gf_vf gf_load_n(const float *p, size_t n)
{
    return n >= GF_LANES ? gf_load(p) : gf_load_rest(p, n);
}

static __attribute__((noinline, unused)) void gf_store_rest(float *p, gf_vf v, size_t n)
{
#if defined(GF_X86) && GF_LANES == 16
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v);
#else
    float all[GF_LANES];
    gf_store(all, v);
    for (size_t i = 0; i < n; i++) p[i] = all[i];
#endif
}

GF_INLINE void gf_store_n(float *p, gf_vf v, size_t n)
{
    if (n >= GF_LANES)
        gf_store(p, v);
    else
        gf_store_rest(p, v, n);
}

/* Hides the address of a table of constants from the compiler. A vector constant costs V8
 * half a dozen instructions at every use, which it does not hoist out of loops; a load that
 * fills all lanes is one instruction, but LLVM would turn it back into a constant. Elsewhere
 * this is not needed. */
GF_INLINE const float *gf_opaque(const float *p)
{
#if defined(__wasm__)
    __asm__("" : "+r"(p));
#endif
    return p;
}

/* ---- bits ----------------------------------------------------------------------- */

GF_INLINE gf_vi gf_bits(gf_vf v)
{
    return (gf_vi)v;
}
GF_INLINE gf_vf gf_from_bits(gf_vi v)
{
    return (gf_vf)v;
}

/* Clears the lanes where mask is 0; a mask is what a comparison gives, all or no bits. */
GF_INLINE gf_vf gf_mask(gf_vi mask, gf_vf v)
{
    return (gf_vf)(mask & (gf_vi)v);
}

GF_INLINE gf_vf gf_abs(gf_vf v)
{
    return (gf_vf)((gf_vi)v & 0x7fffffff);
}

/* Exact for |v| < 2^24. */
GF_INLINE gf_vf gf_from_int(gf_vi v)
{
    return __builtin_convertvector(v, gf_vf);
}

/* Lanes 2i and 2i + 1 are a pair: (0, 0) gives both its first lane, (1, 1) the second, (1, 0)
 * exchanges them. */
#define GF_TWO_PAIRS(a, b, i) a + i, b + i, a + i + 2, b + i + 2
#if GF_LANES == 4
#define GF_OF_PAIRS(v, a, b) __builtin_shufflevector(v, v, GF_TWO_PAIRS(a, b, 0))
#elif GF_LANES == 8
#define GF_OF_PAIRS(v, a, b) \
    __builtin_shufflevector(v, v, GF_TWO_PAIRS(a, b, 0), GF_TWO_PAIRS(a, b, 4))
#else
#define GF_OF_PAIRS(v, a, b) \
    __builtin_shufflevector(v, v, GF_TWO_PAIRS(a, b, 0), GF_TWO_PAIRS(a, b, 4), \
                            GF_TWO_PAIRS(a, b, 8), GF_TWO_PAIRS(a, b, 12))
#endif

/* x - 0 is x for every x, also for -0. */
GF_INLINE gf_vf gf_splat(float x)
{
    return x - (gf_vf){0};
}

/* mask ? a : b */
GF_INLINE gf_vf gf_select(gf_vi mask, gf_vf a, gf_vf b)
{
    return (gf_vf)((mask & (gf_vi)a) | (~mask & (gf_vi)b));
}

/* ---- what has an instruction of its own ----------------------------------------- */

#if defined(GF_WASM)

GF_INLINE gf_vf gf_vsqrt(gf_vf v)
{
    return (gf_vf)wasm_f32x4_sqrt((v128_t)v);
}

/* b < a ? b : a */
GF_INLINE gf_vf gf_pmin(gf_vf a, gf_vf b)
{
    return (gf_vf)wasm_f32x4_pmin((v128_t)a, (v128_t)b);
}

/* a < b ? b : a */
GF_INLINE gf_vf gf_pmax(gf_vf a, gf_vf b)
{
    return (gf_vf)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
}

#else

#if defined(GF_X86)

GF_INLINE gf_vf gf_vsqrt(gf_vf v)
{
    return (gf_vf)GF_X86(sqrt_ps)((gf_x86)v);
}

/* minps(x, y) is x < y ? x : y, maxps(x, y) is x > y ? x : y. */
GF_INLINE gf_vf gf_pmin(gf_vf a, gf_vf b)
{
    return (gf_vf)GF_X86(min_ps)((gf_x86)b, (gf_x86)a);
}

GF_INLINE gf_vf gf_pmax(gf_vf a, gf_vf b)
{
    return (gf_vf)GF_X86(max_ps)((gf_x86)b, (gf_x86)a);
}

#else

GF_INLINE gf_vf gf_vsqrt(gf_vf v)
{
    for (int i = 0; i < GF_LANES; i++) v[i] = __builtin_sqrtf(v[i]);
    return v;
}

GF_INLINE gf_vf gf_pmin(gf_vf a, gf_vf b)
{
    return gf_select(b < a, b, a);
}

GF_INLINE gf_vf gf_pmax(gf_vf a, gf_vf b)
{
    return gf_select(a < b, b, a);
}

#endif
#endif

/* ---- arithmetic with one meaning everywhere ------------------------------------- */

/* acc + a * b with two roundings; in a fast build with one, where the machine can. */
GF_INLINE gf_vf gf_madd(gf_vf acc, gf_vf a, gf_vf b)
{
#if GF_EXACT
    return acc + a * b;
#elif defined(GF_X86)
    return (gf_vf)GF_X86(fmadd_ps)((gf_x86)a, (gf_x86)b, (gf_x86)acc);
#else
    for (int i = 0; i < GF_LANES; i++) acc[i] = __builtin_fmaf(a[i], b[i], acc[i]);
    return acc;
#endif
}

/* The accumulator of every row reduction: 16 logical lanes, whatever GF_LANES is.
 * Element i of the row belongs to lane i mod 16. */
#define GF_ROW_STEP 16
#define GF_ROW_VECTORS (GF_ROW_STEP / GF_LANES)

/* Before a loop over the vectors of a gf_row: left as a loop, the sums live in memory. */
#if defined(__clang__)
#define GF_UNROLL _Pragma("clang loop unroll(full)")
#else
#define GF_UNROLL _Pragma("GCC unroll 4")
#endif

/* Before a loop that waits for memory or for the addition before: unrolled it would only be
 * longer. */
#if defined(__clang__)
#define GF_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define GF_ROLLED
#endif

struct gf_row {
    gf_vf v[GF_ROW_VECTORS];
};

typedef float gf_v4 __attribute__((vector_size(16)));
typedef int32_t gf_vi4 __attribute__((vector_size(16)));

GF_INLINE gf_v4 gf_load4(const float *p)
{
    gf_v4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

GF_INLINE void gf_store4(float *p, gf_v4 v)
{
    memcpy(p, &v, sizeof v);
}

/* Lanes i + 2, or i + 1, in the place of lane i. */
GF_INLINE gf_v4 gf_second_half(gf_v4 v)
{
    return __builtin_shufflevector(v, v, 2, 3, 2, 3);
}

GF_INLINE gf_v4 gf_second(gf_v4 v)
{
    return __builtin_shufflevector(v, v, 1, 1, 1, 1);
}

/* gf_pmax of four lanes. */
GF_INLINE gf_v4 gf_pmax4(gf_v4 a, gf_v4 b)
{
#if GF_LANES == 4
    return gf_pmax(a, b);
#else
    gf_vi4 less = a < b;
    return (gf_v4)((less & (gf_vi4)b) | (~less & (gf_vi4)a));
#endif
}

/* Lanes fold 16 -> 8 -> 4 -> 2 -> 1, lane i + lane i + half. */
GF_INLINE float gf_row_sum(struct gf_row r)
{
    gf_v4 q[GF_ROW_STEP / 4];
    memcpy(q, &r, sizeof q);
    gf_v4 four = (q[0] + q[2]) + (q[1] + q[3]);
    gf_v4 two = four + gf_second_half(four);
    return (two + gf_second(two))[0];
}

/* The same pattern with max. */
GF_INLINE float gf_row_max(struct gf_row r)
{
    gf_v4 q[GF_ROW_STEP / 4];
    memcpy(q, &r, sizeof q);
    gf_v4 four = gf_pmax4(gf_pmax4(q[0], q[2]), gf_pmax4(q[1], q[3]));
    gf_v4 two = gf_pmax4(four, gf_second_half(four));
    return gf_pmax4(two, gf_second(two))[0];
}

/* 4 x 4 floats, row i becomes column i. */
GF_INLINE void gf_transpose4(gf_v4 r[4])
{
    gf_v4 lo01 = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
    gf_v4 lo23 = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
    gf_v4 hi01 = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
    gf_v4 hi23 = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
    r[0] = __builtin_shufflevector(lo01, lo23, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(lo01, lo23, 2, 3, 6, 7);
    r[2] = __builtin_shufflevector(hi01, hi23, 0, 1, 4, 5);
    r[3] = __builtin_shufflevector(hi01, hi23, 2, 3, 6, 7);
}

/* The same from src (rows lds apart) to dst (rows ldd apart). */
GF_INLINE void gf_copy_transposed4(float *dst, size_t ldd, const float *src, size_t lds)
{
    gf_v4 r[4];
    for (size_t i = 0; i < 4; i++) r[i] = gf_load4(src + i * lds);
    gf_transpose4(r);
    for (size_t i = 0; i < 4; i++) gf_store4(dst + i * ldd, r[i]);
}

#endif
