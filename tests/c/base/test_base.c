/* UTF-8, the byte buffer, the arena and decimal numbers.
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/decimal.h"
#include "base/maths.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "harness.h"
#include "scoped.h"
#ifdef GF_DEBUG
#include <sanitizer/asan_interface.h>
#endif

TEST("utf8: every code point survives encoding and decoding, surrogates do not")
{
    for (uint32_t c = 0; c <= GF_MAX_CODE_POINT + 5; c++) {
        char bytes[4];
        uint32_t back = 0;
        size_t n = gf_utf8_encode(c, bytes);
        bool none = (c >= 0xd800 && c <= 0xdfff) || c > GF_MAX_CODE_POINT;
        size_t expected = none           ? 0
                          : c < 0x80     ? 1
                          : c < 0x800    ? 2
                          : c < 0x10000u ? 3
                                         : 4;
        CHECK_THAT(n == expected, "U+%X takes %zu bytes", c, n);
        CHECK_THAT(none || (gf_utf8_decode(bytes, n, &back) == n && back == c),
                   "U+%X became U+%X", c, back);
        for (size_t cut = 0; cut < n; cut++)
            CHECK_THAT(gf_utf8_decode(bytes, cut, &back) == 0, "U+%X cut to %zu", c,
                       cut);
    }
}

TEST("utf8: overlong, surrogate, too large and stray bytes are rejected")
{
    static const char *const bad[] = {
        "\x80",          "\xbf",         "\xc0\x80",     "\xc1\xbf",
        "\xe0\x80\x80",  "\xe0\x9f\xbf", "\xf0\x80\x80", "\xf0\x8f\xbf\xbf",
        "\xed\xa0\x80",  "\xed\xbf\xbf", "\xf4\x90\x80", "\xf4\x90\x80\x80",
        "\xf5\x80\x80",  "\xff",         "\xc3(",        "\xe2\x82(",
        "\xf0\x9f\x98(", "\xe2(\x82",
    };
    for (size_t i = 0; i < GF_COUNT(bad); i++) {
        uint32_t c = 77;
        CHECK_THAT(gf_utf8_decode(bad[i], strlen(bad[i]), &c) == 0 && c == 77,
                   "case %zu", i);
    }
}

TEST("utf8: the valid prefix ends at the first invalid byte")
{
    CHECK(gf_utf8_valid_prefix("añb\xffz", 6) == 4);
    CHECK(gf_utf8_valid_prefix("año", 4) == 4);
    CHECK(gf_utf8_valid_prefix("a\xe2\x82", 3) == 1);
    CHECK(gf_utf8_count("año €", 7) == 5);
}

TEST("buffer: bytes stay in order as it grows")
{
    SCOPED_BUFFER(b);
    for (int i = 0; i < 5000; i++) {
        char bytes[7] = {0};
        memset(bytes, i % 251, sizeof bytes);
        gf_buffer_put(&b, bytes, (size_t)(i % 8 == 7 ? 0 : i % 8));
    }
    gf_buffer_puts(&b, "end");
    size_t at = 0;
    for (int i = 0; i < 5000; i++)
        for (int j = 0; j < (i % 8 == 7 ? 0 : i % 8); j++) {
            CHECK_THAT((unsigned char)b.data[at] == i % 251, "byte %zu", at);
            at++;
        }
    CHECK(b.n == at + 3 && memcmp(b.data + at, "end", 3) == 0);
}

TEST("buffer: without memory it keeps its contents and the arena records the failure")
{
    SCOPED_BUFFER(b);
    gf_buffer_puts(&b, "kept");
    gf_arena_fail_after(1);
    char large[1000] = {0};
    CHECK(!gf_buffer_put(&b, large, sizeof large));
    CHECK(arena.failed && b.n == 4 && memcmp(b.data, "kept", 4) == 0);
    CHECK(!gf_buffer_reserve(&b, SIZE_MAX - 2));
    CHECK(gf_buffer_puts(&b, " too") && b.n == 8);
}

#ifdef GF_DEBUG
TEST("arena: the bytes before and after a block are red zones, none of its own")
{
    SCOPED_ARENA(arena);
    for (size_t n = 1; n < 200; n += 7) {
        char *block = gf_arena_alloc(&arena, n);
        CHECK(__asan_address_is_poisoned(block - 1));
        CHECK(__asan_address_is_poisoned(block + n));
        CHECK(!__asan_region_is_poisoned(block, n));
    }
}
#endif

TEST("arena: a limit applies to the total of all arenas and is restored by freeing")
{
    struct gf_arena a = {0}, b = {0};
    const size_t part = 600000;
    gf_arena_set_limit(1000000);
    CHECK(gf_arena_alloc(&a, part) && !a.failed);
    CHECK(!gf_arena_alloc(&b, part) && b.failed);
    gf_arena_free(&a);
    gf_arena_free(&b);
    CHECK(gf_arena_alloc(&b, part) && !b.failed);
    gf_arena_set_limit(0);
    CHECK(gf_arena_alloc(&a, part) && !a.failed);
    gf_arena_free(&a);
    gf_arena_free(&b);
}

TEST("arena: memory is zero, whatever was there before (seed 7)")
{
    enum { ARENAS = 12, ROUNDS = 2000, LARGEST = 60000, LARGER = 2000000 };
    /* All that a module has to begin with: its memory has to grow for what follows. */
    SCOPED_ARENA(rest);
    for (int i = 0; i < 300; i++) CHECK(gf_arena_alloc(&rest, LARGEST));
    struct gf_arena arenas[ARENAS] = {{0}};
    uint64_t state = 7;
    for (int i = 0; i < ROUNDS; i++) {
        state = gf_rng_mix64(state + 1);
        struct gf_arena *arena = &arenas[state % ARENAS];
        if (arena->chunks) {
            gf_arena_free(arena);
            continue;
        }
        size_t n = 1 + state / ARENAS % (i % 100 == 0 ? LARGER : LARGEST), zeros = 0;
        unsigned char *block = gf_arena_alloc(arena, n);
        while (block && zeros < n && block[zeros] == 0) zeros++;
        CHECK_THAT(zeros == n, "byte %zu of %zu in round %d", zeros, n, i);
        if (block) memset(block, 0xff, n);
    }
    for (int i = 0; i < ARENAS; i++) gf_arena_free(&arenas[i]);
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

