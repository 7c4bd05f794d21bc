/* SPDX-License-Identifier: MIT */
#include "models/model.h"

#include <string.h>

#include "base/maths.h"
#include "graph/lora.h"
#include "models/builder.h"

/* The angle t / base^(2i / width) of column c = 2i or 2i + 1 at position t. */
static double angle(size_t t, size_t c, size_t width, double base)
{
    return (double)t * gf_pow(base, -(double)(c - c % 2) / (double)width);
}

/* Sinusoidal positions (Vaswani et al. 2017, section 3.5): sin in even columns, cos of
 * the same angle in odd ones. Rotary tables hold cos first. */
static float *position_table(struct gf_arena *arena, size_t T, size_t width,
                             bool rotary, double base)
{
    float *table = gf_arena_array(arena, T * width, sizeof(float));
    for (size_t t = 0; table && t < T; t++) {
        for (size_t c = 0; c < width; c++) {
            double a = angle(t, c, width, base);
            bool is_sine = (c % 2 == 0) != rotary;
            table[t * width + c] = (float)(is_sine ? gf_sin(a) : gf_cos(a));
        }
    }
    return table;
}

/* 2^(-8 (h + 1) / H) for head h of H (Press et al., "Train short, test long", 2021). */
static float *slope_table(struct gf_arena *arena, size_t H)
{
    float *slopes = gf_arena_array(arena, H, sizeof(float));
    for (size_t h = 0; slopes && h < H; h++) {
        slopes[h] = (float)gf_pow(2, -8 * (double)(h + 1) / (double)H);
    }
    return slopes;
}

/* Whether a file could hold a vocabulary, as JSON. */
static enum gf_status check_size(const struct gf_tokenizer *tokenizer,
                                 struct gf_error *err)
{
    GF_SCOPED_BUFFER(text, scratch);
    gf_tokenizer_write(tokenizer, &(struct gf_json_writer){.out = &text});
    bool fits =
        tokenizer->n_vocab <= GF_MAX_VOCABULARY && text.n <= GF_MAX_VOCABULARY_BYTES;
    if (scratch.failed) return gf_fail(err, GF_E_no_memory);
    return fits ? GF_OK : gf_fail(err, GF_E_vocabulary_too_large, "vocab_limit");
}

/* Whether the parameters can be counted in a size_t: at most, in double. What is made of them
 * is checked where it is made. */
static bool is_countable(const struct gf_config *c)
{
    double C = (double)c->n_embd, F = (double)gf_config_ff(c), L = (double)c->n_layer;
    F *= c->activation == GF_MLP_SWIGLU ? 2 : 1;
    double V = (double)c->vocab_size, T = (double)c->block_size;
    double S = (double)gf_config_source_block(c);
    double rows = L * (12 * C + 4 * F) + 4 * V + T + S; /* of width C, or nearly */
    double most = c->arch == GF_ARCH_BIGRAM ? V * V : rows * C;
    return most < (double)(SIZE_MAX / sizeof(float));
}

/* Those of the graph's products, and of Muon's five steps of Newton-Schulz. */
static double operations(const struct gf_model *model, const struct gf_graph *graph)
{
    const struct gf_config *c = &model->config;
    double products = 0, steps = 0;
    struct gf_matrix m;
    for (int i = 0; i < graph->n_node; i++) {
        products += gf_node_flops(graph, &graph->nodes[i]);
    }
    if (c->arch == GF_ARCH_BIGRAM) { /* no products: the logits that are looked up */
        products = 3.0 * (double)c->block_size * (double)gf_config_outputs(c);
    }
    bool by_muon = c->optimizer == GF_OPT_MUON && c->lora_rank == 0;
    for (int i = 0; by_muon && i < model->layout.n_param; i++) {
        for (size_t k = 0; gf_matrix_of(&model->layout.params[i], k, &m); k++) {
            bool wide = m.rows < m.columns;
            double a = (double)(wide ? m.rows : m.columns);
            double b = (double)(wide ? m.columns : m.rows);
            steps += 10 * (2 * a * a * b + a * a * a);
        }
    }
    return (double)c->batch_size * products + steps;
}

/* Checks the configuration and fills the layout: a first graph, never run, declares the
 * parameters. */
