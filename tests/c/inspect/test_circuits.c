/* Circuits, hidden units and maps, from the weights by other matrix products.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "base/utf8.h"
#include "harness.h"
#include "inspecting.h"
#include "sessions.h"

/* Root mean square of W (g E), W [D][C]. */
static double size_of(const double *W, const double *g, const double *E, size_t D,
                      size_t C)
{
    double squares = 0;
    for (size_t d = 0; d < D; d++) {
        double sum = 0;
        for (size_t c = 0; c < C; c++) sum += W[d * C + c] * g[c] * E[c];
        squares += sum * sum;
    }
    return sqrt(squares / (double)D);
}

static void test_circuits(const char *config)
{
    size_t layer = 1, h = 2;
    test("circuits: QK and OV from embeddings, gains and the head's matrices (%s)",
         config);
    INSPECTION(l, config, 20);
    size_t C = l.C, D = C / l.H;
    bool simple = strstr(config, "simple") != NULL;
    bool normed = strstr(config, "qk_norm") != NULL;
    const struct gf_json *a =
        ask(&l, "{'what':'circuits','layer':%zu,'head':%zu}", layer, h);
    run_text(&l, "the");
    const double *E = tensor(&l, "transformer.wte.weight");
    const double *U = tensor(&l, "lm_head.weight");
    const double *g = tensor(&l, "transformer.h.1.ln_1.weight");
    const double *gf = tensor(&l, "transformer.ln_f.weight");
    const double *O = tensor(&l, "transformer.h.1.attn.c_proj.weight");
    const double *Q, *K, *V;
    if (simple) {
        Q = tensor(&l, "transformer.h.1.attn.heads.2.q_lin.weight");
        K = tensor(&l, "transformer.h.1.attn.heads.2.k_lin.weight");
        V = tensor(&l, "transformer.h.1.attn.heads.2.v_lin.weight");
    } else {
        /* All three heads share keys and values, or none do. */
        bool shared = strstr(config, "n_kv_head") != NULL;
        const double *W = tensor(&l, "transformer.h.1.attn.c_attn.weight");
        Q = W + h * D * C;
        K = W + (C + (shared ? 0 : h * D)) * C;
        V = K + (shared ? D : C) * C;
    }
    double scale = strstr(config, "scale_embedding") ? (double)sqrtf((float)C) : 1;
    /* By [C][C] matrices between the embeddings, in another order than the engine. */
    double qk[32][32] = {{0}}, ov[32][32] = {{0}};
    for (size_t i = 0; i < C; i++)
        for (size_t j = 0; j < C; j++)
            for (size_t d = 0; d < D; d++) {
                qk[i][j] += g[i] * Q[d * C + i] * K[d * C + j] * g[j] / sqrt((double)D);
                ov[i][j] += g[i] * V[d * C + i] * O[j * C + h * D + d] * gf[j];
            }
    double trace = 0, sizes = 0;
    for (size_t x = 0; x < l.V; x++)
        for (size_t y = 0; y < l.V; y++) {
            double want_qk = 0, want_ov = 0;
            double size_x = normed ? size_of(Q, g, E + x * C, D, C) : 1 / scale;
            double size_y = normed ? size_of(K, g, E + y * C, D, C) : 1 / scale;
            for (size_t i = 0; i < C; i++)
                for (size_t j = 0; j < C; j++) {
                    want_qk += E[x * C + i] / size_x * qk[i][j] * E[y * C + j] / size_y;
                    want_ov += scale * E[x * C + i] * ov[i][j] * U[y * C + j];
                }
            trace += x == y ? want_ov : 0;
            CHECK_NEAR(cell(a, "qk", x, y), want_qk, 1e-6 * fmax(1, fabs(want_qk)));
            CHECK_NEAR(cell(a, "ov", x, y), want_ov, 1e-6 * fmax(1, fabs(want_ov)));
        }
    double sum = 0;
    for (size_t i = 0; i < D; i++) {
        double re = number(a, "eigen_re.%zu", i);
        sum += re;
        sizes += hypot(re, number(a, "eigen_im.%zu", i));
    }
    test("circuits: copying is the trace of OV over the sum of |eigenvalues| (%s)",
         config);
    CHECK_NEAR(sum, trace, 1e-9 * sizes);
    CHECK_NEAR(number(a, "copying"), trace / sizes, 1e-9);
    CHECK(fabs(number(a, "copying")) <= 1);
}

