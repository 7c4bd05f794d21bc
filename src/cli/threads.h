/* Training steps shared among threads, with the bytes of one thread.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_THREADS_H
#define GF_CLI_THREADS_H

#include "cli/cli.h"

#define CLI_MAX_THREADS 8 /* more than there are shards would have nothing to do */

struct cli_crew;

/* Makes a further laboratory of the same text and settings; data is cli_crew_new's. */
typedef struct gf_lab *cli_lab_maker(const void *data, struct gf_error *err);

/* A crew of n_threads (1 … CLI_MAX_THREADS) around a borrowed laboratory. Further
 * threads get laboratories of their own from `make`. NULL with a sentence on failure. */
struct cli_crew *cli_crew_new(struct gf_lab *lab, int n_threads, cli_lab_maker *make,
                              const void *data, struct gf_error *err);
void cli_crew_free(struct cli_crew *crew);

/* gf_lab_step, by all of them. */
enum gf_status cli_crew_step(struct cli_crew *crew, struct gf_progress *progress,
                             struct gf_error *err);

#endif
