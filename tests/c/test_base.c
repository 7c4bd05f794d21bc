/* What everything stands on: UTF-8, the byte buffer, decimal numbers and JSON.
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/decimal.h"
#include "base/json.h"
#include "base/utf8.h"
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* ---- UTF-8 ---------------------------------------------------------------------- */

static void test_utf8_round_trip(void)
{
    test("utf8: every code point survives encoding and decoding, surrogates do not");
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
        for (size_t cut = 0; cut < n; cut++) {
            CHECK_THAT(gf_utf8_decode(bytes, cut, &back) == 0, "U+%X cut to %zu", c,
                       cut);
        }
    }
}

static void test_utf8_rejects(void)
{
    test("utf8: overlong, surrogate, too large and stray bytes are rejected");
    static const char *const bad[] = {
        "\x80",          "\xbf",         "\xc0\x80",     "\xc1\xbf",
        "\xe0\x80\x80",  "\xe0\x9f\xbf", "\xf0\x80\x80", "\xf0\x8f\xbf\xbf",
        "\xed\xa0\x80",  "\xed\xbf\xbf", "\xf4\x90\x80", "\xf4\x90\x80\x80",
        "\xf5\x80\x80",  "\xff",         "\xc3(",        "\xe2\x82(",
        "\xf0\x9f\x98(", "\xe2(\x82",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint32_t c = 77;
        CHECK_THAT(gf_utf8_decode(bad[i], strlen(bad[i]), &c) == 0 && c == 77,
                   "case %zu", i);
    }
}

static void test_utf8_prefix(void)
{
    test("utf8: the valid prefix ends where the text is broken");
    CHECK(gf_utf8_valid_prefix("añb\xffz", 6) == 4);
    CHECK(gf_utf8_valid_prefix("año", 4) == 4);
    CHECK(gf_utf8_valid_prefix("a\xe2\x82", 3) == 1);
    CHECK(gf_utf8_count("año €", 7) == 5);
}

/* ---- buffer --------------------------------------------------------------------- */

static void test_buffer(void)
{
    test("buffer: bytes come back in order however it grows");
    struct gf_arena arena = {0};
    struct gf_buffer b = {.arena = &arena};
    for (int i = 0; i < 5000; i++) {
        char bytes[7] = {0};
        memset(bytes, i % 251, sizeof bytes);
        gf_buffer_put(&b, bytes, (size_t)(i % 8 == 7 ? 0 : i % 8));
    }
    gf_buffer_puts(&b, "end");
    size_t at = 0;
    for (int i = 0; i < 5000; i++) {
        for (int j = 0; j < (i % 8 == 7 ? 0 : i % 8); j++) {
            CHECK_THAT((unsigned char)b.data[at] == i % 251, "byte %zu", at);
            at++;
        }
    }
    CHECK(b.n == at + 3 && memcmp(b.data + at, "end", 3) == 0);
    gf_arena_free(&arena);
}

static void test_buffer_memory(void)
{
    test("buffer: without memory it keeps what it holds and the arena remembers");
    struct gf_arena arena = {0};
    struct gf_buffer b = {.arena = &arena};
    gf_buffer_puts(&b, "kept");
    gf_arena_fail_after(1);
    char large[1000] = {0};
    CHECK(!gf_buffer_put(&b, large, sizeof large));
    CHECK(arena.failed && b.n == 4 && memcmp(b.data, "kept", 4) == 0);
    CHECK(!gf_buffer_reserve(&b, SIZE_MAX - 2));
    CHECK(gf_buffer_puts(&b, " too") && b.n == 8);
    gf_arena_free(&arena);
}

static void test_arena_limit(void)
{
    test("arena: a limit holds for all arenas together and is given back");
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

/* ---- decimal -------------------------------------------------------------------- */

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

static void test_decimal_read(void)
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
    test("decimal: hard numbers are read to the nearest double");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = 7;
        size_t n = strlen(cases[i].text);
        CHECK_THAT(gf_decimal_read(cases[i].text, n, &x) == n, "%s", cases[i].text);
        CHECK_THAT(to_bits(x) == cases[i].bits, "%s read as %a", cases[i].text, x);
    }
}

