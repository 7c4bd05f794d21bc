/* The analysis "origin": every answer adds up, and every term is the value of the answer
 * one level down.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"

struct place {
    const char *tensor;
    double row, column, value;
};

/* Missing members count as 0. */
static double or_zero(double x)
{
    return isnan(x) ? 0 : x;
}

/* The place that the members tensor, row, column and value with this prefix name. */
static struct place place_of(const struct gf_json *a, const char *prefix)
{
    return (struct place){words(a, "%stensor", prefix), number(a, "%srow", prefix),
                          number(a, "%scolumn", prefix), number(a, "%svalue", prefix)};
}

static const struct gf_json *origin_of(struct inspection *l, const struct place *p)
{
    return ask(l, "{'what':'origin'," TEXT ",'tensor':'%s','row':%.0f,'column':%.0f}",
               p->tensor, p->row, p->column);
}

/* The terms followed: the first, the last, one between. */
static double pick(size_t n, unsigned *dice)
{
    *dice = *dice * 1664525u + 1013904223u;
    return (double)((*dice >> 8) % n);
}

/* Follows terms down from a place until there are none. */
static void go_down(struct inspection *l, struct place p, enum gf_act act,
                    unsigned *dice)
{
    for (int depth = 0; depth < 64; depth++) {
        const struct gf_json *a = origin_of(l, &p);
        CHECK_TEXT(words(a, "tensor"), p.tensor);
        CHECK(number(a, "value") == p.value);
        double sum = 0, residual = 0;
        size_t n = length(a, "terms.data"), n_residual = length(a, "residual");
        for (size_t k = 0; k < n; k++)
            sum += cell(a, "terms", 0, k) * cell(a, "weights", 0, k);
        bool is_first = strcmp(words(a, "op"), "embed") == 0;
        if (is_first) sum = number(a, "character") + or_zero(number(a, "place"));
        sum += or_zero(number(a, "constant"));
        CHECK_NEAR(number(a, "sum"), sum, 1e-9);
        for (size_t i = 0; i < n_residual; i++)
            residual += number(a, "residual.%zu.value", i);
        bool is_activated = gf_json_get(a, "activated") && strstr(p.tensor, "c_fc");
        double made = is_activated ? ref_activation(sum, act) : sum;
        CHECK_NEAR(p.value, made + residual, 5e-6 * fmax(1, fabs(p.value)));
        if (is_first) return;
        double turn = pick(n_residual + (n > 0), dice);
        bool goes_on = turn < (double)n_residual;
        struct place next =
            place_of(a, goes_on ? printed("residual.%.0f.", turn) : "from.");
        if (!goes_on) {
            bool by_rows = flag(gf_json_get(a, "from"), "by_rows");
            double k = pick(n, dice);
            next.row += by_rows ? k : 0;
            next.column += by_rows ? 0 : k;
            next.value = cell(a, "terms", 0, (size_t)k);
        }
        p = next;
    }
    CHECK(false); /* deeper than any of these models */
}

static void test_ways_down(const char *config)
{
    test("origin: every sum adds up, down to the embeddings (%s)", config);
    INSPECTION(l, config, 20);
    size_t rows, columns;
    unsigned dice = 7;
    run_text(&l, LINE);
    const double *z = sized_tensor(&l, "lm_head", &rows, &columns);
    for (size_t i = 0; i < 20; i++) {
        size_t row = (size_t)pick(rows, &dice), column = (size_t)pick(columns, &dice);
        struct place logit = {"lm_head", (double)row, (double)column,
                              z[row * columns + column]};
        go_down(&l, logit, strstr(config, "relu") ? GF_ACT_RELU : GF_ACT_GELU, &dice);
    }
}

TEST("origin: the places in a forward_pass answer lead to its numbers")
{
    INSPECTION(l, "'positions':'rotary','n_embd':18", 20);
    const struct gf_json *a =
        ask(&l, "{'what':'forward_pass','layer':1,'head':2,'position':9," TEXT "}");
    const char *const strips[] = {"embedding", "x", "q", "k", "v", "mix"};
    for (size_t i = 0; i < GF_COUNT(strips); i++) {
        struct place p = place_of(a, printed("%s_at.", strips[i]));
        const struct gf_json *o = origin_of(&l, &p);
        CHECK(number(o, "value") == cell(a, strips[i], 0, 0));
        CHECK(number(o, "step") == 20);
    }
    CHECK_TEXT(words(a, "mlp.hidden_at.tensor"), "transformer.h.1.mlp.c_fc");
    CHECK_TEXT(words(a, "output.logits_at.tensor"), "lm_head");
    CHECK(number(a, "output.norm.result_at.row") == 9);
}

TEST("origin: an unknown tensor, row or column fails with a sentence")
{
    INSPECTION(l, "", 0);
    CHECK_TEXT(ask_invalid(&l, "{'what':'origin','tensor':'lm'}"),
               "\"tensor\" does not name an activation of this model.");
    CHECK(ask_invalid(&l, "{'what':'origin','tensor':7}") != NULL);
    CHECK(ask_invalid(&l, "{'what':'origin','tensor':'loss'}") != NULL);
    CHECK(ask_invalid(&l, "{'what':'origin','column':100000}") != NULL);
    CHECK(ask_invalid(&l, "{'what':'origin','row':100000}") != NULL);
}

TEST("origin: rows of the source are said to be of it")
{
    INSPECTION(l, ANSWER, 2);
    const char *text = json_text(&l, line_for(&l));
    const struct gf_json *a =
        ask(&l, "{'what':'origin','text':%s,'tensor':'decoder.h.0.cross_attn'}", text);
    CHECK(!flag(a, "source") && flag(gf_json_get(a, "from"), "source"));
    a = ask(&l, "{'what':'forward_pass','layer':3,'head':1,'text':%s}", text);
    CHECK(flag(gf_json_get(a, "k_at"), "source"));
    CHECK(!flag(gf_json_get(a, "q_at"), "source"));
}

TESTS(cases)
{
    test_ways_down("");
    test_ways_down("'activation':'relu','norm':'rms','norm_place':'post'");
    test_ways_down("'attention':'simple','positions':'rotary','n_embd':18");
    test_ways_down("'positions':'sinusoidal','scale_embedding':true,'attn_proj':false,"
                   "'norm':'std'");
    test_ways_down("'positions':'rotary','rotary_pairs':'halves','rotary_dim':4");
    test_ways_down("'qk_norm':true");
    test_ways_down("'qk_norm':true,'attention':'simple'");
    test_ways_down("'parallel':true");
    test_ways_down("'positions':'alibi'");
    test_ways_down("'n_kv_head':1");
    test_ways_down("'n_kv_head':1,'attention':'simple'");
    test_ways_down("'arch':'averaging'");
    test_ways_down("'arch':'attention_only','mlp':false");
}
