/* Glassformer: a transformer that can be inspected while it trains.
 *
 * This is the public interface of the engine: the native program and the WebAssembly module
 * are built on it.
 *
 * Letters, here and everywhere in the sources:
 *
 *     B  batch: sequences in a step        V  vocabulary: distinct tokens
 *     T  time: positions (block_size)      L  layers
 *     C  width (n_embd)                    R  rows: B * T
 *     H  heads, D = C / H                  F  feed-forward width
 *
 * Indices are b t c h d and so on; in attention i is the query's position and j the key's.
 * Losses are in nats; matrices are row-major. [B][T] is the shape of an array.
 *
 * There is one object, the session: a text, a model trained on it, and its inspector. As
 * C and as C++, with `cc -Iinclude example.c libglassformer.a`:
 *
 *     #include <glassformer.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void)
 *     {
 *         const char *text = "the fox saw a hen. the hen saw the owl. an owl saw no fox.";
 *         const char *config = "{\"n_layer\": 2, \"block_size\": 4}";
 *         struct gf_error err;
 *         struct gf_progress now;
 *         struct gf_session *session =
 *             gf_session_new(text, strlen(text), config, strlen(config), &err);
 *         for (int i = 0; session && i < 20; i++) {
 *             if (gf_session_step(session, &now, &err) != GF_OK) break;
 *             printf("step %d: loss %.3f\n", (int)now.step, now.loss);
 *         }
 *         if (!session) puts(err.message);
 *         gf_session_free(session);
 *         return 0;
 *     }
 *
 * Errors: a function that can fail returns an enum gf_status (or NULL) and fills *err, which
 * may be NULL, with a key, its parameters and one English sentence. The
 * object is then as it was before the call. GF_OUT_OF_MEMORY is possible wherever a status
 * is returned.
 *
 * Ownership: text and arrays passed in are read during the call only, unless said
 * otherwise. Output is appended to a gf_buffer of the caller's.
 *
 * Threads: a session may be used by one thread at a time; different sessions are
 * independent. Nothing here prints, exits, opens files, reads a clock or starts threads.
 *
 * Determinism: the same text, settings and seed give the same bytes on every platform, at
 * every vector width and however a step is divided among workers (unless GF_EXACT is 0).
 * SPDX-License-Identifier: MIT */
#ifndef GLASSFORMER_H
#define GLASSFORMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define GF_VERSION "0.1.0"

/* GF_VERSION of the library that is linked. */
const char *gf_version(void);

/* ---- errors ------------------------------------------------------------------------ */

enum gf_status {
    GF_OK = 0,
    GF_BAD_CONFIG,     /* a setting out of range, or two that contradict each other */
    GF_BAD_TEXT,       /* not UTF-8, or a character the vocabulary does not know */
    GF_TEXT_TOO_SHORT, /* fewer than block_size + 1 characters in a split */
    GF_BAD_CHECKPOINT, /* truncated, foreign or inconsistent file */
    GF_BAD_JSON,       /* not JSON, or not the JSON that was asked for */
    GF_BAD_ARGUMENT,   /* anything else a caller can get wrong */
    GF_OUT_OF_MEMORY,
    GF_DIVERGED, /* loss or gradient is no longer finite */
    GF_STATUS_COUNT
};

/* "bad-config" for GF_BAD_CONFIG and so on; "ok" for GF_OK. Static storage. */
const char *gf_status_name(enum gf_status status);

/* What went wrong, as data and as an English sentence. */
struct gf_error {
    enum gf_status status;
    int key;           /* gf_error_name */
    char message[448]; /* the sentence; cut at a UTF-8 boundary if it is longer */
    char params[1024]; /* JSON object; a parameter that has no room is left out */
};

/* "width_not_divisible" and so on: a key of gf_errors. Static storage. */
const char *gf_error_name(int key);

/* ---- memory ------------------------------------------------------------------------ */

/* Zero-initialise before first use (`struct gf_arena a = {0};`). */
struct gf_arena {
    struct gf_arena_chunk *chunks; /* newest first; owned */
    size_t n_bytes;                /* total reserved from the system */
    bool failed;                   /* sticky: an allocation has failed */
};

/* Gives everything back; the arena may be used again. */
void gf_arena_free(struct gf_arena *arena);

