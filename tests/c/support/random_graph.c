/* SPDX-License-Identifier: MIT */
#include "random_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

static uint32_t draw(const struct rig *rig, const char *what, size_t i, size_t n)
{
    struct gf_rng key = gf_rng_key(rig->recipe->seed, GF_RNG_TASK, gf_name_hash(what));
    return gf_rng_below(key, (uint32_t)i, (uint32_t)n);
}

/* Gains near 1 and everything else near 0: values of order 1 throughout, none equal. */
static void fill_parameters(struct rig *rig)
{
    gf_weights_init(&rig->weights, rig->recipe->seed);
    for (int i = 0; i < rig->layout->n_param; i++) {
        const struct gf_param *p = &rig->layout->params[i];
        struct gf_rng key =
            gf_rng_key(rig->recipe->seed, GF_RNG_INIT, gf_name_hash(p->name));
        for (size_t k = 0; k < p->n && p->alias_of < 0; k++) {
            float *x = rig->weights.value + p->offset + k;
            float u = 2 * gf_rng_uniform(key, (uint32_t)k) - 1;
            *x = p->fill == GF_FILL_ONE    ? 1 + 0.3f * u
                 : p->fill == GF_FILL_ZERO ? 0.3f * u
                                           : *x;
        }
    }
    gf_weights_pack(&rig->weights);
}

static void *room(struct rig *rig, size_t n, size_t size)
{
    void *p = gf_arena_array(&rig->arena, n + 1, size);
    if (!p) abort(); /* a test machine without a megabyte */
    return p;
}

/* The last keys of each sequence but the first are padding; of the last one, all. */
static const uint8_t *padding(struct rig *rig, size_t T)
{
    size_t B = rig->batch.n_seq;
    uint8_t *pad = room(rig, B * T, 1);
    for (size_t b = 1; b < B && T > 0; b++) {
        size_t n = b + 1 == B ? T : (b * 3) % T;
        memset(pad + b * T + T - n, 1, n);
    }
    return pad;
}

static void fill_batch(struct rig *rig)
{
    const struct recipe *r = rig->recipe;
    struct gf_batch *batch = &rig->batch;
    size_t V = r->V ? r->V : 5;
    *batch = (struct gf_batch){.n_seq = r->B - r->short_run,
                               .n_time = {r->T - r->short_run, r->T_source},
                               .dropout = r->p > 0,
                               .seed = r->seed + 3,
                               .step = 11};
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        size_t n = batch->n_seq * batch->n_time[s];
        int32_t *tokens = room(rig, n, sizeof *tokens);
        for (size_t i = 0; i < n; i++) {
            tokens[i] = (int32_t)draw(rig, s ? "source" : "tokens", i, V);
        }
        batch->tokens[s] = tokens;
        batch->pad[s] = r->padded ? padding(rig, batch->n_time[s]) : NULL;
    }
    size_t n = batch->n_seq * batch->n_time[0], counted = 0;
    int32_t *target = room(rig, n, sizeof *target);
    for (size_t i = 0; i < n; i++) {
        target[i] = (int32_t)draw(rig, "target", i, V + 1) - 1; /* -1: not counted */
        counted += target[i] >= 0;
    }
    batch->target = target;
    batch->inv_count = 1.0f / (float)(counted ? counted : 1);
}

