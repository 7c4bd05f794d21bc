/* Folders of tests/reference/hugging_face, their weights in any type, opened as sessions.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_OPENED_H
#define GF_TESTS_OPENED_H

#include "importing.h"

enum { N_FOLDERS = 3 };

/* Types of weights by turns: float16, bfloat16, float32, …, in q, k and v of one matrix too. */
#define MIXED GF_DTYPE_COUNT

extern const char *const folders[N_FOLDERS];

/* The files of a folder, [MODEL] with weights of that type, among them subnormal numbers and
 * zeros. */
struct folder read_folder(struct gf_arena *arena, const char *name,
                          enum gf_dtype dtype);

/* Opened without its weights, with small_text or no text, and then `most` pieces of them at
 * the most: *n. */
struct gf_session *open_files(const struct gf_file files[N_FILES], bool text,
                              const char *settings, struct gf_error *err);
enum gf_status put_pieces(struct gf_session *session,
                          const struct gf_file files[N_FILES], size_t most, size_t *n,
                          struct gf_error *err);

/* Opened piece by piece: the weights stay in the numbers of the file. */
struct gf_session *open_pieces(const struct gf_file files[N_FILES], bool text,
                               const char *settings);

/* The same through a checkpoint, of float32 numbers. */
struct gf_session *open_whole(const struct gf_file files[N_FILES], bool text,
                              const char *settings);

/* Whether the weights are in the numbers of the file, and nowhere else. */
bool is_prepacked(const struct gf_session *session);

#endif