/* A byte buffer that grows inside an arena, for JSON and files.
 *
 * Start with `struct gf_buffer b = {.arena = &arena};`. data[0 .. n) is valid until the
 * next put (growing moves it) and lives as long as the arena. Growing doubles the size, and
 * an arena frees no single block, so the abandoned blocks together are at most as large as
 * the last one; gf_buffer_reserve avoids them.
 *
 * `{.data = array, .capacity = sizeof array}` has a fixed size: a put appends as much as
 * fits. Functions with a status append nothing to one that they would fill, and return
 * GF_OUT_OF_MEMORY. */
struct gf_buffer {
    struct gf_arena *arena; /* NULL: fixed size */
    char *data;
    size_t n, capacity; /* in bytes */
};

/* ---- kinds of data ------------------------------------------------------------------ */

enum gf_split { GF_SPLIT_TRAIN = 0, GF_SPLIT_VAL, GF_SPLIT_ALL };

/* The sequence that rows belong to: the text itself, or the source of an encoder-decoder. */
enum gf_stream { GF_STREAM_MAIN = 0, GF_STREAM_SOURCE, GF_STREAM_COUNT };

/* The bytes of a file; borrowed. */
struct gf_file {
    const void *bytes;
    size_t n;
};

/* A row-major matrix in engine memory, valid until the next run. */
struct gf_view {
    const float *data;
    size_t rows, columns;
};

struct gf_session;

/* ---- settings ---------------------------------------------------------------------- */

/* Appends the table of settings as JSON: [{key, type, group, help, default, min, max,
 * choices}, …]. type is "int", "float", "bool" or "enum"; min and max are for numbers,
 * choices for enums. Every key is optional in a configuration. */
void gf_schema(struct gf_buffer *out);

/* Appends the named configurations as JSON: [{name, title, about, look, text, lines,
 * config}, …] (models/presets.h). Settings that config does not hold have their defaults. */
void gf_presets(struct gf_buffer *out);

/* Appends the catalogue of errors as JSON: [{key, code, params: [names], message}, …].
 * message is the English sentence with {name} for each parameter. code is "ok" for
 * obstacles, and for errors that take the code of the error inside them. */
void gf_errors(struct gf_buffer *out);

/* Appends the size of a configuration for a vocabulary of V tokens, at most 2^20, without
 * allocating it, as JSON: {n_param, n_trained, memory_bytes, flops_per_step, config}. With
 * LoRA n_trained is less than n_param; memory_bytes covers weights, gradients, optimizer state
 * and activations; flops_per_step are those of products and of Muon (models/model.h).
 * GF_BAD_JSON, GF_BAD_CONFIG, GF_BAD_ARGUMENT or GF_OUT_OF_MEMORY. */
enum gf_status gf_describe(const char *config, size_t n_config, size_t V,
                           struct gf_buffer *out, struct gf_error *err);

/* ---- creating and saving ----------------------------------------------------------- */

/* Creates a session with a freshly initialised model. text[0 .. n_text) is UTF-8 and is
 * copied; a generated task needs none (n_text 0). config[0 .. n_config) is a JSON object of
 * settings, "{}" for the defaults. Returns NULL with GF_BAD_TEXT, GF_TEXT_TOO_SHORT,
 * GF_BAD_JSON, GF_BAD_CONFIG or GF_OUT_OF_MEMORY. Free with gf_session_free. */
struct gf_session *gf_session_new(const char *text, size_t n_text, const char *config,
                                  size_t n_config, struct gf_error *err);

/* Creates a session from a checkpoint, the bytes of a file. With the text it was trained
 * on, training continues with the same bytes as if it had not stopped; another text is
 * allowed if the vocabulary covers it. With n_text 0 the model can generate and be
 * inspected but not trained. A generated task makes its lines again and ignores the text.
 * `overrides` is a JSON object of training settings that replace those of the file, "{}"
 * for none; with a lora_rank the adapters of a model that has none begin, at step 0. NULL with
 * GF_BAD_CHECKPOINT or the errors of gf_session_new. */
struct gf_session *gf_session_open(const void *bytes, size_t n, const char *text,
                                   size_t n_text, const char *overrides,
                                   size_t n_overrides, struct gf_error *err);

