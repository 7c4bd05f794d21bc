/* The native program: what its commands share. Only this room prints, exits, opens files,
 * asks the time and starts threads.
 *
 * Exit codes: 0 done, 1 failed, 2 the command line could not be understood. Every failure
 * is one sentence on standard error.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_CLI_H
#define GF_CLI_CLI_H

#include <stdio.h>

#include "base/json.h"
#include "glassformer.h"

enum cli_exit { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* ---- commands and their options ---------------------------------------------------- */

enum cli_type {
    CLI_FLAG,   /* bool */
    CLI_TEXT,   /* const char *, NULL when not given */
    CLI_INT,    /* int64_t */
    CLI_REAL,   /* double */
    CLI_CHOICE, /* int: which of the words in `value`, "train|val|all" */
    CLI_LIST    /* struct cli_list: may be given several times */
};

struct cli_list {
    const char *item[64];
    size_t n;
};

struct cli_option {
    const char *name; /* without the dashes; NULL ends a table */
    enum cli_type type;
    size_t offset;     /* of its field in the command's options */
    const char *value; /* what help calls the value, "FILE"; the words of a choice */
    double min, max;   /* of numbers */
    bool required;
    const char *help;
};

/* Rows of a table whose fields are in `struct options`. */
#define CLI_ROW(name, type, field, value, min, max, required, help) \
    { \
        name, type, offsetof(struct options, field), value, min, max, required, help \
    }
#define CLI_NEEDED(name, field, value, help) \
    CLI_ROW(name, CLI_TEXT, field, value, 0, 0, true, help)
#define CLI_WORDS(name, field, value, help) \
    CLI_ROW(name, CLI_TEXT, field, value, 0, 0, false, help)
#define CLI_SEVERAL(name, field, value, help) \
    CLI_ROW(name, CLI_LIST, field, value, 0, 0, false, help)
#define CLI_ONE_OF(name, field, words, help) \
    CLI_ROW(name, CLI_CHOICE, field, words, 0, 0, false, help)
#define CLI_WHOLE(name, field, min, max, help) \
    CLI_ROW(name, CLI_INT, field, "N", min, max, false, help)
#define CLI_NUMBER(name, field, min, max, help) \
    CLI_ROW(name, CLI_REAL, field, "X", min, max, false, help)
#define CLI_SWITCH(name, field, help) \
    CLI_ROW(name, CLI_FLAG, field, NULL, 0, 0, false, help)
#define CLI_END \
    { \
        .name = NULL \
    }

#define CLI_MAX_SEED 9007199254740991.0 /* 2^53 - 1, as in config.def */

struct cli_command {
    const char *name;
    const char *about; /* one line of help */
    const struct cli_option *options;
    const char *notes;    /* further lines of help, or NULL */
    size_t n_bytes;       /* of the struct the options are read into */
    const void *defaults; /* what it starts from; NULL: all zero */
    int (*run)(const void *options);
};

extern const struct cli_command cli_train, cli_eval, cli_sample, cli_forward,
    cli_inspect, cli_presets, cli_info, cli_bench;

/* Reads argv[0 .. argc) by the command's table into *options. False after saying on
 * standard error what is wrong. `--name value` and `--name=value` are the same. */
bool cli_parse(const struct cli_command *command, int argc, char **argv, void *options);

/* The command's help on standard output. */
void cli_help(const struct cli_command *command);

/* The table of settings on standard output; an exit code. */
int cli_help_settings(void);

/* ---- failing ----------------------------------------------------------------------- */

/* Prints the sentence; returns CLI_FAILED. */
int cli_failed(const struct gf_error *err);
int cli_failed_with(enum gf_error_key key); /* a key without parameters */

/* Prints a sentence about the command line (printf format) and where the help is;
 * returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_misused(const struct cli_command *command,
                                                      const char *format, ...);

/* ---- files ------------------------------------------------------------------------- */

/* Appends a file, or standard input for "-". Bytes are not interpreted. */
enum gf_status cli_read(const char *path, struct gf_buffer *out, struct gf_error *err);

/* Writes a file so that it is either the old or the whole new one: beside it under
 * another name, then renamed. "-" is standard output; what is not a regular file (a
 * pipe, /dev/null) is written directly. */
enum gf_status cli_write(const char *path, const void *bytes, size_t n,
                         struct gf_error *err);

/* Whether a path means standard input or output. NULL does not. */
bool cli_is_standard(const char *path);

/* Whether cli_write could write there, asked before hours of work. */
enum gf_status cli_may_write(const char *path, struct gf_error *err);

/* A line of machine-readable output. */
void cli_print_json(const struct gf_buffer *json);

/* A value as JSON on standard output, without a line break. */
void cli_print_value(const struct gf_json *value);

/* A text among the members of an object; "" when there is none. */
const char *cli_member(const struct gf_json *object, const char *key);

/* ---- settings ---------------------------------------------------------------------- */

/* Where the settings of a model come from, later ones replacing earlier ones. */
struct cli_settings {
    const char *preset;          /* name, or NULL */
    const char *file;            /* JSON object, or NULL */
    const struct cli_list *sets; /* "key=value", value JSON or a bare word; or NULL */
    int64_t seed;                /* below 0: not given */
};

/* Appends them as one JSON object; *err names the setting that is wrong. */
enum gf_status cli_settings(const struct cli_settings *settings, struct gf_buffer *out,
                            struct gf_error *err);

/* What commands need to know about a laboratory, from gf_lab_info. */
struct cli_facts {
    const struct gf_json *info; /* all of it; lives in the arena */
    int64_t batch_size, block_size, max_steps, eval_interval, eval_windows;
    int64_t n_param, step, n_shard, n_train, n_val;
    bool can_train; /* there is a text, or a task that needs none */
    bool pairs;     /* it learns questions and answers; n_train and n_val count those */
};

enum gf_status cli_facts(struct gf_lab *lab, struct gf_arena *arena,
                         struct cli_facts *facts, struct gf_error *err);

/* ---- machine ----------------------------------------------------------------------- */

/* Seconds of a clock that only goes forward. */
double cli_now(void);

/* Keeps the engine within nine tenths of the memory this machine (or container) has:
 * a system that promises more than it has ends programs instead of refusing. */
void cli_limit_memory(void);

/* From now on Ctrl-C (or a polite kill) only sets a flag; a second one ends at once. */
void cli_catch_stop(void);
bool cli_stopped(void);

/* 1234567 as "1,234,567". */
const char *cli_count(char out[32], double x);

/* Seconds as "0:42", "3:05" or "1:02:03". */
const char *cli_duration(char out[32], double seconds);

#endif
