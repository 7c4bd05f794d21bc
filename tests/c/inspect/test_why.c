/* Why a token: shares that add up to the logit in every architecture, and in one of them each
 * share and edge against a reference that carries every token forward, in double.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"

enum { MOST = 32, WIDE = 64 };

/* A decoder with layer norms before its parts, GELU or a gated SiLU, learned positions and
 * biases. */
struct reference {
    struct inspection *l;
    bool gated;
    size_t n, C, H, D, F, V;
    const int32_t *t;
    size_t hidden; /* this key is seen by no query; n: none is hidden */
    /* By layer: weights of attention, factors of both norms, gates of the hidden units. */
    double A[2][3][MOST][MOST], factor[5][MOST], gate[2][MOST][WIDE];
    double added[2][MOST][WIDE]; /* by each MLP, without its bias */
    double x[MOST][WIDE], z[MOST][WIDE];
};

static const char *part_of(size_t layer, const char *part)
{
    return printed("transformer.h.%zu.%s", layer, part);
}

/* y = W x + b; held: without b. */
static void linear(const struct reference *r, const char *name, bool held,
                   const double *x, size_t in, size_t out, double *y)
{
    const double *W = tensor(r->l, printed("%s.weight", name));
    const double *b = held ? NULL : tensor(r->l, printed("%s.bias", name));
    for (size_t o = 0; o < out; o++) {
        y[o] = b ? b[o] : 0;
        for (size_t i = 0; i < in; i++) y[o] += W[o * in + i] * x[i];
    }
}

/* A norm whose factor is known: linear but for the bias. */
static void scaled(const struct reference *r, const char *name, bool held,
                   const double *x, double factor, double *y)
{
    const double *gain = tensor(r->l, printed("%s.weight", name));
    const double *bias = held ? NULL : tensor(r->l, printed("%s.bias", name));
    double mean = 0;
    for (size_t c = 0; c < r->C; c++) mean += x[c] / (double)r->C;
    for (size_t c = 0; c < r->C; c++)
        y[c] = (x[c] - mean) * factor * gain[c] + (bias ? bias[c] : 0);
}

static double factor_of(const struct reference *r, const double *x)
{
    double mean = 0, variance = 0;
    for (size_t c = 0; c < r->C; c++) mean += x[c] / (double)r->C;
    for (size_t c = 0; c < r->C; c++)
        variance += (x[c] - mean) * (x[c] - mean) / (double)r->C;
    return 1 / sqrt(variance + 1e-5);
}

/* What multiplies each hidden unit h, from the input y of the MLP. */
static void gates(const struct reference *r, size_t layer, const double *y,
                  const double *h, double *gate)
{
    for (size_t f = 0; !r->gated && f < r->F; f++)
        gate[f] = (1 + erf(h[f] / sqrt(2))) / 2;
    if (!r->gated) return;
    linear(r, part_of(layer, "mlp.c_gate"), false, y, r->C, r->F, gate);
    for (size_t f = 0; f < r->F; f++) gate[f] /= 1 + exp(-gate[f]);
}

/* One stream x [n][C] through the model from a layer on. held: everything decided is as it
 * was, and without biases; otherwise it is computed and kept. */
