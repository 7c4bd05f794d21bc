/* The parser: recursive descent, one function per kind of value.
 * SPDX-License-Identifier: MIT */
#include "base/json.h"

#include "base/decimal.h"
#include "base/utf8.h"

#include <string.h>

struct parser {
    const char *text, *at, *end;
    struct gf_json *next_node; /* the block of nodes and the block of string bytes, */
    char *next_byte;           /* both sized before the start                       */
    int depth;
    struct gf_error *err;
};

/* ---- errors --------------------------------------------------------------------- */

/* An error at the place `at`; `name` is a key of the JSON, where the sentence has one.
 * Returns false. */
static bool fail_at(struct parser *p, const char *at, enum gf_error_key error,
                    const char *name)
{
    size_t line = 1;
    const char *line_start = p->text;
    for (const char *c = p->text; c < at; c++) {
        if (*c == '\n') {
            line++;
            line_start = c + 1;
        }
    }
    size_t column = gf_utf8_count(line_start, (size_t)(at - line_start)) + 1;
    gf_fail(p->err, error, line, column, name);
    return false;
}

static bool fail(struct parser *p, const char *at, enum gf_error_key error)
{
    return fail_at(p, at, error, NULL);
}

/* ---- text ----------------------------------------------------------------------- */

static void skip_space(struct parser *p)
{
    while (p->at < p->end &&
           (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t')) {
        p->at++;
    }
}

static bool next_is(const struct parser *p, char c)
{
    return p->at < p->end && *p->at == c;
}

/* Four hexadecimal digits at `at`, or -1. */
static int32_t hex4(const struct parser *p, const char *at)
{
    if (p->end - at < 4) return -1;
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int32_t digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* The part of \uXXXX after the u; characters above U+FFFF are two of them. */
static bool parse_unicode_escape(struct parser *p)
{
    const char *start = p->at - 2;
    int32_t unit = hex4(p, p->at);
    if (unit < 0) return fail(p, start, GF_E_json_unicode_escape);
    p->at += 4;
    uint32_t code_point = (uint32_t)unit;
    if (unit >= 0xd800 && unit <= 0xdbff) {
        bool escape = p->end - p->at >= 2 && p->at[0] == '\\' && p->at[1] == 'u';
        int32_t low = escape ? hex4(p, p->at + 2) : -1;
        if (low < 0xdc00 || low > 0xdfff) return fail(p, start, GF_E_json_surrogate);
        p->at += 6;
        code_point = 0x10000 + ((code_point & 0x3ff) << 10) + ((uint32_t)low & 0x3ff);
    }
    size_t n = gf_utf8_encode(code_point, p->next_byte);
    if (n == 0) return fail(p, start, GF_E_json_surrogate);
    p->next_byte += n;
    return true;
}

static bool parse_escape(struct parser *p)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    p->at++; /* the backslash */
    if (next_is(p, 'u')) {
        p->at++;
        return parse_unicode_escape(p);
    }
    const char *found = p->at < p->end && *p->at ? strchr(from, *p->at) : NULL;
    if (!found) return fail(p, p->at - 1, GF_E_json_escape);
    *p->next_byte++ = to[found - from];
    p->at++;
    return true;
}

/* A string into the block of bytes. Its quotes leave room for the zero at its end, and
 * no escape is shorter than what it stands for, so the block is as long as the text. */
static bool parse_string(struct parser *p, const char **string, size_t *n)
{
    const char *open = p->at++;
    char *start = p->next_byte;
    while (p->at < p->end && *p->at != '"') {
        if (*p->at == '\\') {
            if (!parse_escape(p)) return false;
            continue;
        }
        if ((unsigned char)*p->at < 0x20) {
            return fail(p, p->at, GF_E_json_control_character);
        }
        uint32_t code_point;
        size_t length = gf_utf8_decode(p->at, (size_t)(p->end - p->at), &code_point);
        if (length == 0) return fail(p, p->at, GF_E_json_not_utf8);
        memcpy(p->next_byte, p->at, length);
        p->next_byte += length;
        p->at += length;
    }
    if (p->at == p->end) return fail(p, open, GF_E_json_open_string);
    p->at++;
    *string = start;
    *n = (size_t)(p->next_byte - start);
    *p->next_byte++ = '\0';
    return true;
}

/* ---- members -------------------------------------------------------------------- */

/* FNV-1a, then a round of mixing because the search tree uses the high bits first. */
static uint32_t hash_key(const char *key, size_t n)
{
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < n; i++) {
        hash = (hash ^ (unsigned char)key[i]) * 0x01000193u;
    }
    hash = (hash ^ (hash >> 16)) * 0x7feb352du;
    return hash ^ (hash >> 15);
}