static void test_decimal_tie(void)
{
    test("decimal: a digit after a thousand others still decides a tie");
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

static void test_decimal_end(void)
{
    test("decimal: what is no number takes no bytes, and reading stops at its end");
    static const struct {
        const char *text;
        size_t length;
    } ends[] = {{"", 0},     {"-", 0},    {".5", 0},    {"+1", 0},   {"e5", 0},
                {"NaN", 0},  {"-x", 0},   {"1.", 1},    {"01", 1},   {"-01", 2},
                {"1e", 1},   {"1e+", 1},  {"1.5.2", 3}, {"12,3", 2}, {"0x10", 1},
                {"1.e5", 1}, {"1E-2x", 4}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
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

static void test_decimal_write(void)
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
    test("decimal: doubles are written as JavaScript writes them");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_THAT(strcmp(written(cases[i].x), cases[i].text) == 0, "%s, not %s",
                   written(cases[i].x), cases[i].text);
    }
}

static void test_decimal_round_trip(void)
{
    test("decimal: what is written is read back, and one digit less is not (seed 20)");
    uint64_t state = 20;
    for (int i = 0; i < 20000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = state ^ state >> 29;
        double x = from_bits(bits), back = 0;
        if (x - x != 0) {
            continue;
        }
        const char *text = written(x);
        size_t n = strlen(text), used = gf_decimal_read(text, n, &back);
        CHECK_THAT(used == n && to_bits(back) == bits, "%a as %s", x, text);
        CHECK_THAT(strtod(text, NULL) == x, "%a as %s for libc", x, text);
        /* %.*e with one digit fewer than ours must be another number. Only the short
         * integers end in zeros that are no digits: leave them out. */
        size_t digits = 0;
        for (const char *c = text; *c && *c != 'e'; c++) {
            digits += *c >= '0' && *c <= '9' && (digits > 0 || *c != '0');
        }
        char shorter[40];
        snprintf(shorter, sizeof shorter, "%.*e", digits > 1 ? (int)digits - 2 : 0, x);
        CHECK_THAT(digits == 1 || text[n - 1] == '0' || strtod(shorter, NULL) != x,
                   "%s is as good as %s", shorter, text);
    }
}

/* ---- JSON, reading -------------------------------------------------------------- */

static const struct gf_json *parse(struct gf_arena *arena, const char *text,
                                   struct gf_error *err)
{
    return gf_json_parse(arena, text, strlen(text), err);
}

static void test_json_tree(void)
{
    test("json: every kind of value is found under its key");
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    const struct gf_json *o =
        parse(&arena,
              " {\"a\" : -1.5e2,\t\"b\":[true,false,null,[],{}],\r\n"
              "\"\":\"\\u00e9\\ud83d\\ude00\\n\\\"\\/\\u0000x\", \"c\":{\"a\":7}} ",
              &err);
    CHECK_THAT(o, "%s", err.message);
    double x = 0;
    int64_t i = 0;
    bool flag = true;
    const char *s = NULL;
    size_t n = 0;
    CHECK(o->type == GF_JSON_OBJECT && o->n == 4 && !gf_json_get(o, "d"));
    CHECK(gf_json_as_double(gf_json_get(o, "a"), &x) && x == -150);
    CHECK(gf_json_as_int(gf_json_get(gf_json_get(o, "c"), "a"), &i) && i == 7);
    CHECK_THAT(gf_json_as_string(gf_json_get(o, ""), &s, &n) && n == 11, "n %zu", n);
    CHECK(memcmp(s, "é😀\n\"/\0x", 12) == 0);
    const struct gf_json *b = gf_json_get(o, "b");
    CHECK(b->type == GF_JSON_ARRAY && b->n == 5 && !b->first->key);
    CHECK(gf_json_as_bool(b->first->next, &flag) && !flag);
    CHECK(b->first->next->next->type == GF_JSON_NULL);
    CHECK(b->first->next->next->next->next->n == 0);
    CHECK(!gf_json_get(b, "a") && !gf_json_get(NULL, "a"));
    gf_arena_free(&arena);
}

static void test_json_integers(void)
{
    test("json: integers are exact to 2^53, and getters keep a default otherwise");
    struct gf_arena arena = {0};
    const struct gf_json *a = parse(
        &arena, "[9007199254740992,-9007199254740991,1e3,0.5,-1,1e17,\"1\"]", NULL);
    int64_t i = 5;
    uint64_t u = 5;
    CHECK(gf_json_as_int(a->first, &i) && i == 9007199254740992);
    a = a->first->next;
    CHECK(gf_json_as_int(a, &i) && i == -9007199254740991);
    a = a->next;
    CHECK(gf_json_as_uint(a, &u) && u == 1000);
    a = a->next;
    CHECK(!gf_json_as_int(a, &i) && i == -9007199254740991);
    CHECK(!gf_json_as_uint(a->next, &u) && u == 1000);
    CHECK(!gf_json_as_int(a->next->next, &i) && !gf_json_as_int(NULL, &i));
    double x = 5;
    CHECK(!gf_json_as_double(a->next->next->next, &x) && x == 5);
    gf_arena_free(&arena);
}

static void test_json_many_members(void)
{
    test("json: ten thousand members are found again, and a repeated one is not "
         "allowed");
    struct gf_arena arena = {0};
    struct gf_buffer text = {.arena = &arena};
    struct gf_json_writer w = {.out = &text};
    struct gf_error err = {0};
    char key[24];
    gf_json_begin_object(&w);
    for (int i = 0; i < 10000; i++) {
        gf_format(key, sizeof key, "key %i", i);
        gf_json_key(&w, key);
        gf_json_int(&w, i);
    }
    gf_json_end_object(&w);
    const struct gf_json *o = gf_json_parse(&arena, text.data, text.n, &err);
    CHECK_THAT(o && o->n == 10000, "%s", err.message);
    for (int i = 0; o && i < 10000; i++) {
        int64_t value = -1;
        gf_format(key, sizeof key, "key %i", i);
        CHECK_THAT(gf_json_as_int(gf_json_get(o, key), &value) && value == i, "%s",
                   key);
    }
    text.n--;
    gf_buffer_puts(&text, ",\"key 77\":0}");
    CHECK(!gf_json_parse(&arena, text.data, text.n, &err));
    CHECK_THAT(strstr(err.message, "the key \"key 77\" occurs twice"), "%s",
               err.message);
    gf_arena_free(&arena);
}

/* The state of FNV-1a after more bytes, as in json.c. */
static uint32_t fnv(uint32_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * 0x01000193u;
    }
    return hash;
}

