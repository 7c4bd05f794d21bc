/* Patterns, saliency, patching and the walk of one character against their definitions.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"

#define LINE "the old fox saw a hen."
#define TEXT "\"text\":\"" LINE "\""

/* ---- saliency -------------------------------------------------------------------------- */

static double logit_at(struct looking *l, size_t row, size_t y)
{
    look(l, LINE);
    return tensor(l, "lm_head", NULL, NULL)[row * l->V + y];
}

/* d z_y / d E[v][c], by a central difference of step 1/64. */
static double slope(struct looking *l, const float *values, size_t v, size_t c,
                    size_t row, size_t y)
{
    float *moved = weights_of(l);
    float *at = place(l, moved, "transformer.wte.weight") + v * l->C + c;
    float was = *at;
    *at = was + 0x1p-6f;
    gf_lab_set_weights(l->lab, moved, 0);
    double up = logit_at(l, row, y);
    *at = was - 0x1p-6f;
    gf_lab_set_weights(l->lab, moved, 0);
    double down = logit_at(l, row, y);
    gf_lab_set_weights(l->lab, values, 0);
    return (up - down) * 32;
}

static void test_saliency(const char *config)
{
    struct looking l;
    test("saliency: is the slope of the logit along each character's vector (%s)",
         config);
    looking_open(&l, config, 20, false);
    const float *values = weights_of(&l);
    size_t row = 20, y = 1, n_ids; /* y does not stand in the line: its W_U stays */
    int32_t t[64];
    gf_tokenizer_encode(&l.tokenizer, LINE, strlen(LINE), t, &n_ids, NULL);
    const struct gf_json *a = ask(
        &l, "{\"what\":\"saliency\"," TEXT ",\"position\":%zu,\"token\":%zu}", row, y);
    for (size_t v = 0; v < l.V; v += 3) {
        double dot = 0, squares = 0, want = 0;
        size_t places = 0, last = 0;
        for (size_t j = 0; j <= row; j++) {
            want += (size_t)t[j] == v ? cell(a, "rows", 0, j) : 0;
            places += (size_t)t[j] == v;
            last = (size_t)t[j] == v ? j : last;
        }
        look(&l, LINE);
        const double *E = parameter(&l, "transformer.wte.weight");
        for (size_t c = 0; c < l.C && places > 0; c++) {
            double g = slope(&l, values, v, c, row, y);
            dot += g * E[v * l.C + c];
            squares += g * g;
        }
        /* Curvature over a step of 1/64 and rounding of logits of order 10. */
        CHECK_NEAR(want, dot, 4e-3 * fmax(1, fabs(dot)));
        if (places == 1) {
            CHECK_NEAR(cell(a, "rows", 1, last), sqrt(squares),
                       4e-3 * fmax(1, sqrt(squares)));
        }
    }
    CHECK(cell(a, "rows", 0, 21) == 0); /* behind the row: cannot be seen */
    looking_close(&l);
}

/* ---- patterns -------------------------------------------------------------------------- */

