/* Models of Hugging Face's transformers, and checkpoints of nanoGPT as safetensors.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_HUGGING_FACE_H
#define GF_STORAGE_HUGGING_FACE_H

#include "storage/foreign.h"

/* model.safetensors, or the several files that the weights are in, and the contents of the
 * others; NULL: there is none. */
struct gf_hf_files {
    struct gf_hf_weights {
        const struct gf_file *file;
        size_t n_here, number; /* bytes in memory, and number among all files */
    } * weights;               /* [n_weights], at least one */
    size_t n_weights;
    const struct gf_json *config;    /* config.json */
    const struct gf_json *tokenizer; /* tokenizer.json (tokenizer_json.h) */
    const struct gf_json *index;     /* model.safetensors.index.json */
};

/* Reads LlamaForCausalLM, ArceeForCausalLM, GPT2LMHeadModel or GPTNeoForCausalLM in float32,
 * float16 or bfloat16. Without config.json, or a "model_type" in it, the model is one of
 * nanoGPT, whose sizes are those of its tensors; heads are "n_head" of config.json or of the
 * file's metadata, else 64 wide.
 *
 * The context is block_size of the settings at most; of GPT-Neo no more than the window of
 * its local attention, within which it equals the global one. Names and shapes are those of
 * https://github.com/huggingface/transformers (models/{llama,gpt2,gpt_neo}) and
 * https://github.com/karpathy/nanoGPT (model.py).
 *
 * Of the weights the headers suffice, except where the file alone says whether a model of
 * nanoGPT has an output layer of its own (GF_E_foreign_needed_whole).
 *
 * GF_BAD_CHECKPOINT or GF_BAD_CONFIG with one sentence for what is damaged, incomplete, or a
 * model with a part that ours has not; *model is then unchanged. */
enum gf_status gf_hugging_face_read(struct gf_foreign *model, struct gf_arena *arena,
                                    const struct gf_hf_files *files,
                                    struct gf_error *err);

#endif
