/* Words, punctuation marks and line ends.
 *
 * A text is divided into items: a word (letters and digits, with apostrophes and hyphens
 * inside), or one other character. Single spaces between items are not tokens but follow a
 * default: one between two words, none before a comma, none after an opening bracket
 * (default_space). Where a text differs, the space is a token " " of its own, or the item is
 * a "joined" token, which has no space before it:
 *
 *     "Hello, world"   Hello · , · world
 *     "a , b"          a · " " · , · b
 *     "f(x)"           f · joined ( · x · )
 *
 * So vocabularies stay small, a word has one id, and decoding restores the text exactly.
 * Tokens that include their space (" the"), as in GPT-2, would give most words two ids.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/kind.h"

#include "base/format.h"
#include "base/utf8.h"
#include "text/tokenizer/char_class.h"
#include "text/tokenizer/string_set.h"

#include <stdlib.h>
#include <string.h>

enum { JOINED = 1 }; /* the tag of a joined token among the strings */

#define SPACING_CLASS 0x0f
#define SPACING_JOINED 0x80

static const char unknown_name[] = "<UNK>";

/* ---- items ----------------------------------------------------------------------- */

static bool in_word(enum gf_char_class c)
{
    return c == GF_CHAR_LETTER || c == GF_CHAR_DIGIT;
}

/* What a word may contain but not begin or end with: ' - and the apostrophe ’. */
static bool joins_letters(uint32_t c)
{
    return c == '\'' || c == '-' || c == 0x2019;
}

/* The class that determines the spacing: a word counts as a letter. */
static enum gf_char_class item_class(const char *text, size_t n)
{
    uint32_t c = 0;
    gf_utf8_decode(text, n, &c);
    enum gf_char_class class = gf_char_class_of(c);
    return class == GF_CHAR_DIGIT ? GF_CHAR_LETTER : class;
}

/* The length of the item at text[0 .. n), n > 0. */
static size_t item_length(const char *text, size_t n)
{
    uint32_t c = 0;
    size_t at = gf_utf8_decode(text, n, &c);
    if (!in_word(gf_char_class_of(c))) return at;
    while (at < n) {
        size_t length = gf_utf8_decode(text + at, n - at, &c);
        if (joins_letters(c) && at + length < n) {
            length += gf_utf8_decode(text + at + length, n - at - length, &c);
        }
        if (!in_word(gf_char_class_of(c))) {
            break;
        }
        at += length;
    }
    return at;
}

static bool default_space(enum gf_char_class left, enum gf_char_class right)
{
    bool tight = left == GF_CHAR_SPACE || right == GF_CHAR_SPACE ||
                 left == GF_CHAR_IDEOGRAPH || right == GF_CHAR_IDEOGRAPH ||
                 left == GF_CHAR_OPEN || right == GF_CHAR_CLOSE;
    return !tight;
}

/* ---- tokens ---------------------------------------------------------------------- */

/* Iterates over the tokens of a text. */
struct walk {
    const struct gf_tokenizer *t;
    const char *text;
    size_t n, at;
    size_t n_spaces;       /* tokens still to be returned before the item at `at` */
    struct gf_piece piece; /* the one that contains `at` */
    const char *piece_end;
    enum gf_char_class left; /* of the item before */
};

struct token {
    const char *text;
    size_t n;
    int32_t special; /* the id of a special token, or -1 */
    uint8_t tag;
};

static size_t count_spaces(const char *text, size_t n)
{
    size_t count = 0;
    while (count < n && text[count] == ' ') {
        count++;
    }
    return count;
}

static struct walk start_walk(const struct gf_tokenizer *t, const char *text, size_t n)
{
    return (struct walk){
        .t = t, .text = text, .n = n, .piece_end = text, .left = GF_CHAR_SPACE};
}

