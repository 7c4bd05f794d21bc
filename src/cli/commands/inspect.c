/* glassformer inspect
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/cli.h"
#include "inspect/request.h"

struct options {
    struct cli_list words;
    struct cli_model model;
    const char *text, *data;
    bool json;
};

/* ---- requests ------------------------------------------------------------------------ */

/* Whether argument k, its name of n bytes, has a value already. */
static bool given_before(const struct options *o, size_t k, size_t n)
{
    const char *word = o->words.item[k];
    bool given = o->text && n == 4 && memcmp(word, "text", n) == 0;
    for (size_t j = 1; j < k && !given; j++)
        given = strncmp(o->words.item[j], word, n + 1) == 0;
    return given;
}

/* The first word names an analysis, the others are its arguments. */
static bool words_are_right(const struct options *o)
{
    const char *name = o->words.item[0];
    const char *arguments = gf_analysis_arguments(name);
    if (!arguments) {
        cli_misused(&cli_inspect, "There is no analysis \"%s\"", name);
        return false;
    }
    for (size_t k = 1; k < o->words.n; k++) {
        const char *word = o->words.item[k];
        const int n = (int)strcspn(word, "=");
        if (word[n] != '=') {
            cli_misused(&cli_inspect, "Write an argument as KEY=VALUE, not \"%s\"",
                        word);
            return false;
        }
        if (!gf_analysis_takes(arguments, word, (size_t)n)) {
            cli_misused(&cli_inspect, "\"%.*s\" is not an argument of %s (%s)", n, word,
                        name, arguments[0] ? arguments : "it has none");
            return false;
        }
        if (given_before(o, k, (size_t)n)) {
            cli_misused(&cli_inspect, "\"%.*s\" is given twice", n, word);
            return false;
        }
    }
    return true;
}

static void write_request(struct gf_json_writer *w, const struct options *o)
{
    const char *name = o->words.item[0];
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "what"), name);
    if (o->text && gf_analysis_takes(gf_analysis_arguments(name), "text", 4)) {
        gf_json_string(gf_json_key(w, "text"), o->text);
    }
    for (size_t k = 1; k < o->words.n; k++) {
        const char *word = o->words.item[k];
        size_t n = strcspn(word, "=");
        cli_put_member(w, word, n, word + n + 1);
    }
    gf_json_end_object(w);
}

/* ---- the command --------------------------------------------------------------------- */

static enum gf_status answer(const struct options *o, struct gf_buffer *out,
                             struct gf_error *err)
{
    struct gf_buffer data = {.arena = out->arena}, request = {.arena = out->arena};
    enum gf_status status = cli_read_text(o->data, NULL, &data, err);
    if (status != GF_OK) return status;
    struct gf_session *session = cli_open_model(&o->model, &data, "{}", err);
    if (!session) return err->status;
    write_request(&(struct gf_json_writer){.out = &request}, o);
    status = gf_session_inspect(session, request.data, request.n, out, NULL, err);
    gf_session_free(session);
    return status;
}

static int run_inspect(const void *options, struct gf_arena *arena,
                       struct gf_error *err)
{
    const struct options *o = options;
    if (!words_are_right(o)) return CLI_USAGE;
    struct gf_buffer out = {.arena = arena};
    enum gf_status status = answer(o, &out, err);
    if (status == GF_OK) cli_print_json(&out);
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_ROW("analysis", CLI_LIST, words, "ANALYSIS [KEY=VALUE ...]", 0, 0, true,
            "one of those below, and its arguments"),
    CLI_MODEL(model),
    CLI_WORDS("text", text, "TEXT",
              "the text to analyze; its last block_size characters"),
    CLI_WORDS("data", data, "FILE",
              "the training text; measure over its validation part"),
    CLI_SWITCH("json", json, "accepted; the output is always JSON"),
    CLI_END};

const struct cli_command cli_inspect = {
    .name = "inspect",
    .about = "Analyze a model: heads, logit lens, ablation and more, as JSON.",
    .notes =
        "A value is JSON or a bare word. Layers, heads, positions and tokens count "
        "from 0,\n"
        "here and in the answer; a table is {\"shape\": [rows, columns], \"data\": "
        "[...]}.\n"
        "src/inspect/inspect.h describes arguments and answers. The analyses:\n\n"
#define GF_ANALYSIS(name, about, arguments) \
    "  " #name ": " about "\n      " arguments "\n"
#include "inspect/analyses.def"
#undef GF_ANALYSIS
    ,
    .options = table,
    .operand = "analysis",
    .n_bytes = sizeof(struct options),
    .run = run_inspect};
