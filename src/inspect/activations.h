/* One forward pass of one sequence with every activation kept, and on request a backward
 * pass with every gradient.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_ACTIVATIONS_H
#define GF_INSPECT_ACTIVATIONS_H

#include "models/model.h"

/* What a backward pass computes. Only training's own view needs the parameters' part: as many
 * floats as the model has weights, and a third of the time. */
enum gf_gradients { GF_NO_GRADIENTS, GF_OF_ACTIVATIONS, GF_OF_PARAMETERS_TOO };

struct gf_activations {
    struct gf_arena arena; /* of what lasts */
    struct gf_model *model;
    struct gf_arena run;         /* of graph and grad */
    struct gf_arena shown;       /* of the last prepacked matrix asked for */
    struct gf_graph *graph;      /* of the rows reserved; all tensors stay readable */
    enum gf_gradients gradients; /* for which there is memory */
    float *grad; /* [n_grad] parameter gradients of the last run; or NULL */
    int32_t *tokens, *target; /* [T] */
    int32_t *source;          /* [T_source], encoder-decoder only */
    uint8_t *pad, *source_pad;
    size_t n, n_source; /* tokens of the last run; 0: none */
    bool has_grad;      /* the last run included backward */
    bool all_on;        /* runs leave the head mask out: heads switched off are on */
};

/* Activations of a borrowed model for a few rows. On failure *acts is zero. */
enum gf_status gf_activations_begin(struct gf_activations *acts, struct gf_model *model,
                                    struct gf_error *err);

/* Before the following runs of up to n rows, with these gradients: takes the memory for that,
 * unless it is there. A new graph has the same nodes and tensors, without their values.
 * On GF_OUT_OF_MEMORY there is none until another call succeeds. */
enum gf_status gf_activations_reserve(struct gf_activations *acts, size_t n,
                                      enum gf_gradients gradients,
                                      struct gf_error *err);

void gf_activations_free(struct gf_activations *acts);

/* Sets the source of an encoder-decoder for the following runs; as gf_generator_source. */
void gf_activations_source(struct gf_activations *acts, const int32_t *source,
                           size_t n);

/* Runs n tokens (1 … block_size). Each token's target is the next token; the last has
 * none, and an encoder's tokens have none. With `backward`, also computes the gradients of
 * the mean loss: after a reserve of all gradients. */
void gf_activations_run(struct gf_activations *acts, const int32_t *tokens, size_t n,
                        bool backward);

/* Targets of n consecutive tokens: the next one; the last has none, and an encoder's have
 * none. */
void gf_next_tokens(const struct gf_model *model, const int32_t *tokens, size_t n,
                    int32_t *target);

/* For callers that run the graph themselves: copies a sequence in place (target NULL: as
 * in gf_activations_run), and describes it as a batch. */
void gf_activations_load(struct gf_activations *acts, const int32_t *tokens,
                         const int32_t *target, size_t n);
struct gf_batch gf_activations_batch(const struct gf_activations *acts);

/* A tensor by name: a parameter, an activation of the last run, or with the prefix "grad:"
 * the gradient of either. False for an unknown name, or without gradients. A prepacked matrix
 * is widened, and valid until another is asked for; view->data is NULL without memory. */
bool gf_activations_tensor(struct gf_activations *acts, const char *name,
                           struct gf_view *view);

/* Rows (queries) and columns (keys) of an attention in the last run. */
void gf_activations_attention_shape(const struct gf_activations *acts, size_t attention,
                                    size_t *rows, size_t *columns);

/* Attention weights A [rows][columns] of one head in the last run, before dropout, 0 where
 * masked; and the scaled scores S unless NULL. */
void gf_activations_attention(struct gf_activations *acts, size_t attention,
                              size_t head, float *A, float *S);

/* The same in the forward run of a batch of one sequence. */
void gf_attention_weights(struct gf_run *run, size_t attention, size_t head, float *A,
                          float *S);

#endif