/* String number i: eight letters of a to p, in no order that the hash could keep. */
static void draw_letters(uint32_t i, char text[8])
{
    for (uint32_t k = 0, x = i * 2654435761u; k < 8; k++, x >>= 4) {
        text[k] = (char)('a' + x % 16);
    }
}

/* Two strings that take a state to the same next one: of 100,000 one such pair is to be
 * expected. With a pair at each of seven places, 128 keys have one hash (A. Joux,
 * "Multicollisions in iterated hash functions", 2004). */
static uint32_t find_pair(uint32_t state, char pair[2][8])
{
    enum { N_SLOT = 1 << 20 };
    static uint32_t slots[N_SLOT]; /* the last string of such a hash */
    memset(slots, 0, sizeof slots);
    for (uint32_t i = 1; i < N_SLOT; i++) {
        draw_letters(i, pair[0]);
        uint32_t hash = fnv(state, pair[0], 8), *slot = &slots[hash >> 12];
        draw_letters(*slot, pair[1]);
        if (*slot && fnv(state, pair[1], 8) == hash) {
            return hash;
        }
        *slot = i;
    }
    CHECK_THAT(false, "no pair for state %x", (unsigned)state);
    return state;
}

static void test_json_collisions(void)
{
    test("json: keys made to have the same hash are refused, a few are read");
    char pairs[7][2][8];
    uint32_t state = 0x811c9dc5u;
    for (int i = 0; i < 7; i++) {
        state = find_pair(state, pairs[i]);
    }
    for (int n = 32; n <= 128; n *= 2) {
        struct gf_arena arena = {0};
        struct gf_buffer text = {.arena = &arena};
        struct gf_json_writer w = {.out = &text};
        struct gf_error err = {0};
        gf_json_begin_object(&w);
        for (int i = 0; i < n; i++) {
            char key[57] = "";
            for (int k = 0; k < 7; k++) {
                memcpy(key + 8 * k, pairs[k][i >> k & 1], 8);
            }
            gf_json_key(&w, key);
            gf_json_int(&w, i);
        }
        gf_json_end_object(&w);
        const struct gf_json *o = gf_json_parse(&arena, text.data, text.n, &err);
        CHECK_THAT((o != NULL) == (n <= 64), "%d keys: %s", n, err.message);
        CHECK_THAT(o || (err.status == GF_BAD_JSON && strstr(err.message, "hash")),
                   "%s", err.message);
        gf_arena_free(&arena);
    }
}

