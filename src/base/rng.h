/* Counter-based random numbers: a value is a pure function of (seed, purpose, step, index),
 * so it does not depend on the order of evaluation, the micro-batch or the worker.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_RNG_H
#define GF_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

/* The purpose of a stream. Part of the numeric definition: append only. */
enum gf_purpose {
    GF_RNG_INIT = 1, /* step = parameter number, index = element */
    GF_RNG_BATCH,    /* step = training step, index = sequence in the batch */
    GF_RNG_DROPOUT,  /* step = training step; the site is mixed into the key */
    GF_RNG_SAMPLE,   /* step = character number of the sample */
    GF_RNG_TASK      /* generated data sets: step = line number */
};

/* Two 32-bit keys that stand for (seed, purpose, step). */
struct gf_rng {
    uint32_t k0, k1;
};

/* splitmix64 finaliser over the three words (Steele, Lea & Flood, "Fast splittable
 * pseudorandom number generators", OOPSLA 2014). */
static inline uint64_t gf_rng_mix64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline struct gf_rng gf_rng_key(uint64_t seed, uint32_t purpose, uint64_t step)
{
    uint64_t x = gf_rng_mix64(gf_rng_mix64(gf_rng_mix64(seed) ^ purpose) ^ step);
    return (struct gf_rng){(uint32_t)x, (uint32_t)(x >> 32)};
}

/* 32 uniform bits at `index`. The multipliers and shifts are "triple32" of
 * C. Wellons' hash-prospector; the second key enters between two of its rounds so that
 * two streams are not shifted copies of each other. Only add, xor, shift and 32-bit
 * multiply: the vector form in kernels/random.h gives the same bits. */
static inline uint32_t gf_rng_bits(struct gf_rng key, uint32_t index)
{
    uint32_t x = index + key.k0;
    x = (x ^ (x >> 17)) * 0xed5ad4bbu;
    x = (x ^ (x >> 11)) * 0xac4c1b51u;
    x += key.k1;
    x = (x ^ (x >> 15)) * 0x31848babu;
    return x ^ (x >> 14);
}

/* Uniform in [0, 1): the top 24 bits, exact in float. */
static inline float gf_rng_uniform(struct gf_rng key, uint32_t index)
{
    return (float)(gf_rng_bits(key, index) >> 8) * 0x1p-24f;
}

/* Uniform integer in [0, n), n >= 1, by fixed-point multiply (bias below n / 2^32). */
static inline uint32_t gf_rng_below(struct gf_rng key, uint32_t index, uint32_t n)
{
    return (uint32_t)(((uint64_t)gf_rng_bits(key, index) * n) >> 32);
}

#endif
