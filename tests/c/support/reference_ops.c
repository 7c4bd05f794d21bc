/* SPDX-License-Identifier: MIT */
#include "reference_ops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double ref_activation(double x, enum gf_act act)
{
    switch (act) {
    case GF_ACT_RELU:
        return x > 0 ? x : 0;
    case GF_ACT_GELU:
        return 0.5 * x * (1 + erf(x / sqrt(2.0)));
    case GF_ACT_GELU_TANH:
        return 0.5 * x * (1 + tanh(sqrt(2 / acos(-1.0)) * (x + 0.044715 * x * x * x)));
    case GF_ACT_SILU:
        return x / (1 + exp(-x));
    case GF_ACT_RELU2:
        return x > 0 ? x * x : 0;
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
            y[c] =
                (x[c] - mean) / divisor * (gain ? gain[c] : 1) + (bias ? bias[c] : 0);
    }
}

/* Each pair (a, b) as a complex number: (a + ib) e^(i angle). */
void ref_rotary(double *row, size_t n, size_t D, size_t R, bool halves, double base,
                double t)
{
    for (size_t at = 0; at < n; at += D)
        for (size_t i = 0; i < R / 2; i++) {
            double angle = t * pow(base, -2 * (double)i / (double)R);
            double *a = row + at + (halves ? i : 2 * i), *b = a + (halves ? R / 2 : 1);
            double was = *a;
            *a = was * cos(angle) - *b * sin(angle);
            *b = was * sin(angle) + *b * cos(angle);
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

size_t ref_kv_heads(const struct gf_attn *a)
{
    return a->n_kv_head ? a->n_kv_head : a->H;
}

/* One query row: weights [Tk] before dropout, output [D]. */
static void attend(const struct gf_attn *a, size_t b, size_t h, size_t i,
                   const double *q, const double *k, const double *v, double *weights,
                   double *o)
{
    const size_t C = ref_kv_heads(a) * a->D;
    double max = -INFINITY, sum = 0;
    for (size_t j = 0; j < a->Tk; j++) {
        weights[j] = -INFINITY;
        if (!allowed(a, b, i, j)) continue;
        double s = 0;
        for (size_t d = 0; d < a->D; d++) s += (double)a->scale * q[d] * k[j * C + d];
        double distance = fabs((double)(i + a->q_pos) - (double)j);
        s -= a->slope ? (double)a->slope[h] * distance : 0;
        weights[j] = s;
        if (s > max) max = s;
    }
    for (size_t j = 0; j < a->Tk; j++) {
        weights[j] = weights[j] > -INFINITY ? exp(weights[j] - max) : 0;
        sum += weights[j];
    }
    for (size_t d = 0; d < a->D; d++) o[d] = 0;
    for (size_t j = 0; j < a->Tk; j++) {
        if (weights[j] == 0) continue;
        weights[j] /= sum;
        double w = dropped(a, weights[j], b, h, i, j);
        for (size_t d = 0; d < a->D; d++) o[d] += w * v[j * C + d];
    }
}

void ref_attention(const struct gf_attn *a, const double *q, const double *k,
                   const double *v, const double *head_mask, double *o, double *A)
{
    enum { MOST_KEYS = 512 };
    const size_t C = a->H * a->D, G = ref_kv_heads(a);
    double weights[MOST_KEYS];
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++)
            for (size_t i = 0; i < a->Tq; i++) {
                size_t query = (b * a->Tq + i) * C + h * a->D;
                size_t keys = (b * a->Tk * G + h * G / a->H) * a->D;
                double *row = A ? A + ((b * a->H + h) * a->Tq + i) * a->Tk : weights;
                attend(a, b, h, i, q + query, k + keys, v + keys, row, o + query);
                for (size_t d = 0; d < a->D && head_mask; d++)
                    o[query + d] *= head_mask[h];
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

/* c = a b, with a [m][k] and b [k][n]. */
static double *product(const double *a, const double *b, size_t m, size_t k, size_t n)
{
    double *c = calloc(m * n, sizeof *c);
    for (size_t i = 0; i < m; i++)
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < n; j++) c[i * n + j] += a[i * k + l] * b[l * n + j];
    return c;
}

static double *transposed(const double *a, size_t rows, size_t columns)
{
    double *t = malloc(rows * columns * sizeof *t);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
    return t;
}

static void iterate(double *x, size_t rows, size_t columns)
{
    double *xt = transposed(x, rows, columns);
    double *A = product(x, xt, rows, columns, rows),
           *AA = product(A, A, rows, rows, rows);
    for (size_t i = 0; i < rows * rows; i++) A[i] = -4.7750 * A[i] + 2.0315 * AA[i];
    double *Bx = product(A, x, rows, rows, columns);
    for (size_t i = 0; i < rows * columns; i++) x[i] = 3.4445 * x[i] + Bx[i];
    free(xt), free(A), free(AA), free(Bx);
}

void ref_orthogonalize(double *x, size_t rows, size_t columns)
{
    double squares = 0;
    for (size_t i = 0; i < rows * columns; i++) squares += x[i] * x[i];
    for (size_t i = 0; i < rows * columns; i++) x[i] /= sqrt(squares) + 1e-7;
    if (rows <= columns) {
        for (int step = 0; step < 5; step++) iterate(x, rows, columns);
        return;
    }
    double *t = transposed(x, rows, columns);
    for (int step = 0; step < 5; step++) iterate(t, columns, rows);
    double *back = transposed(t, columns, rows);
    memcpy(x, back, rows * columns * sizeof *x);
    free(t), free(back);
}

void ref_muon(double *w, double *m, const double *g, size_t rows, size_t columns,
              const struct gf_muon *o)
{
    const size_t n = rows * columns;
    const double mu = (double)o->momentum, lr = (double)o->lr;
    double *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++) {
        double gi = g[i] * (double)o->grad_scale;
        m[i] += (1 - mu) * (gi - m[i]);
        x[i] = gi + mu * (m[i] - gi);
    }
    ref_orthogonalize(x, rows, columns);
    double rate = lr * sqrt(fmax(1, (double)rows / (double)columns));
    for (size_t i = 0; i < n; i++)
        w[i] = w[i] * (1 - lr * (double)o->decay) - rate * x[i];
    free(x);
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
