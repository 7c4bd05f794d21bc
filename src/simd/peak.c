/* Each accumulator goes x = x * m + a, a chain of two latencies; a dozen chains side by
 * side hide them, until there are no registers left. x tends to a / (1 - m), an ordinary
 * number. Every statement is written out: the loops must be the same whatever a compiler
 * thinks of unrolling.
 * SPDX-License-Identifier: MIT */
#include "simd/peak.h"

#define GF_LANES 4
#include "simd/simd.h"

#define MAKE(i) gf_vf x##i = x = x + m; /* all different, and smaller than constants */
#define MOVE(i) x##i = gf_madd(a, x##i, m);
#define JOIN(i) x0 = x0 + x##i;

#define EACH_8(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define EACH_12(DO) EACH_8(DO) DO(8) DO(9) DO(10) DO(11)
#define EACH_13(DO) EACH_12(DO) DO(12)
#define EACH_16(DO) EACH_13(DO) DO(13) DO(14) DO(15)

#define LOOP(n) \
    __attribute__((noinline)) static gf_vf loop_##n(size_t rounds, gf_vf m, gf_vf a) \
    { \
        gf_vf x = a; \
        EACH_##n(MAKE) for (size_t r = 0; r < rounds; r += 2){ \
            EACH_##n(MOVE) EACH_##n(MOVE)} EACH_##n(JOIN) return x0; \
    }

LOOP(8)
LOOP(12)
LOOP(13)
LOOP(16)

double gf_peak_loop(int which, size_t rounds)
{
    static const struct {
        int n;
        gf_vf (*run)(size_t rounds, gf_vf m, gf_vf a);
    } loops[GF_PEAK_LOOPS] = {{8, loop_8}, {12, loop_12}, {13, loop_13}, {16, loop_16}};
    /* Not known to the compiler, and the result has a use: nothing can be left out. */
    static volatile float factor = 0.999f, summand = 0.001f;
    gf_vf x = loops[which].run(rounds, gf_splat(factor), gf_splat(summand));
    volatile float sink = x[0];
    (void)sink;
    return 2.0 * GF_LANES * loops[which].n * (double)(rounds + rounds % 2);
}
