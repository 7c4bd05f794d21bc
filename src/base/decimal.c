/* SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include "base/format.h"

#include <string.h>

/* ---- big unsigned integers ------------------------------------------------------ */

/* Reading needs the most: a denominator of 10^1131 (3758 bits) shifted by a few bits.
 * Why: digits are cut after MAX_DIGITS and values below 10^-330 never get here. */
enum { N_LIMBS = 128, MAX_DIGITS = 800 };

struct big {
    int n; /* limbs in use; the highest is not 0; 0 limbs: the number 0 */
    uint32_t limb[N_LIMBS];
};

static void big_set(struct big *b, uint64_t value)
{
    b->n = 0;
    for (; value > 0; value >>= 32) {
        b->limb[b->n++] = (uint32_t)value;
    }
}

/* b = b * factor + addend */
static void big_multiply(struct big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0) {
        GF_ASSERT(b->n < N_LIMBS);
        b->limb[b->n++] = (uint32_t)carry;
    }
}

static void big_times_power_of_ten(struct big *b, int exponent)
{
    for (; exponent >= 9; exponent -= 9) {
        big_multiply(b, 1000000000, 0);
    }
    for (; exponent > 0; exponent--) {
        big_multiply(b, 10, 0);
    }
}

static void big_shift_left(struct big *b, int n_bits)
{
    int limbs = n_bits / 32, bits = n_bits % 32;
    if (b->n == 0) return;
    if (bits > 0) {
        big_multiply(b, (uint32_t)1 << bits, 0);
    }
    GF_ASSERT(b->n + limbs <= N_LIMBS);
    memmove(b->limb + limbs, b->limb, (size_t)b->n * sizeof *b->limb);
    memset(b->limb, 0, (size_t)limbs * sizeof *b->limb);
    b->n += limbs;
}

static int big_compare(const struct big *a, const struct big *b)
{
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (int i = a->n - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    }
    return 0;
}

/* a = a - b, for a >= b */
static void big_subtract(struct big *a, const struct big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        uint64_t take = (i < b->n ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->n > 0 && a->limb[a->n - 1] == 0) {
        a->n--;
    }
}

