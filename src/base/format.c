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

bool gf_ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcmp(text + n - n_end, end) == 0;
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
