/* Bad input through glassformer.h: every mistake gives its status and one sentence, and
 * changes nothing.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"

#include "base/utf8.h"
#include "harness.h"
#include "inspecting.h"
#include "sessions.h"
#include "small_model.h"

#define SHAPE \
    "'n_layer':1,'n_head':2,'n_embd':10,'n_ff':13,'block_size':8, 'batch_size':2"

/* A complete sentence: it ends with a full stop, has no line break and is UTF-8. */
static void check_sentence(const struct gf_error *err, enum gf_status status)
{
    size_t n = strlen(err->message);
    CHECK_THAT(err->status == status, "%s in the error, %s returned",
               gf_status_name(err->status), gf_status_name(status));
    CHECK_THAT(n > 10 && err->message[n - 1] == '.', "\"%s\"", err->message);
    CHECK_THAT(!strchr(err->message, '\n'), "\"%s\"", err->message);
    for (size_t at = 0; at < n;) {
        uint32_t c;
        size_t step = gf_utf8_decode(err->message + at, n - at, &c);
        if (!CHECK_THAT(step > 0, "not UTF-8: \"%s\"", err->message)) break;
        at += step;
    }
}

#define CHECK_FAILS(call, expected) \
    do { \
        struct gf_error err = {0}; \
        enum gf_status status_ = (call); \
        CHECK_THAT(status_ == (expected), "%s: %s", gf_status_name(status_), \
                   err.message); \
        check_sentence(&err, status_); \
    } while (0)

static enum gf_status new_status(const char *text, size_t n, const char *config,
                                 struct gf_error *err)
{
    const char *json = json_of(config);
    SCOPED_SESSION session = gf_session_new(text, n, json, strlen(json), err);
    return session ? GF_OK : err->status;
}

static const struct gf_sampling plain = {.seed = 2, .temperature = 1};

static struct gf_session *good_session(void)
{
    return new_session("{" SHAPE "}");
}

TESTS(test_texts)
{
    static const struct {
        const char *what, *text;
        enum gf_status status;
    } rows[] = {
        {"an empty text", "", GF_BAD_TEXT},
        {"a stray byte", "to be or not\xff to be", GF_BAD_TEXT},
        {"a text shorter than the block", "to be or", GF_TEXT_TOO_SHORT},
        {"a held-out part shorter than the block",
         "to be or not to be, that is the question: whether", GF_TEXT_TOO_SHORT},
    };
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        test("%s is refused with a sentence", rows[i].what);
        CHECK_FAILS(new_status(rows[i].text, strlen(rows[i].text), "{" SHAPE "}", &err),
                    rows[i].status);
    }
    test("the shortest valid text can be trained on");
    size_t n;
    const char *text = small_text(&n);
    struct gf_error short_text = {0};
    new_status(text, 20, "{" SHAPE "}", &short_text);
    const char *least = strstr(short_text.message, "needs at least ");
    if (CHECK(least)) {
        size_t said = (size_t)strtoul(least + 15, NULL, 10);
        CHECK_OK(new_status(text, said, "{" SHAPE "}", &why));
        CHECK_FAILS(new_status(text, said - 1, "{" SHAPE "}", &err), GF_TEXT_TOO_SHORT);
    }
}

