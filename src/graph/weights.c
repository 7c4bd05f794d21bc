/* SPDX-License-Identifier: MIT */
#include "graph/weights.h"

#include "base/rng.h"
#include "graph/lora.h"
#include "kernels/kernels.h"

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

void gf_weights_forward(const struct gf_weights *weights, int i, struct gf_gemm *gemm)
{
    bool packed = weights->forward;
    gemm->b = packed ? weights->forward[i] : gf_weights_value(weights, i);
    gemm->b_form = packed ? GF_B_PACKED : GF_B_NK;
    gemm->ldb = packed ? 0 : weights->layout->params[i].dim[1];
}

void gf_weights_backward(const struct gf_weights *weights, int i, struct gf_gemm *gemm)
{
    bool packed = weights->backward;
    gemm->b = packed ? weights->backward[i] : gf_weights_value(weights, i);
    gemm->b_form = packed ? GF_B_PACKED : GF_B_KN;
    gemm->ldb = packed ? 0 : weights->layout->params[i].dim[1];
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
