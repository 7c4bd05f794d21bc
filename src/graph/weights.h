/* The values of a layout (struct gf_weights): memory, first values, packing, and the gradient
 * of a whole step.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GRAPH_WEIGHTS_H
#define GF_GRAPH_WEIGHTS_H

#include "base/sha256.h"
#include "graph/layout.h"
#include "kernels/kernels.h"

/* Allocates the values. */
enum gf_status gf_weights_new(struct gf_weights *weights, struct gf_arena *arena,
                              const struct gf_layout *layout, struct gf_error *err);

/* Allocates prepacked ones, numbers[i] those of parameter i, which whoever owns the weights
 * frees (gf_weights_free). Without adapters. */
enum gf_status gf_weights_new_prepacked(struct gf_weights *weights,
                                        const struct gf_layout *layout,
                                        const enum gf_number *numbers,
                                        struct gf_error *err);

/* Makes prepacked matrices values again. Nothing changes without memory. */
enum gf_status gf_weights_widen(struct gf_weights *weights, struct gf_error *err);

/* Rows first .. first + n - 1 of a parameter's own values, without adapters, as floats; of a
 * vector, elements. */
void gf_weights_read(const struct gf_weights *weights, int i, size_t first, size_t n,
                     float *out);

/* All of a parameter, what the model computes with: where it is, or, if it is prepacked, in
 * space. */
const float *gf_weights_floats(const struct gf_weights *weights, int i, float *space);

/* Whether that needs space. */
bool gf_weights_is_prepacked(const struct gf_weights *weights, int i);

/* SHA-256 of all values as float32, in the order of the layout. */
void gf_weights_hash(const struct gf_weights *weights, bool adapters_too,
                     char hex[GF_SHA256_HEX]);

/* Allocates packed matrices, which gf_weights_pack then fills and whoever owns the weights
 * frees (panels). Nothing changes without memory. */
enum gf_status gf_weights_new_panels(struct gf_weights *weights, struct gf_error *err);

void gf_weights_free_panels(struct gf_weights *weights);

/* Frees those and the prepacked ones. */
void gf_weights_free(struct gf_weights *weights);

/* Sets B of a product to matrix `i`: for x . W^T, and for dy . W. */
void gf_weights_forward(const struct gf_weights *weights, int i, struct gf_gemm *gemm);
void gf_weights_backward(const struct gf_weights *weights, int i, struct gf_gemm *gemm);

/* Initialises the values, or those of the adapters alone, as a function of (seed, name). */
void gf_weights_init(struct gf_weights *weights, uint64_t seed, bool lora_only);

/* Packs all matrices that have a place for it; call after every change of `value`, once those
 * with adapters are merged (gf_lora_merge). */
void gf_weights_pack(struct gf_weights *weights);

/* Completes a gradient [n_grad] of the whole step: adds the gradients of aliases to those of
 * their owners, and derives those of the adapters. */
void gf_weights_finish_gradient(const struct gf_weights *weights, float *grad);

#endif
