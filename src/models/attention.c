/* Attention inside a block: projections, heads, output projection, residual.
 * SPDX-License-Identifier: MIT */
#include "models/builder.h"

#include <string.h>

#include "base/maths.h"

/* The inputs and kind of one attention. */
struct operands {
    const char *prefix; /* "transformer.h.0.attn" */
    const struct gf_tensor *x,
        *source; /* queries from x; keys and values from source */
    bool causal, cross;
};

/* The slopes of heads from `first` on; positions of two texts have no distance. */
static const float *slopes_of(const struct gf_builder *b, const struct operands *o,
                              size_t first)
{
    return b->slopes && !o->cross ? b->slopes + first : NULL;
}

static float score_scale(const struct gf_config *c)
{
    const double divisor[] = {[GF_SCALE_HEAD] = (double)(c->n_embd / c->n_head),
                              [GF_SCALE_WIDTH] = (double)c->n_embd,
                              [GF_SCALE_NONE] = 1};
    return (float)(1 / gf_sqrt(divisor[c->score_scale]));
}

/* Matrices of a projection, a bit each: adapted where that is configured, or not. */
enum { FIRST = 1, SECOND = 2, THIRD = 4, NEITHER = 0 };

/* A projection of x to n matrices of rows[i] rows each. LoRA adapts queries and values (Hu et
 * al. 2021, section 4.2): those of the matrices in `adapted`. */
static struct gf_tensor *project(const struct gf_builder *b, const struct operands *o,
                                 const struct gf_tensor *x, const char *name, size_t n,
                                 const size_t *rows, unsigned adapted)
{
    const struct gf_config *c = b->config;
    size_t end[GF_MAX_PARTS] = {0}, out = 0;
    for (size_t i = 0; i < n; i++) end[i] = out += rows[i];
    struct gf_linear opts =
        gf_build_linear(b, o->prefix, name, x->width, out, c->bias_qkv);
    memcpy(opts.part_end, end, sizeof end);
    opts.adapted = adapted;
    opts.lora_rank = (size_t)c->lora_rank;
    opts.lora_scale = gf_config_lora_scale(c);
    return gf_linear(b->graph, x, &opts);
}

/* Prepares q and k (the first n columns of x) for their product: normalised where that is
 * configured, then rotated where positions are rotary. */
static struct gf_tensor *prepare(const struct gf_builder *b, const struct operands *o,
                                 struct gf_tensor *x, size_t n)
{
    const struct gf_config *c = b->config;
    if (c->qk_norm) {
        x = gf_head_norm(b->graph, x, gf_graph_join(b->graph, x->name, ".norm"), n,
                         (size_t)(c->n_embd / c->n_head),
                         gf_config_eps(c, GF_NORM_RMS));
    }
    if (c->positions != GF_POS_ROTARY || o->cross) return x;
    return gf_rotary(
        b->graph, x,
        &(struct gf_rotary){.name = gf_graph_join(b->graph, x->name, ".rotary"),
                            .n_columns = n,
                            .D = (size_t)(c->n_embd / c->n_head),
                            .R = gf_config_rotary_dim(c),
                            .halves = c->rotary_pairs == GF_PAIRS_HALVES,
                            .angles = b->angles});
}

/* All heads from one matrix (self-attention) or two (cross attention). */
static struct gf_tensor *fused(const struct gf_builder *b, const struct operands *o)
{
    const struct gf_config *c = b->config;
    size_t C = (size_t)c->n_embd, K = gf_config_kv_width(c);
    const size_t rows[] = {C, K, K};
    struct gf_attention opts = {.name = o->prefix,
                                .C = C,
                                .H = (size_t)c->n_head,
                                .n_kv_head = gf_config_kv_heads(c),
                                .causal = o->causal,
                                .scale = score_scale(c),
                                .p = (float)c->attn_pdrop,
                                .slopes = slopes_of(b, o, 0)};
    if (o->cross) {
        opts.q = prepare(b, o, project(b, o, o->x, ".c_q", 1, rows, FIRST), C);
        opts.k = opts.v =
            prepare(b, o, project(b, o, o->source, ".c_kv", 2, rows + 1, SECOND), K);
        opts.v_column = K;
    } else {
        opts.q = opts.k = opts.v = prepare(
            b, o, project(b, o, o->x, ".c_attn", 3, rows, FIRST | THIRD), C + K);
        opts.k_column = C;
        opts.v_column = C + K;
    }
    return gf_attention(b->graph, &opts);
}

/* Each head with matrices of its own, then concatenated. Heads that share keys and values use
 * those of the first of them. */
static struct gf_tensor *simple(const struct gf_builder *b, const struct operands *o)
{
    const struct gf_config *c = b->config;
    struct gf_graph *g = b->graph;
    size_t H = (size_t)c->n_head, D = (size_t)c->n_embd / H;
    size_t group = H / gf_config_kv_heads(c);
    struct gf_tensor *heads[GF_MAX_INPUTS], *k = NULL, *v = NULL;
    for (size_t h = 0; h < H; h++) {
        struct operands head = *o;
        head.prefix =
            gf_graph_join(g, o->prefix, gf_graph_name(g, ".heads.%i", (int)h));
        struct gf_tensor *q = project(b, &head, o->x, ".q_lin", 1, &D, FIRST);
        if (h % group == 0) {
            k = project(b, &head, o->source, ".k_lin", 1, &D, NEITHER);
            v = project(b, &head, o->source, ".v_lin", 1, &D, FIRST);
        }
        q = prepare(b, o, q, D);
        k = h % group == 0 ? prepare(b, o, k, D) : k;
        heads[h] =
            gf_attention(g, &(struct gf_attention){.name = head.prefix,
                                                   .C = D,
                                                   .H = 1,
                                                   .simple = true,
                                                   .first_head = h,
                                                   .first_kv_head = h / group,
                                                   .q = q,
                                                   .k = k,
                                                   .v = v,
                                                   .causal = o->causal,
                                                   .scale = score_scale(c),
                                                   .p = (float)c->attn_pdrop,
                                                   .slopes = slopes_of(b, o, h)});
    }
    return gf_concat(g, heads, H, o->prefix);
}

struct gf_tensor *gf_build_attention(const struct gf_builder *b, const char *prefix,
                                     const struct gf_tensor *x,
                                     const struct gf_tensor *memory, bool causal,
                                     struct gf_tensor *residual)
{
    const struct gf_config *c = b->config;
    struct operands o = {prefix, x, memory ? memory : x, causal && !memory,
                         memory != NULL};
    size_t C = (size_t)c->n_embd;
    struct gf_tensor *heads =
        c->attention == GF_ATTENTION_SIMPLE ? simple(b, &o) : fused(b, &o);
    if (c->attn_proj) {
        return gf_build_residual_linear(
            b, gf_build_linear(b, prefix, ".c_proj", C, C, c->bias_attn_out), heads,
            residual, c->resid_pdrop);
    }
    return c->residual ? gf_add(b->graph, residual, heads,
                                gf_graph_join(b->graph, prefix, ".add"))
                       : heads;
}
