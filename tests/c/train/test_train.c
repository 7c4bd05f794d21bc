/* Training: exact resume, reset, the schedule, weight decay, clipping, divergence,
 * that a small model can memorise a text, and that one without a mask copies.
 * SPDX-License-Identifier: MIT */
#include "fixture.h"
#include "generate/generator.h"
#include "glassformer.h"
#include "harness.h"
#include "sessions.h"
#include "small_model.h"

static void test_resume(const char *what, const char *settings, size_t n)
{
    test("resume: N steps, a checkpoint and N steps equal 2 N steps (%s)", what);
    check_resume(settings, n);
}

TEST("training: evaluating, generating, inspecting and saving change nothing")
{
    SCOPED_SESSION calm = new_session("{" SMALL_SHAPE ", " DROPOUT "}");
    SCOPED_SESSION busy = new_session("{" SMALL_SHAPE ", " DROPOUT "}");
    SCOPED_ARENA(arena);
    struct gf_sampled written;
    struct gf_evaluation evaluation;
    size_t n;
    for (int i = 0; i < 6; i++) {
        steps(calm, 1);
        CHECK_OK(gf_session_evaluate(busy, GF_SPLIT_VAL, 7, &evaluation, &why));
        steps(busy, 1);
        CHECK_OK(gf_session_prompt(busy, "the", 3, 0, &why));
        CHECK_OK(gf_session_sample_next(
            busy, &(struct gf_sampling){.seed = 1, .temperature = 1}, &written, &why));
        CHECK_OK(gf_session_run_with_cache(busy, "a stone", 7, true, &n, &why));
        saved(busy, &arena);
    }
    same_saved(calm, busy, GF_SAVE_TRAINING);
}

static void test_reset(size_t n_before, const char *more)
{
    static const char settings[] = "{" SMALL_SHAPE ", " DROPOUT "%s,'seed':%d}";
    test("reset: after %zu steps the same as a fresh session of that seed (%s)",
         n_before, more);
    SCOPED_SESSION fresh = new_session(printed(settings, more, 77));
    SCOPED_SESSION used = new_session(printed(settings, more, 5));
    CHECK(!same_weights(fresh, used));
    steps(used, n_before);
    CHECK_OK(gf_session_reset(used, 77, &why));
    same_saved(fresh, used, GF_SAVE_TRAINING);
    steps(fresh, 3);
    steps(used, 3);
    same_saved(fresh, used, GF_SAVE_TRAINING);
}

TEST("reset: a seed that a file could not hold is refused")
{
    SCOPED_SESSION session = new_session("{" SMALL_SHAPE "}"),
                   *same = new_session("{" SMALL_SHAPE "}");
    CHECK_SAYS(gf_session_reset(session, UINT64_C(1) << 53, &why), GF_BAD_CONFIG,
               "seed");
    same_saved(session, same, GF_SAVE_TRAINING);
    CHECK_OK(gf_session_reset(session, (UINT64_C(1) << 53) - 1, &why));
    session = through_a_file(session, true);
}

static double slow_rate(const struct gf_config *c, double step)
{
    double warm = (double)c->warmup_steps, end = (double)c->max_steps;
    if (step < warm) return c->learning_rate * (step + 1) / (warm + 1);
    if (c->schedule == GF_SCHEDULE_CONSTANT) return c->learning_rate;
    if (step >= end) return c->min_learning_rate;
    bool is_wsd = c->schedule == GF_SCHEDULE_WSD;
    double from = is_wsd ? fmax(warm, end - end * c->decay_share) : warm;
    double done = step > from ? (step - from) / (end - from) : 0;
    double way = is_wsd                            ? done
                 : c->schedule == GF_SCHEDULE_SQRT ? sqrt(done)
                                                   : (1 - cos(acos(-1.0) * done)) / 2;
    return c->learning_rate * (1 - way) + c->min_learning_rate * way;
}

