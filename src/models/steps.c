/* The steps before attention: a table of pairs, and the mean of everything so far.
 * SPDX-License-Identifier: MIT */
#include "models/model.h"

/* logits = the row of the last token in a table [V][V]. */
void gf_build_bigram(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    size_t V = (size_t)c->vocab_size;
    gf_cross_entropy(b->graph,
                     gf_embed(b->graph, GF_STREAM_MAIN,
                              &(struct gf_embed){.name = "transformer.embed",
                                                 .tokens = "transformer.wte.weight",
                                                 .V = V,
                                                 .C = V,
                                                 .fill = GF_FILL_NORMAL,
                                                 .scale = c->init == GF_INIT_TORCH
                                                              ? 1.0f
                                                              : (float)c->init_std}));
}

/* logits = head(mean of the embeddings so far). */
void gf_build_averaging(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    struct gf_stack stack = {.name = "transformer",
                             .stream = GF_STREAM_MAIN,
                             .vocab_size = (size_t)c->vocab_size};
    struct gf_tensor *x = gf_build_embedding(b, &stack);
    x = gf_average(b->graph, x, "transformer.average", (enum gf_averaging)c->averaging);
    gf_build_head(b, x, "transformer.wte.weight");
}
