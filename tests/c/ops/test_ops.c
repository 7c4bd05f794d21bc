/* Every op of graph/ops.def: forward compared with a reference in double precision, backward
 * with finite differences of that reference, and the same bits however a batch is divided. An
 * op without an entry here does not compile; one without a reference (reference_graph.c)
 * does not link.
 *
 * Widths are 7, 17, 19, 33 …: not multiples of any vector, beyond one and two of them;
 * 37 positions pass the 32 queries that attention takes at a time.
 * SPDX-License-Identifier: MIT */
#include "graph_checks.h"

static void build_embed(struct gf_graph *g, const struct recipe *r)
{
    static float fixed[64 * 64];
    for (size_t i = 0; i < GF_COUNT(fixed); i++)
        fixed[i] = (float)((i * 7919) % 1000) / 500 - 1;
    bool learned = r->variant == 1, table = r->variant == 2, twice = r->variant == 3;
    struct gf_tensor *x = gf_embed(g, GF_STREAM_MAIN,
                                   &(struct gf_embed){.name = "embed",
                                                      .tokens = "wte",
                                                      .V = 5,
                                                      .C = r->C,
                                                      .learned = learned ? "wpe" : NULL,
                                                      .fixed = table ? fixed : NULL,
                                                      .factor = table ? 2.5f : 0,
                                                      .p = r->p,
                                                      .fill = GF_FILL_NORMAL,
                                                      .scale = 1});
    if (twice) { /* the same table as an alias */
        x = gf_add(g, x,
                   gf_embed(g, GF_STREAM_MAIN,
                            &(struct gf_embed){.name = "again",
                                               .tokens = "wte",
                                               .V = 5,
                                               .C = r->C,
                                               .shared = true,
                                               .factor = 0.5f,
                                               .fill = GF_FILL_NORMAL,
                                               .scale = 1}),
                   "sum");
    }
    test_weigh(g, x);
}

static const struct op_case cases_embed[] = {
    {"tokens alone", {build_embed, .B = 5, .T = 6, .C = 7}},
    {"learned positions", {build_embed, .B = 3, .T = 4, .C = 17, .variant = 1}},
    {"learned positions, dropout, a run shorter than the plan",
     {build_embed, .B = 9, .T = 5, .C = 7, .p = 0.3f, .variant = 1, .short_run = true}},
    {"a fixed table, a factor, dropout",
     {build_embed, .B = 4, .T = 7, .C = 19, .p = 0.5f, .variant = 2}},
    {"one table used twice", {build_embed, .B = 3, .T = 4, .C = 5, .variant = 3}},
    {0}};

enum { PLAIN, NO_BIAS, RELU, RELU2, GELU, GELU_TANH, RESIDUAL, RESIDUAL_ITSELF, TIED };

static void build_linear(struct gf_graph *g, const struct recipe *r)
{
    int v = r->variant;
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C);
    size_t out = v == RESIDUAL_ITSELF ? r->C : r->C + 4;
    struct gf_linear opts = {.name = "linear",
                             .out = out,
                             .bias = v != NO_BIAS,
                             .act = v == RELU        ? GF_ACT_RELU
                                    : v == RELU2     ? GF_ACT_RELU2
                                    : v == GELU      ? GF_ACT_GELU
                                    : v == GELU_TANH ? GF_ACT_GELU_TANH
                                                     : GF_ACT_NONE,
                             .p = r->p,
                             .fill = GF_FILL_NORMAL,
                             .scale = 0.4f};
    if (v == RESIDUAL || v >= RELU)
        opts.residual = test_given(g, "residual", GF_STREAM_MAIN, out);
    if (v == RESIDUAL_ITSELF) opts.residual = x;
    struct gf_tensor *y = gf_linear(g, x, &opts);
    if (v == TIED) {
        y = gf_linear(g, x,
                      &(struct gf_linear){
                          .name = "second", .out = out, .tied_to = "linear.weight"});
        y = gf_add(g, y, gf_graph_tensor(g, "linear"), "both");
    }
    test_weigh(g, y);
}

