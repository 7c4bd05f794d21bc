/* SPDX-License-Identifier: MIT */
#include "inspect/study.h"

#include <string.h>

#include "ops/attention.h"

static enum gf_status out_of_memory(struct gf_error *err)
{
    return gf_fail(err, GF_OUT_OF_MEMORY,
                   "There is not enough memory to study this model.");
}

/* ---- life ------------------------------------------------------------------------ */

/* P: fixed held-out sequences of the trainer's source. */
static void make_probe(struct gf_study *study)
{
    const struct gf_config *c = &study->model->config;
    size_t T = (size_t)c->block_size, T_source = gf_config_source_block(c);
    bool has_source = c->arch == GF_ARCH_ENCODER_DECODER;
    struct gf_arena *arena = &study->arena;
    study->probe = gf_arena_array(arena, GF_PROBE_LINES, sizeof *study->probe);
    for (size_t i = 0; i < GF_PROBE_LINES && !arena->failed; i++) {
        struct gf_sequence s = {
            .T = T,
            .T_source = has_source ? T_source : 0,
            .tokens = gf_arena_array(arena, T, sizeof(int32_t)),
            .target = gf_arena_array(arena, T, sizeof(int32_t)),
            .source =
                has_source ? gf_arena_array(arena, T_source, sizeof(int32_t)) : NULL};
        if (arena->failed) {
            return;
        }
        const struct gf_source *source = &study->trainer->source;
        source->fixed(source->data, GF_SPLIT_VAL, GF_PROBE_LINES, i, &s);
        study->probe[i] = (struct gf_line){s.tokens, s.target, s.source, T, s.T_source};
    }
    study->n_probe = GF_PROBE_LINES;
}

enum gf_status gf_study_init(struct gf_study *study, struct gf_glass *glass,
                             struct gf_reader reader, struct gf_trainer *trainer,
                             const struct gf_corpus *corpus, struct gf_error *err)
{
    struct gf_model *model = glass->model;
    *study = (struct gf_study){.model = model,
                               .glass = glass,
                               .reader = reader,
                               .trainer = trainer,
                               .corpus = corpus};
    struct gf_arena *arena = &study->arena;
    gf_anatomy_read(&study->anatomy, arena, glass->graph);
    size_t n = study->anatomy.n_site * study->anatomy.H + 1;
    study->now.claims = gf_arena_array(arena, n, sizeof(struct gf_claim));
    study->before.claims = gf_arena_array(arena, n, sizeof(struct gf_claim));
    study->map =
        gf_arena_array(arena, 2 * (size_t)model->config.vocab_size, sizeof(float));
    if (trainer) {
        make_probe(study);
    }
    if (arena->failed) {
        gf_study_free(study);
        return out_of_memory(err);
    }
    return GF_OK;
}

void gf_study_free(struct gf_study *study)
{
    gf_arena_free(&study->arena);
    *study = (struct gf_study){0};
}

uint64_t gf_study_step(const struct gf_study *study)
{
    return study->trainer ? study->trainer->step : study->opened_at;
}

/* ---- passes ---------------------------------------------------------------------- */

void gf_pass_begin(struct gf_pass *pass, struct gf_study *study,
                   const struct gf_line *line)
{
    struct gf_glass *glass = study->glass;
    if (line->source) {
        gf_glass_source(glass, line->source, line->n_source);
    }
    gf_glass_load(glass, line->tokens, line->target, line->n);
    *pass = (struct gf_pass){.study = study,
                             .graph = glass->graph,
                             .n = line->n,
                             .batch = gf_glass_batch(glass)};
    pass->run = gf_model_run(study->model, glass->graph, &pass->batch);
    pass->run.grad = glass->grad;
    pass->run.loss = &pass->loss;
}

void gf_pass_forward(struct gf_pass *pass, int first)
{
    for (int i = first; i < pass->graph->n_node; i++) {
        struct gf_node *node = &pass->graph->nodes[i];
        if (gf_rows(&pass->run, gf_out(&pass->run, node)->stream) > 0) {
            node->op->forward(&pass->run, node);
        }
    }
}

