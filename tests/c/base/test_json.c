/* JSON, read and written: trees, errors, and running out of memory.
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/format.h"
#include "base/json.h"
#include "harness.h"
#include "scoped.h"

static const struct gf_json *parse(struct gf_arena *arena, const char *text,
                                   struct gf_error *err)
{
    return gf_json_parse(arena, text, strlen(text), err);
}

TEST("json: every kind of value is found under its key")
{
    SCOPED_ARENA(arena);
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
    CHECK(b->first->next->next->next->next->n == 0);
    CHECK(!gf_json_get(b, "a") && !gf_json_get(NULL, "a"));
    CHECK(gf_json_member(o, "b", GF_JSON_ARRAY) == b);
    CHECK(!gf_json_member(o, "b", GF_JSON_OBJECT));
    CHECK(gf_json_is_null(b->first->next->next) && gf_json_is_null(NULL));
    CHECK(!gf_json_is_null(b));
}

TEST("json: integers are exact to 2^53, and getters keep a default otherwise")
{
    SCOPED_ARENA(arena);
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
}

TEST("json: ten thousand members are found, and a repeated one is not allowed")
{
    SCOPED_BUFFER(text);
    struct gf_json_writer w = {.out = &text};
    struct gf_error err = {0};
    char key[24];
    gf_json_begin_object(&w);
    for (int i = 0; i < 10000; i++) {
        gf_format(key, sizeof key, "key %i", i);
        gf_json_int(gf_json_key(&w, key), i);
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
    CHECK_HAS(err.message, "the key \"key 77\" occurs twice");
}

/* The state of FNV-1a after more bytes, as in json.c. */
static uint32_t fnv(uint32_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x01000193u;
    return hash;
}

/* String number i: eight letters of a to p, in a scrambled order. */
static void draw_letters(uint32_t i, char text[8])
{
    for (uint32_t k = 0, x = i * 2654435761u; k < 8; k++, x >>= 4)
        text[k] = (char)('a' + x % 16);
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
        if (*slot && fnv(state, pair[1], 8) == hash) return hash;
        *slot = i;
    }
    CHECK_THAT(false, "no pair for state %x", (unsigned)state);
    return state;
}

TEST("json: many keys with the same hash are an error, a few are accepted")
{
    char pairs[7][2][8];
    uint32_t state = 0x811c9dc5u;
    for (int i = 0; i < 7; i++) state = find_pair(state, pairs[i]);
    for (int n = 32; n <= 128; n *= 2) {
        SCOPED_BUFFER(text);
        struct gf_json_writer w = {.out = &text};
        struct gf_error err = {0};
        gf_json_begin_object(&w);
        for (int i = 0; i < n; i++) {
            char key[57] = "";
            for (int k = 0; k < 7; k++) memcpy(key + 8 * k, pairs[k][i >> k & 1], 8);
            gf_json_int(gf_json_key(&w, key), i);
        }
        gf_json_end_object(&w);
        const struct gf_json *o = gf_json_parse(&arena, text.data, text.n, &err);
        CHECK_THAT((o != NULL) == (n <= 64), "%d keys: %s", n, err.message);
        CHECK_THAT(o || (err.status == GF_BAD_JSON && strstr(err.message, "hash")),
                   "%s", err.message);
    }
}

TEST("json: errors name line and column")
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
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        SCOPED_ARENA(arena);
        struct gf_error err = {0};
        CHECK_THAT(!parse(&arena, cases[i].text, &err), "%s", cases[i].text);
        CHECK(err.status == GF_BAD_JSON);
        CHECK_THAT(strstr(err.message, cases[i].sentence), "for %s: %s", cases[i].text,
                   err.message);
    }
}

TEST("json: 64 levels are read and 65 are not")
{
    SCOPED_ARENA(arena);
    struct gf_error err = {0};
    char text[131];
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    CHECK_THAT(gf_json_parse(&arena, text + 1, 128, &err), "%s", err.message);
    CHECK(!gf_json_parse(&arena, text, 130, &err));
    CHECK_HAS(err.message, "64 levels");
}

TEST("json: every prefix of a text is an error and is not read past its end")
{
    static const char text[] =
        "{\"a\":[1.5e-3,\"\\ud83d\\ude00é\",true,null],\"b\":{}}";
    for (size_t n = 0; n < sizeof text - 1; n++) {
        SCOPED_ARENA(arena);
        char *exact = malloc(n + 1); /* so that the sanitizer sees the end */
        memcpy(exact + 1, text, n);
        CHECK_THAT(!gf_json_parse(&arena, exact + 1, n, NULL), "%zu bytes", n);
        free(exact);
    }
}

static void write_sample(struct gf_json_writer *w)
{
    gf_json_begin_object(w);
    gf_json_begin_array(gf_json_key(w, "numbers"));
    gf_json_int(w, INT64_MIN);
    gf_json_double(w, -0.125);
    gf_json_double(w, __builtin_inf());
    gf_json_end_array(w);
    gf_json_string_n(gf_json_key(w, "q\""), "a\\\"\x01\n\0é\xff€", 12);
    gf_json_begin_object(gf_json_key(w, "empty"));
    gf_json_end_object(w);
    gf_json_bool(gf_json_key(w, "yes"), true);
    gf_json_raw(gf_json_key(w, "raw"), "[ ]", 3);
    gf_json_null(gf_json_key(w, "none"));
    gf_json_end_object(w);
}

TEST("json: the writer puts commas, escapes and null for infinity")
{
    static const char expected[] =
        "{\"numbers\":[-9223372036854775808,-0.125,null],"
        "\"q\\\"\":\"a\\\\\\\"\\u0001\\n\\u0000é\xef\xbf\xbd€\","
        "\"empty\":{},\"yes\":true,\"raw\":[ ],\"none\":null}";
    SCOPED_BUFFER(b);
    struct gf_json_writer w = {.out = &b};
    write_sample(&w);
    CHECK_THAT(b.n == sizeof expected - 1 && memcmp(b.data, expected, b.n) == 0, "%.*s",
               (int)b.n, b.data);
}

TEST("json: a tree written and read again is written the same")
{
    SCOPED_ARENA(arena);
    struct gf_buffer first = {.arena = &arena}, second = {.arena = &arena};
    struct gf_json_writer w = {.out = &first}, again = {.out = &second};
    struct gf_error err = {0};
    gf_json_tree(&w,
                 parse(&arena, "[{\"a\":[1,2.5,{}],\"b\":\"\\t\"},true,null]", &err));
    gf_json_tree(&again, gf_json_parse(&arena, first.data, first.n, &err));
    CHECK(first.n == second.n && memcmp(first.data, second.data, first.n) == 0);
    CHECK(memcmp(first.data, "[{\"a\":[1,2.5,{}],\"b\":\"\\t\"},true,null]", first.n) ==
          0);
}

TEST("json: reading reports any failed allocation")
{
    int n = 1;
    for (;; n++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        gf_arena_fail_after((size_t)n);
        const struct gf_json *v = parse(&arena, "[1,{\"a\":\"b\"}]", &err);
        gf_arena_fail_after(0);
        gf_arena_free(&arena);
        if (v) break;
        CHECK_THAT(err.status == GF_OUT_OF_MEMORY, "%s", err.message);
    }
    CHECK_THAT(n == 3, "two allocations were promised, not %d", n - 1);
}

TEST("json: writing without memory leaves a prefix and the arena records the failure")
{
    SCOPED_BUFFER(b);
    struct gf_json_writer w = {.out = &b};
    gf_arena_fail_after(1);
    write_sample(&w);
    gf_arena_fail_after(0);
    CHECK(arena.failed);
}
