/* What a function that can fail returns (enum gf_status), and what our own mistakes do.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_STATUS_H
#define GF_BASE_STATUS_H

#include "glassformer.h"

/* A broken promise inside the engine, never a caller's mistake. Traps in debug
 * builds; release builds compile it away. */
#ifdef GF_DEBUG
#define GF_ASSERT(x) ((x) ? (void)0 : __builtin_trap())
#else
#define GF_ASSERT(x) ((void)sizeof(x))
#endif

/* Elements of an array. */
#define GF_COUNT(array) (sizeof(array) / sizeof *(array))

#endif
