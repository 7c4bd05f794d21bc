/* When a head gets a name.
 *
 * A claim is the score whose excess over chance is largest. A head is named after it only
 * if that excess is at least GF_BADGE_EXCESS and the same claim held in the head report before;
 * otherwise "no simple pattern" is the truth. Heads do many things at once, and a looser
 * rule finds a pattern in nearly all of them.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_HEADS_HEAD_BADGE_H
#define GF_INSPECT_HEADS_HEAD_BADGE_H

#include "inspect/heads/head_scores.h"

#define GF_BADGE_EXCESS 0.25

/* Averages over rows with a match count only when there are some: a share of rows. */
#define GF_BADGE_SHARE 0.1

enum gf_pattern {
    GF_PATTERN_BACK = 0,
    GF_PATTERN_SELF,
    GF_PATTERN_FIRST,
    GF_PATTERN_SAME,
    GF_PATTERN_NEXT_1,
    GF_PATTERN_NEXT_2,
    GF_PATTERN_NEXT_3,
    GF_PATTERN_STRIPE,
    GF_PATTERN_LINE,
    GF_PATTERN_COUNT
};

/* "back", "self", … as in the scores. */
const char *gf_pattern_name(int pattern);

/* Score of a pattern from its sums, a mean; NaN where no row could show it. `offset` is
 * used by GF_PATTERN_BACK alone. */
double gf_pattern_score(const struct gf_head_sums *sums, int pattern, int offset);

/* The largest offset that every row has, at most GF_OFFSETS, at least 1. */
int gf_max_offset(const struct gf_head_sums *sums);

/* The offset of the largest A[i, i-k]; the nearest of equals. */
int gf_best_offset(const struct gf_head_sums *sums);

struct gf_claim gf_head_claim(const struct gf_head_sums *head,
                              const struct gf_head_sums *chance);

/* Whether the claim of now is a name, given that of the report before (NULL: the model
 * stands still, and one report is enough). */
bool gf_badge_holds(const struct gf_claim *now, const struct gf_claim *before);

#endif
