/* The exports of the WebAssembly module: glassformer.h with flat arguments. wasm/engine/instance.js,
 * engine.js and lab.js are the only callers; wasm/abi/exports.txt lists the exports.
 *
 * Numbers travel as int and double (a 64-bit integer would be a BigInt), texts and arrays
 * as address and length in memory from gfx_alloc. The results of a call, besides its
 * status, are valid until the next call:
 *
 *     gfx_error_…   key, parameters and sentence, when the status is not GF_OK
 *     gfx_result    bytes: JSON, a checkpoint, or numbers inside the engine
 *     gfx_numbers   a few doubles, named at each function
 *
 * There is one set of these: a module is an instance, and an instance has one thread.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"

#include <string.h>

#include "base/sha256.h"
#include "simd/peak.h"
#include "train/gradient_tree.h"

/* Raised with every incompatible change. */
#define ABI_VERSION 2

static struct gf_error error;
static struct gf_arena arena; /* what `result` was written into */
static struct gf_buffer buffer = {.arena = &arena};
static struct gf_buffer floats = {.arena = &arena}; /* tables of an analysis */
static struct {
    const void *data;
    size_t n;
} result;
static double numbers[5];

/* Frees the result of the last call. */
static struct gf_buffer *begin(void)
{
    gf_arena_free(&arena);
    buffer = floats = (struct gf_buffer){.arena = &arena};
    error = (struct gf_error){0};
    result.data = NULL;
    result.n = 0;
    return &buffer;
}

/* Makes the buffer the result, unless memory ran out. */
static int end(enum gf_status status)
{
    if (status == GF_OK && arena.failed) status = gf_fail(&error, GF_E_no_memory);
    if (status != GF_OK) {
        gf_arena_free(&arena);
        return (int)status;
    }
    result.data = buffer.data;
    result.n = buffer.n;
    return GF_OK;
}

/* ---- the module ------------------------------------------------------------------ */

int gfx_abi_version(void)
{
    return ABI_VERSION;
}

const char *gfx_version(void)
{
    return GF_VERSION;
}

/* "bad-config" and so on. */
const char *gfx_status_name(int status)
{
    return gf_status_name((enum gf_status)status);
}

/* "width_not_divisible" and so on: a key of base/errors.def. */
const char *gfx_error_key(void)
{
    return gf_error_name(error.key);
}

/* Its parameters, a JSON object. */
const char *gfx_error_params(void)
{
    return error.params;
}

/* The sentence in English. */
const char *gfx_error_message(void)
{
    return error.message;
}

const void *gfx_result(void)
{
    return result.data;
}

size_t gfx_result_size(void)
{
    return result.n;
}

/* The tables of the last gfx_lab_inspect, and how many floats they are together. */
const void *gfx_floats(void)
{
    return floats.data;
}

size_t gfx_floats_size(void)
{
    return floats.n / sizeof(float);
}

/* Frees a large result (a checkpoint) as soon as it is copied. */
void gfx_result_free(void)
{
    begin();
}

const double *gfx_numbers(void)
{
    return numbers;
}

/* Runs loop `which` of simd/peak.h; returns the operations done, or -1 if there is no such
 * loop. */
double gfx_peak(int which, double rounds)
{
    return which >= 0 && which < GF_PEAK_LOOPS ? gf_peak_loop(which, (size_t)rounds)
                                               : -1;
}

/* The arena of a block is stored in front of it; NULL without memory. */
void *gfx_alloc(size_t n_bytes)
{
    struct gf_arena own = {0};
    char *block = n_bytes <= (size_t)PTRDIFF_MAX - GF_ALIGN
                      ? gf_arena_alloc(&own, n_bytes + GF_ALIGN)
                      : NULL;
    if (!block) return NULL;
    memcpy(block, &own, sizeof own);
    return block + GF_ALIGN;
}

void gfx_free(void *block)
{
    if (block) {
        struct gf_arena own;
        memcpy(&own, (char *)block - GF_ALIGN, sizeof own);
        gf_arena_free(&own);
    }
}

/* ---- before there is a model ----------------------------------------------------- */

int gfx_schema(void)
{
    gf_schema(begin());
    return end(GF_OK);
}

int gfx_presets(void)
{
    gf_presets(begin());
    return end(GF_OK);
}

int gfx_errors(void)
{
    gf_errors(begin());
    return end(GF_OK);
}

int gfx_describe(const char *config, size_t n_config, size_t V)
{
    struct gf_buffer *out = begin();
    return end(gf_describe(config, n_config, V, out, &error));
}

/* Result: a checkpoint, for gfx_lab_open. */
int gfx_import(const struct gf_file *files, size_t n_files)
{
    struct gf_buffer *out = begin();
    return end(gf_import(files, n_files, out, &error));
}

