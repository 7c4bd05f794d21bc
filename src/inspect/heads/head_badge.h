/* Badges: when a head is named after a pattern.
 *
 * A head's claim is the pattern whose score has the largest excess over chance. The claim
 * becomes a badge if the excess is at least GF_BADGE_EXCESS and the previous head report
 * had the same claim. A looser rule finds a pattern in nearly every head.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_HEADS_HEAD_BADGE_H
#define GF_INSPECT_HEADS_HEAD_BADGE_H

#include "inspect/heads/head_scores.h"

#define GF_BADGE_EXCESS 0.25

/* Smallest share of rows with a match for which next_k counts. */
#define GF_BADGE_SHARE 0.1

/* "back", "self" and so on, as in the scores. */
const char *gf_pattern_name(int pattern);

/* Mean score of a pattern from its sums; NaN without rows. Only GF_PATTERN_BACK uses
 * `offset`: NaN unless every row has a key so far back, or its chance would be another. */
double gf_pattern_score(const struct gf_head_sums *sums, int pattern, int offset);

/* The k with the largest mean A[i, i-k] among those that every row has, up to GF_OFFSETS; the
 * smallest k of equals. */
int gf_best_offset(const struct gf_head_sums *sums);

struct gf_claim gf_head_claim(const struct gf_head_sums *head,
                              const struct gf_head_sums *chance);

/* Whether the claim is a badge, given that of the previous report (NULL: the model is not
 * being trained, and one report suffices). */
bool gf_badge_holds(const struct gf_claim *now, const struct gf_claim *before);

#endif