void gf_pass_loss(const struct gf_pass *pass, double *sum, double *count)
{
    const float *row = pass->graph->loss->value;
    for (size_t i = 0; i < pass->n; i++) {
        *sum += (double)row[i];
        *count += pass->batch.target[i] >= 0;
    }
}

/* A model opened only to be looked at has no panels for backward: a copy gets them. */
static const struct gf_weights *backward_weights(struct gf_study *study)
{
    struct gf_model *model = study->model;
    if (model->trainable) {
        return &model->weights;
    }
    if (!study->panels.value) {
        bool had_failed = study->arena.failed;
        if (gf_weights_new(&study->panels, &study->arena, &model->layout, true, NULL) !=
            GF_OK) {
            study->arena.failed = had_failed;
            study->panels = (struct gf_weights){0};
            return NULL;
        }
    }
    memcpy(study->panels.value, model->weights.value,
           model->layout.n_value * sizeof(float));
    gf_weights_pack(&study->panels);
    return &study->panels;
}

/* Backward from node `last` on; the gradient of what it writes is in place. */
static enum gf_status backward_from(struct gf_pass *pass, int last,
                                    struct gf_error *err)
{
    const struct gf_weights *weights = backward_weights(pass->study);
    if (!weights) {
        return out_of_memory(err);
    }
    pass->run.weights = weights;
    pass->batch.n_shard = 1;
    pass->batch.shard_end[0] = 1;
    for (int i = last; i >= 0; i--) {
        struct gf_node *node = &pass->graph->nodes[i];
        if (gf_out(&pass->run, node)->is_live) {
            node->op->backward(&pass->run, node);
        }
    }
    pass->batch.n_shard = 0;
    return GF_OK;
}

enum gf_status gf_pass_backward(struct gf_pass *pass, float *gate_grad,
                                struct gf_error *err)
{
    double sum = 0, count = 0;
    gf_pass_loss(pass, &sum, &count);
    pass->batch.inv_count = count > 0 ? 1.0f / (float)count : 0;
    pass->batch.gate_grad = gate_grad;
    return backward_from(pass, pass->graph->n_node - 1, err);
}

enum gf_status gf_pass_backward_logit(struct gf_pass *pass, size_t row, size_t token,
                                      struct gf_error *err)
{
    struct gf_tensor *logits = pass->graph->logits;
    memset(logits->grad, 0, pass->n * logits->width * sizeof(float));
    logits->grad[row * logits->width + token] = 1;
    return backward_from(pass, logits->producer, err);
}

void gf_pass_attention(struct gf_pass *pass, size_t attention, size_t head, float *A,
                       float *S)
{
    struct gf_node *node = gf_head_node(pass->graph, attention, head);
    gf_attention_look(&pass->run, node, head - node->first_head, A, S);
}

size_t gf_pass_allowed(const struct gf_pass *pass, const struct gf_site *site, size_t i,
                       size_t *end, const uint8_t **pad)
{
    size_t n_keys = pass->batch.n_time[site->keys], n = 0;
    *end = site->causal && i + 1 < n_keys ? i + 1 : n_keys;
    *pad = pass->batch.pad[site->keys];
    if (!*pad) {
        return *end;
    }
    for (size_t j = 0; j < *end; j++) {
        n += !(*pad)[j];
    }
    return n;
}

/* ---- places ----------------------------------------------------------------------- */

struct gf_head_place gf_pass_head(struct gf_pass *pass, size_t attention, size_t head)
{
    const struct gf_node *node = gf_head_node(pass->graph, attention, head);
    const struct gf_tensor *out = &pass->graph->tensors[node->out];
    size_t D = out->width / node->H;
    return (struct gf_head_place){.node = node->out,
                                  .value = out->value + (head - node->first_head) * D,
                                  .ld = out->width,
                                  .D = D};
}

struct gf_joint gf_pass_joint(const struct gf_pass *pass, int node, int branch)
{
    const struct gf_node *join = &pass->graph->nodes[node];
    struct gf_joint joint = {.n = gf_pass_width(pass, branch)};
    if (join->weight >= 0) {
        joint.weight = gf_weights_value(pass->run.weights, join->weight);
    }
    if (join->bias >= 0) {
        joint.bias = gf_weights_value(pass->run.weights, join->bias);
    }
    return joint;
}
