/* Sessions of small_text. In settings ' stands for ".
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SESSIONS_H
#define GF_TESTS_SESSIONS_H

#include "scoped.h"

/* A new one, also of another text; a failed check and NULL on error. */
struct gf_session *new_session(const char *settings);
struct gf_session *session_of(const char *text, const char *settings);

/* The same without a check; err may be NULL. */
struct gf_session *try_session(const char *text, const char *settings,
                               struct gf_error *err);

/* Settings with some replaced: `changes` is "'n_embd':18,…". They hold numbers, words and
 * truth values only, so that members end at commas. */
void put_over(char *out, size_t n, const char *settings, const char *changes);

/* n steps, each of which must succeed. */
void steps(struct gf_session *session, size_t n);

/* Logits of a text; they are there until the next pass. */
struct gf_view logits_after(struct gf_session *session, const char *text);

/* Its file with the training state, or in another form. */
struct gf_buffer saved(const struct gf_session *session, struct gf_arena *arena);
struct gf_buffer saved_as(const struct gf_session *session, enum gf_saved what,
                          struct gf_arena *arena);

/* Such a file opened again, with small_text or without; and the session after a way through
 * a file, in place of the one given. */
struct gf_session *opened(struct gf_buffer file, const char *overrides, bool text);
struct gf_session *through_a_file(struct gf_session *session, bool text);

/* n steps, a file and n steps are 2 n steps, with small_text. */
void check_resume(const char *settings, size_t n);

/* Two files that must have the same bytes; two sessions that must be saved as such. */
void same_files(struct gf_buffer a, struct gf_buffer b);
void same_saved(const struct gf_session *a, const struct gf_session *b,
                enum gf_saved what);

bool same_weights(struct gf_session *a, struct gf_session *b);

/* SHA-256 of all weights, in hexadecimal. Valid until the next call. */
const char *hash_of(struct gf_session *session);
void same_hashes(struct gf_session *a, struct gf_session *b);

#endif
