/* Properties of every analysis: the model is unchanged, the answer has the same bytes at
 * every vector width, running out of memory is an error without further effect, and an
 * invalid request fails with a sentence.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "kernels/kernels.h"
#include "inspecting.h"
#include "out_of_memory.h"
#include "sessions.h"
#include "inspect/request.h"

static const char *request_on_line(size_t i)
{
    return request_of(i, 0, "'" LINE "'");
}

TESTS(test_untouched)
{
    const char *request;
    INSPECTION(l, "", 12);
    INSPECTION(twin, "", 12);
    for (size_t i = 0; i < l.L * l.H; i++) { /* another factor for each head */
        float head_mask = 0.5f + (float)i / 16;
        gf_session_set_head_mask(l.session, i / l.H, i % l.H, head_mask, NULL);
        gf_session_set_head_mask(twin.session, i / l.H, i % l.H, head_mask, NULL);
    }
    const struct gf_buffer before = saved(l.session, &l.arena);
    for (size_t i = 0; (request = request_on_line(i)); i++) {
        test("inspect: weights and optimizer are unchanged (%.40s)", request);
        struct gf_buffer out = {.arena = &l.arena};
        CHECK_OK(put_answer(&out, l.session, request, &why));
        same_files(saved(l.session, &l.arena), before);
    }
    test("inspect: training gives the same bytes with and without");
    steps(l.session, 3);
    steps(twin.session, 3);
    same_saved(l.session, twin.session, GF_SAVE_TRAINING);

    test("inspect: a sample in progress is unaffected");
    struct gf_sampled a, b;
    gf_session_prompt(l.session, "the ", 4, 0, NULL);
    gf_session_prompt(twin.session, "the ", 4, 0, NULL);
    for (size_t i = 0; i < 20; i++) {
        const struct gf_sampling opts = {.temperature = 1, .top_p = 1, .seed = 4};
        struct gf_buffer out = {.arena = &l.arena};
        CHECK_OK(gf_session_sample_next(l.session, &opts, &a, &why));
        CHECK_OK(gf_session_sample_next(twin.session, &opts, &b, &why));
        CHECK(a.id == b.id && a.p == b.p);
        put_answer(&out, l.session, request_on_line(i), NULL);
    }
}

/* A request takes the memory it needs: its answer is the same whatever was asked before. */
TESTS(test_first_request)
{
    static const char *const longest = "{'what':'activations','backward':true}";
    const char *request;
    for (size_t i = 0; (request = request_on_line(i)); i++) {
        test("inspect: the same answer first of all and after a whole window (%.50s)",
             request);
        INSPECTION(first, "'block_size':80", 1);
        INSPECTION(later, "'block_size':80", 1);
        struct gf_buffer a = {.arena = &first.arena}, b = {.arena = &later.arena},
                         unread = {.arena = &later.arena};
        CHECK_OK(put_answer(&a, first.session, request, &why));
        CHECK_OK(put_answer(&unread, later.session, longest, &why));
        CHECK_OK(put_answer(&b, later.session, request, &why));
        same_files(a, b);
    }
}

TEST("inspect: answers have the same bytes at every vector width")
{
    static const int lanes[] = {4, 8, 16};
    const char *request;
    SCOPED_BUFFER(first);
    for (size_t w = 0; w < 3; w++) {
        if (!gf_kernels_select(lanes[w])) continue;
        size_t at = 0;
        INSPECTION(l, "", 12);
        for (size_t i = 0; (request = request_on_line(i)); i++) {
            struct gf_buffer out = {.arena = &l.arena};
            CHECK_OK(put_answer(&out, l.session, request, &why));
            if (w == 0) gf_buffer_put(&first, out.data, out.n);
            CHECK_THAT(at + out.n <= first.n &&
                           memcmp(out.data, first.data + at, out.n) == 0,
                       "%s at %d lanes", request, lanes[w]);
            at += out.n;
        }
        CHECK(at == first.n);
    }
    gf_kernels_select(0);
}

/* What a request takes for granted: attention, layers, an MLP, a next token. */
TESTS(test_every_model)
{
    static const char *const configs[] = {
        "'arch':'bigram'",
        "'n_layer':0",
        "'arch':'averaging'",
        "'arch':'attention_only','mlp':false",
        ("'arch':'encoder','task':'vowels','tied_head':false,'block_size':40"),
    };
    const char *request;
    for (size_t k = 0; k < GF_COUNT(configs); k++) {
        INSPECTION(l, configs[k], 2);
        for (size_t i = 0; (request = request_on_line(i)); i++) {
            test("inspect: %s is answered or refused by %s", request, configs[k]);
            struct gf_buffer out = {.arena = &l.arena};
            if (put_answer(&out, l.session, request, NULL) != GF_OK)
                ask_invalid(&l, request);
        }
    }
    INSPECTION(l, configs[0], 2);
    test("inspect: without heads, ablating all of them gives the loss alone");
    const struct gf_json *all = ask(&l, "{'what':'ablate_all','sequences':8}");
    CHECK(number(all, "loss") == number(ask(&l, "{'what':'head_report'}"), "loss"));
    CHECK(length(all, "delta") == 0);
}

