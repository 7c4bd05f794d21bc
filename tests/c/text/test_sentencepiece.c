/* SentencePiece's byte pair encoding: against the definition, against published models, and
 * with damaged files.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/sentencepiece.h"
#include "base/rng.h"
#include "files.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"
#include "tokens.h"

static const char *const pieces[] = {"ab", " a",  "bc",  "abc", " ab", "  ",  "ca", "é",
                                     "éa", "aab", "bab", "b ",  "a",   "b",   "c",  " ",
                                     "é",  "漢",  "!",   ".",   "",    "abab"};
enum { N_PIECES = GF_COUNT(pieces), N_SPACED = 11 };

/* A file of llama2.c: control tokens, with `bytes` the 256 bytes, then the pieces, whose
 * scores are 0, -1, -2 … */
static void put_file(struct gf_buffer *file, const char *const *list, bool bytes)
{
    put_controls(file);
    for (int i = 0; bytes && i < 256; i++) {
        put_entry(file, printed("<0x%02X>", (unsigned)i), 0);
    }
    for (size_t i = 0; i < N_PIECES; i++) put_entry(file, list[i], -(float)i);
}

/* The same as SentencePiece's own .vocab. */
static void put_lines(struct gf_buffer *file)
{
    gf_buffer_puts(file, "<unk>\t0\n<s>\t0\n</s>\t0\n");
    for (size_t i = 0; i < N_PIECES; i++) {
        for (const char *c = pieces[i]; *c; c++) {
            gf_buffer_put(file, *c == ' ' ? "▁" : c, *c == ' ' ? 3 : 1);
        }
        gf_buffer_puts(file, printed("\t-%zu\n", i));
    }
}

static void small(struct gf_tokenizer *t, struct gf_arena *arena, bool inner_spaces,
                  bool bytes)
{
    const char *own[N_PIECES];
    struct gf_buffer file = {.arena = arena};
    memcpy(own, pieces, sizeof own);
    if (!inner_spaces) own[N_SPACED] = "cc"; /* instead of "b " */
    put_file(&file, own, bytes);
    CHECK_OK(gf_sentencepiece_open(t, arena, file.data, file.n, &why));
}

/* The first piece of that text; scores fall with the number. -1: none. */
static int32_t piece_of(const struct gf_tokenizer *t, const char *text, size_t n)
{
    for (int32_t id = t->n_vocab > 256 ? 259 : 3; id < (int32_t)t->n_vocab; id++) {
        size_t m;
        const char *piece = gf_tokenizer_text(t, id, &m);
        if (m == n && memcmp(piece, text, n) == 0) return id;
    }
    return -1;
}

/* The definition, without queue or chunks: merge the best pair of all, the leftmost of
 * equals, until there is none. */
static size_t slowly(const struct gf_tokenizer *t, const char *text, size_t n,
                     int32_t *ids)
{
    struct {
        size_t at, n;
        int32_t id;
    } s[256];
    size_t count = 0, n_ids = 0, best;
    for (size_t at = 0; at < n; count++) {
        size_t k = 1;
        while (at + k < n && ((unsigned char)text[at + k] & 0xc0) == 0x80) k++;
        s[count].at = at, s[count].n = k, s[count].id = piece_of(t, text + at, k);
        at += k;
    }
    do {
        int32_t best_id = INT32_MAX;
        best = SIZE_MAX;
        for (size_t i = 0; i + 1 < count; i++) {
            if (s[i].id < 0 || s[i + 1].id < 0) continue;
            int32_t id = piece_of(t, text + s[i].at, s[i].n + s[i + 1].n);
            if (id >= 0 && id < best_id) best = i, best_id = id;
        }
        if (best != SIZE_MAX) {
            s[best].n += s[best + 1].n, s[best].id = best_id;
            memmove(s + best + 1, s + best + 2, (count - best - 2) * sizeof *s);
            count--;
        }
    } while (best != SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        if (s[i].id >= 0) {
            ids[n_ids++] = s[i].id;
        } else if (t->n_vocab > 256) {
            for (size_t k = 0; k < s[i].n; k++)
                ids[n_ids++] = 3 + (unsigned char)text[s[i].at + k];
        } else if (n_ids == 0 || ids[n_ids - 1] != 0) {
            ids[n_ids++] = 0; /* one for all that follow each other */
        }
    }
    return n_ids;
}

