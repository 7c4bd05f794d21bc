/* Lens, attribution, ablation and importance: what the parts of a model do for its guesses.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "kernels/kernels.h"
#include "inspecting.h"

#define LINE "the old fox saw a hen."

/* ---- lens ------------------------------------------------------------------------------ */

static const char *const components[] = {
    "transformer.embed", "transformer.h.0.attn.c_proj", "transformer.h.0.mlp.c_proj",
    "transformer.h.1.attn.c_proj", "transformer.h.1.mlp.c_proj"};

static void test_lens(void)
{
    struct looking l;
    double z[64];
    size_t n_ids;
    int32_t t[64];
    looking_open(&l, "", 40, false);
    const struct gf_json *lens = ask(&l, "{\"what\":\"lens\",\"text\":\"" LINE "\"}");
    test("lens: every depth guesses what the last norm and layer make of its stream");
    size_t n = look(&l, LINE);
    gf_tokenizer_encode(&l.tokenizer, LINE, strlen(LINE), t, &n_ids, NULL);
    CHECK(length(lens, "depths") == 5);
    for (size_t s = 0; s < 5; s++) {
        const double *x = tensor(&l, components[s], NULL, NULL);
        for (size_t i = 0; i + 1 < n; i++) {
            logits_of(&l, x + i * l.C, z);
            size_t y = (size_t)t[i + 1], rank = 1, top = 0;
            for (size_t v = 0; v < l.V; v++) {
                rank += z[v] > z[y];
                top = z[v] > z[top] ? v : top;
            }
            /* Logits of order 10 in float: 1e-6 of their exponentials. */
            CHECK_NEAR(cell(lens, "p", s, i), exp(-surprise_of(z, l.V, y)), 2e-6);
            CHECK(cell(lens, "rank", s, i) == (double)rank);
            CHECK(cell(lens, "top", s, i) == (double)top);
            CHECK_NEAR(cell(lens, "top_p", s, i), exp(-surprise_of(z, l.V, top)), 2e-6);
        }
        CHECK(isnan(cell(lens, "p", s, n - 1)) && cell(lens, "rank", s, n - 1) == 0);
    }

    test("lens: the last depth is the output, to the bit");
    struct gf_view logits;
    CHECK(gf_lab_tensor(l.lab, "lm_head", &logits, NULL) == GF_OK);
    for (size_t i = 0; i + 1 < n; i++) {
        float p[64];
        gf_k->softmax(p, logits.data + i * l.V, 1, l.V, 1);
        CHECK(cell(lens, "p", 4, i) == (double)p[t[i + 1]]);
    }

    test("lens: the loss of a depth is its mean over the probe set");
    const struct gf_json *report = ask(&l, "{\"what\":\"head_report\",\"lens\":true}");
    CHECK(number(report, "lens.loss.4") == number(report, "loss"));
    CHECK_NEAR(number(report, "lens.uniform"), log((double)l.V), 1e-12);
    double sum = 0, rows = 0;
    for (size_t w = 0; w < 8; w++) {
        size_t start = gf_corpus_eval_start(&l.corpus, GF_SPLIT_VAL, l.T, 8, w);
        const int32_t *y = gf_corpus_tokens(&l.corpus, GF_SPLIT_VAL) + start + 1;
        look(&l, probe_text(&l, w));
        const double *x = tensor(&l, components[1], NULL, NULL);
        for (size_t i = 0; i < l.T; i++) {
            logits_of(&l, x + i * l.C, z);
            sum += surprise_of(z, l.V, (size_t)y[i]);
            rows++;
        }
    }
    CHECK_NEAR(number(report, "lens.loss.1"), sum / rows, 2e-6);
    looking_close(&l);
}

/* ---- attribution ------------------------------------------------------------------------ */

