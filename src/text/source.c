/* SPDX-License-Identifier: MIT */
#include "text/source.h"

static void random_window(const void *data, struct gf_rng key, size_t index,
                          struct gf_sequence *out)
{
    size_t start =
        gf_corpus_random_start(data, GF_SPLIT_TRAIN, out->T, key, (uint32_t)index);
    gf_corpus_window(data, GF_SPLIT_TRAIN, start, out->T, out->tokens, out->target);
}

static void fixed_window(const void *data, enum gf_split split, size_t n, size_t i,
                         struct gf_sequence *out)
{
    size_t start = gf_corpus_eval_start(data, split, out->T, n, i);
    gf_corpus_window(data, split, start, out->T, out->tokens, out->target);
}

struct gf_source gf_corpus_source(const struct gf_corpus *corpus)
{
    return (struct gf_source){corpus, random_window, fixed_window};
}
