/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/vocabulary.h"

#include "base/format.h"
#include "base/utf8.h"

#include <string.h>

/* ---- messages ------------------------------------------------------------------- */

static const char hex[] = "0123456789ABCDEF";

void gf_format_character(char out[24], uint32_t code_point)
{
    char code[12] = "U+", utf8[5] = "", *at = code + 2;
    for (int shift = 20; shift >= 0; shift -= 4) {
        if (shift < 16 || code_point >> shift) {
            *at++ = hex[code_point >> shift & 15];
        }
    }
    bool prints = code_point > 0x20 && (code_point < 0x7f || code_point > 0xa0) &&
                  code_point != GF_BYTE_ORDER_MARK;
    if (prints) gf_utf8_encode(code_point, utf8);
    gf_format(out, 24, prints ? "'%s' (%s)" : "%s%s", utf8, code);
}

void gf_byte_name(char out[GF_BYTE_NAME], unsigned char byte)
{
    const char name[GF_BYTE_NAME] = {'<', '0', 'x', hex[byte >> 4], hex[byte & 15],
                                     '>'};
    memcpy(out, name, sizeof name);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int gf_named_byte(const char *text, size_t n)
{
    bool form = n == GF_BYTE_NAME && memcmp(text, "<0x", 3) == 0 && text[5] == '>';
    int high = form ? hex_digit(text[3]) : -1, low = form ? hex_digit(text[4]) : -1;
    return high < 0 || low < 0 ? -1 : 16 * high + low;
}

enum gf_status gf_text_check(const char **text, size_t *n, struct gf_error *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (*n >= 3 && memcmp(*text, mark, 3) == 0) {
        *text += 3;
        *n -= 3;
    }
    if (*n == 0) *text = "";
    size_t valid = gf_utf8_valid_prefix(*text, *n);
    if (valid == *n) return GF_OK;
    size_t line = 1;
    for (size_t i = 0; i < valid; i++) line += (*text)[i] == '\n';
    return gf_fail(err, GF_E_text_not_utf8, gf_utf8_count(*text, valid) + 1, line);
}

/* ---- pieces ---------------------------------------------------------------------- */

/* The added token that text[0 .. n) begins with, or NULL. */
static const struct gf_added *added_at(const struct gf_tokenizer *t, const char *text,
                                       size_t n)
{
    const struct gf_added *best = NULL;
    if (!t->begins[(unsigned char)*text]) return NULL;
    for (size_t i = 0; i < t->n_added && !(best && t->n_special > 0); i++) {
        const struct gf_added *a = &t->added[i];
        bool longer = a->n <= n && (!best || a->n > best->n);
        best = longer && memcmp(a->text, text, a->n) == 0 ? a : best;
    }
    return best;
}

bool gf_next_piece(const struct gf_tokenizer *t, const char *text, size_t n,
                   struct gf_piece *piece)
{
    *piece = (struct gf_piece){text, n, -1};
    if (n == 0 || t->n_added == 0) return n > 0;
    const struct gf_added *added = added_at(t, text, n);
    if (added) {
        *piece = (struct gf_piece){text, added->n, added->id};
        return true;
    }
    piece->n = 1;
    while (piece->n < n && !added_at(t, text + piece->n, n - piece->n)) {
        piece->n++;
    }
    return true;
}

/* ---- special tokens and texts ---------------------------------------------------- */

enum gf_status gf_vocabulary_set_special(struct gf_tokenizer *t, struct gf_arena *arena,
                                         const char *const *names, size_t n,
                                         struct gf_error *err)
{
    t->added = gf_arena_array(arena, n, sizeof *t->added);
    for (size_t i = 0; t->added && i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(names[i], names[j]) == 0) {
                return gf_fail(err, GF_E_special_token_twice, names[i]);
            }
        }
        /* UTF-8, or it could match the middle of a character. */
        size_t length = strlen(names[i]);
        if (length == 0 || gf_utf8_valid_prefix(names[i], length) != length) {
            return gf_fail(err, GF_E_special_token_name);
        }
        t->added[i] = (struct gf_added){gf_arena_string(arena, names[i], length),
                                        length, (int32_t)i};
        t->begins[(unsigned char)*names[i]] = true;
    }
    t->n_special = t->n_added = n;
    return arena->failed ? gf_fail(err, GF_E_no_memory) : GF_OK;
}

bool gf_texts_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n_vocab,
                      size_t n_bytes)
{
    size_t n_all = n_bytes;
    for (size_t i = 0; i < t->n_special; i++) {
        n_all += t->added[i].n;
    }
    t->n_vocab = n_vocab + t->n_special;
    t->start = gf_arena_array(arena, t->n_vocab + 1, sizeof *t->start);
    t->text = gf_arena_alloc(arena, n_all + 1);
    if (!t->start || !t->text || n_all > UINT32_MAX) return false;
    t->start[n_vocab] = (uint32_t)n_bytes;
    for (size_t i = 0; i < t->n_special; i++) {
        t->added[i].id = (int32_t)(n_vocab + i);
        gf_texts_add(t, n_vocab + i, t->added[i].text, t->added[i].n);
    }
    return true;
}

void gf_texts_add(struct gf_tokenizer *t, size_t id, const char *bytes, size_t n)
{
    memcpy(t->text + t->start[id], bytes, n);
    t->start[id + 1] = t->start[id] + (uint32_t)n;
}

int32_t gf_tokenizer_special(const struct gf_tokenizer *tokenizer, const char *name)
{
    for (size_t i = 0; i < tokenizer->n_special; i++) {
        if (strcmp(tokenizer->added[i].text, name) == 0) return tokenizer->added[i].id;
    }
    return -1;
}
