/* Conversion between doubles and decimal text, correctly rounded and the same on every
 * platform. strtod and printf depend on the locale and, for the last digit, on the library.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_DECIMAL_H
#define GF_BASE_DECIMAL_H

#include <stddef.h>

/* The longest output of gf_decimal_write, e.g. "-1.2345678901234567e-300". */
#define GF_DECIMAL_SIZE 28

/* Reads a number in JSON's notation, [-]digits[.digits][e[+-]digits] with no leading
 * zeros, from the start of text[0 .. n). Returns the bytes it takes, 0 when there is no
 * number. *value is the nearest double, ties to even; infinite when it is too large. */
size_t gf_decimal_read(const char *text, size_t n, double *value);

/* Writes a finite x with the fewest digits that read back as x, and of those the
 * closest to x, in the notation of ECMAScript's Number::toString (but -0 as "-0").
 * Returns the length; not zero-terminated. */
size_t gf_decimal_write(double x, char out[GF_DECIMAL_SIZE]);

#endif
