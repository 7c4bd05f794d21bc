/* The masks of the next step: those that its forward pass applies.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "api/session.h"
#include "inspecting.h"

#define ALL \
    "'embd_pdrop':0.2,'attn_pdrop':0.3,'resid_pdrop':0.1,'mlp_pdrop':0.4," \
    "'n_layer':1"

struct step {
    struct inspection *l;
    struct gf_graph *graph;
    size_t b; /* sequence */
};

static const float *value(const struct step *s, const char *name)
{
    const struct gf_tensor *t = gf_graph_tensor(s->graph, name);
    return t->value + s->b * s->l->T * t->width;
}

static const struct gf_json *site(const struct step *s, size_t n, size_t head)
{
    return ask(s->l, "{'what':'dropout','site':%zu,'head':%zu,'sequence':%zu}", n, head,
               s->b);
}

/* A share p of the elements is 0, the others 1 / (1 - p). */
static void check_share(const struct gf_json *a, double p, size_t rows, size_t columns)
{
    double dropped = 0, n = (double)(rows * columns);
    CHECK(number(a, "mask.shape.0") == (double)rows);
    CHECK(number(a, "mask.shape.1") == (double)columns);
    for (size_t i = 0; i < rows * columns; i++) {
        double m = cell(a, "mask", i / columns, i % columns);
        dropped += m == 0;
        if (m != 0) CHECK_NEAR(m, 1 / (1 - p), 1e-6);
    }
    /* Five standard deviations of a binomial share. */
    CHECK_NEAR(dropped / n, p, 5 * sqrt(p * (1 - p) / n));
}

/* Runs the forward pass of the next step over the whole batch, as the step does. */
static void forward(struct gf_trainer *tr)
{
    struct gf_batch batch =
        gf_trainer_batch(tr, 0, (size_t)tr->model->config.batch_size);
    struct gf_run run = gf_model_run(tr->model, tr->graph, &batch);
    gf_graph_forward(&run);
}

/* q, k, v of the last head: parts of one tensor, or tensors of their own. */
static void check_attention(struct step *s, const struct gf_json *a, bool simple)
{
    size_t C = s->l->C, D = C / s->l->H, T = s->l->T, at = C - D;
    forward(&s->l->session->trainer);
    const float *all = simple ? NULL : value(s, "transformer.h.0.attn.c_attn") + at;
    const float *q = simple ? value(s, "transformer.h.0.attn.heads.2.q_lin") : all;
    const float *k = simple ? value(s, "transformer.h.0.attn.heads.2.k_lin") : all + C;
    const float *v =
        simple ? value(s, "transformer.h.0.attn.heads.2.v_lin") : all + 2 * C;
    const float *o = value(s, "transformer.h.0.attn") + at; /* of all heads */
    size_t ld = simple ? D : 3 * C;
    for (size_t i = 0; i < T; i++) {
        double w[64], sum = 0;
        for (size_t j = 0; j <= i; j++) {
            double dot = 0;
            for (size_t d = 0; d < D; d++)
                dot += (double)q[i * ld + d] * (double)k[j * ld + d];
            sum += w[j] = exp(dot / sqrt((double)D));
        }
        for (size_t d = 0; d < D; d++) {
            double mix = 0;
            for (size_t j = 0; j <= i; j++)
                mix += w[j] / sum * cell(a, "mask", i, j) * (double)v[j * ld + d];
            CHECK_NEAR(o[i * C + d], mix, 1e-5 * fmax(1, fabs(mix)));
        }
    }
}

/* Where the mask is 0, and nowhere else, the result is what it is added to; NULL: nothing. */
static void check_zeros(struct step *s, const struct gf_json *a, const char *name,
                        const char *residual)
{
    forward(&s->l->session->trainer);
    const float *y = value(s, name), *x = residual ? value(s, residual) : NULL;
    for (size_t i = 0; i < s->l->T * s->l->C; i++) {
        bool is_off = cell(a, "mask", i / s->l->C, i % s->l->C) == 0;
        CHECK(is_off == (y[i] == (x ? x[i] : 0)));
    }
}

