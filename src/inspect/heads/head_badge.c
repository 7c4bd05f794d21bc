/* SPDX-License-Identifier: MIT */
#include "inspect/heads/head_badge.h"

const char *gf_pattern_name(int pattern)
{
    static const char *const names[GF_PATTERN_COUNT] = {
        "back",   "self",   "first",  "same", "next_1",
        "next_2", "next_3", "stripe", "line", "place"};
    return names[pattern];
}

static double mean(double sum, double rows)
{
    return rows > 0 ? sum / rows : GF_NAN;
}

double gf_pattern_score(const struct gf_head_sums *s, int pattern, int offset)
{
    if (pattern == GF_PATTERN_BACK) {
        double rows = s->distance_rows[offset] == s->rows ? s->rows : 0;
        return mean(s->distances[offset], rows);
    }
    if (pattern == GF_PATTERN_SELF) return mean(s->distances[0], s->rows);
    return mean(s->pattern[pattern], s->pattern_rows[pattern]);
}

int gf_best_offset(const struct gf_head_sums *sums)
{
    int best = 1;
    for (int k = 2; k <= GF_OFFSETS && sums->distance_rows[k] == sums->rows; k++) {
        best = sums->distances[k] > sums->distances[best] ? k : best;
    }
    return best;
}

static bool too_rare(const struct gf_head_sums *s, int pattern)
{
    return pattern >= GF_PATTERN_NEXT_1 && pattern <= GF_PATTERN_NEXT_3 &&
           s->pattern_rows[pattern] < GF_BADGE_SHARE * s->rows;
}

struct gf_claim gf_head_claim(const struct gf_head_sums *head,
                              const struct gf_head_sums *chance)
{
    struct gf_claim best = {.pattern = -1};
    int offset = gf_best_offset(head);
    for (int p = 0; p < GF_PATTERN_COUNT; p++) {
        struct gf_claim c = {.pattern = p,
                             .offset = p == GF_PATTERN_BACK ? offset : 0,
                             .score = gf_pattern_score(head, p, offset),
                             .chance = gf_pattern_score(chance, p, offset)};
        bool counts = !too_rare(head, p) && c.score - c.chance == c.score - c.chance;
        if (counts &&
            (best.pattern < 0 || c.score - c.chance > best.score - best.chance)) {
            best = c;
        }
    }
    return best;
}

bool gf_badge_holds(const struct gf_claim *now, const struct gf_claim *before)
{
    bool clear = now->pattern >= 0 && now->score - now->chance >= GF_BADGE_EXCESS;
    if (!before) return clear;
    return clear && before->pattern == now->pattern && before->offset == now->offset &&
           before->score - before->chance >= GF_BADGE_EXCESS;
}
