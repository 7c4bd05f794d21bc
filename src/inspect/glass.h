/* Looking inside: one line of text through the model with every value kept, and every
 * gradient when asked.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_GLASS_H
#define GF_INSPECT_GLASS_H

#include "models/model.h"

struct gf_glass {
    struct gf_arena arena;
    struct gf_model *model;
    struct gf_graph *graph;   /* GF_GRAPH_GLASS: all tensors stay readable */
    float *grad;              /* [n_grad] parameter gradients of the last run */
    int32_t *tokens, *target; /* [T] */
    int32_t *source;          /* [T_source], encoder-decoder only */
    uint8_t *pad, *source_pad;
    size_t n, n_source; /* tokens of the last run */
    bool has_grad;      /* the last run went backward too */
};

/* A rectangle of numbers inside the engine, valid until the next run. */
struct gf_view {
    const float *data;
    size_t rows, columns;
};

/* A glass over a borrowed model. On failure *glass is zero. */
enum gf_status gf_glass_init(struct gf_glass *glass, struct gf_model *model,
                             struct gf_error *err);
void gf_glass_free(struct gf_glass *glass);

/* Sets the source of an encoder-decoder for the runs to come; as gf_generator_source. */
void gf_glass_source(struct gf_glass *glass, const int32_t *source, size_t n);

/* Runs n tokens (1 … block_size); each one's target is the next, the last has none (and
 * an encoder's have none at all). With `backward`, gradients of the mean loss follow. */
void gf_glass_run(struct gf_glass *glass, const int32_t *tokens, size_t n,
                  bool backward);

/* The same in two steps, for who runs the graph in a way of their own: puts a sequence
 * in place (target NULL: as in gf_glass_run), and describes it as a batch to run. */
void gf_glass_load(struct gf_glass *glass, const int32_t *tokens, const int32_t *target,
                   size_t n);
struct gf_batch gf_glass_batch(const struct gf_glass *glass);

/* Any tensor by name: a parameter, an activation of the last run, or with "grad:" in
 * front the gradient of either. False when there is none of that name (or no gradient
 * was computed). */
bool gf_glass_tensor(const struct gf_glass *glass, const char *name,
                     struct gf_view *view);

/* Rows (queries) and columns (keys) of an attention in the last run. */
void gf_glass_attention_shape(const struct gf_glass *glass, size_t attention,
                              size_t *rows, size_t *columns);

/* Weights A [rows][columns] of one head of one attention in the last run, before dropout,
 * 0 where looking is not allowed; and the scaled scores S when not NULL. */
void gf_glass_attention(struct gf_glass *glass, size_t attention, size_t head, float *A,
                        float *S);

#endif
