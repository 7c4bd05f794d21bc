/* Reference kernels: plain loops in double precision, which the kernels must match up to
 * rounding, also differentiated numerically; and sums in float, in the order that the
 * numeric definition in kernels/kernels.h prescribes, which they must match to the bit.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_REFERENCE_OPS_H
#define GF_TESTS_REFERENCE_OPS_H

#include "kernels/kernels.h"

/* ---- double --------------------------------------------------------------------- */

double ref_activation(double x, enum gf_act act);

/* y[R][C]; gain and bias [C], NULL for none. */
void ref_norm(enum gf_norm kind, size_t R, size_t C, double eps, const double *x,
              const double *gain, const double *bias, double *y);

/* Rotary positions of a row in place: of each D of its n columns the first R are pairs, in
 * halves or next to each other, that position t turns. */
void ref_rotary(double *row, size_t n, size_t D, size_t R, bool halves, double base,
                double t);

/* Shape, masks, scale and dropout from `a`; its float pointers other than pad are not
 * read. q [n_seq][Tq][H][D], k and v [n_seq][Tk][n_kv_head][D], head_mask [H] or NULL, o like q,
 * A [n_seq][H][Tq][Tk] before dropout, or NULL. */
void ref_attention(const struct gf_attn *a, const double *q, const double *k,
                   const double *v, const double *head_mask, double *o, double *A);

/* Heads of its keys and values. */
size_t ref_kv_heads(const struct gf_attn *a);

/* -log softmax(x)[target], 0 for target < 0. */
double ref_cross_entropy(const double *x, size_t V, int32_t target);

/* Jordan (2024), as published: x [rows][columns], transposed when tall, five steps of
 * X = a X + (b A + c A A) X with A = X X^T. */
void ref_orthogonalize(double *x, size_t rows, size_t columns);

/* One step of Muon: momentum m, gradient g, both [rows][columns]. */
void ref_muon(double *w, double *m, const double *g, size_t rows, size_t columns,
              const struct gf_muon *o);

/* df/dx by central differences; f may read x only. Error about 1e-9 for f and x of
 * order 1. */
void ref_gradient(double (*f)(const void *context), const void *context, double *x,
                  size_t n, double *gradient);

/* ---- float, in the prescribed order ----------------------------------------------- */

/* init + sum over k0 <= k < k1 of a[k * step_a] * b[k * step_b]. */
float ref_chain(float init, const float *a, size_t step_a, const float *b,
                size_t step_b, size_t k0, size_t k1);

/* Sum over n <= 8 = 2^m values as a balanced binary tree. */
float ref_tree(const float *sums, size_t n);

/* Sum of n values by 16 lanes. */
float ref_lanes(const float *x, size_t n);

#endif
