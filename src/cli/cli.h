/* The native program: what its commands share. Only src/cli prints, exits, opens files,
 * reads the clock and starts threads.
 *
 * Exit codes: 0 done, 1 failed, 2 bad command line. Every failure prints one sentence on
 * standard error.
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
    CLI_TEXT,   /* const char *, NULL when not given; of `value` "FILE": one to read */
    CLI_OUT,    /* the same of a file to write */
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
    const char *value; /* name of the value in help, "FILE"; the words of a choice */
    double min, max;   /* of numbers */
    bool required;
    const char *help;
    const char *over; /* of CLI_OUT: the option whose file it may replace, or NULL */
};

/* Rows of a table whose fields are in `struct options`. */
#define CLI_ROW(name, type, field, value, min, max, required, help) \
    { \
        name, type, offsetof(struct options, field), value, min, max, required, help, \
            NULL \
    }
#define CLI_NEEDED(name, field, value, help) \
    CLI_ROW(name, CLI_TEXT, field, value, 0, 0, true, help)
#define CLI_WORDS(name, field, value, help) \
    CLI_ROW(name, CLI_TEXT, field, value, 0, 0, false, help)
#define CLI_WRITTEN(name, field, required, over, help) \
    { \
        name, CLI_OUT, offsetof(struct options, field), "FILE", 0, 0, required, help, \
            over \
    }
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
#define CLI_TOKENIZER(field) \
    CLI_WORDS("tokenizer", field, "FILE", \
              "of a model of another program: tokenizer.bin or tokenizer.json")
#define CLI_MODEL(field) /* a struct cli_model */ \
    CLI_NEEDED("model", field.path, "FILE", "a saved model"), \
        CLI_TOKENIZER(field.tokenizer), \
        CLI_WORDS("adapter", field.adapter, "FILE", \
                  "of this model, by LoRA (train --adapter)")
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
    const char *operand;  /* name of the option that a bare word is, or NULL */
    size_t n_bytes;       /* of the struct the options are read into */
    const void *defaults; /* initial options; NULL: all zero */
    /* An exit code; the arena is freed afterwards. */
    int (*run)(const void *options, struct gf_arena *arena, struct gf_error *err);
};

extern const struct cli_command cli_train, cli_eval, cli_sample, cli_forward,
    cli_inspect, cli_sweep, cli_presets, cli_info;

/* Parses argv[0 .. argc) by the command's table into *options. On failure prints the
 * mistake and returns false. `--name value` and `--name=value` are the same. */
bool cli_parse(const struct cli_command *command, int argc, char **argv, void *options);

/* The command's help on standard output. */
void cli_help(const struct cli_command *command);

/* The table of settings on standard output; an exit code. */
int cli_help_settings(void);

/* ---- failing ----------------------------------------------------------------------- */

/* Prints the sentence; returns CLI_FAILED. */
int cli_failed(const struct gf_error *err);

/* CLI_DONE, or the same. */
int cli_end(enum gf_status status, const struct gf_error *err);

int cli_failed_with(enum gf_error_key key); /* a key without parameters */

/* Prints a sentence about the command line (printf format) and where the help is;
 * returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_misused(const struct cli_command *command,
                                                      const char *format, ...);

/* ---- files ------------------------------------------------------------------------- */

/* Appends the bytes of a file, or of standard input for "-". */
enum gf_status cli_read(const char *path, struct gf_buffer *out, struct gf_error *err);

/* The same for n bytes from `at` on, fewer at the end of the file. */
enum gf_status cli_read_part(const char *path, size_t at, size_t n,
                             struct gf_buffer *out, struct gf_error *err);

/* The training text: a file, or the lines of the preset; both may be NULL. A generated task
 * needs none. The lines of a file end with LF, whatever they ended with. GF_BAD_TEXT for an empty
 * file. */
enum gf_status cli_read_text(const char *path, const char *preset,
                             struct gf_buffer *out, struct gf_error *err);

/* Whether two names, of files that may not be there yet, are those of one. */
bool cli_is_same_file(const char *a, const char *b);

