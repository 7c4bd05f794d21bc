/* The parts all architectures share: embedding, block, stack, head.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_BLOCK_H
#define GF_MODELS_BLOCK_H

#include "models/builder.h"

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

/* Block `layer` over x: attention, cross attention if there is a memory, MLP, with norms and
 * residuals as configured. */
struct gf_tensor *gf_build_block(const struct gf_builder *b,
                                 const struct gf_stack *stack, struct gf_tensor *x,
                                 int layer);

/* Output layer over x, tied to table `tokens` when configured, and the loss. */
void gf_build_head(const struct gf_builder *b, const struct gf_tensor *x,
                   const char *tokens);

#endif
