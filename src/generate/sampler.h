/* Choosing the next token from logits.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GENERATE_SAMPLER_H
#define GF_GENERATE_SAMPLER_H

#include "base/error.h"

/* GF_BAD_ARGUMENT for a value out of its range or not a number. */
enum gf_status gf_sampling_check(const struct gf_sampling *opts, struct gf_error *err);

struct gf_candidate {
    float p;
    int32_t id;
};

/* The n tokens whose repetition is penalised. */
struct gf_context {
    const int32_t *tokens;
    size_t n;
};

/* Draws token number `position` of a sample from logits [V]: a pure function of (logits,
 * options, context, position). `candidates` has room for V + 1; afterwards its first *n_kept
 * entries are the tokens that could be drawn, likeliest first if any were cut, with their
 * probabilities before cuts. Returns the id. */
int32_t gf_sample(const float *logits, size_t V, const struct gf_sampling *opts,
                  struct gf_context context, uint64_t position,
                  struct gf_candidate *candidates, size_t *n_kept);

#endif
