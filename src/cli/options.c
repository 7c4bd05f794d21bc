/* Parses the options of a command by its table, and prints help from the table.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- reading ----------------------------------------------------------------------- */

/* The option called name[0 .. n), or NULL. */
static const struct cli_option *find(const struct cli_option *table, const char *name,
                                     size_t n)
{
    for (const struct cli_option *o = table; o->name; o++) {
        if (strlen(o->name) == n && memcmp(o->name, name, n) == 0) return o;
    }
    return NULL;
}

static bool wrong_number(const struct cli_command *command, const struct cli_option *o,
                         const char *value)
{
    cli_misused(command, "--%s must be %s from %.16g to %.16g, not \"%s\"", o->name,
                o->type == CLI_INT ? "a whole number" : "a number", o->min, o->max,
                value);
    return false;
}

static bool read_number(const struct cli_command *command, const struct cli_option *o,
                        const char *value, void *field)
{
    char *end;
    errno = 0;
    long long whole = o->type == CLI_INT ? strtoll(value, &end, 10) : 0;
    double x = o->type == CLI_INT ? (double)whole : strtod(value, &end);
    bool is_number = end != value && *end == '\0' && errno == 0;
    if (!is_number || !(x >= o->min && x <= o->max)) {
        return wrong_number(command, o, value);
    }
    if (o->type == CLI_INT) {
        *(int64_t *)field = whole;
    } else {
        *(double *)field = x;
    }
    return true;
}

/* The words of a choice stand in o->value, separated by bars. */
static bool read_choice(const struct cli_command *command, const struct cli_option *o,
                        const char *value, int *field)
{
    int index = 0;
    for (const char *word = o->value;; index++) {
        size_t n = strcspn(word, "|");
        if (strlen(value) == n && memcmp(word, value, n) == 0) {
            *field = index;
            return true;
        }
        if (word[n] == '\0') {
            break;
        }
        word += n + 1;
    }
    cli_misused(command, "--%s must be one of %s, not \"%s\"", o->name, o->value,
                value);
    return false;
}

static bool add_to_list(const struct cli_command *command, const struct cli_option *o,
                        const char *value, struct cli_list *list)
{
    if (list->n == GF_COUNT(list->item)) {
        cli_misused(command, "--%s is given too many times", o->name);
        return false;
    }
    list->item[list->n++] = value;
    return true;
}

static bool read_value(const struct cli_command *command, const struct cli_option *o,
                       const char *value, void *options)
{
    void *field = (char *)options + o->offset;
    switch (o->type) {
    case CLI_TEXT:
    case CLI_OUT:
        *(const char **)field = value;
        return true;
    case CLI_CHOICE:
        return read_choice(command, o, value, field);
    case CLI_LIST:
        return add_to_list(command, o, value, field);
    default:
        return read_number(command, o, value, field);
    }
}

/* One option and its value from argv[*at], which moves past both. */
static bool read_option(const struct cli_command *command, int argc, char **argv,
                        int *at, void *options)
{
    const char *arg = argv[(*at)++];
    if (strncmp(arg, "--", 2) != 0 && command->operand) {
        return read_value(
            command, find(command->options, command->operand, strlen(command->operand)),
            arg, options);
    }
    if (strncmp(arg, "--", 2) != 0) {
        cli_misused(command, "\"%s\" is not an option", arg);
        return false;
    }
    size_t n = strcspn(arg + 2, "=");
    const struct cli_option *o = find(command->options, arg + 2, n);
    if (!o) {
        cli_misused(command, "There is no option --%.*s", (int)n, arg + 2);
        return false;
    }
    const char *value = arg[2 + n] == '=' ? arg + 3 + n : NULL;
    if (o->type == CLI_FLAG) {
        if (value) {
            cli_misused(command, "--%s takes no value", o->name);
            return false;
        }
        *(bool *)(void *)((char *)options + o->offset) = true;
        return true;
    }
    /* A value that starts with dashes is probably the next option. */
    if (!value && *at < argc && strncmp(argv[*at], "--", 2) != 0) {
        value = argv[(*at)++];
    }
    if (!value) {
        cli_misused(command, "--%s needs a value, --%s=%s", o->name, o->name, o->value);
        return false;
    }
    return read_value(command, o, value, options);
}

/* An option as it is typed: "--text FILE", or "FILE" where it is the operand. */
static const char *typed(const struct cli_command *command, const struct cli_option *o,
                         char out[64])
{
    bool bare = command->operand && strcmp(command->operand, o->name) == 0;
    snprintf(out, 64, "%s%s%s%s", bare ? "" : "--", bare ? "" : o->name,
             bare ? "" : " ", o->value ? o->value : "");
    return out;
}

/* The file that an option names, or NULL. */
static const char *file_of(const struct cli_option *o, const void *options)
{
    bool is_file = o->type == CLI_OUT ||
                   (o->type == CLI_TEXT && o->value && strcmp(o->value, "FILE") == 0);
    if (!is_file) return NULL;
    return *(const char *const *)(const void *)((const char *)options + o->offset);
}

/* Whether one file of a command line would be written over another. */
static bool overwrites(const struct cli_command *command, const struct cli_option *out,
                       const void *options)
{
    const char *path = out->type == CLI_OUT ? file_of(out, options) : NULL;
    if (!path || !cli_is_replaced(path)) return false;
    const struct cli_option *over =
        out->over ? find(command->options, out->over, strlen(out->over)) : out;
    for (const struct cli_option *o = command->options; o->name; o++) {
        const char *other = file_of(o, options);
        bool may = o->offset == out->offset || o->offset == over->offset;
        if (!other || may || !cli_is_same_file(path, other)) continue;
        cli_misused(command,
                    "--%s would overwrite \"%s\", another file of this command",
                    out->name, other);
        return true;
    }
    return false;
}

bool cli_parse(const struct cli_command *command, int argc, char **argv, void *options)
{
    char left[64];
    for (int at = 0; at < argc;) {
        if (!read_option(command, argc, argv, &at, options)) return false;
    }
    for (const struct cli_option *o = command->options; o->name; o++) {
        const char *const *text = (const void *)((const char *)options + o->offset);
        if (o->required && !*text) {
            cli_misused(command, "%s needs %s", command->name, typed(command, o, left));
            return false;
        }
        if (overwrites(command, o, options)) return false;
    }
    return true;
}

/* ---- help -------------------------------------------------------------------------- */

void cli_help(const struct cli_command *command)
{
    char left[64];
    printf("glassformer %s", command->name);
    for (const struct cli_option *o = command->options; o->name; o++) {
        if (o->required) {
            printf(" %s", typed(command, o, left));
        }
    }
    printf(" [options]\n%s\n\n", command->about);
    for (const struct cli_option *o = command->options; o->name; o++) {
        printf("  %-24s %s\n", typed(command, o, left), o->help);
    }
    if (command->notes) {
        printf("\n%s", command->notes);
    }
}
