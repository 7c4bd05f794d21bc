/* SPDX-License-Identifier: MIT */
#include "models/builder.h"

#include "base/maths.h"

/* Hidden units: act(W x), or for SwiGLU silu(W_1 x) * W_3 x, where W_1 is c_gate. */
static struct gf_tensor *hidden_units(const struct gf_builder *b, const char *prefix,
                                      const struct gf_tensor *x)
{
    const struct gf_config *c = b->config;
    size_t C = (size_t)c->n_embd, F = gf_config_ff(c);
    struct gf_linear fc = gf_build_linear(b, prefix, ".mlp.c_fc", C, F, c->bias_mlp);
    if (c->activation != GF_MLP_SWIGLU) {
        fc.act = (enum gf_act)c->activation;
        return gf_linear(b->graph, x, &fc);
    }
    struct gf_linear gate =
        gf_build_linear(b, prefix, ".mlp.c_gate", C, F, c->bias_mlp);
    gate.act = GF_ACT_SILU;
    /* One after the other: C does not order the arguments of a call. */
    const struct gf_tensor *gated = gf_linear(b->graph, x, &gate);
    const struct gf_tensor *up = gf_linear(b->graph, x, &fc);
    return gf_multiply(b->graph, gated, up,
                       gf_graph_join(b->graph, prefix, ".mlp.gated"));
}

static struct gf_tensor *feed_forward(const struct gf_builder *b, const char *prefix,
                                      const struct gf_tensor *x,
                                      struct gf_tensor *residual)
{
    const struct gf_config *c = b->config;
    size_t C = (size_t)c->n_embd, F = gf_config_ff(c);
    return gf_build_residual_linear(
        b, gf_build_linear(b, prefix, ".mlp.c_proj", F, C, c->bias_mlp),
        hidden_units(b, prefix, x), residual, c->mlp_pdrop);
}

/* The i-th norm of a block if the configuration puts norms at `place`, otherwise x. */
static struct gf_tensor *norm(const struct gf_builder *b, struct gf_tensor *x,
                              const char *prefix, int i, enum gf_place place)
{
    const struct gf_config *c = b->config;
    if (c->norm_place != (int)place) return x;
    enum gf_norm kind = (enum gf_norm)c->norm;
    const char *name =
        gf_graph_join(b->graph, prefix, gf_graph_name(b->graph, ".ln_%i", i));
    return gf_norm(b->graph, x, name, kind, c->bias_norm, gf_config_eps(c, kind));
}

/* pre: x + f(norm(x))     post: norm(x + f(x))     none: x + f(x)
 * parallel: x + attn(h) + mlp(h) with h = norm(x) (Wang & Komatsuzaki, GPT-J, 2021). */
static struct gf_tensor *build_block(const struct gf_builder *b,
                                     const struct gf_stack *stack, struct gf_tensor *x,
                                     int layer)
{
    struct gf_graph *g = b->graph;
    const char *prefix =
        gf_graph_join(g, stack->name, gf_graph_name(g, ".h.%i", layer));
    bool parallel = b->config->parallel;
    int i = 1;

    struct gf_tensor *h = norm(b, x, prefix, i, GF_PLACE_PRE);
    x = gf_build_attention(b, gf_graph_join(g, prefix, ".attn"), h, NULL, stack->causal,
                           x);
    x = norm(b, x, prefix, i++, GF_PLACE_POST);
    if (stack->memory) {
        h = parallel ? h : norm(b, x, prefix, i, GF_PLACE_PRE);
        x = gf_build_attention(b, gf_graph_join(g, prefix, ".cross_attn"), h,
                               stack->memory, false, x);
        x = norm(b, x, prefix, i++, GF_PLACE_POST);
    }
    if (b->config->mlp) {
        h = parallel ? h : norm(b, x, prefix, i, GF_PLACE_PRE);
        x = feed_forward(b, prefix, h, x);
        x = norm(b, x, prefix, i, GF_PLACE_POST);
    }
    return x;
}

struct gf_tensor *gf_build_embedding(const struct gf_builder *b,
                                     const struct gf_stack *stack)
{
    const struct gf_config *c = b->config;
    struct gf_graph *g = b->graph;
    bool learned = c->positions == GF_POS_LEARNED;
    return gf_embed(
        g, stack->stream,
        &(struct gf_embed){
            .name = gf_graph_join(g, stack->name, ".embed"),
            .tokens = gf_graph_join(g, stack->name, ".wte.weight"),
            .V = stack->vocab_size,
            .C = (size_t)c->n_embd,
            .learned = learned ? gf_graph_join(g, stack->name, ".wpe.weight") : NULL,
            .fixed = c->positions == GF_POS_SINUSOIDAL ? b->positions : NULL,
            .factor = c->scale_embedding ? (float)gf_sqrt((double)c->n_embd) : 1.0f,
            .p = (float)c->embd_pdrop,
            .fill = GF_FILL_NORMAL,
            .scale = c->init == GF_INIT_TORCH ? 1.0f : (float)gf_config_init_std(c)});
}

struct gf_tensor *gf_build_stack(const struct gf_builder *b,
                                 const struct gf_stack *stack)
{
    const struct gf_config *c = b->config;
    struct gf_tensor *x = gf_build_embedding(b, stack);
    for (int l = 0; l < (int)c->n_layer; l++) {
        b->graph->layer = l;
        x = build_block(b, stack, x, l);
    }
    b->graph->layer = -1;
    enum gf_norm kind = gf_config_final_norm(c);
    return kind == GF_NORM_NONE
               ? x
               : gf_norm(b->graph, x, gf_graph_join(b->graph, stack->name, ".ln_f"),
                         kind, c->bias_norm, gf_config_eps(c, kind));
}

void gf_build_head(const struct gf_builder *b, const struct gf_tensor *x,
                   const char *tokens)
{
    const struct gf_config *c = b->config;
    struct gf_linear opts =
        gf_build_linear(b, "lm_head", "", x->width, gf_config_outputs(c), c->bias_head);
    opts.tied_to = c->tied_head ? tokens : NULL;
    opts.part_end[0] = 0; /* not of a block */
    gf_build_from_zero(b, &opts);
    struct gf_tensor *logits = gf_linear(b->graph, x, &opts);
    if (c->logit_softcap > 0) {
        logits =
            gf_soft_cap(b->graph, logits, "lm_head.soft_cap", (float)c->logit_softcap);
    }
    gf_cross_entropy(b->graph, logits);
}
