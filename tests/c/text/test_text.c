/* Characters to ids, the splits of a text, windows and baselines.
 * SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "text/corpus.h"
#include "files.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"

TEST("tokenizer: ids follow the order of code points and decode to the same text")
{
    const char *text = "\xef\xbb\xbfzaña\r\n€😀a"; /* with a byte order mark */
    const int32_t expected[] = {3, 2, 4, 2, 1, 0, 5, 6, 2};
    SCOPED_BUFFER(out);
    struct gf_tokenizer t = {0};
    size_t n = strlen(text), n_ids = 0;
    CHECK_OK(gf_tokenizer_build(&t, &arena, NULL, text, n, &why));
    CHECK(t.n_vocab == 7 && t.kind == GF_TOKENIZER_CHARS);
    int32_t ids[40];
    CHECK_OK(gf_tokenizer_encode(&t, text, n, ids, &n_ids, &why));
    CHECK(n_ids == 9);
    CHECK_BYTES(ids, expected, sizeof expected);
    CHECK_OK(gf_tokenizer_decode(&t, ids, n_ids, &out, &why));
    CHECK(out.n == n - 3);
    CHECK_BYTES(out.data, text + 3, out.n);
    size_t length = 0;
    const char *euro = gf_tokenizer_text(&t, 5, &length);
    CHECK(length == 3 && memcmp(euro, "€", 3) == 0);
    CHECK(!gf_tokenizer_text(&t, 7, &length) && !gf_tokenizer_text(&t, -1, &length));
}

/* A shared text in characters; false without it. */
static bool open_shared(const char *file, double val_fraction, struct gf_arena *arena,
                        struct gf_tokenizer *t, struct gf_corpus *c)
{
    size_t n = 0;
    char *text = read_shared_text(file, &n);
    if (!text) return false;
    CHECK_OK(gf_tokenizer_build(t, arena, NULL, text, n, &why));
    CHECK_OK(gf_corpus_build(c, arena, t, text, n, val_fraction, 256, &why));
    free(text);
    return true;
}

struct known {
    const char *file;
    double val_fraction;
    size_t n_vocab, n_tokens, n_train;
};

/* The sizes of a text, and the ids of a part of it. */
static void check_known(const struct known *known, const char *text,
                        const int32_t *expected, size_t n_expected)
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_corpus c = {0};
    int32_t ids[64];
    size_t n_ids = 0;
    if (!open_shared(known->file, known->val_fraction, &arena, &t, &c)) return;
    CHECK(t.n_vocab == known->n_vocab);
    CHECK(c.n_tokens == known->n_tokens && c.n_train == known->n_train);
    CHECK_OK(gf_tokenizer_encode(&t, text, strlen(text), ids, &n_ids, &why));
    CHECK(n_ids == n_expected);
    CHECK_BYTES(ids, expected, n_expected * sizeof *ids);
}

TESTS(test_known_texts)
{
    static const int32_t hello[] = {20, 43, 50, 50, 53, 6, 1, 35, 53, 56, 50, 42, 2};
    static const int32_t brothers[] = {23, 51, 55, 1,  44, 41, 54, 49, 37, 50, 51, 55,
                                       1,  55, 41, 37, 50, 1,  57, 50, 45, 40, 51, 55};
    static const struct known shakespeare = {"tinyshakespeare.txt", 0.1, 65, 1115394,
                                             1003854};
    static const struct known fierro = {"martin_fierro.txt", 0.2, 72, 187095, 149676};
    test("text: Tiny Shakespeare gives the ids and sizes its document reports");
    check_known(&shakespeare, "Hello, World!", hello, 13);
    test("text: Martín Fierro gives the ids and sizes its document reports");
    check_known(&fierro, "Los hermanos sean unidos", brothers, 24);
}

