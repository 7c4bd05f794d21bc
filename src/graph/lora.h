/* Low-rank adapters of a matrix (LoRA): Hu et al., "LoRA: low-rank adaptation of large language
 * models" (2021), equation 3. Of W [out][in], the rows of each adapted part become
 *
 *   W'_part = W_part + s B_part A_part      A_part [r][in], B_part [rows][r], s = alpha / r
 *
 * A begins with normal numbers, B with zeros, so that W' begins as W. Only A and B are
 * trained. The parts (q and v of a matrix of q, k, v) lie below one another in lora_A
 * [parts r][in] and lora_B [rows of all parts][r], as in loralib's MergedLinear.
 *
 * The model computes with W', which is kept beside W: one set of weights for training,
 * generation and every analysis. Its gradient gives those of A and B once a step, after the
 * sum over tokens:
 *
 *   dA_part = s B_part^T dW'_part           dB_part = s dW'_part A_part^T
 *
 * SPDX-License-Identifier: MIT */
#ifndef GF_GRAPH_LORA_H
#define GF_GRAPH_LORA_H

#include "graph/layout.h"

struct gf_lora {
    const char *A, *B; /* names */
    size_t rank;       /* r; 0: none */
    float scale;       /* s */
    unsigned adapted;  /* the parts of the matrix (struct gf_param), a bit each */
};

/* Declares the adapters of a matrix whose parts are known. */
void gf_lora_declare(struct gf_layout *layout, int weight, const struct gf_lora *lora);

/* Room for the merged matrices; without memory, arena->failed. */
void gf_lora_allocate(struct gf_weights *weights, struct gf_arena *arena);

/* Floats that it allocates. */
size_t gf_lora_floats(const struct gf_layout *layout);

/* Merges all adapters: call after every change of the values. */
void gf_lora_merge(struct gf_weights *weights);

/* The gradients of all adapters, from those of their matrices; grad [n_grad]. */
void gf_lora_gradient(const struct gf_weights *weights, float *grad);

#endif