TESTS(test_schedule)
{
    static const int64_t warm_and_end[][2] = {{0, 100}, {10, 100}, {1, 2},
                                              {5, 5},   {9, 4},    {0, 1}};
    for (size_t i = 0; i < GF_COUNT(warm_and_end); i++) {
        struct gf_config c = gf_config_default();
        c.warmup_steps = warm_and_end[i][0];
        c.max_steps = warm_and_end[i][1];
        c.decay_share = 0.15 * (double)i;
        test("schedule: warm-up over %d steps, end at %d", (int)c.warmup_steps,
             (int)c.max_steps);
        for (uint64_t step = 0; step < 130; step++) {
            for (c.schedule = 0; c.schedule <= GF_SCHEDULE_SQRT; c.schedule++) {
                /* 1e-15: a few roundings of numbers up to 1e-3. */
                CHECK_NEAR(gf_learning_rate(&c, step), slow_rate(&c, (double)step),
                           1e-15);
            }
        }
    }
    test("schedule: stable to the last bit, then linear to the final rate");
    struct gf_config wsd = gf_config_default();
    wsd.schedule = GF_SCHEDULE_WSD;
    wsd.max_steps = 1000, wsd.decay_share = 0.25;
    CHECK(gf_learning_rate(&wsd, 100) == wsd.learning_rate);
    CHECK(gf_learning_rate(&wsd, 750) == wsd.learning_rate);
    CHECK_NEAR(gf_learning_rate(&wsd, 875),
               (wsd.learning_rate + wsd.min_learning_rate) / 2, 1e-15);
    CHECK(gf_learning_rate(&wsd, 1000) == wsd.min_learning_rate);
    test("schedule: the rate in the progress is the one of that step");
    SCOPED_SESSION session = new_session("{" SMALL_SHAPE "}");
    struct gf_config c = gf_config_default();
    c.warmup_steps = 4;
    c.max_steps = 30;
    c.learning_rate = 0.01;
    for (uint64_t step = 0; step < 7; step++) {
        struct gf_progress now;
        CHECK_OK(gf_session_step(session, &now, &why));
        CHECK(now.step == step + 1 && now.lr == gf_learning_rate(&c, step));
    }
}

TEST("weight decay: matrices shrink by lr * decay, vectors not at all")
{
    SMALL_MODEL(with, "{" SMALL_SHAPE ",'weight_decay':0.5}", 0);
    SMALL_MODEL(without, "{" SMALL_SHAPE ",'weight_decay':0}", 0);
    const size_t n_bytes = with.model.layout.n_value * sizeof(float);
    float *start = malloc(n_bytes);
    memcpy(start, with.model.weights.value, n_bytes);
    small_train(&with, 1);
    small_train(&without, 1);
    for (int i = 0; i < with.model.layout.n_param; i++) {
        const struct gf_param *p = &with.model.layout.params[i];
        const float *a = with.model.weights.value + p->offset;
        const float *b = without.model.weights.value + p->offset;
        if (p->n_dim == 1) CHECK_BYTES(a, b, p->n * sizeof *a);
        for (size_t k = 0; p->n_dim == 2 && k < p->n; k++) {
            double want =
                (double)b[k] - with.trainer.lr * 0.5 * (double)start[p->offset + k];
            CHECK_THAT(fabs((double)a[k] - want) < 1e-8, "%s: %.9g, not %.9g", p->name,
                       (double)a[k], want);
        }
    }
    free(start);

    test("weight decay: Adam does not decay");
    SMALL_MODEL(adam, "{" SMALL_SHAPE ",'weight_decay':0.5,'optimizer':'adam'}", 0);
    small_train(&adam, 3);
    small_train(&without, 2);
    CHECK_BYTES(adam.model.weights.value, without.model.weights.value, n_bytes);
}

/* Product by product from the start, as at the first step. */
static float slow_correction(double beta, uint64_t t)
{
    double product = 1;
    for (uint64_t i = 0; i < t && product > 1e-17; i++) product *= beta;
    double in_kernel = (double)(1.0f - (float)beta);
    return (float)((1 - beta) / in_kernel / (1 - product));
}

