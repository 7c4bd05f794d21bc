/* The parameters of a model: names, shapes and places in one flat array, so that the
 * optimizer, the tree sum, checkpoints and workers each handle one buffer.
 *
 *   values:     [ wte | wpe | h.0.ln_1.weight | … | lm_head.bias ]            n_value
 *   gradients:  [ the same order                                | aliases ]    n_grad
 *
 * A parameter used by two nodes (a tied head) gets an alias: the same values, but a gradient
 * of its own after the others, added to its owner's once a step. So each gradient is one
 * chain of additions over tokens, whatever the micro-batch.
 *
 * With low-rank adapters (lora.h) they alone are trained: the others have no gradient, but
 * for the matrices that are adapted, whose gradients follow those of the trained parameters.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GRAPH_LAYOUT_H
#define GF_GRAPH_LAYOUT_H

#include "base/arena.h"
#include "base/error.h"
#include "kernels/prepacked.h"

#define GF_MAX_PARAMS 1024
#define GF_NO_GRADIENT SIZE_MAX

/* Initialisation of a parameter. `scale` is a standard deviation or a bound. */
enum gf_fill { GF_FILL_ZERO = 0, GF_FILL_ONE, GF_FILL_NORMAL, GF_FILL_UNIFORM };

#define GF_MAX_PARTS 3

struct gf_param {
    const char *name;   /* nanoGPT's, e.g. "transformer.h.0.attn.c_attn.weight" */
    int n_dim;          /* 1 or 2 */
    size_t dim[2];      /* [out][in] for a weight, [n] for a vector */
    size_t n;           /* product */
    size_t offset;      /* into the values */
    size_t grad_offset; /* into the gradients; GF_NO_GRADIENT for a frozen one */
    enum gf_fill fill;
    float scale;
    int alias_of;     /* owner, or -1 */
    bool is_lora;     /* lora_A or lora_B of a matrix */
    int lora;         /* of a matrix: its lora_A, which its lora_B follows; -1: none */
    unsigned adapted; /* the parts that they change, a bit each */
    bool is_matmul;   /* weight of a linear layer, kept packed as well */
    /* A weight of a block: the matrices that lie below one another in it (q, k and v), by the
     * row after each; part_end[0] == 0 for every other parameter. */
    size_t part_end[GF_MAX_PARTS];
};

/* Rows `row` to `row + rows` of a parameter: the part that ends at part_end[part]. False after
 * the last. */
struct gf_matrix {
    size_t row, rows, columns;
};
bool gf_matrix_of(const struct gf_param *param, size_t part, struct gf_matrix *out);

struct gf_layout {
    struct gf_arena *arena;  /* owns the names */
    struct gf_param *params; /* [n_param] */
    int n_param;
    size_t n_node, n_input; /* of each of its graphs; 0: none has been built */
    size_t n_value, n_grad;
    size_t n_trained; /* of the trained parameters, whose gradients come first */
    bool has_lora;
    float lora_scale;
    bool overflow; /* more parameters than GF_MAX_PARAMS */
};

/* Finds or declares a parameter: the first graph of a model declares, later ones find. */
int gf_layout_param(struct gf_layout *layout, const char *name, int n_dim, size_t dim0,
                    size_t dim1, enum gf_fill fill, float scale);

/* The same for a second use of parameter `owner`. */
int gf_layout_alias(struct gf_layout *layout, const char *name, int owner);

/* Places the gradients once all parameters are known. */
void gf_layout_finish(struct gf_layout *layout);

/* Whether the optimizer moves a parameter: not an alias, and not frozen. */
static inline bool gf_is_trained(const struct gf_layout *layout, int i)
{
    return layout->params[i].grad_offset < layout->n_trained;
}

/* Index of `name`, or -1. */
int gf_layout_find(const struct gf_layout *layout, const char *name);

/* The values of a layout. While the model is trained its matrices are also packed for gemm,
 * once a step for all rows of a batch; otherwise products read them as they are.
 *
 * A model of a file that nobody trains has its matrices prepacked instead, in the numbers of
 * the file, until gf_weights_widen: there are no other values then. */
struct gf_weights {
    const struct gf_layout *layout;
    float *value;                   /* [n_value]; NULL while there are prepacked ones */
    struct gf_prepacked *prepacked; /* [n_param], or NULL */
    struct gf_arena own;    /* of the prepacked ones, and of the values they became */
    float **merged;         /* [n_param] W + s B A of an adapted matrix, or NULL */
    float *work;            /* scratch of lora.c */
    struct gf_arena panels; /* owns what follows */
    float **forward;        /* [n_param] W packed for x . W^T; or NULL */
    float **backward;       /* [n_param] W packed for dy . W; or NULL */
};

/* What the model computes with: of an adapted matrix the merged one. Not for a prepacked
 * matrix. */
const float *gf_weights_value(const struct gf_weights *weights, int i);

/* A matrix of either form, element by element. */
struct gf_matrix_view {
    const float *value; /* [rows][columns]; NULL: prepacked */
    const struct gf_prepacked *prepacked;
    size_t columns; /* 0: there is no matrix */
};

struct gf_matrix_view gf_weights_matrix(const struct gf_weights *weights, int i);

float gf_matrix_at(const struct gf_matrix_view *w, size_t row, size_t column);

/* A row as floats, in memory of the weights or, widened, in space [columns]. */
const float *gf_matrix_row(const struct gf_matrix_view *w, size_t row, float *space);

/* FNV-1a of a name: a stable number for random streams. */
uint64_t gf_name_hash(const char *name);

#endif
