/* Analyses of a model opened from files, whose matrices stay in the numbers of the file: the
 * answers of the same model with float32 weights, and all of them without memory.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "opened.h"
#include "sessions.h"

static const enum gf_dtype dtypes[] = {GF_DTYPE_F16, GF_DTYPE_BF16, MIXED};
enum { N_DTYPES = sizeof dtypes / sizeof *dtypes };

static const char *const requests[] = {
    "{\"what\":\"activations\",\"text\":\"%s\",\"attention\":true,\"logits\":true,"
    "\"tensors\":[\"transformer.wte.weight\",\"transformer.h.1.attn.c_attn.weight\"]}",
    "{\"what\":\"activations\",\"text\":\"%s\",\"backward\":true,\"tensors\":"
    "[\"grad:transformer.h.0.attn.c_proj.weight\"]}",
    "{\"what\":\"lens\",\"text\":\"%s\"}",
    "{\"what\":\"attribution\",\"text\":\"%s\",\"against\":\"strongest\"}",
    "{\"what\":\"saliency\",\"text\":\"%s\"}",
    "{\"what\":\"pattern\",\"text\":\"%s\",\"layer\":1,\"head\":0}",
    "{\"what\":\"pattern\",\"text\":\"%s\",\"layer\":1,\"head\":0,\"weigh\":true}",
    "{\"what\":\"rollout\",\"text\":\"%s\"}",
    "{\"what\":\"forward_pass\",\"text\":\"%s\",\"layer\":1,\"head\":1}",
    "{\"what\":\"origin\",\"text\":\"%s\",\"column\":3}",
    "{\"what\":\"origin\",\"text\":\"%s\",\"tensor\":\"transformer.embed\",\"column\":"
    "3}",
    "{\"what\":\"origin\",\"text\":\"%s\",\"tensor\":\"transformer.h.0.attn.c_attn\"}",
    "{\"what\":\"why\",\"text\":\"%s\"}",
    "{\"what\":\"circuits\",\"layer\":0,\"head\":1}",
    "{\"what\":\"neurons\",\"layer\":1}",
    "{\"what\":\"patch\",\"text\":\"%s\",\"changed\":1,\"to\":3}",
    "{\"what\":\"patch\",\"text\":\"%s\",\"changed\":1,\"to\":3,\"where\":\"heads\"}",
    "{\"what\":\"hide\",\"text\":\"%s\"}",
    "{\"what\":\"agreement\"}",
    "{\"what\":\"ablate_all\"}",
    "{\"what\":\"ablate\",\"layer\":0,\"head\":1,\"mode\":\"mean\"}",
    "{\"what\":\"ablate\",\"text\":\"%s\",\"layer\":0,\"head\":0,"
    "\"sample\":{\"chars\":9}}",
    "{\"what\":\"head_report\",\"lens\":true,\"positions\":true,\"importance\":true,"
    "\"pairs\":true,\"repeat\":true}",
    "{\"what\":\"embedding_map\"}",
    "{\"what\":\"position_map\"}",
    "{\"what\":\"health\"}",
};

/* They take the memory of training, whose weights are float32. */
static const char *const of_training[] = {
    "{\"what\":\"next_update\",\"index\":5}",
    "{\"what\":\"dropout\",\"sequence\":1}",
};

enum {
    N_REQUESTS = sizeof requests / sizeof *requests,
    N_OF_TRAINING = sizeof of_training / sizeof *of_training
};

/* A failed answer leaves no bytes. */
static enum gf_status put_answer(struct gf_buffer *out, struct gf_session *session,
                                 const char *format, struct gf_error *err)
{
    struct gf_buffer floats = {.arena = out->arena};
    const size_t before = out->n;
    const char *request = printed(format, "the old tree sat");
    enum gf_status status =
        gf_session_inspect(session, request, strlen(request), out, &floats, err);
    if (status == GF_OK && !gf_buffer_put(out, floats.data, floats.n)) {
        status = GF_OUT_OF_MEMORY;
    }
    if (status != GF_OK) out->n = before;
    return status;
}

static void check_answer(const char *folder, enum gf_dtype dtype, const char *request,
                         bool trains)
{
    SCOPED_ARENA(arena);
    struct gf_file files[N_FILES];
    struct gf_error err = {0};
    read_folder(&arena, files, folder, dtype);
    const char *text = long_text(&arena), *settings = "{\"resid_pdrop\":0.1}";
    SCOPED_SESSION opened = open_pieces(files, text, settings);
    SCOPED_SESSION whole = open_whole(&arena, files, text, settings);
    if (!opened || !whole) return;
    struct gf_buffer x = {.arena = &arena}, y = {.arena = &arena};
    CHECK_OK(put_answer(&x, opened, request, &err), err);
    CHECK_OK(put_answer(&y, whole, request, &err), err);
    CHECK(x.n > 0);
    same_files(x, y);
    CHECK(is_prepacked(opened) == !trains);
}

TESTS(test_answers)
{
    for (int i = 0; i < N_FOLDERS * (N_REQUESTS + N_OF_TRAINING); i++) {
        const int what = i / N_FOLDERS;
        const bool trains = what >= N_REQUESTS;
        const char *request = trains ? of_training[what - N_REQUESTS] : requests[what];
        test("%s opened in 16 bits: %.60s", folders[i % N_FOLDERS], request);
        check_answer(folders[i % N_FOLDERS], dtypes[what % N_DTYPES], request, trains);
    }
}

/* Answers with allocation 1, 2, … failing, until one succeeds. */
static void check_without_memory(const char *folder, const char *request)
{
    SCOPED_ARENA(arena);
    struct gf_file files[N_FILES];
    struct gf_error err = {0};
    read_folder(&arena, files, folder, GF_DTYPE_F16);
    const char *text = long_text(&arena);
    SCOPED_SESSION session = open_pieces(files, text, "{}");
    SCOPED_SESSION calm = open_pieces(files, text, "{}");
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
    CHECK_OK(put_answer(&y, calm, request, &err), err);
    same_files(x, y);
    CHECK(is_prepacked(session));
}

TESTS(test_out_of_memory)
{
    for (int i = 0; i < N_REQUESTS; i++) {
        const char *folder = folders[i % N_FOLDERS];
        test("%s opened in 16 bits, any allocation may fail: %.60s", folder,
             requests[i]);
        check_without_memory(folder, requests[i]);
    }
}
