/* Models of more bytes than a 32-bit size_t can count (as in wasm) are measured correctly or
 * refused, never allocated too small.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "small_model.h"

/* Planned bytes of a training graph for n sequences. */
static size_t planned(const struct gf_config *config, size_t n)
{
    SCOPED_ARENA(arena);
    struct gf_model model;
    size_t n_bytes = 0;
    if (CHECK_OK(gf_model_outline(&model, config, &why))) {
        struct gf_graph *g =
            gf_model_graph(&model, &arena, GF_GRAPH_TRAIN, n, true, NULL);
        n_bytes = g ? g->n_bytes : 0;
        gf_model_free(&model);
    }
    return n_bytes;
}

/* A sequence takes a little over 1 MB and 4,096 of them a little over 4 GB: in 32 bits that
 * wraps to almost nothing, which would fit in one pass. */
TEST("micro-batches stay small where the batch takes more than 4 GB")
{
    SMALL_MODEL(s, "{'n_layer':0,'batch_size':1,'block_size':8}", 0);
    struct gf_config c = s.model.config;
    size_t low = 8, high = 4096, MB = (size_t)1 << 20;
    while (high - low > 1) {
        c.block_size = (int64_t)(low + high) / 2;
        *(planned(&c, 1) < MB ? &low : &high) = (size_t)c.block_size;
    }
    c.block_size = (int64_t)high;
    c.batch_size = 4096;
    size_t one = planned(&c, 1);
    CHECK_THAT(one >= MB && one < MB + 4096, "%zu bytes a sequence", one);
    struct gf_model model SCOPED(gf_model_free);
    struct gf_trainer tr;
    CHECK_OK(init_model(&model, &c, &s.tokenizer, true, &why));
    gf_trainer_begin(&tr, &model, gf_corpus_source(&s.corpus), 0);
    if (CHECK_OK(gf_trainer_prepare(&tr, &why))) {
        CHECK_THAT((double)tr.micro_batch * (double)one <= 16.0 * (double)MB,
                   "%zu sequences in a pass", tr.micro_batch);
        gf_trainer_free(&tr);
    }
}

/* Gradients of a layer of width 512 take 13 MB, activations of a sequence about 2 MB. */
TEST(
    "a pass covers more sequences where that takes no more memory, for fewer gradients")
{
    const char *shape = "{'n_layer':1,'n_embd':512,'block_size':64,'batch_size':16}";
    const size_t micro_batch[] = {0, 2, 4, 8, 16};
    size_t n_bytes[5];
    for (size_t i = 0; i < 5; i++) {
        SMALL_MODEL(s, shape, micro_batch[i]);
        n_bytes[i] = s.trainer.arena.n_bytes;
        CHECK_THAT(n_bytes[0] <= n_bytes[i], "%zu bytes, %zu in passes of %zu",
                   n_bytes[0], n_bytes[i], micro_batch[i]);
    }
}

TEST("a plan that exceeds the address space is an error")
{
    struct gf_config c = config_of("{'n_layer':1,'n_embd':16,'block_size':4096}");
    c.vocab_size = 30;
    size_t one = planned(&c, 1), all = planned(&c, 4096);
    /* Nearly proportional: some scratch does not grow. */
    double want = 0.5 * 4096 * (double)one;
    CHECK_THAT((double)all >= want || all == SIZE_MAX, "%zu bytes for one, %zu for all",
               one, all);

    test("a graph that exceeds the address space is not built");
    struct gf_model model SCOPED(gf_model_free);
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    gf_arena_set_limit((size_t)64 << 20);
    CHECK_OK(gf_model_outline(&model, &c, &why));
    CHECK(!gf_model_graph(&model, &arena, GF_GRAPH_TRAIN, 4096, false, &err));
    CHECK_THAT(err.status == GF_OUT_OF_MEMORY, "%s", err.message);
    gf_arena_set_limit(0);
}

/* 64 heads with tables of 4096 x 4096 floats: 4 GB, 0 in 32 bits, where the most that can be
 * told is a byte less. */
TEST("simple attention is measured with its weight matrices, or refused")
{
    struct gf_config c = config_of("{'attention':'simple','n_layer':2,'n_head':32,"
                                   "'n_embd':32,'block_size':4096,'mlp':false}");
    c.vocab_size = 30;
    struct gf_error err = {0};
    struct gf_size size = {0};
    enum gf_status status = gf_trainer_measure(&c, &size, &err);
    CHECK_THAT(status == GF_OUT_OF_MEMORY ||
                   (status == GF_OK && (double)size.n_bytes >= 4294967295.0),
               "%zu bytes: %s", size.n_bytes, err.message);
    c.block_size = 256;
    CHECK_OK(gf_trainer_measure(&c, &size, &why));
    CHECK(size.n_bytes >= (size_t)64 * 256 * 256 * 4);
}

/* GPT-2's vocabulary: its square alone would be 10 GB. */
TEST("a small model of 50,257 tokens fits, a bigram table of as many does not in 32 "
     "bits")
{
    struct gf_config c =
        config_of("{'n_layer':1,'n_embd':8,'n_head':2,'block_size':32,'batch_size':1}");
    c.vocab_size = 50257;
    struct gf_error err = {0};
    struct gf_size size = {0};
    CHECK_OK(gf_trainer_measure(&c, &size, &why));
    CHECK_THAT(size.n_param < 500000 && size.n_bytes < (size_t)64 << 20,
               "%zu parameters, %zu bytes", size.n_param, size.n_bytes);

    test("GPT-2 small can be counted, whatever the memory");
    struct gf_config small = config_of(
        "{'n_layer':12,'n_embd':768,'n_head':12,'block_size':1024,'batch_size':1}");
    small.vocab_size = 50257;
    struct gf_model model;
    if (CHECK_OK(gf_model_outline(&model, &small, &why))) {
        CHECK_THAT(model.layout.n_value > 123000000 && model.layout.n_value < 125000000,
                   "%zu parameters", model.layout.n_value);
        gf_model_free(&model);
    }

    test("a bigram table of as many tokens");
    c.arch = GF_ARCH_BIGRAM;
    bool is_wide = sizeof(size_t) > 4;
    CHECK((gf_model_outline(&model, &c, &err) == GF_OK) == is_wide);
    if (is_wide) gf_model_free(&model);
}
