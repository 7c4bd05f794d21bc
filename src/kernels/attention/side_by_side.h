/* Attention of several heads at once: what forward.c and backward.c call where it fits.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_ATTENTION_SIDE_BY_SIDE_H
#define GF_KERNELS_ATTENTION_SIDE_BY_SIDE_H

#include "kernels/attention/head.h"

#define gf_side_by_side_work GF_FN(side_by_side_work)
#define gf_side_by_side_fits GF_FN(side_by_side_fits)
#define gf_attention_forward_lanes GF_FN(attention_forward_lanes)
#define gf_attention_backward_lanes GF_FN(attention_backward_lanes)

/* Floats of work; enough for shorter sequences, too, whether these fit or not. */
size_t gf_side_by_side_work(size_t Tq, size_t Tk, size_t D);

/* Short sequences without padding or slopes, and heads that fill the lanes. */
bool gf_side_by_side_fits(const struct gf_attn *a);

void gf_attention_forward_lanes(const struct gf_attn *a);
void gf_attention_backward_lanes(const struct gf_attn *a);

#endif
