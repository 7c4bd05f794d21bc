/* Pairs of questions and answers, in their three forms.
 * SPDX-License-Identifier: MIT */
#include "text/pairs.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"

/* Room for the sequences of one pair, filled with arbitrary values. */
struct room {
    int32_t tokens[16], target[16], source[16];
};

static struct gf_sequence sequence(struct room *room, size_t T, size_t T_source)
{
    memset(room, 0x7f, sizeof *room);
    return (struct gf_sequence){.T = T,
                                .T_source = T_source,
                                .tokens = room->tokens,
                                .target = room->target,
                                .source = T_source ? room->source : NULL};
}

/* The ids as one text: letters for tokens, P S E for the special ones, - for -1. */
static const char *shown(const struct gf_tokenizer *t, const int32_t *ids, size_t n)
{
    static char text[64];
    static const char special[] = "PSE";
    for (size_t i = 0; i < n; i++) {
        size_t length = 0, regular = t->n_vocab - t->n_special;
        const char *token = gf_tokenizer_text(t, ids[i], &length);
        text[i] = ids[i] == -1 ? '-' : !token ? '?' : token[0];
        if (token && (size_t)ids[i] >= regular)
            text[i] = special[(size_t)ids[i] - regular];
    }
    text[n] = '\0';
    return text;
}

static enum gf_status build(struct gf_pairs *pairs, struct gf_arena *arena,
                            enum gf_data_form form, const char *text)
{
    struct gf_pairs_options o = {.form = form};
    return gf_pairs_build(pairs, arena, &o, text, strlen(text), NULL);
}

/* Fills pair i into T and T_source positions and compares it. */
static void check_pair(const struct gf_pairs *p, size_t i, const char *source,
                       const char *tokens, const char *target)
{
    struct room room;
    size_t T = strlen(tokens), T_source = strlen(source);
    struct gf_sequence s = sequence(&room, T, T_source);
    gf_pairs_fill(p, i, &s);
    CHECK_TEXT(shown(&p->tokenizer, room.source, T_source), source);
    CHECK_TEXT(shown(&p->tokenizer, room.tokens, T), tokens);
    CHECK_TEXT(shown(p->labels.n_vocab ? &p->labels : &p->tokenizer, room.target, T),
               target);
    CHECK(room.tokens[T] == 0x7f7f7f7f && room.target[T] == 0x7f7f7f7f);
    CHECK(room.source[T_source] == 0x7f7f7f7f);
}

static const char two[] = "xyz\tab\nuv\t\n";

TEST("pairs: an answer begins with <START>, asks for <EOS> and is padded")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    CHECK(build(&p, &arena, GF_FORM_ANSWER, two) == GF_OK);
    CHECK(p.n_pairs == 2 && p.n_train == 2 && p.T == 3 && p.T_source == 3);
    CHECK(p.tokenizer.n_vocab == 7 + 3 && p.pad == 7 && p.start == 8 && p.end == 9);
    check_pair(&p, 0, "xyzP", "SabPP", "abE--");
    check_pair(&p, 1, "uvPP", "SPPPP", "E----");
    check_pair(&p, 0, "xyz", "Sab", "abE");
}

TEST("pairs: as one text, only the answer counts")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    CHECK(build(&p, &arena, GF_FORM_CONTINUE, two) == GF_OK);
    CHECK(p.T == 6 && p.T_source == 0);
    check_pair(&p, 0, "", "xyzSabPP", "---abE--");
    check_pair(&p, 1, "", "uvSPPPPP", "--E-----");
    check_pair(&p, 0, "", "xyzS", "---a"); /* too short: truncated */
}

TEST("pairs: as one text, the question counts too if asked for")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    struct gf_pairs_options o = {.form = GF_FORM_CONTINUE, .loss_on_prompt = true};
    CHECK_OK(gf_pairs_build(&p, &arena, &o, two, strlen(two), &why));
    check_pair(&p, 0, "", "xyzSabPP", "yzSabE--");
    check_pair(&p, 1, "", "uvSPPPPP", "vSE-----");
}

TEST("pairs: labels have their own vocabulary and align with their tokens")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    CHECK(build(&p, &arena, GF_FORM_TAGGING, "zoo\tcvv\r\n\na\tv\r\n") == GF_OK);
    CHECK(p.tokenizer.n_vocab == 3 + 1 && p.labels.n_vocab == 2 && p.pad == 3);
    CHECK(p.start == -1 && p.end == -1 && p.T == 3 && p.T_source == 0);
    check_pair(&p, 0, "", "zooPP", "cvv--");
    check_pair(&p, 1, "", "aPPPP", "v----");
}

