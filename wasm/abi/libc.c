/* What the module needs of libc, smaller than emscripten's: allocation and sorting. The
 * arena allocates few, large blocks (base/arena.h), so one free list ordered by address
 * suffices. Copying and filling are instructions of WebAssembly.
 *
 *      header            header
 *   +--------+---------+--------+--------------+
 *   |  size  |  user   |  size  |  free: next  |  …  __heap_base … end of memory
 *   +--------+---------+--------+--------------+
 * SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Alignment of blocks, and unit of their sizes. */
#define UNIT 16
#define PAGE 65536
/* Growing memory calls the host, so it is done in larger units. */
#define LEAST_GROWTH (16 * PAGE)

struct block {
    _Alignas(UNIT) size_t size; /* including this header */
    struct block *next;         /* free blocks only */
};

extern unsigned char __heap_base;
static struct block *blocks; /* free blocks by address */
/* From here on all bytes are 0 but the headers of free blocks. A page of memory takes room,
 * and time to be had, only from when it is first written to. */
static char *untouched = (char *)&__heap_base;

static char *end_of(const struct block *b)
{
    return (char *)b + b->size;
}

void free(void *p)
{
    if (!p) return;
    struct block *b = (struct block *)((char *)p - UNIT), *before = NULL,
                 *next = blocks;
    for (; next && next < b; next = next->next) {
        before = next;
    }
    b->next = next;
    if (next && end_of(b) == (char *)next) {
        b->size += next->size;
        b->next = next->next;
        *next = (struct block){0};
    }
    if (before && end_of(before) == (char *)b) {
        before->size += b->size;
        before->next = b->next;
        *b = (struct block){0};
    } else if (before) {
        before->next = b;
    } else {
        blocks = b;
    }
}

/* Grows the memory; the new part becomes a free block. */
static int grow(size_t size)
{
    static int begun;
    const size_t end = __builtin_wasm_memory_size(0) * PAGE;
    uintptr_t start = ((uintptr_t)&__heap_base + UNIT - 1) & ~(uintptr_t)(UNIT - 1);
    size = size > LEAST_GROWTH ? (size + PAGE - 1) / PAGE * PAGE : LEAST_GROWTH;
    if (__builtin_wasm_memory_grow(0, size / PAGE) == SIZE_MAX) return 0;
    if (begun) { /* the first time, includes the memory after the stack */
        start = end;
    }
    begun = 1;
    struct block *b = (struct block *)start;
    b->size = end + size - start;
    free((char *)b + UNIT);
    return 1;
}

/* Address of the pointer to the smallest free block of at least `size` bytes, or NULL. */
static struct block **best_fit(size_t size)
{
    struct block **best = NULL;
    for (struct block **at = &blocks; *at; at = &(*at)->next) {
        if ((*at)->size >= size && (!best || (*at)->size < (*best)->size)) {
            best = at;
        }
    }
    return best;
}

void *calloc(size_t count, size_t n_bytes)
{
    size_t size;
    if (__builtin_mul_overflow(count, n_bytes, &n_bytes) || n_bytes > PTRDIFF_MAX) {
        return NULL;
    }
    size = (n_bytes + 2 * UNIT - 1) / UNIT * UNIT;
    struct block **at = best_fit(size);
    if (!at) {
        at = grow(size) ? best_fit(size) : NULL;
    }
    if (!at) return NULL;
    struct block *b = *at, *rest = (struct block *)((char *)b + size);
    if (b->size > size) {
        rest->size = b->size - size;
        rest->next = b->next;
        *at = rest;
    } else {
        *at = b->next;
    }
    b->size = size;
    char *p = (char *)b + UNIT, *end = end_of(b);
    if (p < untouched) {
        memset(p, 0, (size_t)((end < untouched ? end : untouched) - p));
    }
    untouched = end > untouched ? end : untouched;
    return p;
}

/* The engine calls none of these. Test programs do, which link this file so that they
 * run on the allocator of the module, and on no other beside it. */
void *malloc(size_t n_bytes)
{
    return calloc(1, n_bytes);
}

/* What emscripten keeps the environment in. */
void *emscripten_builtin_malloc(size_t n_bytes)
{
    return malloc(n_bytes);
}

void *realloc(void *p, size_t n_bytes)
{
    const size_t usable = p ? ((struct block *)((char *)p - UNIT))->size - UNIT : 0;
    if (p && n_bytes <= usable) return p;
    void *moved = malloc(n_bytes);
    if (moved && p) {
        memcpy(moved, p, usable);
        free(p);
    }
    return moved;
}

static void exchange(char *a, char *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        char old = *a;
        *a = *b;
        *b = old;
    }
}

/* Heapsort: no bad case, no recursion. Not stable; callers have no equal elements. */
void qsort(void *base, size_t n, size_t size,
           int (*compare)(const void *, const void *))
{
    char *all = base;
    for (size_t start = n / 2; n > 1;) {
        if (start > 0) {
            start--; /* grow the heap by one element */
        } else {
            exchange(all, all + --n * size, size); /* move the largest to the end */
        }
        for (size_t root = start, child; (child = 2 * root + 1) < n; root = child) {
            if (child + 1 < n &&
                compare(all + child * size, all + (child + 1) * size) < 0) {
                child++;
            }
            if (compare(all + root * size, all + child * size) >= 0) {
                break;
            }
            exchange(all + root * size, all + child * size, size);
        }
    }
}
