/* Measurements repeated during training, all in one pass over the probe set P: the forward
 * pass is by far the most expensive part, so they share it.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_HEAD_REPORT_H
#define GF_INSPECT_HEAD_REPORT_H

#include "inspect/heads/head_badge.h"

/* Scores of all heads (head_scores.h). */
struct gf_heads {
    struct gf_head_sums *head;   /* [attention][H] */
    struct gf_head_sums *chance; /* [attention] */
    float *A, *S;                /* of one head */
    struct gf_row_facts facts;
    double first_copy, second_copy, copy_rows; /* sums of losses on [s;s] */
    double line_first, line_second, line_rows; /* and on lines s|s */
    int32_t separator, newline;                /* ids of | and line break; -1: none */
};

void gf_heads_begin(struct gf_heads *heads, struct gf_request *req);
void gf_heads_add(struct gf_heads *heads, struct gf_pass *pass);
void gf_heads_add_repeats(struct gf_heads *heads, struct gf_request *req,
                          const struct gf_line *lines, size_t n);
void gf_heads_write(struct gf_heads *heads, struct gf_request *req, bool over_probe);

/* Loss of the logit lens at every depth (lens.c). */
struct gf_lens_loss {
    double *sum; /* [n_component] */
};

void gf_lens_begin(struct gf_lens_loss *lens, struct gf_request *req);
/* After all else of a pass: its last stream and what follows it are others then. */
void gf_lens_add(struct gf_lens_loss *lens, struct gf_pass *pass);
void gf_lens_write(struct gf_lens_loss *lens, struct gf_request *req, double n_target);

/* Mean loss by position over P, Olsson et al. 2022. In a model that uses its context it
 * falls with the position. */
struct gf_position_loss {
    double *sum, *rows; /* [T] */
};

void gf_positions_begin(struct gf_position_loss *p, struct gf_request *req);
void gf_positions_add(struct gf_position_loss *p, const struct gf_pass *pass);
void gf_positions_write(const struct gf_position_loss *p, struct gf_request *req);

/* First-order estimate of the importance of heads (importance.c). */
struct gf_importance {
    double *sum;           /* [attention][H] */
    float *head_mask_grad; /* of one sequence */
    size_t n_line;
};

void gf_importance_begin(struct gf_importance *m, struct gf_request *req);
void gf_importance_add(struct gf_importance *m, struct gf_request *req,
                       struct gf_pass *pass);
void gf_importance_write(struct gf_importance *m, struct gf_request *req);

/* KL divergence from letter pairs, bigrams (pair_distance.c). */
struct gf_pair_counts {
    uint32_t *row;    /* [V] index of the token's row in counts; -1: none */
    uint32_t *counts; /* [places][V] */
    double *total;    /* [places] */
    size_t V;
    double sum, rows;
    float *p; /* [V] */
};

void gf_pairs_begin(struct gf_pair_counts *pairs, struct gf_request *req,
                    const struct gf_line *lines, size_t n);
void gf_pairs_add(struct gf_pair_counts *pairs, const struct gf_pass *pass);
void gf_pairs_write(const struct gf_pair_counts *pairs, struct gf_request *req);

#endif
