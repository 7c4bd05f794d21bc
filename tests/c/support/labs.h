/* Laboratories of small_text.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_LABS_H
#define GF_TESTS_LABS_H

#include "scoped.h"

/* A new one; a failed check and NULL on error. */
struct gf_lab *new_lab(const char *settings);

/* n steps, each of which must succeed. */
void steps(struct gf_lab *lab, size_t n);

/* Its file with the training state. */
struct gf_buffer saved(const struct gf_lab *lab, struct gf_arena *arena);

/* Such a file opened again, with small_text or without; and the laboratory after a way through
 * a file, in place of the one given. */
struct gf_lab *opened(struct gf_buffer file, const char *overrides, bool text);
struct gf_lab *through_a_file(struct gf_lab *lab, bool text);

/* Two files that must have the same bytes. */
void same_files(struct gf_buffer a, struct gf_buffer b);

/* SHA-256 of all weights, in hexadecimal. Valid until the next call. */
const char *hash_of(struct gf_lab *lab);

#endif
