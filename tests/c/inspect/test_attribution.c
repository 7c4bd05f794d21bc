/* Logit lens and direct logit attribution against their definitions, written out in double.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"
#include "kernels/kernels.h"
#include "small_model.h"
#include "storage/checkpoint.h"

static const char *const components[] = {
    "transformer.embed", "transformer.h.0.attn.c_proj", "transformer.h.0.mlp.c_proj",
    "transformer.h.1.attn.c_proj", "transformer.h.1.mlp.c_proj"};

static const struct gf_json *attribute(struct inspection *l, const char *members)
{
    return ask(l, "{'what':'attribution'," TEXT ",%s}", members);
}

static void check_lens(const char *config)
{
    double z[64];
    INSPECTION(l, config, 40);
    const struct gf_json *lens = ask(&l, "{'what':'lens'," TEXT "}");
    test("lens: each depth predicts by the final norm and output layer (%s)", config);
    size_t n = run_text(&l, LINE);
    const int32_t *t = ids_of(&l, LINE, &n);
    CHECK(length(lens, "depths") == 5);
    for (size_t s = 0; s < 5; s++) {
        const double *x = tensor(&l, components[s]);
        for (size_t i = 0; i + 1 < n; i++) {
            logits_of(&l, x + i * l.C, z);
            size_t y = (size_t)t[i + 1], rank = 1, top = 0;
            for (size_t v = 0; v < l.V; v++) {
                rank += z[v] > z[y];
                top = z[v] > z[top] ? v : top;
            }
            /* Logits of order 10 in float: 1e-6 of their exponentials. */
            CHECK_NEAR(cell(lens, "p", s, i),
                       exp(-ref_cross_entropy(z, l.V, (int32_t)y)), 2e-6);
            CHECK(cell(lens, "rank", s, i) == (double)rank);
            CHECK(cell(lens, "top", s, i) == (double)top);
            CHECK_NEAR(cell(lens, "top_p", s, i),
                       exp(-ref_cross_entropy(z, l.V, (int32_t)top)), 2e-6);
        }
        CHECK(isnan(cell(lens, "p", s, n - 1)) && cell(lens, "rank", s, n - 1) == 0);
    }

    test("lens: the last depth equals the output, to the bit (%s)", config);
    struct gf_view logits;
    CHECK_OK(gf_session_tensor(l.session, "lm_head", &logits, &why));
    for (size_t i = 0; i + 1 < n; i++) {
        float p[64];
        gf_k->softmax(p, logits.data + i * l.V, 1, l.V, 1);
        CHECK(cell(lens, "p", 4, i) == (double)p[t[i + 1]]);
    }

    test("lens: the loss of a depth is its mean over the probe set (%s)", config);
    const struct gf_json *report = ask(&l, "{'what':'head_report','lens':true}");
    CHECK(number(report, "lens.loss.4") == number(report, "loss"));
    CHECK_NEAR(number(report, "lens.uniform"), log((double)l.V), 1e-12);
    for (size_t s = 0; s < 5; s++) {
        double sum = 0, rows = 0;
        for (size_t w = 0; w < 8; w++) {
            const int32_t *y = run_window(&l, w) + 1;
            const double *x = tensor(&l, components[s]);
            for (size_t i = 0; i < l.T; i++) {
                logits_of(&l, x + i * l.C, z);
                sum += ref_cross_entropy(z, l.V, y[i]);
                rows++;
            }
        }
        CHECK_NEAR(number(report, "lens.loss.%zu", s), sum / rows, 2e-6);
    }
}

TESTS(test_lens)
{
    check_lens("");
    check_lens("'bias_head':true");
}

