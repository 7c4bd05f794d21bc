/* The graph as a whole: memory sharing never changes a bit, buffers that are needed at the
 * same time do not overlap, and gradients are right in graphs that no model would build.
 * Graphs are random; GF_SEED selects others.
 * SPDX-License-Identifier: MIT */
#include "graph_checks.h"
#include "models/model.h"
#ifdef GF_DEBUG
#include <sanitizer/asan_interface.h>
#endif

/* The random graph so far. */
struct draft {
    struct gf_graph *graph;
    const struct recipe *recipe;
    struct gf_rng key;
    uint32_t n_drawn;
    struct gf_tensor *main[32], *source[32]; /* all of width C */
    size_t n_main, n_source;
    int n_name;
};

static size_t draw(struct draft *d, size_t n)
{
    return gf_rng_below(d->key, d->n_drawn++, (uint32_t)n);
}

static const char *name(struct draft *d)
{
    return gf_graph_name(d->graph, "n%i", d->n_name++);
}

/* Prefers recent tensors, so that graphs get deep as well as wide. */
static struct gf_tensor *any(struct draft *d)
{
    size_t back = draw(d, 2) ? draw(d, d->n_main) : 0;
    return d->main[d->n_main - 1 - back];
}

static float dropout(struct draft *d)
{
    return draw(d, 3) == 0 ? 0.25f : 0;
}

static struct gf_tensor *random_linear(struct draft *d, size_t out,
                                       const struct gf_tensor *residual)
{
    struct gf_tensor *x = any(d);
    return gf_linear(d->graph, x,
                     &(struct gf_linear){.name = name(d),
                                         .out = out,
                                         .bias = draw(d, 2),
                                         .act = (enum gf_act)draw(d, 4),
                                         .p = dropout(d),
                                         .residual = residual,
                                         .fill = GF_FILL_NORMAL,
                                         .scale = 0.4f});
}

static struct gf_tensor *random_attention(struct draft *d, bool simple)
{
    const struct recipe *r = d->recipe;
    bool cross = draw(d, 3) == 0;
    size_t H = simple ? 1 : r->H;
    struct gf_attention opts = {.name = name(d),
                                .C = r->C,
                                .H = H,
                                .simple = simple,
                                .causal = !cross && draw(d, 2),
                                .scale = 0.5f,
                                .p = dropout(d)};
    if (cross) {
        struct gf_tensor *s = d->source[draw(d, d->n_source)];
        opts.q = random_linear(d, r->C, NULL);
        opts.k = opts.v = gf_linear(d->graph, s,
                                    &(struct gf_linear){.name = name(d),
                                                        .out = 2 * r->C,
                                                        .fill = GF_FILL_NORMAL,
                                                        .scale = 0.4f});
        opts.v_column = r->C;
    } else {
        opts.q = opts.k = opts.v = random_linear(d, 3 * r->C, NULL);
        opts.k_column = r->C;
        opts.v_column = 2 * r->C;
    }
    return gf_attention(d->graph, &opts);
}

static struct gf_tensor *random_node(struct draft *d)
{
    /* Drawn one by one, as the order of evaluation of arguments is unspecified. */
    struct gf_tensor *a = any(d), *b = any(d), *c = draw(d, 2) ? any(d) : NULL;
    size_t kind = draw(d, 9), third = draw(d, 3), half = draw(d, 2);
    const char *called = name(d);
    switch (kind) {
    case 0:
        return gf_norm(d->graph, a, called, (enum gf_norm)(1 + third), half, 1e-5f);
    case 1:
        return gf_add(d->graph, a, b, called);
    case 2:
        return gf_average(d->graph, a, called, (enum gf_averaging)third);
    case 3: /* twice as wide, and back */
        a = gf_concat(d->graph, (struct gf_tensor *[]){a, b}, 2, called);
        return gf_linear(d->graph, a,
                         &(struct gf_linear){.name = name(d),
                                             .out = d->recipe->C,
                                             .residual = c,
                                             .fill = GF_FILL_NORMAL,
                                             .scale = 0.3f});
    case 4:
    case 5:
        return random_attention(d, kind == 4);
    default:
        return random_linear(d, d->recipe->C, c);
    }
}

