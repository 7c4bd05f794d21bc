/* Models of llama2.c: against a slow forward pass over the arrays of the file, against what
 * llama2.c computes for published ones, and damaged in every place.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "files.h"
#include "glassformer.h"
#include "harness.h"
#include "importing.h"
#include "slow_transformers.h"
#include "tokens.h"

enum { DIM, HIDDEN, LAYERS, HEADS, KV_HEADS, VOCAB, CONTEXT, N_SIZES };

/* The arrays in the order of version 0, those of layers one layer after another, by the names
 * of a Llama's tensors. */
enum { EMBEDDING, NORM_1, Q, K, V, O, NORM_2, W_1, W_2, W_3, NORM_F, COS, SIN, OUTPUT };
enum { N_ARRAYS = OUTPUT + 1 };

static const char *const names[N_ARRAYS] = {
    [EMBEDDING] = "model.embed_tokens.weight",
    [NORM_1] = "model.layers.%d.input_layernorm.weight",
    [Q] = "model.layers.%d.self_attn.q_proj.weight",
    [K] = "model.layers.%d.self_attn.k_proj.weight",
    [V] = "model.layers.%d.self_attn.v_proj.weight",
    [O] = "model.layers.%d.self_attn.o_proj.weight",
    [NORM_2] = "model.layers.%d.post_attention_layernorm.weight",
    [W_1] = "model.layers.%d.mlp.gate_proj.weight",
    [W_2] = "model.layers.%d.mlp.down_proj.weight",
    [W_3] = "model.layers.%d.mlp.up_proj.weight",
    [NORM_F] = "model.norm.weight",
    [OUTPUT] = "lm_head.weight",
};

/* A Llama of random weights. */
static void make_slow(struct slow_folder *f, struct gf_arena *arena, const int32_t *s,
                      bool shared)
{
    const struct slow_plan plan = {
        .config =
            printed("'model_type':'llama','hidden_size':%d,'intermediate_size':%d,"
                    "'num_hidden_layers':%d,'num_attention_heads':%d,"
                    "'num_key_value_heads':%d,'vocab_size':%d,'rms_norm_eps':1e-5,"
                    "'rotary_interleaved':true,'tie_word_embeddings':%s",
                    s[DIM], s[HIDDEN], s[LAYERS], s[HEADS], s[KV_HEADS], s[VOCAB],
                    shared ? "true" : "false")};
    slow_folder_make(f, arena, &plan);
}

static void put_tensor(struct gf_buffer *file, const struct slow_folder *f,
                       const char *name)
{
    for (size_t i = 0; i < f->n_tensors; i++) {
        const struct slow_tensor *t = &f->tensors[i];
        size_t n = t->rows * (t->columns ? t->columns : 1);
        if (strcmp(t->name, name) == 0) gf_buffer_put(file, t->values, n * 4);
    }
}

/* It as a file of version 0, whose rotary tables are not read, or the same arrays as
 * version 1. */
static void put_model(struct gf_buffer *file, const struct slow_folder *f,
                      const int32_t *s, bool shared, int version)
{
    static const int order[2][N_ARRAYS] = {
        {EMBEDDING, NORM_1, Q, K, V, O, NORM_2, W_1, W_2, W_3, NORM_F, COS, SIN,
         OUTPUT},
        {NORM_1, NORM_2, NORM_F, EMBEDDING, Q, K, V, O, W_1, W_2, W_3, OUTPUT}};
    static const char zeros[256] = {0};
    int32_t header[N_SIZES];
    memcpy(header, s, sizeof header);
    if (version == 0 && !shared) header[VOCAB] = -header[VOCAB];
    if (version == 1) gf_buffer_put(file, "24ka\1\0\0\0", 8);
    gf_buffer_put(file, header, sizeof header);
    if (version == 1) {
        gf_buffer_put(file, shared ? "\1" : "\0", 1);
        gf_buffer_put(file, zeros, 256 - file->n);
    }
    for (int i = 0; i < (version == 0 ? N_ARRAYS : N_ARRAYS - 2); i++) {
        const char *name = names[order[version][i]];
        bool each_layer = name && strchr(name, '%');
        for (int l = 0; name && l < (each_layer ? s[LAYERS] : 1); l++)
            put_tensor(file, f, printed(name, l));
        for (int t = 0; !name && t < s[CONTEXT]; t++)
            gf_buffer_put(file, zeros, 4 * (size_t)(s[DIM] / s[HEADS] / 2));
    }
}