/* The share of a head, from its definition with the factor of the norm held fast. */
static double slow_share(struct looking *l, size_t layer, size_t head, size_t i,
                         size_t y)
{
    char name[64];
    snprintf(name, sizeof name, "transformer.h.%zu.attn", layer);
    size_t C = l->C, D = C / l->H;
    const double *o = tensor(l, name, NULL, NULL) + i * C + head * D;
    snprintf(name, sizeof name, "transformer.h.%zu.attn.c_proj.weight", layer);
    const double *W = parameter(l, name), *U = parameter(l, "lm_head.weight");
    const double *g = parameter(l, "transformer.ln_f.weight");
    const double *x = tensor(l, components[4], NULL, NULL) + i * C;
    double mean = 0, var = 0, into_mean = 0, share = 0, into[64] = {0};
    for (size_t c = 0; c < C; c++) mean += x[c] / (double)C;
    for (size_t c = 0; c < C; c++) {
        var += (x[c] - mean) * (x[c] - mean) / (double)C;
        for (size_t d = 0; d < D; d++) into[c] += W[c * C + head * D + d] * o[d];
        into_mean += into[c] / (double)C;
    }
    for (size_t c = 0; c < C; c++) {
        share += (into[c] - into_mean) / sqrt(var + 1e-5) * g[c] * U[y * C + c];
    }
    return share;
}

static void test_attribution(void)
{
    struct looking l;
    looking_open(&l, "\"bias_head\":true", 40, false);
    const struct gf_json *a = ask(&l, "{\"what\":\"attribution\",\"text\":\"" LINE
                                      "\",\"position\":9,\"token\":3}");
    test(
        "attribution: a head's share is its output through W_O, norm and output layer");
    look(&l, LINE);
    const struct gf_json *shares = gf_json_get(a, "shares");
    size_t n_heads = 0;
    for (const struct gf_json *s = shares->first; s; s = s->next) {
        if (strcmp(words(s, "part"), "head") == 0) {
            double want = slow_share(&l, (size_t)number(s, "layer"),
                                     (size_t)number(s, "head"), 9, 3);
            CHECK_NEAR(number(s, "share"), want, 1e-5);
            n_heads++;
        }
    }
    CHECK(n_heads == l.L * l.H);
    CHECK(number(a, "position") == 9 && number(a, "token") == 3);

    test("attribution: against a rival it is the difference of two");
    const struct gf_json *b = ask(&l, "{\"what\":\"attribution\",\"text\":\"" LINE
                                      "\",\"position\":9,\"token\":7}");
    const struct gf_json *d = ask(&l, "{\"what\":\"attribution\",\"text\":\"" LINE
                                      "\",\"position\":9,\"token\":3,\"rival\":7}");
    CHECK_NEAR(number(d, "sum"), number(a, "sum") - number(b, "sum"), 1e-12);
    const struct gf_json *strongest =
        ask(&l, "{\"what\":\"attribution\",\"text\":\"" LINE
                "\",\"position\":9,\"token\":3,\"against\":\"strongest\"}");
    size_t rival = (size_t)number(strongest, "rival");
    look(&l, LINE);
    const double *z = tensor(&l, "lm_head", NULL, NULL) + 9 * l.V;
    for (size_t v = 0; v < l.V; v++) CHECK(v == 3 || z[v] <= z[rival]);
    CHECK(rival != 3);

    test("attribution: a token can be given as a character");
    const struct gf_json *q =
        ask(&l, "{\"what\":\"attribution\",\"text\":\"" LINE "\",\"token\":\"x\"}");
    int32_t x;
    size_t n;
    gf_tokenizer_encode(&l.tokenizer, "x", 1, &x, &n, NULL);
    CHECK(number(q, "token") == (double)x);
    looking_close(&l);
}

