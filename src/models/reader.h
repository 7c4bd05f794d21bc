/* Forward passes over a text in one window, with keys and values cached, in the least memory: a
 * causal decoder reads it in pieces, so that activations, logits above all, are those of a
 * piece and not of the whole context.
 * SPDX-License-Identifier: MIT */
#ifndef GF_MODELS_READER_H
#define GF_MODELS_READER_H

#include "models/model.h"

struct gf_reader {
    struct gf_arena arena; /* of all but keys and values */
    struct gf_graph *graph;
    size_t piece; /* rows of one pass at most */
    struct gf_cache cache;
    struct gf_arena *kept; /* [n_attention] keys and values */
    size_t n_kept;         /* of these, attentions */
    size_t rows;           /* there is room for */
};

/* A reader of a borrowed model, without room for keys and values. GF_OUT_OF_MEMORY leaves
 * *reader zero. */
enum gf_status gf_reader_begin(struct gf_reader *reader, struct gf_model *model,
                               struct gf_error *err);

/* Makes room for keys and values of n rows of the window, if it is not there: for more than
 * that, so that a text that grows is copied a few times only. Those that are there stay. On
 * GF_OUT_OF_MEMORY nothing changes. */
enum gf_status gf_reader_reserve(struct gf_reader *reader,
                                 const struct gf_config *config, size_t n,
                                 struct gf_error *err);

void gf_reader_free(struct gf_reader *reader);

/* Bytes of it, and of what it has when it begins to read, nearly. */
size_t gf_reader_bytes(const struct gf_reader *reader);
size_t gf_reader_measure(const struct gf_config *config);

#endif
