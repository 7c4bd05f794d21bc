/* Words, special tokens, and properties of every kind: decoding restores the text.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "text/tokenizer/tokenizer.h"
#include "files.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"
#include "tokens.h"

static const char *const marks[] = {"<PAD>", "<EOS>"};
static const char *const unknown_mark[] = {"<UNK>"};

static const struct gf_tokenizer_options words = {.kind = GF_TOKENIZER_WORDS};

TEST("words: ids follow first appearance, special tokens come last")
{
    static const char *const end[] = {"<EOS>"};
    static const int32_t expected[] = {0, 1, 2, 4, 3};
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = words;
    o.special = end;
    o.n_special = 1;
    CHECK(build(&t, &arena, o,
                "what is statquest <EOS> awesome statquest is what <EOS> awesome") ==
          GF_OK);
    int32_t ids[40];
    size_t n_ids = 0;
    const char *question = "what is statquest <EOS> awesome";
    CHECK(t.n_vocab == 5 && gf_tokenizer_special(&t, "<EOS>") == 4);
    CHECK_OK(gf_tokenizer_encode(&t, question, strlen(question), ids, &n_ids, &why));
    CHECK(n_ids == 5);
    CHECK_BYTES(ids, expected, sizeof expected);
    CHECK(comes_back(&t, question, strlen(question)));
    CHECK(gf_tokenizer_special(&t, "<PAD>") == -1);
}

TEST("words: default spaces are no tokens, other spacing is encoded")
{
    static const struct {
        const char *text, *tokens;
    } cases[] = {
        {"Hello, world!", "Hello·,·world·!"},
        {"a , b", "a· ·,·b"},
        {"f(x) = 3.14", "f·+(·x·)·=·3·.·+14"},
        {"don't well-known rock-n-roll", "don't·well-known·rock-n-roll"},
        {"a- 'b' --c", "a·+-·'·+b·+'·-·+-·+c"},
        {"  two  spaces ", " · ·two· · ·spaces· "},
        {"line\n  next\r\n", "line·\n· · ·next·\r·\n"},
        {"¿Qué? «sí» año", "¿·Qué·?·«·sí·»·año"},
        {"漢字 と kana", "漢·字· ·と· ·kana"},
        {"a😀b 😀", "a·+😀·+b·😀"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {0};
        CHECK(build(&t, &arena, words, cases[i].text) == GF_OK);
        CHECK_TEXT(tokens_of(&t, cases[i].text), cases[i].tokens);
        CHECK_THAT(comes_back(&t, cases[i].text, strlen(cases[i].text)), "%s",
                   cases[i].text);
    }
}

TEST("words: an unknown word is an error with its position, or becomes <UNK>")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {0};
    struct gf_tokenizer_options o = words;
    build(&t, &arena, o, "the cat sat on the mat.");
    CHECK_TEXT(tokens_of(&t, "the cat. saw"),
               "The word \"saw\" at position 10 is not one of the 6 words this model "
               "knows.");
    CHECK_TEXT(tokens_of(&t, "the\ncat"),
               "The word U+000A at position 4 is not one of the 6 words this model "
               "knows.");
    CHECK_TEXT(tokens_of(&t, "the  cat(mat"),
               "The word '(' (U+0028) at position 9 is not one of the 6 words this "
               "model knows.");
    CHECK_TEXT(tokens_of(&t, "the  cat .mat"), "the·cat·.·mat"); /* spaces as usual */
    o.special = unknown_mark;
    o.n_special = 1;
    build(&t, &arena, o, "the cat sat on the mat.");
    CHECK_TEXT(tokens_of(&t, "the dog sat."), "the·<UNK>·sat·.");
}

