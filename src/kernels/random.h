/* gf_rng_bits for GF_LANES indices at once, and the dropout made from it.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_RANDOM_H
#define GF_KERNELS_RANDOM_H

#include "kernels/lanes.h"

/* index, index + 1, … modulo 2^32 */
GF_INLINE gf_vu gf_indices(uint32_t index)
{
    static const uint32_t lanes[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                     8, 9, 10, 11, 12, 13, 14, 15};
    gf_vu x;
    memcpy(&x, lanes, sizeof x);
    return x + index;
}

/* The same 32 bits as base/rng.h for each index. */
GF_INLINE gf_vu gf_random_bits(struct gf_rng key, gf_vu index)
{
    gf_vu x = index + key.k0;
    x = (x ^ (x >> 17)) * 0xed5ad4bbu;
    x = (x ^ (x >> 11)) * 0xac4c1b51u;
    x = x + key.k1;
    x = (x ^ (x >> 15)) * 0x31848babu;
    return x ^ (x >> 14);
}

/* Srivastava et al., "Dropout", 2014, in the inverted form: an element stays when its
 * uniform number is at least p, and is scaled by 1 / (1 - p). */
struct gf_dropout {
    struct gf_rng key;
    float limit; /* p as a count of 2^-24 */
    float scale;
};

static inline struct gf_dropout gf_dropout_of(struct gf_rng key, float p)
{
    return (struct gf_dropout){key, p * 0x1p24f, 1.0f / (1.0f - p)};
}

GF_INLINE gf_vf gf_drop_at(const struct gf_dropout *d, gf_vf x, gf_vu index)
{
    gf_vf u = gf_from_int((gf_vi)(gf_random_bits(d->key, index) >> 8));
    return gf_mask(u >= gf_splat(d->limit), x * gf_splat(d->scale));
}

/* For indices index, index + 1, … */
GF_INLINE gf_vf gf_drop(const struct gf_dropout *d, gf_vf x, uint32_t index)
{
    return gf_drop_at(d, x, gf_indices(index));
}

#endif
