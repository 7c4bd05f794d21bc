/* Vocabularies of other programs as JSON.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_TOKENIZER_JSON_H
#define GF_STORAGE_TOKENIZER_JSON_H

#include "text/tokenizer/tokenizer.h"

/* Reads the tokenizer of a model of n_vocab tokens from one of
 *
 *     {"model": {"vocab": …, "merges": …}, …}  tokenizer.json of Hugging Face: byte pair
 *                                              encoding, byte-level (splits.h), or of
 *                                              characters with bytes behind them, as of Llama;
 *                                              or characters that nothing merges
 *     {"stoi": {"a": 0, …}}                    meta.pkl of nanoGPT as JSON: characters
 *     {"kind": …}                              ours (tokenizer.h)
 *
 * The file may have fewer tokens than the model, which then has some without a text. end: the
 * token that ends a document, -1: none. Format: https://github.com/huggingface/tokenizers.
 * GF_BAD_CHECKPOINT when it is anything else, has a rule that ours has not, or is of another
 * model; *tokenizer is then unchanged. */
enum gf_status gf_tokenizer_json_read(struct gf_tokenizer *tokenizer,
                                      struct gf_arena *arena,
                                      const struct gf_json *json, size_t n_vocab,
                                      int32_t end, struct gf_error *err);

#endif