static const struct op_case cases_linear[] = {
    {"7 in, 11 out", {build_linear, .B = 3, .T = 5, .C = 7}},
    {"without bias, 17 in",
     {build_linear, .B = 2, .T = 3, .C = 17, .variant = NO_BIAS}},
    {"ReLU", {build_linear, .B = 3, .T = 3, .C = 9, .variant = RELU}},
    {"ReLU squared", {build_linear, .B = 3, .T = 3, .C = 9, .variant = RELU2}},
    {"GELU, dropout",
     {build_linear, .B = 4, .T = 3, .C = 9, .p = 0.4f, .variant = GELU}},
    {"GELU by tanh, a residual",
     {build_linear, .B = 3, .T = 3, .C = 19, .variant = GELU_TANH}},
    {"a residual", {build_linear, .B = 5, .T = 3, .C = 7, .variant = RESIDUAL}},
    {"a residual, dropout, a run shorter than the plan",
     {build_linear, .B = 9, .T = 4, .C = 7, .p = 0.2f, .variant = RESIDUAL,
      .short_run = true}},
    {"the residual is the input",
     {build_linear, .B = 3, .T = 3, .C = 7, .variant = RESIDUAL_ITSELF}},
    {"two layers with one weight",
     {build_linear, .B = 3, .T = 3, .C = 6, .variant = TIED}},
    {0}};

static void build_norm(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C);
    /* A large eps, so that leaving it out shows. */
    struct gf_tensor *y =
        gf_norm(g, x, "norm", (enum gf_norm)r->variant, r->p == 0, 0.1f);
    test_weigh(g, r->H ? gf_add(g, y, x, "sum") : y);
}

static const struct op_case cases_norm[] = {
    {"layer at C = 7", {build_norm, .B = 5, .T = 3, .C = 7, .variant = GF_NORM_LAYER}},
    {"layer at C = 33, its input read twice",
     {build_norm, .B = 3, .T = 3, .C = 33, .H = 1, .variant = GF_NORM_LAYER}},
    {"layer without bias",
     {build_norm, .B = 3, .T = 3, .C = 17, .p = 0.1f, .variant = GF_NORM_LAYER}},
    {"std at C = 7", {build_norm, .B = 3, .T = 4, .C = 7, .variant = GF_NORM_STD}},
    {"std at C = 2", {build_norm, .B = 3, .T = 4, .C = 2, .variant = GF_NORM_STD}},
    {"rms at C = 19, its input read twice",
     {build_norm, .B = 9, .T = 2, .C = 19, .H = 1, .variant = GF_NORM_RMS}},
    {0}};

enum { FUSED, FUSED_FULL, APART, CROSS, SHARED, SLOPES };

/* The tensor of that name, made by its first reader. */
static const struct gf_tensor *once(struct gf_graph *g, const char *name, size_t width)
{
    const struct gf_tensor *made = gf_graph_tensor(g, name);
    return made ? made : test_given(g, name, GF_STREAM_MAIN, width);
}

static struct gf_tensor *attend(struct gf_graph *g, const struct recipe *r, bool simple,
                                size_t head)
{
    static const float slopes[] = {0.5f, 0.125f, 0.9f, 0.03f};
    int v = r->variant;
    size_t C = simple ? r->C / r->H : r->C;
    const char *name = gf_graph_name(g, "heads.%i", (int)head);
    struct gf_attention opts = {.name = name,
                                .C = C,
                                .H = simple ? 1 : r->H,
                                .simple = simple,
                                .n_kv_head = simple || v != SHARED ? 0 : r->H / 2,
                                .first_head = head,
                                .first_kv_head = v == SHARED ? head / 2 : head,
                                .causal = v != FUSED_FULL && v != CROSS,
                                .slopes = v == SLOPES ? slopes + head : NULL,
                                .scale = 0.7f,
                                .p = r->p};
    const char *q = gf_graph_join(g, name, ".q");
    if (v == SHARED) { /* by every two heads; one head at a time they are read twice */
        const char *group =
            simple ? gf_graph_name(g, "groups.%i", (int)head / 2) : name;
        opts.q = test_given(g, q, GF_STREAM_MAIN, C);
        opts.k = once(g, gf_graph_join(g, group, ".k"), simple ? C : C / 2);
        opts.v = once(g, gf_graph_join(g, group, ".v"), simple ? C : C / 2);
    } else if (v == FUSED || v == FUSED_FULL || v == SLOPES) {
        opts.q = opts.k = opts.v = test_given(g, q, GF_STREAM_MAIN, 3 * C);
        opts.k_column = C;
        opts.v_column = 2 * C;
    } else {
        enum gf_stream keys = v == CROSS ? GF_STREAM_SOURCE : GF_STREAM_MAIN;
        opts.q = test_given(g, q, GF_STREAM_MAIN, C);
        opts.k = test_given(g, gf_graph_join(g, name, ".k"), keys, C);
        opts.v = test_given(g, gf_graph_join(g, name, ".v"), keys, C);
    }
    return gf_attention(g, &opts);
}