static void run_from(struct reference *r, size_t first, double x[MOST][WIDE], bool held)
{
    const size_t n = r->n, C = r->C, D = r->D, F = r->F;
    static double qkv[MOST][3 * WIDE];
    for (size_t l = first; l < 2; l++) {
        double y[WIDE], mix[WIDE], h[WIDE];
        for (size_t i = 0; i < n; i++) {
            if (!held) r->factor[2 * l][i] = factor_of(r, x[i]);
            scaled(r, part_of(l, "ln_1"), held, x[i], r->factor[2 * l][i], y);
            linear(r, part_of(l, "attn.c_attn"), held, y, C, 3 * C, qkv[i]);
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t c = 0; c < C; c++) mix[c] = 0;
            for (size_t a = 0; a < r->H; a++) {
                double sum = 0, *A = r->A[l][a][i];
                for (size_t j = 0; j <= i && !held; j++) {
                    double s = 0;
                    for (size_t d = 0; d < D; d++)
                        s += qkv[i][a * D + d] * qkv[j][C + a * D + d];
                    A[j] = j == r->hidden ? 0 : exp(s / sqrt((double)D));
                    sum += A[j];
                }
                for (size_t j = 0; j <= i; j++) {
                    if (!held) A[j] /= sum > 0 ? sum : 1;
                    for (size_t d = 0; d < D; d++)
                        mix[a * D + d] += A[j] * qkv[j][2 * C + a * D + d];
                }
            }
            linear(r, part_of(l, "attn.c_proj"), held, mix, C, C, y);
            for (size_t c = 0; c < C; c++) x[i][c] += y[c];
        }
        for (size_t i = 0; i < n; i++) {
            if (!held) r->factor[2 * l + 1][i] = factor_of(r, x[i]);
            scaled(r, part_of(l, "ln_2"), held, x[i], r->factor[2 * l + 1][i], y);
            linear(r, part_of(l, "mlp.c_fc"), held, y, C, F, h);
            if (!held) gates(r, l, y, h, r->gate[l][i]);
            for (size_t f = 0; f < F; f++) h[f] *= r->gate[l][i][f];
            const char *out = part_of(l, "mlp.c_proj");
            if (!held) linear(r, out, true, h, F, C, r->added[l][i]);
            linear(r, out, held, h, F, C, y);
            for (size_t c = 0; c < C; c++) x[i][c] += y[c];
        }
    }
    for (size_t i = 0; i < n; i++) {
        double y[WIDE];
        if (!held) r->factor[4][i] = factor_of(r, x[i]);
        scaled(r, "transformer.ln_f", held, x[i], r->factor[4][i], y);
        linear(r, "lm_head", true, y, C, r->V, r->z[i]);
    }
}

/* The embedding of position j alone; all positions for j = n. */
static void embed(struct reference *r, size_t j)
{
    const double *E = tensor(r->l, "transformer.wte.weight");
    const double *P = tensor(r->l, "transformer.wpe.weight");
    for (size_t i = 0; i < r->n; i++)
        for (size_t c = 0; c < r->C; c++)
            r->x[i][c] = j == r->n || i == j
                             ? E[(size_t)r->t[i] * r->C + c] + P[i * r->C + c]
                             : 0;
}

static void refer(struct reference *r, struct inspection *l, bool gated)
{
    *r = (struct reference){
        .l = l, .C = l->C, .H = l->H, .D = l->C / l->H, .F = 44, .gated = gated};
    r->t = ids_of(l, LINE, &r->n);
    run_text(l, LINE);
    r->V = l->V;
    r->hidden = r->n;
    embed(r, r->n);
    run_from(r, 0, r->x, false);
}

/* The logit of y less the mean of all. */
static double centred(const double *z, size_t V, size_t y)
{
    double mean = 0;
    for (size_t v = 0; v < V; v++) mean += z[v] / (double)V;
    return z[y] - mean;
}