static bool next_token(struct walk *w, struct token *token)
{
    size_t skipped = 0;
    if (w->n_spaces == 0) {
        skipped = count_spaces(w->text + w->at, w->n - w->at);
        bool end = w->at + skipped == w->n;
        if (end && skipped == 0) return false;
        /* A single space before an item may be the default; all others are tokens. */
        const char *item = w->text + w->at + skipped;
        if (end || skipped > 1 ||
            (skipped == 1 &&
             !default_space(w->left,
                            item_class(item, (size_t)(w->text + w->n - item))))) {
            w->n_spaces = skipped;
        }
    }
    if (w->n_spaces > 0) {
        *token = (struct token){w->text + w->at++, 1, -1, 0};
        w->n_spaces--;
        w->left = GF_CHAR_SPACE;
        return true;
    }
    w->at += skipped;
    const char *item = w->text + w->at;
    if (item >= w->piece_end) {
        gf_next_piece(w->t, item, w->n - w->at, &w->piece);
        w->piece_end = item + w->piece.n;
    }
    bool special = w->piece.id >= 0;
    size_t n = special ? w->piece.n : item_length(item, (size_t)(w->piece_end - item));
    enum gf_char_class right = special ? GF_CHAR_LETTER : item_class(item, n);
    bool joined = skipped == 0 && !special && default_space(w->left, right);
    *token = (struct token){item, n, w->piece.id, joined ? JOINED : 0};
    w->at += n;
    w->left = right;
    return true;
}

/* ---- vocabulary ------------------------------------------------------------------ */

/* Fills in the tables for n words in order. */
static enum gf_status fill_tables(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const struct gf_string *words, size_t n,
                                  struct gf_error *err)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < n; i++) n_bytes += words[i].n;
    t->words = gf_arena_alloc(arena, sizeof *t->words);
    bool ok = t->words && gf_texts_reserve(t, arena, n, n_bytes);
    t->spacing = ok ? gf_arena_alloc(arena, t->n_vocab) : NULL;
    if (!t->spacing) return gf_fail(err, GF_E_no_memory);
    t->words->arena = arena;
    for (size_t i = 0; i < n; i++) {
        gf_texts_add(t, i, words[i].text, words[i].n);
        size_t number =
            gf_strings_add(t->words, t->text + t->start[i], words[i].n, words[i].tag);
        if (number == GF_NO_STRING) return gf_fail(err, GF_E_no_memory);
        if (number != i) return gf_fail(err, GF_E_vocabulary_word_twice, i);
        t->spacing[i] = (uint8_t)(item_class(words[i].text, words[i].n) |
                                  (words[i].tag == JOINED ? SPACING_JOINED : 0));
    }
    memset(t->spacing + n, GF_CHAR_LETTER, t->n_special);
    t->words->arena = NULL; /* complete; the arena may move */
    return GF_OK;
}

static bool needs_space(const struct gf_tokenizer *t, int32_t left, int32_t right)
{
    return !(t->spacing[right] & SPACING_JOINED) &&
           default_space(t->spacing[left] & SPACING_CLASS,
                         t->spacing[right] & SPACING_CLASS);
}

/* ---- building -------------------------------------------------------------------- */

struct rank {
    uint32_t count, number;
};

static int by_count(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Keeps the `room` most frequent words in their order, the earlier ones of equal count. */
static bool keep_frequent(struct gf_strings *words, size_t room)
{
    struct rank *ranks = gf_arena_array(words->arena, words->n, sizeof *ranks);
    if (!ranks) return false;
    for (size_t i = 0; i < words->n; i++) {
        ranks[i] = (struct rank){words->list[i].count, (uint32_t)i};
    }
    qsort(ranks, words->n, sizeof *ranks, by_count);
    const struct rank last = ranks[room - 1];
    size_t n = 0;
    for (size_t i = 0; i < words->n; i++) {
        const struct rank own = {words->list[i].count, (uint32_t)i};
        if (by_count(&own, &last) <= 0) words->list[n++] = words->list[i];
    }
    words->n = n; /* the slots are now invalid, but only the list is used */
    return true;
}

static enum gf_status limit(struct gf_strings *words, const struct gf_tokenizer *t,
                            size_t vocab_size, struct gf_error *err)
{
    if (vocab_size == 0 || words->n + t->n_special <= vocab_size) return GF_OK;
    if (gf_tokenizer_special(t, unknown_name) < 0) {
        return gf_fail(err, GF_E_too_many_words, words->n, "vocab_limit", vocab_size,
                       unknown_name);
    }
    if (vocab_size < t->n_special + 2) {
        return gf_fail(err, GF_E_vocab_size_too_small, "vocab_limit", vocab_size,
                       t->n_special);
    }
    return keep_frequent(words, vocab_size - t->n_special)
               ? GF_OK
               : gf_fail(err, GF_E_no_memory);
}

static enum gf_status build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_tokenizer_options *options,
                            const char *text, size_t n, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_strings words = {.arena = &scratch};
    struct walk w = start_walk(t, text, n);
    struct token token;
    while (!scratch.failed && next_token(&w, &token)) {
        if (token.special < 0) {
            gf_strings_add(&words, token.text, token.n, token.tag);
        }
    }
    if (scratch.failed) return gf_fail(err, GF_E_no_memory);
    if (words.n + t->n_special < 2) return gf_fail(err, GF_E_one_distinct_word);
    enum gf_status status = limit(&words, t, options->vocab_size, err);
    return status == GF_OK ? fill_tables(t, arena, words.list, words.n, err) : status;
}

