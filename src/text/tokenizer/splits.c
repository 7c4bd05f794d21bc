/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/splits.h"

#include "base/utf8.h"
#include "text/tokenizer/char_class.h"

#include <string.h>

/* ---- classes of characters --------------------------------------------------------- */

enum {
    LETTER = 1,
    NUMBER = 2,
    BLANK = 4,  /* U+0020 */
    LINE = 8,   /* \r and \n */
    SPACE = 16, /* any other white space */
    OTHER = 32,
    WHITE = BLANK | LINE | SPACE
};

/* One of `before` or none, as many of `body` as there are, of a limited kind `most`, and then
 * all of `after`. */
struct run {
    uint8_t before, body, most, after;
};

enum { N_RUNS = 3 };

struct pattern {
    bool ours;     /* classes of char_class.h, GF_MAX_CHUNK, and no contractions */
    bool any_case; /* of the endings of contractions, which come first */
    bool to_line;  /* white space ends behind the last line break in it */
    unsigned
        apart; /* before these all white space is one part, elsewhere one is left: */
    unsigned left;           /* if it is one of these */
    struct run runs[N_RUNS]; /* the first that fits */
};

static const uint8_t ranges[] = {
#include "text/tokenizer/unicode.def"
};

/* The number at *at, which moves past it. */
static uint32_t next_number(const uint8_t **at)
{
    uint32_t value = 0;
    int shift = 0;
    do {
        value |= (uint32_t)(**at & 0x7f) << shift;
        shift += 7;
    } while (*(*at)++ & 0x80);
    return value;
}

/* Beyond ASCII a walk through the table: most texts have few such characters. */
static unsigned listed_class(uint32_t c)
{
    const uint8_t *at = ranges;
    uint32_t end = 0;
    while (at < ranges + sizeof ranges) {
        uint32_t gap = next_number(&at), first = end + gap / 2;
        end = first + next_number(&at) + 1;
        if (c < first) return OTHER;
        if (c < end) return gap % 2 ? NUMBER : LETTER;
    }
    return OTHER;
}

/* Of the table of words: letters of all scripts that are not listed there. */
static unsigned coarse_class(enum gf_char_class class)
{
    if (class == GF_CHAR_LETTER || class == GF_CHAR_IDEOGRAPH) return LETTER;
    return class == GF_CHAR_DIGIT ? NUMBER : class == GF_CHAR_SPACE ? SPACE : OTHER;
}

static unsigned class_of(const struct pattern *p, uint32_t c)
{
    if (c == ' ') return BLANK;
    if (p->ours) return coarse_class(gf_char_class_of(c));
    if (c == '\r' || c == '\n') return LINE;
    if (gf_char_class_of(c) == GF_CHAR_SPACE || c == 0x1680) return SPACE;
    return listed_class(c);
}

/* ---- patterns ------------------------------------------------------------------------ */

static const struct pattern patterns[GF_SPLIT_COUNT] = {
    [GF_SPLIT_GPT2] = {.left = WHITE,
                       .runs = {{BLANK, LETTER, 0, 0},
                                {BLANK, NUMBER, 0, 0},
                                {BLANK, OTHER, 0, 0}}},
    [GF_SPLIT_LLAMA3] = {.any_case = true,
                         .to_line = true,
                         .left = WHITE,
                         .runs = {{BLANK | SPACE | OTHER, LETTER, 0, 0},
                                  {0, NUMBER, 3, 0},
                                  {BLANK, OTHER, 0, LINE}}},
    [GF_SPLIT_GLASSFORMER] = {.ours = true,
                              .left = BLANK,
                              .runs = {{BLANK, LETTER, 0, 0},
                                       {BLANK, NUMBER, 0, 0},
                                       {BLANK, OTHER, 0, 0}}},
    [GF_SPLIT_SMOLLM] = {.apart = NUMBER,
                         .left = WHITE,
                         .runs = {{BLANK, LETTER, 0, 0},
                                  {0, NUMBER, 1, 0},
                                  {BLANK, OTHER, 0, 0}}},
};

