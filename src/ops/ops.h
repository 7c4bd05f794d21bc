/* The ops that models are composed of. Each function adds one node and returns its output.
 * SPDX-License-Identifier: MIT */
#ifndef GF_OPS_OPS_H
#define GF_OPS_OPS_H

#include "graph/graph.h"

/* out = dropout(factor * table[token] + position[t], p). */
struct gf_embed {
    const char *name;
    const char *tokens; /* parameter [V][C] */
    size_t V, C;
    bool shared; /* another node uses the same table: an alias gets this gradient */
    const char *learned; /* parameter [T][C]; NULL: none */
    const float *fixed;  /* constant [T][C], borrowed; NULL: none */
    float factor;        /* 0 means 1 */
    float p;
    enum gf_fill fill;
    float scale;
};
struct gf_tensor *gf_embed(struct gf_graph *graph, enum gf_stream stream,
                           const struct gf_embed *opts);

/* The positions that an embedding adds, [T][C], learned or fixed; columns 0: none. */
struct gf_matrix_view gf_position_rows(const struct gf_weights *weights,
                                       const struct gf_node *node, size_t C);

/* out = residual + dropout(act(x W^T + b), p). */
struct gf_linear {
    const char *name; /* parameters name.weight [out][in] and name.bias [out] */
    size_t out;
    bool bias;
    enum gf_act act;
    float p;
    const struct gf_tensor *residual; /* NULL: none */
    const char *tied_to; /* name of a parameter [out][in] to share; NULL: own weight */
    enum gf_fill fill;
    float scale;                   /* of the weight */
    float bias_scale;              /* bound of a uniform bias; 0: zeros */
    size_t part_end[GF_MAX_PARTS]; /* of the weight, as in struct gf_param */
    /* Low-rank adapters of these parts (graph/lora.h). */
    unsigned adapted;
    size_t lora_rank;
    float lora_scale;
};
struct gf_tensor *gf_linear(struct gf_graph *graph, const struct gf_tensor *x,
                            const struct gf_linear *opts);

/* out = normalised x, times name.weight, plus name.bias. */
struct gf_tensor *gf_norm(struct gf_graph *graph, const struct gf_tensor *x,
                          const char *name, enum gf_norm kind, bool bias, float eps);

/* Attention of q over k and v, with H heads side by side in C columns, and n_kv_head (0: H) of
 * k and v, which groups of heads share. Each operand starts at its column of its tensor, so
 * one fused tensor may serve all three. Padding is masked.
 * `simple` keeps the whole T x T matrix of weights in memory and has one head: each head of
 * a model is then a node of its own, number first_head, added in order, with the keys of
 * head first_kv_head. */
struct gf_attention {
    const char *name;
    size_t C, H, n_kv_head;
    bool simple;
    size_t first_head, first_kv_head;
    const struct gf_tensor *q, *k, *v;
    size_t q_column, k_column, v_column;
    bool causal;
    float scale;
    float p;
    const float
        *slopes; /* [H] by which scores fall with the distance, or NULL; borrowed */
};
struct gf_tensor *gf_attention(struct gf_graph *graph, const struct gf_attention *opts);

/* out[t] = mean of x[0 .. t]: uniform causal attention. */
struct gf_tensor *gf_average(struct gf_graph *graph, const struct gf_tensor *x,
                             const char *name, enum gf_averaging way);

/* Rows pos … pos + n - 1 of the averaging matrix, W [n][pos + n]. */
void gf_average_weights(float *W, size_t pos, size_t n, enum gf_averaging way);

/* Rotates the first R columns of each group of D among the first n_columns of x, by angles
 * proportional to the position (rotary embedding); other columns are copied. Pairs are
 * (2i, 2i + 1), or with `halves` (i, i + R / 2). angles [T][R]: cos, sin of each pair. */
struct gf_rotary {
    const char *name;
    size_t n_columns, D, R;
    bool halves;
    const float *angles;
};
struct gf_tensor *gf_rotary(struct gf_graph *graph, const struct gf_tensor *x,
                            const struct gf_rotary *opts);

/* Divides each group of D columns among the first n_columns of x by its root mean square;
 * other columns are copied. */
struct gf_tensor *gf_head_norm(struct gf_graph *graph, const struct gf_tensor *x,
                               const char *name, size_t n_columns, size_t D, float eps);

/* The columns of n tensors, concatenated. */
struct gf_tensor *gf_concat(struct gf_graph *graph, struct gf_tensor *const *parts,
                            size_t n, const char *name);

/* out = a + b. */
struct gf_tensor *gf_add(struct gf_graph *graph, const struct gf_tensor *a,
                         const struct gf_tensor *b, const char *name);

/* out = a * b, element by element. */
struct gf_tensor *gf_multiply(struct gf_graph *graph, const struct gf_tensor *a,
                              const struct gf_tensor *b, const char *name);

/* out = cap * tanh(x / cap). */
struct gf_tensor *gf_soft_cap(struct gf_graph *graph, const struct gf_tensor *x,
                              const char *name, float cap);

/* For ops: passes a gradient on unchanged, added where add_to says that `to` already has one.
 * Does nothing where both tensors share a buffer. */
void gf_pass_grad(struct gf_tensor *to, const struct gf_tensor *from, size_t rows,
                  bool add_to);

/* Ends the graph: row losses -log softmax(logits)[target] in nats, as tensor "loss". */
struct gf_tensor *gf_cross_entropy(struct gf_graph *graph, struct gf_tensor *logits);

#endif
