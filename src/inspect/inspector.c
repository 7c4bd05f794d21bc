/* SPDX-License-Identifier: MIT */
#include "inspect/inspector.h"

#include <string.h>

/* ---- life ------------------------------------------------------------------------ */

/* P: fixed validation sequences of the trainer's source. */
static void make_probe(struct gf_inspector *inspector)
{
    const struct gf_config *c = &inspector->model->config;
    size_t T = inspector->window, T_source = gf_config_source_block(c);
    bool has_source = c->arch == GF_ARCH_ENCODER_DECODER;
    struct gf_arena *arena = &inspector->arena;
    inspector->probe = gf_arena_array(arena, GF_PROBE_LINES, sizeof *inspector->probe);
    for (size_t i = 0; i < GF_PROBE_LINES && !arena->failed; i++) {
        struct gf_sequence s = {
            .T = T,
            .T_source = has_source ? T_source : 0,
            .tokens = gf_arena_array(arena, T, sizeof(int32_t)),
            .target = gf_arena_array(arena, T, sizeof(int32_t)),
            .source =
                has_source ? gf_arena_array(arena, T_source, sizeof(int32_t)) : NULL};
        if (arena->failed) return;
        const struct gf_source *source = &inspector->trainer->source;
        source->fixed(source->data, GF_SPLIT_VAL, GF_PROBE_LINES, i, &s);
        inspector->probe[i] =
            (struct gf_line){s.tokens, s.target, s.source, T, s.T_source};
    }
    inspector->n_probe = GF_PROBE_LINES;
}

enum gf_status gf_inspector_init(struct gf_inspector *inspector,
                                 struct gf_activations *activations,
                                 struct gf_text_encoder text_encoder,
                                 struct gf_trainer *trainer,
                                 const struct gf_corpus *corpus, struct gf_error *err)
{
    struct gf_model *model = activations->model;
    *inspector = (struct gf_inspector){.model = model,
                                       .activations = activations,
                                       .text_encoder = text_encoder,
                                       .trainer = trainer,
                                       .corpus = corpus,
                                       .window = (size_t)model->config.block_size};
    if (gf_config_form(&model->config) == GF_FORM_TEXT &&
        inspector->window > GF_PROBE_TOKENS) {
        inspector->window = GF_PROBE_TOKENS;
    }
    struct gf_arena *arena = &inspector->arena;
    gf_residual_layout_read(&inspector->residual, arena, activations->graph);
    size_t n = inspector->residual.n_attention * inspector->residual.H + 1;
    inspector->now.claims = gf_arena_array(arena, n, sizeof(struct gf_claim));
    inspector->before.claims = gf_arena_array(arena, n, sizeof(struct gf_claim));
    inspector->map =
        gf_arena_array(arena, 2 * (size_t)model->config.vocab_size, sizeof(float));
    if (trainer) make_probe(inspector);
    if (arena->failed) {
        gf_inspector_free(inspector);
        return gf_fail(err, GF_E_no_memory);
    }
    return GF_OK;
}

void gf_inspector_free(struct gf_inspector *inspector)
{
    gf_arena_free(&inspector->arena);
    *inspector = (struct gf_inspector){0};
}

uint64_t gf_inspector_step(const struct gf_inspector *inspector)
{
    return inspector->trainer ? inspector->trainer->step : inspector->opened_at;
}

/* ---- passes ---------------------------------------------------------------------- */

void gf_pass_resume(struct gf_pass *pass, struct gf_inspector *inspector)
{
    struct gf_activations *activations = inspector->activations;
    *pass = (struct gf_pass){.inspector = inspector,
                             .graph = activations->graph,
                             .n = activations->n,
                             .batch = gf_activations_batch(activations)};
    pass->run = gf_model_run(inspector->model, activations->graph, &pass->batch);
    pass->run.loss = &pass->loss;
}

void gf_pass_run(struct gf_pass *pass, struct gf_inspector *inspector,
                 const struct gf_line *line)
{
    struct gf_activations *activations = inspector->activations;
    gf_activations_source(activations, line->source, line->n_source);
    gf_activations_load(activations, line->tokens, line->target, line->n);
    gf_pass_resume(pass, inspector);
    gf_graph_forward(&pass->run);
}

void gf_pass_loss(const struct gf_pass *pass, double *sum, double *count)
{
    const float *row = pass->graph->loss->value;
    for (size_t i = 0; i < pass->n; i++) {
        *sum += (double)row[i];
        *count += pass->batch.target[i] >= 0;
    }
}

