/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/string_set.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* Where the string is, or the free slot where it belongs. */
static uint32_t *slot_of(const struct gf_strings *s, const char *text, size_t n,
                         uint8_t tag)
{
    uint64_t hash = gf_rng_mix64(gf_hash(GF_HASH ^ tag, text, n));
    uint32_t *at = gf_index_first(&s->index, hash);
    for (; *at; at = gf_index_next(&s->index, at)) {
        const struct gf_string *other = &s->list[*at - 1];
        if (other->n == n && other->tag == tag && memcmp(other->text, text, n) == 0) {
            break;
        }
    }
    return at;
}

static bool grow(struct gf_strings *s)
{
    struct gf_strings bigger = *s;
    bigger.capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY;
    bigger.list = gf_arena_array(s->arena, bigger.capacity, sizeof *bigger.list);
    if (!bigger.list || !gf_index_new(&bigger.index, s->arena, bigger.capacity)) {
        return false;
    }
    for (size_t i = 0; i < s->n; i++) {
        const struct gf_string *old = &s->list[i];
        bigger.list[i] = *old;
        *slot_of(&bigger, old->text, old->n, old->tag) = (uint32_t)i + 1;
    }
    *s = bigger;
    return true;
}

size_t gf_strings_add(struct gf_strings *s, const char *text, size_t n, uint8_t tag)
{
    if (s->n == s->capacity && !grow(s)) return GF_NO_STRING;
    uint32_t *at = slot_of(s, text, n, tag);
    if (*at == 0) {
        s->list[s->n++] = (struct gf_string){text, (uint32_t)n, 0, tag};
        *at = (uint32_t)s->n;
    }
    s->list[*at - 1].count++;
    return *at - 1;
}

size_t gf_strings_find(const struct gf_strings *s, const char *text, size_t n,
                       uint8_t tag)
{
    uint32_t found = s->n == 0 ? 0 : *slot_of(s, text, n, tag);
    return found == 0 ? GF_NO_STRING : found - 1;
}