/* In the preset "one-head" as written, nothing reads the attention's output. */
static void test_obstacle(const char *what, const char *config, const char *key)
{
    test("%s: %s instead of an answer (%s)", what, key, config);
    INSPECTION(l, config, 3);
    const struct gf_json *a = ask(&l, "{'what':'%s','layer':0,'head':1}", what);
    const char *why = words(a, "obstacle.key");
    CHECK_THAT(why && strcmp(why, key) == 0, "%s", why ? why : "answered");
    CHECK(length(a, "ov") == 0 && length(a, "qk") == 0);
}

/* A model of n different characters. */
static void test_many_tokens(const char *what, size_t n, bool answers)
{
    test("%s: of %zu tokens there is %s", what, n, answers ? "a picture" : "none");
    struct inspection l SCOPED(inspection_close) = {0};
    struct gf_buffer text = {.arena = &l.arena};
    const char *settings =
        "{'n_embd':6,'n_head':1,'n_layer':1,'n_ff':4,'block_size':8,'bias':false}";
    for (size_t i = 0; i < 2 * n; i++) {
        char bytes[4];
        gf_buffer_put(&text, bytes, gf_utf8_encode(0x3000 + (uint32_t)(i % n), bytes));
    }
    gf_buffer_put(&text, "", 1);
    l.session = try_session(text.data, settings, NULL);
    if (!CHECK(l.session != NULL)) return;
    const struct gf_json *a = ask(&l, "{'what':'%s','layer':0,'head':0}", what);
    const char *key = words(a, "obstacle.key");
    const char *rows = strcmp(what, "circuits") == 0 ? "ov.shape.0" : "map.shape.0";
    if (answers)
        CHECK(!key && number(a, "%s", rows) == (double)n);
    else
        CHECK_TEXT(key, "obstacle_vocabulary_too_large");
}

