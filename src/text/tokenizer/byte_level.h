/* What GPT-2's tokenizer does before it merges: how it writes bytes, and how it divides a
 * text. A. Radford et al., "Language models are unsupervised multitask learners", 2019; its
 * encoder.py (https://github.com/openai/gpt-2).
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BYTE_LEVEL_H
#define GF_TEXT_BYTE_LEVEL_H

#include <stddef.h>
#include <stdint.h>

/* Its vocabulary has bytes as printable characters: those that print in Latin-1 stand for
 * themselves, the others, in order, are U+0100, U+0101 … ("Ġ" is a space). */
uint32_t gf_byte_letter(unsigned char byte);
int gf_letter_byte(uint32_t code_point); /* -1: stands for no byte */

/* The length in bytes of the first match, in text[0 .. n), n > 0, of
 *     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+   */
size_t gf_gpt2_chunk_length(const char *text, size_t n);

#endif
