/* Short texts without stdio. For sentences and names: numbers that must round-trip go
 * through base/json.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_FORMAT_H
#define GF_BASE_FORMAT_H

#include "base/buffer.h"

/* Formats into an array of n_bytes and returns the length written. %s string, %i int,
 * %z size_t, %% percent. Text that does not fit is cut at a UTF-8 boundary. */
size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...);

void gf_put_unsigned(struct gf_buffer *out, uint64_t value, int min_digits);
void gf_put_int(struct gf_buffer *out, int64_t value);

/* Whether a text ends with another. */
bool gf_ends_with(const char *text, const char *end);

/* Ends a text of fixed size with a zero, for which there is room at data[capacity]; a full
 * one is cut at a UTF-8 boundary. Returns the length. */
size_t gf_end_text(struct gf_buffer *text);

#endif
