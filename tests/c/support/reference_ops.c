/* SPDX-License-Identifier: MIT */
#include "reference_ops.h"

#include <math.h>

double ref_activation(double x, enum gf_act act)
{
    switch (act) {
    case GF_ACT_RELU:
        return x > 0 ? x : 0;
    case GF_ACT_GELU:
        return 0.5 * x * (1 + erf(x / sqrt(2.0)));
    case GF_ACT_GELU_TANH:
        return 0.5 * x * (1 + tanh(sqrt(2 / acos(-1.0)) * (x + 0.044715 * x * x * x)));
    case GF_ACT_NONE:
        break;
    }
    return x;
}

void ref_norm(enum gf_norm kind, size_t R, size_t C, double eps, const double *x,
              const double *gain, const double *bias, double *y)
{
    for (size_t r = 0; r < R; r++, x += C, y += C) {
        double mean = 0, squares = 0;
        for (size_t c = 0; c < C && kind != GF_NORM_RMS; c++) mean += x[c] / (double)C;
        for (size_t c = 0; c < C; c++) squares += (x[c] - mean) * (x[c] - mean);
        double divisor = kind == GF_NORM_STD ? sqrt(squares / (double)(C - 1)) + eps
                                             : sqrt(squares / (double)C + eps);
        for (size_t c = 0; c < C; c++)
            y[c] = (x[c] - mean) / divisor * gain[c] + (bias ? bias[c] : 0);
    }
}

static bool allowed(const struct gf_attn *a, size_t b, size_t i, size_t j)
{
    return (!a->causal || j <= i + a->q_pos) && !(a->pad && a->pad[b * a->Tk + j]);
}

static double dropped(const struct gf_attn *a, double weight, size_t b, size_t h,
                      size_t i, size_t j)
{
    if (a->p <= 0) return weight;
    size_t index = (((a->first_seq + b) * a->H + h) * a->Tq + i) * a->Tk + j;
    float u = gf_rng_uniform(a->key, (uint32_t)index);
    return u >= a->p ? weight / (1 - (double)a->p) : 0;
}

/* One query row: weights [Tk] before dropout, output [D]. */
static void attend(const struct gf_attn *a, size_t b, size_t h, size_t i,
                   const double *q, const double *k, const double *v, double *weights,
                   double *o)
{
    const size_t C = a->H * a->D;
    double max = -INFINITY, sum = 0;
    for (size_t j = 0; j < a->Tk; j++) {
        double s = 0;
        for (size_t d = 0; d < a->D; d++) s += (double)a->scale * q[d] * k[j * C + d];
        weights[j] = allowed(a, b, i, j) ? s : -INFINITY;
        if (weights[j] > max) max = weights[j];
    }
    for (size_t j = 0; j < a->Tk; j++) {
        weights[j] = weights[j] > -INFINITY ? exp(weights[j] - max) : 0;
        sum += weights[j];
    }
    for (size_t d = 0; d < a->D; d++) o[d] = 0;
    for (size_t j = 0; j < a->Tk; j++) {
        weights[j] = sum > 0 ? weights[j] / sum : 0;
        double w = dropped(a, weights[j], b, h, i, j);
        for (size_t d = 0; d < a->D; d++) o[d] += w * v[j * C + d];
    }
}

void ref_attention(const struct gf_attn *a, const double *q, const double *k,
                   const double *v, const double *gate, double *o, double *A)
{
    enum { MOST_KEYS = 512 };
    const size_t C = a->H * a->D;
    double weights[MOST_KEYS];
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++)
            for (size_t i = 0; i < a->Tq; i++) {
                size_t query = (b * a->Tq + i) * C + h * a->D;
                size_t keys = b * a->Tk * C + h * a->D;
                double *row = A ? A + ((b * a->H + h) * a->Tq + i) * a->Tk : weights;
                attend(a, b, h, i, q + query, k + keys, v + keys, row, o + query);
                for (size_t d = 0; d < a->D && gate; d++) o[query + d] *= gate[h];
            }
}

double ref_cross_entropy(const double *x, size_t V, int32_t target)
{
    if (target < 0) return 0;
    double max = -INFINITY, sum = 0;
    for (size_t v = 0; v < V; v++) max = x[v] > max ? x[v] : max;
    for (size_t v = 0; v < V; v++) sum += exp(x[v] - max);
    return log(sum) + max - x[target];
}

void ref_gradient(double (*f)(const void *context), const void *context, double *x,
                  size_t n, double *gradient)
{
    const double h = 1e-5; /* h^2 truncation and 1e-16 / h rounding are both 1e-11 */
    for (size_t i = 0; i < n; i++) {
        const double at = x[i];
        x[i] = at + h;
        double above = f(context);
        x[i] = at - h;
        gradient[i] = (above - f(context)) / (2 * h);
        x[i] = at;
    }
}

float ref_chain(float init, const float *a, size_t step_a, const float *b,
                size_t step_b, size_t k0, size_t k1)
{
    for (size_t k = k0; k < k1; k++) {
        float product = a[k * step_a] * b[k * step_b];
        init = init + product;
    }
    return init;
}

float ref_tree(const float *sums, size_t n)
{
    return n == 1 ? sums[0] : ref_tree(sums, n / 2) + ref_tree(sums + n / 2, n / 2);
}

float ref_lanes(const float *x, size_t n)
{
    float lane[16] = {0};
    for (size_t i = 0; i < n; i++) lane[i % 16] = lane[i % 16] + x[i];
    for (size_t half = 8; half; half /= 2)
        for (size_t i = 0; i < half; i++) lane[i] = lane[i] + lane[i + half];
    return lane[0];
}
