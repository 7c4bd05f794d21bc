/* glassformer train
 * SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/threads.h"
#include "models/presets.h"

struct options {
    struct cli_model resume; /* its adapter is not read */
    const char *text, *preset, *config, *out, *adapter;
    struct cli_list sets;
    int64_t steps, seed, threads, lora;
    double save_every; /* minutes; 0: only at the end */
    bool fine_tune, json;
};

static const struct options defaults = {
    .steps = -1, .seed = -1, .threads = 1, .save_every = 5};

/* What every session of the run is created from. */
struct recipe {
    struct gf_buffer text, settings,
        checkpoint; /* checkpoint.data NULL: a fresh model */
};

struct run {
    struct gf_arena *arena;
    const struct options *options;
    struct recipe recipe;
    struct gf_session *session;
    struct cli_facts facts;
    struct cli_threads *threads;
    int64_t n_steps; /* of this run */
    struct gf_progress now;
    double val_loss, seconds, saved_at;
};

/* ---- set-up ------------------------------------------------------------------------ */

static struct gf_session *make_session(const void *data, struct gf_error *err)
{
    const struct recipe *r = data;
    if (r->checkpoint.data) {
        return gf_session_open(r->checkpoint.data, r->checkpoint.n, r->text.data,
                               r->text.n, r->settings.data, r->settings.n, err);
    }
    return gf_session_new(r->text.data, r->text.n, r->settings.data, r->settings.n,
                          err);
}

/* Replaces a checkpoint by its weights alone, with any adapter merged: a new run begins. */
static enum gf_status begin_anew(struct gf_buffer *checkpoint, struct gf_error *err)
{
    struct gf_buffer weights = {.arena = checkpoint->arena};
    struct gf_session *session =
        gf_session_open(checkpoint->data, checkpoint->n, NULL, 0, "{}", 2, err);
    enum gf_status status =
        session ? gf_session_save(session, GF_SAVE_MERGED, &weights, err) : err->status;
    gf_session_free(session);
    *checkpoint = weights;
    return status;
}

static enum gf_status read_inputs(struct run *run, struct gf_error *err)
{
    const struct options *o = run->options;
    struct recipe *r = &run->recipe;
    r->text.arena = r->settings.arena = r->checkpoint.arena = run->arena;
    enum gf_status status = cli_settings(&(struct cli_settings){.preset = o->preset,
                                                                .file = o->config,
                                                                .sets = &o->sets,
                                                                .seed = o->seed,
                                                                .lora_rank = o->lora},
                                         &r->settings, err);
    if (status == GF_OK) status = cli_read_text(o->text, o->preset, &r->text, err);
    if (status == GF_OK && o->resume.path) {
        status = cli_read_model(&o->resume, &r->checkpoint, err);
    }
    if (status == GF_OK && o->resume.path && (o->fine_tune || o->lora > 0)) {
        status = begin_anew(&r->checkpoint, err);
    }
    return status;
}

static enum gf_status count_steps(struct run *run, struct gf_error *err)
{
    int64_t left = run->facts.max_steps - run->facts.step;
    run->n_steps = run->options->steps;
    if (run->n_steps < 0 && left <= 0) {
        return gf_fail(err, GF_E_training_finished, (int)run->facts.max_steps);
    }
    if (run->n_steps < 0) {
        run->n_steps = left;
    }
    if (run->n_steps > left && left > 0) {
        fprintf(
            stderr,
            "glassformer: The learning rate reaches its minimum at step %.0f; --set "
            "max_steps=%.0f stretches the schedule.\n",
            (double)run->facts.max_steps, (double)(run->facts.step + run->n_steps));
    }
    return GF_OK;
}

static enum gf_status prepare(struct run *run, struct gf_error *err)
{
    enum gf_status status = read_inputs(run, err);
    const struct options *o = run->options;
    if (status == GF_OK && o->out) status = cli_may_write(o->out, err);
    if (status == GF_OK && o->adapter) status = cli_may_write(o->adapter, err);
    if (status == GF_OK) {
        run->session = make_session(&run->recipe, err);
        status = run->session ? cli_facts(run->session, run->arena, &run->facts, err)
                              : err->status;
    }
    if (status == GF_OK && !run->facts.can_train) {
        status = gf_fail(err, GF_E_text_empty);
    }
    if (status == GF_OK && o->adapter && run->facts.n_trained == run->facts.n_param) {
        status = gf_fail(err, GF_E_adapter_missing);
    }
    if (status == GF_OK) status = count_steps(run, err);
    if (status == GF_OK) {
        run->now.step = (uint64_t)run->facts.step;
        run->threads = cli_threads_new(run->session, (int)run->options->threads,
                                       make_session, &run->recipe, err);
        status = run->threads ? GF_OK : err->status;
    }
    return status;
}

/* ---- saving ------------------------------------------------------------------------ */

/* How long a model that cannot be saved at the end of a run is kept, and how often a save
 * is tried: time to make room on a disk. */
