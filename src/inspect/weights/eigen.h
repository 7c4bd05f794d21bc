/* Small dense linear algebra in double, with a fixed order of operations.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_WEIGHTS_EIGEN_H
#define GF_INSPECT_WEIGHTS_EIGEN_H

#include <stdbool.h>
#include <stddef.h>

/* Eigenvalues of a real n x n matrix, which is destroyed. work: 2 n^2 + 3 n doubles.
 * Reduction to Hessenberg form by elimination, then complex QR with Wilkinson's shift (Golub &
 * Van Loan, Matrix Computations, 7.4 and 7.5). False when it does not converge, which no matrix
 * of finite numbers is known to do. */
bool gf_eigenvalues(double *a, size_t n, double *re, double *im, double *work);

/* Principal components: coordinates y [n][2] of the rows of x [n][width] (centred) along
 * the two directions of largest variance, and the share of the variance of each. Subspace
 * iteration with Rayleigh-Ritz (Golub & Van Loan 8.2). The sign of a direction is such that
 * its coordinate of largest size is positive. work: (GF_SUBSPACE * (width + n) +
 * 2 GF_SUBSPACE^2) doubles. */
#define GF_SUBSPACE 6
void gf_principal(const double *x, size_t n, size_t width, double *y, double share[2],
                  double *work);

/* Rotates or reflects the rows of y [n][2] to lie as close as possible to those of `to`:
 * orthogonal Procrustes (Schoenemann 1966), in closed form for two dimensions. */
void gf_align(double *y, const double *to, size_t n);

#endif
