/* The forward pass of one token: each number follows from those before it.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"

/* No norms, no output projection, no residual stream. */
#define BARE "'residual':false,'attn_proj':false,'norm_place':'none','n_embd':36"

/* With BARE the stream after an attention is the outputs of its heads. n_embd is larger than
 * the vocabulary, so that the output layer has fewer rows than the stream has columns. */
static void test_bare_heads_forward(const char *config, bool has_mlp)
{
    size_t i = 9, h = 1;
    test("forward pass: heads without projection and residual are the stream (%s)",
         config);
    INSPECTION(l, config, 20);
    size_t D = l.C / l.H;
    CHECK(l.V < l.C);
    const struct gf_json *a =
        ask(&l, "{'what':'forward_pass','layer':0,'head':%zu,'position':%zu," TEXT "}",
            h, i);
    run_text(&l, LINE);
    const double *o = tensor(&l, "transformer.h.0.attn") + i * l.C;
    const double *x = tensor(&l, "transformer.embed") + i * l.C;
    for (size_t c = 0; c < l.C; c++) {
        bool own = c / D == h;
        CHECK(cell(a, "x", 0, c) == x[c]);
        CHECK(cell(a, "head", 0, c) == (own ? o[c] : 0));
        CHECK(cell(a, "other_heads", 0, c) == (own ? 0 : o[c]));
        CHECK(cell(a, "after_attention", 0, c) == o[c]);
    }
    CHECK(number(a, "after_attention.shape.1") == (double)l.C);
    CHECK_TEXT(words(a, "after_attention_at.tensor"), "transformer.h.0.attn");
    CHECK(length(a, "bias") == 0);
    CHECK((length(a, "mlp") > 0) == has_mlp);
    CHECK(number(a, "output.p.shape.1") == (double)l.V);
}

/* Scores, weights and mixed values of one head at one position, from its q, k and v. */
static void check_attention(struct inspection *l, const char *config, size_t layer,
                            size_t head, size_t i)
{
    const struct gf_json *a =
        ask(l, "{'what':'forward_pass','layer':%zu,'head':%zu,'position':%zu," TEXT "}",
            layer, head, i);
    const size_t D = l->C / l->H, n = strlen(LINE);
    const size_t end = strstr(config, "'causal':false") ? n : i + 1;
    const double width = strstr(config, "'score_scale':'width'")  ? (double)l->C
                         : strstr(config, "'score_scale':'none'") ? 1
                                                                  : (double)D;
    const bool alibi = strstr(config, "alibi") != NULL;
    const double slope = pow(2, -8 * (double)(head + 1) / (double)l->H);
    double top = -1e30, total = 0, e[64];
    CHECK(isnan(number(a, "slope")) == !alibi);
    CHECK_NEAR(number(a, "scale"), 1 / sqrt(width), 1e-7);
    CHECK(number(a, "allowed") == (double)end);
    for (size_t j = 0; j < end; j++) {
        double s = 0;
        for (size_t d = 0; d < D; d++)
            s += cell(a, "q", 0, d) * cell(a, "k", j, d) / sqrt(width);
        if (alibi) s -= slope * (double)(i - j);
        CHECK_NEAR(cell(a, "scores", 0, j), s, 2e-6 * fmax(1, fabs(s)));
        top = fmax(top, s);
        e[j] = s;
    }
    for (size_t j = 0; j < end; j++) total += e[j] = exp(e[j] - top);
    for (size_t j = 0; j < n; j++)
        CHECK_NEAR(cell(a, "shares", 0, j), j < end ? e[j] / total : 0, 2e-6);
    for (size_t d = 0; d < D; d++) {
        double sum = 0;
        for (size_t j = 0; j < end; j++)
            sum += cell(a, "shares", 0, j) * cell(a, "v", j, d);
        CHECK_NEAR(cell(a, "mix", 0, d), sum, 2e-6 * fmax(1, fabs(sum)));
    }
}