static void build_attention(struct gf_graph *g, const struct recipe *r)
{
    test_weigh(g, attend(g, r, false, 0));
}

static void build_attention_simple(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *heads[8];
    for (size_t h = 0; h < r->H; h++) heads[h] = attend(g, r, true, h);
    test_weigh(g, gf_concat(g, heads, r->H, "heads"));
}

#define ATTENTION_CASES(build) \
    {"causal, D = 5", {build, .B = 3, .T = 6, .C = 15, .H = 3}}, \
        {"four heads, one of them off", \
         {build, .B = 3, .T = 6, .C = 12, .H = 4, .has_head_mask = true}}, \
        {"everyone sees everyone, D = 1", \
         {build, .B = 2, .T = 5, .C = 2, .H = 2, .variant = FUSED_FULL}}, \
        {"dropout, a head mask, a run shorter than the plan", \
         {build, .B = 3, .T = 7, .C = 14, .H = 2, .p = 0.3f, .has_head_mask = true, \
          .short_run = true}}, \
        {"padded keys, one sequence of nothing else", \
         {build, .B = 4, .T = 6, .C = 9, .H = 1, .variant = APART, .padded = true}}, \
        {"q, k and v apart, causal", \
         {build, .B = 5, .T = 4, .C = 7, .H = 1, .variant = APART}}, \
        {"cross: 4 queries, 7 keys, padded, dropout", \
         {build, .B = 3, .T = 4, .T_source = 7, .C = 12, .H = 4, .p = 0.2f, \
          .variant = CROSS, .padded = true}}, \
        {"cross: 9 queries, 2 keys, a head mask", \
         {build, .B = 2, .T = 9, .T_source = 2, .C = 6, .H = 2, .variant = CROSS, \
          .has_head_mask = true}}, \
        {"heads in twos share keys and values, a head mask", \
         {build, .B = 3, .T = 6, .C = 12, .H = 4, .variant = SHARED, \
          .has_head_mask = true}}, \
        {"two heads of 3 share keys and values, padded, dropout", \
         {build, .B = 4, .T = 7, .C = 6, .H = 2, .p = 0.3f, .variant = SHARED, \
          .padded = true}}, \
        {"scores that fall with the distance", \
         {build, .B = 3, .T = 7, .C = 12, .H = 4, .variant = SLOPES, .padded = true}}, \
        {"37 positions, causal", {build, .B = 2, .T = 37, .C = 6, .H = 2}}, \
        {"37 queries, 41 keys, padded", \
         {build, .B = 2, .T = 37, .T_source = 41, .C = 5, .H = 1, .variant = CROSS, \
          .padded = true}}, \
    { \
        0 \
    }

static const struct op_case cases_attention[] = {ATTENTION_CASES(build_attention)};
static const struct op_case cases_attention_simple[] = {
    ATTENTION_CASES(build_attention_simple)};

static void build_average(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C);
    struct gf_tensor *y = gf_average(g, x, "average", (enum gf_averaging)r->variant);
    test_weigh(g, r->H ? gf_add(g, y, x, "sum") : y);
}

