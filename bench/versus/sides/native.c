/* Our engine natively: versus FOLDER LANES. LANES 0 takes the widest vectors there are.
 * Speaks as sides/serve.js does.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <time.h>

#include "../../../tests/c/support/files.h"
#include "base/exact.h"
#include "glassformer.h"
#include "kernels/kernels.h"

#define MAX_STEPS 1000
#define PATH_ROOM 4096

/* On the clock, or of the processor. */
static double milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void stop(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(1);
}

/* A whole file of the folder; *n is its bytes. */
static char *read_part(const char *folder, const char *name, size_t *n)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *bytes = read_file(path, n);
    if (!bytes) stop(path);
    return bytes;
}

static void print_list(const char *key, const double *values, int n)
{
    printf("\"%s\":[", key);
    for (int i = 0; i < n; i++) printf("%s%.17g", i ? "," : "", values[i]);
    printf("]");
}

int main(int argc, char **argv)
{
    if (argc != 3) stop("usage: versus FOLDER LANES");
    if (!gf_kernels_select(atoi(argv[2]))) stop("no vectors of that many numbers here");
    size_t n_text, n_config;
    char *text = read_part(argv[1], "text.txt", &n_text);
    char *config = read_part(argv[1], "config.json", &n_config);
    struct gf_error err;
    struct gf_session *session = gf_session_new(text, n_text, config, n_config, &err);
    if (!session) stop(err.message);
    printf("{\"ready\":{\"version\":\"%s\",\"lanes\":%d,\"compiler\":\"%s\"}}\n",
           GF_VERSION, gf_k->lanes, __VERSION__);
    fflush(stdout);
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        static double losses[MAX_STEPS], ms[MAX_STEPS], cpu[MAX_STEPS];
        int n = atoi(line);
        n = n < MAX_STEPS ? n : MAX_STEPS;
        for (int i = 0; i < n; i++) {
            struct gf_progress now;
            double begin = milliseconds(CLOCK_MONOTONIC);
            double used = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
            if (gf_session_step(session, &now, &err) != GF_OK) stop(err.message);
            ms[i] = milliseconds(CLOCK_MONOTONIC) - begin;
            cpu[i] = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - used;
            losses[i] = now.loss;
        }
        printf("{");
        print_list("losses", losses, n);
        printf(",");
        print_list("ms", ms, n);
        printf(",");
        print_list("cpu", cpu, n);
        printf("}\n");
        fflush(stdout);
    }
    gf_session_free(session);
    free(text);
    free(config);
    return 0;
}
