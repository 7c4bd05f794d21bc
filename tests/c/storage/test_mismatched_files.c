/* Files whose settings, vocabularies and numbers contradict each other, and data of one kind
 * for models of another: an error, or harmless. The sanitizers watch.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "api/session.h"
#include "base/utf8.h"
#include "importing.h"
#include "inspecting.h"
#include "sessions.h"
#include "small_model.h"
#include "storage/checkpoint.h"

#define SHAPE \
    "'n_layer':1,'n_head':2,'n_embd':10,'n_ff':13,'block_size':40," \
    "'source_block_size':40,'batch_size':3,'task_lines':60,'learning_rate':0.01"

static struct gf_session *open_session(const char *settings)
{
    return new_session(printed("{" SHAPE ",%s}", settings));
}

/* A file with some of its settings replaced, and with these labels unless NULL. */
static struct gf_buffer edited(struct gf_arena *arena, const struct gf_buffer *file,
                               const char *changes, const char *marks)
{
    char config[2600];
    struct gf_safetensors f = {0};
    struct gf_stored_metadata metadata[8];
    struct gf_buffer out = {.arena = arena};
    size_t n = 0;
    CHECK_OK(gf_safetensors_read(&f, arena, file->data, file->n, &why));
    const struct gf_json *all = gf_json_get(f.header, "__metadata__");
    for (const struct gf_json *m = all->first; m; m = m->next) {
        bool is_config = strcmp(m->key, "config") == 0;
        if (is_config) put_over(config, sizeof config, m->string, changes);
        metadata[n++] =
            (struct gf_stored_metadata){m->key, is_config ? config : m->string};
    }
    if (marks) metadata[n++] = (struct gf_stored_metadata){"marks", marks};
    CHECK_OK(gf_safetensors_write(&out, f.tensors, f.n_tensors, metadata, n, &why));
    return out;
}

/* Calls everything that reads tokens, targets or logits of an opened model. */
static void use(struct gf_session *session)
{
    static const char *const asked[] = {
        "{'what':'head_report'}", "{'what':'lens'}", "{'what':'attribution'}",
        "{'what':'ablate','layer':0,'head':0,'sample':{'chars':60}}"};
    SCOPED_ARENA(arena);
    struct gf_sampled w;
    struct gf_evaluation e;
    size_t n;
    gf_session_step(session, NULL, NULL);
    gf_session_step(session, NULL, NULL);
    gf_session_evaluate(session, GF_SPLIT_VAL, 3, &e, NULL);
    if (gf_session_prompt(session, "a", 1, 0, NULL) == GF_OK) {
        for (int i = 0; i < 60; i++)
            CHECK_OK(gf_session_sample_next(
                session, &(struct gf_sampling){.seed = 1, .temperature = 1}, &w, &why));
    }
    gf_session_run_with_cache(session, "a", 1, session->can_train, &n, NULL);
    for (size_t i = 0; i < GF_COUNT(asked); i++) {
        struct gf_buffer out = {.arena = &arena};
        ask_session(session, asked[i], &out, NULL, NULL);
    }
}

/* Opens a file with a text, NULL for small_text, uses the model if it opens, and returns the
 * status. */
static enum gf_status open_and_use(const struct gf_buffer *file, const char *text,
                                   const char *overrides, struct gf_error *err)
{
    *err = (struct gf_error){0};
    if (!text) text = small_text(&(size_t){0});
    overrides = json_of(overrides);
    struct gf_session *session = gf_session_open(
        file->data, file->n, text, strlen(text), overrides, strlen(overrides), err);
    if (!session) {
        CHECK_THAT(err->message[0] != '\0', "%s", gf_status_name(err->status));
        return err->status;
    }
    use(session);
    gf_session_free(session);
    return GF_OK;
}

static const char *const kinds[] = {
    "'task':'text'",
    "'arch':'bigram'",
    "'arch':'averaging'",
    "'arch':'attention_only','mlp':false",
    "'task':'reverse'",
    "'task':'repeat'",
    "'arch':'encoder_decoder','task':'reverse'",
    "'arch':'encoder','task':'vowels','tied_head':false"};

