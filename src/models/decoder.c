/* One stack: the decoder-only transformer, GPT (Radford et al. 2018, 2019) and its
 * relatives; and the encoder, which differs in its mask alone: every position sees all
 * others, and what it writes marks its input instead of going on.
 *
 *   x = embed(tokens) + position
 *   for each layer: x = x + attention(norm(x)); x = x + mlp(norm(x))
 *   logits = head(norm(x))
 *
 * SPDX-License-Identifier: MIT */
#include "models/model.h"

void gf_build_decoder(const struct gf_builder *b)
{
    const struct gf_config *c = b->config;
    struct gf_stack stack = {.name = "transformer",
                             .stream = GF_STREAM_MAIN,
                             .vocab_size = (size_t)c->vocab_size,
                             .causal = c->arch != GF_ARCH_ENCODER};
    struct gf_tensor *x = gf_build_stack(b, &stack);
    if (c->head_input == GF_HEAD_TOKENS) {
        /* A slip worth studying: the head reads the characters and nothing else. */
        x = gf_embed(b->graph, GF_STREAM_MAIN,
                     &(struct gf_embed){.name = "transformer.bare",
                                        .tokens = "transformer.wte.weight",
                                        .V = stack.vocab_size,
                                        .C = (size_t)c->n_embd,
                                        .shared = true});
    }
    gf_build_head(b, x, "transformer.wte.weight");
}
