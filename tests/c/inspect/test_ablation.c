/* Ablation against an evaluation with the head mask at 0, and the estimate of importance
 * against the slope of the loss along the head mask.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"

static void test_ablation(const char *config, bool predicts_next)
{
    test("ablation: equals an evaluation with the head mask at 0, to the bit (%s)",
         config);
    INSPECTION(l, config, 40);
    const char *line = line_for(&l), *text = json_text(&l, line);
    const size_t n_head = l.H * length(facts(&l), "structure.attentions");
    const struct gf_json *all = ask(&l, "{'what':'ablate_all','sequences':8}");
    double plain = number(ask(&l, "{'what':'head_report'}"), "loss");
    for (size_t i = 0; i < n_head; i++) {
        size_t layer = i / l.H, head = i % l.H, n;
        const struct gf_json *a =
            ask(&l, "{'what':'ablate','layer':%zu,'head':%zu,'text':%s}", layer, head,
                text);
        n = run_text(&l, line);
        const double *on = tensor(&l, "loss");
        CHECK_OK(gf_session_set_head_mask(l.session, layer, head, 0, &why));
        run_text(&l, line);
        const double *off = tensor(&l, "loss");
        struct gf_evaluation e = {0}; /* the windows of P are those of an evaluation */
        CHECK_OK(gf_session_evaluate(l.session, GF_SPLIT_VAL, 8, &e, &why));
        CHECK(number(a, "loss_off") == e.loss);
        gf_session_set_head_mask(l.session, layer, head, 1, NULL);
        CHECK(number(a, "loss") == plain);
        CHECK_NEAR(number(a, "delta"), e.loss - plain, 1e-12);
        CHECK_NEAR(number(all, "delta.%zu", i), e.loss - plain, 1e-12);
        for (size_t t = 0; t < n; t++) {
            bool has_target = predicts_next && t + 1 < n;
            CHECK(has_target ? cell(a, "rows", 0, t) == on[t]
                             : isnan(cell(a, "rows", 0, t)));
            CHECK(!has_target || cell(a, "rows", 1, t) == off[t]);
        }
    }
}

/* In the last attention of a model without MLPs, so that the rest is simple to compute. */
TEST("ablation: mode mean replaces the output by its mean over the probe set")
{
    INSPECTION(l, "'arch':'attention_only','mlp':false", 40);
    size_t C = l.C, D = C / l.H, head = 1;
    double mean[16] = {0}, z[64], x[64], loss = 0, rows = 0;
    for (size_t w = 0; w < 8; w++) {
        run_window(&l, w);
        const double *o = tensor(&l, "transformer.h.1.attn");
        for (size_t i = 0; i < l.T; i++)
            for (size_t d = 0; d < D; d++)
                mean[d] += o[i * C + head * D + d] / (8.0 * (double)l.T);
    }
    const double *W = tensor(&l, "transformer.h.1.attn.c_proj.weight");
    for (size_t w = 0; w < 8; w++) {
        const int32_t *y = run_window(&l, w) + 1;
        const double *o = tensor(&l, "transformer.h.1.attn");
        const double *m = tensor(&l, "transformer.h.1.attn.c_proj");
        for (size_t i = 0; i < l.T; i++, rows++) {
            for (size_t c = 0; c < C; c++) {
                x[c] = m[i * C + c];
                for (size_t d = 0; d < D; d++)
                    x[c] +=
                        W[c * C + head * D + d] * (mean[d] - o[i * C + head * D + d]);
            }
            logits_of(&l, x, z);
            loss += ref_cross_entropy(z, l.V, y[i]);
        }
    }
    const struct gf_json *a =
        ask(&l, "{'what':'ablate','layer':1,'head':1,'mode':'mean'}");
    CHECK_NEAR(number(a, "loss_off"), loss / rows, 2e-6);
    CHECK(number(a, "delta") != 0);
}

/* more: members of "sample" that give this temperature; by default it is 1. */
static void test_sample(const char *config, const char *prompt, int n, const char *more,
                        float temperature)
{
    test("ablation: the sample without the head equals that with a head mask of 0 "
         "(%.50s%s)",
         config, more);
    INSPECTION(l, config, 40);
    const struct gf_sampling opts = {.temperature = temperature, .top_p = 1, .seed = 5};
    const struct gf_json *a = ask(&l,
                                  "{'what':'ablate','layer':1,'head':2,'text':%s,"
                                  "'sample':{'chars':%d,'seed':5%s}}",
                                  json_text(&l, prompt), n, more);
    for (int off = 0; off < 2; off++) {
        char text[128] = {0};
        struct gf_sampled w;
        gf_session_set_head_mask(l.session, 1, 2, off ? 0 : 1, NULL);
        CHECK_OK(gf_session_prompt(l.session, prompt, strlen(prompt), 0, &why));
        for (int i = 0; i < n; i++) {
            gf_session_sample_next(l.session, &opts, &w, NULL);
            strncat(text, w.text, w.n_text);
        }
        CHECK_TEXT(words(a, "%s", off ? "sample_off" : "sample"), text);
    }
}