static enum gf_status outline(struct gf_model *model, struct gf_error *err)
{
    enum gf_status status = gf_config_check(&model->config, err);
    if (status != GF_OK) return status;
    if (!is_countable(&model->config)) {
        return gf_fail(err, GF_E_model_too_large, "n_embd");
    }
    model->layout.arena = &model->arena;
    GF_SCOPED_ARENA(scratch);
    struct gf_graph *graph =
        gf_model_graph(model, &scratch, GF_GRAPH_INFER, 1, true, err);
    status = graph ? GF_OK : err->status;
    if (graph) {
        model->n_attention = (size_t)graph->n_attention;
        model->layout.n_node = (size_t)graph->n_node;
        model->layout.n_input = graph->n_input;
    }
    gf_layout_finish(&model->layout);
    if (graph) model->flops = operations(model, graph);
    if (status == GF_OK && model->arena.failed) return gf_fail(err, GF_E_no_memory);
    return status;
}

static enum gf_status build(struct gf_model *model,
                            const struct gf_tokenizer *tokenizer,
                            const enum gf_number *numbers, struct gf_error *err)
{
    const struct gf_config *c = &model->config;
    size_t T = gf_config_longest_block(c), C = (size_t)c->n_embd;
    if (c->positions == GF_POS_SINUSOIDAL) {
        model->positions = position_table(&model->arena, T, C, false, 10000);
    }
    if (c->positions == GF_POS_ROTARY) {
        model->angles = position_table(&model->arena, T, gf_config_rotary_dim(c), true,
                                       c->rotary_base);
    }
    if (c->positions == GF_POS_ALIBI) {
        model->slopes = slope_table(&model->arena, (size_t)c->n_head);
    }
    model->tokenizer = *tokenizer;
    enum gf_status status = check_size(tokenizer, err);
    if (status == GF_OK) status = outline(model, err);
    if (status == GF_OK) {
        status = numbers ? gf_weights_new_prepacked(&model->weights, &model->layout,
                                                    numbers, err)
                         : gf_weights_new(&model->weights, &model->arena,
                                          &model->layout, err);
    }
    if (status == GF_OK && model->trainable) {
        status = gf_weights_new_panels(&model->weights, err);
    }
    size_t n_head_mask = model->n_attention * (size_t)c->n_head;
    model->head_mask = gf_arena_array(&model->arena, n_head_mask + 1, sizeof(float));
    if (status == GF_OK && model->arena.failed) status = gf_fail(err, GF_E_no_memory);
    for (size_t i = 0; status == GF_OK && i < n_head_mask; i++) {
        model->head_mask[i] = 1;
    }
    return status;
}

enum gf_status gf_model_allocate(struct gf_model *model, const struct gf_config *config,
                                 const struct gf_tokenizer *tokenizer, bool trainable,
                                 const enum gf_number *numbers, struct gf_error *err)
{
    *model = (struct gf_model){.config = *config, .trainable = trainable};
    model->config.vocab_size = (int64_t)tokenizer->n_vocab;
    enum gf_status status =
        build(model, tokenizer, numbers, err ? err : &(struct gf_error){0});
    if (status != GF_OK) {
        gf_model_free(model);
    }
    return status;
}

enum gf_status gf_model_set_labels(struct gf_model *model,
                                   const struct gf_tokenizer *labels,
                                   struct gf_error *err)
{
    model->labels = *labels;
    return labels->n_vocab > 0 ? check_size(labels, err) : GF_OK;
}

enum gf_status gf_model_outline(struct gf_model *model, const struct gf_config *config,
                                struct gf_error *err)
{
    *model = (struct gf_model){.config = *config};
    enum gf_status status = outline(model, err ? err : &(struct gf_error){0});
    if (status != GF_OK) {
        gf_model_free(model);
    }
    return status;
}

void gf_model_free(struct gf_model *model)
{
    gf_weights_free(&model->weights);
    gf_arena_free(&model->arena);
    *model = (struct gf_model){0};
}

