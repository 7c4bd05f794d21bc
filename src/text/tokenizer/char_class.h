/* Classes of characters, for dividing a text into words.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_CHAR_CLASS_H
#define GF_TEXT_CHAR_CLASS_H

#include "base/status.h"

enum gf_char_class {
    GF_CHAR_SPACE = 0, /* white space of any kind */
    GF_CHAR_LETTER,    /* letters of all scripts, and the underscore */
    GF_CHAR_DIGIT,     /* 0 … 9 */
    GF_CHAR_IDEOGRAPH, /* scripts that put no spaces between words */
    GF_CHAR_OPEN,      /* punctuation attached to the next word: ( [ { “ ¿ */
    GF_CHAR_CLOSE,     /* punctuation attached to the word before: . , ) ” % */
    GF_CHAR_SYMBOL     /* any other symbol */
};

enum gf_char_class gf_char_class_of(uint32_t code_point);

#endif