/* Creates a session from the files of a model of another program (gf_import), of which the
 * first n_here[i] of files[i].n bytes are in memory: all, or of a safetensors file the header.
 * Everything but the values of the weights is checked, and memory for them taken: nothing is
 * converted as a whole. The model is there to write and to be inspected, its matrices in the
 * numbers of the files (kernels/prepacked.h), until the first step of training or evaluation
 * asks for more. Then, while gf_session_next_piece says which bytes of which file are next,
 * the caller reads them and gives them to gf_session_put_piece; until the last of them, or after a
 * failure, the session can only be freed. The other arguments are those of gf_session_open.
 * NULL with its errors, or GF_E_foreign_needed_whole: only gf_import reads such files (those of
 * llama2.c, an adapter, some of nanoGPT). */
struct gf_session *gf_session_open_files(const struct gf_file *files,
                                         const size_t *n_here, size_t n_files,
                                         const char *text, size_t n_text,
                                         const char *overrides, size_t n_overrides,
                                         struct gf_error *err);

struct gf_file_piece {
    size_t file, offset, n; /* number of the file; bytes */
};

/* False when all are read. */
bool gf_session_next_piece(const struct gf_session *session,
                           struct gf_file_piece *piece);

/* bytes[0 .. n) of that piece. GF_BAD_CHECKPOINT for a weight that is not finite,
 * GF_OUT_OF_MEMORY. */
enum gf_status gf_session_put_piece(struct gf_session *session, const void *bytes,
                                    struct gf_error *err);

/* Turns the files of a model of another program into a checkpoint, which it appends
 * (storage/import.h): those of a Hugging Face folder or of nanoGPT, or a file of llama2.c
 * followed by its tokenizer.bin; also any model, one of ours included, with its adapter. A
 * checkpoint of ours alone is GF_BAD_CHECKPOINT here, as is everything that is no such model;
 * `out` is then unchanged. */
enum gf_status gf_import(const struct gf_file *files, size_t n_files,
                         struct gf_buffer *out, struct gf_error *err);

/* Frees the session and everything it owns. NULL is allowed. */
void gf_session_free(struct gf_session *session);

/* Appends facts as JSON: {version, exact, n_param, n_trained, memory_bytes, flops_per_step,
 * config, step, can_train, n_train, n_val, n_val_chars: characters of the held-out part of a text,
 * baselines: {uniform, unigram, bigram, trigram} (nats on the held-out text), examples: [held-out pairs, a tab between, or lines of a generated
 * text; none of a person's], form: "text", "answer", "continue" or "tagging" (how the data is
 * learned), vocabulary: [text of each token], labels: [the same of what an encoder writes,
 * else none], parameters: [{name, shape}], tensors: [names of activations], structure,
 * n_shard, lanes}. n_train to examples only where can_train.
 *
 * structure: {attentions: [{kind: "self", "encoder" or "cross", layer, causal, stream: of
 * the queries, "main" or "source", keys: the same of the keys, parameters: [names]}] in
 * model order, heads: of each attention, kv_heads: those of keys and values that they share
 * (0: none), mlps: [{layer, stream, units}], residual: [{part: "embedding", "attention",
 * "cross" or "mlp", layer, stream}] in order of computation, empty where the parts do not add up to one stream,
 * logits: name of the tensor, end_token: id of the token that ends an answer, pad_token: of
 * the one that fills up, begin_token: of the one that begins every text; or -1}. */
void gf_session_info(struct gf_session *session, struct gf_buffer *out);

enum gf_saved {
    GF_SAVE_WEIGHTS = 0, /* a third of the size; a new run begins from it, at step 0 */
    GF_SAVE_TRAINING,    /* training continues exactly */
    GF_SAVE_MERGED, /* weights with low-rank adapters (LoRA) merged: a whole model */
    GF_SAVE_ADAPTER /* the adapters alone, to be opened with their model (gf_import) */
};

/* Appends a checkpoint (storage/checkpoint.h) or an adapter (storage/adapter.h), which is
 * GF_BAD_ARGUMENT for a model without one. */
enum gf_status gf_session_save(const struct gf_session *session, enum gf_saved what,
                               struct gf_buffer *out, struct gf_error *err);

/* The tokens of a split of the text; valid until gf_session_reset or gf_session_free. None, *n 0,
 * where the data is pairs. */
const int32_t *gf_session_corpus(const struct gf_session *session, enum gf_split split,
                                 size_t *n);

/* ---- training ---------------------------------------------------------------------- */

