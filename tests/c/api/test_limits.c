/* What would fail in the end is refused at the beginning. Vocabularies too large for a file
 * are in tests/cli/mistakes.test.js: Node crashes at the end of a test in wasm whose memory
 * grew to 100 MB.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "base/buffer.h"
#include "harness.h"
#include "inspecting.h"
#include "kernels/kernels.h"
#include "sessions.h"
#include "small_model.h"

#define SMALL "{'n_embd':16,'n_head':2,'block_size':16}"
#define LARGER "{'n_embd':32,'n_head':2,'block_size':16}"

static size_t n_drawn;

static void draw_none(float *x, size_t n, struct gf_rng key, float scale)
{
    (void)x, (void)key, (void)scale;
    n_drawn += n;
}

TEST("weights are drawn when all memory is there, and never for those of a file")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session(SMALL);
    struct gf_buffer file = saved(session, &arena);
    const struct gf_kernels *kernels = gf_k;
    struct gf_kernels counting = *kernels;
    counting.fill_normal = draw_none;
    gf_k = &counting;

    size_t n_tried = 0;
    struct gf_session *large = NULL;
    for (size_t megabytes = 1; !large && megabytes < 64; megabytes++, n_tried++) {
        CHECK_THAT(n_drawn == 0, "%zu weights in %zu MB", n_drawn, megabytes);
        gf_arena_set_limit(megabytes << 20);
        large = try_session(small_text(&(size_t){0}),
                            "{'n_embd':64,'n_head':2,'block_size':16}", NULL);
    }
    gf_arena_set_limit(0);
    CHECK(large && n_drawn > 0 && n_tried > 3);
    gf_session_free(large);

    n_drawn = 0;
    SCOPED_SESSION again = opened(file, "{}", false);
    gf_k = kernels;
    CHECK(again && n_drawn == 0);
    CHECK(same_weights(again, session));
}

TEST("a model of a file that does not fit is not to be made smaller")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session(LARGER);
    struct gf_buffer file = saved(session, &arena);
    struct gf_error err = {0};
    struct gf_session *opened = NULL;
    size_t n_said = 0;
    for (size_t n = 1; !opened && n < 256; n++) {
        gf_arena_set_limit(n << 17);
        opened = gf_session_open(file.data, file.n, NULL, 0, "{}", 2, &err);
        CHECK_THAT(opened || !strstr(err.message, "Reduce"), "%s", err.message);
        n_said += !opened && strstr(err.message, "Use a smaller model");
    }
    gf_arena_set_limit(0);
    CHECK(opened && n_said > 0);
    gf_session_free(opened);
}

TEST("a model of a file takes the memory of training with its first step, or says how "
     "much")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session(LARGER);
    size_t n_failed = 0, n_said = 0;
    struct gf_size size;
    struct gf_error err = {0};
    SCOPED_SESSION reader =
        opened(saved_as(session, GF_SAVE_WEIGHTS, &arena), "{}", true);
    CHECK(reader && same_weights(reader, session));
    for (size_t n = 1; n < 4096; n++) {
        gf_arena_set_limit(n << 13);
        if (gf_session_step(reader, NULL, &err) == GF_OK) break;
        gf_arena_set_limit(0);
        CHECK_OK(gf_trainer_measure(&session->model.config, &size, &why));
        bool is_measured = err.key == GF_E_no_memory_to_train;
        CHECK_THAT(is_measured
                       ? strstr(err.message, printed("takes %zu MB of memory",
                                                     size.n_bytes >> 20)) != NULL
                       : err.key == GF_E_no_memory,
                   "%s", err.message);
        n_said += is_measured;
        CHECK(same_weights(reader, session));
        n_failed++;
    }
    gf_arena_set_limit(0);
    CHECK(n_failed > 3 && n_said > 3);
    steps(session, 1);
    CHECK(same_weights(reader, session));
}

TEST("after a run for which there was no memory, the next one starts anew")
{
    SCOPED_SESSION session = new_session(SMALL);
    struct gf_error err = {0};
    struct gf_view view = {0};
    float before[4 * 64], *after = before;
    size_t n, n_failed = 0;
    for (size_t fail = 1; fail < 99; fail++) {
        CHECK_OK(gf_session_run_with_cache(session, "the ", 4, false, &n, &why));
        CHECK_OK(gf_session_tensor(session, "lm_head", &view, &why));
        const size_t size = view.rows * view.columns;
        if (!CHECK(size <= GF_COUNT(before))) return;
        if (n_failed > 0) CHECK_BYTES(view.data, after, size * sizeof *after);
        memcpy(before, view.data, size * sizeof *before);
        gf_arena_fail_after(fail);
        enum gf_status status =
            gf_session_run_with_cache(session, "the ", 4, true, &n, &err);
        gf_arena_fail_after(0);
        if (status == GF_OK) break;
        CHECK(status == GF_OUT_OF_MEMORY);
        n_failed++;
    }
    CHECK_THAT(n_failed > 2, "%zu", n_failed);
}

TEST("adapters are trained on after a pass for which there was no memory")
{
    const char *settings =
        "{'n_layer':1,'n_embd':8,'n_head':2,'block_size':8,'lora_rank':2}";
    SCOPED_SESSION calm = new_session(settings);
    enum gf_status status = GF_OUT_OF_MEMORY;
    size_t n, fail = 0;
    steps(calm, 2);
    while (status == GF_OUT_OF_MEMORY) {
        SCOPED_SESSION session = new_session(settings);
        steps(session, 1);
        gf_arena_fail_after(++fail);
        status = gf_session_run_with_cache(session, "the ", 4, false, &n, NULL);
        gf_arena_fail_after(0);
        steps(session, 1);
        CHECK_THAT(same_weights(session, calm), "after allocation %zu failed", fail);
    }
    CHECK_THAT(status == GF_OK && fail > 20, "%zu", fail);
}

TEST("a token for which there was no memory is the next one")
{
    const struct gf_sampling opts = {.temperature = 1, .seed = 3};
    SCOPED_SESSION calm = new_session(SMALL);
    SCOPED_SESSION session = new_session(SMALL);
    struct gf_sampled expected, written;
    CHECK_OK(gf_session_prompt(calm, "the ", 4, 0, &why));
    CHECK_OK(gf_session_prompt(session, "the ", 4, 0, &why));
    gf_arena_fail_after(1);
    CHECK(gf_session_sample_next(session, &opts, &written, NULL) == GF_OUT_OF_MEMORY);
    gf_arena_fail_after(0);
    for (int i = 0; i < 20; i++) {
        CHECK_OK(gf_session_sample_next(calm, &opts, &expected, &why));
        CHECK_OK(gf_session_sample_next(session, &opts, &written, &why));
        CHECK(written.id == expected.id && written.p == expected.p);
    }
}

TEST("a prompt as long as one before takes no more memory")
{
    SCOPED_SESSION session = new_session(SMALL);
    size_t n;
    CHECK_OK(gf_session_run_with_cache(session, "the ", 4, false, &n, &why));
    const size_t taken = session->arena.n_bytes;
    for (int i = 0; i < 3; i++)
        CHECK_OK(gf_session_run_with_cache(session, "rain", 4, false, &n, &why));
    CHECK(session->arena.n_bytes == taken);
}

TEST("the smallest pair is a tab: an empty question, answered by nothing")
{
    size_t n = 9;
    const char *settings = "{'arch':'encoder_decoder','task':'reverse','task_lines':50,"
                           "'n_embd':16,'n_head':2,'n_layer':1}";
    SCOPED_SESSION session = session_of("", settings);
    if (!session) return;
    CHECK_OK(gf_session_run_with_cache(session, "a\t", 2, false, &n, &why));
    size_t n_source = 0, begun = n;
    gf_session_tokens(session, GF_STREAM_SOURCE, &n_source);
    CHECK(begun == 1 && n_source == 1); /* <START>; a */
    struct gf_error empty = {0}, tab = {0};
    enum gf_status none = gf_session_run_with_cache(session, "", 0, false, &n, &empty);
    CHECK(gf_session_run_with_cache(session, "\t", 1, false, &n, &tab) == none);
    CHECK_TEXT(tab.message, empty.message);
}

TEST("a graph and a layout are as large as what is in them")
{
    /* With room for the most nodes and parameters that there may be: 1.2 MB. */
    SCOPED_SESSION session = new_session(
        "{'n_layer':1,'n_embd':8,'n_head':2,'block_size':8,'batch_size':1}");
    CHECK_THAT(memory_of(session) < 150e3, "%.0f bytes", memory_of(session));
}

TEST("the memory of a model that writes is known when it is opened")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session("{'n_embd':64,'n_head':2,'block_size':128}");
    struct gf_sampled w;
    SCOPED_SESSION writer =
        opened(saved_as(session, GF_SAVE_WEIGHTS, &arena), "{}", false);
    if (!writer) return;
    double planned = memory_of(writer);
    CHECK_OK(gf_session_prompt(writer, "the ", 4, 0, &why));
    CHECK_OK(gf_session_sample_next(writer, &(struct gf_sampling){.temperature = 1}, &w,
                                    &why));
    double taken = memory_of(writer);
    /* Names of a graph's tensors are not counted. */
    CHECK_THAT(planned <= taken && planned > 0.98 * taken, "%.0f planned, %.0f taken",
               planned, taken);
}
