/* glassformer bench: how long a training step takes, and how much of what the machine can
 * do with 128-bit vectors that is.
 *
 *   share = flops of a step / (median seconds * P_128 * threads)
 *
 * P_128 is measured just before and just after each model and the higher value counts,
 * since interference only makes a machine slower. flops are gf_describe's.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/commands/bench_ops.h"
#include "cli/cli.h"
#include "cli/threads.h"
#include "kernels/kernels.h"
#include "simd/peak.h"

/* Model sizes with published timings. */
static const struct bench_model {
    const char *name, *about;
    size_t V;
    const char *config;
} models[] = {
    {"tiny", "L2 H2 C64 T32 B32", 65,
     "{\"n_layer\":2,\"n_head\":2,\"n_embd\":64,\"block_size\":32,\"batch_size\":32}"},
    {"tinygpt", "L3 H3 C96 T64 B16, V 256", 256,
     "{\"n_layer\":3,\"n_head\":3,\"n_embd\":96,\"block_size\":64,\"batch_size\":16}"},
    {"medium", "L4 H4 C128 T96 B16, V 256", 256,
     "{\"n_layer\":4,\"n_head\":4,\"n_embd\":128,\"block_size\":96,\"batch_size\":16}"},
    {"nano", "L4 H4 C128 T64 B12", 65,
     "{\"n_layer\":4,\"n_head\":4,\"n_embd\":128,\"block_size\":64,\"batch_size\":12}"},
    {"poet", "L6 H6 C384 T256 B4", 65,
     "{\"n_layer\":6,\"n_head\":6,\"n_embd\":384,\"block_size\":256,\"batch_size\":4}"},
};

#define N_MODELS (sizeof models / sizeof models[0])

#define WARM_UP_STEPS 10
#define COMPARED_STEP 2 /* its loss is reported: the same on every machine */
#define MIN_STEPS 5
#define MAX_STEPS 2000
#define TEXT_CHARS 20000

struct options {
    const char *only;
    int64_t threads, lanes;
    double seconds;
    bool json, ops;
};

static const struct options defaults = {.threads = 1, .seconds = 10};

/* ---- the machine ------------------------------------------------------------------- */

#define PEAK_SLICE \
    0.02 /* seconds: long against clock resolution, short against turbo phases */
#define PEAK_TRIES 3

/* GFLOP/s of the fastest of the loops. */
static double measure_peak(void)
{
    double best = 0;
    size_t rounds = 100000;
    for (int which = 0; which < GF_PEAK_LOOPS; which++) {
        for (int tries = 0; tries < PEAK_TRIES;) {
            double begin = cli_now();
            double flops = gf_peak_loop(which, rounds);
            double seconds = cli_now() - begin;
            if (seconds < PEAK_SLICE) {
                rounds *= 2;
                continue;
            }
            best = flops / seconds > best ? flops / seconds : best;
            tries++;
        }
    }
    return 1e-9 * best;
}

/* ---- a text ------------------------------------------------------------------------ */

/* Random text of V distinct characters; the text does not affect speed. */
static struct gf_buffer make_text(struct gf_arena *arena, size_t V)
{
    struct gf_buffer text = {.arena = arena};
    uint32_t x = 1;
    for (size_t i = 0; i < TEXT_CHARS; i++) {
        x = x * 1664525u + 1013904223u; /* Knuth & Lewis, Numerical Recipes */
        uint32_t k = i < V ? (uint32_t)i : (x >> 16) % (uint32_t)V;
        char utf8[4];
        gf_buffer_put(&text, utf8, gf_utf8_encode(0x100 + k, utf8));
    }
    return text;
}

/* ---- measuring --------------------------------------------------------------------- */

struct timing {
    double ms, ms_low, ms_high; /* median and quartiles */
    size_t n_steps;
    double loss; /* of step COMPARED_STEP */
    double peak; /* GFLOP/s of one thread */
    double flops, tokens;
    int64_t n_param;
};

struct recipe {
    const struct bench_model *bench_model;
    struct gf_buffer text;
};

