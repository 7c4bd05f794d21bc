/* glassformer sweep
 * SPDX-License-Identifier: MIT */
#include <pthread.h>

#include "cli/cli.h"
#include "cli/experiment.h"

/* Runs at a time. */
#define MAX_LANES 64

struct options {
    const char *experiment, *text;
    int64_t threads;
    bool json;
};

static const struct options defaults = {.threads = 1};

/* What came of a run; value NaN and hash "" of one that diverged. */
struct result {
    bool is_there, diverged;
    double value, seconds;
    uint64_t steps;
    char hash[GF_SHA256_HEX];
};

struct sweep {
    const struct options *options;
    struct cli_experiment experiment;
    struct gf_buffer text;
    struct result results[CLI_MAX_RUNS];
    size_t n, next, n_done; /* runs; the next to begin; those with a result */
    pthread_mutex_t lock;   /* of all below `text`, and of what is printed */
    enum gf_status status;  /* of the first that failed */
    struct gf_error err;
};

/* Until Ctrl-C, and as long as the results are read. */
static bool is_wanted(void)
{
    return !cli_stopped() && !ferror(stdout);
}

/* ---- one run ----------------------------------------------------------------------- */

static enum gf_status train(const struct sweep *s, struct gf_session *session,
                            struct result *result, struct gf_error *err)
{
    GF_SCOPED_ARENA(arena);
    struct cli_facts facts;
    struct gf_progress now = {0};
    struct gf_evaluation held_out = {0};
    enum gf_status status = cli_facts(session, &arena, &facts, err);
    if (status == GF_OK && !facts.can_train) status = gf_fail(err, GF_E_text_empty);
    for (int64_t i = 0; status == GF_OK && i < facts.max_steps && is_wanted(); i++) {
        status = gf_session_step(session, &now, err);
    }
    result->steps = now.step;
    result->diverged = status == GF_DIVERGED;
    if (result->diverged) {
        result->value = __builtin_nan("");
        result->is_there = true;
        return GF_OK;
    }
    if (status == GF_OK && is_wanted()) {
        status = gf_session_evaluate(session, GF_SPLIT_VAL, (size_t)facts.eval_windows,
                                     &held_out, err);
    }
    if (status != GF_OK || !is_wanted()) return status;
    double exact = (double)held_out.n_exact / (double)held_out.n_seq;
    result->value = s->experiment.exact ? exact : held_out.loss;
    gf_session_hash(session, result->hash);
    result->is_there = true;
    return GF_OK;
}

static enum gf_status carry_out(const struct sweep *s, size_t i, struct result *result,
                                struct gf_error *err)
{
    GF_SCOPED_BUFFER(settings, arena);
    double begin = cli_now();
    struct cli_run run = cli_experiment_run(&s->experiment, i);
    enum gf_status status =
        cli_experiment_settings(&s->experiment, run, &settings, err);
    struct gf_session *session = NULL;
    if (status == GF_OK) {
        session =
            gf_session_new(s->text.data, s->text.n, settings.data, settings.n, err);
        status = session ? train(s, session, result, err) : err->status;
    }
    gf_session_free(session);
    result->seconds = cli_now() - begin;
    return status;
}

/* ---- telling ----------------------------------------------------------------------- */

static void print_run(const struct sweep *s, size_t i)
{
    const struct cli_experiment *e = &s->experiment;
    const struct result *r = &s->results[i];
    struct cli_run run = cli_experiment_run(e, i);
    char value[64], line[64];
    cli_value_label(e, run.x, value);
    cli_line_label(e, run.line, line);
    if (!s->options->json) {
        printf("%3zu of %zu   %s%s%s, seed %.0f: ", s->n_done, s->n, line,
               *line ? ", " : "", value, (double)cli_experiment_seed(e, run));
        if (r->diverged) {
            printf("diverged after %.0f steps, %.1f s\n", (double)r->steps, r->seconds);
        } else {
            printf("%.4f after %.0f steps, %.1f s, %.12s\n", r->value, (double)r->steps,
                   r->seconds, r->hash);
        }
        fflush(stdout);
        return;
    }
    GF_SCOPED_BUFFER(text, arena);
    struct gf_json_writer w = {.out = &text};
    gf_json_begin_object(&w);
    gf_json_string(gf_json_key(&w, "value"), value);
    gf_json_string(gf_json_key(&w, "line"), line);
    gf_json_int(gf_json_key(&w, "seed"), cli_experiment_seed(e, run));
    gf_json_int(gf_json_key(&w, "steps"), (int64_t)r->steps);
    gf_json_double(gf_json_key(&w, e->exact ? "exact" : "loss"), r->value);
    gf_json_string(gf_json_key(&w, "hash"), r->hash);
    gf_json_bool(gf_json_key(&w, "diverged"), r->diverged);
    gf_json_double(gf_json_key(&w, "seconds"), r->seconds);
    gf_json_end_object(&w);
    cli_print_json(&text);
}

struct cell {
    double mean, low, high;
    size_t n, n_diverged; /* the mean is of n */
};

