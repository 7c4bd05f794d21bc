/* Generation with cached keys and values equals the full forward pass to the bit, for every
 * kind of model, before and after the window is full; without a causal mask nothing is cached.
 * SPDX-License-Identifier: MIT */
#include "generate/generator.h"
#include "harness.h"
#include "small_model.h"

#define SHAPE \
    "'n_layer':2,'n_head':3,'n_embd':15,'n_ff':22,'block_size':9, " \
    "'batch_size':3,'learning_rate':0.02,'warmup_steps':0"

static const struct {
    const char *what, *settings;
} models[] = {
    {"GPT", "{" SHAPE "}"},
    {"GPT with dropout in training", "{" SHAPE ",'attn_pdrop':0.3}"},
    {"rotary positions, RMS norm", "{'n_layer':2,'n_head':3,'n_embd':18,'block_size':9,"
                                   "'batch_size':3,'positions':'rotary','norm':'rms'}"},
    {"rotary positions, simple heads",
     "{'n_layer':2,'n_head':3,'n_embd':18,'block_size':9,'batch_size':3,"
     "'positions':'rotary','attention':'simple'}"},
    {"heads in twos share keys and values, rotary positions",
     "{'n_layer':2,'n_head':4,'n_kv_head':2,'n_embd':24,'block_size':9,'batch_size':3,"
     "'positions':'rotary'}"},
    {"rotary positions in halves of a part of each head",
     "{" SHAPE
     ",'positions':'rotary','rotary_pairs':'halves','rotary_dim':4,'rotary_base':300}"},
    {"queries and keys normalised, rotary positions",
     "{'n_layer':2,'n_head':3,'n_embd':18,'block_size':9,'batch_size':3,'qk_norm':true,"
     "'positions':'rotary'}"},
    {"logits under a soft cap", "{" SHAPE ",'logit_softcap':1.5}"},
    {"no causal mask", "{" SHAPE ",'causal':false}"},
    {"parallel blocks", "{" SHAPE ",'parallel':true}"},
    {"ALiBi", "{" SHAPE ",'positions':'alibi'}"},
    {"ALiBi, simple heads", "{" SHAPE ",'positions':'alibi','attention':'simple'}"},
    {"simple heads that share one head of keys and values",
     "{" SHAPE ",'n_kv_head':1,'attention':'simple'}"},
    {"simple heads, norm after, sinusoids, scaled embeddings",
     "{" SHAPE ",'attention':'simple','norm_place':'post','positions':'sinusoidal',"
     "'scale_embedding':true}"},
    {"no positions, no projection, no MLP",
     "{" SHAPE ",'positions':'none','attn_proj':false,'mlp':false}"},
    {"attention without residual",
     "{" SHAPE ",'arch':'attention_only','residual':false,'mlp':false}"},
    {"a head that reads the bare tokens", "{" SHAPE ",'head_input':'tokens'}"},
    {"a table of pairs", "{" SHAPE ",'arch':'bigram'}"},
    {"averaging by a matrix", "{" SHAPE ",'arch':'averaging','averaging':'matrix'}"},
    {"averaging by loops", "{" SHAPE ",'arch':'averaging','averaging':'loops'}"},
    {"averaging by softmax", "{" SHAPE ",'arch':'averaging','averaging':'softmax'}"},
    {"a block of one position", "{'n_layer':1,'n_head':1,'n_embd':6,'block_size':1}"},
    {"40 positions, past one block of attention",
     "{'n_layer':1,'n_head':2,'n_embd':10,'block_size':40}"},
};

/* The logits after the last of n tokens, in one pass without a cache. */
struct full {
    struct gf_arena arena;
    struct gf_model *model;
    struct gf_graph *graph;
    const int32_t *source;
    size_t n_source;
};

static struct full full_open(struct gf_model *model)
{
    struct full f = {.model = model};
    f.graph = gf_model_graph(model, &f.arena, GF_GRAPH_TRAIN, 1, false, NULL);
    return f;
}

static const float *full_logits(struct full *f, const int32_t *tokens, size_t n)
{
    uint8_t pad[64];
    struct gf_batch batch = {.n_seq = 1,
                             .n_time = {n, f->n_source},
                             .tokens = {tokens, f->source},
                             .head_mask = gf_model_head_mask(f->model)};
    if (f->source) batch.pad[1] = gf_model_pad(f->model, f->source, f->n_source, pad);
    struct gf_run run = gf_model_run(f->model, f->graph, &batch);
    gf_graph_forward(&run);
    return f->graph->logits->value + (n - 1) * f->graph->logits->width;
}

