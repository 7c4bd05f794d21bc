/* Byte pair encoding, the core that all its kinds share. A text is divided into chunks
 * (splits.h); each begins as bytes or characters, and then, again and again, the two
 * neighbours that come first become one token, of equals the leftmost. First are those whose
 * merge is first in a list, or whose union is the piece of highest score.
 * Private to text/tokenizer/ and the importers.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BPE_H
#define GF_TEXT_BPE_H

#include "base/json.h"
#include "text/tokenizer/splits.h"
#include "text/tokenizer/string_set.h"
#include "text/tokenizer/vocabulary.h"

enum { GF_N_BYTES = 256 };

struct gf_bpe {
    bool
        bytes; /* chunks begin as bytes; else as characters, and those without a token as
                 * their bytes */
    bool whole; /* a chunk that is a token is not divided and merged */
    bool leading_space, unless_space; /* as in struct gf_document */
    enum gf_pre_tokenizer split;
    int32_t begin, end; /* tokens of documents; -1: none */
    int32_t unknown;    /* of characters that do not become bytes; -1: all do */

    size_t n_merges;
    int32_t *left, *right,
        *made;             /* [n_merges] what merges, and the token that it makes */
    struct gf_index index; /* of merges */
    float *score;          /* [V] of pieces; NULL: merges are listed */

    struct gf_strings known;  /* the texts of the tokens that chunks may hold */
    int32_t *id;              /* [known.n] their tokens */
    int32_t byte[GF_N_BYTES]; /* the token of each byte; -1: none */
};

/* A token of a file: its text, NULL where there is none, its score, and whether it is found in
 * texts as it is written. */
struct gf_bpe_token {
    const char *text;
    size_t n;
    float score;
    bool added;
};

/* Room for n merges, to be filled in. False without memory. */
bool gf_bpe_reserve_merges(struct gf_bpe *bpe, struct gf_arena *arena, size_t n);

/* Room for n tokens whose texts are n_bytes together. False without memory. */
bool gf_bpe_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n,
                    size_t n_bytes);

/* Adds token i. found: chunks may hold it; of equals the first is found, and among characters
 * "<0x0A>" is a byte. False without memory. */
bool gf_bpe_add(struct gf_tokenizer *t, size_t i, const struct gf_bpe_token *token,
                bool found);

/* After all tokens and merges: makes the index of merges, where of equals the last counts.
 * False without memory. */
bool gf_bpe_finish(struct gf_bpe *bpe, struct gf_arena *arena);

/* The token of a text, or -1. */
int32_t gf_bpe_find(const struct gf_bpe *bpe, const char *text, size_t n);

/* A tokenizer of a vocabulary; t->bpe has its rules, and merges without what they make. */
enum gf_status gf_bpe_build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_bpe_token *tokens, size_t n_tokens,
                            struct gf_error *err);

enum gf_status gf_bpe_encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err);

/* Learns up to n_merges merges from a text into t->bpe, which has room for them: merge i makes
 * token GF_N_BYTES + i. False without memory. */
bool gf_bpe_train(const struct gf_tokenizer *t, const char *text, size_t n,
                  size_t n_merges);

/* GPT-2's vocabulary has bytes as printable characters: those that print in Latin-1 stand for
 * themselves, the others, in order, are U+0100, U+0101 … ("Ġ" is a space). A. Radford et al.,
 * 2019, its encoder.py (https://github.com/openai/gpt-2). */
uint32_t gf_byte_letter(unsigned char byte);

/* Copies a text with U+2581 as spaces into `room`, as long as it; returns the new length. */
size_t gf_bpe_put_spaces(char *room, const char *text, size_t n);

/* ---- as JSON ------------------------------------------------------------------------ */

void gf_bpe_write_tokens(const struct gf_tokenizer *t, struct gf_json_writer *w,
                         const char *key);
void gf_bpe_write_merges(const struct gf_tokenizer *t, struct gf_json_writer *w);

/* A list of tokens, "merges": pairs of numbers, of which -1 stands for those not below n_vocab,
 * and one number from `least` on. */
struct gf_bpe_token *gf_bpe_read_tokens(const struct gf_json *list,
                                        struct gf_arena *scratch);
bool gf_bpe_read_merges(struct gf_bpe *bpe, struct gf_arena *arena,
                        const struct gf_json *list, size_t n_vocab);
bool gf_bpe_read_number(const struct gf_json *value, int64_t least, size_t below,
                        int32_t *out);

#endif
