/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/red_zone.h"

/* One chunk per request: requests are few and large (a few dozen blocks for a model), so
 * packing several into a chunk would save little. */
struct gf_arena_chunk {
    struct gf_arena_chunk *next;
};

static size_t fail_countdown;

/* Total of all arenas. Atomic, because threads share it. */
static _Atomic size_t in_use;
static size_t limit = SIZE_MAX;

void gf_arena_set_limit(size_t n_bytes)
{
    limit = n_bytes > 0 ? n_bytes : SIZE_MAX;
}

void gf_arena_fail_after(size_t n)
{
    fail_countdown = n;
}

static void *system_alloc(size_t n_bytes)
{
    if (fail_countdown > 0 && --fail_countdown == 0) return NULL;
    size_t before = in_use;
    if (before > limit || n_bytes > limit - before) return NULL;
    void *block = calloc(1, n_bytes);
    in_use += block ? n_bytes : 0;
    return block;
}

void *gf_arena_alloc(struct gf_arena *arena, size_t n_bytes)
{
    const size_t overhead = sizeof(struct gf_arena_chunk) + GF_ALIGN;
    bool fits = n_bytes <= (size_t)PTRDIFF_MAX - overhead;
    struct gf_arena_chunk *chunk = fits ? system_alloc(n_bytes + overhead) : NULL;
    if (!chunk) {
        arena->failed = true;
        return NULL;
    }
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->n_bytes += n_bytes + overhead;
    unsigned char *slack = (unsigned char *)(chunk + 1);
    size_t n_before = -(uintptr_t)slack % GF_ALIGN;
    unsigned char *block = slack + n_before;
    gf_red_zone(slack, n_before);
    gf_red_zone(block + n_bytes, GF_ALIGN - n_before);
    return block;
}

void *gf_arena_array(struct gf_arena *arena, size_t count, size_t size)
{
    size_t n_bytes;
    bool fits = !__builtin_mul_overflow(count, size, &n_bytes);
    return gf_arena_alloc(arena, fits ? n_bytes : SIZE_MAX);
}

char *gf_arena_string(struct gf_arena *arena, const char *text, size_t n)
{
    char *copy = gf_arena_alloc(arena, n + 1);
    if (copy) {
        memcpy(copy, text, n);
    }
    return copy;
}

void gf_arena_free(struct gf_arena *arena)
{
    struct gf_arena_chunk *chunk = arena->chunks;
    while (chunk) {
        struct gf_arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    in_use -= arena->n_bytes; /* what its chunks hold, overhead included */
    *arena = (struct gf_arena){0};
}
