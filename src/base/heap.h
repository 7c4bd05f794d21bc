/* A queue of what has the greatest key: a binary heap.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_HEAP_H
#define GF_BASE_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct gf_heap_item {
    uint64_t key;
    uint32_t number; /* of whatever has this key */
    int32_t id;
};

struct gf_heap {
    struct gf_heap_item *list; /* [n], with room for all that are pushed */
    size_t n;
};

static inline void gf_heap_push(struct gf_heap *h, struct gf_heap_item item)
{
    size_t at = h->n++;
    for (; at > 0 && h->list[(at - 1) / 2].key < item.key; at = (at - 1) / 2) {
        h->list[at] = h->list[(at - 1) / 2];
    }
    h->list[at] = item;
}

/* Takes the first; there is one. */
static inline struct gf_heap_item gf_heap_pop(struct gf_heap *h)
{
    struct gf_heap_item first = h->list[0], last = h->list[--h->n];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < h->n; at = child) {
        child += child + 1 < h->n && h->list[child + 1].key > h->list[child].key;
        if (h->list[child].key <= last.key) {
            break;
        }
        h->list[at] = h->list[child];
    }
    h->list[at] = last;
    return first;
}

#endif
