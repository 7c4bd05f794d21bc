/* glassformer COMMAND [options]: finds the command, reads its options, runs it.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* SIGXFSZ */

#include <signal.h>
#include <string.h>

#include "base/exact.h"
#include "cli/cli.h"
#include "kernels/kernels.h"

static const struct cli_command *const commands[] = {
    &cli_train,   &cli_eval,  &cli_sample,  &cli_forward,
    &cli_inspect, &cli_sweep, &cli_presets, &cli_info,
};

static const struct cli_command *find(const char *name)
{
    for (size_t i = 0; i < GF_COUNT(commands); i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static void overview(void)
{
    printf("Train, sample and inspect small transformers. The same engine runs in the\n"
           "browser, with the same results.\n\n");
    for (size_t i = 0; i < GF_COUNT(commands); i++) {
        printf("  glassformer %-8s %s\n", commands[i]->name, commands[i]->about);
    }
    printf("  glassformer help COMMAND\n"
           "  glassformer help settings\n"
           "  glassformer --version\n\n"
           "Every command takes --json for machine-readable output. The file - is\n"
           "standard input or output. Exit codes: 0 done, 1 failed, 2 bad usage.\n"
           "Homework is marked by the program of the npm package: npx glassformer "
           "grade.\n");
}

/* `help`, `help COMMAND`, `help settings`. */
static int help(int argc, char **argv)
{
    if (argc == 0) {
        overview();
        return CLI_DONE;
    }
    if (strcmp(argv[0], "settings") == 0) return cli_help_settings();
    const struct cli_command *command = find(argv[0]);
    if (!command) return cli_misused(NULL, "There is no command \"%s\"", argv[0]);
    cli_help(command);
    return CLI_DONE;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    if (asks_for_help(argc, argv)) {
        cli_help(command);
        return CLI_DONE;
    }
    GF_SCOPED_ARENA(arena);
    struct gf_error err = {0};
    void *options = gf_arena_alloc(&arena, command->n_bytes);
    if (!options) return cli_failed_with(GF_E_no_memory);
    if (command->defaults) {
        memcpy(options, command->defaults, command->n_bytes);
    }
    return cli_parse(command, argc, argv, options) ? command->run(options, &arena, &err)
                                                   : CLI_USAGE;
}

int main(int argc, char **argv)
{
    if (argc < 2) return cli_misused(NULL, "A command is missing");
    const char *name = argv[1];
    const struct cli_command *command = find(name);
    int code;
    cli_limit_memory();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: writing it fails */
    if (!gf_kernels_select(0)) return cli_failed_with(GF_E_processor_too_old);
    if (command) {
        code = run(command, argc - 2, argv + 2);
    } else if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        printf("glassformer %s%s\n", GF_VERSION, GF_EXACT ? "" : " (fast)");
        code = CLI_DONE;
    } else if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 ||
               strcmp(name, "-h") == 0) {
        code = help(argc - 2, argv + 2);
    } else {
        return cli_misused(NULL, "There is no command \"%s\"", name);
    }
    /* A full disk, or a reader that has gone. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_DONE) {
        code = cli_failed_with(GF_E_output_failed);
    }
    return code;
}
