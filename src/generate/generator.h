/* Writing: one token after another, with cached keys and values.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GENERATE_GENERATOR_H
#define GF_GENERATE_GENERATOR_H

#include "generate/sampler.h"
#include "models/model.h"

struct gf_generator {
    struct gf_arena arena;
    struct gf_model *model;
    struct gf_graph *graph;
    struct gf_cache cache;
    int32_t *window; /* [T] tokens whose keys and values are cached */
    size_t n;        /* of them */
    int32_t *source; /* [T_source] what an encoder-decoder answers */
    size_t n_source;
    uint8_t *source_pad; /* [T_source] */
    uint64_t position;   /* tokens drawn since the start */
    uint64_t version;    /* of the weights the cache was made with */
    size_t keep;         /* tokens kept when the window is full */
    const float *logits; /* [V] for the next token, by the weights of `version` */
    struct gf_candidate *candidates; /* [V + 1] what the last draw chose from */
    size_t n_candidate;
    float p; /* of the last token drawn, before temperature and cuts */
};

/* A generator over a borrowed model. GF_BAD_ARGUMENT for an encoder, whose labels cannot be
 * read on; GF_OUT_OF_MEMORY. On failure *gen is zero. */
enum gf_status gf_generator_init(struct gf_generator *gen, struct gf_model *model,
                                 struct gf_error *err);
void gf_generator_free(struct gf_generator *gen);

/* Sets the source of an encoder-decoder: n tokens, of which the first source_block_size
 * count. Takes effect with the next gf_generator_start. */
void gf_generator_source(struct gf_generator *gen, const int32_t *source, size_t n);

/* Begins anew after a prompt of n >= 1 tokens, of which the last block_size count.
 * `keep`: how many tokens stay when the window is full and everything must be computed
 * again, because positions shift. 0 means half: each token then costs two decodings on
 * average. block_size - 1 looks back as far as it can before every token, at the price
 * of a full forward pass each. */
void gf_generator_start(struct gf_generator *gen, const int32_t *prompt, size_t n,
                        size_t keep);

/* Logits [V] the next token will be drawn from; valid until the next call. If the weights
 * changed since the last call, the window is read again with the new ones first. */
const float *gf_generator_logits(struct gf_generator *gen);

/* Draws the next token and takes it in. If the weights changed since the last call, the
 * window is read again with the new ones first. */
int32_t gf_generator_next(struct gf_generator *gen, const struct gf_sampling *opts);

/* The last token taken in, of the prompt or drawn. */
static inline int32_t gf_generator_last(const struct gf_generator *gen)
{
    return gen->window[gen->n - 1];
}

#endif
