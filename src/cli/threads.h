/* Training steps shared among threads, with the bytes of one thread.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_THREADS_H
#define GF_CLI_THREADS_H

#include "cli/cli.h"

#define CLI_MAX_THREADS 8 /* GF_MAX_SHARDS: more would have nothing to do */

struct cli_threads;

/* Makes a further laboratory of the same text and settings; data is that of cli_threads_new. */
typedef struct gf_lab *cli_lab_maker(const void *data, struct gf_error *err);

/* n_threads (1 … CLI_MAX_THREADS) that share the steps of a borrowed laboratory. Threads
 * besides the calling one get laboratories of their own from `make`. NULL and *err on
 * failure. */
struct cli_threads *cli_threads_new(struct gf_lab *lab, int n_threads,
                                    cli_lab_maker *make, const void *data,
                                    struct gf_error *err);
void cli_threads_free(struct cli_threads *threads);

/* gf_lab_step, shared by all threads; the same bytes. */
enum gf_status cli_threads_step(struct cli_threads *threads,
                                struct gf_progress *progress, struct gf_error *err);

#endif
