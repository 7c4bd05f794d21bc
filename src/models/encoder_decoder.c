/* The transformer of 2017 (Vaswani et al., figure 1): an encoder reads the source as a
 * whole, a decoder writes the answer in order and looks at the encoder's output through
 * cross attention in every block.
 * SPDX-License-Identifier: MIT */
#include "models/model.h"

void gf_build_encoder_decoder(const struct gf_builder *b)
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
