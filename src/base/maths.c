/* SPDX-License-Identifier: MIT */
#include "base/maths.h"

#include <stdint.h>
#include <string.h>

static uint64_t to_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Nearest integer, ties to even: adding and removing 1.5 * 2^52 leaves no fraction bits. */
static double nearest(double x)
{
    const double magic = 0x1.8p52;
    volatile double shifted = x + magic;
    return shifted - magic;
}

/* ln 2 in two parts; the first has 21 trailing zero bits, so k * LN2_HIGH is exact. */
#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33

double gf_exp(double x)
{
    if (x < -708) return 0;
    if (x != x) return x;
    if (x > 709.7) return from_bits(0x7ff0000000000000u);
    double k = nearest(x * 1.4426950408889634);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW; /* |r| <= 0.347 */
    /* Taylor to r^13 / 13!: the rest is below 5e-18. */
    double sum = 1;
    for (int n = 13; n >= 1; n--) {
        sum = 1 + r * sum / n;
    }
    return sum * from_bits((uint64_t)(1023 + (int64_t)k) << 52);
}

double gf_log(double x)
{
    uint64_t u = to_bits(x);
    int64_t k = (int64_t)(u >> 52) - 1023;
    double m = from_bits((u & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        k += 1;
    }
    /* log m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <= 0.1716: series to s^23. */
    double s = (m - 1) / (m + 1), s2 = s * s, sum = 0;
    for (int n = 23; n >= 3; n -= 2) {
        sum = (sum + 1.0 / n) * s2;
    }
    return (double)k * LN2_HIGH + ((double)k * LN2_LOW + (2 * s * sum + 2 * s));
}

/* On |r| <= pi/4 by Taylor, without the first term: of sin (over r) from r^n on down, n odd, of
 * cos, n even. The first left-out term of 17 and 18 is below 1e-17. */
static double taylor(double r, int n)
{
    double sum = 0;
    for (; n >= 2; n -= 2) {
        sum = (1 + sum) * (-(r * r) / (n * (n - 1)));
    }
    return sum;
}

/* sin(x + quarter * pi/2). pi/2 in three parts (Cody & Waite 1980), the first two with
 * 20 trailing zero bits: products with k < 2^17 are exact. */
static double sin_shifted(double x, int quarter)
{
    double k = nearest(x * 0.6366197723675814);
    double r = ((x - k * 0x1.921fb54400000p+0) - k * 0x1.0b4611a600000p-34) -
               k * 0x1.3198a2e037073p-69;
    int q = (int)((int64_t)k + quarter) & 3;
    double y = (q & 1) ? 1 + taylor(r, 18) : r + r * taylor(r, 17);
    return (q & 2) ? -y : y;
}

double gf_sin(double x)
{
    return sin_shifted(x, 0);
}

double gf_cos(double x)
{
    return sin_shifted(x, 1);
}

double gf_pow(double x, double y)
{
    return gf_exp(y * gf_log(x));
}
