/* SPDX-License-Identifier: MIT */
#include "storage/forward.h"

#include "base/format.h"
#include "base/json.h"
#include "storage/checkpoint.h"
#include "train/gradient_tree.h"

/* A sentence that only the native program says. */
#define FAIL(err, key, ...) \
    (gf_format(sentence, sizeof sentence, __VA_ARGS__), \
     gf_fail(err, GF_E_batch_##key, (const char *)sentence))
enum { SENTENCE = 240 };

/* ---- reading a batch --------------------------------------------------------------- */

/* A matrix of whole numbers under `key`, [B][T]; 0 in both means any size so far. */
static enum gf_status read_matrix(const struct gf_json *json, const char *key,
                                  struct gf_arena *arena, size_t *B, size_t *T,
                                  int32_t **out, struct gf_error *err)
{
    char sentence[SENTENCE];
    const struct gf_json *rows = gf_json_member(json, key, GF_JSON_ARRAY);
    const struct gf_json *first = rows ? rows->first : NULL;
    if (!first || first->n == 0) {
        return FAIL(err, damaged,
                    "The batch needs \"%s\": a list of lists of token numbers.", key);
    }
    *B = *B ? *B : rows->n;
    *T = *T ? *T : first->n;
    if (rows->n != *B) {
        return FAIL(err, damaged, "\"%s\" has %z rows, but tokens has %z.", key,
                    rows->n, *B);
    }
    int32_t *at = *out = gf_arena_array(arena, *B * *T, sizeof **out);
    if (!at) return gf_fail(err, GF_E_no_memory);
    size_t b = 0;
    for (const struct gf_json *row = first; row; row = row->next, b++) {
        if (row->type != GF_JSON_ARRAY || row->n != *T) {
            return FAIL(
                err, damaged,
                "Row %z of \"%s\" needs %z numbers, like the first row of tokens.",
                b + 1, key, *T);
        }
        for (const struct gf_json *x = row->first; x; x = x->next) {
            int64_t value = 0;
            if (!gf_json_as_int(x, &value) || value < -1 || value > INT32_MAX) {
                return FAIL(
                    err, damaged,
                    "Row %z of \"%s\" holds something that is not a token number.",
                    b + 1, key);
            }
            *at++ = (int32_t)value;
        }
    }
    return GF_OK;
}

enum gf_status gf_fixed_batch_read(struct gf_fixed_batch *batch, struct gf_arena *arena,
                                   const char *text, size_t n, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_fixed_batch read = {0};
    struct gf_error local;
    err = err ? err : &local;
    const struct gf_json *json = gf_json_parse(&scratch, text, n, err);
    if (!json) return err->status;
    enum gf_status status =
        read_matrix(json, "tokens", arena, &read.B, &read.T, &read.tokens, err);
    if (status == GF_OK) {
        status =
            read_matrix(json, "targets", arena, &read.B, &read.T, &read.targets, err);
    }
    if (status == GF_OK) {
        *batch = read;
    }
    return status;
}

/* ---- running it -------------------------------------------------------------------- */

static enum gf_status check(const struct gf_model *model,
                            const struct gf_fixed_batch *batch, size_t *n_target,
                            struct gf_error *err)
{
    char sentence[SENTENCE];
    size_t V = model->tokenizer.n_vocab, V_out = gf_config_outputs(&model->config);
    size_t longest = (size_t)model->config.block_size, n = 0;
    if (model->config.arch == GF_ARCH_ENCODER_DECODER) {
        return FAIL(err, impossible,
                    "An encoder-decoder needs a source, which a batch of tokens and "
                    "targets does not have.");
    }
    if (batch->T > longest) {
        return FAIL(err, impossible,
                    "The rows have %z tokens, but the context length is %z.", batch->T,
                    longest);
    }
    for (size_t r = 0; r < batch->B * batch->T; r++) {
        int32_t token = batch->tokens[r], target = batch->targets[r];
        if (token < 0 || (size_t)token >= V || target < -1 ||
            (target >= 0 && (size_t)target >= V_out)) {
            return FAIL(
                err, impossible,
                "Row %z, position %z: token %i with target %i. Tokens go from 0 "
                "to %z, targets from 0 to %z; target -1 is not counted.",
                r / batch->T + 1, r % batch->T + 1, (int)token, (int)target, V - 1,
                V_out - 1);
        }
        n += target >= 0;
    }
    *n_target = n;
    return n > 0 ? GF_OK
                 : FAIL(err, impossible, "No target is counted, so there is no loss.");
}

/* The shards of a training step of B sequences, so that the sums are the same. */
static void set_shards(struct gf_batch *batch)
{
    struct gf_config like = {.batch_size = (int64_t)batch->n_seq};
    batch->n_shard = gf_config_shards(&like);
    for (size_t s = 0; s < batch->n_shard; s++) {
        batch->shard_end[s] = (s + 1) * batch->n_seq / batch->n_shard;
    }
}

static enum gf_status write(const struct gf_model *model, const struct gf_graph *graph,
                            const struct gf_fixed_batch *batch, const float *grad,
                            const float *loss, struct gf_buffer *out,
                            struct gf_error *err)
{
    const struct gf_layout *layout = &model->layout;
    GF_SCOPED_ARENA(scratch);
    struct gf_stored_tensor *list =
        gf_arena_array(&scratch, (size_t)layout->n_param + 2, sizeof *list);
    if (!list) return gf_fail(err, GF_E_no_memory);
    size_t V = graph->logits->width, n = 0;
    list[n++] = (struct gf_stored_tensor){.name = "loss",
                                          .n_dims = 1,
                                          .shape = {1},
                                          .data = loss,
                                          .n_bytes = sizeof *loss};
    list[n++] =
        (struct gf_stored_tensor){.name = "logits",
                                  .n_dims = 3,
                                  .shape = {batch->B, batch->T, V},
                                  .data = graph->logits->value,
                                  .n_bytes = batch->B * batch->T * V * sizeof(float)};
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (gf_is_trained(layout, i)) {
            list[n++] = gf_stored_param(p->name, p, grad + p->grad_offset);
        }
    }
    return gf_safetensors_write(out, list, n, NULL, 0, err);
}

enum gf_status gf_forward(struct gf_model *model, const struct gf_fixed_batch *fixed,
                          struct gf_buffer *out, struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    size_t n_target;
    enum gf_status status = check(model, fixed, &n_target, err);
    if (status != GF_OK) return status;
    GF_SCOPED_ARENA(arena);
    struct gf_graph *graph =
        gf_model_graph(model, &arena, GF_GRAPH_TRAIN, fixed->B, false, err);
    size_t R = fixed->B * fixed->T;
    float *grad = gf_arena_array(&arena, model->layout.n_grad, sizeof *grad);
    uint8_t *pad = gf_arena_array(&arena, R, 1);
    if (!graph) return err->status;
    if (!grad || !pad) return gf_fail(err, GF_E_no_memory);
    struct gf_batch batch = {.n_seq = fixed->B,
                             .n_time = {fixed->T, fixed->T},
                             .tokens = {fixed->tokens},
                             .pad = {gf_model_pad(model, fixed->tokens, R, pad)},
                             .target = fixed->targets,
                             .inv_count = 1.0f / (float)n_target,
                             .head_mask = gf_model_head_mask(model)};
    set_shards(&batch);
    double sums[GF_MAX_SHARDS] = {0};
    struct gf_run run = gf_model_run(model, graph, &batch);
    run.grad = grad;
    run.loss = sums;
    gf_graph_forward(&run);
    gf_graph_backward(&run);
    gf_weights_finish_gradient(&model->weights, grad);
    float loss = (float)(gf_tree_of_losses(sums, batch.n_shard) / (double)n_target);
    return write(model, graph, fixed, grad, &loss, out, err);
}