TEST("sentencepiece: 2,000 random texts are encoded as the definition says")
{
    static const char *const items[] = {"a", "b", "c",  " ", "é",  "漢", "!",
                                        ".", "a", "ab", " ", "\n", "z",  "€"};
    for (uint64_t i = 0; i < 2000; i++) {
        SCOPED_ARENA(arena);
        struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, i);
        struct gf_tokenizer t = {0};
        struct gf_buffer text = {.arena = &arena}, back = {.arena = &arena};
        int32_t ids[256], expected[256];
        size_t n_ids = 0;
        bool bytes = i % 2 == 0;
        small(&t, &arena, i % 4 < 2, bytes);
        for (uint32_t k = 0; k < 1 + i % 40; k++)
            gf_buffer_puts(&text, items[gf_rng_below(key, k, GF_COUNT(items))]);
        CHECK_OK(gf_tokenizer_encode(&t, text.data, text.n, ids, &n_ids, &why));
        size_t n = slowly(&t, text.data, text.n, expected);
        CHECK_THAT(n_ids == n && memcmp(ids, expected, n * sizeof *ids) == 0,
                   "text %d: %.*s", (int)i, (int)text.n, text.data);
        CHECK_OK(gf_tokenizer_decode(&t, ids, n_ids, &back, &why));
        CHECK(!bytes ||
              (back.n == text.n && memcmp(back.data, text.data, back.n) == 0));
    }
}

TEST("sentencepiece: a document begins with its token and a space that is not shown")
{
    SCOPED_BUFFER(out);
    struct gf_tokenizer t = {0};
    int32_t ids[12];
    size_t n = 0;
    small(&t, &arena, false, false);
    CHECK_OK(gf_tokenizer_encode_document(&t, "ca a", 4, ids, &n, &why));
    CHECK(n == 4 && ids[0] == 1);
    CHECK_OK(gf_tokenizer_decode(&t, ids, n, &out, &why));
    CHECK(out.n == 7 && memcmp(out.data, "<s>ca a", 7) == 0);
    /* A byte order mark is no part of the text. */
    static const char *const empty[] = {"", "\xef\xbb\xbf"};
    for (size_t i = 0; i < 2; i++) {
        CHECK_OK(gf_tokenizer_encode_document(&t, empty[i], 3 * i, ids, &n, &why));
        CHECK(n == 1 && ids[0] == 1);
    }
    CHECK(gf_tokenizer_encode_document(&t, "\xff", 1, ids, &n, NULL) == GF_BAD_TEXT);
    CHECK(n == 1);
}

/* The ids of a file of numbers. */
static size_t read_ids(const char *text, int32_t *ids, size_t most)
{
    size_t n = 0;
    for (char *end; n < most; n++, text = end) {
        ids[n] = (int32_t)strtol(text, &end, 10);
        if (end == text) break;
    }
    return n;
}

/* The text that a published model wrote, and the tokens it fed to itself, the beginning
 * first: encoding the one gives the other, and decoding gives it back. */
static void check_published(const char *tokenizer, const char *tokens, const char *text)
{
    SCOPED_BUFFER(out);
    struct gf_tokenizer t = {0}, back = {0};
    static int32_t expected[512], ids[1024];
    size_t n = 0, n_text = 0, n_tokens = 0, n_ids = 0;
    char *file = read_shared_text(tokenizer, &n);
    char *written = read_shared_text(text, &n_text);
    char *list = read_shared_text(tokens, &n_tokens);
    if (file && written && list) {
        CHECK_OK(gf_sentencepiece_open(&t, &arena, file, n, &why));
        through_json(&back, &arena, &t);
        size_t n_expected = read_ids(list, expected, 512);
        CHECK_OK(gf_tokenizer_decode(&back, expected, n_expected, &out, &why));
        CHECK(out.n > 60 && out.n - 3 < n_text);
        CHECK_BYTES(out.data + 3, written, out.n - 3); /* after <s> */
        CHECK_OK(
            gf_tokenizer_encode_document(&back, written, out.n - 3, ids, &n_ids, &why));
        CHECK_THAT(n_ids == n_expected, "%zu instead of %zu", n_ids, n_expected);
        CHECK_BYTES(ids, expected, n_expected * sizeof *ids);
    }
    free(file), free(written), free(list);
}

TEST("sentencepiece: the tokens of two published models, exactly")
{
    check_published("models/tok512.bin", "models/stories260K.tokens.txt",
                    "models/stories260K.greedy.txt");
    check_published("models/tok105.bin", "models/stories-chars.tokens.txt",
                    "models/stories-chars.greedy.txt");
}

/* Whether two files give the same vocabulary. */
static void check_same(const char *a, size_t n_a, const char *b, size_t n_b)
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0}, other = {0};
    CHECK_OK(gf_sentencepiece_open(&t, &arena, a, n_a, &why));
    CHECK_OK(gf_sentencepiece_open(&other, &arena, b, n_b, &why));
    same_tokenizers(&t, &other);
}