struct gf_progress {
    uint64_t step;    /* optimizer steps completed */
    double loss;      /* mean over the step's batch, nats, with dropout */
    double grad_norm; /* global norm before clipping */
    double lr;        /* learning rate used */
};

/* Takes one optimizer step. GF_DIVERGED when the loss or the gradient is not finite: the
 * weights stay those of the step before. GF_BAD_ARGUMENT without a text. */
enum gf_status gf_session_step(struct gf_session *session, struct gf_progress *progress,
                               struct gf_error *err);

struct gf_evaluation {
    /* Nats over counted targets, summed in double, those of a window first: a sum while parts
     * are added, then the mean. */
    double loss;
    size_t n_target; /* counted targets */
    size_t n_right;  /* of them, those whose likeliest token was right */
    size_t n_seq;    /* sequences with at least one counted target */
    /* Of them, those with every target right. Greedy decoding answers the same ones right:
     * while every token is right it reads the same text. */
    size_t n_exact;
};

/* Measures loss and accuracy over n_windows windows or pairs of a
 * split: always the same ones, without dropout, with the head mask in force. */
enum gf_status gf_session_evaluate(struct gf_session *session, enum gf_split split,
                                   size_t n_windows, struct gf_evaluation *result,
                                   struct gf_error *err);

/* The same in parts, for callers that must stay responsive: adds windows first .. last - 1
 * of the n_windows, maybe none, to *sum, which starts as zeros. sum->loss is a sum until the caller
 * divides it by n_target. Parts in ascending order give the same bytes as one call, and so do
 * sums of single windows that the caller adds in that order. */
enum gf_status gf_session_evaluate_part(struct gf_session *session, enum gf_split split,
                                        size_t n_windows, size_t first, size_t last,
                                        struct gf_evaluation *sum,
                                        struct gf_error *err);

/* Initialises the weights from `seed` and returns to step 0 without optimizer state; the head
 * mask stays. A generated task draws its lines from the seed too: vocabulary and sizes are
 * then those of a new session with that seed, and a sample under way ends. GF_BAD_CONFIG for
 * a seed of 2^53 or more; for a generated task also the errors of gf_session_new. */
enum gf_status gf_session_reset(struct gf_session *session, uint64_t seed,
                                struct gf_error *err);

/* A step shared by workers, each with a session of the same text and settings:
 *   1. every worker gets the weights (gf_session_weights, gf_session_set_weights);
 *   2. worker w computes the gradients of its shards (gf_worker_shards, gf_session_gradient);
 *   3. one worker adds them as a tree (gf_gradient_tree_add);
 *   4. with Muon every worker orthogonalises some of its matrices, if that is worth while
 *      (gf_session_directions, gf_session_update_share, gf_session_orthogonalize);
 *   5. the one applies it all (gf_session_apply).
 * The result is the same bytes as that of gf_session_step. */

#define GF_MAX_SHARDS 8
#define GF_TREE_DEPTH 4 /* log2(GF_MAX_SHARDS) + 1: levels of the tree over them */

/* Shards, or floats, first .. last - 1. */
struct gf_span {
    size_t first, last;
};

/* The shards of worker number `worker` of n_worker: contiguous, in order, and equal up to
 * one. Empty for some workers when there are more of them than shards. */
struct gf_span gf_worker_shards(size_t n_shard, size_t n_worker, size_t worker);

/* The widest aligned subtree at the beginning of a range that is not empty, of at most
 * `widest` shards: width is a power of two and `first` a multiple of it. */
struct gf_span gf_first_subtree(struct gf_span range, size_t widest);

struct gf_partial_sum {
    float *grad; /* [n_grad], borrowed */
    size_t n_shard;
    double loss; /* sum of row losses */
};

/* Partial sums of a step. Zero but for n_grad: nothing summed yet. */
struct gf_gradient_tree {
    size_t n_grad;    /* floats in a gradient */
    size_t n_pending; /* sums that wait for the one to their right */
    struct gf_partial_sum pending[GF_TREE_DEPTH];
};

/* Adds the next subtree, in ascending order of shards and of any width. `grad` is borrowed
 * until it is added to its left neighbour, which happens at once where both are halves of
 * one node: afterwards buffers pending[0 .. n_pending) are in use and others are free.
 * When all shards are in, pending[0] is the whole. */
