/* Scores of a head, all from one pass over the rows of its attention weights A.
 *
 * Each is a mean over rows i >= GF_FIRST_ROW (earlier rows have only near keys), or over
 * the second half of a shorter sequence:
 *   back      A[i, i-k], k = 1 … GF_OFFSETS               Olsson et al. 2022
 *   self      A[i, i]                                      Neuronpedia
 *   first     A[i, 0]                                      Xiao et al. 2023
 *   focus     1 - Hn, Hn = -sum_j A ln A / ln n_i          Clark et al. 2019
 *   choices   exp(-sum_j A ln A)                           Zhai et al. 2023
 *   distance  sum_j A (i - j)                              Vig & Belinkov 2019
 *   spread    sqrt(sum_j A (i - j - distance)^2)
 *   top       max_j A                                      Voita et al. 2019
 *   same      sum of A over j < i with t_j = t_i           TransformerLens
 *   next_k    sum of A over k <= j < i with t[j-k .. j-1] = t[i-k+1 .. i], over the rows
 *             that have such a j; k = 1, 2, 3              Olsson et al. 2022, prefix match
 *   classes   weight on a class of characters minus the share of that class among the
 *             visible keys                                 Hoover et al. 2020, exBERT
 * n_i is the number of visible keys of row i: i + 1 under a causal mask.
 *
 * Chance: the same scores for A_ij = 1 / n_i, computed by the same code.
 *
 * -sum A ln A is computed as  S_m sum A - sum A S - ln A_m  with the scores S and the largest
 * weight A_m, because ln A_ij = S_ij - S_m + ln A_m: one logarithm per row.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_HEADS_HEAD_SCORES_H
#define GF_INSPECT_HEADS_HEAD_SCORES_H

#include "inspect/request.h"

#define GF_FIRST_ROW 8
#define GF_OFFSETS 8 /* every row from GF_FIRST_ROW on has all */
#define GF_ORDERS 3

enum gf_class {
    GF_CLASS_VOWEL = 0,
    GF_CLASS_CONSONANT,
    GF_CLASS_DIGIT,
    GF_CLASS_SPACE,
    GF_CLASS_NEWLINE,
    GF_CLASS_PUNCTUATION,
    GF_CLASS_OTHER,
    GF_CLASS_COUNT
};

/* Class of a token by its first character, and the name of a class. */
enum gf_class gf_class_of(const struct gf_tokenizer *tokenizer, int32_t id);
const char *gf_class_name(enum gf_class class);

/* What a head may be named after. */
enum gf_pattern {
    GF_PATTERN_BACK = 0,
    GF_PATTERN_SELF,
    GF_PATTERN_FIRST,
    GF_PATTERN_SAME,
    GF_PATTERN_NEXT_1, /* and on, GF_ORDERS of them */
    GF_PATTERN_NEXT_2,
    GF_PATTERN_NEXT_3,

    /* On repeated text, for heads that copy. */
    GF_PATTERN_STRIPE, /* [s;s], n = |s|: A[i, i-n+1], i >= n. Olsson 2022 */
    /* Lines s|t, t being s begun at any of its letters and ended with those before it,
     * over t without its last character. */
    /* By content: what followed this letter in s; not where that is the bar. For s|s:
     * A[i, i-n], n = |s|. */
    GF_PATTERN_LINE,
    GF_PATTERN_PLACE, /* by place: A[i, i-n], where that is another key */
    GF_PATTERN_COUNT
};

/* Sums over rows; divide by the count next to each. */
struct gf_head_sums {
    double rows;
    double *distances;     /* [T] sum of A[i, i-d]: d = 0 is "self", then "back" */
    double *distance_rows; /* [T] rows with such a key */
    double focus, choices, distance, spread, top;
    double classes[GF_CLASS_COUNT];
    double pattern[GF_PATTERN_COUNT], pattern_rows[GF_PATTERN_COUNT]; /* from "first" */
};

/* Key j of row i, and how they match: bit 0 same character, bits 1 … 3 next_k. */
struct gf_match {
    uint16_t i, j;
    uint8_t bits;
};

/* Facts about the rows of one sequence that all heads share; for sequences up to T. */
struct gf_row_facts {
    size_t n, n_keys, first_row;
    float *chance;            /* [n][n_keys] 1 / n_i for visible keys */
    float *no_score;          /* [n][n_keys] zeros */
    uint16_t *n_allowed;      /* [n]; 0: the row does not count */
    uint16_t *end;            /* [n] end of the visible keys */
    double *share;            /* [n_keys] sum of `chance` over the rows that count */
    uint8_t *class;           /* [n_keys] */
    struct gf_match *matches; /* [n_match], by rows */
    size_t n_match;
    uint8_t *lengths; /* [T] match lengths of a row */
    double *columns;  /* [n_keys] sums of one head */
    double *ln;       /* ln[i], i up to T */
};

void gf_row_facts_begin(struct gf_row_facts *facts, struct gf_request *req, size_t T);

/* Facts of the pass's sequence under the mask of one attention. */
void gf_row_facts_make(struct gf_row_facts *facts, const struct gf_pass *pass,
                       const struct gf_attention_site *site);

/* Adds the rows of one head; A and S [n][n_keys]. */
void gf_head_add(struct gf_head_sums *sums, const struct gf_row_facts *facts,
                 const float *A, const float *S);

/* Adds A[i, i - back] of row i to a pattern; A NULL: chance. */
void gf_head_add_stripe(struct gf_head_sums *sums, enum gf_pattern pattern,
                        const float *A, size_t n, size_t i, size_t back);

#endif