/* Control tokens and a space, then letters from 'a'. */
static void put_tokenizer(struct gf_buffer *file, int32_t n)
{
    put_controls(file);
    put_entry(file, " ", 0);
    for (int32_t i = 4; i < n; i++) put_entry(file, printed("%c", 'a' + i - 4), 0);
}

/* ---- reading ------------------------------------------------------------------------ */

/* A model and its vocabulary, as the files that are imported. */
#define PAIR(bytes, length, words) \
    (const struct gf_file[]){{bytes, length}, {(words)->data, (words)->n}}, 2

enum { MOST = 64 };
static const struct gf_sampling greedy = {.temperature = 0, .top_p = 1};

static const int32_t shapes[][N_SIZES] = {
    {24, 19, 2, 6, 6, 13, 9}, {24, 35, 3, 6, 2, 11, 12}, {20, 8, 1, 2, 1, 9, 5}};

TESTS(test_against_slow_forward)
{
    for (size_t i = 0; i < 2 * GF_COUNT(shapes); i++) {
        const int32_t *s = shapes[i / 2];
        bool shared = i % 2 == 0;
        test("llama2.c: dim %d, %d of %d heads with keys, %s output: logits of a slow "
             "pass",
             s[DIM], s[KV_HEADS], s[HEADS], shared ? "shared" : "own");
        for (int version = 0; version < 2; version++) {
            SCOPED_BUFFER(words);
            struct gf_buffer file = {.arena = &arena};
            struct slow_folder slow;
            struct gf_error err = {0};
            int32_t ids[MOST] = {1};
            make_slow(&slow, &arena, s, shared);
            put_model(&file, &slow, s, shared, version);
            put_tokenizer(&words, s[VOCAB]);
            SCOPED_SESSION session =
                import_files(PAIR(file.data, file.n, &words), &err);
            CHECK_THAT(session, "%s", err.message);
            if (!session) continue;
            CHECK_OK(gf_session_prompt(session, "", 0, 0, &why));
            for (int t = 0; t < s[CONTEXT]; t++) {
                struct gf_view row = {0};
                struct gf_sampled next = {0};
                const double *expected = slow_logits(&slow, ids, (size_t)t + 1);
                gf_session_next_logits(session, &row, &err);
                CHECK((int32_t)row.columns == s[VOCAB]);
                /* 1e-4: thousands of float32 roundings of numbers up to 10. */
                for (int v = 0; v < s[VOCAB]; v++)
                    CHECK_NEAR(row.data[v], expected[t * s[VOCAB] + v], 1e-4);
                gf_session_sample_next(session, &greedy, &next, &err);
                ids[t + 1] = next.id;
            }
        }
    }
}

/* ---- published models --------------------------------------------------------------- */

/* The greedy text, n tokens of it with their logits, as llama2.c gives them. */
static void check_published(const char *name, const char *tokenizer, int n_steps)
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    size_t n = 0, n_text = 0, n_words = 0, n_logits = 0;
    char *file = read_shared_text(printed("models/%s.bin", name), &n);
    char *words = read_shared_text(printed("models/%s", tokenizer), &n_words);
    char *text = read_shared_text(printed("models/%s.greedy.txt", name), &n_text);
    char *logits = read_shared_text(printed("models/%s.logits.f32", name), &n_logits);
    if (file && words && text && logits) {
        struct gf_buffer model = {.data = file, .n = n};
        struct gf_buffer vocabulary = {.data = words, .n = n_words};
        struct gf_buffer written = {.arena = &arena};
        SCOPED_SESSION session =
            import_files(PAIR(model.data, model.n, &vocabulary), &err);
        CHECK_THAT(session, "%s", err.message);
        double worst = 0;
        if (session) CHECK_OK(gf_session_prompt(session, "", 0, 0, &why));
        for (int i = 0; session && i < n_steps; i++) {
            struct gf_sampled next = {0};
            struct gf_view row = {0};
            gf_session_next_logits(session, &row, &err);
            size_t n_row = row.columns * sizeof(float);
            for (size_t v = 0; (size_t)i < n_logits / n_row && v < row.columns; v++) {
                float expected;
                memcpy(&expected, logits + (size_t)i * n_row + v * 4, 4);
                worst = fmax(worst, fabs((double)row.data[v] - (double)expected));
            }
            CHECK_OK(gf_session_sample_next(session, &greedy, &next, &why));
            gf_buffer_put(&written, next.text, next.n_text);
        }
        gf_buffer_puts(&written, "\n"); /* llama2.c ends with one */
        CHECK_THAT(worst < 1e-4, "logits differ by %.2g", worst);
        CHECK(written.n == n_text);
        CHECK_BYTES(written.data, text, n_text);
    }
    free(file), free(words), free(text), free(logits);
}

