/* SPDX-License-Identifier: MIT */
#include "random_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

static uint32_t draw(const struct random_graph *rg, const char *what, size_t i,
                     size_t n)
{
    struct gf_rng key = gf_rng_key(rg->recipe->seed, GF_RNG_TASK, gf_name_hash(what));
    return gf_rng_below(key, (uint32_t)i, (uint32_t)n);
}

/* Gains near 1 and everything else near 0: values of order 1 throughout, none equal. */
static void fill_parameters(struct random_graph *rg)
{
    gf_weights_init(&rg->weights, rg->recipe->seed, false);
    for (int i = 0; i < rg->layout->n_param; i++) {
        const struct gf_param *p = &rg->layout->params[i];
        struct gf_rng key =
            gf_rng_key(rg->recipe->seed, GF_RNG_INIT, gf_name_hash(p->name));
        for (size_t k = 0; k < p->n && p->alias_of < 0; k++) {
            float *x = rg->weights.value + p->offset + k;
            float u = 2 * gf_rng_uniform(key, (uint32_t)k) - 1;
            *x = p->fill == GF_FILL_ONE    ? 1 + 0.3f * u
                 : p->fill == GF_FILL_ZERO ? 0.3f * u
                                           : *x;
        }
    }
    gf_weights_pack(&rg->weights);
}

static void *room(struct random_graph *rg, size_t n, size_t size)
{
    void *p = gf_arena_array(&rg->arena, n + 1, size);
    if (!p) abort(); /* a test machine without a megabyte */
    return p;
}

/* The last keys of each sequence but the first are padding; of the last one, all. */
static const uint8_t *padding(struct random_graph *rg, size_t T)
{
    size_t B = rg->batch.n_seq;
    uint8_t *pad = room(rg, B * T, 1);
    for (size_t b = 1; b < B && T > 0; b++) {
        size_t n = b + 1 == B ? T : (b * 3) % T;
        memset(pad + b * T + T - n, 1, n);
    }
    return pad;
}

static void fill_batch(struct random_graph *rg)
{
    const struct recipe *r = rg->recipe;
    struct gf_batch *batch = &rg->batch;
    size_t V = r->V ? r->V : 5;
    *batch = (struct gf_batch){.n_seq = r->B - r->short_run,
                               .n_time = {r->T - r->short_run, r->T_source},
                               .dropout = r->p > 0,
                               .seed = r->seed + 3,
                               .step = 11};
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        size_t n = batch->n_seq * batch->n_time[s];
        int32_t *tokens = room(rg, n, sizeof *tokens);
        for (size_t i = 0; i < n; i++)
            tokens[i] = (int32_t)draw(rg, s ? "source" : "tokens", i, V);
        batch->tokens[s] = tokens;
        batch->pad[s] = r->padded ? padding(rg, batch->n_time[s]) : NULL;
    }
    size_t n = batch->n_seq * batch->n_time[0], counted = 0;
    int32_t *target = room(rg, n, sizeof *target);
    for (size_t i = 0; i < n; i++) {
        target[i] = (int32_t)draw(rg, "target", i, V + 1) - 1; /* -1: not counted */
        counted += target[i] >= 0;
    }
    batch->target = target;
    batch->inv_count = 1.0f / (float)(counted ? counted : 1);
}

void random_graph_open(struct random_graph *rg, const struct recipe *recipe,
                       enum gf_graph_mode mode)
{
    *rg = (struct random_graph){.recipe = recipe};
    rg->layout = room(rg, 1, sizeof *rg->layout);
    rg->layout->arena = &rg->arena;
    rg->graph =
        gf_graph_new(&rg->arena, rg->layout, mode, recipe->B,
                     (const size_t[GF_STREAM_COUNT]){recipe->T, recipe->T_source});
    recipe->build(rg->graph, recipe);
    gf_layout_finish(rg->layout);
    struct gf_error err = {0};
    if (gf_graph_plan(rg->graph, false, &err) != GF_OK ||
        gf_weights_new(&rg->weights, &rg->arena, rg->layout, &err) != GF_OK ||
        gf_weights_new_panels(&rg->weights, &err) != GF_OK)
        abort();
    fill_parameters(rg);
    fill_batch(rg);

