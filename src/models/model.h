/* A model: configuration, vocabulary and weights. Graphs for training, inference and
 * inspection are built over the same weights.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_MODEL_H
#define GF_MODELS_MODEL_H

#include "models/config.h"
#include "ops/ops.h"
#include "text/tokenizer/tokenizer.h"

struct gf_model {
    struct gf_arena arena; /* owns everything below */
    struct gf_config config;
    struct gf_tokenizer tokenizer;
    struct gf_tokenizer labels; /* what an encoder writes; n_vocab 0: none */
    struct gf_layout layout;
    struct gf_weights weights;
    float *positions;   /* sinusoidal table [T][C], or NULL */
    float *angles;      /* rotary: [T][D], cos and sin of each pair in turn, or NULL */
    size_t n_attention; /* attentions in the model; gates are [n_attention][H] */
    float *gate;    /* factor on each head's output, 1 unless a head is switched off */
    bool gated;     /* some gate is not 1 */
    bool trainable; /* the panels that backward needs are there */
    bool packed;    /* the panels hold the weights as they are */
    uint64_t version; /* changes whenever weights or gates do */
};

/* A model with starting weights for config->seed. config->vocab_size is taken from the
 * tokenizer, which is copied. GF_BAD_CONFIG or GF_OUT_OF_MEMORY with a sentence; *model
 * is then zero. Free with gf_model_free. */
enum gf_status gf_model_init(struct gf_model *model, const struct gf_config *config,
                             const struct gf_tokenizer *tokenizer, bool trainable,
                             struct gf_error *err);
void gf_model_free(struct gf_model *model);

/* Gives an encoder the names of its labels, copied; nothing for an empty vocabulary. */
enum gf_status gf_model_set_labels(struct gf_model *model,
                                   const struct gf_tokenizer *labels,
                                   struct gf_error *err);

/* The same without weights and vocabulary, only to be measured: config and layout.
 * config->vocab_size must be set. GF_OUT_OF_MEMORY when even the sizes cannot be
 * addressed. */
enum gf_status gf_model_outline(struct gf_model *model, const struct gf_config *config,
                                struct gf_error *err);

/* A graph of the model in `arena`, planned for up to max_seq sequences of block_size.
 * With `dry`, only its size is computed. NULL on failure. */
struct gf_graph *gf_model_graph(struct gf_model *model, struct gf_arena *arena,
                                enum gf_graph_mode mode, size_t max_seq, bool dry,
                                struct gf_error *err);

/* Sets the factor on the output of one head (0 switches it off). Attention nodes are
 * counted as they stand in the model, from 0. GF_BAD_ARGUMENT outside the model. */
enum gf_status gf_model_set_gate(struct gf_model *model, size_t attention, size_t head,
                                 float gate, struct gf_error *err);

/* To be called after every change of the weights. They are packed anew for the kernels by
 * the next run: whoever waits for the weights themselves has them before that. */
void gf_model_changed(struct gf_model *model);

/* Packs the weights now, unless they are. */
void gf_model_pack(struct gf_model *model);

/* Gates for a batch: NULL while all are 1. */
static inline const float *gf_model_gates(const struct gf_model *model)
{
    return model->gated ? model->gate : NULL;
}

/* Writes the names of all activations as a JSON array, in order of computation. */
void gf_model_write_tensors(struct gf_model *model, struct gf_json_writer *out);

/* Floating-point operations of one training step by the formula
 * 3 B T (24 L C^2 + 2 V C + 2 (T + 1) C L), generalised to other F: what has to be
 * computed, recomputation not counted. */
double gf_model_flops(const struct gf_config *config);

/* ---- running ---------------------------------------------------------------------- */

/* A run of a graph of this model. */
struct gf_run gf_model_run(struct gf_model *model, struct gf_graph *graph,
                           const struct gf_batch *batch);

/* Index of the largest of V logits; the first of equals. */
int32_t gf_likeliest(const float *logits, size_t V);

/* Marks the padding among n tokens and returns `pad`; NULL for a model without any. */
const uint8_t *gf_model_pad(const struct gf_model *model, const int32_t *tokens,
                            size_t n, uint8_t *pad);

#endif
