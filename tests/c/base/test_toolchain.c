/* An assumption of the other tests: arithmetic as the compiler flags require.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

/* (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 does not fit into 24 bits: rounded before the
 * subtraction the tail is lost (a tie, to even), in a fused multiply-add it stays. */
TEST("toolchain: a product is rounded before it is added to")
{
    volatile float a = 1.0f + 0x1p-12f, product = 1.0f + 0x1p-11f;
    float x = a, c = product;
    CHECK(x * x - c == 0.0f);
}

TESTS(test_no_fast_math)
{
    volatile float zero = 0.0f, tiny = 0x1p-149f, big = 0x1p24f;
    float nan = zero / zero, one = 1.0f, b = big;
    test("toolchain: NaN is not equal to itself");
    CHECK(nan != nan);
    test("toolchain: subnormal numbers stay");
    CHECK(tiny != 0.0f && tiny * 2.0f == 0x1p-148f);
    test("toolchain: sums are not reordered");
    CHECK((b + one) - b == 0.0f);
    test("toolchain: zero has a sign");
    CHECK(signbit(-zero) && !signbit(zero));
}
