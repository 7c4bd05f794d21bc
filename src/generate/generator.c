/* The window of a generator:
 *
 *      keys and values cached          next
 *   [ t h e _ q u i c k _ b r o w . ]   n      position n: one row, and the cache
 *   [ q u i c k _ b r o w n . . . . ]          full: keep the last `keep` and recompute them
 *
 * One row through the same graph as training gives the same bits as the last row of a full
 * pass, because every kernel sums each element in the same order whatever the shape.
 * Without a causal mask a new token changes the rows before it: the window is read again.
 * SPDX-License-Identifier: MIT */
#include "generate/generator.h"

#include <string.h>

#include "base/maths.h"

static enum gf_status build(struct gf_generator *gen, struct gf_error *err)
{
    struct gf_model *model = gen->model;
    const struct gf_config *c = &model->config;
    size_t V = gf_config_outputs(c), T_source = gf_config_source_block(c);
    if (c->arch == GF_ARCH_ENCODER) return gf_fail(err, GF_E_encoder_cannot_write);
    enum gf_status status = gf_reader_begin(&gen->reader, model, err);
    if (status != GF_OK) return status;
    gen->window = gf_arena_array(&gen->arena, (size_t)c->block_size, sizeof(int32_t));
    gen->candidates = gf_arena_array(&gen->arena, V + 1, sizeof(struct gf_candidate));
    if (c->arch == GF_ARCH_ENCODER_DECODER) {
        gen->source = gf_arena_array(&gen->arena, T_source, sizeof(int32_t));
        gen->source_pad = gf_arena_array(&gen->arena, T_source, 1);
    }
    return gen->arena.failed ? gf_fail(err, GF_E_no_memory) : GF_OK;
}

size_t gf_generator_measure(const struct gf_config *c)
{
    return c->arch == GF_ARCH_ENCODER
               ? 0
               : gf_reader_measure(c) +
                     (gf_config_outputs(c) + 1) * sizeof(struct gf_candidate);
}

enum gf_status gf_generator_begin(struct gf_generator *gen, struct gf_model *model,
                                  struct gf_error *err)
{
    *gen = (struct gf_generator){.model = model};
    enum gf_status status = build(gen, err ? err : &(struct gf_error){0});
    if (status != GF_OK) gf_generator_free(gen);
    return status;
}

enum gf_status gf_generator_reserve(struct gf_generator *gen, size_t n,
                                    struct gf_error *err)
{
    const struct gf_config *c = &gen->model->config;
    size_t T = (size_t)c->block_size;
    return gf_reader_reserve(&gen->reader, c, n < T ? n : T, err);
}

void gf_generator_free(struct gf_generator *gen)
{
    gf_reader_free(&gen->reader);
    gf_arena_free(&gen->arena);
    *gen = (struct gf_generator){0};
}

void gf_generator_source(struct gf_generator *gen, const int32_t *source, size_t n)
{
    size_t T_source = gf_config_source_block(&gen->model->config);
    if (gen->source) {
        gen->n_source = n < T_source ? n : T_source;
        memcpy(gen->source, source, gen->n_source * sizeof *source);
    }
}

/* Runs window[n .. n + count), after the first n_source tokens of the source, and leaves
 * the logits after the last of them. */
static void read_tokens(struct gf_generator *gen, size_t count, size_t n_source)
{
    struct gf_model *model = gen->model;
    struct gf_batch batch = {.n_seq = 1,
                             .n_time = {count, n_source},
                             .tokens = {gen->window + gen->n, gen->source},
                             .pad = {NULL, gen->reader.cache.source_pad},
                             .head_mask = gf_model_head_mask(model),
                             .cache = &gen->reader.cache,
                             .pos = gen->n};
    struct gf_run run = gf_model_run(model, gen->reader.graph, &batch);
    gf_graph_forward(&run);
    gen->n += count;
    gen->logits = gen->reader.graph->logits->value +
                  (count - 1) * gen->reader.graph->logits->width;
}

static void read_window(struct gf_generator *gen, size_t count)
{
    gen->n = 0;
    gen->version = gen->model->version;
    gen->reader.cache.n_source = gen->n_source;
    gen->reader.cache.source_pad =
        gf_model_pad(gen->model, gen->source, gen->n_source, gen->source_pad);
    for (size_t left = count, n; left > 0; left -= n) {
        n = left < gen->reader.piece ? left : gen->reader.piece;
        read_tokens(gen, n, gen->n_source);
    }
}

void gf_generator_start(struct gf_generator *gen, const int32_t *prompt, size_t n,
                        size_t keep)
{
    size_t T = (size_t)gen->model->config.block_size;
    gen->keep = keep == 0 ? T / 2 : keep < T ? keep : T - 1;
    gen->position = 0;
    size_t count = n < T ? n : T;
    memcpy(gen->window, prompt + n - count, count * sizeof *prompt);
    read_window(gen, count);
}

/* exp(z_id) / sum exp(z), with the largest z taken out first. */
static float token_probability(const float *logits, size_t V, int32_t id)
{
    float row_loss;
    gf_k->cross_entropy(logits, &id, 1, V, 0, &row_loss, NULL);
    return (float)gf_exp(-(double)row_loss);
}

const float *gf_generator_logits(struct gf_generator *gen)
{
    if (gen->version != gen->model->version) {
        read_window(gen, gen->n);
    }
    return gen->logits;
}

int32_t gf_generator_draw(struct gf_generator *gen, const struct gf_sampling *opts)
{
    size_t V = gf_config_outputs(&gen->model->config), n_kept;
    int32_t id = gf_sample(gf_generator_logits(gen), V, opts,
                           (struct gf_context){gen->window, gen->n}, gen->position,
                           gen->candidates, &n_kept);
    gen->p = token_probability(gen->logits, V, id);
    return id;
}

void gf_generator_append(struct gf_generator *gen, int32_t id, bool no_cache)
{
    size_t T = (size_t)gen->model->config.block_size;
    const bool shifts = gen->n == T;
    if (shifts) {
        memmove(gen->window, gen->window + T - gen->keep, gen->keep * sizeof id);
        gen->n = gen->keep;
    }
    gen->position++;
    gen->window[gen->n] = id;
    if (shifts || no_cache || !gen->model->config.causal) {
        read_window(gen, gen->n + 1);
    } else {
        read_tokens(gen, 1, 0);
    }
}
