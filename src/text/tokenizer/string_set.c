/* A set of strings by open addressing with linear probing.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "text/tokenizer/string_set.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

static size_t hash(const char *text, size_t n, uint8_t tag)
{
    return (size_t)gf_rng_mix64(gf_hash(GF_HASH ^ tag, text, n));
}

/* Where the string is, or the free slot where it belongs. */
static size_t slot_of(const struct gf_strings *s, const char *text, size_t n,
                      uint8_t tag)
{
    size_t at = hash(text, n, tag) & (s->n_slots - 1);
    while (s->slot[at] != 0) {
        const struct gf_string *other = &s->list[s->slot[at] - 1];
        if (other->n == n && other->tag == tag && memcmp(other->text, text, n) == 0) {
            break;
        }
        at = (at + 1) & (s->n_slots - 1);
    }
    return at;
}

static bool grow(struct gf_strings *s)
{
    struct gf_strings bigger = *s;
    bigger.capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY;
    bigger.n_slots = 2 * bigger.capacity;
    bigger.list = gf_arena_array(s->arena, bigger.capacity, sizeof *bigger.list);
    bigger.slot = gf_arena_array(s->arena, bigger.n_slots, sizeof *bigger.slot);
    if (!bigger.list || !bigger.slot) return false;
    for (size_t i = 0; i < s->n; i++) {
        const struct gf_string *old = &s->list[i];
        bigger.list[i] = *old;
        bigger.slot[slot_of(&bigger, old->text, old->n, old->tag)] = (uint32_t)i + 1;
    }
    *s = bigger;
    return true;
}

size_t gf_strings_add(struct gf_strings *s, const char *text, size_t n, uint8_t tag)
{
    if (s->n == s->capacity && !grow(s)) return GF_NO_STRING;
    size_t at = slot_of(s, text, n, tag);
    if (s->slot[at] == 0) {
        s->list[s->n++] = (struct gf_string){text, (uint32_t)n, 0, tag};
        s->slot[at] = (uint32_t)s->n;
    }
    size_t number = s->slot[at] - 1;
    s->list[number].count++;
    return number;
}

size_t gf_strings_find(const struct gf_strings *s, const char *text, size_t n,
                       uint8_t tag)
{
    size_t at = s->n == 0 ? 0 : slot_of(s, text, n, tag);
    return s->n == 0 || s->slot[at] == 0 ? GF_NO_STRING : s->slot[at] - 1;
}
