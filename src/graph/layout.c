/* SPDX-License-Identifier: MIT */
#include "graph/layout.h"

#include <string.h>

#include "base/rng.h"
#include "kernels/kernels.h"

uint64_t gf_name_hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; name++) {
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return h;
}

void gf_layout_fold_aliases(const struct gf_layout *layout, float *grad)
{
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (p->alias_of >= 0) {
            float *owner = grad + layout->params[p->alias_of].grad_offset;
            gf_k->add(owner, owner, grad + p->grad_offset, p->n);
        }
    }
}

int gf_layout_find(const struct gf_layout *layout, const char *name)
{
    for (int i = 0; i < layout->n_param; i++) {
        if (strcmp(layout->params[i].name, name) == 0) return i;
    }
    return -1;
}

/* Stands in for a parameter that has no place. */
enum { NOWHERE = GF_MAX_PARAMS - 1 };

/* A finished layout does not grow: an unknown name means that there was no memory for the
 * name, and planning the graph will fail. */
static bool is_finished(const struct gf_layout *layout)
{
    return layout->n_grad > 0;
}

static int append(struct gf_layout *layout, const char *name, struct gf_param param)
{
    if (layout->n_param == NOWHERE) {
        layout->overflow = true;
        return NOWHERE;
    }
    param.name = gf_arena_string(layout->arena, name, strlen(name));
    if (!param.name) {
        param.name = "";
    }
    layout->params[layout->n_param] = param;
    return layout->n_param++;
}

int gf_layout_param(struct gf_layout *layout, const char *name, int n_dim, size_t dim0,
                    size_t dim1, enum gf_fill fill, float scale)
{
    int found = gf_layout_find(layout, name);
    if (found >= 0) {
        GF_ASSERT(!is_finished(layout) || layout->params[found].dim[0] == dim0);
        return found;
    }
    if (is_finished(layout)) return NOWHERE;
    size_t n = n_dim == 2 ? dim0 * dim1 : dim0;
    struct gf_param param = {.n_dim = n_dim,
                             .dim = {dim0, n_dim == 2 ? dim1 : 1},
                             .n = n,
                             .offset = layout->n_value,
                             .fill = fill,
                             .scale = scale,
                             .alias_of = -1};
    layout->n_value += n;
    return append(layout, name, param);
}

int gf_layout_alias(struct gf_layout *layout, const char *name, int owner)
{
    int found = gf_layout_find(layout, name);
    if (found >= 0) return found;
    if (is_finished(layout) || owner < 0) return NOWHERE;
    struct gf_param param = layout->params[owner];
    param.alias_of = owner;
    return append(layout, name, param);
}

void gf_layout_finish(struct gf_layout *layout)
{
    layout->n_grad = layout->n_value;
    for (int i = 0; i < layout->n_param; i++) {
        struct gf_param *param = &layout->params[i];
        param->grad_offset = param->offset;
        if (param->alias_of >= 0) {
            param->grad_offset = layout->n_grad;
            layout->n_grad += param->n;
        }
    }
}

enum gf_status gf_weights_new(struct gf_weights *weights, struct gf_arena *arena,
                              const struct gf_layout *layout, bool backward,
                              struct gf_error *err)
{
    size_t n = (size_t)layout->n_param;
    weights->layout = layout;
    weights->value = gf_arena_array(arena, layout->n_value, sizeof(float));
    weights->forward = gf_arena_array(arena, n, sizeof(float *));
    weights->backward = gf_arena_array(arena, n, sizeof(float *));
    for (size_t i = 0; i < n && !arena->failed; i++) {
        const struct gf_param *param = &layout->params[i];
        if (!param->is_matmul) {
            continue;
        }
        size_t out = param->dim[0], in = param->dim[1];
        weights->forward[i] =
            gf_arena_array(arena, gf_k->gemm_packed_size(in, out), sizeof(float));
        if (backward) {
            weights->backward[i] =
                gf_arena_array(arena, gf_k->gemm_packed_size(out, in), sizeof(float));
        }
    }
    if (arena->failed) {
        return gf_fail(err, GF_E_no_memory_for_parameters, layout->n_value, "n_embd");
    }
    return GF_OK;
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

void gf_weights_init(struct gf_weights *weights, uint64_t seed)
{
    for (int i = 0; i < weights->layout->n_param; i++) {
        const struct gf_param *param = &weights->layout->params[i];
        if (param->alias_of < 0) {
            fill(weights->value + param->offset, param,
                 gf_rng_key(seed, GF_RNG_INIT, gf_name_hash(param->name)));
        }
    }
}

void gf_weights_pack(struct gf_weights *weights)
{
    for (int i = 0; i < weights->layout->n_param; i++) {
        const struct gf_param *param = &weights->layout->params[i];
        size_t out = param->dim[0], in = param->dim[1];
        const float *w = gf_weights_value(weights, i);
        if (weights->forward[i]) {
            gf_k->gemm_pack(weights->forward[i], w, in, GF_B_NK, in, out);
        }
        if (weights->backward[i]) {
            gf_k->gemm_pack(weights->backward[i], w, in, GF_B_KN, out, in);
        }
    }
}