/* The files of a model; tokenizer and adapter may be NULL. */
struct cli_model {
    const char *path, *tokenizer, *adapter;
};

/* Appends a saved model, with its adapter. A folder, a file with a tokenizer, or a
 * model.safetensors.index.json is a model of another program, which gf_import turns into
 * ours; config.json lies beside the model. */
enum gf_status cli_read_model(const struct cli_model *model, struct gf_buffer *out,
                              struct gf_error *err);

/* Opens a model, to be measured on a text unless that is empty; overrides are settings as
 * JSON. Weights of another program are read in pieces where they can be. NULL on failure. */
struct gf_session *cli_open_model(const struct cli_model *model,
                                  const struct gf_buffer *text, const char *overrides,
                                  struct gf_error *err);

/* Replaces a file atomically: writes beside it under another name, then renames. "-" is
 * standard output; anything but a regular file (a pipe, /dev/null) is written directly. */
enum gf_status cli_write(const char *path, const void *bytes, size_t n,
                         struct gf_error *err);

/* Whether a path means standard input or output. NULL does not. */
bool cli_is_standard(const char *path);

/* Whether cli_write would replace the file, not write into a pipe or a device. */
bool cli_is_replaced(const char *path);

/* Whether cli_write could write there; checked before a long run. */
enum gf_status cli_may_write(const char *path, struct gf_error *err);

/* A line of machine-readable output. */
void cli_print_json(const struct gf_buffer *json);

struct cli_number {
    const char *key;
    double value;
};

/* The same of an object of numbers. With gaps a NaN has no key, otherwise it is null. */
void cli_print_numbers(const struct cli_number *rows, size_t n, bool gaps);

/* A value as JSON on standard output, without a line break. */
void cli_print_value(const struct gf_json *value);

/* A string member of an object; "" if missing. */
const char *cli_member(const struct gf_json *object, const char *key);

/* ---- settings ---------------------------------------------------------------------- */

/* Sources of a model's settings; later ones replace earlier ones. */
struct cli_settings {
    const char *preset;                   /* name, or NULL */
    const struct gf_json *const *objects; /* [n_object], parsed; NULL: not given */
    size_t n_object;
    const char *file;            /* JSON object, or NULL */
    const struct cli_list *sets; /* "key=value", value JSON or a bare word; or NULL */
    int64_t seed;                /* below 0: not given */
    int64_t lora_rank;           /* 0: not given */
};

/* Writes a member as it stands on a command line: its value is JSON (4, 1e-3, true, "relu") or
 * a bare word (relu). */
void cli_put_member(struct gf_json_writer *w, const char *key, size_t n_key,
                    const char *value);

/* Appends them as one JSON object; *err names the setting that is wrong. */
enum gf_status cli_settings(const struct cli_settings *settings, struct gf_buffer *out,
                            struct gf_error *err);

/* Facts of a session that commands need, from gf_session_info. */
struct cli_facts {
    const struct gf_json *info; /* all of it; lives in the arena */
    int64_t batch_size, block_size, max_steps, eval_interval, eval_windows;
    int64_t n_param, n_trained, step, n_shard, n_train, n_val;
    bool can_train; /* it has a text or a generated task */
    bool pairs;     /* n_train and n_val count question-answer pairs */
};

enum gf_status cli_facts(struct gf_session *session, struct gf_arena *arena,
                         struct cli_facts *facts, struct gf_error *err);

/* ---- machine ----------------------------------------------------------------------- */

/* Seconds of a monotonic clock. */
double cli_now(void);

/* Limits the engine to nine tenths of the memory of this machine or container: a system
 * that overcommits kills processes instead of refusing memory. */
void cli_limit_memory(void);

/* From now on Ctrl-C, SIGTERM or a terminal that closes only set a flag, and a second one
 * ends the process; nobody has to read the output. */
void cli_catch_stop(void);
bool cli_stopped(void);

/* 1234567 as "1,234,567". */
const char *cli_count(char out[32], double x);

/* Seconds as "0:42", "3:05" or "1:02:03". */
const char *cli_duration(char out[32], double seconds);

#endif