static void test_data_of_another_kind(const char *kind)
{
    static const char *const tasks[] = {"text",     "pairs",    "copy",   "reverse",
                                        "sort",     "addition", "repeat", "dates",
                                        "brackets", "vowels",   "names"};
    static const char *const forms[] = {"auto", "text", "answer", "continue",
                                        "tagging"};
    SCOPED_ARENA(arena);
    test("a file of a model with %s that names any other data harms nothing", kind);
    SCOPED_SESSION session = open_session(kind);
    struct gf_buffer file = saved(session, &arena);
    size_t n_open = 0;
    for (size_t i = 0; i < GF_COUNT(tasks); i++)
        for (size_t k = 0; k < GF_COUNT(forms); k++) {
            SCOPED_ARENA(scratch);
            struct gf_error err;
            char data[80];
            snprintf(data, sizeof data, "'task':'%s','task_form':'%s'", tasks[i],
                     forms[k]);
            struct gf_buffer other = edited(&scratch, &file, data, NULL);
            enum gf_status status = open_and_use(&other, NULL, "{}", &err);
            n_open += status == GF_OK;
            CHECK(open_and_use(&file, NULL, printed("{%s}", data), &err) == status);
        }
    CHECK(n_open > 0);
}

TEST("an encoder's file that names a text is refused, with and without a text")
{
    SCOPED_ARENA(arena);
    struct gf_error err;
    /* Of characters that the vocabulary has: it would be learned. */
    char letters[600] = "";
    for (int i = 0; i < 599; i++) letters[i] = (char)('a' + i * i % 19);
    SCOPED_SESSION session = open_session(kinds[7]);
    struct gf_buffer file = saved(session, &arena);
    struct gf_buffer other = edited(&arena, &file, "'task':'text'", NULL);
    CHECK_SAYS(open_and_use(&other, letters, "{}", &why), GF_BAD_CONFIG,
               "encoder labels");
    CHECK(!gf_session_open(other.data, other.n, NULL, 0, "{}", 2, &err));
    CHECK(open_and_use(&file, letters, "{'task':'text'}", &err) == GF_BAD_CONFIG);
    CHECK_OK(open_and_use(&file, letters, "{}", &why));
}

/* A vocabulary of n characters as JSON. */
static const char *vocabulary(struct gf_arena *arena, uint32_t n)
{
    struct gf_buffer text = {.arena = arena}, out = {.arena = arena};
    struct gf_json_writer w = {.out = &out};
    struct gf_tokenizer t;
    for (uint32_t i = 0; i < n; i++) {
        char bytes[4];
        gf_buffer_put(&text, bytes, gf_utf8_encode(0x800 + i, bytes));
    }
    CHECK_OK(gf_tokenizer_build(&t, arena, NULL, text.data, text.n, &why));
    gf_tokenizer_write(&t, &w);
    gf_buffer_put(&out, "", 1);
    return out.data;
}

TESTS(test_marks_without_an_encoder)
{
    for (size_t i = 0; i + 1 < GF_COUNT(kinds); i++) {
        SCOPED_ARENA(arena);
        test("a file of a model with %s that has labels is refused", kinds[i]);
        SCOPED_SESSION session = open_session(kinds[i]);
        struct gf_buffer file = saved(session, &arena);
        struct gf_buffer other = edited(&arena, &file, "'output_vocab_size':20000",
                                        vocabulary(&arena, 20000));
        CHECK_SAYS(open_and_use(&other, NULL, "{}", &why), GF_BAD_CHECKPOINT,
                   "disagree");
    }
}

TEST("a small file that claims a large model is refused without the memory of that")
{
    static const char claims[] = "'n_layer':12,'n_embd':512,'n_head':16";
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = open_session(kinds[0]);
    struct gf_buffer plain = saved(session, &arena);
    struct gf_buffer file = edited(&arena, &plain, claims, NULL);
    struct gf_error err;
    gf_arena_set_limit((size_t)32 << 20);
    CHECK(open_and_use(&file, NULL, "{}", &err) == GF_BAD_CHECKPOINT);
    gf_arena_set_limit(0);
    CHECK_HAS(err.message, "another shape");
}

