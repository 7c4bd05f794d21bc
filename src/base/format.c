/* SPDX-License-Identifier: MIT */
#include "base/format.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

void gf_put_unsigned(struct gf_buffer *out, uint64_t value, int min_digits)
{
    char digits[24];
    size_t at = sizeof digits;
    for (; value > 0 || min_digits > 0; value /= 10, min_digits--) {
        digits[--at] = (char)('0' + value % 10);
    }
    gf_buffer_put(out, digits + at, sizeof digits - at);
}

void gf_put_int(struct gf_buffer *out, int64_t value)
{
    if (value < 0) gf_buffer_puts(out, "-");
    gf_put_unsigned(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

void gf_put_double(struct gf_buffer *out, double x)
{
    if (x != x) {
        gf_buffer_puts(out, "NaN");
        return;
    }
    if (x < 0) {
        gf_buffer_puts(out, "-");
        x = -x;
    }
    if (x > 1.7e308) {
        gf_buffer_puts(out, "infinity");
        return;
    }
    if (x < 1e16 && x == (double)(uint64_t)x) {
        gf_put_unsigned(out, (uint64_t)x, 1);
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
    gf_put_unsigned(out, whole / unit, 1);
    if (decimals > 0) {
        gf_buffer_puts(out, ".");
        gf_put_unsigned(out, whole % unit, decimals);
    }
    if (exponent != 0) {
        gf_buffer_puts(out, exponent < 0 ? "e-" : "e+");
        gf_put_unsigned(out, (uint64_t)(exponent < 0 ? -exponent : exponent), 2);
    }
}

size_t gf_end_text(struct gf_buffer *text)
{
    if (text->n == text->capacity) {
        text->n = gf_utf8_valid_prefix(text->data, text->n);
    }
    text->data[text->n] = '\0';
    return text->n;
}

size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...)
{
    struct gf_buffer out = {.data = dst, .capacity = n_bytes - 1};
    if (n_bytes == 0) return 0;
    va_list args;
    va_start(args, fmt);
    while (*fmt) {
        size_t n = strcspn(fmt, "%");
        gf_buffer_put(&out, fmt, n);
        fmt += n;
        if (*fmt == '\0') break;
        switch (fmt[1]) {
        case 's':
            gf_buffer_puts(&out, va_arg(args, const char *));
            break;
        case 'i':
            gf_put_int(&out, va_arg(args, int));
            break;
        case 'z':
            gf_put_unsigned(&out, va_arg(args, size_t), 1);
            break;
        default:
            gf_buffer_puts(&out, "%");
            break;
        }
        fmt += 2;
    }
    va_end(args);
    return gf_end_text(&out);
}
