/* SPDX-License-Identifier: MIT */
#include "inspect/activations.h"

#include <string.h>

#include "graph/lora.h"
#include "inspect/residual_layout.h"
#include "ops/attention_args.h"
#include "ops/ops.h"

/* Rows of a graph: a multiple. */
#define SOME_ROWS ((size_t)32)

enum gf_status gf_activations_begin(struct gf_activations *acts, struct gf_model *model,
                                    struct gf_error *err)
{
    size_t T = (size_t)model->config.block_size;
    *acts = (struct gf_activations){.model = model};
    acts->tokens = gf_arena_array(&acts->arena, T, sizeof(int32_t));
    acts->target = gf_arena_array(&acts->arena, T, sizeof(int32_t));
    acts->pad = gf_arena_array(&acts->arena, T, 1);
    if (model->config.arch == GF_ARCH_ENCODER_DECODER) {
        size_t T_source = gf_config_source_block(&model->config);
        acts->source = gf_arena_array(&acts->arena, T_source, sizeof(int32_t));
        acts->source_pad = gf_arena_array(&acts->arena, T_source, 1);
    }
    enum gf_status status = acts->arena.failed
                                ? gf_fail(err, GF_E_no_memory)
                                : gf_activations_reserve(acts, 1, GF_NO_GRADIENTS, err);
    if (status != GF_OK) gf_activations_free(acts);
    return status;
}

enum gf_status gf_activations_reserve(struct gf_activations *acts, size_t n,
                                      enum gf_gradients gradients, struct gf_error *err)
{
    const struct gf_config *c = &acts->model->config;
    size_t T = (size_t)c->block_size;
    size_t before = acts->graph ? acts->graph->max_time[GF_STREAM_MAIN] : 0;
    if (n <= before && gradients <= acts->gradients) return GF_OK;
    size_t rows = n > before ? n : before;
    rows += (SOME_ROWS - rows % SOME_ROWS) % SOME_ROWS;
    rows = c->pad_token >= 0 ? T : rows; /* whose lines may be filled up */
    const struct gf_extent extent = {
        1, {rows < T ? rows : T, gf_config_source_block(c)}, 0};
    gf_arena_free(&acts->run); /* first: both may be large */
    if (gradients > acts->gradients) acts->gradients = gradients;
    acts->grad = NULL;
    acts->n = 0;
    acts->has_grad = false;
    acts->graph = gf_model_graph_for(
        acts->model, &acts->run, acts->gradients ? GF_GRAPH_INSPECT : GF_GRAPH_CACHE,
        &extent, false, err);
    if (acts->graph && acts->gradients == GF_OF_PARAMETERS_TOO) {
        acts->grad =
            gf_arena_array(&acts->run, acts->model->layout.n_grad, sizeof(float));
    }
    if (acts->graph && !acts->run.failed) return GF_OK;
    gf_arena_free(&acts->run);
    acts->graph = NULL;
    acts->gradients = GF_NO_GRADIENTS;
    return gf_fail(err, GF_E_no_memory);
}

void gf_activations_free(struct gf_activations *acts)
{
    gf_arena_free(&acts->run);
    gf_arena_free(&acts->shown);
    gf_arena_free(&acts->arena);
    *acts = (struct gf_activations){0};
}

void gf_activations_source(struct gf_activations *acts, const int32_t *source, size_t n)
{
    size_t T_source = gf_config_source_block(&acts->model->config);
    if (acts->source) {
        acts->n_source = n < T_source ? n : T_source;
        memcpy(acts->source, source, acts->n_source * sizeof *source);
    }
}

struct gf_batch gf_activations_batch(const struct gf_activations *acts)
{
    const struct gf_model *model = acts->model;
    return (struct gf_batch){
        .n_seq = 1,
        .n_time = {acts->n, acts->n_source},
        .tokens = {acts->tokens, acts->source},
        .pad = {gf_model_pad(model, acts->tokens, acts->n, acts->pad),
                gf_model_pad(model, acts->source, acts->n_source, acts->source_pad)},
        .target = acts->target,
        .head_mask = acts->all_on ? NULL : gf_model_head_mask(model)};
}

void gf_next_tokens(const struct gf_model *model, const int32_t *tokens, size_t n,
                    int32_t *target)
{
    bool guesses_next = model->config.arch != GF_ARCH_ENCODER;
    for (size_t t = 0; t < n; t++) {
        target[t] = guesses_next && t + 1 < n ? tokens[t + 1] : -1;
    }
}

