/* Learning the merges of byte pair encoding from a text.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BPE_TRAIN_H
#define GF_TEXT_BPE_TRAIN_H

#include "text/tokenizer/vocabulary.h"

enum { GF_N_BYTES = 256 }; /* the first tokens; merge i makes token GF_N_BYTES + i */

/* Learns up to n_merges merges from a text and writes them to left and right
 * [n_merges]; *n_learned is how many there were. False without memory. */
bool gf_bpe_train(const struct gf_tokenizer *t, const char *text, size_t n,
                  size_t n_merges, int32_t *left, int32_t *right, size_t *n_learned);

#endif
