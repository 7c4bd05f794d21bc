/* Models of llama2.c, versions 0 and 1 of its float32 files.
 *
 *     version 0: seven int32, then the weights
 *     version 1: the bytes "24ka", int32 1, seven int32, a byte (1: shared output), zeros
 *                up to byte 256, then the weights in another order
 *
 * The seven: dim, hidden, layers, heads, key/value heads, vocabulary, context. In version 0
 * a vocabulary below zero means that the output has weights of its own. Everything is
 * little-endian. Format: https://github.com/karpathy/llama2.c (export.py, run.c).
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_LLAMA2C_H
#define GF_STORAGE_LLAMA2C_H

#include "storage/foreign.h"

/* Whether bytes[0 .. n) have the size that such a header gives. */
bool gf_is_llama2c(const void *bytes, size_t n);

/* Reads a model and its tokenizer.bin (text/tokenizer/sentencepiece.h) without copying
 * weights: parts point into `bytes`, the rest lives in the arena. GF_BAD_CHECKPOINT for
 * a header that no model can have, a file of another size, or a tokenizer of another
 * vocabulary; *model is then unchanged. */
enum gf_status gf_llama2c_read(struct gf_foreign *model, struct gf_arena *arena,
                               const void *bytes, size_t n, const void *tokenizer,
                               size_t n_tokenizer, struct gf_error *err);

#endif