static struct gf_lab *make_lab(const void *data, struct gf_error *err)
{
    const struct recipe *r = data;
    const char *config = r->bench_model->config;
    return gf_lab_new(r->text.data, r->text.n, config, strlen(config), err);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static enum gf_status warm_up(struct cli_threads *threads, double budget,
                              struct timing *t, struct gf_error *err)
{
    double begin = cli_now();
    enum gf_status status = GF_OK;
    for (int i = 0; status == GF_OK && i < WARM_UP_STEPS; i++) {
        struct gf_progress now;
        status = cli_threads_step(threads, &now, err);
        if (status == GF_OK && now.step == COMPARED_STEP) {
            t->loss = now.loss;
        }
        if (i + 1 >= COMPARED_STEP && cli_now() - begin > 0.5 * budget) {
            break;
        }
    }
    return status;
}

static enum gf_status measure(struct cli_threads *threads, double budget,
                              struct timing *t, struct gf_error *err)
{
    static double ms[MAX_STEPS];
    double peak_before = measure_peak();
    enum gf_status status = warm_up(threads, budget, t, err);
    double begin = cli_now();
    size_t n = 0;
    while (status == GF_OK && n < MAX_STEPS &&
           (n < MIN_STEPS || cli_now() - begin < budget)) {
        struct gf_progress now;
        double start = cli_now();
        status = cli_threads_step(threads, &now, err);
        ms[n++] = 1000 * (cli_now() - start);
    }
    double peak_after = measure_peak();
    qsort(ms, n, sizeof ms[0], compare);
    t->n_steps = n;
    t->ms = ms[n / 2];
    t->ms_low = ms[n / 4];
    t->ms_high = ms[3 * n / 4];
    t->peak = peak_before > peak_after ? peak_before : peak_after;
    return status;
}

static enum gf_status time_model(const struct options *o, const struct recipe *recipe,
                                 struct timing *t, struct gf_error *err)
{
    struct gf_arena arena = {0};
    struct cli_facts facts;
    struct gf_lab *lab = make_lab(recipe, err);
    struct cli_threads *threads = NULL;
    enum gf_status status = lab ? cli_facts(lab, &arena, &facts, err) : err->status;
    if (status == GF_OK) {
        t->tokens = (double)(facts.batch_size * facts.block_size);
        t->n_param = facts.n_param;
        gf_json_as_double(gf_json_get(facts.info, "flops_per_step"), &t->flops);
        threads = cli_threads_new(lab, (int)o->threads, make_lab, recipe, err);
        status = threads ? measure(threads, o->seconds, t, err) : err->status;
    }
    cli_threads_free(threads);
    gf_lab_free(lab);
    gf_arena_free(&arena);
    return status;
}

static enum gf_status profile_model(const struct options *o,
                                    const struct recipe *recipe, const struct timing *t,
                                    struct gf_error *err)
{
    struct gf_lab *lab = make_lab(recipe, err);
    enum gf_status status = lab ? gf_lab_step(lab, NULL, err) : err->status;
    if (status == GF_OK) status = cli_bench_ops(lab, o->seconds, t->peak, err);
    gf_lab_free(lab);
    return status;
}

/* ---- output ------------------------------------------------------------------------ */

static double gflops(const struct timing *t)
{
    return 1e-6 * t->flops / t->ms;
}

static double share(const struct timing *t, const struct options *o)
{
    return gflops(t) / (t->peak * (double)o->threads);
}

static void write_row(struct gf_json_writer *w, const struct bench_model *y,
                      const struct timing *t, const struct options *o)
{
    const struct {
        const char *key;
        double value;
    } rows[] = {{"n_vocab", (double)y->V},
                {"n_param", (double)t->n_param},
                {"flops_per_step", t->flops},
                {"ms_per_step", t->ms},
                {"ms_lower_quartile", t->ms_low},
                {"ms_upper_quartile", t->ms_high},
                {"n_steps", (double)t->n_steps},
                {"tokens_per_second", 1000 * t->tokens / t->ms},
                {"gflops", gflops(t)},
                {"peak_128", t->peak},
                {"share_of_peak", share(t, o)},
                {"loss_at_step_2", t->loss}};
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "name"), y->name);
    gf_json_raw(gf_json_key(w, "config"), y->config, strlen(y->config));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gf_json_double(gf_json_key(w, rows[i].key), rows[i].value);
    }
    gf_json_end_object(w);
}

