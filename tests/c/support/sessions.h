/* Sessions of small_text.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SESSIONS_H
#define GF_TESTS_SESSIONS_H

#include "scoped.h"

/* A new one; a failed check and NULL on error. */
struct gf_session *new_session(const char *settings);

/* n steps, each of which must succeed. */
void steps(struct gf_session *session, size_t n);

/* Its file with the training state. */
struct gf_buffer saved(const struct gf_session *session, struct gf_arena *arena);

/* Such a file opened again, with small_text or without; and the session after a way through
 * a file, in place of the one given. */
struct gf_session *opened(struct gf_buffer file, const char *overrides, bool text);
struct gf_session *through_a_file(struct gf_session *session, bool text);

/* Two files that must have the same bytes. */
void same_files(struct gf_buffer a, struct gf_buffer b);

/* SHA-256 of all weights, in hexadecimal. Valid until the next call. */
const char *hash_of(struct gf_session *session);

#endif