enum gf_status gf_model_make_trainable(struct gf_model *model, struct gf_error *err)
{
    if (model->trainable) return GF_OK;
    struct gf_weights *weights = &model->weights;
    enum gf_status status = gf_weights_new_panels(weights, err);
    if (status == GF_OK) {
        status = gf_weights_widen(weights, err);
        if (status != GF_OK) gf_weights_free_panels(weights);
    }
    model->trainable = status == GF_OK;
    model->packed = model->packed && !model->trainable;
    return status;
}

struct gf_graph *gf_model_graph(struct gf_model *model, struct gf_arena *arena,
                                enum gf_graph_mode mode, size_t max_seq, bool dry,
                                struct gf_error *err)
{
    const struct gf_config *c = &model->config;
    const struct gf_extent whole = {
        max_seq, {(size_t)c->block_size, gf_config_source_block(c)}, 0};
    return gf_model_graph_for(model, arena, mode, &whole, dry, err);
}

struct gf_graph *gf_model_graph_for(struct gf_model *model, struct gf_arena *arena,
                                    enum gf_graph_mode mode,
                                    const struct gf_extent *extent, bool dry,
                                    struct gf_error *err)
{
    const struct gf_config *c = &model->config;
    struct gf_graph *graph =
        gf_graph_new(arena, &model->layout, mode, extent->max_seq, extent->max_time);
    if (!graph) {
        gf_fail(err, GF_E_no_memory);
        return NULL;
    }
    graph->n_position[GF_STREAM_MAIN] = (size_t)c->block_size;
    graph->n_position[GF_STREAM_SOURCE] = gf_config_source_block(c);
    graph->max_keys = extent->max_keys ? extent->max_keys : graph->max_keys;
    gf_build_architecture(
        &(struct gf_builder){graph, c, model->positions, model->angles, model->slopes});
    return gf_graph_plan(graph, dry, err) == GF_OK ? graph : NULL;
}

void gf_model_write_tensors(struct gf_model *model, struct gf_json_writer *out)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_graph *graph =
        gf_model_graph(model, &scratch, GF_GRAPH_INFER, 1, true, NULL);
    if (!graph) out->out->arena->failed = true;
    gf_json_begin_array(out);
    for (int i = 0; graph && i < graph->n_node; i++) {
        gf_json_string(out, graph->tensors[i].name);
    }
    gf_json_end_array(out);
}

enum gf_status gf_model_set_head_mask(struct gf_model *model, size_t attention,
                                      size_t head, float head_mask,
                                      struct gf_error *err)
{
    size_t H = (size_t)model->config.n_head;
    if (attention >= model->n_attention || head >= H) {
        return gf_fail(err, GF_E_no_such_head, attention + 1, head + 1,
                       model->n_attention, H);
    }
    if (!(head_mask - head_mask == 0)) { /* not a number, or infinite */
        return gf_fail(err, GF_E_head_mask_not_finite);
    }
    model->head_mask[attention * H + head] = head_mask;
    model->has_head_mask = false;
    for (size_t i = 0; i < model->n_attention * H; i++) {
        model->has_head_mask = model->has_head_mask || model->head_mask[i] != 1.0f;
    }
    model->version++;
    return GF_OK;
}

void gf_model_changed(struct gf_model *model)
{
    gf_lora_merge(&model->weights);
    model->packed = false;
    model->version++;
}

void gf_model_pack(struct gf_model *model)
{
    if (!model->packed) {
        gf_weights_pack(&model->weights);
        model->packed = true;
    }
}

struct gf_run gf_model_run(struct gf_model *model, struct gf_graph *graph,
                           const struct gf_batch *batch)
{
    gf_model_pack(model);
    return (struct gf_run){.graph = graph,
                           .weights = &model->weights,
                           .batch = batch,
                           .n_head = (size_t)model->config.n_head};
}

int32_t gf_argmax(const float *logits, size_t V)
{
    size_t best = 0;
    for (size_t i = 1; i < V; i++) {
        best = logits[i] > logits[best] ? i : best;
    }
    return (int32_t)best;
}

const uint8_t *gf_model_pad(const struct gf_model *model, const int32_t *tokens,
                            size_t n, uint8_t *pad)
{
    if (model->config.pad_token < 0) return NULL;
    for (size_t i = 0; i < n; i++) {
        pad[i] = tokens[i] == model->config.pad_token;
    }
    return pad;
}
