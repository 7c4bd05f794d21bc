/* Generated tasks draw their lines from the seed: a session reset to another seed equals
 * a new session of that seed, and a checkpoint restores the lines it was trained on.
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "glassformer.h"
#include "harness.h"
#include "inspecting.h"
#include "sessions.h"
#include "out_of_memory.h"
#include "scoped.h"

/* Few lines, so that two seeds have different vocabularies. */
#define SHAPE \
    "'n_layer':1,'n_head':2,'n_embd':18,'n_ff':29,'block_size':30,'batch_size':5," \
    "'resid_pdrop':0.1,'task_lines':60"

static const char *const tasks[] = {
    "'task':'names','arch':'encoder','tied_head':false",
    "'task':'reverse','arch':'encoder_decoder'",
    "'task':'brackets'",
    "'task':'repeat','tokenizer':'bpe','vocab_limit':280",
};

static struct gf_session *task_session(const char *task, int seed)
{
    return session_of("", printed("{" SHAPE ",%s,'seed':%d}", task, seed));
}

static struct gf_buffer report_of(struct gf_session *session, struct gf_arena *arena)
{
    struct gf_buffer out = {.arena = arena};
    CHECK_OK(put_answer(&out, session, "{'what':'head_report'}", &why));
    return out;
}

/* Weights, moments, settings, vocabulary, lines and what is measured on them. */
static void check_same(struct gf_session *a, struct gf_session *b)
{
    struct gf_session *sessions[2] = {a, b};
    SCOPED_ARENA(arena);
    struct gf_evaluation e[2];
    same_saved(a, b, GF_SAVE_TRAINING);
    same_files(report_of(a, &arena), report_of(b, &arena));
    for (int i = 0; i < 2; i++)
        CHECK_OK(gf_session_evaluate(sessions[i], GF_SPLIT_VAL, 4, &e[i], &why));
    CHECK_BYTES(&e[0], &e[1], sizeof e[0]);
}

static void test_task(const char *task)
{
    test("reset to another seed equals a new session of that seed (%s)", task);
    SCOPED_SESSION used = task_session(task, 5), *fresh = task_session(task, 77);
    SCOPED_ARENA(arena);
    steps(used, 3);
    report_of(used, &arena); /* generator and inspector of the old lines */
    CHECK_OK(gf_session_set_head_mask(used, 0, 1, 0, &why));
    CHECK_OK(gf_session_set_head_mask(fresh, 0, 1, 0, &why));
    CHECK_OK(gf_session_reset(used, 77, &why));
    check_same(used, fresh);
    steps(used, 3);
    steps(fresh, 3);
    check_same(used, fresh);

    test("after a reset, a checkpoint resumes to the same bytes (%s)", task);
    CHECK_OK(
        gf_session_set_head_mask(fresh, 0, 1, 1, &why)); /* no file holds a head mask */
    used = through_a_file(used, false);
    check_same(used, fresh);
    steps(used, 3);
    steps(fresh, 3);
    check_same(used, fresh);
}

TEST("fifty resets use no more memory than one")
{
    SCOPED_SESSION session = task_session(tasks[1], 5);
    double n[2] = {0};
    for (int i = 0; i < 50; i++) {
        CHECK_OK(gf_session_reset(session, (uint64_t)(i % 2), &why));
        double now = memory_of(session);
        CHECK_THAT(now > 0 && (i < 2 || now == n[i % 2]), "%.0f bytes, then %.0f",
                   n[i % 2], now);
        n[i % 2] = now;
    }
}

/* Two lines of 4 to 12 letters: for most seeds they do not fit in 8 positions. */
static struct gf_session *tight_session(int seed)
{
    const char *config = printed("{%s,'n_layer':1,'n_head':2,'n_embd':8,'block_size':8,"
                                 "'task_lines':2,'batch_size':2,'seed':%d}",
                                 tasks[1], seed);
    return try_session("", config, NULL);
}

