/* SHA-256. Expected values are from FIPS 180-4 (the messages "abc", "" and a million times
 * "a") and, for lengths near the limits of the padding, from Python's hashlib.
 * SPDX-License-Identifier: MIT */
#include "base/sha256.h"
#include "harness.h"

/* Byte i of a message is 7 i + 3. */
static const struct {
    size_t n;
    const char *hex;
} lengths[] = {
    {55, "e7313d333c272e639f790978283f9eb392e843d0f29b7016828bb1daa4aac70b"},
    {56, "4324d65f3c103567f5589c710bc08f8523f929a9272e3af36fc968e52abc6c27"},
    {57, "35df609437dcfea3279283ab79fd554e2bf78f8f7ae2de532d8ee300b09e8f73"},
    {63, "81c80242132f230c3bd41b3e63bbcff16107339549214a99614ff26664625055"},
    {64, "39e3d7b6b5d075d37d053ad89b24b41bef4f3c29760c84447cab3f3be1882241"},
    {65, "aacca6ff74fdbb296d165a45cecfa04e5127bc008770fbbdd48006f2d2fae95e"},
    {119, "9ce7368e4daf32341631b492e80359dc9f594b48453cd0dd5bf0b19279cc177e"},
    {120, "7836b787757e95e58b3ca5aec90b1b004e8deba1e50e9675af9cabf1a13a04b5"},
    {128, "d2742f1f4ac6bb7ca2b239ee18402ba8b3f9f8e652d2a72973c2b9ba11c08cf6"},
    {1000, "1e9bc38cbf860b9ec31918b065f9b52476c549a782e0e7990bed8ce3868d2371"},
};

static void fill(uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) bytes[i] = (uint8_t)(7 * i + 3);
}

static void check_hex(const void *bytes, size_t n, const char *expected)
{
    char hex[GF_SHA256_HEX];
    gf_sha256_hex(bytes, n, hex);
    CHECK_THAT(strcmp(hex, expected) == 0, "%zu bytes gave %s", n, hex);
}

TEST("sha256: the standard's own examples")
{
    check_hex("", 0,
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hex("abc", 3,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST("sha256: messages that end near the end of a block")
{
    uint8_t bytes[1000];
    fill(bytes, sizeof bytes);
    for (size_t i = 0; i < GF_COUNT(lengths); i++)
        check_hex(bytes, lengths[i].n, lengths[i].hex);
}

TEST("sha256: pieces of any size add up to the whole")
{
    uint8_t bytes[1000];
    char hex[GF_SHA256_HEX], expected[GF_SHA256_HEX];
    struct gf_sha256 sha;
    fill(bytes, sizeof bytes);
    gf_sha256_hex(bytes, sizeof bytes, expected);
    for (size_t piece = 1; piece <= 130; piece++) {
        gf_sha256_begin(&sha);
        for (size_t at = 0; at < sizeof bytes; at += piece) {
            size_t left = sizeof bytes - at;
            gf_sha256_add(&sha, bytes + at, left < piece ? left : piece);
        }
        gf_sha256_end_hex(&sha, hex);
        CHECK_THAT(strcmp(hex, expected) == 0, "pieces of %zu", piece);
    }
}

TEST("sha256: a million times the letter a")
{
    char block[1000], hex[GF_SHA256_HEX];
    struct gf_sha256 sha;
    memset(block, 'a', sizeof block);
    gf_sha256_begin(&sha);
    for (int i = 0; i < 1000; i++) gf_sha256_add(&sha, block, sizeof block);
    gf_sha256_end_hex(&sha, hex);
    CHECK_TEXT(hex, "cdc76e5c9914fb9281a1c7e284d73e67"
                    "f1809a48a497200e046d39ccc7112cd0");
}