enum gf_status gf_pass_backward_from(struct gf_pass *pass, int last, gf_step *step,
                                     void *data, struct gf_error *err)
{
    if (!pass->inspector->activations->gradients) return gf_fail(err, GF_E_no_memory);
    pass->batch.n_shard = 1;
    pass->batch.shard_end[0] = 1;
    for (int i = last; i >= 0; i--) {
        struct gf_node *node = &pass->graph->nodes[i];
        if (gf_out(&pass->run, node)->is_live) step(data, &pass->run, node);
    }
    pass->batch.n_shard = 0;
    return GF_OK;
}

static void own_step(void *data, struct gf_run *run, struct gf_node *node)
{
    (void)data;
    node->op->backward(run, node);
}

enum gf_status gf_pass_backward(struct gf_pass *pass, float *head_mask_grad,
                                struct gf_error *err)
{
    double sum = 0, count = 0;
    gf_pass_loss(pass, &sum, &count);
    pass->batch.inv_count = count > 0 ? 1.0f / (float)count : 0;
    pass->batch.head_mask_grad = head_mask_grad;
    return gf_pass_backward_from(pass, pass->graph->n_node - 1, own_step, NULL, err);
}

enum gf_status gf_pass_backward_logit(struct gf_pass *pass, size_t row, size_t token,
                                      struct gf_error *err)
{
    struct gf_tensor *logits = pass->graph->logits;
    memset(logits->grad, 0, pass->n * logits->width * sizeof(float));
    logits->grad[row * logits->width + token] = 1;
    return gf_pass_backward_from(pass, logits->producer, own_step, NULL, err);
}

size_t gf_pass_allowed(const struct gf_pass *pass, const struct gf_attention_site *site,
                       size_t i, size_t *end, const uint8_t **pad)
{
    size_t n_keys = pass->batch.n_time[site->keys], n = 0;
    *end = site->causal && i + 1 < n_keys ? i + 1 : n_keys;
    *pad = pass->batch.pad[site->keys];
    if (!*pad) return *end;
    for (size_t j = 0; j < *end; j++) n += !(*pad)[j];
    return n;
}

/* ---- outputs ---------------------------------------------------------------------- */

struct gf_head_output gf_pass_head(struct gf_pass *pass, size_t attention, size_t head)
{
    const struct gf_node *node = gf_head_node(pass->graph, attention, head);
    const struct gf_tensor *out = &pass->graph->tensors[node->out];
    size_t D = out->width / node->H;
    return (struct gf_head_output){.node = node->out,
                                   .value = out->value + (head - node->first_head) * D,
                                   .rows = pass->batch.n_time[out->stream],
                                   .ld = out->width,
                                   .D = D};
}

struct gf_output_projection gf_pass_output_projection(const struct gf_pass *pass,
                                                      int node, int branch)
{
    const struct gf_node *join = &pass->graph->nodes[node];
    struct gf_output_projection projection = {
        .bias = gf_pass_parameter(pass, join->bias), .n = gf_pass_width(pass, branch)};
    if (join->weight >= 0) {
        projection.weight = gf_weights_matrix(pass->run.weights, join->weight);
    }
    return projection;
}

double gf_projection_at(const struct gf_output_projection *projection, size_t c,
                        size_t k)
{
    const struct gf_matrix_view *W = &projection->weight;
    return W->columns == 0 ? c == k : (double)gf_matrix_at(W, c, k);
}

const struct gf_node *gf_pass_final_norm(const struct gf_pass *pass)
{
    int norm = pass->inspector->residual.final_norm;
    return norm >= 0 ? &pass->graph->nodes[norm] : NULL;
}

void gf_pass_effect(const struct gf_pass *pass, int node, int branch, size_t k,
                    bool centres, double *effect)
{
    const struct gf_node *norm = gf_pass_final_norm(pass);
    const struct gf_node *head = &pass->graph->nodes[pass->inspector->residual.head];
    const float *gain = norm ? gf_pass_parameter(pass, norm->weight) : NULL;
    const struct gf_matrix_view U = gf_weights_matrix(pass->run.weights, head->weight);
    const struct gf_output_projection M = gf_pass_output_projection(pass, node, branch);
    const size_t C = U.columns, V = gf_pass_width(pass, head->out);
    double mean = 0;
    for (size_t c = 0; c < C && centres && gf_norm_centres(norm); c++) {
        mean += gf_projection_at(&M, c, k) / (double)C;
    }
    for (size_t y = 0; y < V; y++) {
        effect[y] = 0;
        for (size_t c = 0; c < C; c++) { /* centring either factor gives the same */
            double out = gf_projection_at(&M, c, k) - mean;
            effect[y] +=
                out * (gain ? (double)gain[c] : 1) * (double)gf_matrix_at(&U, y, c);
        }
    }
}
