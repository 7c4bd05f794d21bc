/* Attention inside a block.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_ATTENTION_H
#define GF_MODELS_ATTENTION_H

#include "models/builder.h"

/* Attention of x over itself, or over `memory` unless NULL, added to `residual`. */
struct gf_tensor *gf_build_attention(const struct gf_builder *b, const char *prefix,
                                     const struct gf_tensor *x,
                                     const struct gf_tensor *memory, bool causal,
                                     struct gf_tensor *residual);

#endif
