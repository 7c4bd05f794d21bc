/* Evaluation: the mean loss of windows spread over a split, with the memory of training and
 * without.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "out_of_memory.h"
#include "sessions.h"
#include "small_model.h"

/* One window at a time through a separate graph, summed in double. */
static double reference_evaluation(struct small_model *s, enum gf_split split,
                                   size_t n_windows)
{
    struct gf_arena arena = {0};
    size_t T = (size_t)s->config.block_size;
    struct gf_graph *g =
        gf_model_graph(&s->model, &arena, GF_GRAPH_INFER, 1, false, NULL);
    int32_t x[64], y[64];
    double sum = 0;
    for (size_t i = 0; i < n_windows; i++) {
        gf_corpus_window(&s->corpus, split,
                         gf_corpus_eval_start(&s->corpus, split, T, n_windows, i), T, x,
                         y);
        struct gf_batch batch = {.n_seq = 1, .n_time = {T}, .tokens = {x}, .target = y};
        struct gf_run run = gf_model_run(&s->model, g, &batch);
        gf_graph_forward(&run);
        for (size_t t = 0; t < T; t++) sum += (double)g->loss->value[t];
    }
    gf_arena_free(&arena);
    return sum / (double)(n_windows * T);
}

TEST("evaluation: without dropout, the same in any passes, the mean of its windows")
{
    double first = 0;
    for (size_t micro_batch = 1; micro_batch <= 12; micro_batch += 3) {
        SMALL_MODEL(s, "{" SMALL_SHAPE "," DROPOUT "}", micro_batch);
        small_train(&s, 3);
        for (int turn = 0; turn < 2; turn++) {
            struct gf_evaluation e = small_evaluate(&s, GF_SPLIT_VAL, 10);
            first = first == 0 ? e.loss : first;
            CHECK_BYTES(&e.loss, &first, sizeof first);
            CHECK(e.n_target == 10 * (size_t)s.config.block_size);
        }
        double reference = reference_evaluation(&s, GF_SPLIT_VAL, 10);
        CHECK_NEAR(first, reference,
                   1e-12); /* the same floats, summed in another order */
        double train = small_evaluate(&s, GF_SPLIT_TRAIN, 3).loss;
        CHECK_NEAR(train, reference_evaluation(&s, GF_SPLIT_TRAIN, 3), 1e-12);
        CHECK(train != first);
    }
}

/* The weights of a session, opened with its text and never trained. */
static struct gf_session *opened_again(struct gf_session *session,
                                       struct gf_arena *arena)
{
    return opened(saved_as(session, GF_SAVE_WEIGHTS, arena), "{}", true);
}

#define NARROW "'n_layer':2,'n_head':2,'n_embd':18,"

TESTS(test_evaluation_alone)
{
    static const char *const configs[] = {
        "{" NARROW "'block_size':75}",
        "{" NARROW "'block_size':75,'positions':'alibi','n_kv_head':1}",
        "{" NARROW
        "'block_size':75,'positions':'rotary','rotary_dim':8,'attention':'simple'}",
        "{" NARROW "'block_size':75,'causal':false}",
        "{'arch':'bigram','block_size':40}",
        "{" NARROW "'arch':'averaging','block_size':40}",
        "{" NARROW "'arch':'encoder','task':'vowels','tied_head':false,'block_size':45,"
        "'task_lines':300}",
        "{" NARROW "'arch':'encoder_decoder','task':'reverse','block_size':24,"
        "'source_block_size':21,'task_lines':300}",
        "{" NARROW "'task':'reverse','task_form':'continue','block_size':64}"};
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        test("evaluation: without memory for training, the same sums: %s", configs[i]);
        SCOPED_ARENA(arena);
        struct gf_evaluation alone = {0}, want = {0};
        SCOPED_SESSION session = new_session(configs[i]);
        if (!session) continue;
        steps(session, 2);
        SCOPED_SESSION opened = opened_again(session, &arena);
        if (!CHECK(opened)) continue;
        CHECK_OK(gf_session_evaluate(session, GF_SPLIT_VAL, 5, &want, &why));
        CHECK_OK(gf_session_evaluate(opened, GF_SPLIT_VAL, 5, &alone, &why));
        CHECK(!opened->trainer.graph && session->trainer.graph);
        CHECK_BYTES(&alone, &want, sizeof want);
    }
}

/* There is a reader as long as there was the memory for it. */
static enum gf_status evaluate(struct gf_session *session, struct gf_evaluation *e,
                               struct gf_error *err)
{
    enum gf_status status = gf_session_evaluate(session, GF_SPLIT_VAL, 5, e, err);
    CHECK((status == GF_OUT_OF_MEMORY) == (session->trainer.reader.graph == NULL));
    return status;
}

TEST("evaluation: without any memory it says so, and the session goes on")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session("{" NARROW "'block_size':75}");
    SCOPED_SESSION opened = opened_again(session, &arena);
    if (!CHECK(session && opened)) return;
    struct gf_evaluation alone = {0}, want = {0};
    CHECK_OUT_OF_MEMORY(evaluate(opened, &alone, &why), 10);
    CHECK_OK(gf_session_evaluate(session, GF_SPLIT_VAL, 5, &want, &why));
    CHECK_BYTES(&alone, &want, sizeof want);
    steps(opened, 1);
    CHECK(!opened->trainer.reader.graph && opened->trainer.reading.n_bytes == 0);
}

TEST("evaluation: an answer is exact if all of its tokens are right")
{
    SCOPED_SESSION session = new_session(
        "{'arch':'encoder','task':'vowels','n_layer':1,'n_head':2,"
        "'n_embd':12,'tied_head':false,'task_lines':300,'block_size':64,'batch_size'"
        ":4,'learning_rate':0.01,'warmup_steps':0}");
    size_t n_almost = 0, n_exact = 0;
    for (int turn = 0; turn < 20 && (n_almost == 0 || n_exact == 0); turn++) {
        steps(session, 5);
        for (size_t i = 0; i < 20; i++) {
            struct gf_evaluation e = {0};
            CHECK_OK(gf_session_evaluate_part(session, GF_SPLIT_VAL, 20, i, i + 1, &e,
                                              &why));
            CHECK_THAT(e.n_exact == (e.n_right == e.n_target), "%zu right of %zu",
                       (size_t)e.n_right, (size_t)e.n_target);
            n_almost += e.n_right + 1 == e.n_target;
            n_exact += e.n_right == e.n_target;
        }
    }
    CHECK_THAT(n_almost > 0 && n_exact > 0, "%zu almost, %zu exact", n_almost, n_exact);
}