static void test_pattern(const char *config)
{
    struct looking l;
    test("pattern: weights and scores are those of the run (%s)", config);
    looking_open(&l, config, 30, false);
    size_t n = look(&l, LINE), D = l.C / l.H;
    bool simple = strstr(config, "simple") != NULL;
    const double *A = attention(&l, 1, 2, n);
    const double *v = tensor(&l,
                             simple ? "transformer.h.1.attn.heads.2.v_lin"
                                    : "transformer.h.1.attn.c_attn",
                             NULL, NULL);
    const double *W = strstr(config, "attn_proj")
                          ? NULL
                          : parameter(&l, "transformer.h.1.attn.c_proj.weight");
    float *S = gf_arena_array(&l.arena, n * n, sizeof *S);
    float *again = gf_arena_array(&l.arena, n * n, sizeof *again);
    gf_lab_attention(l.lab, 1, 2, again, S, NULL);
    const struct gf_json *weights =
        ask(&l, "{\"what\":\"pattern\",\"layer\":1,\"head\":2," TEXT "}");
    const struct gf_json *scores =
        ask(&l, "{\"what\":\"pattern\",\"layer\":1,\"head\":2,\"show\":\"scores\"," TEXT
                "}");
    const struct gf_json *taken =
        ask(&l, "{\"what\":\"pattern\",\"layer\":1,\"head\":2,\"show\":\"taken\"," TEXT
                "}");
    for (size_t i = 0; i < n * n; i += 5) {
        CHECK(cell(weights, "pattern", i / n, i % n) == A[i]);
        CHECK(cell(scores, "pattern", i / n, i % n) == (double)S[i]);
    }

    test("pattern: what was taken weighs each look by the value's length (%s)", config);
    double length[64];
    for (size_t j = 0; j < n; j++) {
        const double *row = simple ? v + j * D : v + j * 3 * l.C + 2 * l.C + 2 * D;
        double squares = 0;
        for (size_t c = 0; c < l.C; c++) {
            double sum = 0;
            for (size_t d = 0; d < D; d++) {
                sum += (W ? W[c * l.C + 2 * D + d] : c == 2 * D + d) * row[d];
            }
            squares += sum * sum;
        }
        length[j] = sqrt(squares);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j <= i; j++) sum += A[i * n + j] * length[j];
        for (size_t j = 0; j <= i; j++) {
            CHECK_NEAR(cell(taken, "pattern", i, j), A[i * n + j] * length[j] / sum,
                       1e-6);
        }
    }
    looking_close(&l);
}

static void test_rollout(void)
{
    struct looking l;
    test(
        "rollout: the layers' mean weights, half of them the place itself, multiplied");
    looking_open(&l, "", 30, false);
    size_t n = look(&l, LINE);
    double mix[2][64 * 64] = {{0}};
    for (size_t layer = 0; layer < 2; layer++) {
        for (size_t h = 0; h < l.H; h++) {
            const double *A = attention(&l, layer, h, n);
            for (size_t i = 0; i < n * n; i++) {
                mix[layer][i] += 0.5 * A[i] / (double)l.H;
            }
        }
        for (size_t i = 0; i < n; i++) mix[layer][i * n + i] += 0.5;
    }
    const struct gf_json *a = ask(&l, "{\"what\":\"rollout\"," TEXT "}");
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) sum += mix[1][i * n + k] * mix[0][k * n + j];
            CHECK_NEAR(cell(a, "rollout", i, j), sum, 1e-6);
            row += sum;
        }
        CHECK_NEAR(row, 1, 1e-5);
    }
    looking_close(&l);
}

static void test_agreement(void)
{
    struct looking l;
    test("agreement: Jensen-Shannon divergence, 0 with itself, below ln 2");
    looking_open(&l, "", 30, false);
    const struct gf_json *a = ask(&l, "{\"what\":\"agreement\",\"sequences\":3}");
    for (size_t g = 0; g < l.H; g++) {
        for (size_t h = 0; h < l.H; h++) {
            double sum = 0, rows = 0;
            for (size_t w = 0; w < 3; w++) {
                look(&l, probe_text(&l, w));
                const double *p = attention(&l, 1, g, l.T);
                const double *q = attention(&l, 1, h, l.T);
                for (size_t i = 8; i < l.T; i++, rows++) {
                    for (size_t j = 0; j <= i; j++) {
                        double x = p[i * l.T + j], y = q[i * l.T + j], m = (x + y) / 2;
                        sum += x > 0 ? 0.5 * x * log(x / m) : 0;
                        sum += y > 0 ? 0.5 * y * log(y / m) : 0;
                    }
                }
            }
            double got = cell(a, "divergence", 1 * l.H + g, h);
            CHECK_NEAR(got, sum / rows, 1e-6);
            CHECK(g == h ? got == 0 : got > 0 && got < log(2));
        }
    }
    looking_close(&l);
}

/* ---- heads that nothing hands on ---------------------------------------------------------- */

#define BARE \
    "\"residual\":false,\"attn_proj\":false,\"norm_place\":\"none\",\"n_embd\":36"

/* What stands behind such an attention is what its heads found, side by side. Wider than
 * the alphabet, so that the output layer has fewer rows than the stream has columns. */
