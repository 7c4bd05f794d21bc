/* Activations of a forward pass: names, gradients and the head mask, for every kind of
 * attention.
 * SPDX-License-Identifier: MIT */
#include "inspect/activations.h"

#include "harness.h"
#include "small_model.h"

#define SHAPE \
    "'n_layer':2,'n_head':3,'n_embd':15,'n_ff':22,'block_size':9, " \
    "'batch_size':3,'learning_rate':0.02,'warmup_steps':0,'bias_head':true"

static const struct {
    const char *what, *settings;
} models[] = {
    {"GPT", "{" SHAPE ",'resid_pdrop':0.2,'attn_pdrop':0.2}"},
    {"simple heads", "{" SHAPE ",'attention':'simple','tied_head':false}"},
    {"norm after, scores over the width",
     "{" SHAPE ",'norm_place':'post','score_scale':'width'}"},
    {"scores as they are", "{" SHAPE ",'score_scale':'none'}"},
    {"an encoder", "{" SHAPE ",'arch':'encoder'}"},
    {"no causal mask", "{" SHAPE ",'causal':false}"},
    {"one head and nothing else",
     "{" SHAPE ",'arch':'attention_only','residual':false,'mlp':false,"
     "'norm_place':'none','attn_proj':false}"},
};

/* A trained small model and its activations. */
struct run {
    struct small_model s;
    struct gf_activations activations;
    size_t T, H, D;
    const int32_t *text;
};

static void run_open(struct run *l, const char *settings)
{
    small_open(&l->s, settings, 0);
    small_train(&l->s, 4);
    l->activations = whole_activations(&l->s.model);
    l->T = (size_t)l->s.config.block_size;
    l->H = (size_t)l->s.config.n_head;
    l->D = (size_t)l->s.config.n_embd / l->H;
    l->text = gf_corpus_tokens(&l->s.corpus, GF_SPLIT_VAL);
}

static void run_close(struct run *l)
{
    gf_activations_free(&l->activations);
    small_close(&l->s);
}

static const float *tensor(struct run *l, const char *name, size_t *n)
{
    struct gf_view view = {0};
    CHECK_THAT(gf_activations_tensor(&l->activations, name, &view), "no %s", name);
    *n = view.rows * view.columns;
    return view.data;
}

static void check_view(struct run *l, const char *prefix, const char *name, bool there,
                       size_t rows, size_t columns)
{
    struct gf_view view;
    const char *full = printed("%s%s", prefix, name);
    bool found = gf_activations_tensor(&l->activations, full, &view);
    CHECK_THAT(found == there, "%s is %s", full, found ? "there" : "missing");
    CHECK_THAT(!found || (view.rows == rows && view.columns == columns),
               "%s is %zu x %zu, not %zu x %zu", full, view.rows, view.columns, rows,
               columns);
}

static void check_names(struct run *l, size_t n, bool has_grad)
{
    const struct gf_graph *g = l->activations.graph;
    const struct gf_layout *layout = &l->s.model.layout;
    for (int i = 0; i < g->n_node; i++) {
        const struct gf_tensor *t = &g->tensors[i];
        check_view(l, "", t->name, true, n, t->width);
        check_view(l, "grad:", t->name, has_grad && t->grad, n, t->width);
        for (int j = 0; j < i; j++)
            CHECK_THAT(strcmp(t->name, g->tensors[j].name) != 0, "%s twice", t->name);
        CHECK_THAT(gf_layout_find(layout, t->name) < 0, "%s names two things", t->name);
    }
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        size_t rows = p->n_dim == 2 ? p->dim[0] : 1, columns = p->n / rows;
        check_view(l, "", p->name, true, rows, columns);
        check_view(l, "grad:", p->name, has_grad, rows, columns);
    }
    check_view(l, "", "no such tensor", false, 0, 0);
    check_view(l, "grad:", "", false, 0, 0);
    check_view(l, "grad:grad:", "logits", false, 0, 0);
}

static void test_names(const char *what, const char *settings)
{
    test("%s: every tensor, parameter and gradient has a unique name", what);
    struct run l SCOPED(run_close);
    run_open(&l, settings);
    const size_t lengths[] = {l.T, 1, 4};
    for (size_t i = 0; i < 3; i++)
        for (int backward = 1; backward >= 0; backward--) {
            gf_activations_run(&l.activations, l.text, lengths[i], backward);
            check_names(&l, lengths[i], l.activations.has_grad);
            CHECK(backward || !l.activations.has_grad);
        }
}

