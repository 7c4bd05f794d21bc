/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <stdarg.h>

static const char *const status_names[GF_STATUS_COUNT] = {
    [GF_OK] = "ok",
    [GF_BAD_CONFIG] = "bad-config",
    [GF_BAD_TEXT] = "bad-text",
    [GF_TEXT_TOO_SHORT] = "text-too-short",
    [GF_BAD_CHECKPOINT] = "bad-checkpoint",
    [GF_BAD_JSON] = "bad-json",
    [GF_BAD_ARGUMENT] = "bad-argument",
    [GF_OUT_OF_MEMORY] = "out-of-memory",
    [GF_DIVERGED] = "diverged",
};

const char *gf_status_name(enum gf_status status)
{
    return (unsigned)status < GF_STATUS_COUNT ? status_names[status] : "unknown";
}

/* A bounded output cursor: bytes past the end are dropped, never written. */
struct sink {
    char *at, *end;
};

static void put_char(struct sink *s, char c)
{
    if (s->at < s->end) {
        *s->at++ = c;
    }
}

static void put_string(struct sink *s, const char *text)
{
    for (; text && *text; text++) {
        put_char(s, *text);
    }
}

static void put_unsigned(struct sink *s, uint64_t value, int min_digits)
{
    char digits[24];
    int n = 0;
    while (value > 0 || n < min_digits) {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    }
    while (n > 0) {
        put_char(s, digits[--n]);
    }
}

/* Six significant digits, trailing zeros dropped; scientific outside 1e-5 … 1e9.
 * For sentences only: numbers that must round-trip go through base/json. */
static void put_double(struct sink *s, double x)
{
    if (x != x) {
        put_string(s, "NaN");
        return;
    }
    if (x < 0) {
        put_char(s, '-');
        x = -x;
    }
    if (x > 1.7e308) {
        put_string(s, "infinity");
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
    put_unsigned(s, whole / unit, 1);
    if (decimals > 0) {
        put_char(s, '.');
        put_unsigned(s, whole % unit, decimals);
    }
    if (exponent != 0) {
        put_char(s, 'e');
        put_char(s, exponent < 0 ? '-' : '+');
        put_unsigned(s, (uint64_t)(exponent < 0 ? -exponent : exponent), 2);
    }
}

static size_t format(char *dst, size_t n_bytes, const char *fmt, va_list args)
{
    if (n_bytes == 0) {
        return 0;
    }
    struct sink s = {dst, dst + n_bytes - 1};
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            put_char(&s, *fmt);
            continue;
        }
        switch (*++fmt) {
        case 's':
            put_string(&s, va_arg(args, const char *));
            break;
        case 'i': {
            int value = va_arg(args, int);
            if (value < 0) {
                put_char(&s, '-');
            }
            put_unsigned(&s, value < 0 ? (uint64_t) - (int64_t)value : (uint64_t)value,
                         1);
            break;
        }
        case 'z':
            put_unsigned(&s, va_arg(args, size_t), 1);
            break;
        case 'g':
            put_double(&s, va_arg(args, double));
            break;
        default:
            put_char(&s, '%');
            break;
        }
    }
    /* A full buffer may end inside a multi-byte character: step back to its start. */
    if (s.at == s.end) {
        char *p = s.at;
        while (p > dst && ((unsigned char)p[-1] & 0xc0) == 0x80) {
            p--;
        }
        if (p > dst && (unsigned char)p[-1] >= 0xc0) {
            s.at = p - 1;
        }
    }
    *s.at = '\0';
    return (size_t)(s.at - dst);
}

size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    size_t n = format(dst, n_bytes, fmt, args);
    va_end(args);
    return n;
}

enum gf_status gf_fail(struct gf_error *err, enum gf_status status, const char *fmt,
                       ...)
{
    if (err) {
        err->status = status;
        va_list args;
        va_start(args, fmt);
        format(err->message, sizeof err->message, fmt, args);
        va_end(args);
    }
    return status;
}