TESTS(test_settings)
{
    static const struct {
        const char *config;
        enum gf_status status;
    } rows[] = {
        {"", GF_BAD_JSON},
        {"{", GF_BAD_JSON},
        {"[]", GF_BAD_CONFIG},
        {"null", GF_BAD_CONFIG},
        {"\"n_layer\"", GF_BAD_CONFIG},
        {"{'n_heads':2}", GF_BAD_CONFIG},
        {"{\"\":2}", GF_BAD_CONFIG},
        {"{'bias':1}", GF_BAD_CONFIG},
        {"{'n_embd':10,'n_head':3}", GF_BAD_CONFIG},
        {"{'n_embd':15,'n_head':5,'positions':'rotary'}", GF_BAD_CONFIG},
        {"{'n_head':4,'n_kv_head':3}", GF_BAD_CONFIG},
        {"{'positions':'rotary','rotary_dim':3}", GF_BAD_CONFIG},
        {"{'n_embd':16,'positions':'rotary','rotary_dim':6}", GF_BAD_CONFIG},
        {"{'zero_init':true,'residual':false}", GF_BAD_CONFIG},
        {"{'parallel':true,'residual':false}", GF_BAD_CONFIG},
        {"{'arch':'averaging','positions':'alibi'}", GF_BAD_CONFIG},
        {"{'parallel':true,'norm_place':'post'}", GF_BAD_CONFIG},
        {"{'n_head':2,'n_kv_head':4}", GF_BAD_CONFIG},
        {"{'arch':'encoder','causal':false}", GF_BAD_CONFIG},
        {"{'arch':'encoder_decoder','causal':false}", GF_BAD_CONFIG},
        {"{'arch':'bigram','causal':false}", GF_BAD_CONFIG},
        {"{'arch':'averaging','causal':false}", GF_BAD_CONFIG},
        {"{'learning_rate':0.001,'min_learning_rate':0.01}", GF_BAD_CONFIG},
    };
    size_t n;
    const char *text = small_text(&n);
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        test("settings %s are refused with a sentence", rows[i].config);
        CHECK_FAILS(new_status(text, n, rows[i].config, &err), rows[i].status);
    }
}

TEST("a rate that stays as it is is accepted")
{
    SCOPED_BUFFER(out);
    const char *config = json_of("{'learning_rate':0.01,'min_learning_rate':0.01}");
    CHECK_OK(gf_describe(config, strlen(config), 30, &out, &why));
}

/* Each value must be refused by a sentence that names the key. */
static void refused(const char *key, const char *value)
{
    SCOPED_BUFFER(out);
    struct gf_error err = {0};
    const char *config = printed("{\"%s\":%s}", key, value);
    enum gf_status status = gf_describe(config, strlen(config), 30, &out, &err);
    CHECK_THAT(status == GF_BAD_CONFIG, "%s gives %s", config, gf_status_name(status));
    check_sentence(&err, status);
    CHECK_THAT(strstr(err.message, key), "\"%s\" does not name %s", err.message, key);
    CHECK(out.n == 0);
}

TEST("every setting refuses values out of range or of another type")
{
    SCOPED_BUFFER(schema);
    gf_schema(&schema);
    const struct gf_json *rows = gf_json_parse(&arena, schema.data, schema.n, NULL);
    size_t n_row = 0;
    for (const struct gf_json *r = rows ? rows->first : NULL; r; r = r->next) {
        const char *key = words(r, "key"), *type = words(r, "type");
        if (!CHECK(key && type)) return;
        refused(key, "null");
        refused(key, "[1]");
        refused(key, "{}");
        refused(key, "\"no such thing\"");
        bool is_number = strcmp(type, "int") == 0 || strcmp(type, "float") == 0;
        if (is_number) {
            CHECK(gf_json_get(r, "min") && gf_json_get(r, "max"));
            refused(key, printed("%.17g", number(r, "min") - 1));
            refused(key, printed("%.17g", number(r, "max") * 1.5 + 1));
            refused(key, "1e300");
            refused(key, "true");
        }
        if (strcmp(type, "bool") == 0) refused(key, "1");
        if (strcmp(type, "enum") == 0) refused(key, "0");
        if (strcmp(type, "int") == 0) refused(key, "2.5");
        n_row++;
    }
    CHECK(n_row > 40);
}

/* Sizes that follow from the data are not settings, though checkpoints hold them; values
 * given for them must not lead past the end of a table. */
