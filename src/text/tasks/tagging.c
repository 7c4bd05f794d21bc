/* Texts in which every character or word gets a label.
 * SPDX-License-Identifier: MIT */
#include "text/tasks/example.h"

#include <string.h>

#define PICK(d, list) (list)[gf_draw(d, GF_COUNT(list))]

/* ---- vowels and consonants ------------------------------------------------------- */

/* Invented words of one to three syllables: a consonant or two, a vowel or two, perhaps
 * a consonant. v: a e i o u; c: the other letters, y among them; -: a space. */
void gf_task_vowels(struct gf_draws *d, struct gf_example *out)
{
    static const char vowels[] = "aeiou", consonants[] = "bcdfghjklmnpqrstvwxyz";
    uint32_t n_words = gf_draw_between(d, 1, 3), n = 0;
    for (uint32_t w = 0; w < n_words; w++) {
        if (w > 0) {
            out->answer[n] = '-';
            out->source[n++] = ' ';
        }
        uint32_t n_syllables = gf_draw_between(d, 1, 3);
        for (uint32_t s = 0; s < n_syllables; s++) {
            uint32_t shape = gf_draw(d, 8); /* a bit each: two, two, one more */
            uint32_t n_before = 1 + (shape & 1), n_vowels = 1 + (shape >> 1 & 1);
            uint32_t end = n + n_before + n_vowels + (shape >> 2);
            for (uint32_t i = n; i < end; i++) {
                bool vowel = i >= n + n_before && i < n + n_before + n_vowels;
                out->source[i] = vowel ? vowels[gf_draw(d, 5)]
                                       : consonants[gf_draw(d, sizeof consonants - 1)];
                out->answer[i] = vowel ? 'v' : 'c';
            }
            n = end;
        }
    }
}

/* ---- names and numbers ----------------------------------------------------------- */

/* Everything is lower case, some names are words too (mark, rose, will, may, grace, hope,
 * jack, bill), and "one" is not always a number: the label depends on the context. */
static const char *const names[] = {
    "anna",  "ben",   "clara", "david", "emma", "felix", "grace", "hope", "ida",
    "jack",  "karl",  "lena",  "mark",  "nora", "oscar", "paula", "rose", "simon",
    "tessa", "ulric", "vera",  "will",  "may",  "bill",  "yara",  "zeno"};

static const char *const number_words[] = {
    "one",        "two",    "three",  "four",    "five",      "six",
    "seven",      "eight",  "nine",   "ten",     "eleven",    "twelve",
    "twenty-one", "thirty", "ninety", "hundred", "forty-two", "thousand"};

static const char *const things[] = {"pears",  "boats",  "books", "candles", "coins",
                                     "hats",   "lamps",  "maps",  "nails",   "ropes",
                                     "stones", "stamps", "keys",  "chairs"};

static const char *const places[] = {"market", "harbour", "school", "mill", "station",
                                     "garden", "bridge",  "inn",    "tower"};

/* %n a name, %# a number, %t things, %p a place; other words are themselves. */
static const char *const sentences[] = {
    "%n bought %# %t at the %p.",       "%n and %n have %# %t.",
    "please mark the %# %t for %n.",    "the rose by the %p is %# years old.",
    "will you bring %# %t to %n?",      "%n may keep the %t.",
    "in may %n saw %# %t near the %p.", "we hope that %n has %# %t.",
    "no one at the %p knows %n.",       "one never sees %n without %# %t.",
    "%n gave %n %# %t and %# coins.",   "the bill for %# %t went to %n.",
    "%n sold the %t, but %n kept %#.",  "there were %# %t in the %p.",
    "say grace before the meal, %n.",   "ask %n: are %# %t enough?",
};

static void add_label(struct gf_example *e, const char *as)
{
    strcat(e->answer, e->answer[0] ? " " : "");
    strcat(e->answer, as);
}

/* A number in digits, without leading zeros, or as a word. */
static void put_number(struct gf_draws *d, struct gf_example *e)
{
    if (gf_draw(d, 3) == 0) {
        strcat(e->source, PICK(d, number_words));
    } else {
        gf_format(e->source + strlen(e->source), 5, "%i",
                  (int)gf_draw_between(d, 2, 999));
    }
    add_label(e, "number");
}

static void put_slot(struct gf_draws *d, struct gf_example *e, char slot)
{
    if (slot == '#') {
        put_number(d, e);
        return;
    }
    const char *word = slot == 'n'   ? PICK(d, names)
                       : slot == 't' ? PICK(d, things)
                                     : PICK(d, places);
    strcat(e->source, word);
    add_label(e, slot == 'n' ? "name" : "other");
}

/* Words and punctuation marks are tokens, spaces are not (text/tokenizer/words.c). */
void gf_task_names(struct gf_draws *d, struct gf_example *out)
{
    bool in_word = false;
    const char *at = PICK(d, sentences);
    for (; *at; at++) {
        bool letter = *at >= 'a' && *at <= 'z';
        if (*at == '%') {
            put_slot(d, out, *++at);
        } else {
            strncat(out->source, at, 1);
            if (*at != ' ' && !(letter && in_word)) {
                add_label(out, "other");
            }
        }
        in_word = letter;
    }
}
