/* The vocabulary of a tokenizer: its tokens, their texts, and the special ones among them.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_VOCABULARY_H
#define GF_TEXT_VOCABULARY_H

#include "base/arena.h"
#include "base/error.h"

enum gf_tokenizer_kind {
    GF_TOKENIZER_CHARS = 0,     /* one token per Unicode code point */
    GF_TOKENIZER_WORDS,         /* words, punctuation marks and line ends */
    GF_TOKENIZER_BPE,           /* bytes, and frequent pairs of tokens */
    GF_TOKENIZER_LEARNED_COUNT, /* those above are made from a text */
    GF_TOKENIZER_SENTENCEPIECE = GF_TOKENIZER_LEARNED_COUNT, /* pieces with scores */
    GF_TOKENIZER_BPE_VOCABULARY, /* byte pairs with a vocabulary of their own */
    GF_TOKENIZER_KIND_COUNT
};

#define GF_MAX_VOCAB 65535
#define GF_DEFAULT_BPE_VOCAB 512

/* How to build a vocabulary. All zero: characters. */
struct gf_tokenizer_options {
    enum gf_tokenizer_kind kind;

    /* Target for V, special tokens included; ignored by characters. Words: the most frequent
     * are kept and the others become "<UNK>", which must then be a special token; 0 keeps
     * all. BPE: 256 … GF_MAX_VOCAB, 0 means GF_DEFAULT_BPE_VOCAB; V is smaller when no pair
     * occurs twice any more. */
    size_t vocab_size;

    /* Special tokens, such as "<EOS>" or "<PAD>". They get the last ids, in this order. Their
     * names are encoded as these tokens wherever they occur in a text. */
    const char *const *special;
    size_t n_special;
};

/* Token i is the bytes text[start[i] .. start[i + 1]). Everything is owned by the arena
 * it was built in; the struct may be copied. */
struct gf_tokenizer {
    enum gf_tokenizer_kind kind;
    size_t n_vocab;   /* V; ids are 0 … V - 1 */
    size_t n_special; /* the last of them */
    char *text;
    uint32_t *start; /* [V + 1] */

    /* Tokens that are found in texts as they are written: the special ones, or those of
     * another program, in the order of their ids. */
    struct gf_added *added; /* [n_added] */
    size_t n_added;
    bool begins[256]; /* whether one begins with this byte */

    /* Characters: ascending, so ids follow the order of code points. */
    uint32_t *code_points; /* [V - n_special] */
    int32_t ascii[128];    /* id of each ASCII character, -1: not in the vocabulary */

    /* Words: in order of first appearance. See words.c. */
    struct gf_strings *words; /* [V - n_special] */
    uint8_t *spacing;         /* [V] default spacing of each token */

    /* Byte pairs: see bpe.h. */
    struct gf_bpe *bpe;
};

struct gf_added {
    const char *text; /* [n]; of a special token zero-terminated */
    size_t n;
    int32_t id;
};

/* How a model was shown where documents begin and end. */
struct gf_document {
    int32_t begin, end; /* tokens between documents; -1: none */
    bool leading_space; /* a document's text begins with a space that is not shown, */
    bool unless_space;  /* but none is added to one that begins with a space already */
};

#define GF_BYTE_ORDER_MARK 0xfeffu

/* Moves *text past a leading byte order mark and checks that the rest is UTF-8: GF_BAD_TEXT
 * with the position of the first invalid byte. Of no bytes, which may be at NULL, it makes "". */
enum gf_status gf_text_check(const char **text, size_t *n, struct gf_error *err);

/* The id of the special token of that name, or -1. */
int32_t gf_tokenizer_special(const struct gf_tokenizer *tokenizer, const char *name);

/* A tokenizer of these characters, which ascend; GF_BAD_CHECKPOINT otherwise. */
enum gf_status gf_chars_list(struct gf_tokenizer *t, struct gf_arena *arena,
                             const char *text, size_t n, struct gf_error *err);

/* ---- for the kinds of tokenizer -------------------------------------------------- */

/* Reserves the texts of n_vocab regular tokens, n_bytes together, and adds those of the
 * special tokens after them. t->n_vocab becomes the number of both. The caller adds the
 * regular ones in order with gf_texts_add. */
bool gf_texts_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n_vocab,
                      size_t n_bytes);
void gf_texts_add(struct gf_tokenizer *t, size_t id, const char *bytes, size_t n);

/* How many tokens are not special. */
static inline size_t gf_n_regular(const struct gf_tokenizer *t)
{
    return t->n_vocab - t->n_special;
}

/* Copies the names of the special tokens into the arena. GF_BAD_ARGUMENT for an empty,
 * repeated or malformed name. */
enum gf_status gf_vocabulary_set_special(struct gf_tokenizer *t, struct gf_arena *arena,
                                         const char *const *names, size_t n,
                                         struct gf_error *err);

/* Part of a text: one added token, or the text between two of them. */
struct gf_piece {
    const char *text;
    size_t n;
    int32_t id; /* -1: plain text */
};

/* The piece at text[0 .. n). Of special tokens the first that fits, of others the longest.
 * False at the end of the text. */
bool gf_next_piece(const struct gf_tokenizer *t, const char *text, size_t n,
                   struct gf_piece *piece);

/* Tokens of single bytes in vocabularies of texts: "<0x0A>". gf_named_byte is the byte of
 * such a name, or -1. */
enum { GF_BYTE_NAME = 6 };
void gf_byte_name(char out[GF_BYTE_NAME], unsigned char byte);
int gf_named_byte(const char *text, size_t n);

/* "'é' (U+00E9)"; only the code point for what does not print. */
void gf_format_character(char out[24], uint32_t code_point);

#endif
