/* One example of a task, and the random numbers it is made from.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_EXAMPLE_H
#define GF_TEXT_EXAMPLE_H

#include "base/format.h"
#include "base/rng.h"

enum { GF_EXAMPLE_SIZE = 192 };

struct gf_example {
    char source[GF_EXAMPLE_SIZE], answer[GF_EXAMPLE_SIZE]; /* zero-terminated */
};

/* An empty one of them, to be appended to. */
static inline struct gf_buffer gf_example_text(char text[GF_EXAMPLE_SIZE])
{
    return (struct gf_buffer){.data = text, .capacity = GF_EXAMPLE_SIZE - 1};
}

/* Random numbers of one example, in order. */
struct gf_draws {
    struct gf_rng key;
    uint32_t n;
    uint32_t modulus;
};

/* 0 … n - 1 */
static inline uint32_t gf_draw(struct gf_draws *d, uint32_t n)
{
    return gf_rng_below(d->key, d->n++, n);
}

/* least … most */
static inline uint32_t gf_draw_between(struct gf_draws *d, uint32_t least,
                                       uint32_t most)
{
    return least + gf_draw(d, most - least + 1);
}

/* Fills in an empty example. */
void gf_task_date(struct gf_draws *d, struct gf_example *out);
void gf_task_vowels(struct gf_draws *d, struct gf_example *out);
void gf_task_names(struct gf_draws *d, struct gf_example *out);

#endif
