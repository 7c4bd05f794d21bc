/* Odd arguments of glassformer.h: parts of nothing, buffers of fixed size, values that no
 * enumeration has.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"

#include "harness.h"
#include "inspecting.h"
#include "sessions.h"

#define CONFIG "{'n_layer':1,'n_head':2,'n_embd':10,'block_size':8,'batch_size':2}"
#define HEALTH "{'what':'health'}"

TEST("evaluation: an empty part adds nothing")
{
    SCOPED_SESSION session = new_session(CONFIG);
    struct gf_evaluation none = {0}, zero = {0}, some = {.loss = 2, .n_target = 3};
    for (size_t at = 0; at < 3; at++)
        CHECK_OK(
            gf_session_evaluate_part(session, GF_SPLIT_VAL, 2, at, at, &none, &why));
    CHECK_BYTES(&none, &zero, sizeof none);
    CHECK_OK(gf_session_evaluate_part(session, GF_SPLIT_VAL, 2, 1, 1, &some, &why));
    CHECK(some.loss == 2 && some.n_target == 3);
}

TEST("evaluation: what is wrong with a part or a split is said")
{
    SCOPED_SESSION session = new_session(CONFIG);
    struct gf_evaluation e = {0};
    CHECK_SAYS(gf_session_evaluate_part(session, GF_SPLIT_VAL, 2, 1, 3, &e, &why),
               GF_BAD_ARGUMENT, "\"last\" must be a whole number from 0 to 2.");
    CHECK_SAYS(gf_session_evaluate_part(session, GF_SPLIT_VAL, 2, 2, 1, &e, &why),
               GF_BAD_ARGUMENT, "\"first\" must be a whole number from 0 to 1.");
    CHECK_SAYS(gf_session_evaluate_part(session, GF_SPLIT_VAL, 0, 0, 0, &e, &why),
               GF_BAD_ARGUMENT, "at least 1.");
    CHECK_SAYS(gf_session_evaluate(session, (enum gf_split)3, 2, &e, &why),
               GF_BAD_ARGUMENT, "\"split\" must be one of train, val, all.");
}

TEST("save: a form that there is not is refused")
{
    SCOPED_SESSION session = new_session(CONFIG);
    SCOPED_BUFFER(file);
    CHECK_SAYS(gf_session_save(session, (enum gf_saved)4, &file, &why), GF_BAD_ARGUMENT,
               "weights, training, merged, adapter");
    CHECK(file.n == 0);
}

TEST("no bytes may be NULL: of settings, prompts and requests")
{
    SCOPED_SESSION session = new_session(CONFIG);
    SCOPED_BUFFER(out);
    size_t n = 0;
    CHECK_SAYS(gf_describe(NULL, 0, 9, &out, &why), GF_BAD_JSON, "the text ends");
    CHECK_SAYS(gf_session_inspect(session, NULL, 0, &out, NULL, &why), GF_BAD_JSON,
               "the text ends");
    CHECK_OK(gf_session_prompt(session, NULL, 0, 0, &why));
    CHECK_OK(gf_session_run_with_cache(session, NULL, 0, false, &n, &why));
    CHECK(n == 1 && out.n == 0);
}

TEST("describe: a vocabulary that no model has is refused, however large")
{
    const size_t large[] = {(1 << 20) + 1, SIZE_MAX / 2 + 1, SIZE_MAX};
    SCOPED_BUFFER(out);
    for (size_t i = 0; i < GF_COUNT(large); i++)
        CHECK_SAYS(gf_describe("{}", 2, large[i], &out, &why), GF_BAD_ARGUMENT,
                   "\"V\" must be a whole number from 0 to 1048576.");
    CHECK(out.n == 0);
    CHECK_OK(gf_describe("{}", 2, 1 << 20, &out, &why));
}

TEST("files: of none it is said that there is no model, whole or in pieces")
{
    struct gf_buffer none = {0};
    CHECK_SAYS(gf_import(NULL, 0, &none, &why), GF_BAD_CHECKPOINT, "no model");
    size_t n_here = 0;
    struct gf_file file = {"", 0};
    CHECK_SAYS(gf_session_open_files(&file, &n_here, 0, NULL, 0, "{}", 2, &why)
                   ? GF_OK
                   : why.status,
               GF_BAD_CHECKPOINT, "no model");
}

TEST("inspect: the most tokens and sequences are the same in 32 and 64 bits")
{
    SCOPED_SESSION session = new_session(CONFIG);
    SCOPED_BUFFER(out);
    const char *request = "{'what':'health','tokens':-1}";
    CHECK_SAYS(ask_session(session, request, &out, NULL, &why), GF_BAD_ARGUMENT,
               "from 0 to 2147483647.");
}

static double no_time(void)
{
    return 0;
}

TEST("buffers of fixed size: what does not fit is not there")
{
    SCOPED_SESSION session = new_session(CONFIG);
    char few[40], many[1 << 16];
    struct gf_buffer small = {.data = few, .capacity = sizeof few};
    struct gf_buffer large = {.data = many, .capacity = sizeof many};
    CHECK(gf_describe("{}", 2, 9, &small, NULL) == GF_OUT_OF_MEMORY);
    CHECK(gf_session_save(session, GF_SAVE_WEIGHTS, &small, NULL) == GF_OUT_OF_MEMORY);
    CHECK(gf_session_profile(session, no_time, &small, NULL) == GF_OUT_OF_MEMORY);
    CHECK(ask_session(session, HEALTH, &small, NULL, NULL) == GF_OUT_OF_MEMORY);
    CHECK(ask_session(session, HEALTH, &large, &small, NULL) == GF_OUT_OF_MEMORY);
    CHECK(small.n == 0 && large.n == 0);
    CHECK_OK(ask_session(session, HEALTH, &large, NULL, &why));
    CHECK(large.n > sizeof few && many[large.n - 1] == '}');
}
