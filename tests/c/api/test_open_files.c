/* Models opened from files, whose matrices stay in the numbers of the file until they are
 * trained: everything is the same bytes as of the same model with float32 weights.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "kernels/kernels.h"
#include "opened.h"
#include "out_of_memory.h"
#include "sessions.h"

static const enum gf_dtype dtypes[] = {GF_DTYPE_F16, GF_DTYPE_BF16, GF_DTYPE_F32,
                                       MIXED};
enum { N_DTYPES = GF_COUNT(dtypes), N_CASES = N_FOLDERS * N_DTYPES };

static bool has_number(const struct gf_session *session, enum gf_number number)
{
    const struct gf_model *model = &session->model;
    int n = 0;
    for (int i = 0; i < model->layout.n_param; i++) {
        const struct gf_prepacked *w = &model->weights.prepacked[i];
        n += w->columns > 0 && w->number == number;
    }
    return n > 0;
}

/* Whether the matrices have the numbers of a file of that type, and no others. */
static bool has_numbers(const struct gf_session *session, enum gf_dtype dtype)
{
    static const enum gf_dtype of[] = {
        [GF_FLOAT32] = GF_DTYPE_F32,
        [GF_FLOAT16] = GF_DTYPE_F16,
        [GF_BFLOAT16] = GF_DTYPE_BF16,
    };
    bool right = true;
    for (int number = GF_FLOAT32; number <= GF_BFLOAT16; number++) {
        bool wanted = dtype == MIXED || dtype == of[number];
        right = right && has_number(session, (enum gf_number)number) == wanted;
    }
    return right;
}

/* Logits after a prompt and 30 tokens, without one and with. */
static void put_writing(struct gf_buffer *out, struct gf_session *session)
{
    for (int with_prompt = 0; with_prompt < 2; with_prompt++) {
        const char *prompt = with_prompt ? "the little cat ran" : "";
        CHECK_OK(gf_session_prompt(session, prompt, strlen(prompt), 0, &why));
        for (int i = 0; i < 30; i++) {
            const struct gf_sampling opts = {.temperature = 1, .seed = 5};
            struct gf_view view = {0};
            struct gf_sampled w = {0};
            CHECK_OK(gf_session_next_logits(session, &view, &why));
            gf_buffer_put(out, view.data, view.columns * sizeof *view.data);
            CHECK_OK(gf_session_sample_next(session, &opts, &w, &why));
            gf_buffer_put(out, &w.id, sizeof w.id);
        }
    }
}

static void use_lanes(int lanes)
{
    if (!gf_kernels_select(lanes)) gf_kernels_select(0);
}

static void check_opened(const char *folder, enum gf_dtype dtype, struct gf_sha256 *sha)
{
    SCOPED_ARENA(arena);
    const struct folder f = read_folder(&arena, folder, dtype);
    SCOPED_SESSION pieces = open_pieces(f.files, true, "{'batch_size':3}");
    SCOPED_SESSION whole = open_whole(f.files, true, "{'batch_size':3}");
    if (!pieces || !whole) return;
    SCOPED_SESSION again =
        opened(saved_as(pieces, GF_SAVE_WEIGHTS, &arena), "{}", false);
    struct gf_buffer x = {.arena = &arena}, y = {.arena = &arena},
                     z = {.arena = &arena};
    CHECK(is_prepacked(pieces) && !is_prepacked(whole));
    CHECK(has_numbers(pieces, dtype));
    put_writing(&x, pieces);
    put_writing(&y, whole);
    put_writing(&z, again);
    CHECK(x.n > 0);
    same_files(x, y);
    same_files(x, z);
    same_hashes(pieces, whole);
    same_saved(pieces, whole, GF_SAVE_WEIGHTS);
    same_saved(pieces, whole, GF_SAVE_MERGED);
    CHECK(is_prepacked(pieces));
    gf_sha256_add(sha, x.data, x.n);
}

TESTS(test_opened)
{
    for (int lanes = 4; lanes <= 16; lanes *= 2) {
        struct gf_sha256 sha;
        char hex[GF_SHA256_HEX];
        gf_sha256_begin(&sha);
        use_lanes(lanes);
        for (int i = 0; i < N_CASES; i++) {
            const enum gf_dtype dtype = dtypes[i / N_FOLDERS];
            test("%s opened in %s: the bytes of the widened model (%d lanes)",
                 folders[i % N_FOLDERS],
                 dtype == MIXED ? "all types" : gf_dtype_name(dtype), lanes);
            check_opened(folders[i % N_FOLDERS], dtype, &sha);
        }
        test("opened models write the same bytes on every machine (%d lanes)", lanes);
        gf_sha256_end_hex(&sha, hex);
        CHECK_TEXT(hex,
                   "2d6b80c8ccadefbd04bb87f3b7e1aa6f6be142fc922fa8b8536d391d70e9b5a1");
    }
    use_lanes(0);
}