TEST("sentencepiece: a .vocab file is the same vocabulary as its tokenizer.bin")
{
    SCOPED_BUFFER(windows);
    struct gf_buffer file = {.arena = &arena}, lines = {.arena = &arena};
    put_file(&file, pieces, false);
    put_lines(&lines);
    check_same(file.data, file.n, lines.data, lines.n);
    check_same(file.data, file.n, lines.data, lines.n - 1); /* the last line break */
    for (size_t i = 0; i < lines.n; i++) {
        gf_buffer_puts(&windows, lines.data[i] == '\n' ? "\r" : "");
        gf_buffer_put(&windows, lines.data + i, 1);
    }
    check_same(file.data, file.n, windows.data, windows.n);
    size_t n = 0, n_lines = 0;
    char *published = read_shared_text("models/tok105.bin", &n);
    char *vocabulary = read_shared_text("models/tok105.vocab", &n_lines);
    if (published && vocabulary) check_same(published, n, vocabulary, n_lines);
    free(published), free(vocabulary);
}

TEST("sentencepiece: a megabyte without spaces takes no square of its time")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    size_t n = (size_t)1 << 20, n_ids = 0;
    small(&t, &arena, true, true);
    char *text = gf_arena_alloc(&arena, n);
    int32_t *ids = gf_arena_array(&arena, n, sizeof *ids);
    for (size_t i = 0; i < n; i++) text[i] = "ab"[i % 2];
    CHECK_OK(gf_tokenizer_encode(&t, text, n, ids, &n_ids, &why));
    CHECK(n_ids == n / 4); /* abab */
}

static void check_cuts(const struct gf_buffer *file)
{
    for (size_t cut = 0; cut < file->n; cut++) {
        SCOPED_ARENA(scratch);
        struct gf_tokenizer t = {.n_vocab = 77};
        struct gf_error err = {0};
        char *exact = malloc(cut + 1); /* the sanitizer watches its end */
        memcpy(exact + 1, file->data, cut);
        enum gf_status status =
            gf_sentencepiece_open(&t, &scratch, exact + 1, cut, &err);
        if (status != GF_OK) CHECK(t.n_vocab == 77 && err.message[0]);
        CHECK(status == GF_OK || status == GF_BAD_CHECKPOINT);
        free(exact);
    }
}

static void check_damage(const struct gf_buffer *file)
{
    for (uint64_t i = 0; i < 3000; i++) {
        SCOPED_ARENA(scratch);
        struct gf_tokenizer t = {.n_vocab = 77};
        struct gf_error err = {0};
        struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, i);
        char *copy = malloc(file->n);
        int32_t ids[40];
        size_t n_ids = 0;
        memcpy(copy, file->data, file->n);
        for (uint32_t k = 0; k < 1 + i % 4; k++)
            copy[gf_rng_below(key, 2 * k, (uint32_t)file->n)] =
                (char)gf_rng_below(key, 2 * k + 1, 256);
        if (gf_sentencepiece_open(&t, &scratch, copy, file->n, &err) == GF_OK) {
            struct gf_tokenizer back = {0};
            through_json(&back, &scratch, &t);
            CHECK_OK(gf_tokenizer_encode(&t, "abab ca é\n", 11, ids, &n_ids, &why));
        } else {
            CHECK(t.n_vocab == 77 && err.message[0]);
        }
        free(copy);
    }
}

TEST("sentencepiece: every cut, and every damaged byte, is an error or a vocabulary")
{
    SCOPED_ARENA(arena);
    struct gf_buffer file = {.arena = &arena}, lines = {.arena = &arena};
    put_file(&file, pieces, false);
    put_lines(&lines);
    check_cuts(&file);
    check_cuts(&lines);
    check_damage(&file);
    check_damage(&lines);
}

static char file_bytes[1024];
static struct gf_buffer small_file = {.data = file_bytes,
                                      .capacity = sizeof file_bytes};

static enum gf_status open_and_encode(struct gf_arena *arena, struct gf_error *err)
{
    struct gf_tokenizer t = {.n_vocab = 77};
    int32_t ids[16];
    size_t n = 77;
    enum gf_status status =
        gf_sentencepiece_open(&t, arena, small_file.data, small_file.n, err);
    CHECK(status == GF_OK || t.n_vocab == 77);
    if (status == GF_OK)
        status = gf_tokenizer_encode_document(&t, "ab ca", 5, ids, &n, err);
    CHECK(status == GF_OK || n == 77);
    return status;
}

TEST("sentencepiece: when any allocation fails, nothing changes and nothing leaks")
{
    put_file(&small_file, pieces, false);
    CHECK_OUT_OF_MEMORY(open_and_encode(&failing, &why), 8);
}
