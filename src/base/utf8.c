/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <stdbool.h>

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t gf_utf8_decode(const char *s, size_t n, uint32_t *code_point)
{
    if (n == 0) return 0;
    uint32_t lead = (unsigned char)s[0];
    if (lead < 0x80) {
        *code_point = lead;
        return 1;
    }
    /* 0x80 … 0xbf are continuations; 0xc0 and 0xc1 could only start overlong forms;
     * from 0xf5 on everything is above U+10FFFF. */
    if (lead < 0xc2 || lead > 0xf4) return 0;
    size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (n < length) return 0;
    uint32_t value = lead & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(s[i])) return 0;
        value = value << 6 | ((unsigned char)s[i] & 0x3fu);
    }
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < smallest[length] || surrogate || value > GF_MAX_CODE_POINT) return 0;
    *code_point = value;
    return length;
}

size_t gf_utf8_encode(uint32_t code_point, char out[4])
{
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if ((code_point >= 0xd800 && code_point <= 0xdfff) ||
        code_point > GF_MAX_CODE_POINT) {
        return 0;
    }
    size_t length = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code_point & 0x3f));
        code_point >>= 6;
    }
    uint32_t lead_mark = 0xf00u >> length; /* 110xxxxx, 1110xxxx or 11110xxx */
    out[0] = (char)((lead_mark & 0xff) | code_point);
    return length;
}

size_t gf_utf8_valid_prefix(const char *s, size_t n)
{
    size_t at = 0;
    uint32_t code_point;
    for (size_t length; at < n; at += length) {
        length = gf_utf8_decode(s + at, n - at, &code_point);
        if (length == 0) {
            break;
        }
    }
    return at;
}

size_t gf_utf8_count(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += !is_continuation(s[i]);
    }
    return count;
}
