/* Byte pair encoding compared with its definition, and at its limits.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "harness.h"
#include "scoped.h"
#include "text/tokenizer/splits.h"
#include "tokens.h"

/* The definition, literally: count all pairs in all chunks, merge the most frequent, repeat.
 * Chunks are given separately. */
enum { MAX_NAIVE = 4000 };

struct naive {
    int32_t id[MAX_NAIVE]; /* -1 between chunks */
    size_t n;
};

static void naive_merge(struct naive *s, int32_t left, int32_t right, int32_t id)
{
    size_t out = 0;
    for (size_t i = 0; i < s->n; i++) {
        bool pair = i + 1 < s->n && s->id[i] == left && s->id[i + 1] == right;
        s->id[out++] = pair ? id : s->id[i];
        i += pair;
    }
    s->n = out;
}

static size_t naive_count(const struct naive *s, int32_t left, int32_t right)
{
    size_t count = 0;
    for (size_t i = 0; i + 1 < s->n; i++)
        count += s->id[i] == left && s->id[i + 1] == right;
    return count;
}

/* The most frequent pair, the one of lower ids among equals; returns its count. */
static size_t naive_best(const struct naive *s, int32_t *left, int32_t *right)
{
    size_t best = 0;
    for (size_t i = 0; i + 1 < s->n; i++) {
        int32_t a = s->id[i], b = s->id[i + 1];
        size_t count = a < 0 || b < 0 ? 0 : naive_count(s, a, b);
        if (count > best ||
            (count == best && count > 0 && (a < *left || (a == *left && b < *right)))) {
            best = count;
            *left = a;
            *right = b;
        }
    }
    return best;
}

/* letters: of the words. Special tokens stand between some of them, and are not learned. */
static void test_merges(uint32_t letters, size_t n_merge, bool marked)
{
    static const char *const marks[] = {"{mark}"};
    test("bpe: merges and ids are those of counting everything anew each time (%u "
         "letters%s)",
         letters, marked ? ", special tokens" : "");
    SCOPED_BUFFER(text);
    static struct naive all;
    struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, 0);
    all.n = 0;
    /* Words over three letters: many ties and many runs of one letter. Over sixty: more
     * pairs than there is room for at first. */
    for (uint32_t i = 0; all.n < MAX_NAIVE - 20; i++) {
        bool mark = marked && i % 5 == 3;
        gf_buffer_puts(&text, mark ? "{mark}" : i ? " " : "");
        if (i && !mark) all.id[all.n++] = ' ';
        for (uint32_t j = 0; j <= gf_rng_below(key, 100 * i, 9); j++) {
            char c = "abcdefghijklmnopqrstuvwxyz"
                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[gf_rng_below(key, 100 * i + j + 1,
                                                               letters)];
            gf_buffer_put(&text, &c, 1);
            all.id[all.n++] = c;
        }
        all.id[all.n++] = -1;
    }
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = {.kind = GF_TOKENIZER_BPE,
                                     .vocab_size = 256 + n_merge + marked,
                                     .special = marks,
                                     .n_special = marked};
    CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text.data, text.n, &why));
    CHECK_THAT(t.n_vocab == 256 + n_merge + marked, "V is %zu", t.n_vocab);
    const int32_t special = gf_tokenizer_special(&t, marks[0]);
    for (int32_t m = 256; m < 256 + (int32_t)n_merge; m++) {
        int32_t left = 0, right = 0;
        CHECK(naive_best(&all, &left, &right) >= 2);
        naive_merge(&all, left, right, m);
        size_t n_left = 0, n_right = 0, n = 0;
        const char *a = gf_tokenizer_text(&t, left, &n_left);
        const char *b = gf_tokenizer_text(&t, right, &n_right);
        const char *ab = gf_tokenizer_text(&t, m, &n);
        CHECK_THAT(n == n_left + n_right && memcmp(ab, a, n_left) == 0 &&
                       memcmp(ab + n_left, b, n_right) == 0,
                   "merge %d is \"%.*s\"", m, (int)n, ab);
    }
    int32_t *ids = gf_arena_array(&arena, text.n, sizeof *ids);
    size_t n_ids = 0, at = 0;
    gf_tokenizer_encode(&t, text.data, text.n, ids, &n_ids, NULL);
    for (size_t i = 0; i < all.n; i++) {
        while (marked && at < n_ids && ids[at] == special) at++;
        if (all.id[i] >= 0) {
            CHECK_THAT(at < n_ids && ids[at] == all.id[i], "token %zu", at);
            at++;
        }
    }
    CHECK(at == n_ids);
}

TESTS(cases)
{
    test_merges(3, 60, false);
    test_merges(3, 40, true);
    test_merges(40, 12, false);
}

