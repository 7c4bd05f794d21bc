/* SPDX-License-Identifier: MIT */
#include "base/format.h"

#include <stdarg.h>

void gf_put_char(struct gf_sink *s, char c)
{
    if (s->at < s->end) {
        *s->at++ = c;
    }
}

void gf_put_string(struct gf_sink *s, const char *text)
{
    for (; text && *text; text++) {
        gf_put_char(s, *text);
    }
}

void gf_put_unsigned(struct gf_sink *s, uint64_t value, int min_digits)
{
    char digits[24];
    int n = 0;
    while (value > 0 || n < min_digits) {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    }
    while (n > 0) {
        gf_put_char(s, digits[--n]);
    }
}

void gf_put_double(struct gf_sink *s, double x)
{
    if (x != x) {
        gf_put_string(s, "NaN");
        return;
    }
    if (x < 0) {
        gf_put_char(s, '-');
        x = -x;
    }
    if (x > 1.7e308) {
        gf_put_string(s, "infinity");
        return;
    }
    int exponent = 0;
    if (x > 0 && (x < 1e-5 || x >= 1e9)) {
        for (; x >= 10; exponent++) {
            x /= 10;
        }
        for (; x < 1; exponent--) {
            x *= 10;
        }
    }
    int decimals = 5;
    for (double bound = 10; x >= bound && decimals > 0; bound *= 10) {
        decimals--;
    }
    if (x > 0) {
        for (double bound = 1; x < bound && decimals < 10; bound /= 10) {
            decimals++;
        }
    }
    double scale = 1;
    for (int i = 0; i < decimals; i++) {
        scale *= 10;
    }
    uint64_t whole = (uint64_t)(x * scale + 0.5);
    while (decimals > 0 && whole % 10 == 0) {
        whole /= 10;
        scale /= 10;
        decimals--;
    }
    uint64_t unit = (uint64_t)(scale + 0.5);
    gf_put_unsigned(s, whole / unit, 1);
    if (decimals > 0) {
        gf_put_char(s, '.');
        gf_put_unsigned(s, whole % unit, decimals);
    }
    if (exponent != 0) {
        gf_put_char(s, 'e');
        gf_put_char(s, exponent < 0 ? '-' : '+');
        gf_put_unsigned(s, (uint64_t)(exponent < 0 ? -exponent : exponent), 2);
    }
}

void gf_put_int(struct gf_sink *s, int value)
{
    if (value < 0) {
        gf_put_char(s, '-');
    }
    gf_put_unsigned(s, value < 0 ? (uint64_t) - (int64_t)value : (uint64_t)value, 1);
}

/* A full buffer may end inside a multi-byte character: back to its start, then. */
size_t gf_end_text(struct gf_sink *s, char *dst)
{
    if (s->at == s->end) {
        char *p = s->at;
        while (p > dst && ((unsigned char)p[-1] & 0xc0) == 0x80) {
            p--;
        }
        if (p > dst && (unsigned char)p[-1] >= 0xc0) {
            s->at = p - 1;
        }
    }
    *s->at = '\0';
    return (size_t)(s->at - dst);
}

static size_t format(char *dst, size_t n_bytes, const char *fmt, va_list args)
{
    if (n_bytes == 0) {
        return 0;
    }
    struct gf_sink s = {dst, dst + n_bytes - 1};
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            gf_put_char(&s, *fmt);
            continue;
        }
        switch (*++fmt) {
        case 's':
            gf_put_string(&s, va_arg(args, const char *));
            break;
        case 'i':
            gf_put_int(&s, va_arg(args, int));
            break;
        case 'z':
            gf_put_unsigned(&s, va_arg(args, size_t), 1);
            break;
        case 'g':
            gf_put_double(&s, va_arg(args, double));
            break;
        default:
            gf_put_char(&s, '%');
            break;
        }
    }
    return gf_end_text(&s, dst);
}

size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    size_t n = format(dst, n_bytes, fmt, args);
    va_end(args);
    return n;
}
