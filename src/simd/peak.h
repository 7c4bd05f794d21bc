/* The peak floating-point rate of 128-bit vectors on this machine, to compare speeds with.
 * SPDX-License-Identifier: MIT */
#ifndef GF_SIMD_PEAK_H
#define GF_SIMD_PEAK_H

#include <stddef.h>

/* Number of loops, which differ in their number of accumulators. The fastest depends on
 * latency and on the number of registers: try all and take the best. */
#define GF_PEAK_LOOPS 4

/* Runs loop number `which` (0 … GF_PEAK_LOOPS - 1) for `rounds` rounds and returns the
 * floating-point operations done: separate multiplications and additions of 4 lanes, as
 * in the exact build, all in registers. The caller takes the time. */
double gf_peak_loop(int which, size_t rounds);

#endif
