/* SPDX-License-Identifier: MIT */
#include "text/corpus.h"

#include <string.h>

static uint64_t train_size(uint64_t n_tokens, double val_fraction)
{
    return (uint64_t)((double)n_tokens * (1 - val_fraction));
}

/* The smallest text whose every split has `least` tokens, by bisection: both splits
 * only grow with the text. */
static size_t needed_size(double val_fraction, size_t least)
{
    if (val_fraction <= 0) return least;
    double smaller = val_fraction < 0.5 ? val_fraction : 1 - val_fraction;
    double enough = (double)least / smaller + 2;
    uint64_t low = least,
             high = enough < (double)SIZE_MAX ? (uint64_t)enough : SIZE_MAX;
    while (low < high) {
        uint64_t n = low + (high - low) / 2, n_train = train_size(n, val_fraction);
        if (n_train >= least && n - n_train >= least) {
            high = n;
        } else {
            low = n + 1;
        }
    }
    return (size_t)low;
}

static enum gf_status too_short(const struct gf_tokenizer *tokenizer, size_t n_tokens,
                                double val_fraction, size_t block_size,
                                struct gf_error *err)
{
    size_t needed = needed_size(val_fraction, block_size + 1);
    const char *unit = gf_tokenizer_unit(tokenizer);
    if (val_fraction <= 0) {
        return gf_fail(err, GF_E_text_shorter_than_context, n_tokens, unit,
                       "block_size", block_size, needed);
    }
    return gf_fail(err, GF_E_split_shorter_than_context, n_tokens, unit, "block_size",
                   block_size, 100 * val_fraction, needed);
}

enum gf_status gf_corpus_build(struct gf_corpus *corpus, struct gf_arena *arena,
                               const struct gf_tokenizer *tokenizer, const char *text,
                               size_t n, double val_fraction, size_t block_size,
                               struct gf_error *err)
{
    if (!(val_fraction >= 0 && val_fraction < 1)) {
        return gf_fail(err, GF_E_validation_share_out_of_range, "val_fraction",
                       val_fraction);
    }
    struct gf_corpus c = {.n_vocab = tokenizer->n_vocab};
    c.tokens = gf_arena_array(arena, n, sizeof *c.tokens);
    if (!c.tokens) return gf_fail(err, GF_E_no_memory_for_text, n);
    enum gf_status status =
        gf_tokenizer_encode(tokenizer, text, n, c.tokens, &c.n_tokens, err);
    if (status != GF_OK) return status;
    c.n_train = (size_t)train_size(c.n_tokens, val_fraction);
    size_t n_val = c.n_tokens - c.n_train;
    if (c.n_train <= block_size || (val_fraction > 0 && n_val <= block_size)) {
        return too_short(tokenizer, c.n_tokens, val_fraction, block_size, err);
    }
    *corpus = c;
    return GF_OK;
}

/* ---- windows -------------------------------------------------------------------- */

const int32_t *gf_corpus_tokens(const struct gf_corpus *corpus, enum gf_split split)
{
    return corpus->tokens + (split == GF_SPLIT_VAL ? corpus->n_train : 0);
}

size_t gf_corpus_size(const struct gf_corpus *corpus, enum gf_split split)
{
    switch (split) {
    case GF_SPLIT_TRAIN:
        return corpus->n_train;
    case GF_SPLIT_VAL:
        return corpus->n_tokens - corpus->n_train;
    default:
        return corpus->n_tokens;
    }
}

void gf_corpus_window(const struct gf_corpus *corpus, enum gf_split split, size_t start,
                      size_t T, int32_t *x, int32_t *y)
{
    GF_ASSERT(start + T < gf_corpus_size(corpus, split));
    const int32_t *from = gf_corpus_tokens(corpus, split) + start;
    memcpy(x, from, T * sizeof *x);
    memcpy(y, from + 1, T * sizeof *y);
}

size_t gf_corpus_random_start(const struct gf_corpus *corpus, enum gf_split split,
                              size_t T, struct gf_rng key, uint32_t index)
{
    size_t n_starts = gf_corpus_size(corpus, split) - T;
    return gf_rng_below(key, index, (uint32_t)n_starts);
}

size_t gf_corpus_eval_start(const struct gf_corpus *corpus, enum gf_split split,
                            size_t T, size_t n_windows, size_t i)
{
    uint64_t last = gf_corpus_size(corpus, split) - T - 1;
    return n_windows < 2 ? 0 : (size_t)(last * i / (n_windows - 1));
}
