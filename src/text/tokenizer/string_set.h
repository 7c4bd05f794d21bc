/* A set of strings, numbered in order of first appearance.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_STRING_SET_H
#define GF_TEXT_STRING_SET_H

#include "base/hash.h"

/* Strings are not copied. The same bytes with another tag are another string. */
struct gf_string {
    const char *text;
    uint32_t n, count;
    uint8_t tag;
};

struct gf_strings {
    struct gf_arena *arena;
    struct gf_string *list; /* [n] */
    size_t n, capacity;
    struct gf_index index;
};

#define GF_NO_STRING SIZE_MAX

/* Adds a string or increases its count. Returns its number, or GF_NO_STRING without memory. */
size_t gf_strings_add(struct gf_strings *s, const char *text, size_t n, uint8_t tag);

/* Its number, or GF_NO_STRING. */
size_t gf_strings_find(const struct gf_strings *s, const char *text, size_t n,
                       uint8_t tag);

#endif
