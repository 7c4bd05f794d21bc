/* SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_ARCHITECTURES_H
#define GF_MODELS_ARCHITECTURES_H

#include "models/builder.h"

/* Adds the whole of config->arch to the graph, from the tokens to the loss. */
void gf_build_architecture(const struct gf_builder *b);

#endif