TESTS(test_sizes_of_the_data)
{
    static const char *const configs[] = {
        "{" SHAPE ",'vocab_size':3}",
        "{" SHAPE ",'vocab_size':1000}",
        "{" SHAPE ",'vocab_size':-1}",
        "{" SHAPE ",'output_vocab_size':1}",
        "{" SHAPE ",'output_vocab_size':-1}",
        "{" SHAPE ",'pad_token':0}",
        "{" SHAPE ",'source_vocab_size':2,'arch':'encoder_decoder'}",
        "{" SHAPE ",'output_vocab_size':2,'arch':'bigram'}",
    };
    size_t n;
    const char *text = small_text(&n);
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        test("settings %s harm nothing", configs[i]);
        struct gf_error err = {0};
        SCOPED_SESSION session = try_session(text, configs[i], &err);
        if (!session) {
            check_sentence(&err, err.status);
            continue;
        }
        struct gf_sampled w;
        CHECK_OK(gf_session_step(session, NULL, &why));
        CHECK_OK(gf_session_prompt(session, "the", 3, 0, &why));
        for (int t = 0; t < 20; t++)
            CHECK_OK(gf_session_sample_next(session, &plain, &w, &why));
    }
}

TESTS(test_too_large)
{
    static const char *const configs[] = {
        "{'n_layer':48,'n_embd':4096,'n_head':64,'block_size':2000,'batch_size':4096,"
        "'n_ff':16384}",
        "{'n_embd':4096,'n_head':64,'n_layer':4}",
        "{'n_embd':512,'block_size':2000,'n_layer':48}",
        "{'n_embd':64,'block_size':200,'batch_size':4096,'n_layer':40}",
        "{'arch':'encoder_decoder','task':'reverse','n_embd':4096, "
        "'source_block_size':4096}",
    };
    /* Enough text for any of them, and a limit well below what they need. */
    const size_t n = 40000;
    char *text = malloc(n);
    for (size_t i = 0; i < n; i++) text[i] = (char)('a' + (i * i / 7) % 20);
    gf_arena_set_limit((size_t)40 << 20);
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        test("settings %s are refused: not enough memory", configs[i]);
        CHECK_FAILS(new_status(text, n, configs[i], &err), GF_OUT_OF_MEMORY);
    }
    gf_arena_set_limit(0);
    free(text);

    test("describe: any size gives numbers or an error");
    SCOPED_ARENA(arena);
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        struct gf_buffer out = {.arena = &arena};
        struct gf_error err = {0};
        enum gf_status status =
            gf_describe(configs[i], strlen(configs[i]), 100, &out, &err);
        if (status != GF_OK) {
            check_sentence(&err, status);
            continue;
        }
        const struct gf_json *json = parsed(&arena, &out);
        double n_bytes = number(json, "memory_bytes"),
               n_param = number(json, "n_param");
        CHECK_THAT(n_bytes > 16 * n_param, "%.0f bytes for %.0f parameters", n_bytes,
                   n_param);
    }
}

/* All observable state of a session in use. */
struct state {
    struct gf_buffer file;
    size_t n;
    float logits[512], A[64];
};

static struct state observe(struct gf_session *session, struct gf_arena *arena)
{
    struct state s = {.file = saved(session, arena)};
    struct gf_view view = {0};
    CHECK_OK(gf_session_tensor(session, "lm_head", &view, &why));
    CHECK(view.rows * view.columns <= 512);
    s.n = view.rows * view.columns;
    memcpy(s.logits, view.data, s.n * sizeof *view.data);
    CHECK_OK(gf_session_attention(session, 0, 1, s.A, NULL, &why));
    return s;
}

