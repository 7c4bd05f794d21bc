/* Glassformer: a transformer that trains while you look inside.
 *
 * This is the whole public interface of the engine. The native program, the WebAssembly
 * module and the tests use nothing else of it, except tests of single parts.
 *
 * Letters, here and everywhere in the sources:
 *
 *     B  batch: sequences in a step        V  vocabulary: distinct characters
 *     T  time: positions (block_size)      L  layers
 *     C  width (n_embd)                    R  rows: B * T
 *     H  heads, D = C / H                  F  feed-forward width
 *
 * Indices are b t c h d and so on; in attention i is the row that reads (the query) and
 * j the column looked at (the key). All losses are in nats; matrices are row-major.
 *
 * The one object is the laboratory: a text, a model trained on it, and the instruments.
 *
 *     struct gf_error err;
 *     struct gf_lab *lab = gf_lab_new(text, n_text, "{\"n_layer\": 2}", 14, &err);
 *     if (!lab) { puts(err.message); return 1; }
 *     struct gf_progress now;
 *     for (int i = 0; i < 500; i++) gf_lab_step(lab, &now, &err);
 *     gf_lab_free(lab);
 *
 * Errors: a function that can fail returns an enum gf_status (or NULL) and, through
 * `err` (which may be NULL), one sentence. The object is then as it was before. Nothing
 * here prints, exits, opens files, asks the time or starts threads. A laboratory belongs
 * to one thread at a time; different ones may run in parallel.
 *
 * Same text, settings and seed give the same bytes on every platform, at every vector
 * width, in any division of a step among workers.
 * SPDX-License-Identifier: MIT */
#ifndef GLASSFORMER_H
#define GLASSFORMER_H

#include "base/buffer.h"
#include "base/exact.h"
#include "generate/generator.h"
#include "inspect/activations.h"
#include "text/corpus.h"
#include "train/trainer.h"

#define GF_VERSION "0.1.0"

struct gf_lab;

/* ---- before there is a model ------------------------------------------------------ */

/* Appends the table of settings as JSON: [{key, type, group, help, default, min, max,
 * choices}, …]. Every key may appear in a config object; all are optional. */
void gf_schema(struct gf_buffer *out);

/* Appends the named configurations as JSON: [{name, title, about, config}, …], where
 * config holds the settings that are not defaults. */
void gf_presets(struct gf_buffer *out);

/* Writes every error there is: [{"key", "code", "params": [names], "message"}], the
 * English sentence with its placeholders as {name}; "ok" is the code of obstacles and of
 * errors that take the code of the error inside them. */
void gf_errors(struct gf_buffer *out);

/* Appends what a configuration means for a text of V distinct tokens, as JSON:
 * {n_param, memory_bytes, flops_per_step, config}. memory_bytes covers weights,
 * gradients, optimizer state and activations; flops_per_step follows gf_model_flops.
 * GF_BAD_JSON or GF_BAD_CONFIG with the sentence a person should read. */
enum gf_status gf_describe(const char *config, size_t n_config, size_t V,
                           struct gf_buffer *out, struct gf_error *err);

/* ---- life -------------------------------------------------------------------------- */

/* A laboratory over text[0 .. n_text) (UTF-8, copied) with a fresh model; a generated
 * task needs no text. config is a JSON object of settings ("{}" for all defaults). NULL
 * with GF_BAD_TEXT, GF_TEXT_TOO_SHORT, GF_BAD_JSON, GF_BAD_CONFIG or GF_OUT_OF_MEMORY. */
struct gf_lab *gf_lab_new(const char *text, size_t n_text, const char *config,
                          size_t n_config, struct gf_error *err);

/* A laboratory from a checkpoint (the bytes of a file; not kept). With a text, training
 * can go on: exactly as if it had never stopped if it is the same text. With n_text 0
 * the model can write and be looked into, but not trained, unless it learns a generated
 * task: its lines are made again and any text is left aside. `overrides`: settings that
 * replace those of the file, "{}" for none; only training settings may change. */
struct gf_lab *gf_lab_open(const void *bytes, size_t n, const char *text, size_t n_text,
                           const char *overrides, size_t n_overrides,
                           struct gf_error *err);

/* Frees everything; NULL is allowed. */
void gf_lab_free(struct gf_lab *lab);