TESTS(test_training)
{
    for (int i = 0; i < N_FOLDERS; i++) {
        test("%s opened in 16 bits is evaluated as it is, and trained widened",
             folders[i]);
        SCOPED_ARENA(arena);
        struct gf_evaluation a = {0}, b = {0}, c = {0};
        const struct folder f = read_folder(&arena, folders[i], GF_DTYPE_F16);
        const char *settings = "{'batch_size':3}";
        SCOPED_SESSION opened = open_pieces(f.files, true, settings);
        SCOPED_SESSION whole = open_whole(f.files, true, settings);
        if (!opened || !whole) continue;
        CHECK_OK(gf_session_evaluate(opened, GF_SPLIT_VAL, 7, &a, &why));
        CHECK(is_prepacked(opened) && !opened->trainer.graph);
        CHECK_OK(gf_session_need_trainer(whole, &why));
        CHECK_OK(gf_session_evaluate(whole, GF_SPLIT_VAL, 7, &b, &why));
        CHECK_BYTES(&a, &b, sizeof a);
        steps(opened, 3);
        steps(whole, 3);
        CHECK(!is_prepacked(opened) && opened->trainer.graph);
        same_hashes(opened, whole);
        same_saved(opened, whole, GF_SAVE_TRAINING);
        CHECK_OK(gf_session_evaluate(opened, GF_SPLIT_VAL, 7, &c, &why));
        CHECK(c.loss < a.loss && c.n_target == a.n_target);
    }
}

TEST("a model opened in 16 bits with adapters trains as the widened one")
{
    SCOPED_ARENA(arena);
    const struct folder f = read_folder(&arena, "gpt2", GF_DTYPE_F16);
    const char *settings = "{'lora_rank':2}";
    SCOPED_SESSION opened = open_pieces(f.files, true, settings);
    SCOPED_SESSION whole = open_whole(f.files, true, settings);
    if (!opened || !whole) return;
    steps(opened, 2);
    steps(whole, 2);
    same_hashes(opened, whole);
    same_saved(opened, whole, GF_SAVE_ADAPTER);
    same_saved(opened, whole, GF_SAVE_MERGED);
}

TEST("weights that are asked for as floats are widened, and others can be set")
{
    SCOPED_ARENA(arena);
    const struct folder f = read_folder(&arena, "llama", GF_DTYPE_BF16);
    SCOPED_SESSION opened = open_pieces(f.files, false, "{}");
    SCOPED_SESSION other = open_pieces(f.files, false, "{}");
    SCOPED_SESSION whole = open_whole(f.files, false, "{}");
    if (!opened || !other || !whole) return;
    const size_t n = gf_session_n_value(whole);
    gf_arena_set_limit(1);
    CHECK(!gf_session_weights(opened) &&
          !gf_session_set_weights(other, gf_session_weights(whole), 1));
    gf_arena_set_limit(0);
    CHECK(is_prepacked(opened) && is_prepacked(other));
    const float *weights = gf_session_weights(opened);
    CHECK(weights && !is_prepacked(opened));
    CHECK_BYTES(weights, gf_session_weights(whole), n * sizeof *weights);
    float *changed = gf_arena_array(&arena, n, sizeof *changed);
    for (size_t i = 0; i < n; i++) changed[i] = weights[i] + 1;
    CHECK(gf_session_set_weights(other, changed, 4));
    CHECK_BYTES(gf_session_weights(other), changed, n * sizeof *changed);
}

static enum gf_status open_all(const struct gf_file *files, const char *settings,
                               struct gf_error *err)
{
    size_t n;
    SCOPED_SESSION session = open_files(files, false, settings, err);
    enum gf_status status =
        session ? put_pieces(session, files, SIZE_MAX, &n, err) : err->status;
    if (status == GF_OK) status = gf_session_prompt(session, "a", 1, 0, err);
    return status;
}

TEST("a session that is freed between two pieces leaves nothing")
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    size_t n, n_piece = SIZE_MAX;
    const struct folder f = read_folder(&arena, "llama", MIXED);
    for (size_t stop = 0; stop < n_piece; stop++) {
        SCOPED_SESSION session = open_files(f.files, false, "{}", &err);
        if (!CHECK(session)) return;
        CHECK_OK(put_pieces(session, f.files, stop, &n, &why));
        n_piece = n < stop ? n : n_piece;
    }
    CHECK_THAT(n_piece > 20, "%zu pieces", n_piece);
}

TESTS(test_out_of_memory)
{
    for (int i = 0; i < 2 * N_FOLDERS; i++) {
        test("%s: opened in pieces %s, any allocation may fail", folders[i / 2],
             i % 2 ? "with adapters" : "in 16 bits");
        SCOPED_ARENA(arena);
        const struct folder f = read_folder(&arena, folders[i / 2], GF_DTYPE_F16);
        CHECK_OUT_OF_MEMORY(open_all(f.files, i % 2 ? "{'lora_rank':2}" : "{}", &why),
                            40);
    }
}

TEST("without memory to train a model opened in 16 bits stays as it is")
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    const struct folder f = read_folder(&arena, "gpt2", GF_DTYPE_F16);
    SCOPED_SESSION opened = open_pieces(f.files, true, "{}");
    if (!opened) return;
    size_t n_failed = 0, n = 1;
    for (;; n++) {
        gf_arena_set_limit(n << 11);
        enum gf_status status = gf_session_step(opened, NULL, &err);
        if (status == GF_OK) break;
        n_failed++;
        CHECK(status == GF_OUT_OF_MEMORY && is_prepacked(opened));
        if (!CHECK(opened->model.weights.panels.n_bytes == 0)) break;
    }
    gf_arena_set_limit(0);
    CHECK(n_failed > 100 && !is_prepacked(opened));
}