static int downward(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static void test_neurons(const char *config)
{
    enum { UNIT = 17 };
    test("neurons: the contexts are the eight largest activations over the probe set%s",
         config);
    INSPECTION(l, config, 30);
    const struct gf_json *a =
        ask(&l, "{'what':'neurons','layer':1,'first':%d,'count':2}", UNIT);
    size_t F = 4 * l.C, n = 0;
    double all[8 * 64], mean = 0, active = 0;
    for (size_t w = 0; w < 8; w++) {
        run_window(&l, w);
        const double *h = tensor(&l, "transformer.h.1.mlp.c_fc");
        for (size_t i = 0; i < l.T; i++) {
            all[n++] = h[i * F + UNIT];
            mean += all[n - 1] / (8.0 * (double)l.T);
            active += (all[n - 1] > 0) / (8.0 * (double)l.T);
        }
    }
    double sorted[8 * 64];
    memcpy(sorted, all, sizeof all);
    qsort(sorted, n, sizeof *sorted, downward);
    CHECK(length(a, "neurons") == 2 && number(a, "neurons.0.neuron") == UNIT);
    CHECK(number(a, "n_neuron") == (double)F);
    CHECK(length(ask(&l, "{'what':'neurons','layer':1}"), "neurons") == 1);
    CHECK(length(ask(&l, "{'what':'neurons','layer':1,'first':%zu,'count':4}", F - 2),
                 "neurons") == 2);
    CHECK_NEAR(number(a, "neurons.0.mean"), mean, 1e-9);
    CHECK_NEAR(number(a, "neurons.0.active"), active, 1e-9);
    for (size_t k = 0; k < 8; k++) {
        CHECK(number(a, "neurons.0.contexts.%zu.value", k) == sorted[k]);
        size_t line = (size_t)number(a, "neurons.0.contexts.%zu.line", k);
        size_t i = (size_t)number(a, "neurons.0.contexts.%zu.position", k);
        CHECK(all[line * l.T + i] == sorted[k]);
        const char *window = probe_text(&l, line);
        CHECK(words(a, "neurons.0.contexts.%zu.character", k)[0] == window[i]);
        const char *before = words(a, "neurons.0.contexts.%zu.before", k);
        size_t m = strlen(before);
        CHECK(m == (i < 16 ? i : 16) && memcmp(before, window + i - m, m) == 0);
    }
}

TESTS(test_all_neurons)
{
    test_neurons("");
    test_neurons("'activation':'relu'"); /* of 0 it is not active */
}

TEST("neurons: after each context comes the next character, across windows too")
{
    INSPECTION(l, "", 30);
    const struct gf_json *a =
        ask(&l, "{'what':'neurons','layer':0,'count':20,'text':'" LINE " " LINE "'}");
    size_t n = 0, n_next = 0, n_later = 0;
    const int32_t *t = ids_of(&l, LINE " " LINE, &n);
    CHECK(n > l.T && length(a, "neurons") == 20);
    for (size_t k = 0; k < 20; k++)
        for (size_t i = 0; i < 8; i++) {
            size_t at = l.T * (size_t)number(a, "neurons.%zu.contexts.%zu.line", k, i);
            n_later += at > 0;
            at += (size_t)number(a, "neurons.%zu.contexts.%zu.position", k, i);
            double next = number(a, "neurons.%zu.contexts.%zu.next", k, i);
            CHECK(at < n);
            CHECK(at + 1 < n ? next == (double)t[at + 1] : isnan(next));
            n_next += at + 1 < n;
        }
    CHECK(n_next > 100 && n_later > 10);
}

/* `centres`: the norm takes the mean out. */
static void test_effects(const char *config, bool centres)
{
    enum { UNIT = 17 };
    test("neurons: effects are the logits' derivatives, up to the norm's scale (%s)",
         config);
    INSPECTION(l, config, 30);
    const struct gf_json *a = ask(&l, "{'what':'neurons','layer':1,'first':%d}", UNIT);
    size_t F = 4 * l.C;
    run_text(&l, "the");
    const double *W = tensor(&l, "transformer.h.1.mlp.c_proj.weight");
    const double *g = tensor(&l, "transformer.ln_f.weight");
    const double *U = tensor(&l, "lm_head.weight");
    double effect[64], order[64];
    for (size_t v = 0; v < l.V; v++) {
        double w_mean = 0;
        for (size_t c = 0; centres && c < l.C; c++)
            w_mean += g[c] * U[v * l.C + c] / (double)l.C;
        effect[v] = 0;
        for (size_t c = 0; c < l.C; c++)
            effect[v] += W[c * F + UNIT] * (g[c] * U[v * l.C + c] - w_mean);
    }
    memcpy(order, effect, sizeof order);
    qsort(order, l.V, sizeof *order, downward);
    for (size_t k = 0; k < 6; k++)
        for (int down = 0; down < 2; down++) {
            const char *list = down ? "lowers" : "raises";
            double got = number(a, "neurons.0.%s.%zu.value", list, k);
            CHECK_NEAR(got, order[down ? l.V - 1 - k : k], 1e-6);
            CHECK_NEAR(got,
                       effect[(size_t)number(a, "neurons.0.%s.%zu.token", list, k)],
                       1e-6);
        }
}

TEST("neurons: what raises no logit is not among those it raises, nor lowers")
{
    INSPECTION(l, "'zero_init':true", 0);
    const struct gf_json *a = ask(&l, "{'what':'neurons','layer':1}");
    CHECK(length(a, "neurons.0.contexts") > 0);
    CHECK(length(a, "neurons.0.raises") == 0);
    CHECK(length(a, "neurons.0.lowers") == 0);
}

TESTS(test_embedding_map)
{
    test_many_tokens("embedding_map", 4096, true);
    test_many_tokens("embedding_map", 4097, false);
    INSPECTION(l, "", 10);
    test("embedding map: distances are those of the first two directions, and repeat "
         "exactly");
    const struct gf_json *one = ask(&l, "{'what':'embedding_map'}");
    const struct gf_json *two = ask(&l, "{'what':'embedding_map'}");
    run_text(&l, "the");
    const double *E = tensor(&l, "transformer.wte.weight");
    double spread[2] = {0}, all = 0, mean[64] = {0};
    for (size_t i = 0; i < l.V * l.C; i++) mean[i % l.C] += E[i] / (double)l.V;
    for (size_t i = 0; i < l.V * l.C; i++) all += pow(E[i] - mean[i % l.C], 2);
    for (size_t v = 0; v < l.V; v++)
        for (size_t k = 0; k < 2; k++) {
            spread[k] += pow(cell(one, "map", v, k), 2);
            CHECK_NEAR(cell(two, "map", v, k), cell(one, "map", v, k), 1e-6);
        }
    CHECK_NEAR(number(one, "share.0"), spread[0] / all, 1e-6);
    CHECK_NEAR(number(one, "share.1"), spread[1] / all, 1e-6);
    CHECK(spread[0] > spread[1]);
    CHECK(length(one, "classes") == l.V);

    test("embedding map: tokens stay in place when the principal axes swap");
    float *values = weights_of(&l), *e = place(&l, values, "transformer.wte.weight");
    const struct gf_json *maps[2];
    for (int k = 0; k < 2; k++) {
        memset(e, 0, l.V * l.C * sizeof *e);
        for (size_t v = 0; v < l.V; v++) {
            e[v * l.C] = (float)noise(v) * (k ? 2 : 3);
            e[v * l.C + 1] = (float)noise(v + 100) * (k ? 3 : 2);
        }
        gf_session_set_weights(l.session, values, 11 + (uint64_t)k);
        maps[k] = ask(&l, "{'what':'embedding_map'}");
    }
    double together = 0, one_size = 0, two_size = 0;
    for (size_t i = 0; i < 2 * l.V; i++) {
        double x = cell(maps[0], "map", i / 2, i % 2);
        double y = cell(maps[1], "map", i / 2, i % 2);
        together += x * y;
        one_size += x * x;
        two_size += y * y;
    }
    /* Axes scaled by 3 : 2 and 2 : 3 keep a cosine of 12 / 13; traded, about 0 is left. */
    CHECK(together > 0.85 * sqrt(one_size * two_size));

    test("position map: cosines of the position embeddings");
    const struct gf_json *p = ask(&l, "{'what':'position_map'}");
    run_text(&l, "the");
    const double *P = tensor(&l, "transformer.wpe.weight");
    for (size_t i = 0; i < l.T; i++)
        for (size_t j = 0; j < l.T; j += 3) {
            double dot = 0, a = 0, b = 0;
            for (size_t c = 0; c < l.C; c++) {
                dot += P[i * l.C + c] * P[j * l.C + c];
                a += P[i * l.C + c] * P[i * l.C + c];
                b += P[j * l.C + c] * P[j * l.C + c];
            }
            CHECK_NEAR(cell(p, "cosine", i, j), dot / sqrt(a * b), 1e-6);
        }
    CHECK_NEAR(cell(p, "table", 2, 3), P[2 * l.C + 3], 0);
    INSPECTION(sines, "'positions':'sinusoidal'", 0);
    p = ask(&sines, "{'what':'position_map'}");
    /* Vaswani et al. 2017, section 3.5: pairs of columns are sine and cosine of one angle. */
    for (size_t i = 0; i < l.T; i += 2)
        for (size_t c = 0; c < l.C; c++) {
            double angle = (double)i / pow(10000, (double)(c / 2 * 2) / (double)l.C);
            CHECK_NEAR(cell(p, "table", i, c), c % 2 ? cos(angle) : sin(angle), 1e-5);
        }
    INSPECTION(none, "'positions':'none'", 0);
    CHECK(words(ask(&none, "{'what':'position_map'}"), "obstacle.message"));
}

TEST("circuits: of heads that write into the answer from the answer alone")
{
    INSPECTION(l, ANSWER, 2);
    const struct gf_residual_layout *a = &l.session->inspector.residual;
    ask(&l, "{'what':'head_report'}");
    size_t n_answered = 0;
    for (size_t i = 0; i < a->n_attention; i++) {
        const struct gf_json *c =
            ask(&l, "{'what':'circuits','layer':%zu,'head':1}", i);
        bool own = a->attentions[i].queries == GF_STREAM_MAIN &&
                   a->attentions[i].keys == GF_STREAM_MAIN;
        n_answered += own;
        if (own)
            CHECK(!gf_json_get(c, "obstacle") && number(c, "ov.shape.0") > 0);
        else
            CHECK_TEXT(words(c, "obstacle.key"), "obstacle_other_text");
    }
    CHECK(n_answered == l.L && a->n_attention == 3 * l.L);
}

TESTS(cases)
{
    test_circuits("");
    test_circuits("'attention':'simple','tied_head':false");
    test_circuits("'positions':'rotary','n_embd':18");
    test_circuits("'scale_embedding':true");
    test_circuits("'n_kv_head':1");
    test_circuits("'positions':'alibi'");
    test_circuits("'qk_norm':true,'positions':'rotary','n_embd':18");
    test_effects("", true);
    test_effects("'norm':'std'", true);
    test_effects("'norm':'rms'", false);
    test_obstacle("circuits", "'head_input':'tokens'", "obstacle_head_unused");
    test_obstacle("circuits",
                  "'head_input':'tokens','residual':false,'attn_proj':false,"
                  "'norm_place':'none','mlp':false",
                  "obstacle_head_unused");
    test_obstacle("circuits", "'residual':false,'attn_proj':false,'norm_place':'none'",
                  "obstacle_no_residual_stream");
    test_obstacle("circuits", TAGGING, "obstacle_labels");
    test_obstacle("neurons", "'n_layer':0", "obstacle_no_mlp");
    test_obstacle("neurons", "'head_input':'tokens'", "obstacle_no_mlp");
    test_many_tokens("circuits", 512, true);
    test_many_tokens("circuits", 513, false);
}