/* ---- encoding -------------------------------------------------------------------- */

static enum gf_status unknown(const struct gf_tokenizer *t, const struct token *token,
                              size_t position, struct gf_error *err)
{
    char name[64];
    uint32_t c = 0;
    size_t first = gf_utf8_decode(token->text, token->n, &c);
    if (first == token->n) {
        gf_format_character(name, c);
    } else {
        char word[48];
        size_t n = token->n < sizeof word ? token->n : sizeof word - 1;
        n = gf_utf8_valid_prefix(token->text, n);
        memcpy(word, token->text, n);
        word[n] = '\0';
        gf_format(name, sizeof name, "\"%s\"", word);
    }
    return gf_fail(err, GF_E_unknown_word, name, position, gf_n_regular(t));
}

/* Its number among the words; that of the variant with other spacing if only that exists. */
static size_t find_word(const struct gf_strings *words, const struct token *token)
{
    size_t number = gf_strings_find(words, token->text, token->n, token->tag);
    if (number == GF_NO_STRING) {
        uint8_t other = token->tag == JOINED ? 0 : JOINED;
        number = gf_strings_find(words, token->text, token->n, other);
    }
    return number;
}

static enum gf_status encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    int32_t substitute = gf_tokenizer_special(t, unknown_name);
    size_t count = 0;
    struct walk w = start_walk(t, text, n);
    struct token token;
    while (next_token(&w, &token)) {
        if (token.special >= 0) {
            ids[count++] = token.special;
            continue;
        }
        size_t number = find_word(t->words, &token);
        bool space = token.n == 1 && token.text[0] == ' ';
        if (number != GF_NO_STRING) {
            ids[count++] = (int32_t)number;
        } else if (!space && substitute >= 0) {
            ids[count++] = substitute;
        } else if (!space) {
            size_t position = gf_utf8_count(text, (size_t)(token.text - text)) + 1;
            return unknown(t, &token, position, err);
        }
    }
    *n_ids = count;
    return GF_OK;
}

/* ---- saving ---------------------------------------------------------------------- */

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    gf_json_begin_array(gf_json_key(w, "words"));
    for (size_t i = 0; i < gf_n_regular(t); i++) {
        gf_json_string_n(w, t->text + t->start[i], t->start[i + 1] - t->start[i]);
    }
    gf_json_end_array(w);
    gf_json_begin_array(gf_json_key(w, "joined"));
    for (size_t i = 0; i < gf_n_regular(t); i++) {
        if (t->spacing[i] & SPACING_JOINED) {
            gf_json_int(w, (int64_t)i);
        }
    }
    gf_json_end_array(w);
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_json *words = gf_json_member(json, "words", GF_JSON_ARRAY);
    const struct gf_json *joined = gf_json_get(json, "joined");
    if (!words || words->n == 0 || (joined && joined->type != GF_JSON_ARRAY)) {
        return gf_fail(err, GF_E_vocabulary_words);
    }
    struct gf_string *list = gf_arena_array(&scratch, words->n, sizeof *list),
                     *at = list;
    if (!list) return gf_fail(err, GF_E_no_memory);
    for (const struct gf_json *e = words->first; e; e = e->next, at++) {
        size_t n;
        if (!gf_json_as_string(e, &at->text, &n) || n == 0 || n > UINT32_MAX) {
            return gf_fail(err, GF_E_vocabulary_words);
        }
        at->n = (uint32_t)n;
    }
    for (const struct gf_json *e = joined ? joined->first : NULL; e; e = e->next) {
        uint64_t number;
        if (!gf_json_as_uint(e, &number) || number >= words->n) {
            return gf_fail(err, GF_E_vocabulary_words);
        }
        list[number].tag = JOINED;
    }
    return fill_tables(t, arena, list, words->n, err);
}

const struct gf_kind gf_words_kind = {.name = "words",
                                      .unit = "words",
                                      .build = build,
                                      .encode = encode,
                                      .write = write,
                                      .read = read,
                                      .needs_space = needs_space};