static void test_bare_character(const char *config, bool has_mlp)
{
    struct looking l;
    size_t i = 9, h = 1;
    test("character: heads that nothing hands on are the stream behind them (%s)",
         config);
    looking_open(&l, config, 20, false);
    size_t D = l.C / l.H;
    CHECK(l.V < l.C);
    const struct gf_json *a = ask(
        &l,
        "{\"what\":\"forward_pass\",\"layer\":0,\"head\":%zu,\"position\":%zu," TEXT "}",
        h, i);
    look(&l, LINE);
    const double *o = tensor(&l, "transformer.h.0.attn", NULL, NULL) + i * l.C;
    const double *x = tensor(&l, "transformer.embed", NULL, NULL) + i * l.C;
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
    looking_close(&l);
}

/* ---- one character ----------------------------------------------------------------------- */

static void test_character(const char *config)
{
    struct looking l;
    size_t i = 9;
    test("character: each card follows from the one before (%s)", config);
    looking_open(&l, config, 30, false);
    size_t D = l.C / l.H;
    const struct gf_json *a = ask(
        &l, "{\"what\":\"forward_pass\",\"layer\":1,\"head\":1,\"position\":%zu," TEXT "}",
        i);
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
    double top = -1e30, total = 0, scale = number(a, "scale"), e[64];
    CHECK(number(a, "allowed") == (double)(i + 1));
    for (size_t j = 0; j <= i; j++) {
        double s = 0;
        for (size_t d = 0; d < D; d++) {
            s += cell(a, "q", 0, d) * cell(a, "k", j, d) * scale;
        }
        CHECK_NEAR(cell(a, "scores", 0, j), s, 2e-6 * fmax(1, fabs(s)));
        top = fmax(top, s);
        e[j] = s;
    }
    for (size_t j = 0; j <= i; j++) total += e[j] = exp(e[j] - top);
    for (size_t j = 0; j <= i; j++) {
        CHECK_NEAR(cell(a, "shares", 0, j), e[j] / total, 2e-6);
    }
    CHECK(cell(a, "shares", 0, i + 1) == 0);
    for (size_t d = 0; d < D; d++) {
        double sum = 0;
        for (size_t j = 0; j <= i; j++) {
            sum += cell(a, "shares", 0, j) * cell(a, "v", j, d);
        }
        CHECK_NEAR(cell(a, "mix", 0, d), sum, 2e-6 * fmax(1, fabs(sum)));
    }

    test("character: what the head adds is its mix through W_O (%s)", config);
    look(&l, LINE);
    const double *W = parameter(&l, "transformer.h.1.attn.c_proj.weight");
    for (size_t c = 0; c < l.C; c++) {
        double sum = 0;
        for (size_t d = 0; d < D; d++) {
            sum += W[c * l.C + D + d] * cell(a, "mix", 0, d);
        }
        CHECK_NEAR(cell(a, "head", 0, c), sum, 1e-5);
    }

    test("character: norm and logits are those of the run (%s)", config);
    if (!post) {
        const double *g = parameter(&l, "transformer.h.1.ln_1.weight");
        const double *b = parameter(&l, "transformer.h.1.ln_1.bias");
        for (size_t c = 0; c < l.C; c++) {
            double centred = cell(a, "x", 0, c) - number(a, "norm.mean");
            CHECK_NEAR(cell(a, "norm.result", 0, c),
                       centred * number(a, "norm.factor") * g[c] + b[c], 1e-5);
        }
    }
    const double *z = tensor(&l, "lm_head", NULL, NULL) + i * l.V;
    const double *h = tensor(&l, "transformer.h.1.mlp.c_fc", NULL, NULL);
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
    looking_close(&l);
}

/* ---- patching -------------------------------------------------------------------------- */

