/* Rotary positions: pairs of numbers turned by the angles of their row (ops/rotary.c).
 * SPDX-License-Identifier: MIT */
#include "kernels/lanes.h"

/* Neighbours are a pair: the second of each is multiplied by -sine for the first, and the first
 * by sine for the second. Whole vectors of R. */
static void turn_neighbours(float *y, const float *x, const struct gf_turn *t)
{
    static const float signs[16] = {-1, 1, -1, 1, -1, 1, -1, 1,
                                    -1, 1, -1, 1, -1, 1, -1, 1};
    const gf_vf sign = gf_load(signs) * gf_splat(t->sign);
    for (size_t i = 0; i < t->R; i += GF_LANES) {
        const gf_vf angle = gf_load(t->angles + i);
        const gf_vf cosine = GF_OF_PAIRS(angle, 0, 0);
        const gf_vf sine = GF_OF_PAIRS(angle, 1, 1) * sign;
        for (size_t at = i; at < t->n; at += t->D) {
            const gf_vf v = gf_load(x + at);
            gf_store(y + at, v * cosine + GF_OF_PAIRS(v, 1, 0) * sine);
        }
    }
}

static void turn_apart(float *y, const float *x, const struct gf_turn *t)
{
    const size_t step = t->halves ? 1 : 2, apart = t->halves ? t->R / 2 : 1;
    for (size_t first = 0; first < t->n; first += t->D)
        for (size_t i = 0; i < t->R / 2; i++) {
            const size_t a = first + i * step, b = a + apart;
            const float cosine = t->angles[2 * i],
                        sine = t->sign * t->angles[2 * i + 1];
            y[a] = x[a] * cosine - x[b] * sine;
            y[b] = x[a] * sine + x[b] * cosine;
        }
}

void GF_FN(turn)(float *y, const float *x, const struct gf_turn *t)
{
    if (t->halves || t->R % GF_LANES)
        turn_apart(y, x, t);
    else
        turn_neighbours(y, x, t);
    if (t->R == t->D) return;
    for (size_t at = t->R; at < t->n; at += t->D)
        memcpy(y + at, x + at, (t->D - t->R) * sizeof(float));
}
