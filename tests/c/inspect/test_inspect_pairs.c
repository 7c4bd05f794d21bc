/* Analyses of models of question-answer pairs and labels: two streams, padding, attention
 * without a causal mask, and a separate output vocabulary.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "api/session.h"
#include "inspecting.h"

#define UNTIED ",'tied_head':false,'activation':'relu'"
#define BARE ",'norm_place':'none','attn_proj':false,'residual':false"

static const char *const models[] = {ANSWER, TAGGING, CONTINUE};

/* Labels have no next token, and the parts of two streams have other names. */
static bool applies(const char *request, const char *config)
{
    return !(strstr(config, "'encoder'") && strstr(request, "sample")) &&
           !(strstr(config, "encoder_decoder") && strstr(request, "transformer."));
}

static void test_all(const char *config)
{
    test("pairs: every analysis has an answer (%.50s)", config);
    INSPECTION(l, config, 4);
    const char *text = json_text(&l, line_for(&l)), *request;
    int n_attention = (int)length(facts(&l), "structure.attentions");
    for (int layer = 0; layer < n_attention; layer++)
        for (size_t i = 0; (request = request_of(i, layer, text)); i++)
            if (applies(request, config)) CHECK(ask(&l, "%s", request));
}

static double *pattern(struct inspection *l, const char *text, int layer,
                       const char *more, size_t *rows, size_t *n)
{
    const struct gf_json *a =
        ask(l, "{'what':'pattern','layer':%d,'head':1,'text':%s%s}", layer, text, more);
    *rows = (size_t)number(a, "pattern.shape.0");
    *n = (size_t)number(a, "pattern.shape.1");
    double *x = gf_arena_array(&l->arena, *rows * *n, sizeof *x);
    for (size_t i = 0; i < *rows * *n; i++) x[i] = cell(a, "pattern", i / *n, i % *n);
    return x;
}

static void test_padded(const char *config)
{
    test("pairs: padding has no weight, and the others keep theirs (%.50s)", config);
    INSPECTION(l, config, 10);
    const char *text = json_text(&l, line_for(&l));
    int n_attention = (int)length(facts(&l), "structure.attentions");
    for (int layer = 0; layer < n_attention; layer++) {
        size_t rows, n, all_rows, all;
        const double *A = pattern(&l, text, layer, "", &rows, &n);
        const double *P = pattern(&l, text, layer, ",'padded':true", &all_rows, &all);
        const struct gf_attention_site *site =
            &l.session->inspector.residual.attentions[layer];
        bool from_source = site->keys == GF_STREAM_SOURCE;
        size_t T_source = gf_config_source_block(&l.session->model.config);
        CHECK(all == (from_source ? T_source : l.T));
        CHECK(n < all);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < all; j++)
                CHECK_NEAR(P[i * all + j], j < n ? A[i * n + j] : 0, 1e-6);
        double later = 0;
        const double *U =
            pattern(&l, text, layer, ",'padded':true,'unmasked':true", &all_rows, &all);
        for (size_t j = n; j < all; j++) later += U[j];
        CHECK(later > 0.01);
    }
}

TEST("pairs: a model without padding says so")
{
    INSPECTION(l, "", 1);
    const struct gf_json *a =
        ask(&l, "{'what':'pattern','layer':0,'head':0,'padded':true," TEXT "}");
    CHECK_TEXT(words(a, "obstacle.key"), "obstacle_no_padding");
}

/* The values of every head that reads its own text, whatever that is, become the bias: its
 * output is everywhere the same, and so is its mean. */
TEST("pairs: a head of constant output is its mean, in both streams")
{
    INSPECTION(l, ANSWER, 10);
    const struct gf_layout *layout = &l.session->model.layout;
    float *values = weights_of(&l);
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        float *v = values + p->offset + 2 * l.C * p->dim[1];
        for (size_t k = 0; strstr(p->name, "c_attn") && k < l.C * p->dim[1]; k++)
            v[k] = p->n_dim == 2 ? 0 : 3 * (float)noise(k);
    }
    gf_session_set_weights(l.session, values, 10);
    ask(&l, "{'what':'head_report'}");
    const struct gf_residual_layout *a = &l.session->inspector.residual;
    size_t n_checked = 0;
    for (size_t i = 0; i < a->n_attention * l.H; i++) {
        const struct gf_attention_site *site = &a->attentions[i / l.H];
        const char *request = "{'what':'ablate','layer':%zu,'head':%zu%s}";
        if (site->queries != site->keys) continue;
        const struct gf_json *mean =
            ask(&l, request, i / l.H, i % l.H, ",'mode':'mean'");
        const struct gf_json *zero = ask(&l, request, i / l.H, i % l.H, "");
        CHECK_NEAR(number(mean, "delta"), 0, 2e-6); /* weights sum to 1 within 1e-7 */
        n_checked += fabs(number(zero, "delta")) > 1e-4;
    }
    CHECK_THAT(n_checked > l.L * l.H, "%zu heads matter", n_checked);
}