#define KEEP_SECONDS 600.0
#define RETRY_SECONDS 2

static enum gf_status save_one(struct run *run, const char *path, enum gf_saved what,
                               struct gf_error *err)
{
    GF_SCOPED_BUFFER(file, arena);
    enum gf_status status = gf_session_save(run->session, what, &file, err);
    if (status == GF_OK) status = cli_write(path, file.data, file.n, err);
    return status;
}

static enum gf_status save(struct run *run, struct gf_error *err)
{
    const struct options *o = run->options;
    enum gf_status status = GF_OK;
    if (o->out) status = save_one(run, o->out, GF_SAVE_TRAINING, err);
    if (status == GF_OK && o->adapter) {
        status = save_one(run, o->adapter, GF_SAVE_ADAPTER, err);
    }
    run->saved_at = cli_now();
    return status;
}

/* What is saved, or NULL. */
static const char *saved_to(const struct options *o)
{
    return o->out ? o->out : o->adapter;
}

/* Where it fails, the file stays as it was and training goes on. */
static void save_if_due(struct run *run, struct cli_progress *progress)
{
    const struct options *o = run->options;
    struct gf_error err = {0};
    bool due = o->save_every > 0 && cli_now() - run->saved_at >= 60 * o->save_every;
    if (!due || !saved_to(o) || !cli_is_replaced(saved_to(o))) return;
    if (save(run, &err) != GF_OK) {
        cli_progress_end(progress);
        cli_failed(&err);
    }
}

static enum gf_status save_at_end(struct run *run, struct gf_error *err)
{
    bool was_stopped = cli_stopped();
    double give_up = cli_now() + KEEP_SECONDS;
    enum gf_status status = save(run, err);
    bool may_change = status != GF_OK && status != GF_OUT_OF_MEMORY;
    if (may_change && cli_is_replaced(saved_to(run->options))) {
        cli_failed(err);
        fprintf(stderr, "glassformer: Trying for ten minutes; Ctrl-C gives up.\n");
        while (status != GF_OK && cli_now() < give_up && cli_stopped() == was_stopped) {
            sleep(RETRY_SECONDS); /* shorter when a signal comes */
            status = save(run, err);
        }
    }
    return status;
}

/* ---- training ---------------------------------------------------------------------- */

static enum gf_status one_step(struct run *run, struct cli_progress *progress,
                               struct gf_error *err)
{
    double begin = cli_now();
    enum gf_status status = cli_threads_step(run->threads, &run->now, err);
    if (status != GF_OK) return status;
    double seconds = cli_now() - begin, val_loss = __builtin_nan("");
    bool is_last = progress->done + 1 == run->n_steps || cli_stopped();
    if (run->now.step % (uint64_t)run->facts.eval_interval == 0 || is_last) {
        struct gf_evaluation held_out;
        status = gf_session_evaluate(run->session, GF_SPLIT_VAL,
                                     (size_t)run->facts.eval_windows, &held_out, err);
        run->val_loss = val_loss = status == GF_OK ? held_out.loss : val_loss;
    }
    cli_progress_step(progress, &run->now, seconds, val_loss);
    return status;
}

/* The stream for messages: not the one that gets the model. */
static FILE *spoken(const struct options *o)
{
    return cli_is_standard(o->out) ? stderr : stdout;
}

static enum gf_status train(struct run *run, struct gf_error *err)
{
    struct cli_progress progress;
    int64_t tokens = run->facts.batch_size * run->facts.block_size;
    cli_progress_begin(&progress, spoken(run->options), run->options->json,
                       run->n_steps, tokens);
    cli_catch_stop();
    run->saved_at = cli_now();
    enum gf_status status = GF_OK;
    while (status == GF_OK && progress.done < run->n_steps && !cli_stopped()) {
        if (!saved_to(run->options) && ferror(stdout)) {
            break; /* nobody wants any of it */
        }
        save_if_due(run, &progress);
        status = one_step(run, &progress, err);
    }
    cli_progress_end(&progress);
    run->seconds = cli_now() - progress.start;
    return status;
}

static void tell_saved(const struct options *o)
{
    if (o->json) return;
    if (o->out && !cli_is_standard(o->out)) {
        printf("Saved to %s\n", o->out);
    }
    if (o->adapter) {
        fprintf(spoken(o), "Saved the adapter to %s\n", o->adapter);
    }
}

/* The outcome in one or two lines. */
static void report(const struct run *run)
{
    const struct options *o = run->options;
    char time[32], size[32], count[32], trained[64] = "", losses[64] = "";
    if (o->json) return;
    if (run->facts.n_trained < run->facts.n_param) {
        snprintf(trained, sizeof trained, ", %s of them trained",
                 cli_count(count, (double)run->facts.n_trained));
    }
    if (run->now.step > (uint64_t)run->facts.step) { /* else none was measured */
        snprintf(losses, sizeof losses, ", loss %.4f, validation loss %.4f",
                 run->now.loss, run->val_loss);
    }
    fprintf(spoken(o), "%s at step %.0f after %s: %s parameters%s%s\n",
            cli_stopped() ? "Stopped" : "Done", (double)run->now.step,
            cli_duration(time, run->seconds),
            cli_count(size, (double)run->facts.n_param), trained, losses);
    tell_saved(o);
}

