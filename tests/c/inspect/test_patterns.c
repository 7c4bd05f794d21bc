/* Attention patterns, rollout and agreement against their definitions.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "inspecting.h"

/* No norms, no output projection, no residual stream. */
#define BARE "'residual':false,'attn_proj':false,'norm_place':'none','n_embd':36"

#define HEAD "{'what':'pattern','layer':1,'head':2,"

static void test_pattern(const char *config)
{
    test("pattern: weights and scores equal those of gf_session_attention (%s)",
         config);
    INSPECTION(l, config, 30);
    size_t n = run_text(&l, LINE), D = l.C / l.H;
    bool simple = strstr(config, "simple") != NULL;
    bool shared = strstr(config, "n_kv_head") != NULL; /* all heads have one's values */
    size_t K = shared ? D : l.C;
    const double *A = attention(&l, 1, 2, n);
    const double *v = tensor(&l, simple ? "transformer.h.1.attn.heads.2.v_lin"
                                        : "transformer.h.1.attn.c_attn");
    const double *W = strstr(config, "attn_proj")
                          ? NULL
                          : tensor(&l, "transformer.h.1.attn.c_proj.weight");
    float *S = gf_arena_array(&l.arena, n * n, sizeof *S);
    float *again = gf_arena_array(&l.arena, n * n, sizeof *again);
    gf_session_attention(l.session, 1, 2, again, S, NULL);
    const struct gf_json *weights = ask(&l, HEAD TEXT "}");
    const struct gf_json *scores = ask(&l, HEAD "'show':'scores'," TEXT "}");
    const struct gf_json *taken = ask(&l, HEAD "'show':'taken'," TEXT "}");
    for (size_t i = 0; i < n * n; i += 5) {
        CHECK(cell(weights, "pattern", i / n, i % n) == A[i]);
        CHECK(cell(scores, "pattern", i / n, i % n) == (double)S[i]);
    }

    test("pattern: norm-weighted attention follows from values and projection (%s)",
         config);
    double length[64];
    for (size_t j = 0; j < n; j++) {
        const double *row =
            simple ? v + j * D : v + j * (l.C + 2 * K) + l.C + K + (shared ? 0 : 2 * D);
        double squares = 0;
        for (size_t c = 0; c < l.C; c++) {
            double sum = 0;
            for (size_t d = 0; d < D; d++)
                sum += (W ? W[c * l.C + 2 * D + d] : c == 2 * D + d) * row[d];
            squares += sum * sum;
        }
        length[j] = sqrt(squares);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j <= i; j++) sum += A[i * n + j] * length[j];
        for (size_t j = 0; j <= i; j++)
            CHECK_NEAR(cell(taken, "pattern", i, j), A[i * n + j] * length[j] / sum,
                       1e-6);
    }
}

TEST("rollout: the layers' mean weights, half of them the place itself, multiplied")
{
    INSPECTION(l, "", 30);
    size_t n = run_text(&l, LINE);
    double mix[2][64 * 64] = {{0}};
    for (size_t layer = 0; layer < 2; layer++) {
        for (size_t h = 0; h < l.H; h++) {
            const double *A = attention(&l, layer, h, n);
            for (size_t i = 0; i < n * n; i++)
                mix[layer][i] += 0.5 * A[i] / (double)l.H;
        }
        for (size_t i = 0; i < n; i++) mix[layer][i * n + i] += 0.5;
    }
    const struct gf_json *a = ask(&l, "{'what':'rollout'," TEXT "}");
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
}

/* Jensen-Shannon divergence of two rows of n weights. */
static double divergence(const double *p, const double *q, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++) {
        double m = (p[j] + q[j]) / 2;
        sum += p[j] > 0 ? 0.5 * p[j] * log(p[j] / m) : 0;
        sum += q[j] > 0 ? 0.5 * q[j] * log(q[j] / m) : 0;
    }
    return sum;
}

static void test_agreement(const char *config)
{
    test("agreement: Jensen-Shannon divergence over the rows of each attention, 0 with "
         "itself, below ln 2 (%.50s)",
         config);
    INSPECTION(l, config, 30);
    const struct gf_json *a = ask(&l, "{'what':'agreement','sequences':3}");
    const size_t n = l.session->inspector.residual.n_attention;
    double rows[8] = {0};
    for (size_t i = 0; i < n * l.H * l.H; i++) {
        const size_t k = i / l.H / l.H, g = i / l.H % l.H, h = i % l.H;
        double sum = 0;
        rows[k] = 0;
        for (size_t w = 0; w < 3; w++) {
            run_probe(&l, w);
            const struct seen p = seen_by(&l, k, g), q = seen_by(&l, k, h);
            for (size_t r = p.first; r < p.rows; r++) {
                if (p.query[r] == p.pad) continue;
                sum += divergence(p.A + r * p.n, q.A + r * p.n, p.n);
                rows[k]++;
            }
        }
        double got = cell(a, "divergence", k * l.H + g, h);
        CHECK_NEAR(got, sum / rows[k], 1e-6);
        CHECK(g == h ? got == 0 : got > 0 && got < log(2));
    }
    bool two_streams = strstr(config, "encoder_decoder") != NULL;
    CHECK_THAT((rows[0] != rows[n - 1]) == two_streams, "%g rows, %g", rows[0],
               rows[n - 1]);
}