static void test_memory(const char *request)
{
    test("inspect: fails without memory, and succeeds afterwards (%.40s)", request);
    INSPECTION(l, "", 2);
    const size_t least[] = {3, 1}; /* then what the request itself takes */
    for (int i = 0; i < 2; i++)
        CHECK_OUT_OF_MEMORY(put_answer(&(struct gf_buffer){.arena = &failing},
                                       l.session, request, &why),
                            least[i]);
}

TESTS(test_mistakes)
{
    static const struct {
        const char *request, *sentence;
    } wrong[] = {
        {"{", "line"},
        {"[]", "what"},
        {"{'what':'future'}", "what"},
        {"{'what':'ablate','head':0}", "\"layer\" is missing"},
        {"{'what':'ablate','layer':0,'head':3}", "from 0 to 2"},
        {"{'what':'ablate','layer':0,'head':0.5}", "whole number"},
        {"{'what':'ablate','layer':0,'head':0,'mode':'half'}", "zero|mean"},
        {"{'what':'lens','text':3}", "must be text"},
        {"{'what':'lens','text':'Zebra'}", "Z"},
        {"{'what':'attribution'," TEXT ",'position':22}", "from 0 to 21"},
        {"{'what':'attribution'," TEXT ",'token':'ab'}", "one character"},
        {"{'what':'attribution'," TEXT ",'token':99}", "from 0 to"},
        {"{'what':'patch','changed':2," TEXT "}", "\"to\" is missing"},
        {"{'what':'patch','changed':99,'to':1," TEXT "}", "from 0 to 21"},
        {"{'what':'why'," TEXT ",'position':22}", "from 0 to 21"},
        {"{'what':'hide'," TEXT ",'token':'ab'}", "one character"},
        {"{'what':'neurons','layer':2}", "from 0 to 1"},
        {"{'what':'neurons','layer':0,'count':65}", "from 0 to 64"},
        {"{'what':'next_update','parameter':'wte'}", "no parameter \"wte\""},
        {"{'what':'next_update','index':100000}", "from 0 to"},
    };
    INSPECTION(l, "", 0);
    for (size_t i = 0; i < GF_COUNT(wrong); i++) {
        test("inspect: %.60s fails with a sentence", wrong[i].request);
        CHECK_HAS(ask_invalid(&l, wrong[i].request), wrong[i].sentence);
    }
}

TESTS(test_closed_model)
{
    INSPECTION(l, "", 12);
    struct gf_buffer file = saved_as(l.session, GF_SAVE_WEIGHTS, &l.arena);
    struct gf_error err = {0};
    struct inspection bare = {
        .session = gf_session_open(file.data, file.n, NULL, 0, "{}", 2, &err)};
    test("inspect: a model opened without a text analyzes a given text");
    CHECK_THAT(bare.session != NULL, "%s", err.message);
    const struct gf_json *a =
        ask(&bare, "{'what':'head_report','importance':true," TEXT "}");
    const struct gf_json *b =
        ask(&l, "{'what':'head_report','importance':true," TEXT "}");
    CHECK(number(a, "loss") == number(b, "loss"));
    CHECK(number(a, "importance.4") == number(b, "importance.4"));
    CHECK(isfinite(number(a, "importance.4")));
    test("inspect: without a given text it reports that there is no validation text");
    CHECK_HAS(ask_invalid(&bare, "{'what':'head_report'}"), "no validation text");
    CHECK_HAS(ask_invalid(&bare, "{'what':'lens'}"), "Give a text");
    gf_session_free(bare.session);
    gf_arena_free(&bare.arena);
}

TESTS(test_complete)
{
    static const char *const names[] = {
#define GF_ANALYSIS(name, about, arguments) "'what':'" #name "'",
#include "inspect/analyses.def"
#undef GF_ANALYSIS
    };
    for (size_t i = 0; i < GF_COUNT(names); i++) {
        test("inspect: %s is among the requests of these tests", names[i]);
        bool found = false;
        const char *request;
        for (size_t k = 0; !found && (request = request_on_line(k)); k++)
            found = strstr(request, names[i]);
        CHECK(found);
    }
}

TESTS(cases)
{
    const char *request;
    for (size_t i = 0; (request = request_on_line(i)); i++) test_memory(request);
}

/* 16 layers of 16 heads at 4,096 positions: 2^32 floats, 0 of them in 32 bits. */
TEST("arrays of requests: a product that no size_t counts is no memory")
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    struct gf_request req = {.scratch = &arena, .err = &err};
    const size_t half = SIZE_MAX / 2 + 1;
    CHECK(!gf_request_floats(&req, half, 2) && arena.failed);
    CHECK(gf_request_status(&req) == GF_OUT_OF_MEMORY);
    CHECK(err.key == GF_E_no_memory);
    arena.failed = false;
    CHECK(!gf_request_doubles(&req, 1, SIZE_MAX) && arena.failed);
    arena.failed = false;
    float *table = gf_request_floats(&req, 3, 5);
    CHECK(table && table[14] == 0);
    if (sizeof(size_t) == 4) {
        CHECK(!gf_request_floats(&req, (size_t)256 * 4096, 4096));
    }
}