static void test_patch(void)
{
    struct looking l;
    looking_open(&l, "", 30, false);
    size_t changed = 5, row = 14;
    const struct gf_json *a = ask(&l,
                                  "{\"what\":\"patch\",\"changed\":%zu,\"to\":\"x\","
                                  "\"position\":%zu,\"token\":4," TEXT "}",
                                  changed, row);
    test("patch: the end of the stream at the answer carries all of the change");
    double all = number(a, "logit_changed") - number(a, "logit");
    CHECK(cell(a, "effect", 4, row) == (double)(float)all);
    CHECK(all != 0);
    test("patch: so does the embedding of the changed character, and no other");
    CHECK(cell(a, "effect", 0, changed) == (double)(float)all);
    for (size_t i = 0; i < 22; i++) {
        if (i != changed) CHECK(cell(a, "effect", 0, i) == 0);
    }
    test("patch: nothing before the change or behind the answer has an effect");
    for (size_t s = 0; s < 5; s++) {
        for (size_t i = 0; i < 22; i++) {
            if (i < changed || i > row) CHECK(cell(a, "effect", s, i) == 0);
        }
    }
    test("patch: both logits are those of plain runs");
    CHECK(number(a, "logit") == logit_at(&l, row, 4));
    look(&l, "the oxd fox saw a hen.");
    CHECK(number(a, "logit_changed") ==
          tensor(&l, "lm_head", NULL, NULL)[row * l.V + 4]);
    looking_close(&l);
}

/* In a model of one attention, a head's output goes straight to the last norm. */
static void test_patch_heads(void)
{
    struct looking l;
    test("patch: a head's output is put in alone");
    looking_open(&l, "\"arch\":\"attention_only\",\"mlp\":false,\"n_layer\":1", 30,
                 false);
    size_t changed = 5, row = 14, C = l.C, D = C / l.H;
    const struct gf_json *a =
        ask(&l,
            "{\"what\":\"patch\",\"changed\":%zu,\"to\":\"x\","
            "\"where\":\"heads\",\"position\":%zu,\"token\":4," TEXT "}",
            changed, row);
    look(&l, "the oxd fox saw a hen.");
    const double *other = tensor(&l, "transformer.h.0.attn", NULL, NULL);
    look(&l, LINE);
    const double *own = tensor(&l, "transformer.h.0.attn", NULL, NULL);
    const double *m = tensor(&l, "transformer.h.0.attn.c_proj", NULL, NULL);
    const double *W = parameter(&l, "transformer.h.0.attn.c_proj.weight");
    for (size_t h = 0; h < l.H; h++) {
        double x[64], z[64], base[64];
        for (size_t c = 0; c < C; c++) {
            x[c] = m[row * C + c];
            for (size_t d = h * D; d < (h + 1) * D; d++) {
                x[c] += W[c * C + d] * (other[row * C + d] - own[row * C + d]);
            }
        }
        logits_of(&l, x, z);
        logits_of(&l, m + row * C, base);
        CHECK_NEAR(cell(a, "effect", h, row), z[4] - base[4], 1e-5);
        CHECK(cell(a, "effect", h, row - 1) == 0); /* no later layer to carry it on */
    }
    looking_close(&l);
}

int main(void)
{
    test_saliency("");
    test_saliency("\"norm_place\":\"post\"");
    test_saliency("\"scale_embedding\":true");
    test_pattern("");
    test_pattern("\"attention\":\"simple\"");
    test_pattern("\"attn_proj\":false");
    test_pattern(BARE);
    test_pattern(BARE ",\"attention\":\"simple\"");
    test_pattern(BARE ",\"mlp\":false,\"head_input\":\"tokens\"");
    test_pattern(BARE ",\"mlp\":false,\"head_input\":\"final\"");
    test_rollout();
    test_agreement();
    test_character("");
    test_character("\"positions\":\"rotary\",\"n_embd\":18");
    test_character("\"norm_place\":\"post\",\"attention\":\"simple\"");
    test_bare_character(BARE, true);
    test_bare_character(BARE ",\"mlp\":false,\"n_layer\":1", false);
    test_bare_character(BARE ",\"mlp\":false,\"n_layer\":1,\"attention\":\"simple\"",
                        false);
    test_bare_character(BARE ",\"mlp\":false,\"n_layer\":1,\"head_input\":\"tokens\"",
                        false);
    test_bare_character(BARE ",\"mlp\":false", false);
    test_patch();
    test_patch_heads();
    return test_finish();
}
