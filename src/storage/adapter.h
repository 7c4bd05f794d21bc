/* Low-rank adapters (graph/lora.h) in a file of their own: a safetensors file with lora_A and
 * lora_B of each adapted matrix, the settings of the run that trained them, and the SHA-256 of
 * the weights they were trained for, without which they mean nothing.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_ADAPTER_H
#define GF_STORAGE_ADAPTER_H

#include "storage/checkpoint.h"

/* Appends the adapters of a model. GF_BAD_ARGUMENT where it has none. */
enum gf_status gf_adapter_save(const struct gf_model *model, struct gf_buffer *out,
                               struct gf_error *err);

/* Whether bytes[0 .. n) are such a file; a damaged one is none. Fails without memory only. */
enum gf_status gf_is_adapter(bool *is_one, const void *bytes, size_t n,
                             struct gf_error *err);

/* Appends the checkpoint of `model`, another checkpoint, with these adapters instead of any
 * that it has: the bytes that the run would have saved. GF_BAD_CHECKPOINT where they belong to
 * other weights. */
enum gf_status gf_adapter_apply(const void *adapter, size_t n_adapter,
                                const void *model, size_t n_model,
                                struct gf_buffer *out, struct gf_error *err);

#endif