/* Appends facts as JSON: {version, exact, n_param, memory_bytes, flops_per_step, config,
 * step, can_train, n_train, n_val, baselines: {uniform, unigram, bigram, trigram} (nats on
 * the held-out text), examples: [held-out pairs, a tab between, or lines of a generated
 * text; none of a person's], form: "text", "answer", "continue" or "tagging" (how the data is
 * learned), vocabulary: [text of each token], labels: [the same of what an encoder writes,
 * else none], parameters: [{name, shape}], tensors: [names of activations], structure,
 * n_shard, lanes}. n_train to examples only where can_train.
 *
 * structure: {attentions: [{kind: "self", "encoder" or "cross", layer, causal, stream: of
 * the queries, "main" or "source", keys: the same of the keys}] in model order, heads: of
 * each attention, residual: [{part: "embedding", "attention", "cross" or "mlp", layer,
 * stream}] in order of computation, empty where the parts do not add up to one stream,
 * logits: name of the tensor, end_token: id of the token that ends an answer, or -1}. */
void gf_lab_info(struct gf_lab *lab, struct gf_buffer *out);

/* Appends a checkpoint (see storage/checkpoint.h); without training state the file holds
 * the weights alone and is a third of the size. */
enum gf_status gf_lab_save(const struct gf_lab *lab, bool with_training,
                           struct gf_buffer *out, struct gf_error *err);

/* ---- training ---------------------------------------------------------------------- */

struct gf_progress {
    uint64_t step;    /* optimizer steps completed */
    double loss;      /* mean over this step's batch, nats, dropout in force */
    double grad_norm; /* global norm before clipping */
    double lr;        /* learning rate used */
};

/* One optimizer step. GF_DIVERGED leaves the weights of the step before;
 * GF_BAD_ARGUMENT without a text. */
enum gf_status gf_lab_step(struct gf_lab *lab, struct gf_progress *progress,
                           struct gf_error *err);

/* Loss and accuracy (see struct gf_evaluation) over n_windows fixed windows or pairs of a
 * split, without dropout, switched-off heads off. */
enum gf_status gf_lab_evaluate(struct gf_lab *lab, enum gf_split split,
                               size_t n_windows, struct gf_evaluation *result,
                               struct gf_error *err);

/* The same in parts, for callers who must not be busy for long: adds windows
 * first .. last - 1 of the n_windows to *sum, which begins as zeros. Its loss is a sum
 * until the caller divides it by n_target. Parts in order give the bytes of the whole. */
enum gf_status gf_lab_evaluate_part(struct gf_lab *lab, enum gf_split split,
                                    size_t n_windows, size_t first, size_t last,
                                    struct gf_evaluation *sum, struct gf_error *err);

/* Fresh weights from `seed`, step 0, no optimizer state; the gates stay. A generated task
 * draws its lines from the seed too, so all is then as in a new laboratory of that seed,
 * vocabulary and sizes included, and a sample under way is gone. GF_BAD_CONFIG for a seed
 * of 2^53 or more; with other lines also the errors of gf_lab_new. */
enum gf_status gf_lab_reset(struct gf_lab *lab, uint64_t seed, struct gf_error *err);

/* A step in two halves, so that workers can share it. Each worker holds a laboratory of
 * the same text and settings.
 *   1. everyone has the same weights (gf_lab_weights, gf_lab_set_weights with the step;
 *      values that were written to where gf_lab_weights points need no copy);
 *   2. worker w computes shards first .. last - 1 (an aligned subtree) into grad;
 *   3. one sums the subtrees as the tree demands and applies the whole. */
size_t gf_lab_n_value(const struct gf_lab *lab); /* floats of all weights */
size_t gf_lab_n_grad(const struct gf_lab *lab);  /* floats of a gradient */
const float *gf_lab_weights(const struct gf_lab *lab);
void gf_lab_set_weights(struct gf_lab *lab, const float *values, uint64_t step);
enum gf_status gf_lab_gradient(struct gf_lab *lab, size_t first, size_t last,
                               float *grad, double *loss_sum, struct gf_error *err);
enum gf_status gf_lab_apply(struct gf_lab *lab, float *grad, double loss_sum,
                            struct gf_progress *progress, struct gf_error *err);