static void test_json_errors(void)
{
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"", "line 1, column 1: the text ends where a value is expected"},
        {" \n ", "line 2, column 2: the text ends"},
        {"{\"a\":1,}", "line 1, column 8: expected a key in quotes"},
        {"[1,]", "line 1, column 4: expected a value"},
        {"[1 2]", "line 1, column 4: expected ',' or ']'"},
        {"{\"a\" 1}", "line 1, column 6: expected ':'"},
        {"{\"a\":1 \"b\":2}", "expected ',' or '}'"},
        {"{a:1}", "expected a key in quotes"},
        {"[1", "line 1, column 3: expected ',' or ']'"},
        {"[\n\"é\", tru]", "line 2, column 6: expected a value"},
        {"nul", "expected a value"},
        {"NaN", "expected a value"},
        {"-", "expected a value"},
        {"01", "line 1, column 2: more text after the value"},
        {"1.", "more text after the value"},
        {"1 //", "more text after the value"},
        {"[1e999]", "line 1, column 2: a number too large"},
        {"\"abc", "line 1, column 1: this string has no end"},
        {"\"a\\", "unknown escape"},
        {"\"\\x41\"", "unknown escape"},
        {"\"\\u12g4\"", "line 1, column 2: \\u needs four hexadecimal digits"},
        {"\"\\ud800\"", "half of a surrogate pair"},
        {"\"\\ud800\\u0041\"", "half of a surrogate pair"},
        {"\"\\udc00\"", "half of a surrogate pair"},
        {"\"tab\there\"", "line 1, column 5: a control character must be escaped"},
        {"\"\xc3(\"", "bytes that are not UTF-8"},
        {"\xef\xbb\xbf{}", "expected a value"},
        {"{\"a\":1,\"a\":2}", "line 1, column 8: the key \"a\" occurs twice"},
        {"{\"a\":{\"x\":1},\"\\u0061\":2}", "the key \"a\" occurs twice"},
    };
    test("json: what is not JSON gets a sentence with line and column");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        CHECK_THAT(!parse(&arena, cases[i].text, &err), "%s", cases[i].text);
        CHECK(err.status == GF_BAD_JSON);
        CHECK_THAT(strstr(err.message, cases[i].sentence), "for %s: %s", cases[i].text,
                   err.message);
        gf_arena_free(&arena);
    }
}

static void test_json_depth(void)
{
    test("json: 64 levels are read and 65 are not");
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    char text[131];
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    CHECK_THAT(gf_json_parse(&arena, text + 1, 128, &err), "%s", err.message);
    CHECK(!gf_json_parse(&arena, text, 130, &err));
    CHECK_THAT(strstr(err.message, "64 levels"), "%s", err.message);
    gf_arena_free(&arena);
}

static void test_json_prefixes(void)
{
    test("json: every prefix of a text is refused without reading past it");
    static const char text[] =
        "{\"a\":[1.5e-3,\"\\ud83d\\ude00é\",true,null],\"b\":{}}";
    for (size_t n = 0; n < sizeof text - 1; n++) {
        struct gf_arena arena = {0};
        char *exact = malloc(n + 1); /* so that the sanitizer sees the end */
        memcpy(exact + 1, text, n);
        CHECK_THAT(!gf_json_parse(&arena, exact + 1, n, NULL), "%zu bytes", n);
        free(exact);
        gf_arena_free(&arena);
    }
}