/* Gradient for a source character: all its positions, changed together. */
TEST("pairs: saliency covers the source, through the encoder")
{
    INSPECTION(l, ANSWER, 10);
    const struct gf_json *a =
        ask(&l, "{'what':'saliency','text':'abcd\\tdc','token':5}");
    const char *table = "encoder.wte.weight";
    double want[2];
    size_t n, y = 5;
    const char *line = "abcd\tdc";
    float *values = weights_of(&l), *moved = weights_of(&l);
    gf_session_run_with_cache(l.session, line, strlen(line), false, &n, NULL);
    struct gf_view view;
    gf_session_tensor(l.session, table, &view, NULL);
    float *E = moved + (view.data - gf_session_weights(l.session));
    int32_t id = l.session->activations.source[2];
    for (int side = 0; side < 2; side++) {
        for (size_t c = 0; c < l.C; c++)
            E[(size_t)id * l.C + c] *=
                side ? (1 - 0x1p-5f) / (1 + 0x1p-5f) : 1 + 0x1p-5f;
        gf_session_set_weights(l.session, moved, 0);
        gf_session_run_with_cache(l.session, line, strlen(line), false, &n, NULL);
        want[side] = tensor(
            &l, "lm_head")[(n - 1) * l.session->activations.graph->logits->width + y];
    }
    gf_session_set_weights(l.session, values, 0);
    /* Curvature over a step of 1/32. */
    CHECK_NEAR(cell(a, "source_rows", 0, 2), (want[0] - want[1]) * 16, 2e-3);
    CHECK(number(a, "source_rows.shape.1") == 4);
}

TEST("pairs: an encoder writes no sample")
{
    INSPECTION(l, TAGGING, 2);
    CHECK_HAS(ask_invalid(&l, "{'what':'ablate','layer':0,'head':0,'sample':{}}"),
              "does not write");
    CHECK(gf_session_prompt(l.session, "a", 1, 0, NULL) == GF_BAD_ARGUMENT);
}

static void test_bare_heads(const char *config)
{
    test("pairs: heads without projection and residual have no output node");
    INSPECTION(l, config, 2);
    ask(&l, "{'what':'head_report'}");
    const struct gf_residual_layout *a = &l.session->inspector.residual;
    CHECK(a->n_attention == 3 * l.L);
    for (size_t i = 0; i < a->n_attention; i++)
        CHECK(a->attentions[i].out == a->attentions[i].heads);
}

/* What is measured over sequences: an analysis and a number in its answer. */
static const struct {
    const char *request, *path;
} measured[] = {
    {"{'what':'neurons','layer':1}", "neurons.0.mean"},
    {"{'what':'neurons','layer':1}", "neurons.0.active"},
    {"{'what':'neurons','layer':1}", "neurons.0.contexts.0.value"},
    {"{'what':'health'}", "hidden.0.quiet"},
    {"{'what':'health'}", "hidden.1.quiet"},
    {"{'what':'health'}", "stream.0.size"},
    {"{'what':'health'}", "stream.1.size"},
    {"{'what':'health'}", "score.0"},
    {"{'what':'head_report'}", "heads.0.scores.self"},
    {"{'what':'ablate','layer':0,'head':0,'mode':'mean'}", "loss_off"},
};

/* Nothing real reads padding: only a measurement that counted it would see another one. */
static void test_measured(const char *config)
{
    test("pairs: what padding is embedded as changes no measurement (%.50s)", config);
    INSPECTION(l, config, 10);
    double before[GF_COUNT(measured)];
    for (size_t i = 0; i < GF_COUNT(measured); i++)
        before[i] = number(ask(&l, "%s", measured[i].request), "%s", measured[i].path);
    const struct gf_layout *layout = &l.session->model.layout;
    const size_t pad = (size_t)l.session->model.config.pad_token;
    float *values = weights_of(&l);
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        float *row = values + p->offset + pad * l.C;
        for (size_t c = 0; strstr(p->name, "wte.weight") && c < l.C; c++)
            row[c] = 9 * (float)noise(c);
    }
    gf_session_set_weights(l.session, values, 10);
    for (size_t i = 0; i < GF_COUNT(measured); i++) {
        double after =
            number(ask(&l, "%s", measured[i].request), "%s", measured[i].path);
        CHECK_THAT(after == before[i], "%s: %.9g before, %.9g after", measured[i].path,
                   before[i], after);
    }
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(models); i++) {
        test_all(models[i]);
        test_padded(models[i]);
    }
    test_measured(ANSWER UNTIED);
    test_measured(TAGGING ",'activation':'relu'");
    test_measured(CONTINUE UNTIED);
    test_bare_heads(ANSWER BARE);
    test_bare_heads(ANSWER BARE ",'attention':'simple'");
}