/* The same sequence through a training graph, which reuses memory. */
static void test_gradients(const char *what, const char *settings)
{
    test("%s: gradients of the inspected graph are those of training, to the bit",
         what);
    struct run l SCOPED(run_close);
    run_open(&l, settings);
    SCOPED_ARENA(arena);
    struct gf_graph *g =
        gf_model_graph(&l.s.model, &arena, GF_GRAPH_TRAIN, 1, false, NULL);
    size_t n_grad = l.s.model.layout.n_grad;
    float *grad = gf_arena_array(&arena, n_grad, sizeof *grad);
    int32_t target[16];
    double loss;
    for (size_t n = 2; n <= l.T; n += 3) {
        gf_activations_run(&l.activations, l.text, n, true);
        bool marks = l.s.config.arch == GF_ARCH_ENCODER; /* has no next token */
        for (size_t t = 0; t < n; t++)
            target[t] = t + 1 < n && !marks ? l.text[t + 1] : -1;
        struct gf_batch batch = {.n_seq = 1,
                                 .n_time = {n},
                                 .tokens = {l.text},
                                 .target = target,
                                 .inv_count = 1.0f / (float)(n - 1),
                                 .n_shard = 1,
                                 .shard_end = {1}};
        struct gf_run run = gf_model_run(&l.s.model, g, &batch);
        run.grad = grad;
        run.loss = &loss;
        gf_graph_forward(&run);
        gf_graph_backward(&run);
        CHECK_BYTES(l.activations.grad, grad, n_grad * sizeof *grad);
        size_t n_loss, n_logits;
        const float *losses = tensor(&l, "loss", &n_loss);
        CHECK_BYTES(losses, g->loss->value, n * sizeof *losses);
        CHECK(losses[n - 1] == 0);
        const float *logits = tensor(&l, "lm_head", &n_logits);
        CHECK_BYTES(logits, g->logits->value, n_logits * sizeof *logits);

        /* The gradient of the logits, summed over rows, is that of the head's bias. */
        size_t V = n_logits / n, n_bias;
        const float *dz = tensor(&l, "grad:lm_head", &n_logits);
        const float *bias = tensor(&l, "grad:lm_head.bias", &n_bias);
        for (size_t v = 0; v < V && n_bias == V; v++) {
            double sum = 0;
            for (size_t t = 0; t < n; t++) sum += (double)dz[t * V + v];
            CHECK_NEAR(bias[v], sum, 1e-6);
        }
    }
}

TEST("averaging: row t has t + 1 equal weights, in each implementation")
{
    static const char *const ways[] = {"matrix", "loops", "softmax"};
    for (size_t w = 0; w < 3; w++) {
        struct run l SCOPED(run_close);
        float A[81], S[81];
        run_open(&l,
                 printed("{" SHAPE ",'arch':'averaging','averaging':'%s'}", ways[w]));
        gf_activations_run(&l.activations, l.text, 9, false);
        for (size_t i = 0; i < 81; i++) S[i] = 7;
        gf_activations_attention(&l.activations, 0, 0, A, S);
        for (size_t i = 0; i < 81; i++) {
            CHECK(S[i] == 0); /* there are no scores */
            double want = i % 9 <= i / 9 ? 1 / (double)(i / 9 + 1) : 0;
            CHECK_NEAR(A[i], want, 1e-7);
        }
    }
}

/* Column c of a layer's output projection belongs to head c / D. */
static void zero_columns(struct run *l, size_t layer, size_t head)
{
    int i = gf_layout_find(&l->s.model.layout,
                           printed("transformer.h.%zu.attn.c_proj.weight", layer));
    float *W = l->s.model.weights.value + l->s.model.layout.params[i].offset;
    size_t C = l->H * l->D;
    for (size_t r = 0; r < C; r++) memset(W + r * C + head * l->D, 0, l->D * sizeof *W);
    gf_model_changed(&l->s.model);
}