/* ---- JSON, writing -------------------------------------------------------------- */

static void write_sample(struct gf_json_writer *w)
{
    gf_json_begin_object(w);
    gf_json_key(w, "numbers");
    gf_json_begin_array(w);
    gf_json_int(w, INT64_MIN);
    gf_json_double(w, -0.125);
    gf_json_double(w, __builtin_inf());
    gf_json_end_array(w);
    gf_json_key(w, "q\"");
    gf_json_string_n(w, "a\\\"\x01\n\0é\xff€", 12);
    gf_json_key(w, "empty");
    gf_json_begin_object(w);
    gf_json_end_object(w);
    gf_json_key(w, "yes");
    gf_json_bool(w, true);
    gf_json_key(w, "raw");
    gf_json_raw(w, "[ ]", 3);
    gf_json_key(w, "none");
    gf_json_null(w);
    gf_json_end_object(w);
}

static void test_json_write(void)
{
    test("json: the writer puts commas, escapes and null for infinity");
    static const char expected[] =
        "{\"numbers\":[-9223372036854775808,-0.125,null],"
        "\"q\\\"\":\"a\\\\\\\"\\u0001\\n\\u0000é\xef\xbf\xbd€\","
        "\"empty\":{},\"yes\":true,\"raw\":[ ],\"none\":null}";
    struct gf_arena arena = {0};
    struct gf_buffer b = {.arena = &arena};
    struct gf_json_writer w = {.out = &b};
    write_sample(&w);
    CHECK_THAT(b.n == sizeof expected - 1 && memcmp(b.data, expected, b.n) == 0, "%.*s",
               (int)b.n, b.data);
    gf_arena_free(&arena);
}

static void test_json_again(void)
{
    test("json: a tree written and read again is written the same");
    struct gf_arena arena = {0};
    struct gf_buffer first = {.arena = &arena}, second = {.arena = &arena};
    struct gf_json_writer w = {.out = &first}, again = {.out = &second};
    struct gf_error err = {0};
    gf_json_tree(&w,
                 parse(&arena, "[{\"a\":[1,2.5,{}],\"b\":\"\\t\"},true,null]", &err));
    gf_json_tree(&again, gf_json_parse(&arena, first.data, first.n, &err));
    CHECK(first.n == second.n && memcmp(first.data, second.data, first.n) == 0);
    CHECK(memcmp(first.data, "[{\"a\":[1,2.5,{}],\"b\":\"\\t\"},true,null]", first.n) ==
          0);
    gf_arena_free(&arena);
}

static void test_json_memory(void)
{
    test("json: reading without memory says so at every allocation");
    int n = 1;
    for (;; n++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        gf_arena_fail_after((size_t)n);
        const struct gf_json *v = parse(&arena, "[1,{\"a\":\"b\"}]", &err);
        gf_arena_fail_after(0);
        gf_arena_free(&arena);
        if (v) {
            break;
        }
        CHECK_THAT(err.status == GF_OUT_OF_MEMORY, "%s", err.message);
    }
    CHECK_THAT(n == 3, "two allocations were promised, not %d", n - 1);
}

static void test_json_write_memory(void)
{
    test("json: writing without memory leaves a prefix and the arena remembers");
    struct gf_arena arena = {0};
    struct gf_buffer b = {.arena = &arena};
    struct gf_json_writer w = {.out = &b};
    gf_arena_fail_after(1);
    write_sample(&w);
    gf_arena_fail_after(0);
    CHECK(arena.failed);
    gf_arena_free(&arena);
}

int main(void)
{
    test_utf8_round_trip();
    test_utf8_rejects();
    test_utf8_prefix();
    test_buffer();
    test_buffer_memory();
    test_arena_limit();
    test_decimal_read();
    test_decimal_tie();
    test_decimal_end();
    test_decimal_write();
    test_decimal_round_trip();
    test_json_tree();
    test_json_integers();
    test_json_many_members();
    test_json_errors();
    test_json_collisions();
    test_json_depth();
    test_json_prefixes();
    test_json_write();
    test_json_again();
    test_json_memory();
    test_json_write_memory();
    return test_finish();
}