TEST("an encoder_decoder without <START> reads the question unchanged")
{
    SCOPED_ARENA(arena);
    const char *line = "abc";
    int32_t want[3];
    size_t n, n_want = 0;
    SCOPED_SESSION session = open_session(kinds[6]);
    gf_tokenizer_encode(&session->tokenizer, line, 3, want, &n_want, NULL);
    struct gf_buffer file = saved(session, &arena);
    for (size_t i = 0; i + 7 < file.n; i++)
        if (memcmp(file.data + i, "<START>", 7) == 0) file.data[i + 1] = 's';
    SCOPED_SESSION other = opened(file, "{'task':'pairs'}", false);
    if (!other) return;
    CHECK(gf_session_run_with_cache(other, line, 3, false, &n, NULL) == GF_OK &&
          n == 1);
    const int32_t *source = gf_session_tokens(other, GF_STREAM_SOURCE, &n);
    CHECK(n == 3 && n_want == 3);
    CHECK_BYTES(source, want, sizeof want);
    CHECK(*gf_session_tokens(other, GF_STREAM_MAIN, &n) == 0);
}

TESTS(test_moments)
{
    static const struct {
        char which;
        float value;
        const char *sentence; /* NULL: it may be so */
    } rows[] = {{'v', -1e-30f, "below zero"},
                {'v', -INFINITY, "below zero"},
                {'v', INFINITY, "not finite"},
                {'v', NAN, "not finite"},
                {'m', NAN, "not finite"},
                {'m', -INFINITY, "not finite"},
                {'v', -0.0f, NULL},
                {'m', -1e-3f, NULL}};
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = open_session(kinds[0]);
    CHECK_OK(gf_session_step(session, NULL, &why));
    struct gf_buffer file = saved(session, &arena);
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        struct gf_safetensors f = {0};
        struct gf_error err;
        test("a file with %g among its optimizer.%c is %s", (double)rows[i].value,
             rows[i].which, rows[i].sentence ? "refused" : "opened");
        const char *name =
            printed("optimizer.%c.transformer.wpe.weight", rows[i].which);
        CHECK_OK(gf_safetensors_read(&f, &arena, file.data, file.n, &why));
        const struct gf_stored_tensor *t = gf_safetensors_find(&f, name);
        char *at = file.data + ((const char *)t->data - file.data) + 7 * sizeof(float);
        float was;
        memcpy(&was, at, sizeof was);
        memcpy(at, &rows[i].value, sizeof was);
        enum gf_status status = open_and_use(&file, NULL, "{}", &err);
        memcpy(at, &was, sizeof was);
        CHECK(status == (rows[i].sentence ? GF_BAD_CHECKPOINT : GF_OK));
        CHECK_THAT(!rows[i].sentence || (strstr(err.message, rows[i].sentence) &&
                                         strstr(err.message, name)),
                   "%s", err.message);
    }
}

/* Pairs first .. first + n - 1 as gf_compare reads them. */
static struct gf_buffer batch_of(struct gf_arena *arena,
                                 const struct gf_session *session, size_t first,
                                 size_t n)
{
    struct gf_buffer out = {.arena = arena};
    struct gf_json_writer w = {.out = &out};
    int32_t row[2][64], source[64];
    const size_t T = (size_t)session->model.config.block_size;
    gf_json_begin_object(&w);
    for (int which = 0; which < 2; which++) {
        gf_json_begin_array(gf_json_key(&w, which ? "targets" : "tokens"));
        for (size_t b = 0; b < n; b++) {
            bool reads = session->form == GF_FORM_ANSWER;
            struct gf_sequence s = {.T = T,
                                    .T_source = reads ? T : 0,
                                    .tokens = row[0],
                                    .target = row[1],
                                    .source = reads ? source : NULL};
            gf_pairs_fill(&session->pairs, first + b, &s);
            gf_json_begin_array(&w);
            for (size_t t = 0; t < T; t++) gf_json_int(&w, row[which][t]);
            gf_json_end_array(&w);
        }
        gf_json_end_array(&w);
    }
    gf_json_end_object(&w);
    return out;
}