static void test_head_masks(const char *what, const char *settings)
{
    test("%s: a head mask of 0 equals zeros in the head's columns of the projection",
         what);
    struct run l SCOPED(run_close);
    run_open(&l, settings);
    size_t n_logits, n_value = l.s.model.layout.n_value;
    float *weights = malloc(n_value * sizeof *weights), whole[512], off[512];
    memcpy(weights, l.s.model.weights.value, n_value * sizeof *weights);
    gf_activations_run(&l.activations, l.text, l.T, false);
    const float *logits = tensor(&l, "lm_head", &n_logits);
    CHECK(n_logits <= 512);
    memcpy(whole, logits, n_logits * sizeof *logits);
    double loss = small_evaluate(&l.s, GF_SPLIT_VAL, 4).loss;

    for (size_t i = 0; i < l.s.model.n_attention * l.H; i++) {
        size_t layer = i / l.H, head = i % l.H;
        CHECK_OK(gf_model_set_head_mask(&l.s.model, layer, head, 0, &why));
        gf_activations_run(&l.activations, l.text, l.T, false);
        memcpy(off, logits, n_logits * sizeof *off);
        double without = small_evaluate(&l.s, GF_SPLIT_VAL, 4).loss;
        CHECK(memcmp(off, whole, n_logits * sizeof *off) != 0 && without != loss);

        CHECK_OK(gf_model_set_head_mask(&l.s.model, layer, head, 1, &why));
        CHECK(!l.s.model.has_head_mask);
        gf_activations_run(&l.activations, l.text, l.T, false);
        CHECK_BYTES(logits, whole, n_logits * sizeof *whole);

        zero_columns(&l, layer, head);
        gf_activations_run(&l.activations, l.text, l.T, false);
        for (size_t k = 0; k < n_logits; k++) CHECK(logits[k] == off[k]);
        CHECK(small_evaluate(&l.s, GF_SPLIT_VAL, 4).loss == without);
        memcpy(l.s.model.weights.value, weights, n_value * sizeof *weights);
        gf_model_changed(&l.s.model);
    }
    free(weights);
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(models); i++) {
        test_names(models[i].what, models[i].settings);
        test_gradients(models[i].what, models[i].settings);
    }
    for (size_t i = 0; i < 3; i++) test_head_masks(models[i].what, models[i].settings);
}

TEST(
    "activations take the memory of the line, and of gradients when they are asked for")
{
    SMALL_MODEL(s, "{'n_embd':24,'n_head':2,'block_size':128,'batch_size':2}", 0);
    struct gf_activations some SCOPED(gf_activations_free);
    CHECK_OK(gf_activations_begin(&some, &s.model, &why));
    struct gf_activations whole SCOPED(gf_activations_free) =
        whole_activations(&s.model);
    const int32_t *tokens = gf_corpus_tokens(&s.corpus, GF_SPLIT_TRAIN);
    const struct gf_graph *first = some.graph;
    const size_t lengths[] = {20, 33, 128, 5};
    size_t before = some.run.n_bytes;
    for (int i = 0; i < 4; i++) {
        size_t n = lengths[i];
        CHECK_OK(gf_activations_reserve(&some, n, GF_NO_GRADIENTS, &why));
        gf_activations_run(&some, tokens, n, false);
        gf_activations_run(&whole, tokens, n, false);
        const struct gf_tensor *a = some.graph->logits, *b = whole.graph->logits;
        CHECK_BYTES(a->value, b->value, n * a->width * sizeof(float));
        CHECK(i > 0 || (some.graph == first && some.run.n_bytes == before));
        CHECK(some.run.n_bytes >= before && some.run.n_bytes < whole.run.n_bytes);
        before = some.run.n_bytes;
    }
    CHECK(!some.grad);
    gf_arena_set_limit(1);
    CHECK(gf_activations_reserve(&some, 20, GF_OF_PARAMETERS_TOO, NULL) ==
          GF_OUT_OF_MEMORY);
    gf_arena_set_limit(0);
    CHECK(!some.graph);
    CHECK_OK(gf_activations_reserve(&some, 20, GF_OF_PARAMETERS_TOO, &why));
    gf_activations_run(&some, tokens, 20, true);
    gf_activations_run(&whole, tokens, 20, true);
    CHECK_BYTES(some.grad, whole.grad, s.model.layout.n_grad * sizeof(float));
}
