/* Text into fixed buffers, without stdio. For sentences: numbers that must round-trip go
 * through base/json.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_FORMAT_H
#define GF_BASE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* Formats into a buffer of n_bytes and returns the length written. %s string, %i int, %z size_t, %g double with up to
 * six significant digits, %% percent. Text that does not fit is cut at a UTF-8
 * boundary. */
size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...);

/* ---- piece by piece -------------------------------------------------------------- */

/* A bounded output cursor: bytes past the end are dropped, never written. */
struct gf_sink {
    char *at, *end;
};

void gf_put_char(struct gf_sink *s, char c);
void gf_put_string(struct gf_sink *s, const char *text); /* NULL is empty */
void gf_put_unsigned(struct gf_sink *s, uint64_t value, int min_digits);
void gf_put_int(struct gf_sink *s, int value);

/* Six significant digits, trailing zeros dropped; scientific outside 1e-5 … 1e9. */
void gf_put_double(struct gf_sink *s, double x);

/* Ends the text that began at `dst` with a zero, for which there is room at s->end.
 * Returns the length. */
size_t gf_end_text(struct gf_sink *s, char *dst);

#endif
