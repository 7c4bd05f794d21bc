/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/byte_level.h"

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
    uint32_t before = c - 0x100;
    for (int byte = 0; byte < 0x100; byte++) {
        if (!prints((uint32_t)byte) && before-- == 0) return byte;
    }
    return -1;
}