TEST("a seed whose lines do not fit is refused and changes nothing")
{
    SCOPED_SESSION session = NULL, *tried = NULL;
    int seed = 0, bad = 0;
    while (!session && seed < 500) session = tight_session(++seed);
    do {
        gf_session_free(tried);
        tried = tight_session(++bad);
    } while (tried && bad < 500);
    if (!CHECK(session && !tried)) return;
    SCOPED_SESSION calm = tight_session(seed);
    steps(session, 2);
    steps(calm, 2);
    CHECK_SAYS(gf_session_reset(session, (uint64_t)bad, &why), GF_BAD_CONFIG,
               "block_size");
    CHECK(gf_session_reset(session, (uint64_t)bad, NULL) == GF_BAD_CONFIG);
    check_same(session, calm);
    steps(session, 2);
    steps(calm, 2);
    check_same(session, calm);
}

TEST("more lines than a task can generate are refused")
{
    struct gf_error err = {0};
    CHECK(!try_session("", "{'task':'addition'}", &err));
    CHECK_THAT(err.status == GF_BAD_CONFIG && strstr(err.message, "20000"), "%s: %s",
               gf_status_name(err.status), err.message);
}

static enum gf_status open_it(struct gf_buffer file, struct gf_error *err)
{
    SCOPED_SESSION session = gf_session_open(file.data, file.n, NULL, 0, "{}", 2, err);
    return session ? GF_OK : err->status;
}

TESTS(test_out_of_memory)
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION calm = task_session(tasks[0], 5), *fresh = task_session(tasks[0], 6);
    SCOPED_SESSION starving = task_session(tasks[0], 5);
    steps(calm, 2);
    struct gf_buffer file = saved(calm, &arena);

    test("opening a checkpoint fails wherever memory runs out");
    CHECK_OUT_OF_MEMORY(open_it(file, &why), 30);

    test("a reset that runs out of memory changes nothing");
    steps(starving, 2);
    gf_arena_fail_after(12);
    CHECK(gf_session_reset(starving, 6, NULL) == GF_OUT_OF_MEMORY);
    gf_arena_fail_after(0);
    check_same(starving, calm);
    CHECK_OUT_OF_MEMORY(gf_session_reset(starving, 6, &why), 30);
    check_same(starving, fresh);
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(tasks); i++) test_task(tasks[i]);
}

TEST("pairs in their order: encoders with decoders begin answers with <START>")
{
    static const char text[] = "a b\tc\nb a\td\n";
    static const char config[] =
        "{" SHAPE ",'task':'pairs','arch':'encoder_decoder','no_shuffle':true,"
        "'tokenizer':'words','tied_head':false}";
    SCOPED_BUFFER(info);
    SCOPED_SESSION session = session_of(text, config);
    if (!session) return;
    gf_session_info(session, &info);
    gf_buffer_put(&info, "", 1);
    CHECK_HAS(info.data, "\"c\",\"d\",\"<PAD>\",\"<START>\",\"<EOS>\"]");
    CHECK_OK(gf_session_step(session, NULL, &why));
}

/* By ALiBi its first head attends to its own position, trained or not. */
static const char clear[] = "{'n_layer':1,'n_head':8,'n_embd':16,'positions':'alibi',"
                            "'block_size':16,%s'seed':%d}";

static void test_badge(const char *task, int seed, bool from_file)
{
    test("after a reset a head has no badge in the first report (%s, %d, %d)", task,
         seed, from_file);
    SCOPED_SESSION fresh = new_session(printed(clear, task, seed));
    SCOPED_SESSION again = NULL;
    again = new_session(printed(clear, task, 5));
    if (from_file) {
        steps(again, 1);
        again = through_a_file(again, true);
    }
    SCOPED_ARENA(arena);
    report_of(again, &arena);
    CHECK_OK(gf_session_reset(again, (uint64_t)seed, &why));
    check_same(again, fresh); /* at step 0 */
    CHECK_OK(gf_session_reset(again, (uint64_t)seed, &why));
    steps(again, 1);
    SCOPED_SESSION trained = new_session(printed(clear, task, seed));
    steps(trained, 1);
    check_same(again, trained);
}

TESTS(test_badges)
{
    test_badge("", 5, false);
    test_badge("", 6, true);
    test_badge("'task':'repeat',", 5, true);
    test_badge("'task':'repeat',", 6, false);
}