static const struct op_case cases_average[] = {
    {"matrix", {build_average, .B = 3, .T = 6, .C = 7, .variant = GF_AVERAGE_MATRIX}},
    {"loops", {build_average, .B = 2, .T = 9, .C = 17, .variant = GF_AVERAGE_LOOPS}},
    {"softmax, its input read twice",
     {build_average, .B = 3, .T = 5, .C = 5, .H = 1, .variant = GF_AVERAGE_SOFTMAX}},
    {"loops, its input read twice, a run shorter than the plan",
     {build_average, .B = 3, .T = 5, .C = 5, .H = 1, .variant = GF_AVERAGE_LOOPS,
      .short_run = true}},
    {"loops, switched off by a head mask",
     {build_average, .B = 2, .T = 4, .C = 5, .variant = GF_AVERAGE_LOOPS,
      .has_head_mask = true, .seed = 0}},
    {"matrix, a head mask",
     {build_average, .B = 3, .T = 4, .C = 5, .variant = GF_AVERAGE_MATRIX,
      .has_head_mask = true, .seed = 1}},
    {0}};

enum { HALVES = 64 }; /* the rest of the variant: columns left as they are */

/* V: columns of each head that turn; 0: all. */
static void build_rotary(struct gf_graph *g, const struct recipe *r)
{
    static float angles[64 * 64];
    size_t D = r->C / r->H, R = r->V ? r->V : D;
    for (size_t t = 0; t < 64; t++)
        for (size_t c = 0; c < R; c++) {
            double a = (double)t * pow(10000, -(double)(c - c % 2) / (double)R);
            angles[t * R + c] = (float)(c % 2 ? sin(a) : cos(a));
        }
    struct gf_tensor *x =
        test_given(g, "x", GF_STREAM_MAIN, r->C + (size_t)r->variant % HALVES);
    test_weigh(g, gf_rotary(g, x,
                            &(struct gf_rotary){.name = "rotary",
                                                .n_columns = r->C,
                                                .D = D,
                                                .R = R,
                                                .halves = r->variant >= HALVES,
                                                .angles = angles}));
}

static const struct op_case cases_rotary[] = {
    {"two heads of 6, then 5 columns left as they are",
     {build_rotary, .B = 3, .T = 7, .C = 12, .H = 2, .variant = 5}},
    {"one head of 2", {build_rotary, .B = 2, .T = 5, .C = 2, .H = 1}},
    {"halves of two heads of 6, then 3 columns",
     {build_rotary, .B = 3, .T = 7, .C = 12, .H = 2, .variant = HALVES + 3}},
    {"the first 4 of 7 columns of each head, in halves",
     {build_rotary, .B = 2, .T = 5, .C = 21, .H = 3, .V = 4, .variant = HALVES}},
    {"the first 2 of 5 columns of each head",
     {build_rotary, .B = 2, .T = 5, .C = 10, .H = 2, .V = 2, .variant = 1}},
    {"three heads of 4, a run shorter than the plan",
     {build_rotary, .B = 3, .T = 5, .C = 12, .H = 3, .variant = 1, .short_run = true}},
    {0}};

static void build_head_norm(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C + (size_t)r->variant);
    /* A large eps, so that leaving it out shows. */
    test_weigh(g, gf_head_norm(g, x, "norm", r->C, r->C / r->H, 0.1f));
}

static const struct op_case cases_head_norm[] = {
    {"two heads of 6, then 5 columns left as they are",
     {build_head_norm, .B = 3, .T = 7, .C = 12, .H = 2, .variant = 5}},
    {"one head of 33", {build_head_norm, .B = 2, .T = 5, .C = 33, .H = 1}},
    {"three heads of 4, a run shorter than the plan",
     {build_head_norm, .B = 3, .T = 5, .C = 12, .H = 3, .short_run = true}},
    {0}};

static void build_concat(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *a = test_given(g, "a", GF_STREAM_MAIN, r->C);
    struct gf_tensor *b = test_given(g, "b", GF_STREAM_MAIN, 1);
    struct gf_tensor *parts[] = {a, b, a, b, b}; /* some twice and more */
    size_t n = r->variant ? 5 : 2;
    test_weigh(g, gf_concat(g, parts, n, "concat"));
}