TEST("pairs: two questions of words, every position counted, no padding")
{
    static const char *const end[] = {GF_END};
    static const int32_t tokens[2][5] = {{0, 1, 2, 4, 3}, {2, 1, 0, 4, 3}};
    static const int32_t target[2][5] = {{1, 2, 4, 3, 4}, {1, 0, 4, 3, 4}};
    const char *text =
        "what is statquest <EOS>\tawesome\nstatquest is what <EOS>\tawesome\n";
    struct gf_pairs_options o = {.form = GF_FORM_CONTINUE,
                                 .kind = GF_TOKENIZER_WORDS,
                                 .special = end,
                                 .n_special = 1,
                                 .loss_on_prompt = true};
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    struct room room;
    CHECK_OK(gf_pairs_build(&p, &arena, &o, text, strlen(text), &why));
    CHECK(p.tokenizer.n_vocab == 5 && p.T == 5 && p.pad == -1 && p.end == 4);
    for (size_t i = 0; i < 2; i++) {
        struct gf_sequence s = sequence(&room, 5, 0);
        gf_pairs_fill(&p, i, &s);
        CHECK_BYTES(room.tokens, tokens[i], sizeof tokens[i]);
        CHECK_BYTES(room.target, target[i], sizeof target[i]);
    }
}

TEST("pairs: words of two sides and two lines are not glued together")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    const char *text = "one two\tthree.\nfour,\tfive\n";
    struct gf_pairs_options o = {.kind = GF_TOKENIZER_WORDS};
    CHECK_OK(gf_pairs_build(&p, &arena, &o, text, strlen(text), &why));
    CHECK_THAT(p.tokenizer.n_vocab == 7 + 3, "V is %zu", p.tokenizer.n_vocab);
    size_t n = 0;
    gf_pairs_source_of(&p, 1, &n);
    CHECK(n == 2);
    gf_pairs_answer_of(&p, 0, &n);
    CHECK(n == 2);
}