static struct gf_tensor *random_embed(struct draft *d, enum gf_stream stream)
{
    const char *table = name(d);
    return gf_embed(d->graph, stream,
                    &(struct gf_embed){.name = name(d),
                                       .tokens = gf_graph_join(d->graph, table, ".wte"),
                                       .V = 5,
                                       .C = d->recipe->C,
                                       .learned = draw(d, 2) ? table : NULL,
                                       .p = dropout(d),
                                       .fill = GF_FILL_NORMAL,
                                       .scale = 1});
}

static void build_random(struct gf_graph *g, const struct recipe *r)
{
    struct draft d = {
        .graph = g,
        .recipe = r,
        .key = gf_rng_key(r->seed, GF_RNG_TASK, (uint64_t)r->variant),
    };
    d.source[d.n_source++] = random_embed(&d, GF_STREAM_SOURCE);
    d.main[d.n_main++] = random_embed(&d, GF_STREAM_MAIN);
    size_t n = 3 + draw(&d, 12);
    for (size_t i = 0; i < n; i++) {
        struct gf_tensor *x = random_node(&d);
        d.main[d.n_main++] = x;
    }
    struct gf_tensor *last = any(&d);
    gf_cross_entropy(g, gf_linear(g, last,
                                  &(struct gf_linear){.name = "head",
                                                      .out = 5,
                                                      .bias = true,
                                                      .fill = GF_FILL_NORMAL,
                                                      .scale = 0.4f}));
}

/* A buffer of the plan and the ticks at which it is read or written: node i runs forward at
 * tick i, backward at 2 N - 1 - i. Derived from the declarations of ops, independently of
 * plan.c. */
struct stretch {
    const float *start;
    size_t n;
    int first, last;
    bool is_grad;
    const char *name;
};

static void touch(struct stretch *s, int tick)
{
    s->first = s->first < tick ? s->first : tick;
    s->last = s->last > tick ? s->last : tick;
}

static struct stretch stretch(const float *start, size_t n, bool is_grad,
                              const char *what)
{
    return (struct stretch){start, start ? n : 0, 1 << 20, -1, is_grad, what};
}

/* value of i at 3 i, aux at 3 i + 1, grad at 3 i + 2. */
static void stretches(const struct gf_graph *g, struct stretch *s)
{
    int N = g->n_node, end = 2 * N;
    for (int i = 0; i < N; i++) {
        const struct gf_tensor *t = &g->tensors[i];
        size_t rows = gf_graph_rows(g, t->stream);
        s[3 * i] = stretch(t->value, rows * t->width, false, t->name);
        s[3 * i + 1] =
            stretch(g->nodes[i].aux, rows * g->nodes[i].aux_per_row, false, t->name);
        s[3 * i + 2] = stretch(t->grad, rows * t->width, true, t->name);
        if (t->is_result || g->mode == GF_GRAPH_INSPECT) touch(&s[3 * i], end);
    }
    for (int i = 0; i < N; i++) {
        const struct gf_node *node = &g->nodes[i];
        touch(&s[3 * i], i);
        touch(&s[3 * i + 1], i);
        for (int k = 0; k < node->n_in; k++) touch(&s[3 * node->in[k].tensor], i);
        bool goes_back = g->mode != GF_GRAPH_INFER && g->tensors[i].is_live;
        for (int k = 0; goes_back && k < node->n_in; k++) {
            int in = node->in[k].tensor;
            touch(&s[3 * in + 2], 2 * N - 1 - i);
            if (k < 3 && (node->keep & (GF_KEEP_IN0 << k)))
                touch(&s[3 * in], 2 * N - 1 - i);
        }
        if (goes_back) {
            touch(&s[3 * i + 2], 2 * N - 1 - i);
            touch(&s[3 * i + (node->keep & GF_KEEP_AUX ? 1 : 2)], 2 * N - 1 - i);
            touch(&s[3 * i + (node->keep & GF_KEEP_OUT ? 0 : 2)], 2 * N - 1 - i);
        }
    }
}

