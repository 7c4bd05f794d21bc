/* Analyses of a model opened from files, whose matrices stay in the numbers of the file: the
 * answers of the same model with float32 weights, and all of them without memory.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspecting.h"
#include "opened.h"
#include "sessions.h"

static const enum gf_dtype dtypes[] = {GF_DTYPE_F16, GF_DTYPE_BF16, MIXED};
enum { N_DTYPES = GF_COUNT(dtypes) };

static const char *request_on_text(size_t i)
{
    return request_of(i, 1, "'the old tree sat'");
}

/* They take the memory of training, whose weights are float32. */
static bool trains(const char *request)
{
    return strstr(request, "'next_update'") || strstr(request, "'dropout'");
}

static void check_answer(const char *folder, enum gf_dtype dtype, const char *request)
{
    SCOPED_ARENA(arena);
    const struct folder f = read_folder(&arena, folder, dtype);
    const char *settings = "{'resid_pdrop':0.1}";
    SCOPED_SESSION opened = open_pieces(f.files, true, settings);
    SCOPED_SESSION whole = open_whole(f.files, true, settings);
    if (!opened || !whole) return;
    struct gf_buffer x = {.arena = &arena}, y = {.arena = &arena};
    CHECK_OK(put_answer(&x, opened, request, &why));
    CHECK_OK(put_answer(&y, whole, request, &why));
    CHECK(x.n > 0);
    same_files(x, y);
    CHECK(is_prepacked(opened) == !trains(request));
}

TESTS(test_answers)
{
    const char *request;
    for (size_t i = 0; (request = request_on_text(i)); i++)
        for (int k = 0; k < N_FOLDERS; k++) {
            test("%s opened in 16 bits: %.60s", folders[k], request);
            check_answer(folders[k], dtypes[i % N_DTYPES], request);
        }
}

/* Answers with allocation 1, 2, … failing, until one succeeds. */
static void check_without_memory(const char *folder, const char *request)
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    const struct folder f = read_folder(&arena, folder, GF_DTYPE_F16);
    SCOPED_SESSION session = open_pieces(f.files, true, "{}");
    SCOPED_SESSION calm = open_pieces(f.files, true, "{}");
    if (!session || !calm) return;
    struct gf_buffer x = {.arena = &arena}, y = {.arena = &arena};
    enum gf_status status = GF_OUT_OF_MEMORY;
    size_t n = 0;
    while (status != GF_OK) {
        struct gf_arena failing SCOPED(gf_arena_free) = {0};
        struct gf_buffer answer = {.arena = &failing};
        gf_arena_fail_after(++n);
        status = put_answer(&answer, session, request, &err);
        gf_arena_fail_after(0);
        if (!CHECK(status == GF_OK || status == GF_OUT_OF_MEMORY)) return;
        if (status == GF_OK) gf_buffer_put(&x, answer.data, answer.n);
    }
    CHECK_THAT(n > 3, "only %zu allocations", n);
    CHECK_OK(put_answer(&y, calm, request, &why));
    same_files(x, y);
    CHECK(is_prepacked(session));
}

TESTS(test_out_of_memory)
{
    const char *request;
    for (size_t i = 0; (request = request_on_text(i)); i++) {
        const char *folder = folders[i % N_FOLDERS];
        if (trains(request)) continue;
        test("%s opened in 16 bits, any allocation may fail: %.60s", folder, request);
        check_without_memory(folder, request);
    }
}