static void check_shares(const char *activation, bool gated)
{
    static struct reference r;
    INSPECTION(l, printed("'n_ff':44,'activation':'%s'", activation), 40);
    const size_t row = 14;
    const struct gf_json *a = ask(&l, "{'what':'why'," TEXT ",'position':14}");
    const size_t y = (size_t)number(a, "token");
    refer(&r, &l, gated);
    test("why: a share is what one embedding gives when all decisions are held (%s)",
         activation);
    double logit = centred(r.z[row], r.V, y), sum = 0;
    CHECK_NEAR(number(a, "logit"), logit, 2e-5);
    for (size_t j = 0; j < r.n; j++) {
        embed(&r, j);
        run_from(&r, 0, r.x, true);
        double want = centred(r.z[row], r.V, y);
        double got = cell(a, "shares", 0, j) + cell(a, "shares", 1, j);
        CHECK_NEAR(got, want, 2e-5);
        CHECK(j <= row || got == 0);
        sum += want;
    }
    CHECK_NEAR(number(a, "constant"), logit - sum, 4e-5);
    CHECK_THAT(fabs(sum) > 0.1, "%g", sum);

    test("why: what each MLP adds at each position, carried on when all is held (%s)",
         activation);
    double size = 0;
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < r.n; i++) {
            memset(r.x, 0, sizeof r.x);
            memcpy(r.x[i], r.added[m][i], sizeof r.x[i]);
            run_from(&r, m + 1, r.x, true);
            double want = centred(r.z[row], r.V, y);
            CHECK_NEAR(cell(a, "mlps", m, i), want, 2e-5);
            size += m == 0 ? fabs(want) : 0;
        }
    CHECK_THAT(size > 0.1, "%g", size);

    test("hide: the probability when no position may attend to one token (%s)",
         activation);
    const struct gf_json *h =
        ask(&l, "{'what':'hide'," TEXT ",'position':%zu,'token':%zu}", row, y);
    double most = 0;
    run_text(&l, LINE); /* for its parameters */
    for (size_t j = 0; j <= row; j++) {
        r.hidden = j;
        embed(&r, r.n);
        run_from(&r, 0, r.x, false);
        double p = exp(-ref_cross_entropy(r.z[row], r.V, (int32_t)y));
        CHECK_NEAR(cell(h, "hidden", 0, j), p, 2e-6);
        most = fmax(most, fabs(p - number(h, "p")));
    }
    r.hidden = r.n;
    embed(&r, r.n);
    run_from(&r, 0, r.x, false);
    CHECK_NEAR(number(h, "p"), exp(-ref_cross_entropy(r.z[row], r.V, (int32_t)y)),
               2e-6);
    CHECK_THAT(most > 1e-3, "%g", most);
    for (size_t j = row + 1; j < r.n; j++)
        CHECK(cell(h, "hidden", 0, j) == number(h, "p"));
    test("hide: a few tokens at a time, and nothing of the others (%s)", activation);
    const struct gf_json *few = ask(
        &l, "{'what':'hide'," TEXT ",'position':%zu,'token':%zu,'first':1,'count':2}",
        row, y);
    for (size_t j = 0; j < r.n; j++) {
        const double part = cell(few, "hidden", 0, j);
        CHECK(j == 1 || j == 2 ? part == cell(h, "hidden", 0, j) : part != part);
    }
    test("hide: the model is as before (%s)", activation);
    const struct gf_json *b =
        ask(&l, "{'what':'why'," TEXT ",'position':%zu,'token':%zu}", row, y);
    CHECK(number(b, "logit") == number(a, "logit"));
}

TESTS(test_shares)
{
    check_shares("gelu", false);
    check_shares("swiglu", true);
}

/* Direct attribution of a part of the last layer, against the mean of all tokens: the mean of
 * the attributions against each. */
static double direct_share(struct inspection *l, const char *part, size_t head,
                           size_t row, size_t y)
{
    double share = 0;
    for (size_t v = 0; v < l->V; v++) {
        if (v == y) continue;
        const struct gf_json *d = ask(
            l, "{'what':'attribution'," TEXT ",'position':%zu,'token':%zu,'rival':%zu}",
            row, y, v);
        for (const struct gf_json *s = gf_json_get(d, "shares")->first; s;
             s = s->next) {
            bool is_head =
                strcmp(part, "head") != 0 || number(s, "head") == (double)head;
            bool is_last = number(s, "layer") == (double)(l->L - 1);
            if (strcmp(words(s, "part"), part) == 0 && is_head && is_last)
                share += number(s, "share") / (double)l->V;
        }
    }
    return share;
}

/* In the last layer an edge goes from its key to the row; what it carries is the head's share
 * of direct logit attribution, but for biases. */
TEST("why: edges into the row in the last layer add up to each head's attribution")
{
    INSPECTION(l, "'bias_qkv':false,'bias_norm':false,'mlp':false", 40);
    const size_t row = 14, y = 4;
    const struct gf_json *a =
        ask(&l, "{'what':'why'," TEXT ",'position':%zu,'token':%zu}", row, y);
    size_t n = run_text(&l, LINE);
    for (size_t h = 0; h < l.H; h++) {
        double edges = 0, others = 0;
        for (size_t j = 0; j < n; j++) {
            size_t square = ((l.L - 1) * l.H + h) * n;
            edges += cell(a, "edges", square + row, j);
            for (size_t i = 0; i < n; i++)
                others += i == row ? 0 : fabs(cell(a, "edges", square + i, j));
        }
        CHECK_NEAR(edges, direct_share(&l, "head", h, row, y), 2e-5);
        CHECK(others == 0);
    }
}

