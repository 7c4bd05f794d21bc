/* Which arithmetic this build does.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_EXACT_H
#define GF_BASE_EXACT_H

/* 1: the same bytes on every machine. 0: built with -DGF_FAST; a product that is added to
 * a chain is rounded together with the sum where the machine can, so that the bytes depend
 * on the machine, but not on the number of workers. */
#ifdef GF_FAST
#define GF_EXACT 0
#else
#define GF_EXACT 1
#endif

#endif