static void test_closing(const char *config, bool applies)
{
    struct looking l;
    test("attribution: %s with %s", applies ? "closes" : "says why it does not apply",
         config);
    looking_open(&l, config, 15, false);
    for (size_t i = 0; i < 20; i += 3) {
        const struct gf_json *a = ask(
            &l, "{\"what\":\"attribution\",\"text\":\"" LINE "\",\"position\":%zu}", i);
        double sum = number(a, "sum"), logit = number(a, "logit");
        if (applies) {
            /* The engine's own float sums are what does not close. */
            CHECK_NEAR(sum, logit, 1e-5 * fmax(1, fabs(logit)));
        } else {
            CHECK(isnan(sum) && words(a, "obstacle.message"));
            const struct gf_json *lens =
                ask(&l, "{\"what\":\"lens\",\"text\":\"" LINE "\"}");
            CHECK(words(lens, "obstacle.message"));
            const struct gf_json *report =
                ask(&l, "{\"what\":\"head_report\",\"lens\":true}");
            CHECK(words(report, "lens.obstacle.message"));
        }
    }
    looking_close(&l);
}

static void test_all_closing(void)
{
    static const char *const closing[] = {
        "\"norm\":\"rms\"",
        "\"norm\":\"std\"",
        "\"norm_place\":\"none\"",
        "\"norm_place\":\"none\",\"final_norm\":\"layer\"",
        "\"bias_norm\":false,\"bias_mlp\":false,\"bias_attn_out\":false",
        "\"bias_head\":true,\"tied_head\":false",
        "\"positions\":\"none\",\"scale_embedding\":true",
        "\"positions\":\"sinusoidal\"",
        "\"positions\":\"rotary\",\"n_embd\":18",
        "\"attention\":\"simple\"",
        "\"attn_proj\":false",
        "\"arch\":\"attention_only\",\"mlp\":false",
        "\"activation\":\"relu\",\"n_ff\":7",
        "\"head_input\":\"tokens\""};
    static const char *const not_closing[] = {
        "\"norm_place\":\"post\"", "\"residual\":false", "\"arch\":\"bigram\"",
        "\"arch\":\"averaging\""};
    for (size_t i = 0; i < sizeof closing / sizeof closing[0]; i++) {
        test_closing(closing[i], true);
    }
    for (size_t i = 0; i < sizeof not_closing / sizeof not_closing[0]; i++) {
        test_closing(not_closing[i], false);
    }
}

/* ---- ablation -------------------------------------------------------------------------- */

static void test_ablation(const char *config)
{
    struct looking l;
    test("ablation: equals an evaluation with the head's gate at 0, to the bit (%s)",
         config);
    looking_open(&l, config, 40, false);
    const struct gf_json *all = ask(&l, "{\"what\":\"ablate_all\",\"sequences\":8}");
    double plain = number(ask(&l, "{\"what\":\"head_report\"}"), "loss");
    for (size_t i = 0; i < l.L * l.H; i++) {
        size_t layer = i / l.H, head = i % l.H, n;
        const struct gf_json *a = ask(
            &l,
            "{\"what\":\"ablate\",\"layer\":%zu,\"head\":%zu,\"text\":\"" LINE "\"}",
            layer, head);
        n = look(&l, LINE);
        const double *on = tensor(&l, "loss", NULL, NULL);
        CHECK(gf_lab_set_gate(l.lab, layer, head, 0, NULL) == GF_OK);
        double off_loss = number(ask(&l, "{\"what\":\"head_report\"}"), "loss");
        look(&l, LINE);
        const double *off = tensor(&l, "loss", NULL, NULL);
        struct gf_evaluation e = {0}; /* the windows of P are those of an evaluation */
        CHECK(gf_lab_evaluate(l.lab, GF_SPLIT_VAL, 8, &e, NULL) == GF_OK);
        CHECK(number(a, "loss_off") == e.loss);
        gf_lab_set_gate(l.lab, layer, head, 1, NULL);
        CHECK(number(a, "loss") == plain);
        CHECK(number(a, "loss_off") == off_loss);
        CHECK_NEAR(number(a, "delta"), off_loss - plain, 1e-12);
        char path[32];
        snprintf(path, sizeof path, "delta.%zu", i);
        CHECK_NEAR(number(all, path), off_loss - plain, 1e-12);
        for (size_t t = 0; t + 1 < n; t++) {
            CHECK(cell(a, "rows", 0, t) == on[t]);
            CHECK(cell(a, "rows", 1, t) == off[t]);
        }
        CHECK(isnan(cell(a, "rows", 0, n - 1)));
    }
    looking_close(&l);
}