static void check_logits(struct full *full, const struct gf_generator *gen,
                         const int32_t *tokens, size_t n)
{
    CHECK_BYTES(gen->logits, full_logits(full, tokens, n),
                gf_config_outputs(&full->model->config) * sizeof(float));
}

/* Generates many tokens, with all of them so far in `text` [0 .. *n). */
static void check_writing(struct full *full, struct gf_generator *gen, int32_t *text,
                          size_t *n, size_t n_more)
{
    size_t T = (size_t)full->model->config.block_size;
    for (size_t i = 0; i < n_more; i++) {
        size_t held = gen->n < T ? gen->n + 1 : gen->keep + 1;
        text[(*n)++] =
            next_token(gen, &(struct gf_sampling){.seed = 3, .temperature = 1});
        CHECK_THAT(gen->n == held, "%zu tokens held, not %zu", gen->n, held);
        CHECK_BYTES(gen->window, text + *n - gen->n, gen->n * sizeof *text);
        check_logits(full, gen, text + *n - gen->n, gen->n);
    }
}

static void test_model(const char *what, const char *settings)
{
    SMALL_MODEL(s, settings, 0);
    small_train(&s, 5);
    size_t T = (size_t)s.config.block_size;
    struct full full = full_open(&s.model);
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&s.model);
    const size_t keeps[] = {0, T - 1, 3, T + 5};
    for (size_t k = 0; k < GF_COUNT(keeps); k++) {
        test(
            "%s: cached generation equals the full pass to the bit, keeping %zu of %zu",
            what, keeps[k] ? keeps[k] : T / 2, T);
        int32_t text[256];
        size_t n = k % 2 ? T + 3 : 1; /* prompts of one token, and longer than T */
        memcpy(text, gf_corpus_tokens(&s.corpus, GF_SPLIT_VAL), n * sizeof *text);
        gf_generator_start(&gen, text, n, keeps[k]);
        check_logits(&full, &gen, text + n - gen.n, gen.n);
        size_t begin = n;
        check_writing(&full, &gen, text, &n, 2 * T + 3);
        test("%s: without a cache the same text, keeping %zu of %zu", what,
             keeps[k] ? keeps[k] : T / 2, T);
        gf_generator_start(&gen, text, begin, keeps[k]);
        for (size_t i = begin; i < n; i++)
            CHECK(next_token(&gen, &(struct gf_sampling){.seed = 3,
                                                         .temperature = 1,
                                                         .no_cache = true}) == text[i]);
    }
    gf_arena_free(&full.arena);
}

TEST("generating: keys and values grow with the text, and the text is the same")
{
    enum { N = 300, PROMPT = 5 };
    SMALL_MODEL(s, "{'n_embd':8,'n_head':2,'n_layer':2,'block_size':250}", 0);
    const struct gf_sampling opts = {.seed = 3, .temperature = 1};
    const int32_t *prompt = gf_corpus_tokens(&s.corpus, GF_SPLIT_VAL);
    struct gf_generator gen SCOPED(gf_generator_free);
    struct gf_generator whole SCOPED(gf_generator_free) = whole_generator(&s.model);
    CHECK_OK(gf_generator_begin(&gen, &s.model, &why));
    CHECK_OK(gf_generator_reserve(&gen, PROMPT, &why));
    const size_t first = gf_reader_bytes(&gen.reader);
    CHECK(first < gf_reader_bytes(&whole.reader));
    gf_generator_start(&whole, prompt, PROMPT, 0);
    gf_generator_start(&gen, prompt, PROMPT, 0);
    size_t n_refused = 0;
    for (size_t i = 0; i < N; i++) {
        struct gf_error err = {0};
        gf_arena_fail_after(1 + i % 4); /* of the first or a later attention */
        const bool refused = gf_generator_reserve(&gen, gen.n + 1, &err) != GF_OK;
        gf_arena_fail_after(0);
        CHECK(!refused || err.status == GF_OUT_OF_MEMORY);
        n_refused += refused;
        CHECK_OK(gf_generator_reserve(&gen, gen.n + 1, &why));
        CHECK(next_token(&gen, &opts) == next_token(&whole, &opts));
        CHECK_BYTES(gen.logits, whole.logits,
                    gf_config_outputs(&s.model.config) * sizeof(float));
    }
    CHECK(n_refused == 1 && gf_reader_bytes(&gen.reader) > first);
}