TEST("agreement: of a text longer than the context, over the rows of all its windows")
{
    INSPECTION(l, "", 30);
    const char *windows[] = {"the old fox saw a hen.t", "he old fox saw a hen."};
    const struct gf_json *a = ask(
        &l, "{'what':'agreement','sequences':2,'text':'%s%s'}", windows[0], windows[1]);
    CHECK(strlen(windows[0]) == l.T);
    for (size_t g = 0; g < l.H; g++)
        for (size_t h = 0; h < g; h++) {
            double sum = 0, rows = 0;
            for (size_t w = 0; w < 2; w++) {
                size_t n = run_text(&l, windows[w]);
                const double *p = attention(&l, 0, g, n), *q = attention(&l, 0, h, n);
                for (size_t i = 8; i < n; i++, rows++)
                    sum += divergence(p + i * n, q + i * n, i + 1);
            }
            CHECK_NEAR(cell(a, "divergence", g, h), sum / rows, 1e-6);
        }
}

TEST("pattern: where all values are 0 nothing is taken")
{
    INSPECTION(l, "", 5);
    float *values = weights_of(&l);
    float *bias = place(&l, values, "transformer.h.1.attn.c_attn.bias");
    float *weight = place(&l, values, "transformer.h.1.attn.c_attn.weight");
    memset(bias + 2 * l.C, 0, l.C * sizeof *bias);
    memset(weight + 2 * l.C * l.C, 0, l.C * l.C * sizeof *weight);
    gf_session_set_weights(l.session, values, 6);
    const struct gf_json *a = ask(&l, HEAD "'show':'taken'," TEXT "}");
    for (size_t i = 0; i < strlen(LINE); i++)
        for (size_t j = 0; j <= i; j++) CHECK(cell(a, "pattern", i, j) == 0);
}

/* Row i of S over all keys, from q and k, and its softmax. */
static void test_unmasked(const char *config)
{
    test("pattern: without its mask a head scores later keys too (%s)", config);
    INSPECTION(l, config, 30);
    size_t n = run_text(&l, LINE), D = l.C / l.H;
    bool simple = strstr(config, "simple") != NULL;
    const double *q, *k;
    size_t ld = simple ? D : 3 * l.C;
    if (simple) {
        q = tensor(&l, "transformer.h.1.attn.heads.2.q_lin");
        k = tensor(&l, "transformer.h.1.attn.heads.2.k_lin");
    } else {
        q = tensor(&l, "transformer.h.1.attn.c_attn") + 2 * D;
        k = q + l.C;
    }
    const struct gf_json *masked = ask(&l, HEAD "'show':'scores'," TEXT "}");
    const struct gf_json *scores =
        ask(&l, HEAD "'show':'scores','unmasked':true," TEXT "}");
    const struct gf_json *weights = ask(&l, HEAD "'unmasked':true," TEXT "}");
    for (size_t i = 0; i < n; i++) {
        double e[64], sum = 0;
        for (size_t j = 0; j < n; j++) {
            double s = 0;
            for (size_t d = 0; d < D; d++) s += q[i * ld + d] * k[j * ld + d];
            s /= sqrt((double)D);
            CHECK_NEAR(cell(scores, "pattern", i, j), s, 1e-5 * fmax(1, fabs(s)));
            CHECK(cell(masked, "pattern", i, j) ==
                  (j <= i ? cell(scores, "pattern", i, j) : 0));
            sum += e[j] = exp(s);
        }
        for (size_t j = 0; j < n; j++)
            CHECK_NEAR(cell(weights, "pattern", i, j), e[j] / sum, 1e-5);
    }
}

/* Nothing else in this model needs as much scratch memory: address checks see the end of it. */
TEST("rollout: rows add up to 1 in a model of small simple heads alone")
{
    INSPECTION(
        l, "'attention':'simple','mlp':false,'n_head':2,'n_embd':6,'block_size':9", 0);
    size_t n = run_text(&l, "the old f");
    const struct gf_json *a = ask(&l, "{'what':'rollout','text':'the old f'}");
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++) row += cell(a, "rollout", i, j);
        CHECK_NEAR(row, 1.0, 1e-6); /* as above */
    }
}

TESTS(cases)
{
    test_agreement("");
    test_agreement(ANSWER);
    test_pattern("");
    test_pattern("'attention':'simple'");
    test_pattern("'attn_proj':false");
    test_pattern("'n_kv_head':1");
    test_pattern(BARE);
    test_unmasked("");
    test_unmasked("'attention':'simple'");
    test_pattern(BARE ",'attention':'simple'");
    test_pattern(BARE ",'mlp':false,'head_input':'tokens'");
    test_pattern(BARE ",'mlp':false,'head_input':'final'");
}
