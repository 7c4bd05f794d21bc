/* SPDX-License-Identifier: MIT */
#include "base/sha256.h"

#include <string.h>

#define BLOCK 64 /* bytes taken in at a time */
#define ROUNDS 64

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t round_constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static uint32_t load_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The block's 16 words, stretched to one for each round (FIPS 180-4, 6.2.2 step 1). */
static void schedule(uint32_t w[ROUNDS], const uint8_t *block)
{
    for (int t = 0; t < 16; t++) {
        w[t] = load_big_endian(block + 4 * t);
    }
    for (int t = 16; t < ROUNDS; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];
        uint32_t small0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
        uint32_t small1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        w[t] = w[t - 16] + small0 + w[t - 7] + small1;
    }
}

/* Steps 2 to 4. The standard's letters a … h are v[0] … v[7]. */
static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t w[ROUNDS], v[8];
    schedule(w, block);
    memcpy(v, state, sizeof v);
    for (int t = 0; t < ROUNDS; t++) {
        uint32_t big1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + big1 + choice + round_constants[t] + w[t];
        uint32_t big0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + big0 + majority;
    }
    for (int i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

void gf_sha256_begin(struct gf_sha256 *sha)
{
    /* The first 32 bits of the fractions of the square roots of the first 8 primes. */
    *sha =
        (struct gf_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void gf_sha256_add(struct gf_sha256 *sha, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    size_t waiting = sha->n_bytes % BLOCK;
    sha->n_bytes += n;
    if (waiting > 0) {
        size_t take = n < BLOCK - waiting ? n : BLOCK - waiting;
        memcpy(sha->block + waiting, at, take);
        at += take;
        n -= take;
        if (waiting + take < BLOCK) return;
        compress(sha->state, sha->block);
    }
    for (; n >= BLOCK; at += BLOCK, n -= BLOCK) {
        compress(sha->state, at);
    }
    if (n > 0) {
        memcpy(sha->block, at, n);
    }
}

/* Padding: one bit, zeros, and the length in bits as the last 8 bytes of a block. */
void gf_sha256_end_hex(struct gf_sha256 *sha, char hex[GF_SHA256_HEX])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t n_bits = 8 * sha->n_bytes;
    uint8_t tail[BLOCK + 8] = {0x80};
    size_t waiting = sha->n_bytes % BLOCK;
    size_t n_tail = (waiting < BLOCK - 8 ? BLOCK : 2 * BLOCK) - waiting;
    for (size_t i = 0; i < 8; i++) {
        tail[n_tail - 1 - i] = (uint8_t)(n_bits >> (8 * i));
    }
    gf_sha256_add(sha, tail, n_tail);
    for (size_t i = 0; i < GF_SHA256_HEX - 1; i++) {
        hex[i] = digits[sha->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    }
    hex[GF_SHA256_HEX - 1] = '\0';
}

void gf_sha256_hex(const void *bytes, size_t n, char hex[GF_SHA256_HEX])
{
    struct gf_sha256 sha;
    gf_sha256_begin(&sha);
    gf_sha256_add(&sha, bytes, n);
    gf_sha256_end_hex(&sha, hex);
}
