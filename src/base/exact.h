/* Exact or fast arithmetic.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_EXACT_H
#define GF_BASE_EXACT_H

/* 1: the same bytes on every machine. 0 (built with -DGF_FAST): fused multiply-add where the
 * machine has it, so that the bytes depend on the machine, but not on the number of
 * workers. */
#ifdef GF_FAST
#define GF_EXACT 0
#else
#define GF_EXACT 1
#endif

#endif
