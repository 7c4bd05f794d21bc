/* The context in which the parts of every architecture are built, and their linear layers.
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

#endif
