/* How GPT-2's tokenizer writes bytes. A. Radford et al., "Language models are unsupervised
 * multitask learners", 2019; its encoder.py (https://github.com/openai/gpt-2).
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BYTE_LEVEL_H
#define GF_TEXT_BYTE_LEVEL_H

#include <stdint.h>

/* Its vocabulary has bytes as printable characters: those that print in Latin-1 stand for
 * themselves, the others, in order, are U+0100, U+0101 … ("Ġ" is a space). */
uint32_t gf_byte_letter(unsigned char byte);
int gf_letter_byte(uint32_t code_point); /* -1: stands for no byte */

#endif