static struct cell cell_of(const struct sweep *s, size_t x, size_t line)
{
    struct cell c = {0, __builtin_inf(), -__builtin_inf(), 0, 0};
    for (size_t i = 0; i < s->n; i++) {
        struct cli_run run = cli_experiment_run(&s->experiment, i);
        const struct result *r = &s->results[i];
        if (run.x != x || run.line != line || !r->is_there) continue;
        c.n_diverged += r->diverged;
        if (r->diverged) continue;
        c.n++;
        c.mean += (r->value - c.mean) / (double)c.n;
        c.low = r->value < c.low ? r->value : c.low;
        c.high = r->value > c.high ? r->value : c.high;
    }
    return c;
}

/* A row for each value and line: mean, and from the lowest to the highest of its seeds; how
 * many diverged. */
static void print_table(const struct sweep *s)
{
    const struct cli_experiment *e = &s->experiment;
    char value[64], line[64];
    printf("\n%-24s%-24s %8s   of %zu seed%s\n", "", "", e->exact ? "exact" : "loss",
           e->n_seed, e->n_seed == 1 ? "" : "s");
    for (size_t k = 0; k < e->n_line; k++) {
        for (size_t x = 0; x < e->n_x; x++) {
            struct cell c = cell_of(s, x, k);
            if (c.n + c.n_diverged == 0) continue;
            printf("%-24s%-24s ", cli_line_label(e, k, line),
                   cli_value_label(e, x, value));
            if (c.n > 0) printf("%8.4f   %.4f to %.4f", c.mean, c.low, c.high);
            if (c.n_diverged > 0) printf("%8s   %zu diverged", "", c.n_diverged);
            printf("\n");
        }
    }
}

/* ---- all runs ---------------------------------------------------------------------- */

/* The number of a run that nobody has begun, or n. */
static size_t take(struct sweep *s)
{
    pthread_mutex_lock(&s->lock);
    bool goes_on = s->status == GF_OK && is_wanted() && s->next < s->n;
    size_t i = goes_on ? s->next++ : s->n;
    pthread_mutex_unlock(&s->lock);
    return i;
}

static void *lane(void *data)
{
    struct sweep *s = data;
    size_t i;
    while ((i = take(s)) < s->n) {
        struct gf_error err = {0};
        enum gf_status status = carry_out(s, i, &s->results[i], &err);
        pthread_mutex_lock(&s->lock);
        if (status != GF_OK && s->status == GF_OK) {
            s->status = status;
            s->err = err;
        }
        if (s->results[i].is_there) {
            s->n_done++;
            print_run(s, i);
        }
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

static enum gf_status run_all(struct sweep *s, struct gf_error *err)
{
    pthread_t threads[MAX_LANES - 1];
    size_t n = 0;
    pthread_mutex_init(&s->lock, NULL);
    cli_catch_stop();
    while (n + 1 < (size_t)s->options->threads &&
           pthread_create(&threads[n], NULL, lane, s) == 0) {
        n++;
    }
    lane(s);
    while (n > 0) pthread_join(threads[--n], NULL);
    pthread_mutex_destroy(&s->lock);
    *err = s->err;
    return s->status;
}

/* ---- the command ------------------------------------------------------------------- */

static enum gf_status read_text(struct sweep *s, struct gf_error *err)
{
    const struct cli_experiment *e = &s->experiment;
    if (s->options->text || !e->text) {
        return cli_read_text(s->options->text, e->preset, &s->text, err);
    }
    gf_buffer_puts(&s->text, e->text);
    return GF_OK;
}

static int run_sweep(const void *options, struct gf_arena *arena, struct gf_error *err)
{
    const struct options *o = options;
    struct sweep *s = gf_arena_alloc(arena, sizeof *s);
    if (!s) return cli_failed_with(GF_E_no_memory);
    *s = (struct sweep){.options = o, .text = {.arena = arena}};
    struct gf_buffer file = {.arena = arena};
    enum gf_status status = cli_read(o->experiment, &file, err);
    const char *wrong =
        status == GF_OK ? cli_experiment_read(&s->experiment, arena, &file) : NULL;
    if (wrong && *wrong) {
        return cli_misused(&cli_sweep, "In %s \"%s\" is missing or has a wrong value",
                           o->experiment, wrong);
    }
    if (wrong) return cli_misused(&cli_sweep, "%s is not an experiment", o->experiment);
    if (status == GF_OK) status = read_text(s, err);
    if (status == GF_OK) {
        s->n = cli_experiment_n(&s->experiment);
        status = run_all(s, err);
    }
    if (s->n_done > 0 && !o->json) print_table(s);
    if (status == GF_BAD_TEXT && !o->text) {
        return cli_misused(&cli_sweep, "sweep needs --text FILE");
    }
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_NEEDED("experiment", experiment, "FILE", "the experiment"),
    CLI_WORDS("text", text, "FILE", "training text, unless the file has one"),
    CLI_WHOLE("threads", threads, 1, MAX_LANES,
              "runs at a time, with the same results (default 1)"),
    CLI_SWITCH("json", json, "one JSON object for each run"), CLI_END};

const struct cli_command cli_sweep = {
    .name = "sweep",
    .about = "Train the models of an experiment, and compare them.",
    .notes =
        "An experiment is a JSON file: settings, values of one or two of them, and\n"
        "seeds (docs/teaching.md). Every run gives the bytes that it gives in the\n"
        "browser. One that diverges is a result too. Ctrl-C keeps what is done.\n",
    .operand = "experiment",
    .options = table,
    .n_bytes = sizeof(struct options),
    .defaults = &defaults,
    .run = run_sweep};
