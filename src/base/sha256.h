/* SHA-256 (FIPS 180-4): the fingerprint by which two runs are compared byte for byte.
 * Browsers offer their own only on secure pages, and the native program none, so there
 * is one here that all of them share.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_SHA256_H
#define GF_BASE_SHA256_H

#include "base/status.h"

struct gf_sha256 {
    uint32_t state[8];
    uint64_t n_bytes;  /* taken in so far */
    uint8_t block[64]; /* the last n_bytes % 64 of them */
};

/* Begin, add bytes in pieces of any size, end: lower-case hexadecimal digits with a closing
 * zero. After the end the struct is spent. */
void gf_sha256_begin(struct gf_sha256 *sha);
void gf_sha256_add(struct gf_sha256 *sha, const void *bytes, size_t n);
void gf_sha256_end_hex(struct gf_sha256 *sha, char hex[GF_SHA256_HEX]);

#endif
