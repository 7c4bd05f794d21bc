/* Checkpoints: a model and the state of its training as one safetensors file.
 *
 * Tensors: every parameter under its own name in PyTorch's layout; with training state
 * also optimizer.m.<name> and optimizer.v.<name>. Metadata: format "glassformer",
 * version, config, tokenizer and (of an encoder) labels as JSON, step. Random numbers are
 * functions of (seed, step), so nothing else is needed to resume training exactly.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_CHECKPOINT_H
#define GF_STORAGE_CHECKPOINT_H

#include "storage/safetensors.h"
#include "train/trainer.h"

#define GF_CHECKPOINT_VERSION 1

/* "format" of a file of adapters alone (adapter.h). */
#define GF_ADAPTER_FORMAT "glassformer-adapter"

/* The values of a parameter, or others of its shape, as a tensor of that name. */
struct gf_stored_tensor gf_stored_param(const char *name, const struct gf_param *p,
                                        const float *data);

/* What a file of a model holds. */
struct gf_content {
    const struct gf_model *model;
    const struct gf_trainer *trainer; /* with its state; or NULL */
    bool merged;                      /* adapters (graph/lora.h) are in the weights */
    const char *base; /* adapters alone, which belong to this; or NULL */
    bool
        header_only; /* the caller appends the values [n_value] in the layout's order */
};

enum gf_status gf_checkpoint_save(const struct gf_content *content,
                                  struct gf_buffer *out, struct gf_error *err);

/* The parsed file. Strings and tensors point into its bytes or live in the arena given to
 * gf_checkpoint_open, vocabularies in `words`. */
struct gf_checkpoint {
    struct gf_safetensors file;
    struct gf_config config;
    struct gf_tokenizer tokenizer, labels;
    uint64_t step;
    bool has_optimizer;
};

/* Reads and checks everything except the values of the weights. GF_BAD_CHECKPOINT for a
 * truncated, foreign or inconsistent file. */
enum gf_status gf_checkpoint_open(struct gf_checkpoint *checkpoint,
                                  struct gf_arena *arena, struct gf_arena *words,
                                  const void *bytes, size_t n, struct gf_error *err);

/* Copies the weights of adapters, or all others, into a model made from checkpoint->config
 * and ->tokenizer; its adapters may be others than those of the file. Every parameter must be
 * there with its shape and finite. On failure the model's weights are undefined: load into a
 * fresh model, then swap. */
enum gf_status gf_checkpoint_weights(const struct gf_checkpoint *checkpoint,
                                     struct gf_model *model, bool of_adapters,
                                     struct gf_error *err);

/* Reads the settings of checkpoint->file into checkpoint->config. */
enum gf_status gf_checkpoint_read_config(struct gf_checkpoint *checkpoint,
                                         struct gf_arena *arena, struct gf_error *err);

/* Copies step and optimizer state into a trainer of that model; nothing where the file has no
 * such adapters, since their training begins. GF_BAD_CHECKPOINT where a
 * part is missing, not finite, or a mean of squares below zero. */
enum gf_status gf_checkpoint_training(const struct gf_checkpoint *checkpoint,
                                      struct gf_trainer *trainer, struct gf_error *err);

#endif