/* ---- life ------------------------------------------------------------------------ */

/* NULL on failure; the status is then gfx_status. */
struct gf_lab *gfx_lab_new(const char *text, size_t n_text, const char *config,
                           size_t n_config)
{
    begin();
    return gf_lab_new(text, n_text, config, n_config, &error);
}

struct gf_lab *gfx_lab_open(const void *bytes, size_t n, const char *text,
                            size_t n_text, const char *overrides, size_t n_overrides)
{
    begin();
    return gf_lab_open(bytes, n, text, n_text, overrides, n_overrides, &error);
}

/* The same of another program's model; n_here [n_files]. */
struct gf_lab *gfx_lab_open_files(const struct gf_file *files, const size_t *n_here,
                                  size_t n_files, const char *text, size_t n_text,
                                  const char *overrides, size_t n_overrides)
{
    begin();
    return gf_lab_open_files(files, n_here, n_files, text, n_text, overrides,
                             n_overrides, &error);
}

/* 1, with the numbers file, offset and n; 0 when all are read. */
int gfx_lab_next_piece(const struct gf_lab *lab)
{
    struct gf_file_piece piece;
    begin();
    if (!gf_lab_next_piece(lab, &piece)) return 0;
    numbers[0] = (double)piece.file;
    numbers[1] = (double)piece.offset;
    numbers[2] = (double)piece.n;
    return 1;
}

int gfx_lab_put_piece(struct gf_lab *lab, const void *bytes)
{
    begin();
    return end(gf_lab_put_piece(lab, bytes, &error));
}

int gfx_status(void)
{
    return (int)error.status;
}

void gfx_lab_free(struct gf_lab *lab)
{
    begin();
    gf_lab_free(lab);
}

int gfx_lab_info(struct gf_lab *lab)
{
    gf_lab_info(lab, begin());
    return end(GF_OK);
}

/* `what`: enum gf_saved. */
int gfx_lab_save(const struct gf_lab *lab, int what)
{
    struct gf_buffer *out = begin();
    return end(gf_lab_save(lab, (enum gf_saved)what, out, &error));
}

/* Result: SHA-256 of all weights in the order of the layout, as hexadecimal digits. */
int gfx_lab_hash(const struct gf_lab *lab)
{
    char hex[GF_SHA256_HEX];
    gf_lab_hash(lab, hex);
    gf_buffer_puts(begin(), hex);
    return end(GF_OK);
}

/* Result: the tokens of a split of the text, 32 bits each. */
int gfx_lab_corpus(const struct gf_lab *lab, int split)
{
    size_t n;
    begin();
    const int32_t *tokens = gf_lab_corpus(lab, (enum gf_split)split, &n);
    if (n > 0) {
        result.data = tokens;
        result.n = n * sizeof *tokens;
    }
    return GF_OK;
}

/* Result: SHA-256 of these bytes, as hexadecimal digits. */
int gfx_sha256(const void *bytes, size_t n)
{
    char hex[GF_SHA256_HEX];
    gf_sha256_hex(bytes, n, hex);
    gf_buffer_puts(begin(), hex);
    return end(GF_OK);
}

/* ---- training -------------------------------------------------------------------- */

/* Numbers: step, loss, gradient norm, learning rate. */
static int report(enum gf_status status, const struct gf_progress *progress)
{
    if (status == GF_OK) {
        numbers[0] = (double)progress->step;
        numbers[1] = progress->loss;
        numbers[2] = progress->grad_norm;
        numbers[3] = progress->lr;
    }
    return (int)status;
}

int gfx_lab_step(struct gf_lab *lab)
{
    struct gf_progress progress;
    begin();
    return report(gf_lab_step(lab, &progress, &error), &progress);
}

/* Windows first .. last - 1 of n_windows; loss_sum is that of the windows before them.
 * Numbers: loss sum, counted targets, right ones, sequences, exactly right ones. */
int gfx_lab_evaluate(struct gf_lab *lab, int split, size_t n_windows, size_t first,
                     size_t last, double loss_sum)
{
    struct gf_evaluation sum = {.loss = loss_sum};
    begin();
    enum gf_status status = gf_lab_evaluate_part(lab, (enum gf_split)split, n_windows,
                                                 first, last, &sum, &error);
    numbers[0] = sum.loss;
    numbers[1] = (double)sum.n_target;
    numbers[2] = (double)sum.n_right;
    numbers[3] = (double)sum.n_seq;
    numbers[4] = (double)sum.n_exact;
    return (int)status;
}

int gfx_lab_reset(struct gf_lab *lab, double seed)
{
    begin();
    return (int)gf_lab_reset(lab, (uint64_t)seed, &error);
}

size_t gfx_lab_n_value(const struct gf_lab *lab)
{
    return gf_lab_n_value(lab);
}