TEST("pairs: lines that are no pairs are named, and nothing changes")
{
    static const struct {
        enum gf_data_form form;
        double val_fraction;
        const char *text;
        enum gf_status status;
        const char *sentence;
    } cases[] = {
        {GF_FORM_ANSWER, 0, "", GF_BAD_TEXT, "The text is empty"},
        {GF_FORM_ANSWER, 0, "\n\r\n", GF_BAD_TEXT, "The text is empty"},
        {GF_FORM_ANSWER, 0, "a\tb\n\nab\n", GF_BAD_TEXT, "Line 3 has no tab"},
        {GF_FORM_ANSWER, 0, "a\tb\n\tb\n", GF_BAD_TEXT, "Line 2 has nothing before"},
        {GF_FORM_ANSWER, 0, "a\tb\tc", GF_BAD_TEXT, "Line 1 has more than one tab"},
        {GF_FORM_ANSWER, 0, "a\tb\xff", GF_BAD_TEXT, "not UTF-8"},
        {GF_FORM_ANSWER, 0, "a\ta\n", GF_BAD_TEXT, "only one distinct character"},
        {GF_FORM_TAGGING, 0, "ab\tvc\nabc\tvc\n", GF_BAD_TEXT,
         "Line 2 has 3 characters but 2 labels"},
        {GF_FORM_ANSWER, 1, "a\tb\n", GF_BAD_CONFIG, "val_fraction must be at least 0"},
        {GF_FORM_ANSWER, 0.1, "a\tb\n", GF_TEXT_TOO_SHORT, "With 1 pairs"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        SCOPED_ARENA(arena);
        struct gf_pairs p = {.n_pairs = 77};
        struct gf_error err = {0};
        struct gf_pairs_options o = {.form = cases[i].form,
                                     .val_fraction = cases[i].val_fraction};
        enum gf_status status =
            gf_pairs_build(&p, &arena, &o, cases[i].text, strlen(cases[i].text), &err);
        CHECK_THAT(status == cases[i].status, "case %zu: %s", i, err.message);
        CHECK_THAT(strstr(err.message, cases[i].sentence), "case %zu: %s", i,
                   err.message);
        CHECK(p.n_pairs == 77);
    }
}

TEST("pairs: options that contradict each other get a sentence")
{
    static const char *const end[] = {GF_END};
    SCOPED_ARENA(arena);
    struct gf_pairs p = {.n_pairs = 77};
    struct gf_error err = {0};
    struct gf_pairs_options o = {
        .form = GF_FORM_ANSWER, .special = end, .n_special = 1};
    CHECK_SAYS(gf_pairs_build(&p, &arena, &o, two, strlen(two), &why), GF_BAD_ARGUMENT,
               "<START>");
    o = (struct gf_pairs_options){.form = GF_FORM_TAGGING, .kind = GF_TOKENIZER_BPE};
    CHECK(gf_pairs_build(&p, &arena, &o, two, strlen(two), &err) == GF_BAD_CONFIG);
    CHECK(p.n_pairs == 77);
    CHECK(build(&p, &arena, GF_FORM_ANSWER, two) == GF_OK);
    CHECK_OK(gf_pairs_check(&p, 3, 3, &why));
    CHECK(gf_pairs_check(&p, 2, 3, &err) == GF_BAD_CONFIG);
    CHECK_TEXT(err.message, "The longest pair takes 3 positions, but block_size is 2.");
    CHECK_SAYS(gf_pairs_check(&p, 3, 2, &why), GF_BAD_CONFIG, "source_block_size is 2");
}

/* Pairs a<TAB>a, b<TAB>b …: the only token of the source identifies the pair. */
static void build_letters(struct gf_pairs *p, struct gf_arena *arena,
                          double val_fraction)
{
    struct gf_buffer text = {.arena = arena};
    struct gf_pairs_options o = {.val_fraction = val_fraction};
    for (char c = 'a'; c <= 'z'; c++) {
        const char line[4] = {c, '\t', c, '\n'};
        gf_buffer_put(&text, line, 4);
    }
    CHECK_OK(gf_pairs_build(p, arena, &o, text.data, text.n, &why));
}

TEST("pairs: training draws from the first ones only, evaluation spreads evenly")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    struct room room;
    build_letters(&p, &arena, 0.3);
    CHECK(p.n_train == 18);
    struct gf_source source = gf_pairs_source(&p);
    struct gf_sequence s = sequence(&room, 3, 3);
    struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_BATCH, 5);
    int seen[26] = {0};
    for (size_t i = 0; i < 1800; i++) {
        source.train(source.data, key, i, &s);
        seen[room.source[0] % 26]++;
    }
    for (int i = 0; i < 26; i++) { /* 100 expected, standard deviation 10: within six */
        CHECK_THAT(i < 18 ? seen[i] > 40 && seen[i] < 160 : seen[i] == 0,
                   "pair %d came %d times", i, seen[i]);
    }
    for (size_t i = 0; i < 8; i++) {
        source.fixed(source.data, GF_SPLIT_VAL, 8, i, &s);
        CHECK_THAT(room.source[0] == (int32_t)(18 + i), "at %zu: %d", i,
                   room.source[0]);
    }
    source.fixed(source.data, GF_SPLIT_VAL, 3, 2, &s);
    CHECK(room.source[0] == 18 + 5);
    source.fixed(source.data, GF_SPLIT_ALL, 2, 1, &s);
    CHECK(room.source[0] == 13);
    source.fixed(source.data, GF_SPLIT_TRAIN, 2, 1, &s);
    CHECK(room.source[0] == 9);
}

TEST("pairs: in order, step after step goes on where the last one ended")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    struct room room;
    build_letters(&p, &arena, 0.3);
    p.no_shuffle = true;
    struct gf_source source = gf_pairs_source(&p);
    struct gf_sequence s = sequence(&room, 3, 3);
    s.batch_size = 5;
    for (size_t i = 0; i < 40; i++) {
        s.step = i / 5;
        source.train(source.data, gf_rng_key(1, GF_RNG_BATCH, s.step), i % 5, &s);
        CHECK_THAT(room.source[0] == (int32_t)(i % 18), "sequence %zu is %d", i,
                   room.source[0]);
    }
}

TEST("pairs: with nothing held out, evaluation uses all of them")
{
    SCOPED_ARENA(arena);
    struct gf_pairs p = {0};
    size_t first = 7;
    build_letters(&p, &arena, 0);
    CHECK(p.n_train == 26);
    CHECK(gf_pairs_size(&p, GF_SPLIT_VAL, &first) == 26 && first == 0);
}

static enum gf_status build_words(struct gf_arena *arena, struct gf_error *err)
{
    struct gf_pairs p = {.n_pairs = 77};
    struct gf_pairs_options o = {.form = GF_FORM_TAGGING, .kind = GF_TOKENIZER_WORDS};
    const char *text = "a dog, two cats\tx y x n y\n";
    enum gf_status status = gf_pairs_build(&p, arena, &o, text, strlen(text), err);
    CHECK(status == GF_OK || p.n_pairs == 77);
    return status;
}

TEST("pairs: when any allocation fails, nothing changes and nothing leaks")
{
    CHECK_OUT_OF_MEMORY(build_words(&failing, &why), 15);
}