static void check_logits(struct gf_session *session, size_t pair, const float *logits)
{
    int32_t tokens[64], target[64];
    struct gf_sequence s = {.T = (size_t)session->model.config.block_size,
                            .tokens = tokens,
                            .target = target};
    struct gf_view view = {0};
    size_t n;
    CHECK_OK(gf_session_run_with_cache(session, "a", 1, false, &n, &why));
    gf_pairs_fill(&session->pairs, pair, &s);
    gf_activations_run(&session->activations, tokens, s.T, false);
    CHECK_OK(gf_session_tensor(session, "lm_head", &view, &why));
    CHECK_BYTES(logits, view.data, view.rows * view.columns * sizeof *logits);
}

static void test_forward(const char *kind)
{
    enum { FIRST = 3, N = 3 };
    SCOPED_ARENA(arena);
    struct gf_safetensors f = {0};
    test("forward: logits of a model with %s are those of an inspected run, to the bit",
         kind);
    SCOPED_SESSION session = open_session(kind);
    steps(session, 5);
    struct gf_buffer file = saved(session, &arena), out = {.arena = &arena};
    struct gf_buffer batch = batch_of(&arena, session, FIRST, N);
    CHECK_OK(gf_compare(file.data, file.n, batch.data, batch.n, &out, &why));
    CHECK_OK(gf_safetensors_read(&f, &arena, out.data, out.n, &why));
    const struct gf_stored_tensor *z = gf_safetensors_find(&f, "logits");
    const size_t T = (size_t)session->model.config.block_size;
    const size_t n_output = session->form == GF_FORM_TAGGING
                                ? session->labels.n_vocab
                                : session->tokenizer.n_vocab;
    if (!CHECK(z && z->shape[0] == N && z->shape[1] == T && z->shape[2] == n_output))
        return;
    float *logits = gf_arena_array(&arena, N * T * n_output, sizeof *logits);
    CHECK_OK(gf_stored_floats(z, logits, N * T * n_output, &why));
    for (size_t b = 0; b < N; b++)
        check_logits(session, FIRST + b, logits + b * T * n_output);
}

static void check_refused(const struct gf_buffer *file, const char *batch,
                          const char *sentence, enum gf_status status)
{
    SCOPED_BUFFER(out);
    struct gf_error err = {0};
    batch = json_of(batch);
    CHECK(gf_compare(file->data, file->n, batch, strlen(batch), &out, &err) == status);
    CHECK_HAS(err.message, json_of(sentence));
    CHECK(out.n == 0);
}

TEST("forward: loss and gradient are means over the targets that are counted")
{
    static const char *const names[] = {"loss", "transformer.wpe.weight",
                                        "transformer.h.0.attn.c_attn.weight",
                                        "transformer.h.0.mlp.c_proj.bias"};
    static const char *const batches[] = {
        "{'tokens':[[1,2,3,4],[2,4,3,1]],'targets':[[2,3,-1,1],[-1,-1,5,-1]]}",
        "{'tokens':[[1,2,3,4]],'targets':[[2,3,-1,1]]}",
        "{'tokens':[[2,4,3,1]],'targets':[[-1,-1,5,-1]]}"};
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = open_session(kinds[4]);
    steps(session, 5);
    struct gf_buffer file = saved(session, &arena);
    for (size_t i = 0; i < GF_COUNT(names); i++) {
        size_t n, n_one, n_two;
        double want[4096];
        /* 3 and 1 targets: three quarters of one mean and a quarter of the other. */
        const float *both = compared(&arena, file, batches[0], names[i], &n);
        const float *one = compared(&arena, file, batches[1], names[i], &n_one);
        const float *two = compared(&arena, file, batches[2], names[i], &n_two);
        if (!CHECK(both && one && two && n == n_one && n == n_two && n <= 4096)) return;
        for (size_t k = 0; k < n; k++)
            want[k] = 0.75 * (double)one[k] + 0.25 * (double)two[k];
        CHECK_CLOSE(both, want, n, 2e-6); /* roundings of sums in another order */
        if (i > 0) continue;
        /* The loss and its gradient belong together: against the logits. */
        const float *z = compared(&arena, file, batches[2], "logits", &n);
        size_t V = n / 4;
        double sum = 0;
        for (size_t v = 0; v < V; v++) sum += exp((double)z[2 * V + v]);
        CHECK_NEAR(two[0], log(sum) - (double)z[2 * V + 5], 2e-6);
    }
}