size_t gfx_lab_n_grad(const struct gf_lab *lab)
{
    return gf_lab_n_grad(lab);
}

const float *gfx_lab_weights(struct gf_lab *lab)
{
    return gf_lab_weights(lab);
}

void gfx_lab_set_weights(struct gf_lab *lab, const float *values, double step)
{
    gf_lab_set_weights(lab, values, (uint64_t)step);
}

/* Number: the sum of the losses of these shards. */
int gfx_lab_gradient(struct gf_lab *lab, size_t first, size_t last, float *grad)
{
    begin();
    return (int)gf_lab_gradient(lab, first, last, grad, numbers, &error);
}

/* ---- the gradient tree (train/gradient_tree.h) ------------------------------------ */

/* First shard of worker number `worker`; of worker number n_worker, n_shard. */
size_t gfx_first_shard(size_t n_shard, size_t n_worker, size_t worker)
{
    return gf_worker_shards(n_shard, n_worker, worker).first;
}

/* Where the widest subtree at the beginning of a range ends. */
size_t gfx_subtree_end(size_t first, size_t last, size_t widest)
{
    return gf_first_subtree((struct gf_shard_range){first, last}, widest).last;
}

size_t gfx_gradient_tree_size(void)
{
    return sizeof(struct gf_gradient_tree);
}

void gfx_gradient_tree_begin(struct gf_gradient_tree *tree, const struct gf_lab *lab)
{
    *tree = (struct gf_gradient_tree){.n_grad = gf_lab_n_grad(lab)};
}

/* Number of partial sums, each in a buffer of its own: buffers 0 … this - 1 are in use. */
size_t gfx_gradient_tree_pending(const struct gf_gradient_tree *tree)
{
    return tree->n_pending;
}

void gfx_gradient_tree_add(struct gf_gradient_tree *tree, float *grad, size_t n_shard,
                           double loss_sum)
{
    gf_gradient_tree_add(tree, grad, n_shard, loss_sum);
}

/* Of a tree that has all shards. Numbers as of gfx_lab_step. */
int gfx_lab_apply(struct gf_lab *lab, const struct gf_gradient_tree *tree)
{
    const struct gf_partial_sum *whole = &tree->pending[0];
    struct gf_progress progress;
    begin();
    return report(gf_lab_apply(lab, whole->grad, whole->loss, &progress, &error),
                  &progress);
}

/* performance.now(): the only import of the engine. */
__attribute__((import_module("env"), import_name("gfx_now"))) double gfx_now(void);

/* Result: JSON of gf_lab_profile. */
int gfx_lab_profile(struct gf_lab *lab)
{
    struct gf_buffer *out = begin();
    return end(gf_lab_profile(lab, gfx_now, out, &error));
}

/* ---- sampling -------------------------------------------------------------------- */

int gfx_lab_prompt(struct gf_lab *lab, const char *prompt, size_t n, size_t keep)
{
    begin();
    return (int)gf_lab_prompt(lab, prompt, n, keep, &error);
}

/* Result: the token's text. Numbers: its id, its probability, and 1 if it ends an answer. */
int gfx_lab_write(struct gf_lab *lab, double temperature, int top_k, double top_p,
                  double min_p, double repetition_penalty, double seed, int no_cache)
{
    struct gf_sampling opts = {.temperature = (float)temperature,
                               .top_k = top_k,
                               .top_p = (float)top_p,
                               .min_p = (float)min_p,
                               .repetition_penalty = (float)repetition_penalty,
                               .seed = (uint64_t)seed,
                               .no_cache = no_cache != 0};
    struct gf_written written;
    begin();
    enum gf_status status = gf_lab_write(lab, &opts, &written, &error);
    if (status == GF_OK) {
        result.data = written.text;
        result.n = written.n_text;
        numbers[0] = written.id;
        numbers[1] = (double)written.p;
        numbers[2] = written.is_end;
    }
    return (int)status;
}

/* Result: the logits of the next token. */
int gfx_lab_guess(struct gf_lab *lab)
{
    struct gf_view view;
    begin();
    enum gf_status status = gf_lab_guess(lab, &view, &error);
    if (status == GF_OK) {
        result.data = view.data;
        result.n = view.columns * sizeof *view.data;
    }
    return (int)status;
}

/* ---- inspection ------------------------------------------------------------------ */

/* Result: JSON. Its tables refer to the floats at gfx_floats. */
int gfx_lab_inspect(struct gf_lab *lab, const char *request, size_t n)
{
    struct gf_buffer *out = begin();
    return end(gf_lab_inspect(lab, request, n, out, &floats, &error));
}

int gfx_lab_set_gate(struct gf_lab *lab, size_t attention, size_t head, double gate)
{
    begin();
    return (int)gf_lab_set_gate(lab, attention, head, (float)gate, &error);
}
