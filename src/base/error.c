/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <string.h>

#include "base/decimal.h"
#include "base/format.h"
#include "base/json_write.h"

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

const char *gf_error_name(int key)
{
    return (unsigned)key < GF_ERROR_COUNT ? catalogue[key].key : "unknown";
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

static void put_error(struct gf_json_writer *w, const struct gf_error *err,
                      bool with_message)
{
    const char *params = err->params[0] ? err->params : "{}";
    gf_json_begin_object(w);
    if (err->status != GF_OK || !with_message) {
        gf_json_string(gf_json_key(w, "code"), gf_status_name(err->status));
    }
    gf_json_string(gf_json_key(w, "key"), gf_error_name(err->key));
    gf_json_raw(gf_json_key(w, "params"), params, strlen(params));
    if (with_message) gf_json_string(gf_json_key(w, "message"), err->message);
    gf_json_end_object(w);
}

void gf_json_error(struct gf_json_writer *w, const struct gf_error *err)
{
    put_error(w, err, true);
}

/* In JSON's notation, with six significant digits unless it is whole or tiny. */
static void put_double(struct gf_buffer *out, double x)
{
    char digits[GF_DECIMAL_SIZE];
    double size = x < 0 ? -x : x, scale = 1;
    if (x - x != 0) {
        gf_buffer_puts(out, x != x ? "NaN" : x < 0 ? "-infinity" : "infinity");
        return;
    }
    if (size >= 1e-10 && size < 1e15) { /* products and quotients that round once */
        while (size * scale < 1e5) {
            scale *= 10;
        }
        x = (double)(int64_t)(x * scale + (x < 0 ? -0.5 : 0.5)) / scale;
    }
    gf_buffer_put(out, digits, gf_decimal_write(x, digits));
}

/* Writes an argument into the sentence and the JSON; one of another type as a place that
 * is empty. */
static void put_argument(struct gf_error *e, struct gf_buffer *text,
                         struct gf_json_writer *w, char type,
                         const struct gf_argument *argument)
{
    const bool fits = argument && argument->type == type;
    GF_ASSERT(fits);
    if (!fits) {
        gf_json_null(w);
    } else if (type == 's') {
        const char *value = argument->value.s ? argument->value.s : "";
        gf_buffer_puts(text, value);
        gf_json_string(w, value);
    } else if (type == 'g') {
        put_double(text, argument->value.g);
        gf_json_double(w, argument->value.g);
    } else if (type == 'e') {
        const struct gf_error *why = argument->value.e;
        gf_buffer_puts(text, why->message);
        put_error(w, why, false);
        e->status = e->status == GF_OK ? why->status : e->status;
    } else if (type == 'i') {
        gf_put_int(text, argument->value.i);
        gf_json_int(w, argument->value.i);
    } else {
        gf_put_unsigned(text, argument->value.z, 1);
        gf_json_int(w, (int64_t)argument->value.z);
    }
}

enum gf_status gf_fail_with(struct gf_error *err, enum gf_error_key key,
                            const struct gf_argument *arguments, size_t n)
{
    struct gf_error e = {.status = catalogue[key].status, .key = key};
    struct gf_buffer text = {.data = e.message, .capacity = sizeof e.message - 1};
    struct gf_buffer json = {.data = e.params, .capacity = sizeof e.params - 2};
    struct gf_json_writer w = {.out = &json};
    struct gf_placeholder p;
    size_t i = 0;
    gf_json_begin_object(&w);
    for (const char *at = catalogue[key].sentence; *at;) {
        if (!gf_is_placeholder(at, &p)) {
            gf_buffer_put(&text, at++, 1);
            continue;
        }
        at += p.n;
        const struct gf_json_writer before = w;
        const size_t n_before = json.n;
        gf_json_key_n(&w, p.name, p.n_name);
        put_argument(&e, &text, &w, p.type, i < n ? &arguments[i] : NULL);
        i++;
        if (json.n == json.capacity) { /* perhaps cut */
            json.n = n_before;
            w = before;
        }
    }
    gf_end_text(&text);
    json.capacity++; /* room for the bracket */
    gf_json_end_object(&w);
    memset(e.params + json.n, 0, sizeof e.params - json.n);
    if (err) {
        *err = e;
    }
    return e.status;
}
