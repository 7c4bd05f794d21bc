/* Output on a terminal and as JSON.
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>

#include "cli/cli.h"

/* ---- errors ------------------------------------------------------------------------ */

int cli_failed(const struct gf_error *err)
{
    fflush(stdout);
    fprintf(stderr, "glassformer: %s\n", err->message);
    return CLI_FAILED;
}

int cli_end(enum gf_status status, const struct gf_error *err)
{
    return status == GF_OK ? CLI_DONE : cli_failed(err);
}

int cli_failed_with(enum gf_error_key key)
{
    struct gf_error err;
    gf_fail(&err, key);
    return cli_failed(&err);
}

int cli_misused(const struct cli_command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("glassformer: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see glassformer help%s%s.\n", command ? " " : "",
            command ? command->name : "");
    return CLI_USAGE;
}

/* ---- results ----------------------------------------------------------------------- */

void cli_print_json(const struct gf_buffer *json)
{
    fwrite(json->data, 1, json->n, stdout);
    putchar('\n');
    fflush(stdout);
}

void cli_print_numbers(const struct cli_number *rows, size_t n, bool gaps)
{
    GF_SCOPED_BUFFER(line, arena);
    struct gf_json_writer w = {.out = &line};
    gf_json_begin_object(&w);
    for (size_t i = 0; i < n; i++) {
        if (gaps && rows[i].value != rows[i].value) {
            continue;
        }
        gf_json_double(gf_json_key(&w, rows[i].key), rows[i].value);
    }
    gf_json_end_object(&w);
    cli_print_json(&line);
}

void cli_print_value(const struct gf_json *value)
{
    GF_SCOPED_BUFFER(text, arena);
    struct gf_json_writer w = {.out = &text};
    gf_json_tree(&w, value);
    fwrite(text.data, 1, text.n, stdout);
}

const char *cli_member(const struct gf_json *object, const char *key)
{
    const char *text = "";
    size_t n;
    gf_json_as_string(gf_json_get(object, key), &text, &n);
    return text;
}

/* ---- numbers ----------------------------------------------------------------------- */

const char *cli_count(char out[32], double x)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", x < 1e15 ? x : 1e15);
    char *at = out;
    for (int i = 0; i < n; i++) {
        *at++ = digits[i];
        if ((n - i - 1) % 3 == 0 && i + 1 < n && digits[i] != '-') {
            *at++ = ',';
        }
    }
    *at = '\0';
    return out;
}

const char *cli_duration(char out[32], double seconds)
{
    long s = seconds < 1e8 ? (long)(seconds + 0.5) : 100000000;
    if (s < 3600) {
        snprintf(out, 32, "%ld:%02ld", s / 60, s % 60);
    } else {
        snprintf(out, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    }
    return out;
}
