/* What the kinds of tokenizers are made of; private to text/.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_KINDS_H
#define GF_TEXT_KINDS_H

#include "text/tokenizer.h"

/* ---- kinds ------------------------------------------------------------------------ */

/* One kind. `build` and `read` get a tokenizer in which only kind, n_special and the
 * special names are set, and fill the rest for the regular tokens: their tables, n_vocab
 * and, through gf_texts, their texts. Statuses as in tokenizer.h; the text is UTF-8. */
struct gf_kind {
    const char *name, *unit;
    enum gf_status (*build)(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err);
    enum gf_status (*encode)(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err);
    void (*write)(const struct gf_tokenizer *t, struct gf_json_writer *w);
    enum gf_status (*read)(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err);
};

extern const struct gf_kind gf_chars_kind, gf_words_kind, gf_bpe_kind;

/* Words only: whether a space stands between two tokens. */
bool gf_words_space(const struct gf_tokenizer *t, int32_t left, int32_t right);

/* Reserves n_vocab regular texts of n_bytes together, and the special ones after them,
 * which are filled in. t->n_vocab becomes the number of both. The caller adds the
 * regular ones in order with gf_texts_add. */
bool gf_texts_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n_vocab,
                      size_t n_bytes);
void gf_texts_add(struct gf_tokenizer *t, size_t id, const char *bytes, size_t n);

/* How many tokens are not special. */
static inline size_t gf_n_regular(const struct gf_tokenizer *t)
{
    return t->n_vocab - t->n_special;
}

/* ---- pieces ----------------------------------------------------------------------- */

/* A stretch of a text: one special token, or what lies between two of them. */
struct gf_piece {
    const char *text;
    size_t n;
    size_t special; /* its number among the special tokens; SIZE_MAX: plain text */
};

/* The piece at text[0 .. n). False at the end of the text. */
bool gf_next_piece(const struct gf_tokenizer *t, const char *text, size_t n,
                   struct gf_piece *piece);

/* ---- sentences -------------------------------------------------------------------- */

enum gf_status gf_vocabulary_no_memory(struct gf_error *err);

/* "'é' (U+00E9)"; only the code point for what does not print. */
void gf_format_character(char out[24], uint32_t code_point);

/* ---- classes of characters -------------------------------------------------------- */

enum gf_char_class {
    GF_CHAR_SPACE = 0, /* white space of any kind */
    GF_CHAR_LETTER,    /* letters of all scripts, and the underscore */
    GF_CHAR_DIGIT,     /* 0 … 9 */
    GF_CHAR_IDEOGRAPH, /* scripts that put no spaces between words */
    GF_CHAR_OPEN,      /* a mark that leans on what follows: ( [ { “ ¿ */
    GF_CHAR_CLOSE,     /* a mark that leans on what came before: . , ) ” % */
    GF_CHAR_SYMBOL     /* any other mark */
};

enum gf_char_class gf_char_class_of(uint32_t code_point);

/* ---- a set of strings ------------------------------------------------------------- */

/* Strings numbered in order of first appearance. They are not copied. The same bytes
 * with another tag are another string. */
struct gf_string {
    const char *text;
    uint32_t n, count;
    uint8_t tag;
};

struct gf_strings {
    struct gf_arena *arena;
    struct gf_string *list; /* [n] */
    size_t n, capacity;
    uint32_t
        *slot; /* [n_slots] number + 1; 0: free. A power of two, at most half full */
    size_t n_slots;
};

#define GF_NO_STRING SIZE_MAX

/* Adds a string, or counts it once more. Its number, or GF_NO_STRING without memory. */
size_t gf_strings_add(struct gf_strings *s, const char *text, size_t n, uint8_t tag);

/* Its number, or GF_NO_STRING. */
size_t gf_strings_find(const struct gf_strings *s, const char *text, size_t n,
                       uint8_t tag);

#endif
