/* SPDX-License-Identifier: MIT */
#include "graph/layout.h"

#include "base/hash.h"

#include <string.h>

uint64_t gf_name_hash(const char *name)
{
    return gf_hash(GF_HASH, name, strlen(name));
}

int gf_layout_find(const struct gf_layout *layout, const char *name)
{
    for (int i = 0; i < layout->n_param; i++) {
        if (strcmp(layout->params[i].name, name) == 0) return i;
    }
    return -1;
}

bool gf_matrix_of(const struct gf_param *p, size_t part, struct gf_matrix *out)
{
    if (part == GF_MAX_PARTS || p->part_end[part] == 0) return false;
    const size_t row = part > 0 ? p->part_end[part - 1] : 0;
    *out = (struct gf_matrix){row, p->part_end[part] - row, p->dim[1]};
    return true;
}

/* Stands in for a parameter that has no place: one past the last, for which there is always
 * room. */
static int nowhere(struct gf_layout *layout)
{
    static struct gf_param none;
    if (!layout->params) layout->params = &none;
    return layout->n_param;
}

/* A finished layout does not grow: an unknown name means that there was no memory for the
 * name, and planning the graph will fail. */
static bool is_finished(const struct gf_layout *layout)
{
    return layout->n_grad > 0;
}

/* Parameters for which there is room at first; then twice as many each time. */
#define FEW 16

static bool has_room(struct gf_layout *layout)
{
    size_t n = (size_t)layout->n_param, room = n + 1;
    if (n > 0 && (room < FEW || (room & n) > 0)) return true;
    layout->overflow = room == GF_MAX_PARAMS;
    struct gf_param *more = NULL;
    if (!layout->overflow)
        more = gf_arena_array(layout->arena, n ? 2 * room : FEW, sizeof *more);
    if (more && n > 0) memcpy(more, layout->params, n * sizeof *more);
    layout->params = more ? more : layout->params;
    return more != NULL;
}

static int append(struct gf_layout *layout, const char *name, struct gf_param param)
{
    if (!has_room(layout)) return nowhere(layout);
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
    if (is_finished(layout)) return nowhere(layout);
    size_t n = n_dim == 2 ? dim0 * dim1 : dim0;
    struct gf_param param = {.n_dim = n_dim,
                             .dim = {dim0, n_dim == 2 ? dim1 : 1},
                             .n = n,
                             .offset = layout->n_value,
                             .fill = fill,
                             .scale = scale,
                             .alias_of = -1,
                             .lora = -1};
    layout->n_value += n;
    return append(layout, name, param);
}

int gf_layout_alias(struct gf_layout *layout, const char *name, int owner)
{
    int found = gf_layout_find(layout, name);
    if (found >= 0) return found;
    if (is_finished(layout) || owner < 0) return nowhere(layout);
    struct gf_param param = layout->params[owner];
    param.alias_of = owner;
    return append(layout, name, param);
}

/* The next n floats of the gradients. */
static size_t take(struct gf_layout *layout, size_t n)
{
    layout->n_grad += n;
    return layout->n_grad - n;
}

void gf_layout_finish(struct gf_layout *layout)
{
    for (int i = 0; i < layout->n_param; i++) {
        struct gf_param *param = &layout->params[i];
        bool trained = param->alias_of < 0 && param->is_lora == layout->has_lora;
        param->grad_offset = trained ? take(layout, param->n) : GF_NO_GRADIENT;
    }
    layout->n_trained = layout->n_grad;
    for (int i = 0; i < layout->n_param; i++) {
        struct gf_param *param = &layout->params[i];
        bool passed_on = layout->has_lora ? param->lora >= 0 : param->alias_of >= 0;
        if (passed_on) {
            param->grad_offset = take(layout, param->n);
        }
    }
}
