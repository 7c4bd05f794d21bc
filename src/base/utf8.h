/* UTF-8, strictly as in RFC 3629.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_UTF8_H
#define GF_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define GF_MAX_CODE_POINT 0x10ffffu

/* Decodes the first character of s[0 .. n). Returns the bytes it takes (1 to 4) and its
 * code point, or 0 with *code_point untouched when there is none: n is 0, or the bytes
 * are an overlong form, a surrogate, above U+10FFFF, a stray continuation or cut off. */
size_t gf_utf8_decode(const char *s, size_t n, uint32_t *code_point);

/* Writes a code point; returns its bytes (1 to 4), or 0 for a surrogate or a value
 * above U+10FFFF. Not zero-terminated. */
size_t gf_utf8_encode(uint32_t code_point, char out[4]);

/* The length of the longest prefix of s[0 .. n) that is valid; n when all of it is. */
size_t gf_utf8_valid_prefix(const char *s, size_t n);

/* How many characters a valid text has (in any text: bytes that are not 10xxxxxx). */
size_t gf_utf8_count(const char *s, size_t n);

#endif
