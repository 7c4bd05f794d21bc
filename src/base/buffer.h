/* A byte buffer that grows inside an arena, for JSON and checkpoints.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_BUFFER_H
#define GF_BASE_BUFFER_H

#include "base/arena.h"

/* A buffer, and the arena that it is in. */
#define GF_SCOPED_BUFFER(name, arena_name) \
    GF_SCOPED_ARENA(arena_name); \
    struct gf_buffer name = {.arena = &arena_name}

/* Room for n_bytes more. False when the arena has no memory (arena->failed is set);
 * the buffer keeps what it holds. */
bool gf_buffer_reserve(struct gf_buffer *buffer, size_t n_bytes);

/* Appends n_bytes. False when there is no memory; nothing is then appended. A writer may
 * ignore the result of every put and look at arena->failed once at the end. The bytes
 * must not lie in the buffer itself. */
bool gf_buffer_put(struct gf_buffer *buffer, const void *bytes, size_t n_bytes);

/* Whether a put has failed, or may have been cut: a buffer of fixed size is full. */
bool gf_buffer_failed(const struct gf_buffer *buffer);

/* Appends a zero-terminated string without its zero. */
bool gf_buffer_puts(struct gf_buffer *buffer, const char *text);

#endif
