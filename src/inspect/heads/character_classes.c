/* Classes of characters, for what a head attends to (Hoover et al. 2020, exBERT).
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "inspect/heads/head_scores.h"

/* Letters of Latin-1 whose base is a vowel: À … Æ, È … Ï, Ò … Ö, Ø … Ý and small ones. */
static bool accented_vowel(uint32_t c)
{
    uint32_t small = c | 0x20; /* capitals are 0x20 below */
    return c >= 0xc0 && c <= 0xff &&
           (small <= 0xe6 || (small >= 0xe8 && small <= 0xef) ||
            (small >= 0xf2 && small <= 0xf6) || (small >= 0xf8 && small <= 0xfd));
}

static enum gf_class class_of(uint32_t c)
{
    uint32_t small = c | 0x20;
    if (c == '\n' || c == '\r') return GF_CLASS_NEWLINE;
    if (c == ' ' || c == '\t' || c == 0xa0) return GF_CLASS_SPACE;
    if (c >= '0' && c <= '9') return GF_CLASS_DIGIT;
    if (small >= 'a' && small <= 'z' && c < 0x80) {
        return strchr("aeiou", (int)small) ? GF_CLASS_VOWEL : GF_CLASS_CONSONANT;
    }
    if (c == 0xd7 || c == 0xf7) { /* multiplication and division sign */
        return GF_CLASS_OTHER;
    }
    if (c >= 0xc0 && c <= 0xff) {
        return accented_vowel(c) ? GF_CLASS_VOWEL : GF_CLASS_CONSONANT;
    }
    bool is_mark = (c > ' ' && c < 0x7f) || (c > 0xa0 && c < 0xc0) ||
                   (c >= 0x2010 && c <= 0x205e); /* dashes, quotes, dots */
    return is_mark ? GF_CLASS_PUNCTUATION : GF_CLASS_OTHER;
}

enum gf_class gf_class_of(const struct gf_tokenizer *tokenizer, int32_t id)
{
    size_t n;
    const char *text = gf_tokenizer_text(tokenizer, id, &n);
    uint32_t c = 0;
    return text && gf_utf8_decode(text, n, &c) > 0 ? class_of(c) : GF_CLASS_OTHER;
}

const char *gf_class_name(enum gf_class class)
{
    static const char *const names[] = {"vowel",   "consonant",   "digit", "space",
                                        "newline", "punctuation", "other"};
    return names[class];
}
