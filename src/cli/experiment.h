/* A file of an experiment: several runs, one question. The page reads the same files;
 * web/experiments/experiment.schema.json is their form, and what the fields mean stands there.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_EXPERIMENT_H
#define GF_CLI_EXPERIMENT_H

#include "cli/cli.h"

#define CLI_MAX_RUNS 256

struct cli_experiment {
    const struct gf_json *json, *settings, *setting, *values, *times, *options, *lines;
    const struct gf_json *seeds;
    const char *preset, *text; /* NULL: none */
    size_t n_x, n_line, n_seed;
    double tokens; /* 0: max_steps says how long */
    bool exact;    /* measured: the share of whole answers, not the loss */
};

/* One model: numbers of its value, its line and its seed. */
struct cli_run {
    size_t x, line, seed;
};

/* Reads a file. NULL, or what is wrong with it: the name of a field, or "" for the whole.
 * The tree lives in the arena. */
const char *cli_experiment_read(struct cli_experiment *e, struct gf_arena *arena,
                                const struct gf_buffer *file);

static inline size_t cli_experiment_n(const struct cli_experiment *e)
{
    return e->n_x * e->n_line * e->n_seed;
}

/* Run i: all values with the first seed, then with the next. */
struct cli_run cli_experiment_run(const struct cli_experiment *e, size_t i);

int64_t cli_experiment_seed(const struct cli_experiment *e, struct cli_run run);

/* Its settings as a JSON object. */
enum gf_status cli_experiment_settings(const struct cli_experiment *e,
                                       struct cli_run run, struct gf_buffer *out,
                                       struct gf_error *err);

/* What a value and a line are called, in English where there are several languages; "" for
 * the only line. */
const char *cli_value_label(const struct cli_experiment *e, size_t x, char out[64]);
const char *cli_line_label(const struct cli_experiment *e, size_t line, char out[64]);

#endif