static bool same_key(const struct gf_json *member, const char *key, size_t n,
                     uint32_t hash)
{
    return member->hash == hash && member->n_key == n &&
           memcmp(member->key, key, n) == 0;
}

/* Members form a binary tree that branches on the bits of the hash: no sorting, no table to
 * size, about log2 n steps to find one. A long path means keys crafted to collide, which
 * would take minutes to parse, and is an error. NULL, or what is wrong with the key. */
static enum gf_error_key add_to_tree(struct gf_json *object, struct gf_json *member)
{
    member->hash = hash_key(member->key, member->n_key);
    const struct gf_json **slot = &object->root;
    int n_step = 0;
    for (uint32_t bits = member->hash; *slot; bits <<= 1) {
        if (same_key(*slot, member->key, member->n_key, member->hash)) {
            return GF_E_json_key_twice;
        }
        if (++n_step > GF_JSON_MAX_DEPTH) return GF_E_json_key_hash;
        slot = &((struct gf_json *)*slot)->below[bits >> 31];
    }
    *slot = member;
    return GF_E_none;
}

const struct gf_json *gf_json_get(const struct gf_json *object, const char *key)
{
    size_t n = strlen(key);
    uint32_t hash = hash_key(key, n), bits = hash;
    const struct gf_json *node = object ? object->root : NULL;
    for (; node && !same_key(node, key, n, hash); bits <<= 1) {
        node = node->below[bits >> 31];
    }
    return node;
}

/* ---- values --------------------------------------------------------------------- */

static bool parse_value(struct parser *p, struct gf_json *value);

static bool parse_word(struct parser *p, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(p->end - p->at) < n || memcmp(p->at, word, n) != 0) {
        return fail(p, p->at, GF_E_json_value);
    }
    p->at += n;
    return true;
}

static bool parse_number(struct parser *p, struct gf_json *value)
{
    size_t length = gf_decimal_read(p->at, (size_t)(p->end - p->at), &value->number);
    if (length == 0) return fail(p, p->at, GF_E_json_value);
    if (value->number - value->number != 0) {
        return fail(p, p->at, GF_E_json_number_too_large);
    }
    value->type = GF_JSON_NUMBER;
    p->at += length;
    return true;
}

static bool parse_member(struct parser *p, struct gf_json *object,
                         struct gf_json *member)
{
    const char *start = p->at;
    if (!next_is(p, '"')) return fail(p, p->at, GF_E_json_key);
    if (!parse_string(p, &member->key, &member->n_key)) return false;
    enum gf_error_key wrong = add_to_tree(object, member);
    if (wrong != GF_E_none) return fail_at(p, start, wrong, member->key);
    skip_space(p);
    if (!next_is(p, ':')) return fail(p, p->at, GF_E_json_colon);
    p->at++;
    skip_space(p);
    return parse_value(p, member);
}

/* The inside of [ … ] or { … }; p->at is at the opening bracket. */
static bool parse_elements(struct parser *p, struct gf_json *parent, char close)
{
    bool object = close == '}';
    const struct gf_json **link = &parent->first;
    parent->type = object ? GF_JSON_OBJECT : GF_JSON_ARRAY;
    p->at++;
    skip_space(p);
    if (next_is(p, close)) {
        p->at++;
        return true;
    }
    for (;;) {
        struct gf_json *element = p->next_node++;
        if (!(object ? parse_member(p, parent, element) : parse_value(p, element))) {
            return false;
        }
        *link = element;
        link = &element->next;
        parent->n++;
        skip_space(p);
        if (next_is(p, close)) {
            p->at++;
            return true;
        }
        if (!next_is(p, ',')) {
            return fail(p, p->at,
                        object ? GF_E_json_comma_in_object : GF_E_json_comma_in_array);
        }
        p->at++;
        skip_space(p);
    }
}