void gf_gradient_tree_add(struct gf_gradient_tree *tree, float *grad, size_t n_shard,
                          double loss);

/* Floats in the weights, and in a gradient. */
size_t gf_session_n_value(const struct gf_session *session);
size_t gf_session_n_grad(const struct gf_session *session);

/* The weights [n_value]; valid until gf_session_reset or gf_session_free. Those of a model that
 * was opened from files are widened first, as for training: NULL without memory for that. */
const float *gf_session_weights(struct gf_session *session);

/* Sets the weights to values [n_value], and `step`, the number of steps completed. `values`
 * may be the array gf_session_weights returns, after it was written in place. False where that
 * would return NULL. */
bool gf_session_set_weights(struct gf_session *session, const float *values,
                            uint64_t step);

/* Digits and the closing zero. */
#define GF_SHA256_HEX 65

/* SHA-256 of bytes, as lower-case hexadecimal digits. */
void gf_sha256_hex(const void *bytes, size_t n, char hex[GF_SHA256_HEX]);

/* SHA-256 of all weights in the order of the layout, as hexadecimal digits. */
void gf_session_hash(const struct gf_session *session, char hex[GF_SHA256_HEX]);

/* Computes the gradient of shards first .. last - 1 of the next step into grad [n_grad], and
 * the sum of their losses. GF_BAD_ARGUMENT unless the shards are an aligned subtree, or
 * without a text. */
enum gf_status gf_session_gradient(struct gf_session *session, size_t first,
                                   size_t last, float *grad, double *loss_sum,
                                   struct gf_error *err);

/* The part of Muon's matrices that worker number `worker` of n_worker orthogonalises, as a range
 * of the directions. Empty where others do it faster, and without Muon. */
struct gf_span gf_session_update_share(const struct gf_session *session,
                                       size_t n_worker, size_t worker);

/* From the gradient of all shards, which is completed for gf_session_apply, the directions
 * [n_grad] in which Muon's matrices move once they are orthogonalised. */
enum gf_status gf_session_directions(struct gf_session *session, float *grad,
                                     float *directions, struct gf_error *err);

/* Orthogonalises the first matrix in a range of the directions [n_grad]; *end is where what is
 * left of the range begins, `last` when nothing is. */
enum gf_status gf_session_orthogonalize(struct gf_session *session, float *directions,
                                        size_t first, size_t last, size_t *end,
                                        struct gf_error *err);

/* Clips and applies the gradient of all shards, as gf_session_step does. `grad` is overwritten;
 * `directions` are those of gf_session_directions, all of them orthogonalised, or NULL;
 * `progress` may be NULL. */
enum gf_status gf_session_apply(struct gf_session *session, float *grad,
                                double loss_sum, const float *directions,
                                struct gf_progress *progress, struct gf_error *err);

/* Times every operation of the next step, then restores weights, moments and step number.
 * `now` returns milliseconds since any fixed moment. Appends JSON: {step, ops: [{name, kind,
 * forward_ms, backward_ms, flops}], other_ms}. Operations come in model order and have the
 * names of the tensors they compute; flops are those of matrix products, forward and
 * backward. Two more rows, of kinds "optimizer" and "packing" (of the weights for the next
 * step), have their time in forward_ms. other_ms is the rest: drawing the batch, summing
 * micro-batches, the norm of the gradient. */
enum gf_status gf_session_profile(struct gf_session *session, double (*now)(void),
                                  struct gf_buffer *out, struct gf_error *err);

/* ---- comparing --------------------------------------------------------------------- */

/* Runs a checkpoint on a batch given as JSON, {"tokens": [[…], …], "targets": [[…], …]}, and
 * appends loss, logits and the gradient of every parameter as a safetensors file
 * (storage/forward.h). GF_BAD_CHECKPOINT, GF_BAD_JSON or GF_BAD_ARGUMENT. */
enum gf_status gf_compare(const void *checkpoint, size_t n, const char *batch,
                          size_t n_batch, struct gf_buffer *out, struct gf_error *err);

/* ---- generating -------------------------------------------------------------------- */

