/* Training steps shared among threads, with the bytes of one thread.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_THREADS_H
#define GF_CLI_THREADS_H

#include "cli/cli.h"

#define CLI_MAX_THREADS 8 /* GF_MAX_SHARDS: more would have nothing to do */

struct cli_threads;

/* Makes a further session of the same text and settings; data is that of cli_threads_new. */
typedef struct gf_session *cli_session_maker(const void *data, struct gf_error *err);

/* n_threads (1 … CLI_MAX_THREADS) that share the steps of a borrowed session. Threads
 * besides the calling one get sessions of their own from `make`. NULL and *err on
 * failure. */
struct cli_threads *cli_threads_new(struct gf_session *session, int n_threads,
                                    cli_session_maker *make, const void *data,
                                    struct gf_error *err);
void cli_threads_free(struct cli_threads *threads);

/* gf_session_step, shared by all threads; the same bytes. */
enum gf_status cli_threads_step(struct cli_threads *threads,
                                struct gf_progress *progress, struct gf_error *err);

#endif