TEST("words: vocab_size keeps the most frequent words, in order of appearance")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {.n_vocab = 77};
    struct gf_tokenizer_options o = words;
    const char *text = "e d d c c a a a b b e f g a";
    o.vocab_size = 5;
    CHECK_SAYS(gf_tokenizer_build(&t, &arena, &o, text, strlen(text), &why),
               GF_BAD_CONFIG, "7 different words, more than vocab_limit (5)");
    CHECK(t.n_vocab == 77);
    o.special = unknown_mark;
    o.n_special = 1;
    CHECK(build(&t, &arena, o, text) == GF_OK && t.n_vocab == 5);
    CHECK_TEXT(tokens_of(&t, "a b c d e f g"), "a·<UNK>·c·d·e·<UNK>·<UNK>");
    o.vocab_size = 2;
    CHECK(build(&t, &arena, o, text) == GF_BAD_CONFIG);
    o.vocab_size = 7; /* of the seven words one makes room for <UNK> */
    CHECK(build(&t, &arena, o, text) == GF_OK && t.n_vocab == 7);
    o.vocab_size = 8;
    CHECK(build(&t, &arena, o, text) == GF_OK && t.n_vocab == 8);
    o.vocab_size = 4; /* the frequent ones come last */
    CHECK(build(&t, &arena, o, "g f e d b c a c b a a") == GF_OK && t.n_vocab == 4);
    CHECK_TEXT(tokens_of(&t, "g f e d b c a"), "<UNK>·<UNK>·<UNK>·<UNK>·b·c·a");
    for (int32_t id = 0; id < 3; id++)
        CHECK(*gf_tokenizer_text(&t, id, &(size_t){0}) == "bca"[id]);
}

TEST("words: more than 16 bits can number keep their ids, also written and read again")
{
    enum { N = 66000 };
    SCOPED_ARENA(arena);
    struct gf_buffer text = {.arena = &arena}, said = {.arena = &arena};
    struct gf_tokenizer t = {0}, again = {0};
    char word[16];
    for (int i = 0; i < N; i++) {
        snprintf(word, sizeof word, "%sw%d", i ? " " : "", i);
        gf_buffer_puts(&text, word);
    }
    CHECK_OK(gf_tokenizer_build(&t, &arena, &words, text.data, text.n, &why));
    through_json(&again, &arena, &t);
    CHECK(t.n_vocab == N && again.n_vocab == N);
    int32_t *ids = gf_arena_array(&arena, text.n, sizeof *ids);
    size_t n = 0, wrong = 0;
    CHECK_OK(gf_tokenizer_encode(&again, text.data, text.n, ids, &n, &why));
    for (size_t i = 0; i < n; i++) wrong += ids[i] != (int32_t)i;
    CHECK_THAT(n == N && wrong == 0, "%zu of %zu", wrong, n);
    CHECK_OK(gf_tokenizer_decode(&again, ids + N - 2, 2, &said, &why));
    gf_buffer_put(&said, "", 1);
    CHECK_TEXT(said.data, "w65998 w65999");
}

/* A random text of spaces, punctuation, line ends and several scripts. */
static void random_text(struct gf_buffer *text, struct gf_rng key, size_t n_items)
{
    static const char *const items[] = {
        " ",  "  ", "a",  "the", "don't", "-", "'",  "(", ")", ",", ".", "\n",    "\r",
        "\t", "é",  "漢", "€",   "😀",     "3", "14", "“", "”", "¿", "_", "\u00a0"};
    for (uint32_t i = 0; i < n_items; i++)
        gf_buffer_puts(text, items[gf_rng_below(key, i, GF_COUNT(items))]);
}

TESTS(test_every_text_comes_back)
{
    static const char *const names[] = {"chars", "words", "bpe"};
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
        test("%s: 300 random texts are decoded to the same bytes", names[kind]);
        for (uint64_t i = 0; i < 300; i++) {
            SCOPED_BUFFER(text);
            struct gf_tokenizer t = {0};
            struct gf_tokenizer_options o = {.kind = (enum gf_tokenizer_kind)kind,
                                             .vocab_size = kind == 2 ? 280 : 0};
            gf_buffer_puts(&text, "x y");
            random_text(&text, gf_rng_key(test_seed(), GF_RNG_TASK, i), 1 + i % 60);
            CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text.data, text.n, &why));
            CHECK_THAT(comes_back(&t, text.data, text.n), "text %d: %.*s", (int)i,
                       (int)text.n, text.data);
        }
    }
}