/* The length of the ending of a contraction at text[0 .. n); 0: there is none. In any case
 * U+017F is an s too. */
static size_t contraction(const struct pattern *p, const char *text, size_t n)
{
    const bool any_case = p->any_case;
    static const char endings[][3] = {"s", "t", "re", "ve", "m", "ll", "d", "\xc5\xbf"};
    const size_t count = GF_COUNT(endings) - !any_case;
    for (size_t i = 0; *text == '\'' && !p->ours && i < count; i++) {
        const char *end = endings[i];
        size_t k = 1;
        while (k < n && *end &&
               (text[k] == *end ||
                (any_case && !(*end & 0x80) && (text[k] | 0x20) == *end))) {
            k++;
            end++;
        }
        if (!*end) return k;
    }
    return 0;
}

/* How far characters of `set`, at most `most` unless 0, go on from `at`. */
static size_t skip(const struct pattern *p, const char *text, size_t n, size_t at,
                   unsigned set, unsigned most)
{
    uint32_t c = 0;
    for (unsigned i = 0; at < n && (most == 0 || i < most); i++) {
        size_t length = gf_utf8_decode(text + at, n - at, &c);
        if (!(class_of(p, c) & set) || (p->ours && at + length > GF_MAX_CHUNK)) {
            break;
        }
        at += length;
    }
    return at;
}

/* The length of a run at text[0 .. n), whose first character is of the class `first` and
 * `length` long; 0: it does not fit. */
static size_t run_length(const struct pattern *p, const struct run *run,
                         const char *text, size_t n, unsigned first, size_t length)
{
    size_t at = first & run->before ? length : 0;
    size_t end = skip(p, text, n, at, run->body, run->most);
    if (end == at) return 0;
    return run->after ? skip(p, text, n, end, run->after, 0) : end;
}

/* Of white space, with which text[0 .. n) begins. */
static size_t white_length(const struct pattern *p, const char *text, size_t n)
{
    size_t at = 0, last = 0, line = 0;
    unsigned class = WHITE, of_last = 0;
    while (at < n) {
        uint32_t c = 0;
        size_t length = gf_utf8_decode(text + at, n - at, &c);
        class = class_of(p, c);
        if (!(class & WHITE) || (p->ours && at + length > GF_MAX_CHUNK)) {
            break;
        }
        of_last = class;
        last = at;
        at += length;
        line = class == LINE ? at : line;
    }
    if (p->to_line && line > 0) return line;
    bool before_word = at < n && last > 0 && !(class & (p->apart | WHITE));
    return before_word && (of_last & p->left) ? last : at;
}

static size_t pattern_length(const struct pattern *p, const char *text, size_t n)
{
    size_t found = contraction(p, text, n);
    uint32_t c = 0;
    size_t length = gf_utf8_decode(text, n, &c);
    unsigned first = class_of(p, c);
    for (size_t i = 0; found == 0 && i < N_RUNS; i++) {
        found = run_length(p, &p->runs[i], text, n, first, length);
    }
    return found > 0 ? found : white_length(p, text, n);
}

size_t gf_split_length(enum gf_pre_tokenizer split, const char *text, size_t n)
{
    size_t i = 1;
    if (split < GF_SPLIT_COUNT) return pattern_length(&patterns[split], text, n);
    if (split == GF_SPLIT_NONE) return n;
    while (i < n &&
           (text[i] != ' ' || (split == GF_SPLIT_WORDS && text[i - 1] == ' '))) {
        i++;
    }
    return i;
}

/* ---- names --------------------------------------------------------------------------- */

static const char *const names[GF_SPLIT_COUNT] = {"gpt2", "llama3", "smollm",
                                                  "glassformer"};

const char *gf_split_name(enum gf_pre_tokenizer split)
{
    return names[split];
}

bool gf_split_find(const char *name, enum gf_pre_tokenizer *split)
{
    for (int i = 0; i < GF_SPLIT_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *split = (enum gf_pre_tokenizer)i;
            return true;
        }
    }
    return false;
}
