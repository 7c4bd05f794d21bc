/* Classes of characters, from the code charts of Unicode; the edges of every range.
 * SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "harness.h"
#include "text/tokenizer/char_class.h"

static const struct {
    enum gf_char_class class;
    const char *name, *members;
} classes[] = {
    {GF_CHAR_SPACE, "white space",
     " \t\n\v\f\r\xc2\x85"
     "\u00a0\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000"},
    {GF_CHAR_LETTER, "letters",
     "AMZ_amzªµºÀÖØöøÿāżßαωЖяאבابक\u1680ꙮ가힣\U00010400\U0001d49c"},
    {GF_CHAR_DIGIT, "digits", "0123456789"},
    {GF_CHAR_IDEOGRAPH, "scripts without spaces",
     "、。〈〉「」〿"
     "\u3040ぁんァヶ・ー\u30ff"
     "㐀䶿一龥\u9fff豈\ufaff"
     "！＃＠ｚ･"
     "\U00020000\U0002a6df\U0003ffff"},
    {GF_CHAR_OPEN, "what opens", "#$([@{¡«¿‘‚“„"},
    {GF_CHAR_CLOSE, "what closes", "!%),.:;?]}»’”…"},
    {GF_CHAR_SYMBOL, "other symbols",
     "\"&'*+-/<=>\\^`|~"
     "\x01"
     "\x1f"
     "\x7f"
     "\xc2\x84"
     "\xc2\x86"
     "\xc2\x9f"
     "¢£©¬\u00ad®°´¶·¹¼½¾×÷"
     "\u2010–—\u2017†‡•\u2025\u2027‰€™"
     "→∑≠⌘■☃✓⟨⯿"
     "\ufe00\ufe0f🀀😀🦊\U0001faff"},
};

TESTS(test_classes)
{
    for (size_t k = 0; k < GF_COUNT(classes); k++) {
        test("classes of characters: %s", classes[k].name);
        const char *text = classes[k].members;
        size_t n = strlen(text);
        for (size_t at = 0; at < n;) {
            uint32_t c = 0;
            at += gf_utf8_decode(text + at, n - at, &c);
            CHECK_THAT(gf_char_class_of(c) == classes[k].class, "U+%04X is of class %d",
                       c, (int)gf_char_class_of(c));
        }
    }
}