/* Trains, saves and reports. A model that diverged is saved as it was before that step. */
static enum gf_status carry_out(struct run *run, struct gf_error *err)
{
    struct gf_error unsaved = {0};
    const struct options *o = run->options;
    enum gf_status status = train(run, err);
    if (status == GF_DIVERGED && saved_to(o)) {
        if (save_at_end(run, &unsaved) == GF_OK) {
            tell_saved(o);
        } else {
            cli_failed(&unsaved);
        }
    }
    if (status == GF_OK && saved_to(o)) status = save_at_end(run, err);
    if (status == GF_OK) {
        report(run);
    }
    return status;
}

/* Checks that the table of options cannot express; CLI_DONE if they pass. */
static int check_usage(const struct options *o)
{
    const struct {
        bool is_wrong;
        const char *sentence;
    } rules[] = {
        {o->preset && o->config, "--preset and --config exclude each other"},
        {o->resume.path && (o->preset || o->config),
         "--resume takes its settings from the file, and --set changes single ones"},
        {o->resume.tokenizer && !o->resume.path, "--tokenizer needs --model"},
        {o->fine_tune && !o->resume.path, "--fine-tune needs --model"},
        {o->lora > 0 && !o->resume.path, "--lora needs --model"},
        {cli_is_standard(o->adapter), "--adapter needs the name of a file"},
        {o->json && cli_is_standard(o->out),
         "--json and --out - would both write to standard output"},
    };
    for (size_t i = 0; i < GF_COUNT(rules); i++) {
        if (rules[i].is_wrong) return cli_misused(&cli_train, "%s", rules[i].sentence);
    }
    if (o->preset && !gf_preset_find(o->preset)) {
        return cli_misused(&cli_train, "There is no preset \"%s\"", o->preset);
    }
    for (size_t i = 0; i < o->sets.n; i++) {
        if (!strchr(o->sets.item[i], '=')) {
            return cli_misused(&cli_train,
                               "--set takes key=value, for example n_layer=2, not "
                               "\"%s\"",
                               o->sets.item[i]);
        }
    }
    return CLI_DONE;
}

static int run_train(const void *options, struct gf_arena *arena, struct gf_error *err)
{
    struct run run = {.options = options, .arena = arena};
    const struct options *o = options;
    int code = check_usage(o);
    if (code != CLI_DONE) return code;
    enum gf_status status = prepare(&run, err);
    if (status == GF_OK) status = carry_out(&run, err);
    cli_threads_free(run.threads);
    gf_session_free(run.session);
    if (status == GF_BAD_TEXT && !o->text) {
        return cli_misused(&cli_train, "train needs --text FILE");
    }
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_WORDS("text", text, "FILE", "training text, UTF-8; not needed for tasks"),
    CLI_WORDS("preset", preset, "NAME", "named settings (glassformer presets)"),
    CLI_WORDS("config", config, "FILE", "settings as a JSON object"),
    CLI_SEVERAL("set", sets, "KEY=VALUE", "one setting; may be repeated"),
    CLI_WHOLE("steps", steps, 0, 1e9, "steps of this run (default: up to max_steps)"),
    CLI_WHOLE("seed", seed, 0, CLI_MAX_SEED, "of all random numbers"),
    CLI_WHOLE("threads", threads, 1, CLI_MAX_THREADS,
              "1 to 8, with the same result (default 1)"),
    CLI_WRITTEN("out", out, false, "resume", "save the model here"),
    CLI_NUMBER("save-every", save_every, 0, 1e6,
               "minutes between saves (default 5; 0: only at the end)"),
    CLI_WORDS("resume", resume.path, "FILE",
              "continue exactly where this model stopped"),
    CLI_WORDS("model", resume.path, "FILE",
              "the same; of a model of others: its weights"),
    CLI_TOKENIZER(resume.tokenizer),
    CLI_SWITCH("fine-tune", fine_tune, "begin a new run at the weights of the model"),
    CLI_WHOLE("lora", lora, 0, 256,
              "the same for low-rank changes of this rank, all else frozen (LoRA)"),
    CLI_WRITTEN("adapter", adapter, false, NULL, "save these changes alone"),
    CLI_SWITCH("json", json, "one JSON object per step"),
    CLI_END};

const struct cli_command cli_train = {
    .name = "train",
    .about = "Train a model on a text.",
    .notes = "The learning rate follows max_steps, whatever --steps says: training N\n"
             "steps, saving, and N more with --resume gives the bytes of 2N steps.\n"
             "Ctrl-C stops after the current step and saves. List of all settings:\n"
             "glassformer help settings.\n",
    .options = table,
    .n_bytes = sizeof(struct options),
    .defaults = &defaults,
    .run = run_train};
