/* Pre-tokenisation: the chunks of a text within which byte pairs are merged.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_CHUNKS_H
#define GF_TEXT_CHUNKS_H

#include <stddef.h>

enum { GF_MAX_CHUNK = 64 }; /* bytes */

/* The length in bytes of the first chunk of text[0 .. n), n > 0. A chunk is a run of letters,
 * of digits or of symbols, with one space before it, or white space; so tokens do not cross
 * words. At most GF_MAX_CHUNK bytes, which bounds the time of encoding. */
size_t gf_chunk_length(const char *text, size_t n);

#endif