/* The sign of a + b - c. */
static int big_compare_sum(const struct big *a, const struct big *b,
                           const struct big *c)
{
    struct big sum;
    const struct big *longer = a->n >= b->n ? a : b;
    const struct big *shorter = a->n >= b->n ? b : a;
    uint64_t carry = 0;
    for (int i = 0; i < longer->n; i++) {
        carry += (uint64_t)longer->limb[i] + (i < shorter->n ? shorter->limb[i] : 0);
        sum.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum.n = longer->n;
    if (carry > 0) {
        GF_ASSERT(sum.n < N_LIMBS);
        sum.limb[sum.n++] = (uint32_t)carry;
    }
    return big_compare(&sum, c);
}

static int big_bit_length(const struct big *b)
{
    return b->n == 0 ? 0 : 32 * b->n - __builtin_clz(b->limb[b->n - 1]);
}

/* ---- reading -------------------------------------------------------------------- */

/* The digits d0 d1 … as an integer, times 10^exponent. No leading zeros.
 * A halfway point between two doubles has at most 767 significant digits, so beyond
 * MAX_DIGITS it only matters whether anything but zeros follows: one digit 1 says so. */
struct decimal {
    int n;
    int64_t exponent;
    uint8_t digit[MAX_DIGITS + 1];
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void push_digit(struct decimal *d, char c, bool after_point, bool *more)
{
    if (d->n == MAX_DIGITS) {
        *more |= c != '0';
        d->exponent += !after_point;
        return;
    }
    d->exponent -= after_point;
    if (d->n > 0 || c != '0') {
        d->digit[d->n++] = (uint8_t)(c - '0');
    }
}

/* The length of a JSON number at text (0: none), taken apart into *d. */
static size_t scan(const char *text, size_t n, struct decimal *d)
{
    bool more = false;
    size_t i = n > 0 && text[0] == '-';
    size_t first = i;
    d->n = 0;
    d->exponent = 0;
    for (; i < n && is_digit(text[i]); i++) {
        if (i == first + 1 && text[first] == '0') {
            break; /* "01" is the number 0 followed by something else */
        }
        push_digit(d, text[i], false, &more);
    }
    if (i == first) return 0;
    if (i + 1 < n && text[i] == '.' && is_digit(text[i + 1])) {
        for (i++; i < n && is_digit(text[i]); i++) {
            push_digit(d, text[i], true, &more);
        }
    }
    if (more) {
        d->digit[d->n++] = 1;
        d->exponent--;
    }
    if (i < n && (text[i] == 'e' || text[i] == 'E')) {
        size_t j = i + 1;
        bool negative = j < n && text[j] == '-';
        j += j < n && (text[j] == '-' || text[j] == '+');
        int64_t exponent = 0;
        if (j == n || !is_digit(text[j])) return i;
        for (; j < n && is_digit(text[j]); j++) {
            /* Past every text that fits in memory; keeps the sum from overflowing. */
            if (exponent < (int64_t)1 << 50) {
                exponent = exponent * 10 + (text[j] - '0');
            }
        }
        d->exponent += negative ? -exponent : exponent;
        i = j;
    }
    return i;
}

/* The double nearest to (q + a bit more, if `more`) * 2^exponent, where q has at least
 * 63 significant bits. */
static double round_to_double(uint64_t q, bool more, int exponent)
{
    if (!(q >> 63)) {
        q <<= 1;
        exponent--;
    }
    int top = exponent + 63; /* the value is 1.… * 2^top */
    if (top > 1023) return __builtin_inf();
    /* 53 bits are kept; below 2^-1022 (subnormal) one fewer for each power of two. */
    int drop = top >= -1022 ? 11 : 11 + (-1022 - top);
    if (drop > 64) return 0;
    uint64_t kept = drop == 64 ? 0 : q >> drop;
    uint64_t rest = q << (64 - drop), half = (uint64_t)1 << 63;
    kept += rest > half || (rest == half && (more || (kept & 1)));
    /* kept carries the leading bit, which adds the 1 missing in the exponent field; a
     * carry out of the rounding lands there too, as it should. */
    uint64_t bits = top >= -1022 ? ((uint64_t)(top + 1022) << 52) + kept : kept;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Long division of digits * 10^exponent in binary: 64 quotient bits and whether
 * anything remains. */
static double divide_exactly(const struct decimal *d)
{
    struct big numerator, denominator;
    big_set(&numerator, 0);
    for (int i = 0; i < d->n; i++) {
        big_multiply(&numerator, 10, d->digit[i]);
    }
    big_set(&denominator, 1);
    int exponent = (int)d->exponent;
    big_times_power_of_ten(exponent >= 0 ? &numerator : &denominator,
                           exponent >= 0 ? exponent : -exponent);
    /* Equal bit lengths put the quotient between 1/2 and 2. */
    int shift = big_bit_length(&denominator) - big_bit_length(&numerator);
    big_shift_left(shift > 0 ? &numerator : &denominator, shift > 0 ? shift : -shift);
    uint64_t q = 0;
    for (int i = 0; i < 64; i++) {
        q <<= 1;
        if (big_compare(&numerator, &denominator) >= 0) {
            big_subtract(&numerator, &denominator);
            q |= 1;
        }
        big_shift_left(&numerator, 1);
    }
    return round_to_double(q, numerator.n > 0, -63 - shift);
}

/* Digits and power of ten both exact as doubles: one rounding, so the nearest
 * (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990). */
static bool divide_quickly(const struct decimal *d, double *value)
{
    static const double power[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->n > 15 || d->exponent < -22 || d->exponent > 22) return false;
    uint64_t whole = 0;
    for (int i = 0; i < d->n; i++) {
        whole = whole * 10 + d->digit[i];
    }
    *value = d->exponent < 0 ? (double)whole / power[-d->exponent]
                             : (double)whole * power[d->exponent];
    return true;
}

size_t gf_decimal_read(const char *text, size_t n, double *value)
{
    struct decimal d;
    size_t length = scan(text, n, &d);
    if (length == 0) return 0;
    double magnitude;
    if (d.n == 0 || d.n + d.exponent < -330) {
        magnitude = 0; /* half of the smallest double is 2.47e-324 */
    } else if (d.n + d.exponent > 310) {
        magnitude = __builtin_inf(); /* the largest double is 1.80e308 */
    } else if (!divide_quickly(&d, &magnitude)) {
        magnitude = divide_exactly(&d);
    }
    *value = text[0] == '-' ? -magnitude : magnitude;
    return length;
}

/* ---- writing -------------------------------------------------------------------- */

/* x = r / s; `above` and `below` (over s) are half the distances to the next doubles.
 * The free-format algorithm of R. G. Burger & R. K. Dybvig, "Printing floating-point
 * numbers quickly and accurately", PLDI 1996: digits are given until what is left could
 * not be mistaken for a neighbour. */
struct digit_maker {
    struct big r, s, above, below;
    bool even; /* an even mantissa also owns the halfway points (round half to even) */
};

static void start_digits(struct digit_maker *g, uint64_t mantissa, int exponent)
{
    /* At a power of two the next double below is half as far as the one above. */
    bool uneven = mantissa == (uint64_t)1 << 52 && exponent > -1074;
    g->even = (mantissa & 1) == 0;
    big_set(&g->r, mantissa);
    big_set(&g->s, 1);
    big_set(&g->above, 1);
    big_set(&g->below, 1);
    int up = exponent > 0 ? exponent : 0, down = exponent < 0 ? -exponent : 0;
    big_shift_left(&g->r, up + 1 + uneven);
    big_shift_left(&g->s, down + 1 + uneven);
    big_shift_left(&g->above, up + uneven);
    big_shift_left(&g->below, up);
}

static void scale_up(struct digit_maker *g, int power)
{
    big_times_power_of_ten(&g->r, power);
    big_times_power_of_ten(&g->above, power);
    big_times_power_of_ten(&g->below, power);
}

static bool reaches_above(const struct digit_maker *g)
{
    int sign = big_compare_sum(&g->r, &g->above, &g->s);
    return sign > 0 || (sign == 0 && g->even);
}

static bool reaches_below(const struct digit_maker *g)
{
    int sign = big_compare(&g->r, &g->below);
    return sign < 0 || (sign == 0 && g->even);
}

/* Makes r / s lie in [1, 10); returns k with x in [10^(k-1), 10^k). */
static int place_point(struct digit_maker *g, int binary_exponent)
{
    /* log10(2), a hair less: the estimate is the true k or one below it. */
    double estimate = binary_exponent * 0.30102999566398 - 1e-10;
    int k = (int)estimate;
    k += k < estimate; /* ceiling */
    if (k >= 0) {
        big_times_power_of_ten(&g->s, k);
    } else {
        scale_up(g, -k);
    }
    if (reaches_above(g)) return k + 1;
    scale_up(g, 1);
    return k;
}

static int make_digits(struct digit_maker *g, char digit[20])
{
    for (int n = 0;; n++) {
        char d = 0;
        while (big_compare(&g->r, &g->s) >= 0) {
            big_subtract(&g->r, &g->s);
            d++;
        }
        bool low = reaches_below(g), high = reaches_above(g);
        if (low || high) {
            int half = big_compare_sum(&g->r, &g->r, &g->s); /* sign of 2r - s */
            bool up = high && (!low || half > 0 || (half == 0 && d % 2 == 1));
            digit[n] = (char)(d + up);
            return n + 1;
        }
        digit[n] = d;
        scale_up(g, 1);
    }
}

/* digits 0.d0 d1 … * 10^k in the four notations of ECMAScript's Number::toString. */
static char *lay_out(char *at, const char *digit, int n, int k)
{
    bool scientific = k > 21 || k < -5;
    int whole = scientific ? 1 : k; /* digits before the point */
    if (whole <= 0) {
        *at++ = '0';
    }
    for (int i = 0; i < whole; i++) {
        *at++ = (char)('0' + (i < n ? digit[i] : 0));
    }
    if (whole < n) {
        *at++ = '.';
        for (int i = whole; i < 0; i++) {
            *at++ = '0';
        }
        for (int i = whole > 0 ? whole : 0; i < n; i++) {
            *at++ = (char)('0' + digit[i]);
        }
    }
    if (scientific) {
        *at++ = 'e';
        *at++ = k > 0 ? '+' : '-';
        struct gf_buffer exponent = {.data = at, .capacity = 3};
        gf_put_unsigned(&exponent, (uint64_t)(k > 0 ? k - 1 : 1 - k), 1);
        at += exponent.n;
    }
    return at;
}

size_t gf_decimal_write(double x, char out[GF_DECIMAL_SIZE])
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    char *at = out;
    if (bits >> 63) {
        *at++ = '-';
    }
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffffu;
    if (field == 0 && mantissa == 0) {
        *at++ = '0';
        return (size_t)(at - out);
    }
    if (field > 0) {
        mantissa |= (uint64_t)1 << 52;
    }
    int exponent = (field > 0 ? field : 1) - 1075;
    struct digit_maker g;
    start_digits(&g, mantissa, exponent);
    int k = place_point(&g, exponent + 63 - __builtin_clzll(mantissa));
    char digit[20];
    int n = make_digits(&g, digit);
    return (size_t)(lay_out(at, digit, n, k) - out);
}
