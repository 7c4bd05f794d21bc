/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <string.h>

#include "base/decimal.h"
#include "base/format.h"
#include "base/utf8.h"

static const struct {
    const char *key;
    enum gf_status status;
    const char *sentence;
} catalogue[GF_ERROR_COUNT] = {
    [GF_E_none] = {"none", GF_OK, ""},
#define GF_ERROR(key, status, sentence) [GF_E_##key] = {#key, GF_##status, sentence},
#include "base/errors.def"
#undef GF_ERROR
};

const char *gf_error_name(enum gf_error_key key)
{
    return catalogue[key].key;
}

const char *gf_error_sentence(enum gf_error_key key)
{
    return catalogue[key].sentence;
}

enum gf_status gf_error_status(enum gf_error_key key)
{
    return catalogue[key].status;
}

bool gf_is_placeholder(const char *at, struct gf_placeholder *p)
{
    size_t n = 1;
    if (at[0] != '{') {
        return false;
    }
    while ((at[n] >= 'a' && at[n] <= 'z') || at[n] == '_') {
        n++;
    }
    if (at[n] != ':' || at[n + 1] == '\0' || at[n + 2] != '}') {
        return false;
    }
    *p = (struct gf_placeholder){at + 1, n - 1, n + 3, at[n + 1]};
    return true;
}

static void put_quoted(struct gf_sink *s, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    size_t n = text ? strlen(text) : 0;
    gf_put_char(s, '"');
    for (size_t at = 0; at < n;) {
        uint32_t code_point;
        size_t length = gf_utf8_decode(text + at, n - at, &code_point);
        if (length == 0) {
            gf_put_string(s, "\xef\xbf\xbd"); /* U+FFFD, replacement character */
            length = 1;
        } else if (code_point < 0x20) {
            gf_put_string(s, "\\u00");
            gf_put_char(s, hex[code_point >> 4]);
            gf_put_char(s, hex[code_point & 15]);
        } else {
            if (code_point == '"' || code_point == '\\') {
                gf_put_char(s, '\\');
            }
            for (size_t i = 0; i < length; i++) {
                gf_put_char(s, text[at + i]);
            }
        }
        at += length;
    }
    gf_put_char(s, '"');
}

static void put_json_double(struct gf_sink *s, double x)
{
    char digits[GF_DECIMAL_SIZE];
    if (x - x != 0) {
        gf_put_string(s, "null");
        return;
    }
    size_t n = gf_decimal_write(x, digits);
    for (size_t i = 0; i < n; i++) {
        gf_put_char(s, digits[i]);
    }
}

static void put_json_error(struct gf_sink *s, const struct gf_error *why)
{
    gf_put_string(s, "{\"code\":\"");
    gf_put_string(s, gf_status_name(why->status));
    gf_put_string(s, "\",\"key\":\"");
    gf_put_string(s, gf_error_name(why->key));
    gf_put_string(s, "\",\"params\":");
    gf_put_string(s, why->params[0] ? why->params : "{}");
    gf_put_char(s, '}');
}

/* Takes one argument of that type and writes it into the sentence and the JSON. */
static void put_argument(struct gf_error *e, struct gf_sink *text, struct gf_sink *json,
                         char type, va_list *args)
{
    switch (type) {
    case 's': {
        const char *value = va_arg(*args, const char *);
        gf_put_string(text, value);
        put_quoted(json, value);
        break;
    }
    case 'i': {
        int value = va_arg(*args, int);
        gf_put_int(text, value);
        gf_put_int(json, value);
        break;
    }
    case 'z': {
        size_t value = va_arg(*args, size_t);
        gf_put_unsigned(text, value, 1);
        gf_put_unsigned(json, value, 1);
        break;
    }
    case 'g': {
        double value = va_arg(*args, double);
        gf_put_double(text, value);
        put_json_double(json, value);
        break;
    }
    default: {
        const struct gf_error *why = va_arg(*args, const struct gf_error *);
        gf_put_string(text, why->message);
        put_json_error(json, why);
        e->status = e->status == GF_OK ? why->status : e->status;
        break;
    }
    }
}

enum gf_status gf_fail(struct gf_error *err, enum gf_error_key key, ...)
{
    struct gf_error e = {.status = catalogue[key].status, .key = key};
    struct gf_sink text = {e.message, e.message + sizeof e.message - 1};
    struct gf_sink json = {e.params, e.params + sizeof e.params - 2}; /* room for "}" */
    struct gf_placeholder p;
    va_list args;
    va_start(args, key);
    gf_put_char(&json, '{');
    for (const char *at = catalogue[key].sentence; *at;) {
        if (!gf_is_placeholder(at, &p)) {
            gf_put_char(&text, *at++);
            continue;
        }
        at += p.n;
        char *const before = json.at;
        gf_put_string(&json, before == e.params + 1 ? "\"" : ",\"");
        for (size_t i = 0; i < p.n_name; i++) {
            gf_put_char(&json, p.name[i]);
        }
        gf_put_string(&json, "\":");
        put_argument(&e, &text, &json, p.type, &args);
        if (json.at == json.end) { /* perhaps cut */
            json.at = before;
        }
    }
    va_end(args);
    gf_end_text(&text, e.message);
    *json.at++ = '}';
    *json.at = '\0';
    if (err) {
        *err = e;
    }
    return e.status;
}