TEST("llama2.c: stories260K writes its text letter for letter, logits within 1e-4")
{
    check_published("stories260K", "tok512.bin", 200);
}

TEST("llama2.c: a model of characters writes its text, logits within 1e-4")
{
    check_published("stories-chars", "tok105.bin", 256);
}

/* ---- damaged files ------------------------------------------------------------------ */

static void put_small(struct gf_buffer *model, struct gf_buffer *words, int version)
{
    struct slow_folder f;
    make_slow(&f, model->arena, shapes[2], true);
    put_model(model, &f, shapes[2], true, version);
    put_tokenizer(words, shapes[2][VOCAB]);
}

TEST("llama2.c: every cut is an error and is not read past its end")
{
    for (int version = 0; version < 2; version++) {
        SCOPED_ARENA(arena);
        struct gf_buffer model = {.arena = &arena}, words = {.arena = &arena};
        put_small(&model, &words, version);
        CHECK(survives(PAIR(model.data, model.n, &words)));
        for (size_t n = 0; n < model.n; n += n < 300 ? 1 : 97) {
            char *exact = malloc(n + 1); /* the sanitizer watches its end */
            memcpy(exact + 1, model.data, n);
            CHECK_THAT(!survives(PAIR(exact + 1, n, &words)), "%zu bytes", n);
            free(exact);
        }
    }
}

TEST("llama2.c: damaged headers are one sentence, whatever they claim")
{
    static const int32_t claims[] = {
        0, -1, 1, 2, 3, 7, 64, 4096, 65536, 2147483647, -2147483647 - 1};
    for (int version = 0; version < 2; version++) {
        SCOPED_ARENA(arena);
        struct gf_buffer model = {.arena = &arena}, words = {.arena = &arena};
        put_small(&model, &words, version);
        size_t n_header = version == 0 ? 28 : 37;
        for (uint64_t i = 0; i < 4000; i++) {
            struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, i);
            char *copy = malloc(model.n);
            memcpy(copy, model.data, model.n);
            for (uint32_t k = 0; k < 1 + i % 3; k++) {
                size_t at = gf_rng_below(key, 3 * k, (uint32_t)n_header);
                copy[at] = (char)gf_rng_below(key, 3 * k + 1, 256);
                if (i % 2 == 0)
                    memcpy(copy + at / 4 * 4,
                           &claims[gf_rng_below(key, 3 * k + 2, GF_COUNT(claims))], 4);
            }
            survives(PAIR(copy, model.n, &words));
            free(copy);
        }
    }
}

TEST("llama2.c: weights that are not finite, and other tokenizers, are refused")
{
    SCOPED_ARENA(arena);
    struct gf_buffer model = {.arena = &arena}, words = {.arena = &arena};
    struct gf_buffer more = {.arena = &arena}, out = {.arena = &arena};
    struct gf_error err = {0};
    put_small(&model, &words, 0);
    put_tokenizer(&more, shapes[2][VOCAB] + 1);
    CHECK_SAYS(gf_import(PAIR(model.data, model.n, &more), &out, &why),
               GF_BAD_CHECKPOINT, "10 tokens, but the model has 9");
    CHECK(!gf_session_open(model.data, model.n, NULL, 0, "{}", 2, &err));
    CHECK_HAS(err.message, "open its tokenizer file together with it");
    CHECK(gf_import(PAIR(model.data, model.n, &model), &out, &err) ==
          GF_BAD_CHECKPOINT);
    CHECK(out.n == 0);
    SCOPED_SESSION session = import_files(PAIR(model.data, model.n, &words), &err);
    gf_session_save(session, false, &out, NULL);
    CHECK_SAYS(gf_import(PAIR(out.data, out.n, &words), &more, &why), GF_BAD_CHECKPOINT,
               "needs no tokenizer file");
    memcpy(model.data + model.n / 2 / 4 * 4, "\0\0\x80\x7f", 4);
    CHECK(!import_files(PAIR(model.data, model.n, &words), &err));
    CHECK_HAS(err.message, "not finite");
}

TEST("llama2.c: when any allocation fails, nothing changes and nothing leaks")
{
    SCOPED_ARENA(arena);
    struct gf_buffer model = {.arena = &arena}, words = {.arena = &arena};
    put_small(&model, &words, 0);
    check_import_memory(PAIR(model.data, model.n, &words), 12);
}
