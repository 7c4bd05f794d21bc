/* A coarse table in place of Unicode's: characters that are not listed are letters, which is
 * right for nearly all scripts. Where it is wrong, words are divided less well, but no text
 * is lost.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/char_class.h"

/* Of each ASCII character, the number of its class. Controls are symbols. */
static const char ascii[] = "6666666660000066" /* tab to carriage return */
                            "6666666666666666"
                            "0564456645665656" /*  !"#$%&'()*+,-./ */
                            "2222222222556665" /* 0123456789:;<=>? */
                            "4111111111111111" /* @ABCDEFGHIJKLMNO */
                            "1111111111146561" /* PQRSTUVWXYZ[\]^_ */
                            "6111111111111111" /* `abcdefghijklmno */
                            "1111111111146566" /* pqrstuvwxyz{|}~ */;

/* Of others, ascending. Code charts of the Unicode Standard. */
static const struct {
    uint32_t first, last;
    uint8_t class;
} ranges[] = {
    {0x80, 0x9f, GF_CHAR_SYMBOL}, /* controls; white space is tested before */
    {0xa1, 0xa1, GF_CHAR_OPEN},   /* ¡ */
    {0xa2, 0xa9, GF_CHAR_SYMBOL},
    {0xab, 0xab, GF_CHAR_OPEN}, /* « */
    {0xac, 0xb4, GF_CHAR_SYMBOL},
    {0xb6, 0xb9, GF_CHAR_SYMBOL},
    {0xbb, 0xbb, GF_CHAR_CLOSE}, /* » */
    {0xbc, 0xbe, GF_CHAR_SYMBOL},
    {0xbf, 0xbf, GF_CHAR_OPEN},       /* ¿ */
    {0xd7, 0xd7, GF_CHAR_SYMBOL},     /* × */
    {0xf7, 0xf7, GF_CHAR_SYMBOL},     /* ÷ */
    {0x2010, 0x2017, GF_CHAR_SYMBOL}, /* dashes */
    {0x2018, 0x2018, GF_CHAR_OPEN},   /* ‘ */
    {0x2019, 0x2019, GF_CHAR_CLOSE},  /* ’ */
    {0x201a, 0x201a, GF_CHAR_OPEN},
    {0x201c, 0x201c, GF_CHAR_OPEN},  /* “ */
    {0x201d, 0x201d, GF_CHAR_CLOSE}, /* ” */
    {0x201e, 0x201e, GF_CHAR_OPEN},  /* „ */
    {0x2020, 0x2025, GF_CHAR_SYMBOL},
    {0x2026, 0x2026, GF_CHAR_CLOSE},  /* … */
    {0x2027, 0x2bff, GF_CHAR_SYMBOL}, /* punctuation, currencies, arrows, mathematics */
    {0x3001, 0x303f,
     GF_CHAR_IDEOGRAPH}, /* East Asian punctuation needs no spaces either */
    {0x3040, 0x30ff, GF_CHAR_IDEOGRAPH}, /* Hiragana, Katakana */
    {0x3400, 0x9fff, GF_CHAR_IDEOGRAPH}, /* Han */
    {0xf900, 0xfaff, GF_CHAR_IDEOGRAPH},
    {0xfe00, 0xfe0f, GF_CHAR_SYMBOL},      /* variation selectors */
    {0xff01, 0xff65, GF_CHAR_IDEOGRAPH},   /* full-width forms */
    {0x1f000, 0x1faff, GF_CHAR_SYMBOL},    /* emoji */
    {0x20000, 0x3ffff, GF_CHAR_IDEOGRAPH}, /* Han, rare */
};

static bool is_space(uint32_t c)
{
    return c == 0x85 || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
           c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

enum gf_char_class gf_char_class_of(uint32_t c)
{
    if (c < 0x80) return (enum gf_char_class)(ascii[c] - '0');
    if (is_space(c)) return GF_CHAR_SPACE;
    size_t low = 0, high = GF_COUNT(ranges);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < c) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool listed = low < GF_COUNT(ranges) && ranges[low].first <= c;
    return listed ? (enum gf_char_class)ranges[low].class : GF_CHAR_LETTER;
}
