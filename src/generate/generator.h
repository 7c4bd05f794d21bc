/* Autoregressive generation with cached keys and values.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GENERATE_GENERATOR_H
#define GF_GENERATE_GENERATOR_H

#include "generate/sampler.h"
#include "models/reader.h"

struct gf_generator {
    struct gf_arena arena;
    struct gf_model *model;
    struct gf_reader reader; /* of the window */
    int32_t *window;         /* [T] tokens whose keys and values are cached */
    size_t n;                /* of them */
    int32_t *source;         /* [T_source] of an encoder-decoder */
    size_t n_source;
    uint8_t *source_pad; /* [T_source] */
    uint64_t position;   /* tokens drawn since the start */
    uint64_t version;    /* of the weights that the cache was computed with */
    size_t keep;         /* tokens kept when the window is full */
    const float *logits; /* [V] for the next token */
    struct gf_candidate *candidates; /* [V + 1] of the last draw */
    float p; /* of the last token drawn, before penalty, temperature and cuts */
};

/* Bytes that a generator of such a model (with its vocab_size) takes until its text is longer
 * than the first keys and values, nearly; 0 for an encoder. */
size_t gf_generator_measure(const struct gf_config *config);

/* A generator over a borrowed model. GF_BAD_ARGUMENT for an encoder, which does not generate;
 * GF_OUT_OF_MEMORY. On failure *gen is zero. */
enum gf_status gf_generator_begin(struct gf_generator *gen, struct gf_model *model,
                                  struct gf_error *err);

/* Before the window has n tokens, in gf_generator_start or by gf_generator_append: takes the
 * memory for their keys and values, unless it is there. On GF_OUT_OF_MEMORY nothing changes. */
enum gf_status gf_generator_reserve(struct gf_generator *gen, size_t n,
                                    struct gf_error *err);

void gf_generator_free(struct gf_generator *gen);

/* Sets the source of an encoder-decoder: n tokens, of which the first source_block_size
 * count. Takes effect with the next gf_generator_start. */
void gf_generator_source(struct gf_generator *gen, const int32_t *source, size_t n);

/* Starts after a prompt of n >= 1 tokens, of which the last block_size are used. `keep` is
 * the number of tokens kept when the window is full and must be recomputed, because
 * positions shift. 0 means half: a token then costs two decodings on average. block_size - 1
 * gives every token the longest context, at the cost of a full forward pass each. */
void gf_generator_start(struct gf_generator *gen, const int32_t *prompt, size_t n,
                        size_t keep);

/* Logits [V] of the next token; valid until the next call. If the weights have changed since
 * the last call, the window is recomputed first. */
const float *gf_generator_logits(struct gf_generator *gen);

/* The next token, drawn from these logits. */
int32_t gf_generator_draw(struct gf_generator *gen, const struct gf_sampling *opts);

/* Appends it to the window, and reads it. */
void gf_generator_append(struct gf_generator *gen, int32_t id, bool no_cache);

/* The last token of the window, from the prompt or drawn. */
static inline int32_t gf_generator_last(const struct gf_generator *gen)
{
    return gen->window[gen->n - 1];
}

#endif
