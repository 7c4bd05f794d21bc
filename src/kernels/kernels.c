/* The tables of kernels, one per lane width, and the choice among them. Compiled once; all
 * other sources here once per width, as one unit (all.c).
 * SPDX-License-Identifier: MIT */
#include "kernels/kernels.h"

#include "base/exact.h"

#if defined(__x86_64__) && !defined(GF_NARROW)
#define WIDE 1
#else
#define WIDE 0 /* WebAssembly and ARM have 128-bit vectors */
#endif

#define GF_KERNEL(type, name, args) type gf_##name##_4 args;
#include "kernels/kernels.def"
#undef GF_KERNEL

static const struct gf_kernels kernels_4 = {
    .lanes = 4,
#define GF_KERNEL(type, name, args) .name = gf_##name##_4,
#include "kernels/kernels.def"
#undef GF_KERNEL
};

const struct gf_kernels *gf_k = &kernels_4;

#if WIDE

#define GF_KERNEL(type, name, args) \
    type gf_##name##_8 args; \
    type gf_##name##_16 args;
#include "kernels/kernels.def"
#undef GF_KERNEL

static const struct gf_kernels kernels_8 = {
    .lanes = 8,
#define GF_KERNEL(type, name, args) .name = gf_##name##_8,
#include "kernels/kernels.def"
#undef GF_KERNEL
};

static const struct gf_kernels kernels_16 = {
    .lanes = 16,
#define GF_KERNEL(type, name, args) .name = gf_##name##_16,
#include "kernels/kernels.def"
#undef GF_KERNEL
};

static const struct gf_kernels *table(int lanes)
{
    /* This covers the operating system as well: gcc and clang check XGETBV. */
    __builtin_cpu_init();
    if (!GF_EXACT && !__builtin_cpu_supports("fma")) return NULL;
    if ((lanes == 16 || lanes == 0) && __builtin_cpu_supports("avx512f"))
        return &kernels_16;
    if ((lanes == 8 || lanes == 0) && __builtin_cpu_supports("avx2")) return &kernels_8;
    return lanes == 4 || lanes == 0 ? &kernels_4 : NULL;
}

/* Before main, so that callers need not select a table. */
__attribute__((constructor)) static void select_widest(void)
{
    gf_kernels_select(0);
}

#else

static const struct gf_kernels *table(int lanes)
{
    return lanes == 4 || lanes == 0 ? &kernels_4 : NULL;
}

#endif

bool gf_kernels_select(int lanes)
{
    const struct gf_kernels *k = table(lanes);
    if (k) gf_k = k;
    return k != NULL;
}
