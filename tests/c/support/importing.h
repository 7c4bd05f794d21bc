/* Files of another program's model, imported.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_IMPORTING_H
#define GF_TESTS_IMPORTING_H

#include "base/buffer.h"
#include "files.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"
#include "storage/safetensors.h"

/* A file of a folder of tests/reference/hugging_face; its bytes are NULL without one. */
static inline struct gf_file read_part(struct gf_arena *arena, const char *name,
                                       const char *part)
{
    size_t n = 0;
    char *bytes =
        read_file(printed("tests/reference/hugging_face/%s/%s", name, part), &n);
    char *copy = bytes ? gf_arena_string(arena, bytes, n) : NULL;
    free(bytes);
    return (struct gf_file){copy, n};
}

/* A whole folder of them, in memory. */
enum { MODEL, TOKENIZER, CONFIG, N_FILES };
struct folder {
    struct gf_file files[N_FILES]; /* without a config the last is empty */
    size_t n_files;
};

static inline struct folder open_folder(struct gf_arena *arena, const char *name)
{
    struct folder f = {.n_files = N_FILES};
    f.files[MODEL] = read_part(arena, name, "model.safetensors");
    f.files[TOKENIZER] = read_part(arena, name, "tokenizer.json");
    f.files[CONFIG] = read_part(arena, name, "config.json");
    f.n_files -= f.files[CONFIG].bytes == NULL;
    CHECK(f.files[MODEL].bytes && f.files[TOKENIZER].bytes);
    return f;
}

/* The floats of a tensor of a file; NULL after a failed check. */
static inline const float *floats_of(struct gf_arena *arena, struct gf_file file,
                                     const char *name, size_t *n)
{
    struct gf_safetensors all = {0};
    *n = 0;
    CHECK_OK(gf_safetensors_read(&all, arena, file.bytes, file.n, &why));
    const struct gf_stored_tensor *t = gf_safetensors_find(&all, name);
    if (!CHECK_THAT(t, "%s", name)) return NULL;
    float *x = gf_arena_array(arena, gf_stored_count(t) + 1, sizeof *x);
    *n = gf_stored_count(t);
    CHECK_OK(gf_stored_floats(t, x, *n, &why));
    return x;
}

/* The same of the answer to a batch. */
static inline const float *compared(struct gf_arena *arena, struct gf_buffer model,
                                    const char *batch, const char *name, size_t *n)
{
    struct gf_buffer out = {.arena = arena};
    batch = json_of(batch);
    CHECK_OK(gf_compare(model.data, model.n, batch, strlen(batch), &out, &why));
    return floats_of(arena, (struct gf_file){out.data, out.n}, name, n);
}

/* The model of these files; NULL on error. */
static inline struct gf_session *import_files(const struct gf_file *files, size_t n,
                                              struct gf_error *err)
{
    SCOPED_BUFFER(ours);
    if (gf_import(files, n, &ours, err) != GF_OK) return NULL;
    return gf_session_open(ours.data, ours.n, NULL, 0, "{}", 2, err);
}

/* Damaged files are a model or an error, which changes nothing. Whether they are a model. */
static inline bool survives(const struct gf_file *files, size_t n)
{
    SCOPED_BUFFER(out);
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

/* An import with every allocation failing in turn. */
static inline enum gf_status import_to(struct gf_buffer out,
                                       const struct gf_file *files, size_t n,
                                       struct gf_error *err)
{
    enum gf_status status = gf_import(files, n, &out, err);
    CHECK(status == GF_OK || out.n == 0);
    return status;
}

static inline void check_import_memory(const struct gf_file *files, size_t n,
                                       size_t least)
{
    CHECK_OUT_OF_MEMORY(
        import_to((struct gf_buffer){.arena = &failing}, files, n, &why), least);
}

#endif