TEST("tokenizer: an unusable text is an error and changes nothing")
{
    static const struct {
        const char *text;
        size_t n;
        const char *sentence;
    } cases[] = {
        {"", 0, "The text is empty"},
        {"\xef\xbb\xbf", 3, "The text is empty"},
        {"aaaaa", 5, "only one distinct character, 'a' (U+0061)"},
        {"\n\n", 2, "only one distinct character, U+000A"},
        {"año\nni\xf1o", 9, "not UTF-8 at position 7 (line 2)"},
        {"ab\xe2\x82", 4, "not UTF-8 at position 3 (line 1)"},
        {"\xff\xfe"
         "a\0b\0",
         6, "not UTF-8 at position 1"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {.n_vocab = 77};
        CHECK_SAYS(
            gf_tokenizer_build(&t, &arena, NULL, cases[i].text, cases[i].n, &why),
            GF_BAD_TEXT, cases[i].sentence);
        CHECK(t.n_vocab == 77);
    }
}

TEST("tokenizer: the error for an unknown character names its code point and position")
{
    SCOPED_BUFFER(out);
    struct gf_tokenizer t = {0};
    struct gf_error err = {0};
    int32_t ids[32];
    size_t n_ids = 99;
    gf_tokenizer_build(&t, &arena, NULL, "abcé", 5, &err);
    CHECK(gf_tokenizer_encode(&t, "éab€", 7, ids, &n_ids, &err) == GF_BAD_TEXT);
    CHECK_TEXT(err.message,
               "The character '€' (U+20AC) at position 4 is not one of the "
               "4 characters this model knows.");
    CHECK(n_ids == 99);
    CHECK_SAYS(gf_tokenizer_encode(&t, "ab\t", 3, ids, &n_ids, &why), GF_BAD_TEXT,
               "The character U+0009 at position 3");
    CHECK_SAYS(gf_tokenizer_encode(&t, "a\U0010ffff", 5, ids, &n_ids, &why),
               GF_BAD_TEXT, "(U+10FFFF) at position 2");
    gf_buffer_puts(&out, "kept");
    const int32_t outside[] = {0, 1, 4};
    CHECK_SAYS(gf_tokenizer_decode(&t, outside, 3, &out, &why), GF_BAD_ARGUMENT,
               "Token 4 is outside");
    CHECK(out.n == 4);
}

/* "abcdefg" repeated: the token at i is i mod 7. */
static enum gf_status build_sevens(struct gf_corpus *corpus, struct gf_arena *arena,
                                   size_t n, double val_fraction, size_t T,
                                   struct gf_error *err)
{
    static const char letters[] = "abcdefg";
    struct gf_buffer text = {.arena = arena};
    struct gf_tokenizer t = {0};
    for (size_t i = 0; i < n; i++) gf_buffer_put(&text, &letters[i % 7], 1);
    enum gf_status status = gf_tokenizer_build(&t, arena, NULL, letters, 7, err);
    if (status == GF_OK && !arena->failed)
        status = gf_corpus_build(corpus, arena, &t, text.data, n, val_fraction, T, err);
    return arena->failed ? GF_OUT_OF_MEMORY : status;
}

TEST("corpus: the first part trains, the rest is held out, windows shift by one")
{
    SCOPED_ARENA(arena);
    struct gf_corpus c = {0};
    CHECK_OK(build_sevens(&c, &arena, 153, 0.2, 11, &why));
    CHECK(c.n_tokens == 153 && c.n_train == 122 && c.n_vocab == 7);
    CHECK(gf_corpus_size(&c, GF_SPLIT_TRAIN) == 122);
    CHECK(gf_corpus_size(&c, GF_SPLIT_VAL) == 31);
    CHECK(gf_corpus_size(&c, GF_SPLIT_ALL) == 153);
    int32_t x[11], y[11];
    gf_corpus_window(&c, GF_SPLIT_VAL, 31 - 12, 11, x, y); /* the last one */
    for (int i = 0; i < 11; i++)
        CHECK_THAT(x[i] == (122 + 19 + i) % 7 && y[i] == (x[i] + 1) % 7, "at %d", i);
}

TEST("corpus: the size that the error for a short text asks for is exactly enough")
{
    static const double fractions[] = {0, 0.1, 0.2, 1.0 / 3, 0.5, 0.85};
    for (size_t i = 0; i < 6; i++)
        for (size_t T = 1; T < 40; T += 6) {
            size_t n = 1;
            enum gf_status status;
            struct gf_error err = {0};
            char said[sizeof err.message] = "";
            for (;; n++) { /* the error for one character fewer must name n */
                SCOPED_ARENA(arena);
                struct gf_corpus c = {.n_tokens = 5};
                status = build_sevens(&c, &arena, n, fractions[i], T, &err);
                if (status == GF_OK) break;
                CHECK(status == GF_TEXT_TOO_SHORT && c.n_tokens == 5);
                memcpy(said, err.message, sizeof err.message);
            }
            const char *needed = printed("at least %zu.", n);
            CHECK_THAT(strstr(said, needed), "%zu are needed: %s", n, said);
        }
}

TEST("corpus: the error for a short text names its size, the needed size and a remedy")
{
    SCOPED_ARENA(arena);
    struct gf_corpus c = {0};
    struct gf_error err = {0};
    CHECK(build_sevens(&c, &arena, 100, 0.1, 32, &err) == GF_TEXT_TOO_SHORT);
    CHECK_TEXT(err.message,
               "This text has 100 characters, but block_size 32 with 10% held out "
               "for validation needs at least 321. Use a longer text or a smaller "
               "block_size.");
    CHECK(build_sevens(&c, &arena, 100, 1, 32, &err) == GF_BAD_CONFIG);
    CHECK(build_sevens(&c, &arena, 100, -0.1, 32, &err) == GF_BAD_CONFIG);
    CHECK(build_sevens(&c, &arena, 100, __builtin_nan(""), 32, &err) == GF_BAD_CONFIG);
}

TEST("corpus: random starts reach every window and depend only on key and index")
{
    SCOPED_ARENA(arena);
    struct gf_corpus c = {0};
    build_sevens(&c, &arena, 153, 0.2, 11, NULL);
    struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_BATCH, 3);
    int seen[20] = {0}; /* 31 held-out tokens, T = 11: starts 0 … 19 */
    for (uint32_t i = 0; i < 4000; i++) {
        size_t start = gf_corpus_random_start(&c, GF_SPLIT_VAL, 11, key, i);
        CHECK(start < 20);
        CHECK(start == gf_corpus_random_start(&c, GF_SPLIT_VAL, 11, key, i));
        seen[start % 20]++;
    }
    for (int i = 0; i < 20; i++) { /* 200 expected, standard deviation 14: within six */
        CHECK_THAT(seen[i] > 115 && seen[i] < 285, "start %d came %d times", i,
                   seen[i]);
    }
}

