/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"

#include "base/decimal.h"
#include "base/format.h"
#include "base/utf8.h"

#include <string.h>

/* ---- values --------------------------------------------------------------------- */

static void write_escaped(struct gf_buffer *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    static const char from[] = "\"\\\n\r\t", to[] = "\"\\nrt";
    const char *found = c ? strchr(from, c) : NULL;
    char code[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    if (found) code[1] = to[found - from];
    gf_buffer_put(out, code, found ? 2 : sizeof code);
}

void gf_json_write_string(struct gf_buffer *out, const char *text, size_t n)
{
    gf_buffer_puts(out, "\"");
    size_t done = 0; /* text[done .. at) is plain and not yet written */
    for (size_t at = 0; at < n;) {
        uint32_t code_point;
        size_t length = gf_utf8_decode(text + at, n - at, &code_point);
        bool plain =
            length > 0 && code_point >= 0x20 && code_point != '"' && code_point != '\\';
        if (plain) {
            at += length;
            continue;
        }
        gf_buffer_put(out, text + done, at - done);
        if (length == 0) {
            gf_buffer_puts(out, "\xef\xbf\xbd"); /* U+FFFD, replacement character */
        } else {
            write_escaped(out, (unsigned char)text[at]);
        }
        at++;
        done = at;
    }
    if (done < n) gf_buffer_put(out, text + done, n - done);
    gf_buffer_puts(out, "\"");
}

/* ---- structure ------------------------------------------------------------------ */

/* What comes before a value: a comma unless it is the first. Afterwards one is due. */
static struct gf_buffer *next_value(struct gf_json_writer *w)
{
    if (w->comma) {
        gf_buffer_puts(w->out, ",");
    }
    w->comma = true;
    return w->out;
}

static void open(struct gf_json_writer *w, const char *bracket)
{
    gf_buffer_puts(next_value(w), bracket);
    w->comma = false;
}

static void close(struct gf_json_writer *w, const char *bracket)
{
    gf_buffer_puts(w->out, bracket);
    w->comma = true;
}

void gf_json_begin_object(struct gf_json_writer *w)
{
    open(w, "{");
}

void gf_json_end_object(struct gf_json_writer *w)
{
    close(w, "}");
}

void gf_json_begin_array(struct gf_json_writer *w)
{
    open(w, "[");
}

void gf_json_end_array(struct gf_json_writer *w)
{
    close(w, "]");
}

void gf_json_key_n(struct gf_json_writer *w, const char *key, size_t n)
{
    gf_json_write_string(next_value(w), key, n);
    gf_buffer_puts(w->out, ":");
    w->comma = false;
}

struct gf_json_writer *gf_json_key(struct gf_json_writer *w, const char *key)
{
    gf_json_key_n(w, key, strlen(key));
    return w;
}

void gf_json_string(struct gf_json_writer *w, const char *text)
{
    gf_json_string_n(w, text, strlen(text));
}

void gf_json_string_n(struct gf_json_writer *w, const char *text, size_t n)
{
    gf_json_write_string(next_value(w), text, n);
}

void gf_json_double(struct gf_json_writer *w, double x)
{
    char digits[GF_DECIMAL_SIZE];
    if (x - x != 0) {
        gf_json_null(w);
    } else {
        gf_json_raw(w, digits, gf_decimal_write(x, digits));
    }
}

void gf_json_int(struct gf_json_writer *w, int64_t x)
{
    gf_put_int(next_value(w), x);
}

void gf_json_bool(struct gf_json_writer *w, bool x)
{
    gf_buffer_puts(next_value(w), x ? "true" : "false");
}

void gf_json_null(struct gf_json_writer *w)
{
    gf_buffer_puts(next_value(w), "null");
}

void gf_json_raw(struct gf_json_writer *w, const char *json, size_t n)
{
    gf_buffer_put(next_value(w), json, n);
}
