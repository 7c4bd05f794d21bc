/* SPDX-License-Identifier: MIT */
#include "models/builder.h"

#include "base/maths.h"

struct gf_linear gf_build_linear(const struct gf_builder *b, const char *prefix,
                                 const char *name, size_t in, size_t out, bool bias)
{
    const struct gf_config *c = b->config;
    struct gf_linear opts = {.name = gf_graph_join(b->graph, prefix, name),
                             .out = out,
                             .bias = bias,
                             .fill = GF_FILL_NORMAL,
                             .scale = (float)gf_config_init_std(c),
                             .part_end = {out}};
    if (c->init == GF_INIT_TORCH) {
        opts.fill = GF_FILL_UNIFORM;
        opts.scale = opts.bias_scale = (float)(1 / gf_sqrt((double)in));
    }
    return opts;
}

void gf_build_from_zero(const struct gf_builder *b, struct gf_linear *opts)
{
    if (b->config->zero_init) {
        opts->fill = GF_FILL_ZERO;
        opts->bias_scale = 0;
    }
}

/* GPT-2 divides the initial weights of these layers by sqrt(2 L), 2 L being their number
 * (Radford et al. 2019, section 2.3). */
struct gf_tensor *gf_build_residual_linear(const struct gf_builder *b,
                                           struct gf_linear opts,
                                           const struct gf_tensor *x,
                                           struct gf_tensor *residual, double p)
{
    const struct gf_config *c = b->config;
    if (c->init == GF_INIT_GPT2) {
        opts.scale = (float)(gf_config_init_std(c) / gf_sqrt(2.0 * (double)c->n_layer));
    }
    gf_build_from_zero(b, &opts);
    opts.residual = c->residual ? residual : NULL;
    opts.p = (float)p;
    return gf_linear(b->graph, x, &opts);
}