/* The last attention of a model without MLPs: what follows it can be done by hand. */
static void test_mean_ablation(void)
{
    struct looking l;
    test("ablation: the mean over the probe set takes the place of the head's output");
    looking_open(&l, "\"arch\":\"attention_only\",\"mlp\":false", 40, false);
    size_t C = l.C, D = C / l.H, head = 1;
    double mean[16] = {0}, z[64], x[64], loss = 0, rows = 0;
    for (size_t w = 0; w < 8; w++) {
        look(&l, probe_text(&l, w));
        const double *o = tensor(&l, "transformer.h.1.attn", NULL, NULL);
        for (size_t i = 0; i < l.T; i++) {
            for (size_t d = 0; d < D; d++) {
                mean[d] += o[i * C + head * D + d] / (8.0 * (double)l.T);
            }
        }
    }
    const double *W = parameter(&l, "transformer.h.1.attn.c_proj.weight");
    for (size_t w = 0; w < 8; w++) {
        size_t start = gf_corpus_eval_start(&l.corpus, GF_SPLIT_VAL, l.T, 8, w);
        const int32_t *y = gf_corpus_tokens(&l.corpus, GF_SPLIT_VAL) + start + 1;
        look(&l, probe_text(&l, w));
        const double *o = tensor(&l, "transformer.h.1.attn", NULL, NULL);
        const double *m = tensor(&l, "transformer.h.1.attn.c_proj", NULL, NULL);
        for (size_t i = 0; i < l.T; i++, rows++) {
            for (size_t c = 0; c < C; c++) {
                x[c] = m[i * C + c];
                for (size_t d = 0; d < D; d++) {
                    x[c] +=
                        W[c * C + head * D + d] * (mean[d] - o[i * C + head * D + d]);
                }
            }
            logits_of(&l, x, z);
            loss += surprise_of(z, l.V, (size_t)y[i]);
        }
    }
    const struct gf_json *a =
        ask(&l, "{\"what\":\"ablate\",\"layer\":1,\"head\":1,\"mode\":\"mean\"}");
    CHECK_NEAR(number(a, "loss_off"), loss / rows, 2e-6);
    CHECK(number(a, "delta") != 0);
    looking_close(&l);
}

static void test_sample(void)
{
    struct looking l;
    test("ablation: the sample without the head is what a switched-off head writes");
    looking_open(&l, "", 40, false);
    const struct gf_json *a =
        ask(&l, "{\"what\":\"ablate\",\"layer\":0,\"head\":2,\"text\":\"the old \","
                "\"sample\":{\"chars\":30,\"seed\":5}}");
    for (int off = 0; off < 2; off++) {
        char text[64] = {0};
        struct gf_written w;
        gf_lab_set_gate(l.lab, 0, 2, off ? 0 : 1, NULL);
        gf_lab_prompt(l.lab, "the old ", 8, 0, NULL);
        for (int i = 0; i < 30; i++) {
            gf_lab_write(l.lab,
                         &(struct gf_sampling){.temperature = 1, .top_p = 1, .seed = 5},
                         &w, NULL);
            strncat(text, w.text, w.n_text);
        }
        CHECK_TEXT(words(a, off ? "sample_off" : "sample"), text);
    }
    looking_close(&l);
}

/* ---- importance ------------------------------------------------------------------------- */

static double loss_with_gate(struct looking *l, size_t layer, size_t head, float gate)
{
    gf_lab_set_gate(l->lab, layer, head, gate, NULL);
    double loss =
        number(ask(l, "{\"what\":\"head_report\",\"text\":\"" LINE "\"}"), "loss");
    gf_lab_set_gate(l->lab, layer, head, 1, NULL);
    return loss;
}