void rig_open(struct rig *rig, const struct recipe *recipe, enum gf_graph_mode mode)
{
    *rig = (struct rig){.recipe = recipe};
    rig->layout = room(rig, 1, sizeof *rig->layout);
    rig->layout->arena = &rig->arena;
    rig->graph =
        gf_graph_new(&rig->arena, rig->layout, mode, recipe->B,
                     (const size_t[GF_STREAM_COUNT]){recipe->T, recipe->T_source});
    recipe->build(rig->graph, recipe);
    gf_layout_finish(rig->layout);
    struct gf_error err = {0};
    if (gf_graph_plan(rig->graph, false, &err) != GF_OK ||
        gf_weights_new(&rig->weights, &rig->arena, rig->layout, true, &err) != GF_OK) {
        abort();
    }
    fill_parameters(rig);
    fill_batch(rig);

    size_t n_head = 1;
    for (int i = 0; i < rig->graph->n_node; i++) {
        const struct gf_node *n = &rig->graph->nodes[i];
        n_head = n->first_head + n->H > n_head ? n->first_head + n->H : n_head;
    }
    rig->n_gate = (size_t)rig->graph->n_attention * n_head;
    rig->gate = room(rig, rig->n_gate, sizeof(float));
    rig->gate_grad = room(rig, rig->n_gate, sizeof(float));
    for (size_t i = 0; i < rig->n_gate; i++) {
        static const float gates[] = {0, 0.5f, 1.5f, 1};
        rig->gate[i] = gates[(recipe->seed + i) % 4];
    }
    if (recipe->gated) {
        rig->batch.gate = rig->gate;
        rig->batch.gate_grad = rig->gate_grad;
    }
    rig->grad = room(rig, rig->layout->n_grad, sizeof(float));
    rig->run = (struct gf_run){.graph = rig->graph,
                               .weights = &rig->weights,
                               .batch = &rig->batch,
                               .n_head = n_head,
                               .grad = rig->grad,
                               .loss = rig->loss};
}

void rig_close(struct rig *rig)
{
    gf_arena_free(&rig->arena);
}

void rig_poison(struct rig *rig)
{
    /* The scratch lies behind the tensors, in one block with them. */
    size_t n_work = 0;
    for (int i = 0; i < rig->graph->n_node; i++) {
        size_t n = rig->graph->nodes[i].work;
        n_work = n > n_work ? n : n_work;
    }
    float *end = rig->graph->work + n_work;
    for (float *x = end - rig->graph->n_bytes / sizeof(float); x < end; x++) {
        *x = NAN;
    }
    for (size_t i = 0; i < rig->layout->n_grad; i++) {
        rig->grad[i] = NAN;
    }
}

void rig_forward(struct rig *rig)
{
    rig->batch.n_shard = 0;
    gf_graph_forward(&rig->run);
}

size_t rig_shard(const struct rig *rig, size_t s, size_t n)
{
    return s * rig->batch.n_seq / n;
}

double rig_step(struct rig *rig, size_t n_shard)
{
    rig->batch.n_shard = n_shard;
    rig->batch.carry = false;
    for (size_t s = 0; s < n_shard; s++) {
        rig->batch.shard_end[s] = rig_shard(rig, s + 1, n_shard);
    }
    gf_graph_forward(&rig->run);
    gf_graph_backward(&rig->run);
    double sum = 0;
    for (size_t s = 0; s < n_shard; s++) {
        sum += rig->loss[s];
    }
    return sum;
}

void rig_pass(struct rig *rig, size_t first, size_t n, bool carry)
{
    struct gf_batch part = rig->batch;
    for (int s = 0; s < GF_STREAM_COUNT; s++) {
        part.tokens[s] += first * part.n_time[s];
        part.pad[s] += part.pad[s] ? first * part.n_time[s] : 0;
    }
    part.target += first * part.n_time[0];
    part.first_seq = first;
    part.n_seq = n;
    part.n_shard = 1;
    part.shard_end[0] = n;
    part.carry = carry;
    rig->run.batch = &part;
    gf_graph_forward(&rig->run);
    gf_graph_backward(&rig->run);
    rig->run.batch = &rig->batch;
}

float rig_grad(const struct rig *rig, int i, size_t element)
{
    float sum = rig->grad[rig->layout->params[i].grad_offset + element];
    for (int k = 0; k < rig->layout->n_param; k++) {
        const struct gf_param *p = &rig->layout->params[k];
        sum += p->alias_of == i ? rig->grad[p->grad_offset + element] : 0;
    }
    return sum;
}
