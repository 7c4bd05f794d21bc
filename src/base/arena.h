/* The only caller of malloc. An arena allocates blocks and frees them all at once, so there
 * are few lifetimes and no leaks of single blocks.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_ARENA_H
#define GF_BASE_ARENA_H

#include "base/status.h"

/* Every block starts on this boundary: a cache line, and the widest vector (512 bit). */
#define GF_ALIGN 64

/* n_bytes of zeroed memory aligned to GF_ALIGN, or NULL (and `failed` set) when the
 * system has none or n_bytes exceeds PTRDIFF_MAX. Lives until gf_arena_free. */
void *gf_arena_alloc(struct gf_arena *arena, size_t n_bytes);

/* count * size, with the product checked. */
void *gf_arena_array(struct gf_arena *arena, size_t count, size_t size);

/* A zero-terminated copy of n bytes. */
char *gf_arena_string(struct gf_arena *arena, const char *text, size_t n);

/* An arena that is freed where its block ends. */
#define GF_SCOPED_ARENA(name) \
    struct gf_arena name __attribute__((cleanup(gf_arena_free))) = {0}

/* From now on refuses allocations that would raise the total of all arenas above n_bytes;
 * 0: no limit except the system's, which may overcommit. */
void gf_arena_set_limit(size_t n_bytes);

/* Test hook: the n-th system allocation from now fails (0: never), to exercise every
 * out-of-memory path. */
void gf_arena_fail_after(size_t n);

#endif
