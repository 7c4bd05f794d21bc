/* Files of another program's model, imported.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_IMPORTING_H
#define GF_TESTS_IMPORTING_H

#include "base/buffer.h"
#include "harness.h"
#include "scoped.h"

/* The model of these files; NULL on error. */
static inline struct gf_session *import_files(const struct gf_file *files, size_t n,
                                              struct gf_error *err)
{
    SCOPED_ARENA(arena);
    struct gf_buffer ours = {.arena = &arena};
    if (gf_import(files, n, &ours, err) != GF_OK) return NULL;
    return gf_session_open(ours.data, ours.n, NULL, 0, "{}", 2, err);
}

/* Damaged files are a model or an error, which changes nothing. Whether they are a model. */
static inline bool survives(const struct gf_file *files, size_t n)
{
    SCOPED_ARENA(arena);
    struct gf_buffer out = {.arena = &arena};
    struct gf_error err = {0};
    gf_buffer_puts(&out, "before");
    enum gf_status status = gf_import(files, n, &out, &err);
    CHECK(memcmp(out.data, "before", 6) == 0);
    CHECK(status == GF_OK || (out.n == 6 && err.message[0]));
    CHECK(status == GF_OK || status == GF_BAD_CHECKPOINT || status == GF_BAD_CONFIG);
    if (status != GF_OK) return false;
    struct gf_session *session =
        gf_session_open(out.data + 6, out.n - 6, NULL, 0, "{}", 2, &err);
    CHECK(session || err.message[0]);
    gf_session_free(session);
    return true;
}

#endif