TEST("corpus: evaluation windows span the split and overlap only when they must")
{
    SCOPED_ARENA(arena);
    struct gf_corpus c = {0};
    build_sevens(&c, &arena, 1013, 0.31, 11, NULL);
    size_t size = gf_corpus_size(&c, GF_SPLIT_VAL);
    for (size_t n = 1; n < 60; n++) {
        size_t last = 0;
        for (size_t i = 0; i < n; i++) {
            size_t start = gf_corpus_eval_start(&c, GF_SPLIT_VAL, 11, n, i);
            CHECK(start + 11 < size);
            CHECK_THAT(i == 0 || n * 11 > size - 1 || start >= last + 11,
                       "window %zu of %zu at %zu after %zu", i, n, start, last);
            last = start;
        }
        CHECK(gf_corpus_eval_start(&c, GF_SPLIT_VAL, 11, n, 0) == 0);
        CHECK(n == 1 || last + 12 == size);
    }
}

/* Baselines of a text of a and b, of which the last three characters are held out. */
static struct gf_baselines baselines_of(const char *text)
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_corpus c = {0};
    struct gf_baselines b = {0};
    gf_tokenizer_build(&t, &arena, NULL, "ab", 2, NULL);
    CHECK_OK(gf_corpus_build(&c, &arena, &t, text, 8, 0.375, 2, &why));
    CHECK(c.n_train == 5);
    CHECK_OK(gf_corpus_baselines(&c, &b, &why));
    return b;
}