TEST("ablation: a sample at a temperature below 0 is refused")
{
    INSPECTION(l, "", 0);
    CHECK_HAS(
        ask_invalid(&l,
                    "{'what':'ablate','layer':0,'head':2,'sample':{'temperature':-1}}"),
        "temperature");
}

/* The loss of a text with the mask of head i. */
static double loss_with(struct inspection *l, const char *text, size_t i,
                        float head_mask)
{
    gf_session_set_head_mask(l->session, i / l->H, i % l->H, head_mask, NULL);
    double loss = number(ask(l, "{'what':'head_report','text':'%s'}", text), "loss");
    gf_session_set_head_mask(l->session, i / l->H, i % l->H, 1, NULL);
    return loss;
}

/* Of each head at that mask, as the slope of the loss along it; one is above `least`. */
static void test_importance(const char *config, const char *text, float head_mask,
                            double least)
{
    test("importance: equals the derivative of the loss by a head mask of %g (%s, %s)",
         (double)head_mask, config, text);
    INSPECTION(l, config, 40);
    double most = 0;
    for (size_t i = 0; i < l.L * l.H; i++) {
        double up = loss_with(&l, text, i, head_mask * 1.0625f);
        double down = loss_with(&l, text, i, head_mask * 0.9375f);
        gf_session_set_head_mask(l.session, i / l.H, i % l.H, head_mask, NULL);
        double got = number(
            ask(&l, "{'what':'head_report','importance':true,'text':'%s'}", text),
            "importance.%zu", i);
        gf_session_set_head_mask(l.session, i / l.H, i % l.H, 1, NULL);
        /* Central difference with step 1/16: curvature leaves about 1e-3 of a loss that
         * changes by tenths, and a quarter of that with half the step. */
        CHECK_NEAR(got, fabs(up - down) / 0.125,
                   3e-3 * (double)(head_mask * head_mask));
        most = fmax(most, got);
    }
    CHECK_THAT(most > least, "%g", most);
}

/* Loss of window w of P with a head mask. */
static double window_loss(struct inspection *l, size_t w, size_t i, float head_mask)
{
    struct gf_evaluation e = {0};
    gf_session_set_head_mask(l->session, i / l->H, i % l->H, head_mask, NULL);
    CHECK_OK(gf_session_evaluate_part(l->session, GF_SPLIT_VAL, 8, w, w + 1, &e, &why));
    gf_session_set_head_mask(l->session, i / l->H, i % l->H, 1, NULL);
    return e.loss / (double)e.n_target;
}

TEST("importance: over the probe set, the mean of the sequences' absolute derivatives")
{
    INSPECTION(l, "", 40);
    const struct gf_json *report = ask(&l, "{'what':'head_report','importance':true}");
    for (size_t i = 0; i < l.L * l.H; i++) {
        double want = 0;
        for (size_t w = 0; w < 8; w++)
            want +=
                fabs(window_loss(&l, w, i, 1.0625f) - window_loss(&l, w, i, 0.9375f)) /
                (8 * 0.125);
        CHECK_NEAR(number(report, "importance.%zu", i), want, 3e-3); /* as above */
    }
}

TESTS(cases)
{
    test_ablation("", true);
    test_ablation("'attention':'simple'", true);
    test_ablation("'attn_proj':false,'norm_place':'post'", true);
    test_ablation(ANSWER, true);
    test_ablation(TAGGING, false);
    test_ablation(CONTINUE, true);
    test_sample("", "the old ", 30, "", 1);
    test_sample("", "the old ", 30, ",'temperature':2.5", 2.5f);
    test_sample("", "the old ", 30, ",'temperature':0", 0);
    test_sample("'tokenizer':'words'", "the old", 12, "", 1);
    test_sample(ANSWER, "abcd\tdc", 12, "", 1);
    test_sample(CONTINUE, "abcd\tdc", 12, "", 1);
    test_importance("", LINE, 1, 0.02);
    test_importance("'attention':'simple'", LINE, 1, 0.02);
    test_importance("", LINE, 0.5f, 5e-3);
    test_importance("", "th", 1, 0.02);
}