TEST("tokenizers: special tokens stand for themselves in every kind")
{
    const char *text = "<PAD>ab ba<EOS>";
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {0};
        struct gf_tokenizer_options o = {
            .kind = (enum gf_tokenizer_kind)kind, .special = marks, .n_special = 2};
        CHECK(build(&t, &arena, o, text) == GF_OK);
        int32_t ids[20], pad = gf_tokenizer_special(&t, "<PAD>");
        size_t n_ids = 0;
        CHECK(pad == (int32_t)t.n_vocab - 2 &&
              gf_tokenizer_special(&t, "<EOS>") == pad + 1);
        CHECK_OK(gf_tokenizer_encode(&t, text, strlen(text), ids, &n_ids, &why));
        CHECK(ids[0] == pad && ids[n_ids - 1] == pad + 1);
        for (size_t i = 1; i + 1 < n_ids; i++) CHECK(ids[i] < pad);
        /* Neither '<' nor 'P' is a character of this text. */
        CHECK(kind != GF_TOKENIZER_CHARS || t.n_vocab == 5);
        CHECK(kind == GF_TOKENIZER_WORDS || comes_back(&t, text, strlen(text)));
        static const char *const bad[] = {"x", "", "y\xff"};
        struct gf_tokenizer unchanged = {.n_vocab = 77};
        static const char *const same[] = {"x", "x"};
        o.special = same;
        CHECK(build(&unchanged, &arena, o, text) == GF_BAD_ARGUMENT);
        o.special = bad;
        CHECK(build(&unchanged, &arena, o, text) == GF_BAD_ARGUMENT);
        o.special = bad + 1;
        CHECK(build(&unchanged, &arena, o, text) == GF_BAD_ARGUMENT);
        CHECK(unchanged.n_vocab == 77);
    }
}

TEST("tokenizers: a text is not read beyond its end, a character cut short is an error")
{
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {.n_vocab = 77};
        struct gf_tokenizer_options o = {.kind = (enum gf_tokenizer_kind)kind};
        const char *text = "ab ba é";
        CHECK(gf_tokenizer_build(&t, &arena, &o, text, strlen(text) - 1, NULL) ==
              GF_BAD_TEXT);
        CHECK(t.n_vocab == 77);
        CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text, strlen(text) - 2, &why));
        CHECK(kind != GF_TOKENIZER_CHARS || t.n_vocab == 3);
    }
}

TEST("tokenizers: each kind has a name, and a number beyond them none")
{
    for (int kind = 0; kind < GF_TOKENIZER_KIND_COUNT; kind++) {
        const char *name = gf_tokenizer_kind_name((enum gf_tokenizer_kind)kind);
        CHECK(name && strcmp(name, "unknown") != 0);
    }
    CHECK_TEXT(gf_tokenizer_kind_name(GF_TOKENIZER_KIND_COUNT), "unknown");
}

TEST("tokenizers: written as JSON and read again they encode the same")
{
    const char *text =
        "“The cat's hat”, said (the) \"cat\\\x01 é😀: 3.14\n\tand <EOS> the  hat";
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {0}, back = {0};
        struct gf_tokenizer_options o = {.kind = (enum gf_tokenizer_kind)kind,
                                         .special = marks,
                                         .n_special = 2,
                                         .vocab_size = kind == 2 ? 270 : 0};
        int32_t ids[100], ids_back[100];
        size_t n_ids = 0, n_back = 0;
        build(&t, &arena, o, text);
        through_json(&back, &arena, &t);
        gf_tokenizer_encode(&t, text, strlen(text), ids, &n_ids, NULL);
        gf_tokenizer_encode(&back, text, strlen(text), ids_back, &n_back, NULL);
        CHECK(n_ids == n_back && n_ids > 10 && back.n_vocab == t.n_vocab);
        CHECK_BYTES(ids_back, ids, n_ids * sizeof *ids);
    }
}