TESTS(test_calls)
{
    SCOPED_SESSION session = good_session(), *calm = good_session();
    struct gf_sampled a, b;
    size_t n;
    for (int i = 0; i < 2; i++) {
        struct gf_session *l = i ? calm : session;
        CHECK_OK(gf_session_step(l, NULL, &why));
        CHECK_OK(gf_session_prompt(l, "a bird", 6, 0, &why));
        CHECK_OK(gf_session_run_with_cache(l, "the rain", 8, true, &n, &why));
    }
    SCOPED_ARENA(arena);
    struct state before = observe(session, &arena);
    struct gf_view view;
    double loss;
    float *grad = malloc(gf_session_n_grad(session) * sizeof *grad), A[64];
    static const struct gf_sampling bad[] = {{.temperature = -1},
                                             {.temperature = NAN},
                                             {.top_k = -1},
                                             {.top_p = -0.1f},
                                             {.top_p = 1.1f},
                                             {.top_p = NAN},
                                             {.min_p = -0.1f},
                                             {.min_p = 1.1f},
                                             {.min_p = NAN},
                                             {.repetition_penalty = -1},
                                             {.repetition_penalty = NAN}};

    test("a prompt or text with characters outside the vocabulary is refused");
    CHECK_FAILS(gf_session_prompt(session, "ZEBRA", 5, 0, &err), GF_BAD_TEXT);
    CHECK_FAILS(gf_session_prompt(session, "a \xff", 3, 0, &err), GF_BAD_TEXT);
    CHECK_FAILS(gf_session_run_with_cache(session, "the rain \xe2\x82\xac", 12, false,
                                          &n, &err),
                GF_BAD_TEXT);
    CHECK_FAILS(gf_session_run_with_cache(session, "the\xc3", 4, true, &n, &err),
                GF_BAD_TEXT);

    test("unknown tensors, attentions and heads are refused");
    CHECK_FAILS(gf_session_tensor(session, "", &view, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_tensor(session, "no such \xc3\xa9", &view, &err),
                GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_attention(session, 1, 0, A, NULL, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_attention(session, 0, 2, A, NULL, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_attention(session, SIZE_MAX, SIZE_MAX, A, NULL, &err),
                GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_set_head_mask(session, 1, 0, 0, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_set_head_mask(session, 0, 2, 0, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_set_head_mask(session, 0, 0, NAN, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_set_head_mask(session, 0, 0, INFINITY, &err),
                GF_BAD_ARGUMENT);

    test("sampling options out of range are refused");
    for (size_t i = 0; i < GF_COUNT(bad); i++)
        CHECK_FAILS(gf_session_sample_next(session, &bad[i], &a, &err),
                    GF_BAD_ARGUMENT);

    test("a range of shards that is not a subtree is refused");
    CHECK_FAILS(gf_session_gradient(session, 0, 0, grad, &loss, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_gradient(session, 0, 3, grad, &loss, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_gradient(session, 1, 0, grad, &loss, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_gradient(session, 2, 4, grad, &loss, &err), GF_BAD_ARGUMENT);

    test("after all these errors the state is unchanged and training continues");
    struct state after = observe(session, &arena);
    same_files(after.file, before.file);
    CHECK(after.n == before.n);
    CHECK_BYTES(after.logits, before.logits, before.n * sizeof *before.logits);
    CHECK_BYTES(after.A, before.A, sizeof before.A);
    for (int t = 0; t < 20; t++) {
        CHECK_OK(gf_session_sample_next(session, &plain, &a, &why));
        CHECK_OK(gf_session_sample_next(calm, &plain, &b, &why));
        CHECK(a.id == b.id && a.p == b.p);
    }
    free(grad);
}

TEST("writing before a prompt and reading activations before a run are refused")
{
    SCOPED_SESSION session = good_session();
    struct gf_sampled w;
    struct gf_view view;
    float A[64];
    size_t rows, columns;
    CHECK_FAILS(gf_session_sample_next(session, &plain, &w, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_tensor(session, "lm_head", &view, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_attention(session, 0, 0, A, NULL, &err), GF_BAD_ARGUMENT);
    CHECK_SAYS(gf_session_attention_shape(session, 0, &rows, &columns, &why),
               GF_BAD_ARGUMENT, "Run the model on a text first.");
    gf_session_free(NULL);
}

TEST("a model opened without a text writes and is inspected, but not trained")
{
    SCOPED_SESSION session = good_session();
    SCOPED_ARENA(arena);
    steps(session, 1);
    SCOPED_SESSION bare =
        opened(saved_as(session, GF_SAVE_WEIGHTS, &arena), "{}", false);
    if (!bare) return;
    struct gf_sampled w;
    struct gf_evaluation e;
    size_t n;
    double loss;
    float *grad = calloc(gf_session_n_grad(bare), sizeof *grad);
    CHECK_FAILS(gf_session_step(bare, NULL, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_evaluate(bare, GF_SPLIT_VAL, 3, &e, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_reset(bare, 1, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_gradient(bare, 0, 1, grad, &loss, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_apply(bare, grad, 1, NULL, NULL, &err), GF_BAD_ARGUMENT);
    CHECK_FAILS(gf_session_run_with_cache(bare, "the rain", 8, true, &n, &err),
                GF_BAD_ARGUMENT);
    CHECK_OK(gf_session_run_with_cache(bare, "the rain", 8, false, &n, &why));
    CHECK_OK(gf_session_prompt(bare, "", 0, 0, &why));
    CHECK_OK(gf_session_sample_next(bare, &plain, &w, &why));
    CHECK(gf_session_n_value(bare) == gf_session_n_value(session));
    CHECK(same_weights(bare, session));
    free(grad);
}

static void test_kind(const char *arch)
{
    test("%s: trains, writes, is inspected and saved, or is refused", arch);
    size_t n, n_text;
    const char *text = small_text(&n_text);
    const char *config = printed("{" SHAPE ",'arch':'%s'}", arch);
    struct gf_error err = {0};
    SCOPED_SESSION session = try_session(text, config, &err);
    if (!session) {
        check_sentence(&err, err.status);
        return;
    }
    SCOPED_ARENA(arena);
    struct gf_sampled w;
    CHECK_OK(gf_session_step(session, NULL, &why));
    enum gf_status status = gf_session_prompt(session, "the", 3, 0, &err);
    for (int i = 0; i < 20 && status == GF_OK; i++)
        status = gf_session_sample_next(session, &plain, &w, &err);
    if (status != GF_OK) check_sentence(&err, status);
    CHECK_OK(gf_session_run_with_cache(session, "the rain", 8, true, &n, &why));
    const struct gf_json *info = info_of(session, &arena);
    for (const struct gf_json *t = gf_json_get(info, "tensors")->first; t;
         t = t->next) {
        struct gf_view view;
        CHECK_OK(gf_session_tensor(session, t->string, &view, &why));
    }
    SCOPED_SESSION again = opened(saved(session, &arena), "{}", true);
    if (!again) return;
    steps(again, 1);
    steps(session, 1);
    CHECK(same_weights(again, session));
}

/* Steps, tokens and evaluations allocate nothing. The first token creates the generator,
 * so one is written before. */
TEST("a step, a token and an evaluation allocate no memory")
{
    SCOPED_SESSION session = good_session();
    const struct gf_sampling opts = {.seed = 1};
    struct gf_sampled written;
    struct gf_evaluation sum;
    SCOPED_ARENA(arena);
    CHECK_OK(gf_session_step(session, NULL, &why));
    CHECK_OK(gf_session_prompt(session, "a", 1, 0, &why));
    CHECK_OK(gf_session_sample_next(session, &opts, &written, &why));
    gf_arena_fail_after(1);
    for (int i = 0; i < 20; i++) {
        CHECK_OK(gf_session_step(session, NULL, &why));
        CHECK_OK(gf_session_sample_next(session, &opts, &written, &why));
        CHECK_OK(gf_session_evaluate(session, GF_SPLIT_VAL, 3, &sum, &why));
    }
    CHECK_THAT(!gf_arena_alloc(&arena, 16), "something was allocated");
    gf_arena_fail_after(0);
}

TESTS(cases)
{
    static const char *const kinds[] = {"decoder", "encoder",   "encoder_decoder",
                                        "bigram",  "averaging", "attention_only"};
    for (size_t i = 0; i < GF_COUNT(kinds); i++) test_kind(kinds[i]);
}