TEST("bpe: chunks end where the text does, and several spaces leave the last to the "
     "word")
{
    static const struct {
        const char *text;
        size_t n, length;
    } rows[] = {{"ab cd", 5, 2},      {" ab", 3, 3},       {"  ab", 4, 1},
                {"   ab", 5, 2},      {"   ", 3, 3},       {"  \n", 3, 3},
                {"   7", 4, 2},       {" \n a", 4, 2},     {"ab12", 4, 2},
                {" \xc3\xa9!", 4, 3}, {"a\xc3\xa9", 3, 3}, {"ab", 1, 1}};
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        size_t got = gf_split_length(GF_SPLIT_GLASSFORMER, rows[i].text, rows[i].n);
        CHECK_THAT(got == rows[i].length, "\"%s\": %zu, not %zu", rows[i].text, got,
                   rows[i].length);
    }
}

TEST("bpe: merges with the token of number 0 on either side")
{
    /* Byte 0 is token 0. */
    static const char text[] = "a\0\0b a\0\0b a\0\0b a\0\0b";
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = {.kind = GF_TOKENIZER_BPE, .vocab_size = 259};
    int32_t ids[32];
    size_t n_ids = 0, n = 0;
    CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text, sizeof text - 1, &why));
    CHECK_OK(gf_tokenizer_encode(&t, text, sizeof text - 1, ids, &n_ids, &why));
    const char *pair = gf_tokenizer_text(&t, 256, &n);
    size_t n_single = 0;
    for (size_t i = 0; i < n_ids; i++) n_single += ids[i] == 0;
    CHECK_THAT(n == 2 && pair[0] == 0 && n_single == 0, "%zu of %zu tokens are 0 alone",
               n_single, n_ids);
}

static bool same_text(const struct gf_tokenizer *t, int32_t a, int32_t b)
{
    size_t n_a, n_b;
    const char *one = gf_tokenizer_text(t, a, &n_a);
    const char *other = gf_tokenizer_text(t, b, &n_b);
    return n_a == n_b && memcmp(one, other, n_a) == 0;
}

/* Merges go from left to right in their order, so inside of a token they are the same wherever
 * it stands: files that name tokens by their texts can hold what is learned. */
TEST("bpe: no two tokens have the same text, however often letters repeat")
{
    for (uint64_t round = 0; round < 12; round++) {
        SCOPED_BUFFER(text);
        struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, round);
        for (uint32_t i = 0; i < 1500; i++) {
            char c = " abcd"[gf_rng_below(key, i, 2 + round % 4)];
            gf_buffer_put(&text, &c, 1);
        }
        struct gf_tokenizer t = {0};
        struct gf_tokenizer_options o = {.kind = GF_TOKENIZER_BPE, .vocab_size = 400};
        CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text.data, text.n, &why));
        const int32_t V = (int32_t)t.n_vocab;
        size_t same = 0;
        for (int32_t a = 0; a < V; a++)
            for (int32_t b = a + 1; b < V; b++) same += same_text(&t, a, b);
        CHECK_THAT(V > 256 && same == 0, "round %d: %zu of %d", (int)round, same, V);
    }
}

TEST("bpe: text in any script comes back, whatever was learned")
{
    static const char *const texts[] = {"",
                                        " ",
                                        "naïve café €5",
                                        "漢字かな交じり文",
                                        "😀😀 👩‍👩‍👧",
                                        "\n\n   \t\n a\r\n",
                                        "\x7f",
                                        "\U0010ffff\x01",
                                        "Ωμέγα Привет שלום"};
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = {.kind = GF_TOKENIZER_BPE, .vocab_size = 300};
    CHECK(build(&t, &arena, o, "the cat and the rat and the hat on the mat") == GF_OK);
    CHECK_THAT(t.n_vocab > 256 && t.n_vocab < 300, "V is %zu", t.n_vocab);
    for (size_t i = 0; i < GF_COUNT(texts); i++)
        CHECK_THAT(comes_back(&t, texts[i], strlen(texts[i])), "%s", texts[i]);
    CHECK_TEXT(tokens_of(&t, "the cat"), "the· ·c·at"); /* " c" occurred once only */
}

TEST("bpe: a vocab_size that cannot be gets a sentence")
{
    static const size_t bad[] = {100, 257, 65536};
    static const char *const marks[] = {"<PAD>", "<EOS>"};
    struct gf_tokenizer_options o = {
        .kind = GF_TOKENIZER_BPE, .special = marks, .n_special = 2};
    for (size_t i = 0; i < 3; i++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {.n_vocab = 77};
        o.vocab_size = bad[i];
        CHECK_SAYS(gf_tokenizer_build(&t, &arena, &o, "abab", 4, &why), GF_BAD_CONFIG,
                   "must be at least 258");
        CHECK(t.n_vocab == 77);
    }
}

TEST("bpe: a megabyte of one letter is cut into chunks, not searched through")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = {.kind = GF_TOKENIZER_BPE};
    size_t n = 1000003, n_ids = 0;
    char *text = gf_arena_alloc(&arena, n);
    int32_t *ids = gf_arena_array(&arena, n, sizeof *ids);
    memset(text, 'a', n);
    text[n - 1] = 'b';
    CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text, n, &why));
    CHECK_OK(gf_tokenizer_encode(&t, text, n, ids, &n_ids, &why));
    CHECK_THAT(n_ids > n / 64 && n_ids < n / 60, "%zu tokens", n_ids);
    CHECK(comes_back(&t, text, n));
}
