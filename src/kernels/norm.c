/* Normalisation of rows (see enum gf_norm), forward and backward.
 *
 * With the centred row c = x - mean and its factor f:  y = c f gain + bias.
 * stat keeps (mean, f), so backward reads x again instead of storing the result.
 * SPDX-License-Identifier: MIT */
#include "kernels/rows.h"
#include "kernels/shard_sum.h"

size_t GF_FN(norm_work)(size_t C)
{
    return 2 * GF_TREE_DEPTH * C;
}

/* ---- forward -------------------------------------------------------------------- */

static float factor_of(enum gf_norm kind, float squares, size_t C, float eps)
{
    if (kind == GF_NORM_STD) {
        /* One element has no spread; PyTorch's 0 / 0 would be NaN. */
        float std = __builtin_sqrtf(squares / (float)(C > 1 ? C - 1 : 1));
        return 1.0f / (std + eps);
    }
    return 1.0f / __builtin_sqrtf(squares / (float)C + eps);
}

/* One vector at column c, with `rest` columns left. In whole steps of the row pattern `rest`
 * is a constant and needs no test; single vectors finish a row. */
GF_INLINE void forward_vector(const struct gf_norm_args *n, const float *x, float *y,
                              gf_vf m, gf_vf f, size_t c, size_t rest)
{
    gf_vf v = (gf_load_n(x + c, rest) - m) * f * gf_load_n(n->gain + c, rest);
    if (n->bias) v = v + gf_load_n(n->bias + c, rest);
    gf_store_n(y + c, v, rest);
}

void GF_FN(norm_forward)(const struct gf_norm_args *n)
{
    const size_t C = n->C;
    for (size_t r = 0; r < n->R; r++) {
        const float *x = n->x + r * C;
        float *y = n->y + r * C;
        float mean = n->kind == GF_NORM_RMS ? 0 : gf_sum_of(x, C) / (float)C;
        float factor = factor_of(n->kind, gf_squares_of(x, mean, C), C, n->eps);
        n->stat[2 * r] = mean;
        n->stat[2 * r + 1] = factor;
        const gf_vf m = gf_splat(mean), f = gf_splat(factor);
        size_t c = 0;
        for (; c + GF_ROW_STEP <= C; c += GF_ROW_STEP) {
            GF_UNROLL
            for (size_t j = 0; j < GF_ROW_STEP; j += GF_LANES)
                forward_vector(n, x, y, m, f, c + j, GF_LANES);
        }
        for (; c < C; c += GF_LANES) forward_vector(n, x, y, m, f, c, C - c);
    }
}

/* ---- backward ------------------------------------------------------------------- */

/* With h = c f (the normalised row) and g = dy gain:
 *   LAYER  dx = f g - f mean(g) - h f mean(g h)
 *   STD    dx = f g - f mean(g) - h sum(g h) / ((C - 1) std),  std = 1 / f - eps
 *   RMS    dx = f g             - h f mean(g h)
 * so every kind is dx = f g - shift - h pull. */
struct pull {
    float shift, pull;
};

static struct pull pull_of(const struct gf_norm_args *n, float factor, float g_sum,
                           float gh_sum)
{
    const float C = (float)n->C;
    struct pull p = {factor * (g_sum / C), factor * (gh_sum / C)};
    if (n->kind == GF_NORM_RMS) p.shift = 0;
    if (n->kind == GF_NORM_STD) {
        float std = 1.0f / factor - n->eps;
        p.pull = std > 0 ? gh_sum / ((C - 1.0f) * std) : 0;
    }
    return p;
}

/* Sums of g and g h over one row. */
static void sums(const struct gf_norm_args *n, size_t r, float *g_sum, float *gh_sum)
{
    const size_t C = n->C;
    const float *x = n->x + r * C, *dy = n->dy + r * C;
    const gf_vf m = gf_splat(n->stat[2 * r]), f = gf_splat(n->stat[2 * r + 1]);
    struct gf_row sum_g = {0}, sum_gh = {0};
    float copies[3][GF_ROW_STEP];
    for (size_t i = 0; i < C; i += GF_ROW_STEP) {
        const float *at_x = gf_step(copies[0], x + i, C - i, 0);
        const float *at_dy = gf_step(copies[1], dy + i, C - i, 0);
        const float *gain = gf_step(copies[2], n->gain + i, C - i, 0);
        GF_UNROLL
        for (size_t j = 0; j < GF_ROW_VECTORS; j++) {
            gf_vf g = gf_load(at_dy + j * GF_LANES) * gf_load(gain + j * GF_LANES);
            gf_vf h = (gf_load(at_x + j * GF_LANES) - m) * f;
            sum_g.v[j] = sum_g.v[j] + g;
            sum_gh.v[j] = sum_gh.v[j] + g * h;
        }
    }
    *g_sum = gf_row_sum(sum_g);
    *gh_sum = gf_row_sum(sum_gh);
}

/* The numbers of a row, each in all lanes of a vector. */
struct spread {
    gf_vf m, f, shift, pull;
};

GF_INLINE void backward_vector(const struct gf_norm_args *n, const struct spread *s,
                               size_t row, float *dgain, float *dbias, size_t c,
                               size_t rest)
{
    float *dx = n->dx + row + c;
    gf_vf d = gf_load_n(n->dy + row + c, rest);
    gf_vf h = (gf_load_n(n->x + row + c, rest) - s->m) * s->f;
    gf_vf v = d * gf_load_n(n->gain + c, rest) * s->f - s->shift - h * s->pull;
    if (n->accumulate) v = gf_load_n(dx, rest) + v;
    gf_store_n(dx, v, rest);
    gf_store_n(dgain + c, gf_load_n(dgain + c, rest) + d * h, rest);
    if (dbias) gf_store_n(dbias + c, gf_load_n(dbias + c, rest) + d, rest);
}

static void backward_row(const struct gf_norm_args *n, size_t r, float *dgain,
                         float *dbias)
{
    const size_t C = n->C;
    float g_sum, gh_sum;
    sums(n, r, &g_sum, &gh_sum);
    const struct pull p = pull_of(n, n->stat[2 * r + 1], g_sum, gh_sum);
    const struct spread s = {gf_splat(n->stat[2 * r]), gf_splat(n->stat[2 * r + 1]),
                             gf_splat(p.shift), gf_splat(p.pull)};
    size_t c = 0;
    for (; c + GF_LANES <= C; c += GF_LANES)
        backward_vector(n, &s, r * C, dgain, dbias, c, GF_LANES);
    if (c < C) backward_vector(n, &s, r * C, dgain, dbias, c, C - c);
}

void GF_FN(norm_backward)(const struct gf_norm_args *n)
{
    const struct gf_shards whole = {.n = 1, .row_end = {n->R}};
    const struct gf_shards *shards = n->shards ? n->shards : &whole;
    const size_t C = n->C;
    float *gains = n->work, *biases = n->work + GF_TREE_DEPTH * C;
    size_t r = 0;
    for (size_t s = 0; s < shards->n; s++) {
        float *dgain = gf_tree_begin(gains, C, s, shards, n->dgain);
        float *dbias = n->dbias ? gf_tree_begin(biases, C, s, shards, n->dbias) : NULL;
        for (; r < shards->row_end[s]; r++) backward_row(n, r, dgain, dbias);
        gf_tree_join(gains, C, s);
        if (dbias) gf_tree_join(biases, C, s);
    }
    memcpy(n->dgain, gains, C * sizeof(float));
    if (n->dbias) memcpy(n->dbias, biases, C * sizeof(float));
}