TEST("bias correction: cached powers give the same bits as computed ones")
{
    /* In order, repeated, back, ahead, beyond the underflow of a power, and back. */
    static const uint64_t ts[] = {1,    2,    3,     4,     4,      9,    3,    10,
                                  500,  499,  1500,  371,   372,    3890, 3891, 3889,
                                  8000, 9000, 40000, 40001, 100000, 2,    1};
    static const double betas[][2] = {{0.9, 0.99}, {0.9, 0.999}, {0, 0.9999}, {0.5, 0}};
    SMALL_MODEL(s, "{" SMALL_SHAPE "}", 0);
    for (size_t b = 0; b < GF_COUNT(betas); b++) {
        s.model.config.beta1 = betas[b][0];
        s.model.config.beta2 = betas[b][1];
        memset(s.trainer.power, 0, sizeof s.trainer.power); /* of other betas */
        for (size_t i = 0; i < GF_COUNT(ts); i++) {
            struct gf_adamw o = gf_trainer_optimizer(&s.trainer, ts[i] - 1, 1);
            float want[2] = {slow_correction(betas[b][0], ts[i]),
                             slow_correction(betas[b][1], ts[i])};
            CHECK_BYTES(&o.correct1, &want[0], sizeof want[0]);
            CHECK_BYTES(&o.correct2, &want[1], sizeof want[1]);
        }
    }
    small_train(&s, 3);
    CHECK(s.trainer.power[0].t == 3 && s.trainer.power[0].value == 0.5 * 0.5 * 0.5);
}

TEST("gradient clipping: a norm above the limit is scaled to it, one below is kept")
{
    static const char *const settings[] = {
        "{" SMALL_SHAPE ",'beta1':0.75,'grad_clip':0}",
        "{" SMALL_SHAPE ",'beta1':0.75,'grad_clip':0.125}",
        "{" SMALL_SHAPE ",'beta1':0.75,'grad_clip':1000}"};
    struct small_model s[3];
    for (int i = 0; i < 3; i++) {
        small_open(&s[i], settings[i], 0);
        small_train(&s[i], 1);
    }
    double norm = s[0].trainer.grad_norm;
    CHECK(norm > 0.125);
    CHECK(s[1].trainer.grad_norm == norm && s[2].trainer.grad_norm == norm);
    /* After one step m = (1 - beta1) g; 1e-5: the 1e-6 in the divisor, and rounding. */
    const size_t n = s[0].model.layout.n_value;
    CHECK_NEAR(norm_of(s[0].trainer.m, n) / (0.25 * norm), 1, 1e-5);
    CHECK_NEAR(norm_of(s[1].trainer.m, n) / (0.25 * 0.125), 1, 1e-5);
    CHECK_BYTES(s[2].model.weights.value, s[0].model.weights.value, n * sizeof(float));
    for (int i = 0; i < 3; i++) small_close(&s[i]);
}

static void test_divergence(float poison, const char *what)
{
    test("divergence: %s among the weights stops training and changes nothing", what);
    SCOPED_SESSION session = new_session("{" SMALL_SHAPE "}"),
                   *same = new_session("{" SMALL_SHAPE "}");
    size_t n = gf_session_n_value(session);
    float *good = malloc(n * sizeof *good), *bad = malloc(n * sizeof *bad);
    steps(session, 2);
    steps(same, 2);
    memcpy(good, gf_session_weights(session), n * sizeof *good);
    for (size_t i = 0; i < n; i++) bad[i] = i % 7 ? good[i] : poison;
    gf_session_set_weights(session, bad, 2);
    struct gf_progress now = {0};
    for (int turn = 0; turn < 2; turn++) {
        CHECK_SAYS(gf_session_step(session, &now, &why), GF_DIVERGED, "diverged");
        CHECK(now.step == 2);
        CHECK_BYTES(gf_session_weights(session), bad, n * sizeof *bad);
    }
    gf_session_set_weights(session, good, 2);
    steps(session, 2);
    steps(same, 2);
    same_saved(session, same, GF_SAVE_TRAINING);
    free(good);
    free(bad);
}

/* Sequences without counted targets. */
static void no_targets(const void *data, struct gf_rng key, size_t index,
                       struct gf_sequence *out)
{
    (void)data;
    (void)key;
    for (size_t t = 0; t < out->T; t++) {
        out->tokens[t] = (int32_t)((index + t) % 3);
        out->target[t] = -1;
    }
}