static void check_apart(const struct stretch *a, const struct stretch *b)
{
    bool together = a->first <= b->last && b->first <= a->last;
    bool overlap = a->start < b->start + b->n && b->start < a->start + a->n;
    /* Two gradients may share one buffer (a residual); the comparison with unshared memory
     * tests its contents. */
    bool same = a->is_grad && b->is_grad && a->start == b->start && a->n == b->n;
    CHECK_THAT(!together || !overlap || same, "%s%s and %s%s share memory",
               a->is_grad ? "gradient of " : "", a->name,
               b->is_grad ? "gradient of " : "", b->name);
}

/* The most memory needed at one tick, a lower bound for any plan. */
static size_t lower_bound(const struct stretch *s, int n, int ticks)
{
    size_t most = 0;
    for (int t = 0; t <= ticks; t++) {
        size_t sum = 0;
        for (int i = 0; i < n; i++) {
            bool counted = s[i].first <= t && t <= s[i].last;
            for (int j = 0; j < i && counted && s[i].is_grad; j++) {
                bool alive = s[j].first <= t && t <= s[j].last;
                counted = !(alive && s[j].is_grad && s[j].start == s[i].start);
            }
            sum += counted ? s[i].n : 0;
        }
        most = most > sum ? most : sum;
    }
    return most;
}

static size_t check_plan(const struct gf_graph *g)
{
    struct stretch *s = malloc(3 * (size_t)g->n_node * sizeof *s);
    stretches(g, s);
    size_t n_work = 0;
    for (int i = 0; i < g->n_node; i++)
        n_work = g->nodes[i].work > n_work ? g->nodes[i].work : n_work;
    const float *start = g->work + n_work - g->n_bytes / sizeof(float);
    for (int i = 0; i < 3 * g->n_node; i++) {
        CHECK(s[i].n == 0 || (s[i].start >= start && s[i].start + s[i].n <= g->work));
        CHECK((uintptr_t)s[i].start % GF_ALIGN == 0);
#ifdef GF_DEBUG
        CHECK(s[i].n == 0 || g->mode != GF_GRAPH_INSPECT ||
              __asan_address_is_poisoned(s[i].start + s[i].n));
#endif
        for (int j = 0; j < i && s[i].n > 0; j++)
            if (s[j].n > 0) check_apart(&s[i], &s[j]);
    }
    size_t least = lower_bound(s, 3 * g->n_node, 2 * g->n_node) + n_work;
    free(s);
    return least * sizeof(float);
}

TESTS(random_graphs)
{
    static const char *const modes[] = {"infer", "train", "cache", "inspect"};
    for (int variant = 0; variant < 60; variant++) {
        struct recipe recipe = {build_random,
                                .B = 3 + (size_t)variant % 3,
                                .T = 5,
                                .T_source = 3 + (size_t)variant % 4,
                                .C = variant % 2 ? 6 : 10,
                                .H = 2,
                                .p = 0.25f,
                                .variant = variant,
                                .padded = variant % 3 == 0,
                                .short_run = variant % 5 == 0};
        const char *how = printed("number %d", variant);
        recipe.seed = test_seed();
        check_modes("random graph", how, &recipe);
        check_shards("random graph", how, &recipe);
        if (variant < 25) {
            check_forward("random graph", how, &recipe);
            check_gradients("random graph", how, &recipe);
        }
        test("random graph, %s: buffers needed at the same time do not overlap", how);
        for (enum gf_graph_mode mode = GF_GRAPH_INFER; mode <= GF_GRAPH_INSPECT;
             mode++) {
            RANDOM_GRAPH(rg, &recipe, mode);
            size_t least = check_plan(rg.graph);
            CHECK_THAT(rg.graph->n_bytes >= least, "%s: %zu bytes cannot hold %zu",
                       modes[mode], rg.graph->n_bytes, least);
        }
    }
}