static void test_forward_pass(const char *config)
{
    size_t i = 9;
    test("forward pass: each number follows from those before it (%s)", config);
    INSPECTION(l, config, 30);
    size_t D = l.C / l.H;
    const struct gf_json *a = ask(
        &l, "{'what':'forward_pass','layer':1,'head':1,'position':%zu," TEXT "}", i);
    bool post = strstr(config, "post") != NULL;
    for (size_t c = 0; c < l.C; c++) {
        double position = cell(a, "position", 0, c);
        CHECK_NEAR(cell(a, "embedding", 0, c),
                   cell(a, "token", 0, c) + (isnan(position) ? 0 : position), 1e-6);
        CHECK_NEAR(cell(a, "after_attention", 0, c),
                   cell(a, "x", 0, c) + cell(a, "head", 0, c) +
                       cell(a, "other_heads", 0, c) + cell(a, "bias", 0, c),
                   5e-6);
    }

    test("forward pass: each head attends by its scores, and mixes values (%s)",
         config);
    for (size_t k = 0; k < l.L * l.H; k++)
        check_attention(&l, config, k / l.H, k % l.H, 3 + 2 * k);

    test("forward pass: the token's row of the embedding, scaled where it is (%s)",
         config);
    run_text(&l, LINE);
    double factor = strstr(config, "scale_embedding") ? sqrt((double)l.C) : 1;
    size_t n, id = (size_t)ids_of(&l, LINE, &n)[i];
    const double *E = tensor(&l, "transformer.wte.weight") + id * l.C;
    for (size_t c = 0; c < l.C; c++)
        CHECK_NEAR(cell(a, "token", 0, c), factor * E[c], 1e-6);

    test("forward pass: the head adds its mix through W_O (%s)", config);
    const double *W = tensor(&l, "transformer.h.1.attn.c_proj.weight");
    for (size_t c = 0; c < l.C; c++) {
        double sum = 0;
        for (size_t d = 0; d < D; d++) sum += W[c * l.C + D + d] * cell(a, "mix", 0, d);
        CHECK_NEAR(cell(a, "head", 0, c), sum, 1e-5);
    }

    test("forward pass: norm and logits equal the activations (%s)", config);
    if (!post) {
        CHECK_NEAR(number(a, "norm.eps"), 1e-5, 1e-12);
        const double *g = tensor(&l, "transformer.h.1.ln_1.weight");
        const double *b = tensor(&l, "transformer.h.1.ln_1.bias");
        for (size_t c = 0; c < l.C; c++) {
            double centred = cell(a, "x", 0, c) - number(a, "norm.mean");
            CHECK(cell(a, "norm.gain", 0, c) == g[c]);
            CHECK(cell(a, "norm.bias", 0, c) == b[c]);
            CHECK_NEAR(cell(a, "norm.result", 0, c),
                       centred * number(a, "norm.factor") * g[c] + b[c], 1e-5);
        }
    }
    const double *z = tensor(&l, "lm_head") + i * l.V;
    const double *h = tensor(&l, "transformer.h.1.mlp.c_fc");
    double sum = 0;
    for (size_t v = 0; v < l.V; v++) {
        CHECK(cell(a, "output.logits", 0, v) == z[v]);
        sum += cell(a, "output.p", 0, v);
    }
    CHECK_NEAR(sum, 1, 1e-5);
    for (size_t f = 0; f < 4 * l.C; f += 7) {
        double u = cell(a, "mlp.before", 0, f);
        CHECK(cell(a, "mlp.hidden", 0, f) == h[i * 4 * l.C + f]);
        CHECK_NEAR(cell(a, "mlp.hidden", 0, f), 0.5 * u * (1 + erf(u / sqrt(2))), 1e-5);
    }
}

TESTS(cases)
{
    test_forward_pass("");
    test_forward_pass("'positions':'rotary','n_embd':18");
    test_forward_pass("'norm_place':'post','attention':'simple'");
    test_forward_pass("'scale_embedding':true");
    test_forward_pass("'positions':'rotary','rotary_pairs':'halves','n_embd':18");
    test_forward_pass("'qk_norm':true");
    test_forward_pass("'parallel':true");
    test_forward_pass("'causal':false");
    test_forward_pass("'score_scale':'width'");
    test_forward_pass("'score_scale':'none'");
    test_forward_pass("'positions':'alibi'");
    test_forward_pass("'positions':'alibi','attention':'simple'");
    test_forward_pass("'n_head':4,'n_kv_head':2,'n_embd':20");
    test_forward_pass("'n_kv_head':1,'attention':'simple'");
    test_bare_heads_forward(BARE, true);
    test_bare_heads_forward(BARE ",'mlp':false,'n_layer':1", false);
    test_bare_heads_forward(BARE ",'mlp':false,'n_layer':1,'attention':'simple'",
                            false);
    test_bare_heads_forward(BARE ",'mlp':false,'n_layer':1,'head_input':'tokens'",
                            false);
    test_bare_heads_forward(BARE ",'mlp':false", false);
}