TESTS(test_equal_logits)
{
    test("lens: of equal logits the token of the lower id comes first");
    INSPECTION(l, "", 1);
    size_t n_ids, n_value = gf_session_n_value(l.session);
    const int32_t *t = ids_of(&l, LINE, &n_ids);
    float *zeros = gf_arena_array(&l.arena, n_value, sizeof *zeros);
    CHECK(zeros && gf_session_set_weights(l.session, zeros, 1));
    const struct gf_json *lens = ask(&l, "{'what':'lens'," TEXT "}");
    for (size_t i = 0; i + 1 < n_ids; i++) {
        CHECK(cell(lens, "rank", 0, i) == (double)t[i + 1] + 1);
        CHECK(cell(lens, "top", 0, i) == 0);
    }

    test("attribution: of equal logits the strongest rival is the other token of the "
         "lowest id");
    for (int y = 0; y < 3; y++) {
        const struct gf_json *a =
            attribute(&l, printed("'token':%d,'against':'strongest'", y));
        CHECK(number(a, "rival") == (y == 0 ? 1 : 0));
    }
}

/* The share of a head by its definition, with the factor of the norm fixed. */
static double reference_share(struct inspection *l, size_t layer, size_t head, size_t i,
                              size_t y)
{
    size_t C = l->C, D = C / l->H;
    const double *o =
        tensor(l, printed("transformer.h.%zu.attn", layer)) + i * C + head * D;
    const double *W = tensor(l, printed("transformer.h.%zu.attn.c_proj.weight", layer));
    const double *U = tensor(l, "lm_head.weight");
    const double *g = tensor(l, "transformer.ln_f.weight");
    const double *x = tensor(l, components[4]) + i * C;
    double mean = 0, var = 0, into_mean = 0, share = 0, into[64] = {0};
    for (size_t c = 0; c < C; c++) mean += x[c] / (double)C;
    for (size_t c = 0; c < C; c++) {
        var += (x[c] - mean) * (x[c] - mean) / (double)C;
        for (size_t d = 0; d < D; d++) into[c] += W[c * C + head * D + d] * o[d];
        into_mean += into[c] / (double)C;
    }
    for (size_t c = 0; c < C; c++)
        share += (into[c] - into_mean) / sqrt(var + 1e-5) * g[c] * U[y * C + c];
    return share;
}

TESTS(test_attribution)
{
    INSPECTION(l, "'bias_head':true", 40);
    const struct gf_json *a = attribute(&l, "'position':9,'token':3");
    test(
        "attribution: a head's share is its output through W_O, norm and output layer");
    run_text(&l, LINE);
    const struct gf_json *shares = gf_json_get(a, "shares");
    size_t n_heads = 0;
    for (const struct gf_json *s = shares->first; s; s = s->next) {
        if (strcmp(words(s, "part"), "head") == 0) {
            double want = reference_share(&l, (size_t)number(s, "layer"),
                                          (size_t)number(s, "head"), 9, 3);
            CHECK_NEAR(number(s, "share"), want, 1e-5);
            n_heads++;
        }
    }
    CHECK(n_heads == l.L * l.H);
    CHECK(number(a, "position") == 9 && number(a, "token") == 3);

    test("attribution: with a rival, the difference of two attributions");
    const struct gf_json *b = attribute(&l, "'position':9,'token':7");
    const struct gf_json *d = attribute(&l, "'position':9,'token':3,'rival':7");
    CHECK_NEAR(number(d, "sum"), number(a, "sum") - number(b, "sum"), 1e-12);

    test("attribution: the strongest rival has the largest logit of all other tokens");
    run_text(&l, LINE);
    const double *z = tensor(&l, "lm_head") + 9 * l.V;
    for (size_t y = 0; y < l.V; y++) {
        const struct gf_json *strongest =
            attribute(&l, printed("'position':9,'token':%zu,'against':'strongest'", y));
        size_t rival = (size_t)number(strongest, "rival");
        CHECK(rival != y);
        for (size_t v = 0; v < l.V; v++) CHECK(v == y || z[v] <= z[rival]);
    }

    test("attribution: a rival that is named stays, whatever the strongest is");
    static const char *const sides[] = {"nothing", "strongest"};
    for (size_t i = 0; i < 4; i++) {
        size_t named = 7 + i / 2; /* one of the two is not the strongest */
        const struct gf_json *asked =
            attribute(&l, printed("'position':9,'token':3,'rival':%zu,'against':'%s'",
                                  named, sides[i % 2]));
        CHECK(number(asked, "rival") == (double)named);
    }
    CHECK(number(attribute(&l, "'token':3,'against':'nothing'"), "rival") == -1);

    test("attribution: a token can be given as a character");
    const struct gf_json *q = attribute(&l, "'token':'x'");
    size_t n;
    CHECK(number(q, "token") == (double)*ids_of(&l, "x", &n));
}

