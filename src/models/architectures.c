/* Every architecture (enum gf_arch), from the tokens to the loss.
 * SPDX-License-Identifier: MIT */
#include "models/builder.h"

/* One stack: the decoder-only transformer, GPT (Radford et al. 2018, 2019) and its
 * relatives; and the encoder, which differs in its mask alone: every position attends to
 * all others, and the output labels the input instead of continuing it. A decoder without
 * its mask shows what the mask is for: it copies the next token instead of predicting it.
 *
 *   x = embed(tokens) + position
 *   for each layer: x = x + attention(norm(x)); x = x + mlp(norm(x))
 *   logits = head(norm(x)) */
static void decoder(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    struct gf_stack stack = {.name = "transformer",
                             .stream = GF_STREAM_MAIN,
                             .vocab_size = (size_t)c->vocab_size,
                             .causal = c->causal && c->arch != GF_ARCH_ENCODER};
    struct gf_tensor *x = gf_build_stack(b, &stack);
    if (c->head_input == GF_HEAD_TOKENS) {
        /* A deliberate wiring mistake: the head reads the token embedding alone. */
        x = gf_embed(b->graph, GF_STREAM_MAIN,
                     &(struct gf_embed){.name = "transformer.bare",
                                        .tokens = "transformer.wte.weight",
                                        .V = stack.vocab_size,
                                        .C = (size_t)c->n_embd,
                                        .shared = true});
    }
    gf_build_head(b, x, "transformer.wte.weight");
}

/* The transformer of 2017 (Vaswani et al., figure 1): an encoder reads the source as a
 * whole; a causal decoder attends to the encoder's output through cross attention in every
 * block. */
static void encoder_decoder(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    int64_t V_source = c->source_vocab_size ? c->source_vocab_size : c->vocab_size;
    struct gf_stack encoder = {
        .name = "encoder", .stream = GF_STREAM_SOURCE, .vocab_size = (size_t)V_source};
    struct gf_stack decoder = {.name = "decoder",
                               .stream = GF_STREAM_MAIN,
                               .vocab_size = (size_t)c->vocab_size,
                               .causal = true};
    decoder.memory = gf_build_stack(b, &encoder);
    gf_build_head(b, gf_build_stack(b, &decoder), "decoder.wte.weight");
}

/* A bigram model: logits = the row of the last token in a table [V][V]. */
static void bigram(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    size_t V = (size_t)c->vocab_size;
    gf_cross_entropy(
        b->graph,
        gf_embed(b->graph, GF_STREAM_MAIN,
                 &(struct gf_embed){.name = "transformer.embed",
                                    .tokens = "transformer.wte.weight",
                                    .V = V,
                                    .C = V,
                                    .fill = GF_FILL_NORMAL,
                                    .scale = c->init == GF_INIT_TORCH
                                                 ? 1.0f
                                                 : (float)gf_config_init_std(c)}));
}

/* Uniform attention: logits = head(mean of the embeddings so far). */
static void averaging(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    struct gf_stack stack = {.name = "transformer",
                             .stream = GF_STREAM_MAIN,
                             .vocab_size = (size_t)c->vocab_size};
    struct gf_tensor *x = gf_build_embedding(b, &stack);
    x = gf_average(b->graph, x, "transformer.average", (enum gf_averaging)c->averaging);
    gf_build_head(b, x, "transformer.wte.weight");
}

void gf_build_architecture(const struct gf_builder *b)
{
    static void (*const build[])(const struct gf_builder *) = {
        [GF_ARCH_DECODER] = decoder,
        [GF_ARCH_ENCODER] = decoder,
        [GF_ARCH_ENCODER_DECODER] = encoder_decoder,
        [GF_ARCH_BIGRAM] = bigram,
        [GF_ARCH_AVERAGING] = averaging,
        [GF_ARCH_ATTENTION_ONLY] = decoder,
    };
    build[b->config->arch](b);
}
