/* A model: configuration, vocabulary and weights. Graphs for training, inference and
 * inspection are built over the same weights.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_MODEL_H
#define GF_MODELS_MODEL_H

#include "models/config.h"
#include "ops/ops.h"
#include "text/tokenizer/tokenizer.h"

struct gf_model {
    struct gf_arena arena; /* owns what has no arena of its own */
    struct gf_config config;
    struct gf_tokenizer tokenizer; /* borrowed, as are the labels */
    struct gf_tokenizer labels;    /* an encoder's output vocabulary; n_vocab 0: none */
    struct gf_layout layout;
    struct gf_weights weights;
    float *positions; /* sinusoidal table [T][C], or NULL */
    float *angles;    /* rotary: [T][rotary_dim], cos and sin of each pair, or NULL */
    float *slopes;    /* ALiBi: of each head, or NULL */
    /* Floating-point operations of one training step, without recomputation: of a GPT
     * 3 B T (24 L C^2 + 2 V C + 2 (T + 1) C L); with Muon also those of its iteration,
     * 10 (2 n^2 m + n^3) for a matrix n x m, n <= m; with LoRA without the gradients of frozen
     * matrices. */
    double flops;
    size_t n_attention; /* attentions in the model; head_mask is [n_attention][H] */
    float *head_mask;   /* factor on each head's output; 1 unless ablated */
    bool has_head_mask; /* some head is masked */
    bool trainable;     /* has packed weights */
    bool packed;        /* packed weights are up to date */
    uint64_t version;   /* increased whenever weights or the head mask change */
};

/* A model whose weights have no values yet: drawing those of a large one takes a minute, and
 * callers have others, or want all memory first. config->vocab_size is taken from the
 * tokenizer, which must outlive the model. Unless `numbers` is NULL, weights are prepacked,
 * numbers[i] those of parameter i of the layout: a model that writes and is inspected
 * (struct gf_weights), without adapters. GF_BAD_CONFIG or GF_OUT_OF_MEMORY leaves *model
 * zero. Free with gf_model_free. */
enum gf_status gf_model_allocate(struct gf_model *model, const struct gf_config *config,
                                 const struct gf_tokenizer *tokenizer, bool trainable,
                                 const enum gf_number *numbers, struct gf_error *err);
void gf_model_free(struct gf_model *model);

/* Allocates packed weights, and widens prepacked ones, so that the model can be trained. On
 * GF_OUT_OF_MEMORY it stays as it was. */
enum gf_status gf_model_make_trainable(struct gf_model *model, struct gf_error *err);

/* An encoder's output vocabulary, which must outlive the model; it may be empty. */
enum gf_status gf_model_set_labels(struct gf_model *model,
                                   const struct gf_tokenizer *labels,
                                   struct gf_error *err);

/* A model of config and layout only, without weights and vocabulary, to measure sizes.
 * config->vocab_size must be set. GF_OUT_OF_MEMORY when a size exceeds the address space. */
enum gf_status gf_model_outline(struct gf_model *model, const struct gf_config *config,
                                struct gf_error *err);

/* A graph of the model in `arena`, planned for up to max_seq sequences of block_size.
 * With `dry`, only its size is computed. NULL on failure. */
struct gf_graph *gf_model_graph(struct gf_model *model, struct gf_arena *arena,
                                enum gf_graph_mode mode, size_t max_seq, bool dry,
                                struct gf_error *err);

/* The same for less than whole windows. */
struct gf_extent {
    size_t max_seq, max_time[GF_STREAM_COUNT]; /* rows of each stream */
    size_t max_keys; /* cached ones included; 0: those of the rows */
};
struct gf_graph *gf_model_graph_for(struct gf_model *model, struct gf_arena *arena,
                                    enum gf_graph_mode mode,
                                    const struct gf_extent *extent, bool dry,
                                    struct gf_error *err);

/* Sets the factor on the output of one head; 0 ablates it. Attentions count from 0 in model
 * order. GF_BAD_ARGUMENT for a head that does not exist, or a factor that is not finite. */
enum gf_status gf_model_set_head_mask(struct gf_model *model, size_t attention,
                                      size_t head, float head_mask,
                                      struct gf_error *err);

/* Must be called after every change of the weights. The next run packs them for the kernels;
 * until then whoever needs the weights alone does not wait for that. */
void gf_model_changed(struct gf_model *model);

/* Packs the weights now if they have changed. */
void gf_model_pack(struct gf_model *model);

/* The head mask for a batch; NULL while all of it is 1. */
static inline const float *gf_model_head_mask(const struct gf_model *model)
{
    return model->has_head_mask ? model->head_mask : NULL;
}

/* Writes the names of all activations as a JSON array, in order of computation. */
void gf_model_write_tensors(struct gf_model *model, struct gf_json_writer *out);

/* ---- running ---------------------------------------------------------------------- */

/* A run of a graph of this model; packs the weights if needed. */
struct gf_run gf_model_run(struct gf_model *model, struct gf_graph *graph,
                           const struct gf_batch *batch);

/* Index of the largest of V logits; the first of equals. */
int32_t gf_argmax(const float *logits, size_t V);

/* Flags the padding among n tokens in `pad` and returns it; NULL for a model without
 * padding. */
const uint8_t *gf_model_pad(const struct gf_model *model, const int32_t *tokens,
                            size_t n, uint8_t *pad);

#endif
