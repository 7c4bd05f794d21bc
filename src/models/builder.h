/* The parts that every architecture is built of, and the context in which they are built.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_BUILDER_H
#define GF_MODELS_BUILDER_H

#include "models/config.h"
#include "ops/ops.h"

/* Everything is borrowed. */
struct gf_builder {
    struct gf_graph *graph;
    const struct gf_config *config;
    const float *positions; /* sinusoidal table [T][C], or NULL */
    const float
        *angles; /* rotary: [T][rotary_dim], cos and sin of each pair, or NULL */
    const float *slopes; /* ALiBi: [n_head], or NULL */
};

/* Adds the whole of config->arch to the graph, from the tokens to the loss. */
void gf_build_architecture(const struct gf_builder *b);

/* ---- linear layers (builder.c) ------------------------------------------------------ */

/* The options of a linear layer of a block with `in` inputs, named prefix + name, with
 * weight initialisation as configured. */
struct gf_linear gf_build_linear(const struct gf_builder *b, const char *prefix,
                                 const char *name, size_t in, size_t out, bool bias);

/* Makes a layer that writes to the residual stream or to the logits begin at zero where that
 * is configured: the model then begins as the identity, with equal probabilities (Zhang,
 * Dauphin & Ma, "Fixup initialization", 2019). */
void gf_build_from_zero(const struct gf_builder *b, struct gf_linear *opts);

/* A linear layer over x whose output is added to the residual stream, with dropout p. */
struct gf_tensor *gf_build_residual_linear(const struct gf_builder *b,
                                           struct gf_linear opts,
                                           const struct gf_tensor *x,
                                           struct gf_tensor *residual, double p);

/* ---- embedding, blocks, head (attention.c, block.c) ----------------------------------- */

/* Attention of x over itself, or over `memory` unless NULL, added to `residual`. */
struct gf_tensor *gf_build_attention(const struct gf_builder *b, const char *prefix,
                                     const struct gf_tensor *x,
                                     const struct gf_tensor *memory, bool causal,
                                     struct gf_tensor *residual);

/* A stack of blocks. `name` is its prefix in checkpoints. */
struct gf_stack {
    const char *name;
    enum gf_stream stream;
    size_t vocab_size;
    bool causal;
    const struct gf_tensor *memory; /* source of cross attention; NULL: none */
};

/* Token and position embeddings. */
struct gf_tensor *gf_build_embedding(const struct gf_builder *b,
                                     const struct gf_stack *stack);

/* Embedding, blocks and final norm. */
struct gf_tensor *gf_build_stack(const struct gf_builder *b,
                                 const struct gf_stack *stack);

/* Output layer over x, tied to table `tokens` when configured, and the loss. */
void gf_build_head(const struct gf_builder *b, const struct gf_tensor *x,
                   const char *tokens);

#endif