TEST("decimal: hard numbers are read to the nearest double")
{
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {
        {"0", 0},
        {"-0", 0x8000000000000000},
        {"0.0e-999999999999999999999", 0},
        {"1", 0x3ff0000000000000},
        {"-2.5e-3", 0xbf647ae147ae147b},
        {"0.1", 0x3fb999999999999a},
        {"9007199254740993", 0x4340000000000000}, /* 2^53 + 1: a tie, to even */
        {"9007199254740993.00000000000000000000000000000001", 0x4340000000000001},
        {"9007199254740995", 0x4340000000000002}, /* a tie, to even upwards */
        {"1e23", 0x44b52d02c7e14af6},
        {"8.5e-17", 0x3c987fe49aab41e0},
        {"1.7976931348623157e308", 0x7fefffffffffffff},
        {"1.7976931348623158e308", 0x7fefffffffffffff},
        {"1.7976931348623159e308", 0x7ff0000000000000}, /* rounds to infinity */
        {"1e400", 0x7ff0000000000000},
        {"-1e99999999999999999999", 0xfff0000000000000},
        {"2.2250738585072011e-308", 0x000fffffffffffff}, /* hung PHP and Java once */
        {"2.2250738585072014e-308", 0x0010000000000000},
        {"4.9406564584124654e-324", 1},
        {"2.4703282292062327e-324", 0}, /* just under half of the smallest */
        {"2.4703282292062328e-324", 1},
        {"1e-400", 0},
        {"0.000000000000000000000000000000000000000001e42", 0x3ff0000000000000},
        {"1000000000000000000000000000000000000000000e-42", 0x3ff0000000000000},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        double x = 7;
        size_t n = strlen(cases[i].text);
        CHECK_THAT(gf_decimal_read(cases[i].text, n, &x) == n, "%s", cases[i].text);
        CHECK_THAT(to_bits(x) == cases[i].bits, "%s read as %a", cases[i].text, x);
    }
}

