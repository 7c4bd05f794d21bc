/* What all analyses of one model share: its activations, its residual layout, the probe
 * set, and passes over single sequences.
 *
 * No analysis changes the model. Ablation edits an activation and runs the rest of the
 * graph again; weights and optimizer state are only read. Only a sample without a head
 * (heads/ablate.c) sets the head mask, and restores it.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_INSPECTOR_H
#define GF_INSPECT_INSPECTOR_H

#include "inspect/residual_layout.h"
#include "inspect/activations.h"
#include "train/trainer.h"

/* Sequences in the probe set P: validation text, spread evenly, fixed for a run. Those of a text
 * are as long as the context, or this: every activation of a sequence is kept. */
#define GF_PROBE_LINES 8
#define GF_PROBE_TOKENS 256

/* One sequence. */
struct gf_line {
    const int32_t *tokens, *target; /* [n]; target NULL: the next token */
    const int32_t *source;          /* [n_source], of an encoder-decoder; else NULL */
    size_t n, n_source;
};

/* Turns a text of a request into tokens. */
struct gf_text_encoder {
    void *data;
    enum gf_status (*encode)(void *data, const char *text, size_t n,
                             struct gf_line *out, struct gf_error *err);
};

/* The score of a head with the largest excess over chance (heads/head_badge.h). */
struct gf_claim {
    int pattern; /* enum gf_pattern */
    int offset;  /* of GF_PATTERN_BACK */
    double score, chance;
};

/* The claims of all heads at one step. */
struct gf_head_claims {
    bool is_set;
    uint64_t step;
    struct gf_claim *claims; /* [attention][H] */
};

struct gf_inspector {
    struct gf_arena arena; /* owns what is not borrowed */
    struct gf_model *model;
    struct gf_activations *activations;
    struct gf_text_encoder text_encoder;
    struct gf_trainer *trainer;     /* NULL: the model cannot be trained */
    const struct gf_corpus *corpus; /* NULL: no training text */
    uint64_t opened_at;             /* step of the file; UINT64_MAX: not from a file */
    struct gf_residual_layout residual;
    size_t window;         /* tokens of a sequence of P, and of a text cut into some */
    struct gf_line *probe; /* P; n_probe 0 without validation data */
    size_t n_probe;

    /* Kept between requests, for badges and for aligning the embedding map. */
    struct gf_head_claims now, before;
    float *map; /* [V][2] */
    bool has_map;
};

/* The arguments are borrowed and outlive the inspector; trainer and corpus may be NULL. On
 * failure *inspector is zero. */
enum gf_status gf_inspector_init(struct gf_inspector *inspector,
                                 struct gf_activations *activations,
                                 struct gf_text_encoder text_encoder,
                                 struct gf_trainer *trainer,
                                 const struct gf_corpus *corpus, struct gf_error *err);
void gf_inspector_free(struct gf_inspector *inspector);

/* Optimizer steps completed. */
uint64_t gf_inspector_step(const struct gf_inspector *inspector);

/* ---- passes ----------------------------------------------------------------------- */

/* One sequence through the graph. Not movable: `run` points into the struct. */
struct gf_pass {
    struct gf_inspector *inspector;
    struct gf_graph *graph;
    size_t n; /* rows */
    struct gf_batch batch;
    struct gf_run run;
    double loss;
};

/* Runs the whole graph. */
void gf_pass_run(struct gf_pass *pass, struct gf_inspector *inspector,
                 const struct gf_line *line);

/* The last run of the activations as a pass. */
void gf_pass_resume(struct gf_pass *pass, struct gf_inspector *inspector);

/* Adds the losses of the last forward to *sum, in the order of evaluation, and the number
 * of targets to *count. */
void gf_pass_loss(const struct gf_pass *pass, double *sum, double *count);

/* After a forward: gradients of the sequence's mean loss (head_mask_grad [attention][H] may be
 * NULL), or of one logit, without those of parameters. GF_OUT_OF_MEMORY. */
enum gf_status gf_pass_backward(struct gf_pass *pass, float *head_mask_grad,
                                struct gf_error *err);
enum gf_status gf_pass_backward_logit(struct gf_pass *pass, size_t row, size_t token,
                                      struct gf_error *err);

/* Backward from node `last`, whose output gradient is set, each node by `step`. */
typedef void gf_step(void *data, struct gf_run *run, struct gf_node *node);
enum gf_status gf_pass_backward_from(struct gf_pass *pass, int last, gf_step *step,
                                     void *data, struct gf_error *err);

/* Visible keys of row i: those j < *end with !pad[j] (pad may be NULL). Returns their
 * number. */
size_t gf_pass_allowed(const struct gf_pass *pass, const struct gf_attention_site *site,
                       size_t i, size_t *end, const uint8_t **pad);

/* ---- outputs ----------------------------------------------------------------------- */

/* The output of one head: D columns of a tensor with rows `ld` apart, computed by `node`. */
struct gf_head_output {
    int node;
    float *value;
    size_t rows, ld, D;
};
struct gf_head_output gf_pass_head(struct gf_pass *pass, size_t attention, size_t head);

/* The linear layer from a component's branch to the residual stream: weight [C][n] and
 * bias [C]. Without one the branch is added unchanged: weight has no columns, n is C. */
struct gf_output_projection {
    struct gf_matrix_view weight;
    const float *bias;
    size_t n;
};

struct gf_output_projection gf_pass_output_projection(const struct gf_pass *pass,
                                                      int node, int branch);

/* Its factor of entry k of the branch in entry c of the stream. */
double gf_projection_at(const struct gf_output_projection *projection, size_t c,
                        size_t k);

/* How much one unit of entry k of a component's branch (`node`, `branch`) raises each logit
 * directly, up to the scale of the final norm:
 *   effect[y] = (g_f W_U[y]) . M[:, k]     less its mean where the norm centres and `centres` */
void gf_pass_effect(const struct gf_pass *pass, int node, int branch, size_t k,
                    bool centres, double *effect);

/* The norm before the output layer; NULL: none. */
const struct gf_node *gf_pass_final_norm(const struct gf_pass *pass);

/* Whether a norm, or NULL, takes the mean out of its input. */
static inline bool gf_norm_centres(const struct gf_node *norm)
{
    return norm && norm->norm != GF_NORM_RMS;
}

/* A vector of parameters; NULL for a negative number. */
static inline const float *gf_pass_parameter(const struct gf_pass *pass, int i)
{
    return i >= 0 ? gf_weights_value(pass->run.weights, i) : NULL;
}

/* Whether a row of a stream is padding: no mean over sequences counts it. */
static inline bool gf_pass_is_padding(const struct gf_pass *pass, enum gf_stream stream,
                                      size_t row)
{
    const uint8_t *pad = pass->batch.pad[stream];
    return pad && pad[row];
}

/* Tokens of the longer stream. */
static inline size_t gf_pass_longest(const struct gf_pass *pass)
{
    const size_t *n = pass->batch.n_time;
    return n[0] > n[1] ? n[0] : n[1];
}

/* Value of tensor t, and its width. */
static inline float *gf_pass_value(const struct gf_pass *pass, int t)
{
    return pass->graph->tensors[t].value;
}

static inline size_t gf_pass_width(const struct gf_pass *pass, int t)
{
    return pass->graph->tensors[t].width;
}

#endif