/* In order of application. Where nothing is set the likeliest token is taken. */
struct gf_sampling {
    /* > 0; of tokens in the context a positive logit is divided by it, a negative one
     * multiplied (Keskar et al. 2019, CTRL, section 4.1); default 1. */
    float repetition_penalty;
    /* Logits are divided by it; 0: always the likeliest, of equals the lower id, whatever
     * follows. */
    float temperature;
    int top_k; /* keep the k likeliest; 0: all */
    /* Then the fewest whose probabilities reach p (Holtzman et al. 2020, nucleus sampling);
     * 0 or 1: all. */
    float top_p;
    /* Then those with at least this share of the likeliest one's probability (Nguyen et al.
     * 2024, min-p sampling); 0: all. */
    float min_p;
    uint64_t seed;
    /* Reads the whole window again for every token, instead of keeping keys and values: the
     * same tokens, slower. */
    bool no_cache;
};

struct gf_sampled {
    int32_t id;
    /* What the token appends, not terminated, valid until the next gf_session_sample_next. The
     * bytes of a BPE token may be part of a character. */
    const char *text;
    size_t n_text;
    float p;     /* probability before temperature, top-k and top-p */
    bool is_end; /* this token ends an answer or a document */
};

/* Begins a sample after a prompt. For models of pairs the prompt is a question, and after a
 * tab the beginning of its answer. An empty prompt stands for a line break, or for token 0
 * where the vocabulary has none. Where a vocabulary marks the beginning of documents, every
 * prompt follows that mark, and an empty one is the mark alone. `keep` as in
 * gf_generator_start. GF_BAD_TEXT. */
enum gf_status gf_session_prompt(struct gf_session *session, const char *prompt,
                                 size_t n, size_t keep, struct gf_error *err);

/* Draws the next token. Training may continue between calls: each token uses the weights of
 * its moment. GF_BAD_ARGUMENT before gf_session_prompt. */
enum gf_status gf_session_sample_next(struct gf_session *session,
                                      const struct gf_sampling *opts,
                                      struct gf_sampled *written, struct gf_error *err);

/* The logits the next token will be drawn from: one row, valid until the next call.
 * GF_BAD_ARGUMENT before gf_session_prompt. */
enum gf_status gf_session_next_logits(struct gf_session *session, struct gf_view *view,
                                      struct gf_error *err);

/* ---- inspecting -------------------------------------------------------------------- */

/* Runs a text (its last block_size tokens) and keeps every activation, with `backward` also
 * every gradient. *n_tokens is the number of its tokens. GF_BAD_TEXT. */
enum gf_status gf_session_run_with_cache(struct gf_session *session, const char *text,
                                         size_t n, bool backward, size_t *n_tokens,
                                         struct gf_error *err);

/* A tensor of the last such run by name (gf_activations_tensor), valid until the next run or
 * step, or the next call of this function. GF_BAD_ARGUMENT for an unknown name; GF_OUT_OF_MEMORY
 * for a matrix that has to be widened. */
enum gf_status gf_session_tensor(struct gf_session *session, const char *name,
                                 struct gf_view *view, struct gf_error *err);

/* The tokens of the last such run, by stream. */
const int32_t *gf_session_tokens(const struct gf_session *session,
                                 enum gf_stream stream, size_t *n);

/* Queries (rows) and keys (columns) of an attention in the last such run; they differ in
 * cross attention only. */
enum gf_status gf_session_attention_shape(const struct gf_session *session,
                                          size_t attention, size_t *rows,
                                          size_t *columns, struct gf_error *err);

/* Attention weights A [rows][columns] of one head in the last such run, before dropout, and
 * unless S is NULL the scaled scores S of the same shape. Attentions count from 0 in model
 * order. */
enum gf_status gf_session_attention(struct gf_session *session, size_t attention,
                                    size_t head, float *A, float *S,
                                    struct gf_error *err);

/* Answers one request (inspect/inspect.h lists them): appends a JSON object, and its tables
 * of floats to `floats`, or to the JSON where that is NULL. The model does not change;
 * activations of an earlier run are lost. Errors leave both buffers as they were. */
enum gf_status gf_session_inspect(struct gf_session *session, const char *request,
                                  size_t n, struct gf_buffer *json,
                                  struct gf_buffer *floats, struct gf_error *err);

/* Multiplies the output of one head by `head_mask`, a finite number, from now on: 0 ablates the
 * head, 1 restores it. Attentions and heads count from 0. GF_BAD_ARGUMENT. */
enum gf_status gf_session_set_head_mask(struct gf_session *session, size_t attention,
                                        size_t head, float head_mask,
                                        struct gf_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
