/* Pre-tokenisation: the chunks of a text within which pairs are merged. Patterns of other
 * programs, with \p{L}, \p{N} and \s as Unicode has them, and ours.
 *
 *     gpt2         's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 *     llama3       (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}
 *                  | ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 *     smollm       each \p{N} for itself, and what lies between them as gpt2
 *     glassformer  a run of letters, of digits or of symbols, with one space before it, or
 *                  white space, of which the last space belongs to the word after it; at most
 *                  GF_MAX_CHUNK bytes, so that tokens are no longer
 *
 * A. Radford et al., "Language models are unsupervised multitask learners", 2019, encoder.py
 * (https://github.com/openai/gpt-2); the others as their tokenizer.json has them.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_SPLITS_H
#define GF_TEXT_SPLITS_H

#include "base/status.h"

enum gf_pre_tokenizer {
    GF_SPLIT_GPT2 = 0,
    GF_SPLIT_LLAMA3,
    GF_SPLIT_SMOLLM,
    GF_SPLIT_GLASSFORMER,
    GF_SPLIT_COUNT,  /* those above have names */
    GF_SPLIT_SPACES, /* every space begins a chunk */
    GF_SPLIT_WORDS,  /* every space after something else begins one */
    GF_SPLIT_NONE
};

enum { GF_MAX_CHUNK = 64 }; /* bytes */

/* The names above. */
const char *gf_split_name(enum gf_pre_tokenizer split);
bool gf_split_find(const char *name, enum gf_pre_tokenizer *split);

/* The length in bytes of the first chunk of text[0 .. n), n > 0. */
size_t gf_split_length(enum gf_pre_tokenizer split, const char *text, size_t n);

#endif