static const struct op_case cases_concat[] = {
    {"7 and 1 columns", {build_concat, .B = 3, .T = 4, .C = 7}},
    {"the same inputs several times",
     {build_concat, .B = 3, .T = 3, .C = 5, .variant = 1}},
    {0}};

/* A function of two tensors, of one twice, and of results: b and the first result have two
 * readers each. */
static void
build_pairs(struct gf_graph *g, const struct recipe *r,
            struct gf_tensor *(*op)(struct gf_graph *g, const struct gf_tensor *a,
                                    const struct gf_tensor *b, const char *name))
{
    struct gf_tensor *a = test_given(g, "a", GF_STREAM_MAIN, r->C);
    struct gf_tensor *b = test_given(g, "b", GF_STREAM_MAIN, r->C);
    struct gf_tensor *y = op(g, a, r->variant == 1 ? a : b, "first");
    if (r->variant == 2) y = op(g, op(g, y, b, "second"), y, "third");
    test_weigh(g, y);
}

static void build_add(struct gf_graph *g, const struct recipe *r)
{
    build_pairs(g, r, gf_add);
}

static const struct op_case cases_add[] = {
    {"two tensors", {build_add, .B = 3, .T = 4, .C = 7}},
    {"a tensor to itself", {build_add, .B = 3, .T = 4, .C = 7, .variant = 1}},
    {"sums of sums", {build_add, .B = 3, .T = 4, .C = 7, .variant = 2}},
    {0}};

static void build_multiply(struct gf_graph *g, const struct recipe *r)
{
    build_pairs(g, r, gf_multiply);
}

static const struct op_case cases_multiply[] = {
    {"two tensors", {build_multiply, .B = 3, .T = 4, .C = 7}},
    {"a tensor with itself", {build_multiply, .B = 3, .T = 4, .C = 7, .variant = 1}},
    {"products of products", {build_multiply, .B = 3, .T = 4, .C = 7, .variant = 2}},
    {0}};

static void build_soft_cap(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->C);
    test_weigh(g, gf_soft_cap(g, x, "cap", 0.1f * (float)r->variant));
}

static const struct op_case cases_soft_cap[] = {
    {"at 0.5", {build_soft_cap, .B = 3, .T = 4, .C = 7, .variant = 5}},
    {"at 2, a run shorter than the plan",
     {build_soft_cap, .B = 3, .T = 4, .C = 17, .variant = 20, .short_run = true}},
    {0}};

static void build_cross_entropy(struct gf_graph *g, const struct recipe *r)
{
    struct gf_tensor *x = test_given(g, "x", GF_STREAM_MAIN, r->V);
    gf_cross_entropy(g, r->variant ? gf_add(g, x, x, "doubled") : x);
}

static const struct op_case cases_cross_entropy[] = {
    {"V = 7, some targets not counted", {build_cross_entropy, .B = 5, .T = 6, .V = 7}},
    {"V = 2", {build_cross_entropy, .B = 3, .T = 4, .V = 2}},
    {"V = 67, sharper logits",
     {build_cross_entropy, .B = 3, .T = 3, .V = 67, .variant = 1}},
    {0}};

static const struct {
    const char *name;
    const struct op_case *cases;
} ops[] = {
#define GF_OP(name) {#name, cases_##name},
#include "graph/ops.def"
#undef GF_OP
};

TESTS(all_ops)
{
    for (size_t i = 0; i < GF_COUNT(ops); i++)
        for (const struct op_case *c = ops[i].cases; c->name; c++) {
            struct recipe recipe = c->recipe;
            recipe.seed +=
                4 * test_seed(); /* the head mask begins with element seed % 4 */
            check_forward(ops[i].name, c->name, &recipe);
            check_gradients(ops[i].name, c->name, &recipe);
            check_modes(ops[i].name, c->name, &recipe);
            check_shards(ops[i].name, c->name, &recipe);
        }
}
