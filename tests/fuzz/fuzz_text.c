/* Any bytes as a text: an error, or every tokenizer built from it encodes and decodes it
 * without loss, also after writing and reading its vocabulary.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "text/corpus.h"

#include <stdlib.h>
#include <string.h>

static void round_trip(const struct gf_tokenizer *t, struct gf_arena *arena,
                       const char *text, size_t n)
{
    int32_t *ids = malloc(n * sizeof *ids);
    size_t n_ids = 0;
    struct gf_buffer out = {.arena = arena};
    require(gf_tokenizer_encode(t, text, n, ids, &n_ids, NULL) == GF_OK);
    require(gf_tokenizer_decode(t, ids, n_ids, &out, NULL) == GF_OK);
    gf_text_check(&text, &n, NULL); /* past a byte order mark */
    require(out.n == n && memcmp(out.data, text, n) == 0);
    free(ids);
}

static void every_way(const struct gf_tokenizer_options *options, const char *text,
                      size_t n)
{
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    struct gf_tokenizer t = {0}, back = {0};
    if (gf_tokenizer_build(&t, &arena, options, text, n, &err) == GF_OK) {
        struct gf_buffer json = {.arena = &arena};
        struct gf_json_writer w = {.out = &json};
        struct gf_corpus corpus = {0};
        struct gf_baselines baselines;
        gf_tokenizer_write(&t, &w);
        const struct gf_json *tree = gf_json_parse(&arena, json.data, json.n, NULL);
        require(tree && gf_tokenizer_read(&back, &arena, tree, NULL) == GF_OK);
        round_trip(&t, &arena, text, n);
        round_trip(&back, &arena, text, n);
        if (gf_corpus_build(&corpus, &arena, &t, text, n, 0.25, 3, &err) == GF_OK) {
            require(gf_corpus_baselines(&corpus, &baselines, NULL) == GF_OK);
            require(baselines.bigram > 0);
        }
    } else {
        require(err.status == GF_BAD_TEXT && err.message[0]);
    }
    gf_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
        struct gf_tokenizer_options options = {.kind = (enum gf_tokenizer_kind)kind};
        options.vocab_size = kind == GF_TOKENIZER_BPE ? 280 : 0;
        every_way(&options, (const char *)bytes, n);
    }
    return 0;
}
