/* Text to token ids and back, in three ways: characters, words, byte pairs.
 *
 * Nothing is normalised: no case folding, no Unicode composition, and CRLF line ends
 * stay two characters. The one exception: a byte order mark (U+FEFF) at the very start
 * of a text is not content and is dropped. Decoding what was encoded gives the same
 * bytes back; gf_tokenizer_encode says when words cannot keep that promise.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_TOKENIZER_H
#define GF_TEXT_TOKENIZER_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"

#define GF_BYTE_ORDER_MARK 0xfeffu

/* Moves *text past a leading byte order mark and checks that the rest is UTF-8:
 * GF_BAD_TEXT with the place of the first byte that is not. */
enum gf_status gf_text_check(const char **text, size_t *n, struct gf_error *err);

enum gf_tokenizer_kind {
    GF_TOKENIZER_CHARS = 0, /* one token per Unicode code point */
    GF_TOKENIZER_WORDS,     /* words, punctuation marks and line ends */
    GF_TOKENIZER_BPE,       /* bytes, and pairs of tokens that are frequent together */
    GF_TOKENIZER_KIND_COUNT
};

#define GF_MAX_VOCAB 65535
#define GF_DEFAULT_BPE_VOCAB 512

/* How to build one. All zero: characters. */
struct gf_tokenizer_options {
    enum gf_tokenizer_kind kind;

    /* V to aim at, special tokens included. Characters ignore it. Words: the most
     * frequent ones are kept and all others become the special token "<UNK>", which
     * must then be among the special ones; 0 keeps all. BPE: at least 256 and at most
     * GF_MAX_VOCAB, 0 means GF_DEFAULT_BPE_VOCAB; it ends up smaller when the text has
     * no more pairs that occur twice. */
    size_t vocab_size;

    /* Tokens that are none of the text's own, such as "<EOS>" or "<PAD>". They get the
     * last ids, in this order. Where one of these names stands in a text, it is that
     * token. */
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
    uint32_t *start;      /* [V + 1] */
    const char **special; /* [n_special] their names */

    /* Characters: ascending, so ids follow the order of code points. */
    uint32_t *code_points; /* [V - n_special] */
    int32_t ascii[128];    /* id of each ASCII character, -1: not in the vocabulary */

    /* Words: in order of first appearance. See words.c. */
    struct gf_strings *words; /* [V - n_special] */
    uint8_t *habit;           /* [V] how a token is spaced */

    /* BPE: ids 0 … 255 are the bytes, 256 + i is what merge i makes. See bpe.c. */
    struct gf_merges *merges;
};

/* Builds the vocabulary of a text. GF_BAD_TEXT when the text is empty, not UTF-8 (the
 * sentence names the place) or repeats one single character or word; GF_BAD_CONFIG for
 * a vocab_size that cannot be; *tokenizer is then unchanged. The same text and options
 * give the same vocabulary everywhere. */
enum gf_status gf_tokenizer_build(struct gf_tokenizer *tokenizer,
                                  struct gf_arena *arena,
                                  const struct gf_tokenizer_options *options,
                                  const char *text, size_t n, struct gf_error *err);

/* Encodes text[0 .. n) to *n_ids ids. `ids` must have room for n of them: no kind gives
 * more than one token per byte. GF_BAD_TEXT when the text is not UTF-8 or contains
 * something the vocabulary does not know; the sentence names the character or word and
 * its position (in characters, from 1). ids may then be partly written.
 *
 * Characters know those of their text, BPE knows everything. Words know those of their
 * text, and anything else is "<UNK>" if there is such a token. Spaces survive in a text
 * the vocabulary was built from (without vocab_size); elsewhere a space that the
 * vocabulary cannot express, and any space beside a special token, is as usual. */
enum gf_status gf_tokenizer_encode(const struct gf_tokenizer *tokenizer,
                                   const char *text, size_t n, int32_t *ids,
                                   size_t *n_ids, struct gf_error *err);

/* Appends the text of n ids to `out`. GF_BAD_ARGUMENT for an id outside 0 … V - 1,
 * GF_OUT_OF_MEMORY; `out` then holds what it held before. BPE gives back bytes: ids that
 * were not encoded from a text may make up bytes that are not UTF-8. */
enum gf_status gf_tokenizer_decode(const struct gf_tokenizer *tokenizer,
                                   const int32_t *ids, size_t n, struct gf_buffer *out,
                                   struct gf_error *err);

/* The same one token at a time: appends what `id` adds to a text whose last token is
 * `previous` (-1: none). Only words look at it, to put their spaces. */
enum gf_status gf_tokenizer_append(const struct gf_tokenizer *tokenizer,
                                   int32_t previous, int32_t id, struct gf_buffer *out,
                                   struct gf_error *err);

/* The text of one id and its length, without spaces around it; not zero-terminated.
 * NULL for a bad id. A BPE token may be part of a character. */
const char *gf_tokenizer_text(const struct gf_tokenizer *tokenizer, int32_t id,
                              size_t *n);

/* The id of the special token of that name, or -1. */
int32_t gf_tokenizer_special(const struct gf_tokenizer *tokenizer, const char *name);

/* "chars", "words" or "bpe": the names used in checkpoints and settings. */
const char *gf_tokenizer_kind_name(enum gf_tokenizer_kind kind);

/* What tokens are called in a sentence: "characters", "words" or "tokens". */
const char *gf_tokenizer_unit(const struct gf_tokenizer *tokenizer);

/* As one JSON object:
 *     {"kind": "chars", "characters": "\n !…"}
 *     {"kind": "words", "words": ["what", …], "joined": [ids], "special": ["<EOS>"]}
 *     {"kind": "bpe", "merges": [left, right, left, right, …]}                        */
void gf_tokenizer_write(const struct gf_tokenizer *tokenizer, struct gf_json_writer *w);

/* The reverse. GF_BAD_CHECKPOINT with a sentence when the object is not a vocabulary;
 * *tokenizer is then unchanged. */
enum gf_status gf_tokenizer_read(struct gf_tokenizer *tokenizer, struct gf_arena *arena,
                                 const struct gf_json *json, struct gf_error *err);

#endif
