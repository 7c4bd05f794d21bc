/* The source of training sequences: a corpus, pairs, or a fixed batch of a test.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_SOURCE_H
#define GF_TEXT_SOURCE_H

#include "base/rng.h"
#include "text/corpus.h"

/* Room for one sequence, which a source fills completely, with padding where needed. */
struct gf_sequence {
    size_t T, T_source;
    uint64_t step; /* of training; 0 when evaluating */
    size_t batch_size;
    int32_t *tokens; /* [T] */
    int32_t *target; /* [T]; -1: not counted in the loss */
    int32_t *source; /* [T_source] for an encoder-decoder; NULL for others */
};

struct gf_source {
    const void *data; /* borrowed */
    /* Sequence `index` of the step whose random stream is `key`. */
    void (*train)(const void *data, struct gf_rng key, size_t index,
                  struct gf_sequence *out);
    /* Sequence i of n fixed ones of a split. */
    void (*fixed)(const void *data, enum gf_split split, size_t n, size_t i,
                  struct gf_sequence *out);
};

/* Random windows of a corpus to train on, evenly spread ones to evaluate on. */
struct gf_source gf_corpus_source(const struct gf_corpus *corpus);

#endif
