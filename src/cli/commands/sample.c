/* glassformer sample
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/cli.h"

struct options {
    struct cli_model model;
    const char *prompt;
    int64_t tokens, top_k, seed;
    double temperature, top_p, min_p, repetition_penalty;
    bool greedy, json;
};

static const struct options defaults = {.prompt = "",
                                        .tokens = 500,
                                        .seed = 1,
                                        .temperature = 1,
                                        .top_p = 1,
                                        .repetition_penalty = 1};

/* Continues the sample on standard output, as long as it is read, or in *text for JSON. */
static enum gf_status write_on(struct gf_session *session, const struct options *o,
                               struct gf_buffer *text, struct gf_error *err)
{
    const struct gf_sampling sampling = {
        .temperature = o->greedy ? 0 : (float)o->temperature,
        .top_k = (int)o->top_k,
        .top_p = (float)o->top_p,
        .min_p = (float)o->min_p,
        .repetition_penalty = (float)o->repetition_penalty,
        .seed = (uint64_t)o->seed};
    enum gf_status status = GF_OK;
    for (int64_t i = 0; i < o->tokens && !cli_stopped() && !ferror(stdout); i++) {
        struct gf_sampled written;
        status = gf_session_sample_next(session, &sampling, &written, err);
        if (status != GF_OK || written.is_end) {
            break;
        }
        if (text) {
            gf_buffer_put(text, written.text, written.n_text);
        } else {
            fwrite(written.text, 1, written.n_text, stdout);
            fflush(stdout);
        }
    }
    return status;
}

static void print_json(const struct options *o, const struct gf_buffer *text,
                       struct gf_arena *arena)
{
    struct gf_buffer line = {.arena = arena};
    struct gf_json_writer w = {.out = &line};
    gf_json_begin_object(&w);
    gf_json_string(gf_json_key(&w, "prompt"), o->prompt);
    gf_json_string_n(gf_json_key(&w, "text"), text->data, text->n);
    gf_json_end_object(&w);
    cli_print_json(&line);
}

static enum gf_status sample(const struct options *o, struct gf_session *session,
                             struct gf_arena *arena, struct gf_error *err)
{
    struct gf_buffer text = {.arena = arena};
    enum gf_status status =
        gf_session_prompt(session, o->prompt, strlen(o->prompt), 0, err);
    if (status != GF_OK) return status;
    cli_catch_stop();
    if (!o->json) {
        fputs(o->prompt, stdout);
    }
    status = write_on(session, o, o->json ? &text : NULL, err);
    if (status == GF_OK && o->json) {
        print_json(o, &text, arena);
    } else if (status == GF_OK) {
        putchar('\n');
    }
    return status;
}

static int run_sample(const void *options, struct gf_arena *arena, struct gf_error *err)
{
    const struct options *o = options;
    const struct gf_buffer no_text = {0};
    struct gf_session *session = cli_open_model(&o->model, &no_text, "{}", err);
    enum gf_status status = session ? sample(o, session, arena, err) : err->status;
    gf_session_free(session);
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_MODEL(model),
    CLI_WORDS("prompt", prompt, "TEXT", "the text to continue"),
    CLI_WHOLE("tokens", tokens, 0, 1e9, "tokens to write (default 500)"),
    CLI_WHOLE("chars", tokens, 0, 1e9, "the same; a token need not be a character"),
    CLI_NUMBER("temperature", temperature, 0, 1000,
               "divides the logits; 0: take the likeliest (default 1)"),
    CLI_WHOLE("top-k", top_k, 0, 1e6, "sample from the N likeliest; 0: all (default)"),
    CLI_NUMBER(
        "top-p", top_p, 0, 1,
        "sample from the fewest that reach X of probability; 0 or 1: all (default 1)"),
    CLI_NUMBER("min-p", min_p, 0, 1,
               "and from those with X of the likeliest's probability (default 0)"),
    CLI_NUMBER("repetition-penalty", repetition_penalty, 0.01, 100,
               "divides the logits of tokens in the context (default 1)"),
    CLI_SWITCH("greedy", greedy, "the same as --temperature 0"),
    CLI_WHOLE("seed", seed, 0, CLI_MAX_SEED, "of the random numbers (default 1)"),
    CLI_SWITCH("json", json, "{\"prompt\", \"text\"}, text without the prompt"),
    CLI_END};

const struct cli_command cli_sample = {.name = "sample",
                                       .about = "Write text with a model.",
                                       .options = table,
                                       .n_bytes = sizeof(struct options),
                                       .defaults = &defaults,
                                       .run = run_sample};
