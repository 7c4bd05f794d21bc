/* SPDX-License-Identifier: MIT */
#ifndef GF_OPS_ATTENTION_SIMPLE_H
#define GF_OPS_ATTENTION_SIMPLE_H

#include <stddef.h>

/* Floats of scratch that attention with the whole matrix of weights needs. */
size_t gf_attention_simple_work(size_t Tq, size_t Tk, size_t D);

#endif
