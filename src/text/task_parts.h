/* What the generators of tasks share. Private to text/.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_TASK_PARTS_H
#define GF_TEXT_TASK_PARTS_H

#include "base/rng.h"
#include "text/tasks.h"

/* Random numbers of one example, in order. */
struct gf_draws {
    struct gf_rng key;
    uint32_t n;
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
