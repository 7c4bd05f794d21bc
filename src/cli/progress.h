/* Progress of a training run, on a terminal and as JSON lines.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_PROGRESS_H
#define GF_CLI_PROGRESS_H

#include "cli/cli.h"

struct cli_progress {
    FILE *lines;     /* lines that stay */
    bool json;       /* one object per step */
    bool live;       /* a line on the terminal that rewrites itself */
    int64_t n_steps; /* of this run */
    int64_t tokens_per_step;
    int64_t done;
    double start, last_shown;
    double ms_per_step; /* smoothed */
    double val_loss;    /* the last one; NaN before */
};

/* Lines go to `lines`, the live line to the terminal if standard error is one. */
void cli_progress_begin(struct cli_progress *progress, FILE *lines, bool json,
                        int64_t n_steps, int64_t tokens_per_step);

/* After each step: its time, and the validation loss if it was just measured, else NaN. */
void cli_progress_step(struct cli_progress *progress, const struct gf_progress *now,
                       double seconds, double val_loss);

/* Removes the live line, so that other output can follow. */
void cli_progress_end(struct cli_progress *progress);

#endif
