/* The vocabularies of SentencePiece, as llama2.c and as SentencePiece itself stores them.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_SENTENCEPIECE_H
#define GF_TEXT_SENTENCEPIECE_H

#include "text/tokenizer/vocabulary.h"

/* Reads a tokenizer.bin of llama2.c, bytes[0 .. n):
 *
 *     int32    length of the longest token, not used here
 *     for each token:  float32 score, int32 length, its bytes
 *
 * all little-endian. Tokens 0, 1 and 2 are <unk>, <s> and </s>; a token written <0x0A> is
 * that byte. Format: https://github.com/karpathy/llama2.c (tokenizer.py, export).
 *
 * Or a .vocab file of SentencePiece, which begins with "<unk>" and a tab: for each token a
 * line of its text, with U+2581 for spaces, a tab and its score.
 * GF_BAD_CHECKPOINT when the bytes are anything else; *tokenizer is then unchanged. */
enum gf_status gf_sentencepiece_open(struct gf_tokenizer *tokenizer,
                                     struct gf_arena *arena, const void *bytes,
                                     size_t n, struct gf_error *err);

#endif
