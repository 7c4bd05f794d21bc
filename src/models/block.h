/* Inside a block.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_BLOCK_H
#define GF_MODELS_BLOCK_H

#include "models/model.h"

/* Attention of x over itself, or over `memory` unless NULL, added to `residual`. */
struct gf_tensor *gf_build_attention(const struct gf_builder *b, const char *prefix,
                                     const struct gf_tensor *x,
                                     const struct gf_tensor *memory, bool causal,
                                     struct gf_tensor *residual);

/* A layer over x whose output joins the residual stream with dropout p. */
struct gf_tensor *gf_build_join(const struct gf_builder *b, struct gf_linear opts,
                                const struct gf_tensor *x, struct gf_tensor *residual,
                                double p);

#endif