/* The same of the MLP after it. */
TEST("why: what an MLP of the last layer adds is its attribution")
{
    INSPECTION(l, "", 40);
    const size_t row = 14, y = 4;
    const struct gf_json *a =
        ask(&l, "{'what':'why'," TEXT ",'position':%zu,'token':%zu}", row, y);
    CHECK_NEAR(cell(a, "mlps", l.L - 1, row), direct_share(&l, "mlp", 0, row, y), 2e-5);
}

static void check_sum(const char *config, const char *request)
{
    INSPECTION(l, config, 30);
    const struct gf_json *a = ask(&l, "{'what':'why'%s}", request);
    test("why: the shares and the constant add up to the logit (%s)", config);
    /* Floats of the engine: 1e-6 of the parts, which may be larger than their sum. */
    CHECK_NEAR(number(a, "sum"), number(a, "logit"),
               1e-4 * fmax(1, fabs(number(a, "logit"))));
    CHECK_THAT(fabs(number(a, "logit") - number(a, "constant")) > 1e-3, "%g of %g",
               number(a, "constant"), number(a, "logit"));
}

TESTS(test_sums)
{
    static const char *const configs[] = {
        "",
        "'bias_head':true,'tied_head':false",
        ("'norm':'rms','activation':'swiglu','positions':'rotary','bias':false,"
         "'n_embd':18"),
        "'norm':'std','norm_place':'post','activation':'relu'",
        "'norm_place':'none','final_norm':'none','learning_rate':0.001",
        "'activation':'gelu_tanh','positions':'sinusoidal','scale_embedding':true",
        "'activation':'relu2','positions':'alibi','qk_norm':true",
        "'n_kv_head':1,'positions':'rotary','parallel':true,'n_embd':18",
        "'attention':'simple','n_kv_head':1",
        "'attention':'simple','attn_proj':false",
        "'residual':false,'norm_place':'none','final_norm':'none'",
        "'causal':false",
        "'mlp':false,'arch':'attention_only'",
        "'logit_softcap':3",
        "'lora_rank':2",
        "'arch':'averaging','n_layer':1,'n_head':1",
        "'n_layer':0",
    };
    for (size_t i = 0; i < GF_COUNT(configs); i++) check_sum(configs[i], "," TEXT);
    check_sum("'arch':'encoder','task':'names','block_size':48,'tied_head':false", "");
    check_sum("'arch':'encoder_decoder','task':'reverse','block_size':14,"
              "'source_block_size':12",
              "");
    check_sum("'arch':'encoder_decoder','task':'reverse','block_size':14,"
              "'source_block_size':12,'norm_place':'post','attention':'simple'",
              "");

    test("why: heads that are off carry nothing, and the shares still add up");
    INSPECTION(l, "", 30);
    CHECK_OK(gf_session_set_head_mask(l.session, 0, 1, 0, &why));
    const struct gf_json *off = ask(&l, "{'what':'why'," TEXT "}");
    CHECK_NEAR(number(off, "sum"), number(off, "logit"), 1e-4);
    size_t n = run_text(&l, LINE);
    double through = 0, others = 0;
    for (size_t i = 0; i < l.H * l.L * n; i++)
        for (size_t j = 0; j < n; j++)
            *(i / n == 1 ? &through : &others) += fabs(cell(off, "edges", i, j));
    CHECK(through == 0 && others > 0.1);

    test("why, hide: where they do not apply");
    INSPECTION(pairs, "'arch':'bigram'", 5);
    CHECK_HAS(words(ask(&pairs, "{'what':'why'," TEXT "}"), "obstacle.message"),
              "no output layer");
    CHECK_HAS(ask_invalid(&pairs, "{'what':'hide'," TEXT "}"), "no attention");
}