static void test_importance(const char *config)
{
    struct looking l;
    test("importance: is the slope of the loss along the head's gate (%s)", config);
    looking_open(&l, config, 40, false);
    const struct gf_json *report =
        ask(&l, "{\"what\":\"head_report\",\"importance\":true,\"text\":\"" LINE "\"}");
    for (size_t i = 0; i < l.L * l.H; i++) {
        char path[32];
        snprintf(path, sizeof path, "importance.%zu", i);
        double up = loss_with_gate(&l, i / l.H, i % l.H, 1.0625f);
        double down = loss_with_gate(&l, i / l.H, i % l.H, 0.9375f);
        /* Central difference with step 1/16: curvature leaves about 1e-3 of a loss that
         * changes by tenths. */
        CHECK_NEAR(number(report, path), fabs(up - down) / 0.125, 3e-3);
    }
    looking_close(&l);
}

/* ---- by position, and against pairs --------------------------------------------------- */

/* Logits and targets of window w of the probe set. */
static const double *window(struct looking *l, size_t w, const int32_t **tokens)
{
    size_t start = gf_corpus_eval_start(&l->corpus, GF_SPLIT_VAL, l->T, 8, w);
    *tokens = gf_corpus_tokens(&l->corpus, GF_SPLIT_VAL) + start;
    look(l, probe_text(l, w));
    return tensor(l, "lm_head", NULL, NULL);
}

static void test_positions(void)
{
    struct looking l;
    test("positions: the loss of each place, and what a longer context saves");
    looking_open(&l, "\"block_size\":40", 30, false);
    const struct gf_json *report =
        ask(&l, "{\"what\":\"head_report\",\"positions\":true}");
    double loss[64] = {0}, near = 0, far = 0;
    for (size_t w = 0; w < 8; w++) {
        const int32_t *t;
        const double *z = window(&l, w, &t);
        for (size_t i = 0; i < l.T; i++) {
            loss[i] += surprise_of(z + i * l.V, l.V, (size_t)t[i + 1]) / 8;
        }
    }
    for (size_t i = 0; i < l.T; i++) {
        CHECK_NEAR(cell(report, "positions.loss", 0, i), loss[i], 2e-6);
        near += i >= 8 && i < 16 ? loss[i] / 8 : 0;
        far += i >= l.T / 2 ? loss[i] / (double)(l.T / 2) : 0;
    }
    CHECK_NEAR(number(report, "positions.gain"), near - far, 2e-6);
    looking_close(&l);
}

static void test_pair_distance(void)
{
    struct looking l;
    test("pairs: the divergence from counted pairs is its definition");
    looking_open(&l, "", 30, false);
    const struct gf_json *report = ask(&l, "{\"what\":\"head_report\",\"pairs\":true}");
    double counts[32][32] = {{0}}, total[32] = {0}, sum = 0;
    const int32_t *t = gf_corpus_tokens(&l.corpus, GF_SPLIT_TRAIN);
    for (size_t i = 0; i + 1 < l.corpus.n_train; i++) {
        counts[t[i]][t[i + 1]]++;
        total[t[i]]++;
    }
    for (size_t w = 0; w < 8; w++) {
        const double *z = window(&l, w, &t);
        for (size_t i = 0; i < l.T; i++) {
            size_t u = (size_t)t[i];
            for (size_t y = 0; y < l.V; y++) {
                double p = exp(-surprise_of(z + i * l.V, l.V, y));
                double q = (counts[u][y] + 0.1) / (total[u] + 0.1 * (double)l.V);
                sum += p * log(p / q) / (8.0 * (double)l.T);
            }
        }
    }
    CHECK_NEAR(number(report, "pair_distance"), sum, 2e-6);
    looking_close(&l);
}

int main(void)
{
    test_positions();
    test_pair_distance();
    test_lens();
    test_attribution();
    test_all_closing();
    test_ablation("");
    test_ablation("\"attention\":\"simple\"");
    test_ablation("\"attn_proj\":false,\"norm_place\":\"post\"");
    test_mean_ablation();
    test_sample();
    test_importance("");
    test_importance("\"attention\":\"simple\"");
    return test_finish();
}