TEST("generating: a sample continues with new weights or another head mask")
{
    SMALL_MODEL(s, "{" SHAPE "}", 0);
    struct full full = full_open(&s.model);
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&s.model);
    int32_t text[64];
    size_t n = 4;
    memcpy(text, gf_corpus_tokens(&s.corpus, GF_SPLIT_TRAIN), n * sizeof *text);
    gf_generator_start(&gen, text, n, 0);
    for (int turn = 0; turn < 12; turn++) {
        if (turn % 2)
            small_train(&s, 1);
        else
            CHECK_OK(gf_model_set_head_mask(&s.model, 1, 2, (float)turn / 4, &why));
        struct gf_candidate room[64];
        size_t n_kept, V = gf_config_outputs(&s.model.config);
        struct gf_sampling opts = {
            .seed = 9, .temperature = 1, .repetition_penalty = 1.2f};
        const float *z = full_logits(&full, text + n - gen.n, gen.n);
        int32_t want =
            gf_sample(z, V, &opts, (struct gf_context){text + n - gen.n, gen.n},
                      (uint64_t)turn, room, &n_kept);
        float loss;
        gf_k->cross_entropy(z, &want, 1, V, 0, &loss, NULL);
        text[n++] = next_token(&gen, &opts);
        CHECK(text[n - 1] == want);
        CHECK_NEAR(gen.p, exp(-(double)loss), 1e-7);
        check_logits(&full, &gen, text + n - gen.n, gen.n);
    }
    gf_arena_free(&full.arena);
}

TEST("generating: the seed determines the text")
{
    SMALL_MODEL(s, "{" SHAPE "}", 0);
    small_train(&s, 10);
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&s.model);
    struct gf_generator other SCOPED(gf_generator_free) = whole_generator(&s.model);
    int32_t text[3][40], prompt[] = {1, 2, 3};
    for (int i = 0; i < 3; i++) {
        struct gf_generator *g = i == 1 ? &other : &gen;
        gf_generator_start(g, prompt, 3, 0);
        for (int t = 0; t < 40; t++)
            text[i][t] = next_token(
                g, &(struct gf_sampling){.seed = i == 2 ? 8 : 7, .temperature = 1});
    }
    CHECK_BYTES(text[1], text[0], sizeof text[0]);
    CHECK(memcmp(text[2], text[0], sizeof text[0]) != 0);
}

TEST("generating: a full window keeps half of its tokens unless told otherwise")
{
    SMALL_MODEL(s, "{" SHAPE "}", 0);
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&s.model);
    const int32_t *text = gf_corpus_tokens(&s.corpus, GF_SPLIT_VAL);
    static const struct {
        size_t keep, kept;
    } rows[] = {{0, 4}, {1, 1}, {3, 3}, {8, 8}, {9, 8}, {14, 8}}; /* of 9 */
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        gf_generator_start(&gen, text, 9, rows[i].keep);
        next_token(&gen, &(struct gf_sampling){.seed = 1, .temperature = 1});
        CHECK_THAT(gen.n == rows[i].kept + 1, "%zu kept of 9, told %zu", gen.n - 1,
                   rows[i].keep);
        CHECK_BYTES(gen.window, text + 9 - rows[i].kept, rows[i].kept * sizeof *text);
    }
}

static void test_source(const char *what, bool simple, bool padded)
{
    test("encoder-decoder, %s: cached generation equals the full pass to the bit",
         what);
    SMALL_MODEL(s, "{'n_embd':8,'n_head':1,'block_size':4}", 0);
    struct gf_config config =
        config_of("{'arch':'encoder_decoder','n_layer':2,'n_head':3,'n_embd':15,"
                  "'block_size':7,'source_block_size':10,'init_std':0.3}");
    config.attention = simple ? GF_ATTENTION_SIMPLE : GF_ATTENTION_FUSED;
    config.pad_token = padded ? 0 : -1;
    struct gf_model model SCOPED(gf_model_free);
    CHECK_OK(init_model(&model, &config, &s.tokenizer, false, &why));
    struct full full = full_open(&model);
    struct gf_generator gen SCOPED(gf_generator_free) = whole_generator(&model);
    static const int32_t source[] = {3, 1, 4, 1, 5, 0, 0, 2, 6, 7, 9, 9};
    for (size_t n_source = 0; n_source <= 12; n_source += 4) {
        int32_t text[64] = {5, 2};
        size_t n = 2;
        full.source = source;
        full.n_source = n_source < 10 ? n_source : 10;
        gf_generator_source(&gen, source, n_source);
        gf_generator_start(&gen, text, n, 0);
        check_logits(&full, &gen, text, n);
        check_writing(&full, &gen, text, &n, 17);
    }
    gf_arena_free(&full.arena);
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(models); i++)
        test_model(models[i].what, models[i].settings);
    test_source("fused", false, false);
    test_source("fused, padded", false, true);
    test_source("simple, padded", true, true);
}
