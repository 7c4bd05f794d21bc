/* A text as token ids, split into a training part and a held-out part at its end, and the
 * windows drawn from it.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_CORPUS_H
#define GF_TEXT_CORPUS_H

#include "base/rng.h"
#include "text/tokenizer/tokenizer.h"

struct gf_corpus {
    int32_t *tokens; /* [n_tokens]; owned by the arena it was built in */
    size_t n_tokens;
    size_t n_train; /* tokens[0 .. n_train) are for training, the rest is held out */
    size_t n_vocab; /* V of the tokenizer */
};

/* Encodes text[0 .. n) and splits it: n_train = floor(n_tokens * (1 - val_fraction)), with
 * val_fraction in [0, 1); 0 leaves the held-out split empty. block_size is T, the longest
 * window. GF_TEXT_TOO_SHORT when a split that is not empty has fewer than block_size + 1
 * tokens; GF_BAD_TEXT as in gf_tokenizer_encode; GF_BAD_CONFIG for a val_fraction out of
 * range. *corpus is then unchanged. */
enum gf_status gf_corpus_build(struct gf_corpus *corpus, struct gf_arena *arena,
                               const struct gf_tokenizer *tokenizer, const char *text,
                               size_t n, double val_fraction, size_t block_size,
                               struct gf_error *err);

/* The tokens of a split. A window of T positions takes T + 1 of them, so it may start
 * at 0 … gf_corpus_size - T - 1. */
const int32_t *gf_corpus_tokens(const struct gf_corpus *corpus, enum gf_split split);
size_t gf_corpus_size(const struct gf_corpus *corpus, enum gf_split split);

/* The window at `start`, counted within the split: x [T] are its tokens and y [T] the token
 * after each. start + T < gf_corpus_size. */
void gf_corpus_window(const struct gf_corpus *corpus, enum gf_split split, size_t start,
                      size_t T, int32_t *x, int32_t *y);

/* A uniformly random start for a window of T: a pure function of (key, index). */
size_t gf_corpus_random_start(const struct gf_corpus *corpus, enum gf_split split,
                              size_t T, struct gf_rng key, uint32_t index);

/* The start of window i of n_windows fixed ones, spread evenly from the first to the last
 * possible start; they overlap only if n_windows * T exceeds the split. Always the same
 * windows, so that evaluations are comparable. */
size_t gf_corpus_eval_start(const struct gf_corpus *corpus, enum gf_split split,
                            size_t T, size_t n_windows, size_t i);

/* Additive smoothing. Of 1, 0.3, 0.1, 0.03 (pairs) and 1, 0.1, 0.05, 0.02, 0.01 (triples)
 * these give the lowest or nearly the lowest loss on texts of 5,000 to 1.1 million characters:
 * Tiny Shakespeare 2.484 and 2.050, its first 5,000 characters 2.518 and 2.490 (with 1:
 * 2.482 and 2.068, 2.661 and 2.911). */
#define GF_BIGRAM_K 0.1
#define GF_TRIGRAM_K 0.05

/* Losses of n-gram models on the held-out text, in nats per token. The probability of c
 * after the context u is (N(u c) + k) / (N(u) + k V), counted on the training part; the
 * context is empty, one token or two. k is 1 for the unigram, GF_BIGRAM_K and GF_TRIGRAM_K
 * for the others. */
struct gf_baselines {
    double uniform; /* ln V */
    double unigram, bigram, trigram;
};

/* Fills *out; all but `uniform` are NaN when nothing is held out. The same bytes on
 * every platform. GF_OUT_OF_MEMORY leaves *out unchanged. */
enum gf_status gf_corpus_baselines(const struct gf_corpus *corpus,
                                   struct gf_baselines *out, struct gf_error *err);

#endif
