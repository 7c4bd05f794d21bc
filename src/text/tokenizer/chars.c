/* One token per Unicode code point, numbered in the order of code points.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/kind.h"

#include "base/utf8.h"

#include <string.h>

/* ---- building -------------------------------------------------------------------- */

/* Which code points occur, one bit each. */
#define SET_WORDS ((GF_MAX_CODE_POINT + 1) / 32)

static void collect_code_points(const char *text, size_t n, uint32_t *set)
{
    uint32_t c = 0;
    for (size_t at = 0; at < n;) {
        at += gf_utf8_decode(text + at, n - at, &c);
        set[c >> 5] |= (uint32_t)1 << (c & 31);
    }
}

/* The members of the set, ascending. */
static void list_code_points(const uint32_t *set, uint32_t *list)
{
    for (uint32_t word = 0; word < SET_WORDS; word++) {
        for (uint32_t bits = set[word]; bits != 0; bits &= bits - 1) {
            *list++ = word * 32 + (uint32_t)__builtin_ctz(bits);
        }
    }
}

/* Fills in the texts and the ASCII table of a vocabulary whose n code points are set. */
static bool fill_tables(struct gf_tokenizer *t, struct gf_arena *arena, size_t n)
{
    size_t n_bytes = 0;
    char utf8[4];
    for (size_t i = 0; i < n; i++) {
        n_bytes += gf_utf8_encode(t->code_points[i], utf8);
    }
    if (!gf_texts_reserve(t, arena, n, n_bytes)) return false;
    memset(t->ascii, -1, sizeof t->ascii);
    for (size_t i = 0; i < n; i++) {
        uint32_t c = t->code_points[i];
        gf_texts_add(t, i, utf8, gf_utf8_encode(c, utf8));
        if (c < 128) {
            t->ascii[c] = (int32_t)i;
        }
    }
    return true;
}

static enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err)
{
    (void)options;
    GF_SCOPED_ARENA(scratch);
    uint32_t *set = gf_arena_array(&scratch, SET_WORDS, sizeof *set);
    if (!set) return gf_fail(err, GF_E_no_memory);
    struct gf_piece piece;
    for (size_t at = 0; gf_next_piece(t, text + at, n - at, &piece); at += piece.n) {
        if (piece.id < 0) {
            collect_code_points(piece.text, piece.n, set);
        }
    }
    size_t n_chars = 0;
    for (size_t i = 0; i < SET_WORDS; i++) {
        n_chars += (size_t)__builtin_popcount(set[i]);
    }
    t->code_points = gf_arena_array(arena, n_chars, sizeof *t->code_points);
    if (!t->code_points) return gf_fail(err, GF_E_no_memory);
    list_code_points(set, t->code_points);
    return fill_tables(t, arena, n_chars) ? GF_OK : gf_fail(err, GF_E_no_memory);
}

/* ---- encoding -------------------------------------------------------------------- */

/* The id of a code point, or -1. */
static int32_t char_id(const struct gf_tokenizer *t, uint32_t code_point)
{
    if (code_point < 128) return t->ascii[code_point];
    size_t low = 0, high = gf_n_regular(t);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->code_points[middle] < code_point) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < gf_n_regular(t) && t->code_points[low] == code_point;
    return found ? (int32_t)low : -1;
}

static enum gf_status unknown(const struct gf_tokenizer *t, uint32_t code_point,
                              size_t position, struct gf_error *err)
{
    char name[24];
    gf_format_character(name, code_point);
    return gf_fail(err, GF_E_unknown_character, name, position, gf_n_regular(t));
}

static enum gf_status encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    size_t count = 0;
    struct gf_piece piece;
    for (size_t at = 0; gf_next_piece(t, text + at, n - at, &piece);) {
        if (piece.id >= 0) {
            ids[count++] = piece.id;
            at += piece.n;
            continue;
        }
        size_t end = at + piece.n;
        while (at < end) {
            uint32_t code_point = 0;
            size_t length = gf_utf8_decode(text + at, end - at, &code_point);
            int32_t id = char_id(t, code_point);
            if (id < 0) return unknown(t, code_point, gf_utf8_count(text, at) + 1, err);
            ids[count++] = id;
            at += length;
        }
    }
    *n_ids = count;
    return GF_OK;
}

/* ---- saving ---------------------------------------------------------------------- */

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    gf_json_string_n(gf_json_key(w, "characters"), t->text, t->start[gf_n_regular(t)]);
}

enum gf_status gf_chars_list(struct gf_tokenizer *t, struct gf_arena *arena,
                             const char *text, size_t n, struct gf_error *err)
{
    size_t n_chars = 0;
    if (n == 0) return gf_fail(err, GF_E_vocabulary_characters);
    t->code_points = gf_arena_array(arena, n, sizeof *t->code_points);
    if (!t->code_points) return gf_fail(err, GF_E_no_memory);
    for (size_t at = 0; at < n; n_chars++) {
        uint32_t *c = &t->code_points[n_chars];
        at += gf_utf8_decode(text + at, n - at, c);
        if (n_chars > 0 && c[-1] >= c[0]) {
            char name[24];
            gf_format_character(name, *c);
            return gf_fail(err, GF_E_vocabulary_character_order, name);
        }
    }
    return fill_tables(t, arena, n_chars) ? GF_OK : gf_fail(err, GF_E_no_memory);
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const char *text = "";
    size_t n = 0;
    gf_json_as_string(gf_json_get(json, "characters"), &text, &n);
    return gf_chars_list(t, arena, text, n, err);
}

const struct gf_kind gf_chars_kind = {.name = "chars",
                                      .unit = "characters",
                                      .build = build,
                                      .encode = encode,
                                      .write = write,
                                      .read = read};
