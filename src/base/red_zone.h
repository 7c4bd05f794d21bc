/* Memory that nothing may touch: in debug builds the address sanitizer stops the program there.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_RED_ZONE_H
#define GF_BASE_RED_ZONE_H

#include <stddef.h>

#ifdef GF_DEBUG
/* Of the address sanitizer (sanitizer/asan_interface.h). */
void __asan_poison_memory_region(const volatile void *start, size_t n_bytes);

/* Floats between two buffers of a graph: a cache line. */
enum { GF_RED_ZONE = 16 };

static inline void gf_red_zone(const void *start, size_t n_bytes)
{
    __asan_poison_memory_region(start, n_bytes);
}
#else
enum { GF_RED_ZONE = 0 };

static inline void gf_red_zone(const void *start, size_t n_bytes)
{
    (void)start, (void)n_bytes;
}
#endif

#endif
