/* Learning the merges of byte pair encoding from a text.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_BPE_TRAIN_H
#define GF_TEXT_BPE_TRAIN_H

#include "text/tokenizer/bpe.h"

/* Learns up to n_merges merges from a text into t->bpe, which has room for them: merge i makes
 * token GF_N_BYTES + i. False without memory. */
bool gf_bpe_train(const struct gf_tokenizer *t, const char *text, size_t n,
                  size_t n_merges);

#endif
