/* SPDX-License-Identifier: MIT */
#include "inspect/glass.h"

#include <string.h>

#include "inspect/anatomy.h"
#include "ops/attention.h"

static enum gf_status build(struct gf_glass *glass, struct gf_error *err)
{
    struct gf_model *model = glass->model;
    size_t T = (size_t)model->config.block_size;
    glass->graph = gf_model_graph(model, &glass->arena, GF_GRAPH_GLASS, 1, false, err);
    if (!glass->graph) {
        return err->status;
    }
    glass->grad = gf_arena_array(&glass->arena, model->layout.n_grad, sizeof(float));
    glass->tokens = gf_arena_array(&glass->arena, T, sizeof(int32_t));
    glass->target = gf_arena_array(&glass->arena, T, sizeof(int32_t));
    glass->pad = gf_arena_array(&glass->arena, T, 1);
    if (model->config.arch == GF_ARCH_ENCODER_DECODER) {
        size_t T_source = gf_config_source_block(&model->config);
        glass->source = gf_arena_array(&glass->arena, T_source, sizeof(int32_t));
        glass->source_pad = gf_arena_array(&glass->arena, T_source, 1);
    }
    return glass->arena.failed ? gf_fail(err, GF_OUT_OF_MEMORY,
                                         "There is not enough memory to look "
                                         "inside a model of this size.")
                               : GF_OK;
}

enum gf_status gf_glass_init(struct gf_glass *glass, struct gf_model *model,
                             struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    *glass = (struct gf_glass){.model = model};
    enum gf_status status = build(glass, err);
    if (status != GF_OK) {
        gf_glass_free(glass);
    }
    return status;
}

void gf_glass_free(struct gf_glass *glass)
{
    gf_arena_free(&glass->arena);
    *glass = (struct gf_glass){0};
}

void gf_glass_source(struct gf_glass *glass, const int32_t *source, size_t n)
{
    size_t T_source = gf_config_source_block(&glass->model->config);
    if (glass->source) {
        glass->n_source = n < T_source ? n : T_source;
        memcpy(glass->source, source, glass->n_source * sizeof *source);
    }
}

struct gf_batch gf_glass_batch(const struct gf_glass *glass)
{
    const struct gf_model *model = glass->model;
    return (struct gf_batch){
        .n_seq = 1,
        .n_time = {glass->n, glass->n_source},
        .tokens = {glass->tokens, glass->source},
        .pad = {gf_model_pad(model, glass->tokens, glass->n, glass->pad),
                glass->source ? gf_model_pad(model, glass->source, glass->n_source,
                                             glass->source_pad)
                              : NULL},
        .target = glass->target,
        .gate = gf_model_gates(model)};
}

void gf_glass_load(struct gf_glass *glass, const int32_t *tokens, const int32_t *target,
                   size_t n)
{
    bool guesses_next = glass->model->config.arch != GF_ARCH_ENCODER;
    glass->n = n;
    glass->has_grad = false;
    memcpy(glass->tokens, tokens, n * sizeof *tokens);
    for (size_t t = 0; t < n; t++) {
        int32_t next = guesses_next && t + 1 < n ? tokens[t + 1] : -1;
        glass->target[t] = target ? target[t] : next;
    }
}

void gf_glass_run(struct gf_glass *glass, const int32_t *tokens, size_t n,
                  bool backward)
{
    gf_glass_load(glass, tokens, NULL, n);
    struct gf_batch batch = gf_glass_batch(glass);
    double loss;
    struct gf_run run = gf_model_run(glass->model, glass->graph, &batch);
    run.grad = glass->grad;
    run.loss = &loss;
    if (backward && n > 1) {
        batch.inv_count = 1.0f / (float)(n - 1);
        batch.n_shard = 1;
        batch.shard_end[0] = 1;
    }
    gf_graph_forward(&run);
    glass->has_grad = batch.n_shard > 0;
    if (glass->has_grad) {
        gf_graph_backward(&run);
    }
}

static bool parameter(const struct gf_glass *glass, const char *name, bool grad,
                      struct gf_view *view)
{
    const struct gf_layout *layout = &glass->model->layout;
    int i = gf_layout_find(layout, name);
    if (i < 0) {
        return false;
    }
    const struct gf_param *p = &layout->params[i];
    *view = (struct gf_view){.data = grad ? glass->grad + p->grad_offset
                                          : gf_weights_value(&glass->model->weights, i),
                             .rows = p->n_dim == 2 ? p->dim[0] : 1,
                             .columns = p->n_dim == 2 ? p->dim[1] : p->dim[0]};
    return true;
}

bool gf_glass_tensor(const struct gf_glass *glass, const char *name,
                     struct gf_view *view)
{
    static const char prefix[] = "grad:";
    bool grad = strncmp(name, prefix, sizeof prefix - 1) == 0;
    name += grad ? sizeof prefix - 1 : 0;
    if (grad && !glass->has_grad) {
        return false;
    }
    if (parameter(glass, name, grad, view)) {
        return true;
    }
    const struct gf_tensor *t = gf_graph_tensor(glass->graph, name);
    const float *data = t ? (grad ? t->grad : t->value) : NULL;
    if (data) {
        *view = (struct gf_view){
            data, t->stream == GF_STREAM_SOURCE ? glass->n_source : glass->n, t->width};
    }
    return data != NULL;
}

void gf_glass_attention_shape(const struct gf_glass *glass, size_t attention,
                              size_t *rows, size_t *columns)
{
    const struct gf_node *node = gf_head_node(glass->graph, attention, 0);
    const struct gf_tensor *tensors = glass->graph->tensors;
    const size_t n[GF_STREAM_COUNT] = {glass->n, glass->n_source};
    *rows = n[tensors[node->out].stream];
    *columns = n[tensors[node->in[node->n_in > 1].tensor].stream]; /* k, or x itself */
}

void gf_glass_attention(struct gf_glass *glass, size_t attention, size_t head, float *A,
                        float *S)
{
    struct gf_batch batch = gf_glass_batch(glass);
    struct gf_run run = gf_model_run(glass->model, glass->graph, &batch);
    struct gf_node *node = gf_head_node(glass->graph, attention, head);
    gf_attention_look(&run, node, head - node->first_head, A, S);
}
