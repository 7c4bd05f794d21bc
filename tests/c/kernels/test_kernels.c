/* Runs the tests of every kernel at every vector width this machine has, or at the one
 * that GF_LANES names, and compares the bytes of the results between widths and with
 * what every compiler and engine gave before.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

/* Hash of every result that same_bytes() has seen, with the default seed. Changes when
 * a test is added or the numeric definition changes; must not otherwise, on any machine. */
#define ALL_BYTES UINT64_C(0x2dac60e5c559a3bf)

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
#define GF_KERNEL(type, name, args) {#name, test_##name},
#include "kernels/kernels.def"
#undef GF_KERNEL
};

static void run_width(int lanes)
{
    if (!gf_kernels_select(lanes)) return;
    begin_width();
    for (size_t i = 0; i < GF_COUNT(tests); i++) {
        const int before = test_state.passed + test_state.failed + test_state.open;
        begin_kernel();
        tests[i].run();
        release_all();
        const int after = test_state.passed + test_state.failed + test_state.open;
        if (after == before) {
            test("kernels: %s has a test", tests[i].name);
            CHECK(after > before);
        }
    }
    kernel_test("kernels: all results are the bytes they were everywhere before");
    const unsigned long long got = all_bytes();
    if (test_seed() == TEST_SEED_DEFAULT)
        CHECK_THAT(got == ALL_BYTES, "0x%016llx, not 0x%016llx", got,
                   (unsigned long long)ALL_BYTES);
}

TEST("kernels: a width that does not exist cannot be selected")
{
    const struct gf_kernels *before = gf_k;
    CHECK(!gf_kernels_select(5) && !gf_kernels_select(-1) && !gf_kernels_select(32));
    CHECK(gf_k == before);
    test("kernels: 0 selects the widest");
    CHECK(gf_kernels_select(4) && gf_k->lanes == 4);
    CHECK(gf_kernels_select(0) && gf_k == before);
}

TESTS(all_kernels)
{
    const char *lanes = getenv("GF_LANES");
    if (lanes && *lanes) {
        test("kernels: GF_LANES in the environment names a width of this machine");
        CHECK(gf_kernels_select(atoi(lanes)));
        run_width(atoi(lanes));
    } else {
        for (int width = 4; width <= 16; width *= 2) run_width(width);
    }
}
