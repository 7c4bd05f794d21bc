/* Assumptions of the other tests: arithmetic as the compiler flags require, and files that
 * can be read in every flavour, wasm included.
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

TESTS(test_files)
{
    char text[64] = {0};
    FILE *file = fopen("package.json", "rb");
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    bool seeks = file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > (long)n;
    if (file) fclose(file);
    test("toolchain: a file is read");
    CHECK(n > 0 && text[0] == '{' && strstr(text, "glassformer"));
    test("toolchain: a file knows its length");
    CHECK(seeks);
    file = fopen("no/such/file", "rb");
    test("toolchain: a missing file is NULL");
    CHECK(file == NULL);
    if (file) fclose(file);
}
