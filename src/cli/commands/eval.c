/* glassformer eval
 * SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "cli/cli.h"

#define LN_2 0.69314718055994531

struct options {
    struct cli_model model;
    const char *text;
    int split;
    bool json;
};

static const struct options defaults = {.split = GF_SPLIT_VAL};

struct outcome {
    struct gf_evaluation sum;
    double bits_per_char; /* NaN for pairs, whose tokens may be words */
};

/* Tokens per character of the text: 1 unless the tokenizer makes words or byte pairs.
 * Taken over the whole text, because the characters of a split alone are not known. */
static double tokens_per_char(const struct cli_facts *facts,
                              const struct gf_buffer *text)
{
    size_t n_chars = gf_utf8_count(text->data, text->n);
    double n_tokens = (double)(facts->n_train + facts->n_val);
    if (facts->pairs) return __builtin_nan("");
    return n_chars == 0 ? 1 : n_tokens / (double)n_chars;
}

/* Adjacent windows over the whole split; the last two overlap if its length is not a
 * multiple of block_size. */
static enum gf_status evaluate(struct gf_session *session, const struct gf_buffer *text,
                               enum gf_split split, struct outcome *outcome,
                               struct gf_error *err)
{
    GF_SCOPED_ARENA(arena);
    struct cli_facts facts;
    enum gf_status status = cli_facts(session, &arena, &facts, err);
    if (status == GF_OK && !facts.can_train) status = gf_fail(err, GF_E_text_empty);
    if (status != GF_OK) return status;
    /* As in gf_pairs_size: without validation pairs, all pairs. */
    bool all = split == GF_SPLIT_ALL || (facts.pairs && facts.n_val == 0);
    int64_t size = all                       ? facts.n_train + facts.n_val
                   : split == GF_SPLIT_TRAIN ? facts.n_train
                                             : facts.n_val;
    /* Pairs are sequences already; a text is cut into windows. */
    int64_t T = facts.block_size, n = facts.pairs ? size : (size - 1 + T - 1) / T;
    status = gf_session_evaluate(session, split, (size_t)n, &outcome->sum, err);
    outcome->bits_per_char = outcome->sum.loss / LN_2 * tokens_per_char(&facts, text);
    return status;
}

static double share(size_t part, size_t all)
{
    return all > 0 ? (double)part / (double)all : 0;
}

static void print_people(const struct outcome *o)
{
    const struct gf_evaluation *r = &o->sum;
    bool known = o->bits_per_char == o->bits_per_char;
    char count[32];
    printf("loss %.4f nats over %s tokens, %.4f bits per %s\n", r->loss,
           cli_count(count, (double)r->n_target),
           known ? o->bits_per_char : r->loss / LN_2, known ? "character" : "token");
    printf("accuracy %.2f %%", 100 * share(r->n_right, r->n_target));
    if (!known) { /* windows of a text are no answers */
        printf("; exact match %.2f %% of %s sequences",
               100 * share(r->n_exact, r->n_seq), cli_count(count, (double)r->n_seq));
    }
    printf("\n");
}

static void print_json(const struct outcome *o)
{
    const struct gf_evaluation *r = &o->sum;
    const struct cli_number rows[] = {{"loss", r->loss},
                                      {"bits_per_char", o->bits_per_char},
                                      {"tokens", (double)r->n_target},
                                      {"accuracy", share(r->n_right, r->n_target)},
                                      {"exact_match", share(r->n_exact, r->n_seq)}};
    cli_print_numbers(rows, GF_COUNT(rows), false);
}

static enum gf_status run_files(const struct options *o, struct gf_arena *arena,
                                struct outcome *outcome, struct gf_error *err)
{
    struct gf_buffer text = {.arena = arena};
    enum gf_status status = cli_read_text(o->text, NULL, &text, err);
    if (status != GF_OK) return status;
    /* Without a validation split a text of two windows is long enough. */
    const char *overrides = o->split == GF_SPLIT_ALL ? "{\"val_fraction\":0.5}" : "{}";
    struct gf_session *session = cli_open_model(&o->model, &text, overrides, err);
    status = session ? evaluate(session, &text, (enum gf_split)o->split, outcome, err)
                     : err->status;
    gf_session_free(session);
    return status == GF_TEXT_TOO_SHORT && o->split == GF_SPLIT_ALL
               ? gf_fail(err, GF_E_too_short_as_a_whole)
               : status;
}

static int run_eval(const void *options, struct gf_arena *arena, struct gf_error *err)
{
    const struct options *o = options;
    struct outcome outcome;
    enum gf_status status = run_files(o, arena, &outcome, err);
    if (status == GF_BAD_TEXT && !o->text) {
        return cli_misused(&cli_eval, "eval needs --text FILE for this model");
    }
    if (status == GF_OK) (o->json ? print_json : print_people)(&outcome);
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_MODEL(model),
    CLI_WORDS("text", text, "FILE", "the text to measure on; not needed for tasks"),
    CLI_ONE_OF("split", split, "train|val|all",
               "part of the text (default val, the validation text)"),
    CLI_SWITCH("json", json, "{\"loss\", \"bits_per_char\", \"tokens\", …}"), CLI_END};

const struct cli_command cli_eval = {
    .name = "eval",
    .about = "Measure the loss (cross-entropy) of a model on a text.",
    .options = table,
    .n_bytes = sizeof(struct options),
    .defaults = &defaults,
    .run = run_eval};