/* A vocabulary of one letter. */
#define LETTERS(form, added, more) \
    "{'kind':'bpe_vocabulary','form':'" form \
    "','tokens':['<unk>','a'],'merges':[],'added':" added ",'words':false," more \
    "'leading_space':false,'begin':-1,'end':-1}"

TEST("tokenizers: without bytes what is no token is unknown, one for all that follow")
{
    const char *text = json_of(LETTERS("spaces", "[0]", "'unknown':0,"));
    SCOPED_ARENA(arena);
    struct gf_tokenizer t;
    const struct gf_json *json = gf_json_parse(&arena, text, strlen(text), NULL);
    CHECK_OK(gf_tokenizer_read(&t, &arena, json, &why));
    CHECK_TEXT(tokens_of(&t, "aéb漢a a<unk>z"), "a·<unk>·a·<unk>·a·<unk>·<unk>");
    CHECK_TEXT(tokens_of(&t, "aa"), "a·a");
    CHECK_TEXT(tokens_of(&t, "bc"), "<unk>");
}

#define PIECES(pieces, scores, rest) \
    "{'kind':'sentencepiece','pieces':" pieces ",'scores':" scores ",'unknown':" rest \
    "}"

TEST("tokenizers: a damaged vocabulary is an error and changes nothing")
{
    static const struct {
        const char *json, *said;
    } bad[] = {
        {"[]", "does not name"},
        {"{}", "does not name"},
        {"{'kind':7}", "does not name"},
        {"{'kind':'runes'}", "this version"},
        {"{'kind':'chars'}", "no text under"},
        {"{'kind':'chars','characters':''}", "no text under"},
        {"{'kind':'chars','characters':'ba'}", "order at 'a'"},
        {"{'kind':'chars','characters':'aa'}", "order at 'a'"},
        {"{'kind':'words'}", "and \"joined\""},
        {"{'kind':'words','words':[]}", "and \"joined\""},
        {"{'kind':'words','words':['a',7]}", "and \"joined\""},
        {"{'kind':'words','words':['a','']}", "and \"joined\""},
        {"{'kind':'words','words':['a','b','a']}", "number 2 twice"},
        {"{'kind':'words','words':['a'],'joined':[1]}", "and \"joined\""},
        {"{'kind':'words','words':['a'],'joined':7}", "and \"joined\""},
        {"{'kind':'words','words':['a'],'special':{}}", "not a list"},
        {"{'kind':'words','words':['a'],'special':['']}", "UTF-8 and not"},
        {"{'kind':'words','words':['a'],'special':['b','b']}", "\"b\" is listed"},
        {"{'kind':'words','words':['a'],'special':['b\\u0000']}", "not all names"},
        {"{'kind':'sentencepiece'}", "\"pieces\" and"},
        {PIECES("[]", "[]", "0,'begin':1,'end':2"), "\"pieces\" and"},
        {PIECES("['a','b']", "[0]", "0,'begin':1,'end':1"), "\"pieces\" and"},
        {PIECES("['a',7]", "[0,0]", "0,'begin':1,'end':1"), "\"pieces\" and"},
        {PIECES("['a','b']", "[0,'1']", "0,'begin':1,'end':1"), "\"pieces\" and"},
        {PIECES("['a','b']", "[0,1e300]", "0,'begin':1,'end':1"), "token number 1 is"},
        {PIECES("['a','b']", "[0,0]", "0,'begin':2,'end':1"), "\"pieces\" and"},
        {PIECES("['a','b']", "[0,0]", "-1,'begin':0,'end':1"), "\"pieces\" and"},
        {PIECES("['a','b']", "[0,0]", "0,'begin':1,'end':1,'special':['<X>']"),
         "\"pieces\" and"},
        {"{'kind':'bpe_vocabulary'}", "\"tokens\", \"merges\""},
        {LETTERS("spaces", "[0]", ""), "for some bytes"},
        {LETTERS("spaces", "[2]", "'unknown':0,"), "\"merges\" and \"added\""},
        {LETTERS("spaces", "[0,0]", "'unknown':0,"), "\"merges\" and \"added\""},
        {LETTERS("spaces", "[0]", "'unknown':2,"), "\"tokens\", \"merges\""},
        {LETTERS("spaces", "[0]", "'unknown':'a',"), "\"tokens\", \"merges\""},
        {LETTERS("bytes", "[0]", "'unknown':0,"), "for some bytes"},
        {"{'kind':'bpe'}", "list \"merges\""},
        {"{'kind':'bpe','merges':[1]}", "list \"merges\""},
        {"{'kind':'bpe','merges':[256,1]}", "merge number 0"},
        {"{'kind':'bpe','merges':[1,2,256,257]}", "merge number 1"},
        {"{'kind':'bpe','merges':[1,-2]}", "merge number 0"},
        {("{'kind':'bpe','merges':[1,1,256,256,257,257,258,258,259,259,260,260,261,261]"
          "}"),
         "merge number 6"},
    };
    for (size_t i = 0; i < GF_COUNT(bad); i++) {
        SCOPED_ARENA(arena);
        struct gf_tokenizer t = {.n_vocab = 77};
        struct gf_error err = {0};
        const char *text = json_of(bad[i].json);
        const struct gf_json *json = gf_json_parse(&arena, text, strlen(text), NULL);
        CHECK_THAT(gf_tokenizer_read(&t, &arena, json, &err) == GF_BAD_CHECKPOINT, "%s",
                   text);
        CHECK_HAS(err.message, "The vocabulary");
        CHECK_HAS(err.message, bad[i].said);
        CHECK(t.n_vocab == 77);
    }
}