static void print_row(const struct bench_model *y, const struct timing *t,
                      const struct options *o)
{
    char rate[32];
    printf("%-8s %-25s %9.2f ms %12s characters/s %7.1f GFLOP/s %5.0f %%\n", y->name,
           y->about, t->ms, cli_count(rate, 1000 * t->tokens / t->ms), gflops(t),
           100 * share(t, o));
    fflush(stdout);
}

static enum gf_status run_all(const struct options *o, struct gf_json_writer *w,
                              struct gf_error *err)
{
    enum gf_status status = GF_OK;
    for (size_t i = 0; status == GF_OK && i < N_MODELS; i++) {
        const struct bench_model *y = &models[i];
        if (o->only && strcmp(o->only, y->name) != 0) {
            continue;
        }
        struct gf_arena arena = {0};
        struct recipe recipe = {y, make_text(&arena, y->V)};
        struct timing t = {0};
        status = time_model(o, &recipe, &t, err);
        if (status == GF_OK && o->json) {
            write_row(w, y, &t, o);
        } else if (status == GF_OK) {
            print_row(y, &t, o);
        }
        if (status == GF_OK && o->ops) status = profile_model(o, &recipe, &t, err);
        gf_arena_free(&arena);
    }
    return status;
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < N_MODELS; i++) {
        if (strcmp(models[i].name, name) == 0) return true;
    }
    return false;
}

static int run_bench(const void *options)
{
    const struct options *o = options;
    if (o->only && !is_known(o->only)) {
        return cli_misused(&cli_bench, "There is no benchmark model \"%s\"", o->only);
    }
    if (o->ops && o->json) {
        return cli_misused(&cli_bench, "--ops prints a table; leave out --json");
    }
    if (!gf_kernels_select((int)o->lanes)) {
        return cli_misused(&cli_bench, "This machine has no vectors of %d numbers",
                           (int)o->lanes);
    }
    struct gf_arena arena = {0};
    struct gf_buffer text = {.arena = &arena};
    struct gf_json_writer w = {.out = &text};
    struct gf_error err = {0};
    gf_json_begin_object(&w);
    gf_json_string(gf_json_key(&w, "version"), GF_VERSION);
    gf_json_bool(gf_json_key(&w, "exact"), GF_EXACT);
    gf_json_string(gf_json_key(&w, "compiler"), __VERSION__);
    gf_json_int(gf_json_key(&w, "lanes"), gf_k->lanes);
    gf_json_int(gf_json_key(&w, "threads"), o->threads);
    gf_json_begin_array(gf_json_key(&w, "rows"));
    enum gf_status status = run_all(o, &w, &err);
    gf_json_end_array(&w);
    gf_json_end_object(&w);
    if (status == GF_OK && o->json) {
        cli_print_json(&text);
    }
    gf_arena_free(&arena);
    return status == GF_OK ? CLI_DONE : cli_failed(&err);
}

static const struct cli_option table[] = {
    CLI_WORDS("only", only, "NAME", "one of tiny, tinygpt, medium, nano, poet"),
    CLI_WHOLE("threads", threads, 1, CLI_MAX_THREADS, "1 to 8 (default 1)"),
    CLI_WHOLE("lanes", lanes, 0, 16, "SIMD width: 4, 8 or 16 floats; 0: the widest"),
    CLI_NUMBER("seconds", seconds, 0.1, 3600, "for each model (default 10)"),
    CLI_SWITCH("ops", ops, "profile by operation, one thread, summed over layers"),
    CLI_SWITCH("json", json, "all figures as one JSON object"),
    CLI_END};

const struct cli_command cli_bench = {
    .name = "bench",
    .about = "Time training steps of five models.",
    .notes =
        "The percentage is the share of the peak that 128-bit vectors reach on this\n"
        "machine with multiplications and additions in registers only; wider vectors\n"
        "can exceed 100.\n",
    .options = table,
    .n_bytes = sizeof(struct options),
    .defaults = &defaults,
    .run = run_bench};
