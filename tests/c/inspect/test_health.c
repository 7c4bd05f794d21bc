/* Diagnostics of training, and the next optimizer step of one parameter.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "inspect/weights/histogram.h"
#include "inspecting.h"
#include "text/source.h"

TEST("histogram: two bins per octave, zeros separate, open ends")
{
    static const struct {
        float x;
        int bin;
    } ones[] = {{1, 52},          {-1, 52},   {1.4142134f, 52}, {1.4142137f, 53},
                {1.9999999f, 53}, {2, 54},    {0x1p-26f, 0},    {1e-30f, 0},
                {63, 63},         {1e30f, 63}};
    float bins[GF_BINS], x[] = {0, 1, -1, 0.5f, 0};
    for (size_t i = 0; i < GF_COUNT(ones); i++) {
        CHECK(gf_histogram(bins, &ones[i].x, 1) == 0);
        CHECK_THAT(bins[ones[i].bin] == 1, "%g", (double)ones[i].x);
    }
    CHECK(gf_histogram(bins, x, 5) == 2);
    CHECK(bins[52] == 2 && bins[50] == 1);
}

static double deviation(const float *x, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++) mean += (double)x[i] / (double)n;
    for (size_t i = 0; i < n; i++) squares += pow((double)x[i] - mean, 2);
    return sqrt(squares / (double)n);
}

/* tolerance: of the ratio's logarithm. */
static void test_health(const char *config, double tolerance)
{
    test("health: the update ratio is that of the last step (%s)", config);
    INSPECTION(l, config, 5);
    size_t n = gf_session_n_value(l.session);
    float *before = weights_of(&l), *change = weights_of(&l);
    gf_session_step(l.session, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        change[i] = gf_session_weights(l.session)[i] - before[i];
    const struct gf_json *a = ask(&l, "{'what':'health'}");
    size_t at = 0, i = 0;
    const struct gf_json *rows = gf_json_get(a, "parameters");
    for (const struct gf_json *p = rows->first; p; p = p->next, i++) {
        size_t rows_of, columns, sum = 0;
        run_text(&l, "the");
        sized_tensor(&l, words(p, "name"), &rows_of, &columns);
        size_t m = rows_of * columns;
        double want = log10(deviation(change + at, m) / deviation(before + at, m));
        CHECK_NEAR(number(p, "update"), want, tolerance);
        CHECK_NEAR(number(p, "std"), deviation(gf_session_weights(l.session) + at, m),
                   1e-9);
        for (size_t b = 0; b < GF_BINS; b++) sum += (size_t)cell(a, "weights", i, b);
        CHECK(sum + (size_t)number(p, "zeros") == m);
        at += m;
    }
    CHECK(at == n);
}

TEST("health: quiet units and size of the stream over the probe set")
{
    INSPECTION(l, "", 20);
    const struct gf_json *a = ask(&l, "{'what':'health'}");
    double quiet = 0, units = 0, size = 0;
    for (size_t w = 0; w < 8; w++) {
        run_window(&l, w);
        const double *h = tensor(&l, "transformer.h.1.mlp.c_fc");
        const double *x = tensor(&l, "transformer.h.0.attn.c_proj");
        for (size_t i = 0; i < l.T * 4 * l.C; i++, units++) quiet += fabs(h[i]) < 1e-3;
        for (size_t i = 0; i < l.T; i++) {
            double squares = 0;
            for (size_t c = 0; c < l.C; c++) squares += x[i * l.C + c] * x[i * l.C + c];
            size += sqrt(squares) / (8.0 * (double)l.T);
        }
    }
    CHECK_NEAR(number(a, "hidden.1.quiet"), quiet / units, 1e-12);
    CHECK_NEAR(number(a, "stream.1.size"), size, 1e-9);
    CHECK(number(a, "gains.0.least") <= number(a, "gains.0.mean") &&
          number(a, "gains.0.mean") <= number(a, "gains.0.most"));
}

static void test_largest_score(const char *config)
{
    test(
        "health: the largest score over the probe set is that of a visible key (%.50s)",
        config);
    INSPECTION(l, config, 10);
    const struct gf_json *a = ask(&l, "{'what':'health'}");
    for (size_t k = 0; k < l.session->inspector.residual.n_attention; k++) {
        double most = -INFINITY;
        for (size_t w = 0; w < 8; w++) {
            run_probe(&l, w);
            for (size_t h = 0; h < l.H; h++) {
                const struct seen s = seen_by(&l, k, h);
                for (size_t i = 0; i < s.rows * s.n; i++)
                    if (s.query[i / s.n] != s.pad && may_see(&s, i / s.n, i % s.n))
                        most = fmax(most, s.S[i]);
            }
        }
        CHECK(number(a, "score.%zu", k) == most);
    }
}

/* Without weights, of queries 1 and keys -1 alone. */
TEST("health: the largest score may be negative, in every layer")
{
    INSPECTION(l, "", 1);
    float *values = weights_of(&l);
    for (size_t layer = 0; layer < 2; layer++) {
        memset(
            place(&l, values, printed("transformer.h.%zu.attn.c_attn.weight", layer)),
            0, 2 * l.C * l.C * sizeof *values);
        float *bias =
            place(&l, values, printed("transformer.h.%zu.attn.c_attn.bias", layer));
        for (size_t c = 0; c < 2 * l.C; c++) bias[c] = c < l.C ? 1 : -1;
    }
    gf_session_set_weights(l.session, values, 3);
    const struct gf_json *a = ask(&l, "{'what':'health'}");
    CHECK_NEAR(number(a, "score.0"), -sqrt((double)(l.C / l.H)), 1e-6);
    CHECK_NEAR(number(a, "score.1"), -sqrt((double)(l.C / l.H)), 1e-6);
}

/* The windows that a separate source draws for this step. */
static void check_batch(const struct inspection *l, const struct gf_json *a,
                        size_t seed)
{
    int32_t tokens[64], target[64];
    struct gf_source source = gf_corpus_source(&l->corpus);
    struct gf_sequence room = {.T = l->T, .tokens = tokens, .target = target};
    struct gf_rng key = gf_rng_key(seed, GF_RNG_BATCH, (uint64_t)number(a, "step"));
    CHECK(number(a, "batch.shape.1") == (double)l->T);
    size_t B = (size_t)number(a, "batch.shape.0"), different = 0;
    room.batch_size = B;
    for (size_t b = 0; b < B; b++) {
        source.train(source.data, key, b, &room);
        for (size_t t = 0; t < l->T; t++)
            different += cell(a, "batch", b, t) != (double)tokens[t];
    }
    CHECK_THAT(B > 1 && different == 0, "%zu of %zu sequences differ", different, B);
}

/* The formula in double from the reported numbers; muon_momentum is 0.95. */
static void check_muon(const struct gf_json *a)
{
    double m = 0.95 * number(a, "m") + 0.05 * number(a, "clipped");
    double lr = number(a, "lr"), step = number(a, "factor") * number(a, "direction");
    double want = number(a, "weight") * (1 - lr * number(a, "decay")) - lr * step;
    CHECK_NEAR(number(a, "new_m"), m, 1e-6 * fabs(m) + 1e-12);
    CHECK_NEAR(number(a, "new_weight"), want, 2e-7 * fmax(1, fabs(want)));
    CHECK(number(a, "momentum") == (double)0.95f && !gf_json_get(a, "v"));
}

static void test_update(const char *config, size_t n_by_muon)
{
    static const struct {
        const char *name;
        size_t index;
    } ones[] = {{"transformer.wte.weight", 31},
                {"transformer.h.1.attn.c_proj.weight", 100},
                {"transformer.h.0.attn.c_attn.weight", 274}, /* of k, then v */
                {"transformer.h.0.attn.c_attn.weight", 500},
                {"transformer.h.0.mlp.c_fc.bias", 3},
                {"transformer.h.0.mlp.c_fc.weight", 77},
                {"transformer.ln_f.weight", 2}};
    test("next_update: the next step gives exactly the reported weight (%s)", config);
    INSPECTION(l, config, 7);
    size_t n_muon = 0;
    for (size_t i = 0; i < GF_COUNT(ones); i++) {
        struct gf_progress progress;
        if (strstr(config, "simple") && strstr(ones[i].name, "c_attn")) continue;
        const struct gf_json *a =
            ask(&l, "{'what':'next_update','parameter':'%s','index':%zu}", ones[i].name,
                ones[i].index);
        run_text(&l, "the");
        CHECK(tensor(&l, ones[i].name)[ones[i].index] == number(a, "weight"));
        CHECK_OK(gf_session_step(l.session, &progress, &why));
        run_text(&l, "the");
        CHECK(tensor(&l, ones[i].name)[ones[i].index] == number(a, "new_weight"));
        CHECK(number(a, "new_weight") != number(a, "weight"));
        check_batch(&l, a, 1337); /* the default seed */
        CHECK(number(a, "loss") == progress.loss);
        CHECK(number(a, "grad_norm") == progress.grad_norm);
        CHECK_NEAR(number(a, "clipped"), number(a, "gradient") * number(a, "clip"),
                   1e-6 * fabs(number(a, "gradient")));
        if (gf_json_get(a, "direction")) {
            check_muon(a);
            n_muon++;
            continue;
        }
        CHECK_NEAR(number(a, "lr"), progress.lr, 1e-7 * progress.lr);
        /* The formula in double from the reported numbers. */
        double m = 0.9 * number(a, "m") + 0.1 * number(a, "clipped");
        double v = 0.99 * number(a, "v") + 0.01 * pow(number(a, "clipped"), 2);
        CHECK_NEAR(number(a, "new_m"), m, 1e-6 * fabs(m) + 1e-12);
        CHECK_NEAR(number(a, "new_v"), v, 1e-5 * v + 1e-20);
        double lr = number(a, "lr"), step = number(a, "new_m") * number(a, "correct_m");
        step /= sqrt(number(a, "new_v") * number(a, "correct_v")) + number(a, "eps");
        double want = number(a, "weight") * (1 - lr * number(a, "decay")) - lr * step;
        CHECK_NEAR(number(a, "new_weight"), want, 2e-7 * fmax(1, fabs(want)));
    }
    CHECK(n_muon == n_by_muon);
}

TEST("next_update: where the next step would diverge there is none")
{
    INSPECTION(l, "", 1);
    float *values = weights_of(&l);
    values[0] = INFINITY;
    gf_session_set_weights(l.session, values, 3);
    const struct gf_json *a = ask(&l, "{'what':'next_update'}");
    CHECK_TEXT(words(a, "obstacle.key"), "obstacle_diverged");
    CHECK(!gf_json_get(a, "loss"));
}

TESTS(cases)
{
    test_largest_score("");
    test_largest_score(ANSWER);
    /* Weights are rounded to 6e-8, which limits their difference. */
    test_health("", 2e-3);
    test_health("'optimizer':'adam','tied_head':false", 2e-3);
    /* Without the gradient of Nesterov's correction, which turns the direction a little. */
    test_health("'optimizer':'muon','tied_head':false", 0.05);
    test_health("'optimizer':'muon','tied_head':false,'warmup_steps':12", 0.05);
    test_update("", 0);
    test_update("'grad_clip':0.05,'attention':'simple'", 0);
    test_update("'optimizer':'muon','grad_clip':0.05", 4);
}
