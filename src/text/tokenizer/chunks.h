/* The stretches of a text that byte pair encoding works within.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_CHUNKS_H
#define GF_TEXT_CHUNKS_H

#include <stddef.h>

enum { GF_MAX_CHUNK = 64 }; /* bytes */

/* The length in bytes of the chunk that text[0 .. n), n > 0, begins with. Pairs are
 * merged inside chunks only, so tokens do not run across words: letters, digits or
 * marks, each with one space before them, or white space. Never more than GF_MAX_CHUNK
 * bytes, which bounds the time of encoding. */
size_t gf_chunk_length(const char *text, size_t n);

#endif