static void test_masks(const char *config, bool simple)
{
    test("dropout: the masks are those that the next step applies (%s)", config);
    INSPECTION(l, config, 3);
    /* The graph of an inspection keeps every value, that of training reuses memory. */
    struct gf_trainer *tr = &l.session->trainer;
    struct gf_arena arena SCOPED(gf_arena_free) = {0};
    struct gf_graph *trains = tr->graph;
    tr->graph = gf_model_graph(&l.session->model, &arena, GF_GRAPH_INSPECT,
                               (size_t)l.session->model.config.batch_size, false, NULL);
    struct step s = {.l = &l, .graph = tr->graph};
    size_t H = l.H, n_heads = simple ? H : 1;
    for (s.b = 0; s.b < 5; s.b += 2) {
        const struct gf_json *a = site(&s, 0, 0);
        CHECK(number(a, "step") == 3);
        CHECK(length(a, "sites") == 3 + n_heads);
        CHECK_TEXT(words(a, "sites.0.name"), "transformer.embed");
        check_share(a, 0.2, l.T, l.C);
        check_zeros(&s, a, "transformer.embed", NULL);
        size_t h = H - 1;
        a = simple ? site(&s, 1 + h, 0) : site(&s, 1, h);
        CHECK(number(a, "sites.1.heads") == (double)(simple ? 1 : H));
        check_share(a, 0.3, l.T, l.T);
        check_attention(&s, a, simple);
        a = site(&s, 1 + n_heads, 0);
        check_share(a, 0.1, l.T, l.C);
        check_zeros(&s, a, "transformer.h.0.attn.c_proj", "transformer.embed");
        a = site(&s, 2 + n_heads, 0);
        check_share(a, 0.4, l.T, l.C);
        check_zeros(&s, a, "transformer.h.0.mlp.c_proj", "transformer.h.0.attn.c_proj");
    }
    tr->graph = trains;

    test("dropout: losses with the masks and without (%s)", config);
    s.b = 1;
    const struct gf_json *a = site(&s, 0, 0);
    struct gf_batch batch = gf_trainer_batch(tr, 1, 1);
    CHECK(number(a, "loss") != number(a, "loss_evaluated"));
    double sum = 0;
    gf_activations_run(&l.session->activations, batch.tokens[0], l.T, false);
    const float *z = l.session->activations.graph->logits->value;
    double row[128];
    for (size_t t = 0; t < l.T; t++) {
        for (size_t v = 0; v < l.V; v++) row[v] = (double)z[t * l.V + v];
        sum += ref_cross_entropy(row, l.V, batch.target[t]);
    }
    CHECK_NEAR(number(a, "loss_evaluated"), sum / (double)l.T, 1e-5);
    const struct gf_json *next = ask(&l, "{'what':'next_update'}");
    double mean = 0;
    for (s.b = 0; s.b < 5; s.b++) mean += number(site(&s, 0, 0), "loss") / 5;
    CHECK_NEAR(number(next, "loss"), mean, 1e-5);
}

TEST("dropout: a step has other masks than the one before")
{
    INSPECTION(l, ALL, 2);
    const struct gf_json *a = ask(&l, "{'what':'dropout'}");
    gf_session_step(l.session, NULL, NULL);
    const struct gf_json *b = ask(&l, "{'what':'dropout'}");
    size_t differ = 0;
    for (size_t t = 0; t < l.T; t++)
        for (size_t c = 0; c < l.C; c++)
            differ += cell(a, "mask", t, c) != cell(b, "mask", t, c);
    CHECK(differ > l.T);
}

TEST("dropout: a model without it has no site, and the answer no mask")
{
    INSPECTION(l, "'attn_pdrop':0", 1);
    const struct gf_json *a = ask(&l, "{'what':'dropout'}");
    CHECK(length(a, "sites") == 0);
    CHECK(length(a, "mask") == 0);
    CHECK(isnan(number(a, "loss")));
    CHECK_TEXT(ask_invalid(&l, "{'what':'dropout','sequence':5}"),
               "\"sequence\" must be a whole number from 0 to 4.");
}

TESTS(cases)
{
    test_masks(ALL, false);
    test_masks(ALL ",'attention':'simple'", true);
}