TESTS(model_plans)
{
    struct gf_model model SCOPED(gf_model_free);
    struct gf_config config = gf_config_default();
    config.n_embd = 48;
    config.block_size = 24;
    config.vocab_size = 29;
    CHECK_OK(gf_model_outline(&model, &config, &why));
    for (enum gf_graph_mode mode = GF_GRAPH_INFER; mode <= GF_GRAPH_TRAIN; mode++) {
        test("plan: a GPT %s within 3 %% of the least memory there can be",
             mode == GF_GRAPH_INFER ? "runs" : "trains");
        struct gf_arena arena = {0}, dry = {0};
        struct gf_graph *g = gf_model_graph(&model, &arena, mode, 4, false, NULL);
        size_t least = check_plan(g);
        CHECK_THAT((double)g->n_bytes <= 1.03 * (double)least, "%zu bytes for %zu",
                   g->n_bytes, least);
        struct gf_graph *measured = gf_model_graph(&model, &dry, mode, 4, true, NULL);
        CHECK(measured->n_bytes == g->n_bytes);
        gf_arena_free(&arena);
        gf_arena_free(&dry);
    }
}

/* x -> live -> loss, and x -> dead -> deader, which no node reads. */
static void build_dead_branch(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C);
    struct gf_linear opts = {
        .name = "dead", .out = r->C, .bias = true, .fill = GF_FILL_NORMAL, .scale = 1};
    struct gf_tensor *dead = gf_linear(g, x, &opts);
    opts.name = "live";
    struct gf_tensor *live = gf_linear(g, x, &opts);
    gf_norm(g, gf_add(g, dead, live, "both"), "deader", GF_NORM_LAYER, true, 1e-5f);
    test_weigh(g, live);
}

TESTS(dead_branches)
{
    struct recipe recipe = {build_dead_branch, .B = 3, .T = 4, .C = 7};
    recipe.seed = test_seed();
    check_gradients("graph", "a branch that nobody reads", &recipe);
    check_modes("graph", "a branch that nobody reads", &recipe);
    check_shards("graph", "a branch that nobody reads", &recipe);
    test("graph: parameters that the loss does not depend on have gradient 0 and no "
         "buffer");

    RANDOM_GRAPH(rg, &recipe, GF_GRAPH_TRAIN);
    random_graph_poison(&rg);
    random_graph_step(&rg, 2);
    static const char *const names[] = {"dead.weight", "dead.bias", "deader.weight",
                                        "deader.bias"};
    for (size_t i = 0; i < GF_COUNT(names); i++) {
        int p = gf_layout_find(rg.layout, names[i]);
        for (size_t k = 0; k < rg.layout->params[p].n; k++)
            CHECK_THAT(random_graph_grad(&rg, p, k) == 0, "%s: %g", names[i],
                       (double)random_graph_grad(&rg, p, k));
    }
    CHECK(gf_graph_tensor(rg.graph, "both")->grad == NULL);
    CHECK(gf_graph_tensor(rg.graph, "dead")->grad == NULL);
    CHECK(gf_graph_tensor(rg.graph, "live")->grad != NULL);
}

TEST("graph: too many nodes are an error")
{
    for (int n = GF_MAX_NODES; n <= GF_MAX_NODES + 3; n++) {
        SCOPED_ARENA(arena);
        struct gf_layout *layout = gf_arena_alloc(&arena, sizeof *layout);
        layout->arena = &arena;
        struct gf_graph *g = gf_graph_new(&arena, layout, GF_GRAPH_INFER, 1,
                                          (const size_t[GF_STREAM_COUNT]){2, 0});
        struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, 3);
        for (int i = 2; i < n; i++) x = gf_add(g, x, x, "sum");
        test_weigh(g, x);
        struct gf_error err = {0};
        enum gf_status status = gf_graph_plan(g, true, &err);
        CHECK(status == (n > GF_MAX_NODES ? GF_BAD_CONFIG : GF_OK));
        CHECK((err.message[0] != '\0') == (status != GF_OK));
    }
}
