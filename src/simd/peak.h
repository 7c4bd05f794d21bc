/* The yardstick of every speed: what 128-bit vectors can do on this machine when nothing
 * but arithmetic happens.
 * SPDX-License-Identifier: MIT */
#ifndef GF_SIMD_PEAK_H
#define GF_SIMD_PEAK_H

#include <stddef.h>

/* Number of loops that differ in how many accumulators they keep going. Which is fastest
 * depends on latency and on how many registers there are: try all, take the best. */
#define GF_PEAK_LOOPS 4

/* Runs loop number `which` (0 … GF_PEAK_LOOPS - 1) for `rounds` rounds and returns the
 * floating-point operations done: separate multiplications and additions of 4 lanes, as
 * in the exact build, all in registers. The caller takes the time. */
double gf_peak_loop(int which, size_t rounds);

#endif
