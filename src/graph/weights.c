/* SPDX-License-Identifier: MIT */
#include "graph/weights.h"

#include "base/rng.h"
#include "graph/lora.h"
#include "kernels/kernels.h"

#include <string.h>

enum gf_status gf_weights_new(struct gf_weights *weights, struct gf_arena *arena,
                              const struct gf_layout *layout, struct gf_error *err)
{
    weights->layout = layout;
    weights->value = gf_arena_array(arena, layout->n_value, sizeof(float));
    gf_lora_allocate(weights, arena);
    if (arena->failed) {
        return gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd");
    }
    return GF_OK;
}

enum gf_status gf_weights_new_prepacked(struct gf_weights *weights,
                                        const struct gf_layout *layout,
                                        const enum gf_number *numbers,
                                        struct gf_error *err)
{
    struct gf_arena arena = {0};
    size_t n = (size_t)layout->n_param;
    struct gf_prepacked *all = gf_arena_array(&arena, n, sizeof *all);
    for (size_t i = 0; i < n && !arena.failed; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->alias_of >= 0) {
            all[i] = all[p->alias_of];
            continue;
        }
        all[i] = (struct gf_prepacked){.number = numbers[i],
                                       .rows = p->dim[0],
                                       .columns = p->n_dim == 2 ? p->dim[1] : 0};
        all[i].data = gf_arena_alloc(&arena, gf_prepacked_bytes(&all[i]));
    }
    if (arena.failed) {
        gf_arena_free(&arena);
        return gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd");
    }
    *weights = (struct gf_weights){.layout = layout, .prepacked = all, .own = arena};
    return GF_OK;
}

bool gf_weights_is_prepacked(const struct gf_weights *weights, int i)
{
    return weights->prepacked && weights->prepacked[i].columns > 0;
}

/* Of a parameter that is not prepacked. */
static const float *own_values(const struct gf_weights *weights, int i)
{
    return weights->prepacked ? weights->prepacked[i].data
                              : weights->value + weights->layout->params[i].offset;
}

const float *gf_weights_value(const struct gf_weights *weights, int i)
{
    const float *merged = weights->merged ? weights->merged[i] : NULL;
    GF_ASSERT(!gf_weights_is_prepacked(weights, i));
    return merged ? merged : own_values(weights, i);
}

struct gf_matrix_view gf_weights_matrix(const struct gf_weights *weights, int i)
{
    struct gf_matrix_view w = {.columns = weights->layout->params[i].dim[1]};
    if (weights->prepacked) {
        w.prepacked = &weights->prepacked[i];
    } else {
        w.value = gf_weights_value(weights, i);
    }
    return w;
}

float gf_matrix_at(const struct gf_matrix_view *w, size_t row, size_t column)
{
    return w->value ? w->value[row * w->columns + column]
                    : gf_prepacked_at(w->prepacked, row, column);
}

const float *gf_matrix_row(const struct gf_matrix_view *w, size_t row, float *space)
{
    if (w->value) return w->value + row * w->columns;
    for (size_t c = 0; c < w->columns; c++) {
        space[c] = gf_prepacked_at(w->prepacked, row, c);
    }
    return space;
}

void gf_weights_read(const struct gf_weights *weights, int i, size_t first, size_t n,
                     float *out)
{
    const struct gf_param *p = &weights->layout->params[i];
    const size_t columns = p->n_dim == 2 ? p->dim[1] : 1;
    if (!gf_weights_is_prepacked(weights, i)) {
        memcpy(out, own_values(weights, i) + first * columns,
               n * columns * sizeof *out);
        return;
    }
    const struct gf_matrix_view w = gf_weights_matrix(weights, i);
    for (size_t r = first; r < first + n; r++, out += columns) {
        gf_matrix_row(&w, r, out);
    }
}

static void add_to_hash(struct gf_sha256 *sha, const struct gf_weights *weights, int i)
{
    const struct gf_param *p = &weights->layout->params[i];
    if (!gf_weights_is_prepacked(weights, i)) {
        gf_sha256_add(sha, own_values(weights, i), p->n * sizeof(float));
        return;
    }
    const struct gf_matrix_view w = gf_weights_matrix(weights, i);
    for (size_t r = 0; r < p->dim[0]; r++) {
        for (size_t c = 0; c < p->dim[1]; c++) {
            float x = gf_matrix_at(&w, r, c);
            gf_sha256_add(sha, &x, sizeof x);
        }
    }
}

void gf_weights_hash(const struct gf_weights *weights, bool adapters_too,
                     char hex[GF_SHA256_HEX])
{
    struct gf_sha256 sha;
    gf_sha256_begin(&sha);
    for (int i = 0; i < weights->layout->n_param; i++) {
        const struct gf_param *p = &weights->layout->params[i];
        if (p->alias_of < 0 && (adapters_too || !p->is_lora)) {
            add_to_hash(&sha, weights, i);
        }
    }
    gf_sha256_end_hex(&sha, hex);
}

const float *gf_weights_floats(const struct gf_weights *weights, int i, float *space)
{
    if (!gf_weights_is_prepacked(weights, i)) return gf_weights_value(weights, i);
    gf_weights_read(weights, i, 0, weights->layout->params[i].dim[0], space);
    return space;
}

