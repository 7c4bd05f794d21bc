/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/chunks.h"

#include "base/utf8.h"
#include "text/tokenizer/char_class.h"

/* Four groups: letters of all scripts, digits, white space, and all other symbols. */
static enum gf_char_class group_of(uint32_t code_point)
{
    switch (gf_char_class_of(code_point)) {
    case GF_CHAR_SPACE:
        return GF_CHAR_SPACE;
    case GF_CHAR_LETTER:
    case GF_CHAR_IDEOGRAPH:
        return GF_CHAR_LETTER;
    case GF_CHAR_DIGIT:
        return GF_CHAR_DIGIT;
    default:
        return GF_CHAR_SYMBOL;
    }
}

size_t gf_chunk_length(const char *text, size_t n)
{
    uint32_t c = 0;
    size_t at = gf_utf8_decode(text, n, &c), last = 0;
    enum gf_char_class group = group_of(c);
    if (c == ' ' && at < n) {
        size_t next = gf_utf8_decode(text + at, n - at, &c);
        if (group_of(c) != GF_CHAR_SPACE) {
            group = group_of(c); /* the space belongs to what follows */
            at += next;
        }
    }
    while (at < n) {
        size_t length = gf_utf8_decode(text + at, n - at, &c);
        if (group_of(c) != group || at + length > GF_MAX_CHUNK) {
            break;
        }
        last = at;
        at += length;
    }
    /* The last of several spaces belongs to the word after them. */
    bool leave = group == GF_CHAR_SPACE && last > 0 && at < n && text[last] == ' ' &&
                 group_of(c) != GF_CHAR_SPACE;
    return leave ? last : at;
}