TEST("forward: what is wrong with a batch is said with its row")
{
    static const struct {
        const char *batch, *sentence;
    } rows[] = {{"{'tokens':[[1,2],[3]],'targets':[[1,2],[1,2]]}",
                 "Row 2 of 'tokens' needs 2 numbers"},
                {"{'tokens':[[1,2],[3,'x']],'targets':[[1,2],[1,2]]}",
                 "Row 2 of 'tokens' holds something that is not a token number."},
                {"{'tokens':[[1,2],[3,4]],'targets':[[1.5,2],[1,2]]}",
                 "Row 1 of 'targets' holds something"},
                {"{'tokens':[[1,2],[3,4]],'targets':[[1,2],[1,-2]]}",
                 "Row 2 of 'targets' holds something"},
                {"{'tokens':[[1,2],[3,4]],'targets':[[1,2]]}",
                 "'targets' has 1 rows, but tokens has 2."},
                {"{'tokens':[[1,2],[3,9999]],'targets':[[1,2],[1,2]]}",
                 "Row 2, position 2: token 9999 with target 2."},
                {"{'tokens':[[1,2]],'targets':[[-1,-1]]}", "No target is counted"}};
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = open_session(kinds[4]);
    struct gf_buffer file = saved(session, &arena);
    for (size_t i = 0; i < GF_COUNT(rows); i++)
        check_refused(&file, rows[i].batch, rows[i].sentence,
                      i < 5 ? GF_BAD_JSON : GF_BAD_ARGUMENT);
}

TESTS(test_bad_batches)
{
    SCOPED_ARENA(arena);
    test("forward: the targets of an encoder are its labels");
    struct gf_session *session = open_session(kinds[7]);
    struct gf_buffer file = saved(session, &arena);
    int n_mark = (int)session->labels.n_vocab,
        n_token = (int)session->tokenizer.n_vocab;
    CHECK(n_mark < n_token);
    check_refused(
        &file, printed("{'tokens':[[%d,0]],'targets':[[0,%d]]}", n_token - 1, n_mark),
        printed("targets from 0 to %d", n_mark - 1), GF_BAD_ARGUMENT);
    const char *batch = printed("{'tokens':[[%d]],'targets':[[0]]}", n_token);
    check_refused(&file, batch, "Tokens go from", GF_BAD_ARGUMENT);
    gf_session_free(session);

    test("forward: an encoder_decoder is refused, as a batch has no source");
    session = open_session(kinds[6]);
    file = saved(session, &arena);
    check_refused(&file, "{'tokens':[[1,2]],'targets':[[1,2]]}", "source",
                  GF_BAD_ARGUMENT);
    gf_session_free(session);
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(kinds); i++) test_data_of_another_kind(kinds[i]);
    test_forward(kinds[4]);
    test_forward(kinds[7]);
}

TEST("a file keeps its step where a size_t cannot count it")
{
    SMALL_MODEL(s, "{'n_layer':1,'n_embd':8}", 0);
    struct gf_buffer file = {.arena = &s.arena};
    struct gf_checkpoint read;
    const uint64_t step = (UINT64_C(1) << 32) + 5;
    s.trainer.step = step;
    const struct gf_content content = {.model = &s.model, .trainer = &s.trainer};
    CHECK_OK(gf_checkpoint_save(&content, &file, &why));
    CHECK_OK(gf_checkpoint_open(&read, &s.arena, &s.arena, file.data, file.n, &why));
    CHECK(read.step == step);
    s.trainer.step = 0;
    CHECK_OK(gf_checkpoint_training(&read, &s.trainer, &why));
    CHECK(s.trainer.step == step);
}