enum gf_status gf_weights_widen(struct gf_weights *weights, struct gf_error *err)
{
    const struct gf_layout *layout = weights->layout;
    if (!weights->prepacked) return GF_OK;
    struct gf_arena arena = {0};
    float *value = gf_arena_array(&arena, layout->n_value, sizeof *value);
    if (!value) {
        return gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd");
    }
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->alias_of < 0) {
            gf_weights_read(weights, i, 0, p->dim[0], value + p->offset);
        }
    }
    gf_arena_free(&weights->own);
    weights->own = arena;
    weights->prepacked = NULL;
    weights->value = value;
    return GF_OK;
}

enum gf_status gf_weights_new_panels(struct gf_weights *weights, struct gf_error *err)
{
    const struct gf_layout *layout = weights->layout;
    struct gf_arena arena = {0};
    size_t n = (size_t)layout->n_param;
    float **forward = gf_arena_array(&arena, n, sizeof *forward);
    float **backward = gf_arena_array(&arena, n, sizeof *backward);
    for (size_t i = 0; i < n && !arena.failed; i++) {
        size_t out = layout->params[i].dim[0], in = layout->params[i].dim[1];
        if (layout->params[i].is_matmul) {
            forward[i] =
                gf_arena_array(&arena, gf_k->gemm_packed_size(in, out), sizeof(float));
            backward[i] =
                gf_arena_array(&arena, gf_k->gemm_packed_size(out, in), sizeof(float));
        }
    }
    if (arena.failed) {
        gf_arena_free(&arena);
        return gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd");
    }
    weights->panels = arena;
    weights->forward = forward;
    weights->backward = backward;
    return GF_OK;
}

void gf_weights_free_panels(struct gf_weights *weights)
{
    gf_arena_free(&weights->panels);
    weights->forward = weights->backward = NULL;
}

void gf_weights_free(struct gf_weights *weights)
{
    gf_arena_free(&weights->panels);
    gf_arena_free(&weights->own);
    *weights = (struct gf_weights){0};
}

/* Weight i as an operand: its panels, or as it is in the form `plain`. */
static void set_operand(const struct gf_weights *weights, int i, float *const *packed,
                        enum gf_b_form plain, enum gf_b_form prepacked,
                        struct gf_gemm *gemm)
{
    if (weights->prepacked) {
        gemm->prepacked = &weights->prepacked[i];
        gemm->b_form = prepacked;
        return;
    }
    gemm->b = packed ? packed[i] : gf_weights_value(weights, i);
    gemm->b_form = packed ? GF_B_PACKED : plain;
    gemm->ldb = packed ? 0 : weights->layout->params[i].dim[1];
}

void gf_weights_forward(const struct gf_weights *weights, int i, struct gf_gemm *gemm)
{
    set_operand(weights, i, weights->forward, GF_B_NK, GF_B_PREPACKED, gemm);
}

void gf_weights_backward(const struct gf_weights *weights, int i, struct gf_gemm *gemm)
{
    set_operand(weights, i, weights->backward, GF_B_KN, GF_B_PREPACKED_W, gemm);
}

static void fill(float *x, const struct gf_param *param, struct gf_rng key)
{
    if (param->fill == GF_FILL_NORMAL) {
        gf_k->fill_normal(x, param->n, key, param->scale);
        return;
    }
    for (size_t i = 0; i < param->n; i++) {
        float u = gf_rng_uniform(key, (uint32_t)i);
        x[i] = param->fill == GF_FILL_UNIFORM ? (2 * u - 1) * param->scale
               : param->fill == GF_FILL_ONE   ? 1.0f
                                              : 0.0f;
    }
}

void gf_weights_init(struct gf_weights *weights, uint64_t seed, bool lora_only)
{
    for (int i = 0; i < weights->layout->n_param; i++) {
        const struct gf_param *param = &weights->layout->params[i];
        if (param->alias_of < 0 && (param->is_lora || !lora_only)) {
            fill(weights->value + param->offset, param,
                 gf_rng_key(seed, GF_RNG_INIT, gf_name_hash(param->name)));
        }
    }
    gf_lora_merge(weights);
}

void gf_weights_pack(struct gf_weights *weights)
{
    for (int i = 0; weights->forward && i < weights->layout->n_param; i++) {
        const struct gf_param *param = &weights->layout->params[i];
        size_t out = param->dim[0], in = param->dim[1];
        const float *w = gf_weights_value(weights, i);
        if (param->is_matmul) {
            gf_k->gemm_pack(weights->forward[i], w, in, GF_B_NK, in, out);
            gf_k->gemm_pack(weights->backward[i], w, in, GF_B_KN, out, in);
        }
    }
}

void gf_weights_finish_gradient(const struct gf_weights *weights, float *grad)
{
    const struct gf_layout *layout = weights->layout;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->alias_of >= 0 && p->grad_offset != GF_NO_GRADIENT) {
            float *owner = grad + layout->params[p->alias_of].grad_offset;
            gf_k->add(owner, owner, grad + p->grad_offset, p->n);
        }
    }
    gf_lora_gradient(weights, grad);
}