static void test_closing(const char *config, bool applies)
{
    test("attribution: %s with %s",
         applies ? "sums to the logit" : "answers an obstacle", config);
    INSPECTION(l, config, 15);
    const char *line = line_for(&l), *text = json_text(&l, line);
    const size_t n = run_text(&l, line);
    for (size_t i = 0; i < n; i += 3) {
        const struct gf_json *a =
            ask(&l, "{'what':'attribution','text':%s,'position':%zu}", text, i);
        double sum = number(a, "sum"), logit = number(a, "logit");
        if (applies) {
            /* The difference is the rounding of the engine's own float sums. */
            CHECK_NEAR(sum, logit, 1e-5 * fmax(1, fabs(logit)));
        } else {
            CHECK(isnan(sum) && words(a, "obstacle.message"));
            const struct gf_json *lens = ask(&l, "{'what':'lens'," TEXT "}");
            CHECK(words(lens, "obstacle.message"));
            const struct gf_json *report =
                ask(&l, "{'what':'head_report','lens':true}");
            CHECK(words(report, "lens.obstacle.message"));
        }
    }
}

TESTS(test_all_closing)
{
    static const char *const closing[] = {
        "'norm':'rms'",
        "'norm':'std'",
        "'norm_place':'none'",
        "'norm_place':'none','final_norm':'layer'",
        "'bias_norm':false,'bias_mlp':false,'bias_attn_out':false",
        "'bias_head':true,'tied_head':false",
        "'positions':'none','scale_embedding':true",
        "'positions':'sinusoidal'",
        "'positions':'rotary','n_embd':18",
        "'attention':'simple'",
        "'n_kv_head':1",
        "'positions':'alibi'",
        "'parallel':true",
        "'logit_softcap':2",
        "'qk_norm':true",
        "'attn_proj':false",
        "'arch':'attention_only','mlp':false",
        "'activation':'relu','n_ff':7",
        "'head_input':'tokens'",
        ANSWER,
        TAGGING,
        CONTINUE};
    static const char *const not_closing[] = {"'norm_place':'post'", "'residual':false",
                                              "'arch':'bigram'", "'arch':'averaging'"};
    for (size_t i = 0; i < GF_COUNT(closing); i++) test_closing(closing[i], true);
    for (size_t i = 0; i < GF_COUNT(not_closing); i++)
        test_closing(not_closing[i], false);
}

/* A model of one character, which no text gives but a file may hold. */
static void open_single(struct inspection *l)
{
    struct gf_config c = config_of("{'n_layer':1,'n_embd':8,'n_head':2}");
    struct gf_buffer file = {.arena = &l->arena};
    struct gf_model model SCOPED(gf_model_free);
    struct gf_error err = {0};
    CHECK_OK(gf_tokenizer_build(&l->tokenizer, &l->arena, NULL, "ab", 2, &why));
    l->tokenizer.n_vocab = 1;
    CHECK_OK(init_model(&model, &c, &l->tokenizer, false, &why));
    CHECK_OK(gf_checkpoint_save(&(struct gf_content){.model = &model}, &file, &why));
    l->session = gf_session_open(file.data, file.n, NULL, 0, "{}", 2, &err);
    CHECK_THAT(l->session, "%s", err.message);
}

TEST("a vocabulary of one character has no rival")
{
    struct inspection l SCOPED(inspection_close) = {0};
    open_single(&l);
    const struct gf_json *a =
        ask(&l, "{'what':'attribution','text':'aaa','against':'strongest'}");
    CHECK(number(a, "rival") == -1);
}