static bool parse_value(struct parser *p, struct gf_json *value)
{
    if (p->at == p->end) return fail(p, p->at, GF_E_json_end);
    switch (*p->at) {
    case '{':
    case '[':
        if (p->depth == GF_JSON_MAX_DEPTH) return fail(p, p->at, GF_E_json_too_deep);
        p->depth++;
        bool ok = parse_elements(p, value, *p->at == '{' ? '}' : ']');
        p->depth--;
        return ok;
    case '"':
        value->type = GF_JSON_STRING;
        return parse_string(p, &value->string, &value->n);
    case 't':
    case 'f':
        value->type = GF_JSON_BOOL;
        value->boolean = *p->at == 't';
        return parse_word(p, value->boolean ? "true" : "false");
    case 'n':
        return parse_word(p, "null");
    default:
        return parse_number(p, value);
    }
}

/* Every value but the first follows a '[', '{' or ',' outside strings; so this many
 * nodes are enough for a valid text, and for an invalid one up to its first error. */
static size_t count_nodes(const char *text, size_t n)
{
    size_t count = 1;
    bool in_string = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (c == '"') {
            in_string = !in_string;
        } else if (in_string) {
            i += c == '\\';
        } else {
            count += c == ',' || c == '[' || c == '{';
        }
    }
    return count;
}

const struct gf_json *gf_json_parse(struct gf_arena *arena, const char *text, size_t n,
                                    struct gf_error *err)
{
    struct gf_json *root = gf_arena_array(arena, count_nodes(text, n), sizeof *root);
    char *bytes = root ? gf_arena_alloc(arena, n + 1) : NULL;
    if (!bytes) {
        gf_fail(err, GF_E_no_memory);
        return NULL;
    }
    if (n == 0) text = ""; /* not NULL: text + n */
    struct parser p = {.text = text,
                       .at = text,
                       .end = text + n,
                       .err = err,
                       .next_node = root + 1,
                       .next_byte = bytes};
    skip_space(&p);
    if (!parse_value(&p, root)) return NULL;
    skip_space(&p);
    if (p.at != p.end) {
        fail(&p, p.at, GF_E_json_more_text);
        return NULL;
    }
    return root;
}

/* ---- getters -------------------------------------------------------------------- */

const struct gf_json *gf_json_member(const struct gf_json *object, const char *key,
                                     enum gf_json_type type)
{
    const struct gf_json *value = gf_json_get(object, key);
    return value && value->type == type ? value : NULL;
}

bool gf_json_is_null(const struct gf_json *value)
{
    return !value || value->type == GF_JSON_NULL;
}

bool gf_json_as_bool(const struct gf_json *value, bool *out)
{
    if (!value || value->type != GF_JSON_BOOL) return false;
    *out = value->boolean;
    return true;
}

bool gf_json_as_double(const struct gf_json *value, double *out)
{
    if (!value || value->type != GF_JSON_NUMBER) return false;
    *out = value->number;
    return true;
}

bool gf_json_as_int(const struct gf_json *value, int64_t *out)
{
    const double limit = (double)GF_JSON_MAX_INTEGER;
    double x;
    if (!gf_json_as_double(value, &x) || x < -limit || x > limit ||
        (double)(int64_t)x != x) {
        return false;
    }
    *out = (int64_t)x;
    return true;
}

bool gf_json_as_uint(const struct gf_json *value, uint64_t *out)
{
    int64_t x;
    if (!gf_json_as_int(value, &x) || x < 0) return false;
    *out = (uint64_t)x;
    return true;
}

bool gf_json_as_string(const struct gf_json *value, const char **out, size_t *n)
{
    if (!value || value->type != GF_JSON_STRING) return false;
    *out = value->string;
    *n = value->n;
    return true;
}

/* ---- writing -------------------------------------------------------------------- */

void gf_json_tree(struct gf_json_writer *w, const struct gf_json *value)
{
    switch (value->type) {
    case GF_JSON_NULL:
        gf_json_null(w);
        break;
    case GF_JSON_BOOL:
        gf_json_bool(w, value->boolean);
        break;
    case GF_JSON_NUMBER:
        gf_json_double(w, value->number);
        break;
    case GF_JSON_STRING:
        gf_json_string_n(w, value->string, value->n);
        break;
    case GF_JSON_ARRAY:
        gf_json_begin_array(w);
        for (const struct gf_json *e = value->first; e; e = e->next) {
            gf_json_tree(w, e);
        }
        gf_json_end_array(w);
        break;
    case GF_JSON_OBJECT:
        gf_json_begin_object(w);
        for (const struct gf_json *e = value->first; e; e = e->next) {
            gf_json_key_n(w, e->key, e->n_key);
            gf_json_tree(w, e);
        }
        gf_json_end_object(w);
        break;
    }
}
