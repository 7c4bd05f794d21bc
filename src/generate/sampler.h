/* Choosing the next token from logits.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GENERATE_SAMPLER_H
#define GF_GENERATE_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* In order of application. Where nothing is set the likeliest token is taken. */
struct gf_sampling {
    float
        repetition_penalty; /* > 0; of tokens in the context a positive logit is divided
                                 by it, a negative one multiplied (Keskar et al. 2019,
                                 CTRL, section 4.1); default 1 */
    float temperature; /* logits are divided by it; 0: always the likeliest, of equals
                                 the lower id, whatever follows */
    int top_k;         /* keep the k likeliest; 0: all */
    float top_p;       /* then the fewest whose probabilities reach p (Holtzman et al.
                          2020, nucleus sampling); 0 or 1: all */
    float min_p;       /* then those with at least this share of the likeliest one's
                          probability (Nguyen et al. 2024, min-p sampling); 0: all */
    uint64_t seed;
    /* Reads the whole window again for every token, instead of keeping keys and values: the
     * same tokens, slower. */
    bool no_cache;
};

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
 * entries are the tokens that could be drawn, with their probabilities after all cuts,
 * likeliest first if any were cut. Returns the id. */
int32_t gf_sample(const float *logits, size_t V, const struct gf_sampling *opts,
                  struct gf_context context, uint64_t position,
                  struct gf_candidate *candidates, size_t *n_kept);

#endif