/* Takes the next step with a clock at hand, then puts weights, moments and step number
 * back: the model is as it was. `now` tells milliseconds from any beginning. Appends JSON:
 * {step, ops: [{name, kind, forward_ms, backward_ms, flops}], other_ms}. Operations come
 * in model order, as the tensors they make are named; flops are those of their products,
 * forward and backward. After them the rows of kinds "optimizer" and "packing" (of weights
 * for the next step), their time in forward_ms. other_ms is the rest of the step: choosing
 * the batch, the sum of its parts, the norm of the gradient. */
enum gf_status gf_lab_profile(struct gf_lab *lab, double (*now)(void),
                              struct gf_buffer *out, struct gf_error *err);

/* ---- comparing --------------------------------------------------------------------- */

/* Runs a checkpoint on the fixed batch {"tokens": [[…], …], "targets": [[…], …]} (JSON)
 * and appends loss, logits and every parameter's gradient as a safetensors file; see
 * storage/forward.h. */
enum gf_status gf_compare(const void *checkpoint, size_t n, const char *batch,
                          size_t n_batch, struct gf_buffer *out, struct gf_error *err);

/* ---- writing ----------------------------------------------------------------------- */

struct gf_written {
    int32_t id;
    const char
        *text; /* what the token adds, not terminated; bytes of a BPE token may be
                         part of a character. Valid until the next gf_lab_write */
    size_t n_text;
    float p;     /* probability before temperature and cuts */
    bool is_end; /* the token that ends an answer: stop here */
};

/* Begins a sample after a prompt. With pairs the prompt is a question, and after a tab
 * the beginning of an answer. An empty prompt stands for a line break, or the first
 * token if the text has none. `keep` as in gf_generator_start. */
enum gf_status gf_lab_prompt(struct gf_lab *lab, const char *prompt, size_t n,
                             size_t keep, struct gf_error *err);

/* The next token. Training steps may come in between: the sample goes on with the
 * weights of the moment. GF_BAD_ARGUMENT before gf_lab_prompt. */
enum gf_status gf_lab_write(struct gf_lab *lab, const struct gf_sampling *opts,
                            struct gf_written *written, struct gf_error *err);

/* What the next token will be drawn from: one row of logits, valid until the next call.
 * GF_BAD_ARGUMENT before gf_lab_prompt. */
enum gf_status gf_lab_guess(struct gf_lab *lab, struct gf_view *view,
                            struct gf_error *err);

/* ---- looking ----------------------------------------------------------------------- */

/* Runs a line of text (its last block_size tokens if longer) with everything kept;
 * *n_tokens is how many it became. With `backward`, gradients too. */
enum gf_status gf_lab_run_with_cache(struct gf_lab *lab, const char *text, size_t n,
                                     bool backward, size_t *n_tokens,
                                     struct gf_error *err);

/* A tensor of the last look by name, see gf_activations_tensor. GF_BAD_ARGUMENT for an unknown
 * name. The view is valid until the next look or step. */
enum gf_status gf_lab_tensor(struct gf_lab *lab, const char *name, struct gf_view *view,
                             struct gf_error *err);

/* The tokens of the last look: the text's (or answer's), or the source's. */
const int32_t *gf_lab_tokens(const struct gf_lab *lab, enum gf_stream stream,
                             size_t *n);

/* Rows (who looks) and columns (what can be looked at) of an attention in the last look:
 * the same positions but for cross attention. */
enum gf_status gf_lab_attention_shape(const struct gf_lab *lab, size_t attention,
                                      size_t *rows, size_t *columns,
                                      struct gf_error *err);

/* Attention weights A [rows][columns] of one head in the last look, before dropout, and
 * scaled scores S of the same shape unless NULL. Attention nodes count from 0 in model order. */
enum gf_status gf_lab_attention(struct gf_lab *lab, size_t attention, size_t head,
                                float *A, float *S, struct gf_error *err);

/* Answers one request to look inside (inspect/inspect.h lists what can be asked for):
 * appends JSON, and its tables to `floats` (NULL: they go into the JSON). The model is
 * only read. What was looked at before is gone. Errors leave both buffers as they were. */
enum gf_status gf_lab_inspect(struct gf_lab *lab, const char *request, size_t n,
                              struct gf_buffer *json, struct gf_buffer *floats,
                              struct gf_error *err);

/* Multiplies the output of one head by `gate` from now on: 0 switches it off, 1 on. */
enum gf_status gf_lab_set_gate(struct gf_lab *lab, size_t attention, size_t head,
                               float gate, struct gf_error *err);

#endif
