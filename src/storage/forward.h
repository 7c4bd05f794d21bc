/* Loss, logits and the gradient of every parameter for a fixed batch, as a file: for
 * comparing the engine with others.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_FORWARD_H
#define GF_STORAGE_FORWARD_H

#include "models/model.h"

/* Tokens and targets. */
struct gf_fixed_batch {
    size_t B, T;
    int32_t *tokens;  /* [B][T] */
    int32_t *targets; /* [B][T]: tokens, or an encoder's labels; -1: not counted */
};

/* Reads {"tokens": [[…], …], "targets": [[…], …]} into the arena. GF_BAD_JSON when it is
 * not that, or when rows differ in length; *batch is then unchanged. */
enum gf_status gf_fixed_batch_read(struct gf_fixed_batch *batch, struct gf_arena *arena,
                                   const char *json, size_t n, struct gf_error *err);

/* Runs a trainable model forward and backward on the batch, without dropout, and appends
 * a safetensors file to `out`:
 *   loss            [1]        mean over the counted targets, nats
 *   logits          [B][T][V]  of an encoder the last size is its number of labels
 *   <parameter>     its shape  gradient of the loss; both uses of a shared one together
 * The gradient is summed as in training, over the shards of a batch of B sequences.
 * Padding is masked as in training. GF_BAD_ARGUMENT for a token or target outside its
 * vocabulary, more positions than block_size, no counted target, or an encoder-decoder,
 * because the batch has no source; GF_OUT_OF_MEMORY. The model does not change. */
enum gf_status gf_forward(struct gf_model *model, const struct gf_fixed_batch *batch,
                          struct gf_buffer *out, struct gf_error *err);

#endif