TEST("training: a batch without a counted target has loss 0 and changes no weight")
{
    SMALL_MODEL(s, "{" SMALL_SHAPE ",'weight_decay':0}", 0);
    s.trainer.source.train = no_targets;
    float *before = malloc(s.model.layout.n_value * sizeof *before);
    memcpy(before, s.model.weights.value, s.model.layout.n_value * sizeof *before);
    small_train(&s, 2);
    CHECK(s.trainer.loss == 0 && s.trainer.grad_norm == 0);
    CHECK_BYTES(s.model.weights.value, before, s.model.layout.n_value * sizeof *before);
    free(before);
}

TEST("measure: parameters and memory of training are known before allocating")
{
    for (int64_t B = 1; B <= 64; B *= 8) {
        SMALL_MODEL(s, printed("{'n_embd':48,'block_size':40,'batch_size':%d}", (int)B),
                    0);
        CHECK(check_measured(&s).n_trained == s.model.layout.n_value);
    }
}

/* Four fixed parts of the text, which start with different letters. */
static void stretches(const void *data, struct gf_rng key, size_t index,
                      struct gf_sequence *out)
{
    static const size_t starts[] = {0, 5, 14, 23};
    const struct gf_corpus *corpus = data;
    (void)key;
    gf_corpus_window(corpus, GF_SPLIT_ALL, starts[index], out->T, out->tokens,
                     out->target);
}

TEST("learning: a small model memorises four stretches in 150 steps")
{
    SMALL_MODEL(s,
                "{'n_layer':2,'n_head':2,'n_embd':20,'block_size':24,'batch_size':4,"
                "'learning_rate':0.01,'warmup_steps':10,'max_steps':150}",
                0);
    s.trainer.source.train = stretches;
    small_train(&s, 150);
    CHECK_THAT(s.trainer.loss < 0.05, "the loss is still %.3f", s.trainer.loss);
}

/* Once, as released: with checks and as wasm the bytes are the same (test_same_bytes.c). */
#if !defined GF_DEBUG && !defined __wasm__

/* Mean loss of the character after a window of eight, as writing predicts it. */
static double loss_after_window(struct small_model *s)
{
    const int32_t *text = gf_corpus_tokens(&s->corpus, GF_SPLIT_VAL);
    double sum = 0;
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&s->model);
    for (size_t i = 0; i < 100; i++) {
        float loss;
        gf_generator_start(&gen, text + i, 8, 0);
        gf_k->cross_entropy(gf_generator_logits(&gen), text + i + 8, 1,
                            gf_config_outputs(&s->model.config), 0, &loss, NULL);
        sum += (double)loss / 100;
    }
    return sum;
}

TEST("learning: without a causal mask held-out text is copied, and writing fails")
{
    double loss[2], last[2];
    for (int masked = 0; masked < 2; masked++) {
        SMALL_MODEL(
            s,
            printed(
                "{'n_layer':1,'n_head':2,'n_embd':22,'block_size':21,'batch_size':6,"
                "'learning_rate':0.01,'warmup_steps':10,'max_steps':1200,'causal':%s}",
                masked ? "true" : "false"),
            0);
        small_train(&s, 1200);
        loss[masked] = small_evaluate(&s, GF_SPLIT_VAL, 10).loss;
        last[masked] = loss_after_window(&s);
    }
    CHECK_THAT(loss[0] < loss[1] / 3, "%.3f, with a mask %.3f", loss[0], loss[1]);
    /* What comes after the window cannot be copied. */
    CHECK_THAT(last[0] > 3 * loss[0] && last[0] > last[1],
               "%.3f after the window, with a mask %.3f", last[0], last[1]);
}

#endif

TESTS(cases)
{
    test_resume("no dropout", "{" SMALL_SHAPE "}", 5);
    test_resume("dropout, untied head, std norm",
                "{" SMALL_SHAPE ", " DROPOUT ",'tied_head':false,'norm':'std'}", 7);
    test_resume("Adam, constant rate, a head of its own for each",
                "{" SMALL_SHAPE ",'optimizer':'adam','schedule':'constant',"
                "'attention':'simple','positions':'sinusoidal'}",
                3);
    test_reset(0, "");
    test_reset(1, "");
    test_reset(4, "");
    test_reset(3, ",'optimizer':'muon'");
    test_divergence(NAN, "NaN");
    test_divergence(INFINITY, "infinity");
    test_divergence(1e30f, "1e30");
}
