/* glassformer presets, and the table of settings for help
 * SPDX-License-Identifier: MIT */
#include "cli/cli.h"

struct options {
    bool json;
};

/* Parses JSON that the engine wrote, into its arena. */
static const struct gf_json *read_back(const struct gf_buffer *text)
{
    struct gf_arena *arena = text->arena;
    return arena->failed ? NULL : gf_json_parse(arena, text->data, text->n, NULL);
}

static int run_presets(const void *options, struct gf_arena *arena,
                       struct gf_error *err)
{
    const struct options *o = options;
    struct gf_buffer text = {.arena = arena};
    gf_presets(&text);
    const struct gf_json *list = read_back(&text);
    if (list && o->json) {
        cli_print_json(&text);
    } else if (list) {
        for (const struct gf_json *p = list->first; p; p = p->next) {
            printf("%-12s %s: %s\n%12s ", cli_member(p, "name"), cli_member(p, "title"),
                   cli_member(p, "about"), "");
            cli_print_value(gf_json_get(p, "config"));
            printf("\n\n");
        }
    }
    return cli_end(list ? GF_OK : gf_fail(err, GF_E_no_memory), err);
}

static void print_setting(const struct gf_json *row)
{
    printf("  %-18s ", cli_member(row, "key"));
    cli_print_value(gf_json_get(row, "default"));
    const struct gf_json *min = gf_json_get(row, "min"), *max = gf_json_get(row, "max");
    const struct gf_json *choices = gf_json_get(row, "choices");
    if (min && max) {
        printf(" (%.16g to %.16g)", min->number, max->number);
    }
    for (const struct gf_json *c = choices ? choices->first : NULL; c; c = c->next) {
        printf("%s%s%s", c == choices->first ? " (" : ", ", c->string,
               c->next ? "" : ")");
    }
    printf("\n  %18s %s\n", "", cli_member(row, "help"));
}

int cli_help_settings(void)
{
    GF_SCOPED_BUFFER(text, arena);
    gf_schema(&text);
    const struct gf_json *list = read_back(&text);
    for (const struct gf_json *row = list ? list->first : NULL; row; row = row->next) {
        print_setting(row);
    }
    return list ? CLI_DONE : cli_failed_with(GF_E_no_memory);
}

static const struct cli_option table[] = {
    CLI_SWITCH("json", json, "[{\"name\", \"title\", \"about\", …, \"config\"}]"),
    CLI_END};

const struct cli_command cli_presets = {
    .name = "presets",
    .about = "List the presets: named settings.",
    .notes = "train --set KEY=VALUE changes single settings of a preset.\n",
    .options = table,
    .n_bytes = sizeof(struct options),
    .run = run_presets};