TEST("decimal: a digit after a thousand others still decides a tie")
{
    char text[1200] = "9007199254740993.";
    size_t n = strlen(text);
    memset(text + n, '0', 1000);
    double x = 0;
    gf_decimal_read(text, n + 1000, &x);
    CHECK(to_bits(x) == 0x4340000000000000);
    text[n + 999] = '1';
    gf_decimal_read(text, n + 1000, &x);
    CHECK(to_bits(x) == 0x4340000000000001);
}

TEST("decimal: text that is not a number takes no bytes, and reading stops at the end "
     "of one")
{
    static const struct {
        const char *text;
        size_t length;
    } ends[] = {{"", 0},     {"-", 0},    {".5", 0},    {"+1", 0},   {"e5", 0},
                {"NaN", 0},  {"-x", 0},   {"1.", 1},    {"01", 1},   {"-01", 2},
                {"1e", 1},   {"1e+", 1},  {"1.5.2", 3}, {"12,3", 2}, {"0x10", 1},
                {"1.e5", 1}, {"1E-2x", 4}};
    for (size_t i = 0; i < GF_COUNT(ends); i++) {
        double x = 0;
        size_t n = gf_decimal_read(ends[i].text, strlen(ends[i].text), &x);
        CHECK_THAT(n == ends[i].length, "\"%s\" takes %zu", ends[i].text, n);
    }
}

static const char *written(double x)
{
    static char text[GF_DECIMAL_SIZE + 1];
    text[gf_decimal_write(x, text)] = '\0';
    return text;
}

TEST("decimal: doubles are written as JavaScript writes them")
{
    static const struct {
        double x;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-17, "-17"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {100, "100"},
        {1e20, "100000000000000000000"},
        {1e21, "1e+21"},
        {123456789012345680000.0, "123456789012345680000"},
        {1.5e300, "1.5e+300"},
        {0.000001, "0.000001"},
        {0.0000015, "0.0000015"},
        {1e-7, "1e-7"},
        {9007199254740993.0, "9007199254740992"},
        {0x1p-1074, "5e-324"},
        {0x1p-1022, "2.2250738585072014e-308"},
        {0x1.fffffffffffffp1023, "1.7976931348623157e+308"},
        {0x1p-44, "5.684341886080802e-14"},
        {9.5367431640625e-7, "9.5367431640625e-7"}, /* a power of two: uneven gaps */
        {-0.0000012345678901234567, "-0.0000012345678901234567"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++)
        CHECK_THAT(strcmp(written(cases[i].x), cases[i].text) == 0, "%s, not %s",
                   written(cases[i].x), cases[i].text);
}

TEST("decimal: written numbers are read back, with one digit less they are not (seed "
     "20)")
{
    uint64_t state = 20;
    for (int i = 0; i < 20000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = state ^ state >> 29;
        double x = from_bits(bits), back = 0;
        if (x - x != 0) continue;
        const char *text = written(x);
        size_t n = strlen(text), used = gf_decimal_read(text, n, &back);
        CHECK_THAT(used == n && to_bits(back) == bits, "%a as %s", x, text);
        CHECK_THAT(strtod(text, NULL) == x, "%a as %s for libc", x, text);
        /* %.*e with one digit fewer than ours must be another number. Only the short
         * integers end in zeros that are no digits: leave them out. */
        size_t digits = 0;
        for (const char *c = text; *c && *c != 'e'; c++)
            digits += *c >= '0' && *c <= '9' && (digits > 0 || *c != '0');
        const char *shorter = printed("%.*e", digits > 1 ? (int)digits - 2 : 0, x);
        CHECK_THAT(digits == 1 || text[n - 1] == '0' || strtod(shorter, NULL) != x,
                   "%s is as good as %s", shorter, text);
    }
}

TEST("exp: of numbers outside its range, and of none")
{
    CHECK(gf_exp(-709) == 0 && gf_exp(0) == 1);
    CHECK(gf_exp(710) > 1e308 && gf_exp(710) == 2 * gf_exp(710));
    const double none = gf_exp(gf_exp(710) - gf_exp(710));
    CHECK(none != none);
}
