/* Choosing the next token from logits.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GENERATE_SAMPLER_H
#define GF_GENERATE_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In order of application. Zero means default throughout. */
struct gf_sampling {
    float temperature; /* > 0; logits are divided by it; default 1 */
    int top_k;         /* keep the k likeliest; 0: all */
    float top_p;       /* then the fewest whose probabilities reach p (Holtzman et al.
                          2020, nucleus sampling); 0 or 1: all */
    bool greedy;       /* always the likeliest; ties go to the lower id */
    uint64_t seed;
};

struct gf_candidate {
    float p;
    int32_t id;
};

/* Draws token number `position` of a sample from logits [V]: a pure function of (logits,
 * options, position). `candidates` has room for V + 1; afterwards its first *n_kept entries
 * are the tokens that could be drawn, with their probabilities after top-k and top-p,
 * likeliest first if any were cut. Returns the id. */
int32_t gf_sample(const float *logits, size_t V, const struct gf_sampling *opts,
                  uint64_t position, struct gf_candidate *candidates, size_t *n_kept);

#endif