TEST("baselines: a small text agrees with counts by hand")
{
    /* Train "aabab" (a 3, b 2; aa 1, ab 2, ba 1), held out "bba": targets b, a. */
    const struct gf_baselines b = baselines_of("aababbba");
    const double k = GF_BIGRAM_K, j = GF_TRIGRAM_K;
    CHECK_NEAR(b.uniform, log(2), 1e-15);
    CHECK_NEAR(b.unigram, -(log(3.0 / 7) + log(4.0 / 7)) / 2, 1e-15);
    /* b follows b: 0 of 1; a follows b: 1 of 1. */
    CHECK_NEAR(b.bigram, -(log(k / (1 + 2 * k)) + log((1 + k) / (1 + 2 * k))) / 2,
               1e-15);
    /* The context "bb" was never seen, twice. (The context of the first target includes the
     * last training character.) */
    CHECK_NEAR(b.trigram, -log(j / (2 * j)), 1e-15);
}

TEST("baselines: pairs and triples are smoothed by 0.1 and 0.05")
{
    /* Train "aabab": after a (3 times) b 2, after b (once) a 1, after ab and ba once each a
     * and b. Held out "aba": targets b and a, whose contexts are a and b, ba and ab. */
    const struct gf_baselines b = baselines_of("aabababa");
    CHECK_NEAR(b.bigram, -(log(2.1 / 3.2) + log(1.1 / 1.2)) / 2, 1e-15);
    CHECK_NEAR(b.trigram, -log(1.05 / 1.1), 1e-15);
}

TEST("baselines: Tiny Shakespeare, to the last bit on every platform")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_corpus c = {0};
    struct gf_baselines b = {0};
    if (!open_shared("tinyshakespeare.txt", 0.1, &arena, &t, &c)) return;
    CHECK_OK(gf_corpus_baselines(&c, &b, &why));
    /* Within 1e-12 of the same counts with exact sums: 4.174387269896, 3.347305335369,
     * 2.483830449340, 2.049956091133. */
    CHECK_THAT(b.uniform == 0x1.0b29293942975p+2, "%a", b.uniform);
    CHECK_THAT(b.unigram == 0x1.ac748050922ccp+1, "%a", b.unigram);
    CHECK_THAT(b.bigram == 0x1.3dee27fa5caeap+1, "%a", b.bigram);
    CHECK_THAT(b.trigram == 0x1.0664f610d38b3p+1, "%a", b.trigram);
}

TEST("baselines: with nothing held out all but ln V are NaN")
{
    SCOPED_ARENA(arena);
    struct gf_corpus c = {0};
    struct gf_baselines b = {0};
    build_sevens(&c, &arena, 40, 0, 5, NULL);
    CHECK(c.n_train == 40 && gf_corpus_size(&c, GF_SPLIT_VAL) == 0);
    CHECK_OK(gf_corpus_baselines(&c, &b, &why));
    CHECK(b.uniform == gf_log(7) && b.unigram != b.unigram && b.bigram != b.bigram);
}

static enum gf_status everything(struct gf_arena *arena, struct gf_error *err)
{
    struct gf_tokenizer t = {.n_vocab = 77};
    struct gf_corpus c = {.n_tokens = 77};
    struct gf_baselines b = {.uniform = 77};
    struct gf_buffer out = {.arena = arena};
    const char *text = "abracadabra, abracadabra, abracadabra";
    size_t n = strlen(text);
    enum gf_status status = gf_tokenizer_build(&t, arena, NULL, text, n, err);
    CHECK(status == GF_OK || t.n_vocab == 77);
    if (status != GF_OK) return status;
    status = gf_corpus_build(&c, arena, &t, text, n, 0.3, 7, err);
    CHECK(status == GF_OK || c.n_tokens == 77);
    if (status != GF_OK) return status;
    status = gf_corpus_baselines(&c, &b, err);
    CHECK(status == GF_OK || b.uniform == 77);
    if (status != GF_OK) return status;
    status = gf_tokenizer_decode(&t, c.tokens, c.n_tokens, &out, err);
    CHECK(status == GF_OK || out.n == 0);
    return status;
}

TEST("text: when any allocation fails, nothing changes and nothing leaks")
{
    CHECK_OUT_OF_MEMORY(everything(&failing, &why), 18);
}
