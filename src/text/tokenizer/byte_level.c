/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/byte_level.h"

#include "base/utf8.h"
#include "text/tokenizer/char_class.h"

#include <stdbool.h>
#include <string.h>

/* ---- bytes ------------------------------------------------------------------------- */

static int prints(uint32_t c)
{
    return (c >= '!' && c <= '~') || (c >= 0xa1 && c <= 0xac) ||
           (c >= 0xae && c <= 0xff);
}

/* Bytes below `byte` that do not print. */
static uint32_t hidden_below(uint32_t byte)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < byte; c++) {
        n += !prints(c);
    }
    return n;
}

uint32_t gf_byte_letter(unsigned char byte)
{
    return prints(byte) ? byte : 0x100 + hidden_below(byte);
}

int gf_letter_byte(uint32_t c)
{
    if (c < 0x100) return prints(c) ? (int)c : -1;
    for (int byte = 0; byte < 0x100; byte++) {
        if (gf_byte_letter((unsigned char)byte) == c) return byte;
    }
    return -1;
}

/* ---- chunks ------------------------------------------------------------------------ */

enum class { SPACE, LETTER, NUMBER, OTHER };

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
static enum class listed_class(uint32_t c) {
    const uint8_t *at = ranges; uint32_t end = 0; while (at < ranges + sizeof ranges){
        uint32_t gap = next_number(&at), first = end + gap / 2;
        end = first + next_number(&at) + 1; if (c < end) return c < first ? OTHER
                                            : gap % 2                     ? NUMBER
                                                                          : LETTER;}
return OTHER;
}

static enum class class_of(uint32_t c) {
    bool space = gf_char_class_of(c) == GF_CHAR_SPACE || c == 0x1680;
    return space ? SPACE : listed_class(c);
}

/* The length of the ending of a contraction at text[0 .. n); 0: there is none. */
static size_t contraction(const char *text, size_t n)
{
    static const char *const endings[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(endings[i]);
        if (length <= n && memcmp(text, endings[i], length) == 0) return length;
    }
    return 0;
}

size_t gf_gpt2_chunk_length(const char *text, size_t n)
{
    uint32_t c = 0;
    size_t at = contraction(text, n), last = 0;
    if (at > 0) return at;
    at = gf_utf8_decode(text, n, &c);
    enum class class = class_of(c);
    if (c == ' ' && at < n) {
        size_t next = gf_utf8_decode(text + at, n - at, &c);
        if (class_of(c) != SPACE) { /* the space belongs to what follows */
            class = class_of(c);
            at += next;
        }
    }
    while (at < n) {
        size_t length = gf_utf8_decode(text + at, n - at, &c);
        if (class_of(c) != class) {
            break;
        }
        last = at;
        at += length;
    }
    /* Before a word the last of several spaces is left. */
    return class == SPACE && last > 0 && at < n ? last : at;
}
