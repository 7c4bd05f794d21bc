/* Saliency against finite differences, and activation patching against edited runs.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "inspecting.h"

static double logit_at(struct inspection *l, size_t row, size_t y)
{
    run_text(l, LINE);
    return tensor(l, "lm_head")[row * l->V + y];
}

/* d z_y / d E[v][c], by a central difference of step 1/64. */
static double slope(struct inspection *l, const float *values, size_t v, size_t c,
                    size_t row, size_t y)
{
    float *moved = weights_of(l);
    float *at = place(l, moved, "transformer.wte.weight") + v * l->C + c;
    float was = *at;
    *at = was + 0x1p-6f;
    gf_session_set_weights(l->session, moved, 0);
    double up = logit_at(l, row, y);
    *at = was - 0x1p-6f;
    gf_session_set_weights(l->session, moved, 0);
    double down = logit_at(l, row, y);
    gf_session_set_weights(l->session, values, 0);
    return (up - down) * 32;
}

static void test_saliency(const char *config)
{
    test("saliency: equals the derivative of the logit by each embedding (%s)", config);
    INSPECTION(l, config, 20);
    const float *values = weights_of(&l);
    size_t row = 20, y = 1, n_ids; /* y is not in the line: its W_U is unchanged */
    const int32_t *t = ids_of(&l, LINE, &n_ids);
    const struct gf_json *a =
        ask(&l, "{'what':'saliency'," TEXT ",'position':%zu,'token':%zu}", row, y);
    CHECK(!l.session->activations.grad); /* as many floats as the model has weights */
    for (size_t v = 0; v < l.V; v += 3) {
        double dot = 0, squares = 0, want = 0;
        size_t places = 0, last = 0;
        for (size_t j = 0; j <= row; j++) {
            want += (size_t)t[j] == v ? cell(a, "rows", 0, j) : 0;
            places += (size_t)t[j] == v;
            last = (size_t)t[j] == v ? j : last;
        }
        run_text(&l, LINE);
        const double *E = tensor(&l, "transformer.wte.weight");
        for (size_t c = 0; c < l.C && places > 0; c++) {
            double g = slope(&l, values, v, c, row, y);
            dot += g * E[v * l.C + c];
            squares += g * g;
        }
        /* Curvature over a step of 1/64 and rounding of logits of order 10. */
        CHECK_NEAR(want, dot, 4e-3 * fmax(1, fabs(dot)));
        if (places == 1)
            CHECK_NEAR(cell(a, "rows", 1, last), sqrt(squares),
                       4e-3 * fmax(1, sqrt(squares)));
    }
    CHECK(cell(a, "rows", 0, 21) == 0); /* after the row: masked */
}

TESTS(test_patch)
{
    INSPECTION(l, "", 30);
    size_t changed = 5, row = 14;
    const struct gf_json *a = ask(
        &l, "{'what':'patch','changed':%zu,'to':'x','position':%zu,'token':4," TEXT "}",
        changed, row);
    test("patch: the last component at the position carries the whole change");
    double all = number(a, "logit_changed") - number(a, "logit");
    CHECK(cell(a, "effect", 4, row) == (double)(float)all);
    CHECK(all != 0);
    test("patch: so does the embedding of the changed token, and no other");
    CHECK(cell(a, "effect", 0, changed) == (double)(float)all);
    for (size_t i = 0; i < 22; i++)
        if (i != changed) CHECK(cell(a, "effect", 0, i) == 0);
    test("patch: no effect before the change or after the position");
    for (size_t s = 0; s < 5; s++) {
        for (size_t i = 0; i < 22; i++)
            if (i < changed || i > row) CHECK(cell(a, "effect", s, i) == 0);
    }
    test("patch: both logits equal those of unpatched runs");
    CHECK(number(a, "logit") == logit_at(&l, row, 4));
    run_text(&l, "the oxd fox saw a hen.");
    CHECK(number(a, "logit_changed") == tensor(&l, "lm_head")[row * l.V + 4]);
}

TEST("patch: a change of the first token, seen from the first position")
{
    INSPECTION(l, "", 30);
    const struct gf_json *a = ask(
        &l, "{'what':'patch','changed':0,'to':'x','position':0,'token':4," TEXT "}");
    double all = number(a, "logit_changed") - number(a, "logit");
    CHECK(all != 0 && cell(a, "effect", 0, 0) == (double)(float)all);
    CHECK(cell(a, "effect", 4, 0) == (double)(float)all);
    CHECK(cell(a, "effect", 0, 1) == 0);
}

TEST(
    "without a position the last is asked for; without a token, what came or is likely")
{
    static const char *const whats[] = {"attribution", "saliency", "why", "hide"};
    INSPECTION(l, "", 30);
    size_t n = run_text(&l, LINE);
    const int32_t *t = ids_of(&l, LINE, &n);
    const double *z = tensor(&l, "lm_head") + (n - 1) * l.V;
    size_t likely = 0;
    for (size_t v = 0; v < l.V; v++) likely = z[v] > z[likely] ? v : likely;
    for (size_t i = 0; i < GF_COUNT(whats); i++) {
        const struct gf_json *a = ask(&l, "{'what':'%s'," TEXT "}", whats[i]);
        CHECK(number(a, "position") == (double)(n - 1));
        CHECK_THAT(number(a, "token") == (double)likely, "%s: %g, not %zu", whats[i],
                   number(a, "token"), likely);
        a = ask(&l, "{'what':'%s','position':9," TEXT "}", whats[i]);
        CHECK(number(a, "position") == 9 && number(a, "token") == (double)t[10]);
    }
}

/* In a model of attention alone the outputs of the last heads go directly to the final norm;
 * all else is as in the original run. */
static void test_patched_heads(size_t n_layer)
{
    test("patch: a head's output in layer %zu of %zu is patched alone", n_layer,
         n_layer);
    const char *name = printed("transformer.h.%zu.attn", n_layer - 1);
    const char *name_out = printed("%s.c_proj", name);
    const char *name_weight = printed("%s.weight", name_out);
    INSPECTION(l, printed("'arch':'attention_only','mlp':false,'n_layer':%zu", n_layer),
               30);
    size_t changed = 5, row = 14, C = l.C, D = C / l.H;
    const struct gf_json *a = ask(&l,
                                  "{'what':'patch','changed':%zu,'to':'x',"
                                  "'where':'heads','position':%zu,'token':4," TEXT "}",
                                  changed, row);
    run_text(&l, "the oxd fox saw a hen.");
    const double *other = tensor(&l, name);
    run_text(&l, LINE);
    const double *own = tensor(&l, name);
    const double *m = tensor(&l, name_out);
    const double *W = tensor(&l, name_weight);
    for (size_t h = 0; h < l.H; h++) {
        size_t spot = (n_layer - 1) * l.H + h;
        double x[64], z[64], base[64];
        for (size_t c = 0; c < C; c++) {
            x[c] = m[row * C + c];
            for (size_t d = h * D; d < (h + 1) * D; d++)
                x[c] += W[c * C + d] * (other[row * C + d] - own[row * C + d]);
        }
        logits_of(&l, x, z);
        logits_of(&l, m + row * C, base);
        CHECK_NEAR(cell(a, "effect", spot, row), z[4] - base[4], 1e-5);
        CHECK(cell(a, "effect", spot, row - 1) == 0); /* no later layer passes it on */
    }
}

TESTS(cases)
{
    test_patched_heads(1);
    test_patched_heads(2);
    test_saliency("");
    test_saliency("'norm_place':'post'");
    test_saliency("'scale_embedding':true");
}