TEST("words: a text of one repeated word is an error")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t = {.n_vocab = 77};
    CHECK_SAYS(gf_tokenizer_build(&t, &arena, &words, "ab ab ab", 8, &why), GF_BAD_TEXT,
               "one single word");
    CHECK(t.n_vocab == 77);
}

static enum gf_status build_and_read(enum gf_tokenizer_kind kind,
                                     struct gf_arena *arena, struct gf_error *err)
{
    const char *text = "the cat, the hat and the mat: (the bat) sat on the rat.";
    struct gf_tokenizer_options o = {.kind = kind,
                                     .special = unknown_mark,
                                     .n_special = 1,
                                     .vocab_size = kind == GF_TOKENIZER_WORDS ? 7 : 0};
    struct gf_tokenizer t = {.n_vocab = 77}, back = {.n_vocab = 77};
    struct gf_buffer json = {.arena = arena};
    struct gf_json_writer w = {.out = &json};
    enum gf_status status = gf_tokenizer_build(&t, arena, &o, text, strlen(text), err);
    CHECK(status == GF_OK || t.n_vocab == 77);
    if (status != GF_OK) return status;
    gf_tokenizer_write(&t, &w);
    const struct gf_json *tree =
        arena->failed ? NULL : gf_json_parse(arena, json.data, json.n, err);
    if (!tree) {
        gf_fail(err, GF_E_no_memory);
        return GF_OUT_OF_MEMORY;
    }
    status = gf_tokenizer_read(&back, arena, tree, err);
    CHECK(status == GF_OK || back.n_vocab == 77);
    return status;
}

TEST("tokenizers: when any allocation fails, nothing changes and nothing leaks")
{
    for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++)
        CHECK_OUT_OF_MEMORY(
            build_and_read((enum gf_tokenizer_kind)kind, &failing, &why), 12);
}

TEST("tokenizers: all three kinds restore the reference texts")
{
    static const char *const files[] = {"tinyshakespeare.txt", "martin_fierro.txt"};
    for (size_t i = 0; i < 2; i++) {
        size_t n = 0;
        char *text = read_shared_text(files[i], &n);
        if (!text) continue;
        for (int kind = 0; kind < GF_TOKENIZER_LEARNED_COUNT; kind++) {
            SCOPED_ARENA(arena);
            struct gf_tokenizer t = {0};
            struct gf_tokenizer_options o = {.kind = (enum gf_tokenizer_kind)kind};
            CHECK_OK(gf_tokenizer_build(&t, &arena, &o, text, n, &why));
            CHECK(comes_back(&t, text, n));
        }
        free(text);
    }
}
