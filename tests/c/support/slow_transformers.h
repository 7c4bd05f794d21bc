/* Models of transformers and nanoGPT in plain doubles, written from their definitions and apart
 * from the engine (their parts: reference_ops.h), and folders of small ones with random
 * weights. Slow on purpose.
 *
 * Names, defaults and formulas are those of https://github.com/huggingface/transformers
 * (models/{llama,gpt2,gpt_neo}) and https://github.com/karpathy/nanoGPT (model.py).
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SLOW_TRANSFORMERS_H
#define GF_TESTS_SLOW_TRANSFORMERS_H

#include "base/json.h"

enum { SLOW_MAX_TENSORS = 64, SLOW_MAX_FILES = 8 };

struct slow_tensor {
    char name[96];
    size_t rows, columns; /* columns 0: a vector */
    float *values;
};

/* What a folder is made of. */
struct slow_plan {
    const char *
        config; /* members of config.json with ' for "; of nanoGPT: what it would say */
    const char *metadata; /* "n_head" there, or NULL */
    size_t n_pieces;      /* files of weights; above 1 with an index */
    bool smollm;          /* the tokenizer's pattern, instead of GPT-2's */
    bool without_config;  /* of nanoGPT: config.json is not among the files */
};

struct slow_folder {
    struct gf_arena *arena;
    const struct gf_json *config;
    struct slow_tensor tensors[SLOW_MAX_TENSORS];
    size_t n_tensors;
    struct gf_file files[SLOW_MAX_FILES]; /* weights first, then the others */
    size_t n_files;
};

/* Random weights, the same for the same plan, as the files that such a program writes. */
void slow_folder_make(struct slow_folder *folder, struct gf_arena *arena,
                      const struct slow_plan *plan);

/* Logits [T][V]. */
double *slow_logits(const struct slow_folder *folder, const int32_t *tokens, size_t T);

/* ---- shared by the two ---------------------------------------------------------------- */

enum slow_family { SLOW_LLAMA, SLOW_GPT2, SLOW_GPT_NEO, SLOW_NANO };

struct slow_shape {
    enum slow_family family;
    size_t L, H, G, C, F, T, V;
    double eps, theta, scale;
    bool tied, interleaved;
};

/* What a config.json says, with the defaults of transformers. */
struct slow_shape slow_shape_of(const struct gf_json *config);

/* A member of that type, or otherwise. */
bool slow_flag(const struct gf_json *object, const char *key, bool otherwise);

/* What comes before the names of tensors. */
const char *slow_stack(enum slow_family family);

#endif