    size_t n_head = 1;
    for (int i = 0; i < rg->graph->n_node; i++) {
        const struct gf_node *n = &rg->graph->nodes[i];
        n_head = n->first_head + n->H > n_head ? n->first_head + n->H : n_head;
    }
    rg->n_head_mask = (size_t)rg->graph->n_attention * n_head;
    rg->head_mask = room(rg, rg->n_head_mask, sizeof(float));
    rg->head_mask_grad = room(rg, rg->n_head_mask, sizeof(float));
    for (size_t i = 0; i < rg->n_head_mask; i++) {
        static const float factors[] = {0, 0.5f, 1.5f, 1};
        rg->head_mask[i] = factors[(recipe->seed + i) % 4];
    }
    if (recipe->has_head_mask) {
        rg->batch.head_mask = rg->head_mask;
        rg->batch.head_mask_grad = rg->head_mask_grad;
    }
    rg->grad = room(rg, rg->layout->n_grad, sizeof(float));
    rg->run = (struct gf_run){.graph = rg->graph,
                              .weights = &rg->weights,
                              .batch = &rg->batch,
                              .n_head = n_head,
                              .grad = rg->grad,
                              .loss = rg->loss};
}

void random_graph_close(struct random_graph *rg)
{
    gf_weights_free(&rg->weights);
    gf_arena_free(&rg->arena);
}

/* Over the red zones as well. */
__attribute__((no_sanitize("address"))) void
random_graph_poison(struct random_graph *rg)
{
    /* The scratch lies behind the tensors, in one block with them. */
    size_t n_work = 0;
    for (int i = 0; i < rg->graph->n_node; i++) {
        size_t n = rg->graph->nodes[i].work;
        n_work = n > n_work ? n : n_work;
    }
    float *end = rg->graph->work + n_work;
    for (float *x = end - rg->graph->n_bytes / sizeof(float); x < end; x++) *x = NAN;
    for (size_t i = 0; i < rg->layout->n_grad; i++) rg->grad[i] = NAN;
}

void random_graph_forward(struct random_graph *rg)
{
    rg->batch.n_shard = 0;
    gf_graph_forward(&rg->run);
}

size_t random_graph_shard(const struct random_graph *rg, size_t s, size_t n)
{
    return s * rg->batch.n_seq / n;
}

double random_graph_step(struct random_graph *rg, size_t n_shard)
{
    rg->batch.n_shard = n_shard;
    rg->batch.carry = false;
    for (size_t s = 0; s < n_shard; s++)
        rg->batch.shard_end[s] = random_graph_shard(rg, s + 1, n_shard);
    gf_graph_forward(&rg->run);
    gf_graph_backward(&rg->run);
    double sum = 0;
    for (size_t s = 0; s < n_shard; s++) sum += rg->loss[s];
    return sum;
}

void random_graph_pass(struct random_graph *rg, size_t first, size_t n, bool carry)
{
    struct gf_batch part = rg->batch;
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        size_t skipped = first * part.n_time[s];
        if (part.tokens[s]) part.tokens[s] += skipped;
        if (part.pad[s]) part.pad[s] += skipped;
    }
    part.target += first * part.n_time[0];
    part.first_seq = first;
    part.n_seq = n;
    part.n_shard = 1;
    part.shard_end[0] = n;
    part.carry = carry;
    rg->run.batch = &part;
    gf_graph_forward(&rg->run);
    gf_graph_backward(&rg->run);
    rg->run.batch = &rg->batch;
}

float random_graph_grad(const struct random_graph *rg, int i, size_t element)
{
    float sum = rg->grad[rg->layout->params[i].grad_offset + element];
    for (int k = 0; k < rg->layout->n_param; k++) {
        const struct gf_param *p = &rg->layout->params[k];
        sum += p->alias_of == i ? rg->grad[p->grad_offset + element] : 0;
    }
    return sum;
}
