/* Elementary functions in double precision, with the same bits on every platform: libm
 * differs in the last bit, and learning-rate schedules, sinusoidal tables and baselines must
 * not. Built from multiply and add only. Scalar; vector code uses simd/vecmath.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_MATHS_H
#define GF_BASE_MATHS_H

/* Error below 2 ulp each over the stated range. */
double gf_exp(double x); /* 0 below -708, infinity above 709.7, NaN of NaN */
double gf_log(double x); /* normal x > 0 */
double gf_sin(double x); /* |x| <= 1e5 radians */
double gf_cos(double x); /* |x| <= 1e5 radians */

/* x^y for x > 0, as exp(y log x): relative error below 1e-15 * (1 + |y log x|). */
double gf_pow(double x, double y);

static inline double gf_sqrt(double x)
{
    return __builtin_sqrt(x); /* IEEE: correctly rounded everywhere */
}

#endif