void gf_activations_load(struct gf_activations *acts, const int32_t *tokens,
                         const int32_t *target, size_t n)
{
    GF_ASSERT(acts->graph && n <= acts->graph->max_time[GF_STREAM_MAIN]);
    acts->n = n;
    acts->has_grad = false;
    memcpy(acts->tokens, tokens, n * sizeof *tokens);
    if (target) {
        memcpy(acts->target, target, n * sizeof *target);
    } else {
        gf_next_tokens(acts->model, tokens, n, acts->target);
    }
}

void gf_activations_run(struct gf_activations *acts, const int32_t *tokens, size_t n,
                        bool backward)
{
    gf_activations_load(acts, tokens, NULL, n);
    struct gf_batch batch = gf_activations_batch(acts);
    double loss;
    struct gf_run run = gf_model_run(acts->model, acts->graph, &batch);
    run.grad = acts->grad;
    run.loss = &loss;
    if (backward && n > 1) {
        batch.inv_count = 1.0f / (float)(n - 1);
        batch.n_shard = 1;
        batch.shard_end[0] = 1;
    }
    gf_graph_forward(&run);
    acts->has_grad = batch.n_shard > 0;
    if (acts->has_grad) {
        GF_ASSERT(acts->grad);
        gf_graph_backward(&run);
        gf_lora_gradient(&acts->model->weights, acts->grad);
    }
}

/* All of parameter i. */
static const float *values_of(struct gf_activations *acts, int i)
{
    const struct gf_weights *weights = &acts->model->weights;
    if (!gf_weights_is_prepacked(weights, i)) return gf_weights_value(weights, i);
    gf_arena_free(&acts->shown);
    float *space =
        gf_arena_array(&acts->shown, weights->layout->params[i].n, sizeof *space);
    return space ? gf_weights_floats(weights, i, space) : NULL;
}

static bool parameter(struct gf_activations *acts, const char *name, bool grad,
                      struct gf_view *view)
{
    const struct gf_layout *layout = &acts->model->layout;
    int i = gf_layout_find(layout, name);
    if (i < 0 || (grad && layout->params[i].grad_offset == GF_NO_GRADIENT))
        return false;
    const struct gf_param *p = &layout->params[i];
    *view = (struct gf_view){.data = grad ? acts->grad + p->grad_offset
                                          : values_of(acts, i),
                             .rows = p->n_dim == 2 ? p->dim[0] : 1,
                             .columns = p->n_dim == 2 ? p->dim[1] : p->dim[0]};
    return true;
}

bool gf_activations_tensor(struct gf_activations *acts, const char *name,
                           struct gf_view *view)
{
    static const char prefix[] = "grad:";
    bool grad = strncmp(name, prefix, sizeof prefix - 1) == 0;
    name += grad ? sizeof prefix - 1 : 0;
    if (grad && !acts->has_grad) return false;
    if (parameter(acts, name, grad, view)) return true;
    const struct gf_tensor *t = gf_graph_tensor(acts->graph, name);
    const float *data = t ? (grad ? t->grad : t->value) : NULL;
    if (data) {
        *view = (struct gf_view){
            data, t->stream == GF_STREAM_SOURCE ? acts->n_source : acts->n, t->width};
    }
    return data != NULL;
}

void gf_activations_attention_shape(const struct gf_activations *acts, size_t attention,
                                    size_t *rows, size_t *columns)
{
    const struct gf_node *node = gf_head_node(acts->graph, attention, 0);
    const struct gf_tensor *tensors = acts->graph->tensors;
    const size_t n[GF_STREAM_COUNT] = {acts->n, acts->n_source};
    *rows = n[tensors[node->out].stream];
    *columns = n[tensors[node->in[node->n_in > 1].tensor].stream]; /* k, or x itself */
}

void gf_attention_weights(struct gf_run *run, size_t attention, size_t head, float *A,
                          float *S)
{
    struct gf_node *node = gf_head_node(run->graph, attention, head);
    if (node->op == &gf_op_average) {
        size_t n = run->batch->n_time[gf_out(run, node)->stream];
        gf_average_weights(A, 0, n, node->averaging);
        if (S) memset(S, 0, n * n * sizeof *S);
        return;
    }
    struct gf_attn args = gf_attention_args(run, node);
    gf_k->attention_weights(&args, 0, head - node->first_head, A, S);
    if (node->op == &gf_op_attention_simple) {
        memcpy(A, node->aux, args.Tq * args.Tk * sizeof *A);
    }
}

void gf_activations_attention(struct gf_activations *acts, size_t attention,
                              size_t head, float *A, float *S)
{
    struct gf_batch batch = gf_activations_batch(acts);
    struct gf_run run = gf_model_run(acts->model, acts->graph, &batch);
    gf_attention_weights(&run, attention, head, A, S);
}
