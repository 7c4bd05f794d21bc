/* The parameters of a model: names, shapes and places in one flat array, so that the
 * optimizer, the tree sum, checkpoints and workers each handle one buffer.
 *
 *   values:     [ wte | wpe | h.0.ln_1.weight | … | lm_head.bias ]            n_value
 *   gradients:  [ the same order                                | aliases ]    n_grad
 *
 * A parameter used by two nodes (a tied head) gets an alias: the same values, but a gradient
 * of its own after the others, added to its owner's once a step. So each gradient is one
 * chain of additions over tokens, whatever the micro-batch.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GRAPH_LAYOUT_H
#define GF_GRAPH_LAYOUT_H

#include "base/arena.h"
#include "base/error.h"

#define GF_MAX_PARAMS 1024

/* Initialisation of a parameter. `scale` is a standard deviation or a bound. */
enum gf_fill { GF_FILL_ZERO = 0, GF_FILL_ONE, GF_FILL_NORMAL, GF_FILL_UNIFORM };

#define GF_MAX_PARTS 3

struct gf_param {
    const char *name;   /* nanoGPT's, e.g. "transformer.h.0.attn.c_attn.weight" */
    int n_dim;          /* 1 or 2 */
    size_t dim[2];      /* [out][in] for a weight, [n] for a vector */
    size_t n;           /* product */
    size_t offset;      /* into the values */
    size_t grad_offset; /* into the gradients */
    enum gf_fill fill;
    float scale;
    int alias_of;   /* owner, or -1 */
    bool is_matmul; /* weight of a linear layer, kept packed as well */
    /* A weight of a block: the matrices that lie below one another in it (q, k and v), by the
     * row after each; part_end[0] == 0 for every other parameter. */
    size_t part_end[GF_MAX_PARTS];
};

struct gf_layout {
    struct gf_arena *arena; /* owns the names */
    struct gf_param params[GF_MAX_PARAMS];
    int n_param;
    size_t n_value, n_grad;
    bool overflow; /* more parameters than GF_MAX_PARAMS */
};

/* Finds or declares a parameter: the first graph of a model declares, later ones find. */
int gf_layout_param(struct gf_layout *layout, const char *name, int n_dim, size_t dim0,
                    size_t dim1, enum gf_fill fill, float scale);

/* The same for a second use of parameter `owner`. */
int gf_layout_alias(struct gf_layout *layout, const char *name, int owner);

/* Places the gradients once all parameters are known. */
void gf_layout_finish(struct gf_layout *layout);

/* Adds the gradients of aliases to those of their owners; grad [n_grad]. */
void gf_layout_fold_aliases(const struct gf_layout *layout, float *grad);

/* Index of `name`, or -1. */
int gf_layout_find(const struct gf_layout *layout, const char *name);

/* The values of a layout, and its matrices packed for gemm. */
struct gf_weights {
    const struct gf_layout *layout;
    float *value;     /* [n_value] */
    float **forward;  /* [n_param] W packed for x . W^T, or NULL */
    float **backward; /* [n_param] W packed for dy . W, or NULL */
};

/* Allocates values and packed matrices, those for backward only when training. */
enum gf_status gf_weights_new(struct gf_weights *weights, struct gf_arena *arena,
                              const struct gf_layout *layout, bool backward,
                              struct gf_error *err);

/* Initialises the values as a function of (seed, name). */
void gf_weights_init(struct gf_weights *weights, uint64_t seed);

/* Packs all matrices; call after every change of `value`. */
void gf_weights_pack(struct gf_weights *weights);

static inline const float *gf_weights_value(const struct gf_weights *weights, int i)
{
    return weights->value + weights->layout->params[i].offset;
}

/* FNV-1a of a name: a stable number for random streams. */
uint64_t gf_name_hash(const char *name);

#endif
