/* Errors are values: every function that can fail returns a status and, through an
 * optional gf_error, a key, its parameters and one sentence a person can act on.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_ERROR_H
#define GF_BASE_ERROR_H

#include "base/status.h"

enum gf_error_key {
    GF_E_none = 0,
#define GF_ERROR(key, status, sentence) GF_E_##key,
#include "base/errors.def"
#undef GF_ERROR
    GF_ERROR_COUNT
};

/* A value for a placeholder, with its type: s string, i int, z size_t, g double, e error. */
struct gf_argument {
    char type;
    union {
        const char *s;
        int i;
        size_t z;
        double g;
        const struct gf_error *e;
    } value;
};

/* Sets *err (when not NULL) and returns the status that errors.def gives the key, so
 * that a failing line reads `return gf_fail(err, GF_E_width_not_divisible, "n_embd", C,
 * "n_head", H);`. The arguments, at most six, are those of the sentence's placeholders, in
 * order and of their types: no other type compiles, and where one stands in the place of
 * another the debug build stops (elsewhere the place stays empty). A NULL string is empty.
 * Those without a place are left out. An argument may be the error `err` itself. */
#define gf_fail(err, ...) \
    GF_SEVENTH(__VA_ARGS__, GF_FAIL_6, GF_FAIL_5, GF_FAIL_4, GF_FAIL_3, GF_FAIL_2, \
               GF_FAIL_1, GF_FAIL_0, ) \
    (err, __VA_ARGS__)
enum gf_status gf_fail_with(struct gf_error *err, enum gf_error_key key,
                            const struct gf_argument *arguments, size_t n);

struct gf_json_writer;
/* {"code", "key", "params", "message"}; no code for an obstacle. */
void gf_json_error(struct gf_json_writer *w, const struct gf_error *err);

/* "{name:type}" in a sentence of errors.def. */
struct gf_placeholder {
    const char *name;
    size_t n_name, n; /* n: bytes with the braces */
    char type;
};

/* Whether one begins at `at`. */
bool gf_is_placeholder(const char *at, struct gf_placeholder *p);

/* The row of errors.def. Static storage. */
const char *gf_error_sentence(enum gf_error_key key);
enum gf_status gf_error_status(enum gf_error_key key);

/* ---- how gf_fail takes its arguments ------------------------------------------------- */

#define GF_ARGUMENT_OF(letter, ctype) \
    static inline struct gf_argument gf_argument_##letter(ctype x) \
    { \
        return (struct gf_argument){#letter[0], {.letter = x}}; \
    }
GF_ARGUMENT_OF(s, const char *)
GF_ARGUMENT_OF(i, int)
GF_ARGUMENT_OF(z, size_t)
GF_ARGUMENT_OF(g, double)
GF_ARGUMENT_OF(e, const struct gf_error *)
#undef GF_ARGUMENT_OF

#define GF_ARGUMENT(x) \
    _Generic((x), \
        char *: gf_argument_s, \
        const char *: gf_argument_s, \
        int: gf_argument_i, \
        size_t: gf_argument_z, \
        double: gf_argument_g, \
        struct gf_error *: gf_argument_e, \
        const struct gf_error *: gf_argument_e)(x)

#define GF_SEVENTH(key, a, b, c, d, e, f, name, ...) name
#define GF_LIST(n, ...) (const struct gf_argument[]){__VA_ARGS__}, n
#define GF_FAIL_0(err, key) gf_fail_with(err, key, NULL, 0)
#define GF_FAIL_1(err, key, a) gf_fail_with(err, key, GF_LIST(1, GF_ARGUMENT(a)))
#define GF_FAIL_2(err, key, a, b) \
    gf_fail_with(err, key, GF_LIST(2, GF_ARGUMENT(a), GF_ARGUMENT(b)))
#define GF_FAIL_3(err, key, a, b, c) \
    gf_fail_with(err, key, GF_LIST(3, GF_ARGUMENT(a), GF_ARGUMENT(b), GF_ARGUMENT(c)))
#define GF_FAIL_4(err, key, a, b, c, d) \
    gf_fail_with( \
        err, key, \
        GF_LIST(4, GF_ARGUMENT(a), GF_ARGUMENT(b), GF_ARGUMENT(c), GF_ARGUMENT(d)))
#define GF_FAIL_5(err, key, a, b, c, d, e) \
    gf_fail_with(err, key, \
                 GF_LIST(5, GF_ARGUMENT(a), GF_ARGUMENT(b), GF_ARGUMENT(c), \
                         GF_ARGUMENT(d), GF_ARGUMENT(e)))
#define GF_FAIL_6(err, key, a, b, c, d, e, f) \
    gf_fail_with(err, key, \
                 GF_LIST(6, GF_ARGUMENT(a), GF_ARGUMENT(b), GF_ARGUMENT(c), \
                         GF_ARGUMENT(d), GF_ARGUMENT(e), GF_ARGUMENT(f)))

#endif
