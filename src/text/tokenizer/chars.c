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

enum gf_status gf_chars_list(struct gf_tokenizer *t, struct gf_arena *arena,
                             const char *text, size_t n, struct gf_error *err)
{
    size_t n_chars = gf_utf8_count(text, n), at = 0;
    t->code_points = gf_arena_array(arena, n_chars, sizeof *t->code_points);
    if (!t->code_points || !gf_texts_reserve(t, arena, n_chars, n)) {
        return gf_fail(err, GF_E_no_memory);
    }
    memset(t->ascii, -1, sizeof t->ascii);
    for (size_t i = 0; i < n_chars; i++) {
        uint32_t *c = &t->code_points[i];
        size_t length = gf_utf8_decode(text + at, n - at, c);
        if (i > 0 && c[-1] >= c[0]) {
            char name[24];
            gf_format_character(name, *c);
            return gf_fail(err, GF_E_vocabulary_character_order, name);
        }
        gf_texts_add(t, i, text + at, length);
        if (*c < 128) {
            t->ascii[*c] = (int32_t)i;
        }
        at += length;
    }
    return GF_OK;
}

static enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err)
{
    (void)options;
    GF_SCOPED_BUFFER(letters, scratch);
    uint32_t *set = gf_arena_array(&scratch, SET_WORDS, sizeof *set);
    if (!set) return gf_fail(err, GF_E_no_memory);
    struct gf_piece piece;
    for (size_t at = 0; gf_next_piece(t, text + at, n - at, &piece); at += piece.n) {
        if (piece.id < 0) {
            collect_code_points(piece.text, piece.n, set);
        }
    }
    for (uint32_t c = 0; c <= GF_MAX_CODE_POINT; c++) {
        char utf8[4];
        if (set[c >> 5] == 0) {
            c |= 31; /* none of these 32 */
        } else if (set[c >> 5] >> (c & 31) & 1) {
            gf_buffer_put(&letters, utf8, gf_utf8_encode(c, utf8));
        }
    }
    if (scratch.failed) return gf_fail(err, GF_E_no_memory);
    return gf_chars_list(t, arena, letters.data, letters.n, err);
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

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const char *text = "";
    size_t n = 0;
    gf_json_as_string(gf_json_get(json, "characters"), &text, &n);
    return n > 0 ? gf_chars_list(t, arena, text, n, err)
                 : gf_fail(err, GF_E_vocabulary_characters);
}

const struct gf_kind gf_chars_kind = {.name = "chars",
                                      .unit = "characters",
                                      .build = build,
                                      .encode = encode,
                                      .write = write,
                                      .read = read};
