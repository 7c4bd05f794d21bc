/* Clock, memory limit and signals.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* POSIX beside ISO C, and the size of physical memory */

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

double cli_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- memory ------------------------------------------------------------------------ */

/* Memory limit of the container by Linux control groups, version 2 or 1; 0: none. */
static double container_limit(void)
{
    static const char *const files[] = {"/sys/fs/cgroup/memory.max",
                                        "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (size_t i = 0; i < GF_COUNT(files); i++) {
        FILE *file = fopen(files[i], "r");
        double limit = 0;
        if (file) {
            int n = fscanf(file, "%lf", &limit); /* "max": no limit */
            fclose(file);
            if (n == 1) return limit;
        }
    }
    return 0;
}

void cli_limit_memory(void)
{
    double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double limit = container_limit();
    if (limit > 0 && limit < bytes) {
        bytes = limit;
    }
    if (bytes > 0) {
        gf_arena_set_limit((size_t)(0.9 * bytes));
    }
}

/* ---- stopping ---------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

void cli_catch_stop(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    action.sa_flags = (int)SA_RESETHAND; /* the second one has its usual effect */
    for (size_t i = 0; i < GF_COUNT(numbers); i++) {
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) { /* by nohup */
            sigaction(numbers[i], &action, NULL);
        }
    }
    signal(SIGPIPE, SIG_IGN);
}

bool cli_stopped(void)
{
    return stopped != 0;
}
