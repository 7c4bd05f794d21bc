/* Reading a model: one file of ours, or the files that another program wrote.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* POSIX beside ISO C */

#include <string.h>
#include <sys/stat.h>

#include "base/format.h"
#include "cli/cli.h"
#include "storage/adapter.h"
#include "storage/safetensors.h"

/* Enough to know a safetensors file by. */
#define BEGINNING ((size_t)4096)

static const char index_file[] = "model.safetensors.index.json";

/* The files of a model of another program, while they are read. */
struct reading {
    struct gf_arena arena;
    const char *path;     /* as given: a folder, or a file in one */
    const char **name;    /* [n] */
    struct gf_file *file; /* [n] */
    size_t *n_here;       /* [n] bytes of it that are in memory */
    size_t n;
    bool heads; /* of safetensors files the header is enough */
};

static bool exists(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* The path of `name` in the folder, or beside the file; NULL without memory. */
static char *beside(struct reading *r, const char *name)
{
    const char *path = r->path;
    const char *slash = is_folder(path) ? path + strlen(path) : strrchr(path, '/');
    size_t n_folder = slash ? (size_t)(slash - path) : 0;
    char *out = gf_arena_alloc(&r->arena, n_folder + strlen(name) + 2);
    if (!out) return NULL;
    memcpy(out, path, n_folder);
    strcpy(out + n_folder, slash ? "/" : "");
    strcat(out, name);
    return out;
}

static bool has(struct reading *r, const char *name)
{
    const char *path = beside(r, name);
    return path && exists(path);
}

static enum gf_status reserve(struct reading *r, size_t n, struct gf_error *err)
{
    const char **name = gf_arena_array(&r->arena, n, sizeof *name);
    struct gf_file *file = gf_arena_array(&r->arena, n, sizeof *file);
    size_t *n_here = gf_arena_array(&r->arena, n, sizeof *n_here);
    if (!name || !file || !n_here) return gf_fail(err, GF_E_no_memory_to_read, r->path);
    if (r->n > 0) {
        memcpy(n_here, r->n_here, r->n * sizeof *n_here);
        memcpy(name, r->name, r->n * sizeof *name);
        memcpy(file, r->file, r->n * sizeof *file);
    }
    r->name = name;
    r->file = file;
    r->n_here = n_here;
    return GF_OK;
}

/* Adds the file at `path`, for which there is room. */
static enum gf_status add(struct reading *r, const char *path, struct gf_error *err)
{
    struct gf_buffer bytes = {.arena = &r->arena};
    if (!path) return gf_fail(err, GF_E_no_memory_to_read, r->path);
    for (size_t i = 0; i < r->n; i++) {
        if (strcmp(r->name[i], path) == 0) return GF_OK;
    }
    struct stat s;
    bool is_file = r->heads && stat(path, &s) == 0 && S_ISREG(s.st_mode);
    enum gf_status status = is_file ? cli_read_part(path, 0, BEGINNING, &bytes, err)
                                    : cli_read(path, &bytes, err);
    if (status == GF_OK && is_file) {
        size_t n = gf_safetensors_header_bytes(bytes.data, bytes.n);
        bytes.n = 0;
        status = n > 0 ? cli_read_part(path, 0, n, &bytes, err)
                       : cli_read(path, &bytes, err);
    }
    if (status == GF_OK) {
        r->name[r->n] = path;
        r->n_here[r->n] = bytes.n;
        r->file[r->n++] =
            (struct gf_file){bytes.data, is_file ? (size_t)s.st_size : bytes.n};
    }
    return status;
}

/* Adds an index and the files in its folder that it names; gf_import says what is wrong with
 * it, and which of them are missing. */
static enum gf_status add_pieces(struct reading *r, const char *index,
                                 struct gf_error *err)
{
    struct gf_error ignored;
    enum gf_status status = add(r, index, err);
    if (status != GF_OK) return status;
    const struct gf_file *file = &r->file[r->n - 1];
    const struct gf_json *map =
        gf_json_member(gf_json_parse(&r->arena, file->bytes, file->n, &ignored),
                       "weight_map", GF_JSON_OBJECT);
    if (!map) return GF_OK;
    const char *before = "";
    status = reserve(r, r->n + map->n + 2, err);
    for (const struct gf_json *e = map->first; status == GF_OK && e; e = e->next) {
        bool is_name = e->type == GF_JSON_STRING && !strchr(e->string, '/');
        if (is_name && strcmp(before, e->string) != 0 && has(r, e->string)) {
            status = add(r, beside(r, e->string), err);
            before = e->string;
        }
    }
    return status;
}

/* Adds the weights of a folder, as one file or several. */
static enum gf_status add_folder(struct reading *r, struct gf_error *err)
{
    static const char whole[] = "model.safetensors";
    static const char *const pickles[] = {"pytorch_model.bin",
                                          "pytorch_model.bin.index.json"};
    if (has(r, whole)) return add(r, beside(r, whole), err);
    if (has(r, index_file)) return add_pieces(r, beside(r, index_file), err);
    for (size_t i = 0; i < GF_COUNT(pickles); i++) {
        if (has(r, pickles[i])) return gf_fail(err, GF_E_foreign_pickle);
    }
    return add(r, beside(r, whole), err); /* says that it is not there */
}

static enum gf_status add_weights(struct reading *r, struct gf_error *err)
{
    if (is_folder(r->path)) return add_folder(r, err);
    return gf_ends_with(r->path, ".index.json") ? add_pieces(r, r->path, err)
                                                : add(r, r->path, err);
}

/* Adds weights, tokenizer and, where it is there, config.json. */
static enum gf_status add_parts(struct reading *r, const char *tokenizer,
                                struct gf_error *err)
{
    enum gf_status status = reserve(r, 4, err);
    if (status == GF_OK) status = add_weights(r, err);
    bool has_config = status == GF_OK && !cli_is_standard(r->path) &&
                      (r->n > 1 || gf_is_safetensors(r->file[0].bytes, r->file[0].n)) &&
                      has(r, "config.json");
    if (status == GF_OK) {
        status = add(r, tokenizer ? tokenizer : beside(r, "tokenizer.json"), err);
    }
    return has_config && status == GF_OK ? add(r, beside(r, "config.json"), err)
                                         : status;
}

static bool is_several(const char *path, const char *tokenizer)
{
    return tokenizer || is_folder(path) ||
           gf_ends_with(path, ".safetensors.index.json");
}

static enum gf_status read_whole(const char *path, const char *tokenizer,
                                 struct gf_buffer *out, struct gf_error *err)
{
    if (!is_several(path, tokenizer)) return cli_read(path, out, err);
    struct reading r = {.path = path};
    enum gf_status status = add_parts(&r, tokenizer, err);
    if (status == GF_OK) status = gf_import(r.file, r.n, out, err);
    gf_arena_free(&r.arena);
    return status;
}

enum gf_status cli_read_model(const struct cli_model *m, struct gf_buffer *out,
                              struct gf_error *err)
{
    if (!m->adapter) return read_whole(m->path, m->tokenizer, out, err);
    GF_SCOPED_ARENA(arena);
    struct gf_buffer model = {.arena = &arena}, own = {.arena = &arena};
    enum gf_status status = read_whole(m->path, m->tokenizer, &model, err);
    bool is_one = false;
    if (status == GF_OK) status = cli_read(m->adapter, &own, err);
    if (status == GF_OK) status = gf_is_adapter(&is_one, own.data, own.n, err);
    if (status == GF_OK && !is_one) {
        status = gf_fail(err, GF_E_not_an_adapter, m->adapter);
    }
    if (status == GF_OK) {
        struct gf_file files[] = {{model.data, model.n}, {own.data, own.n}};
        status = gf_import(files, 2, out, err);
    }
    return status;
}

/* The files' weights, piece by piece. */
static enum gf_status read_pieces(const struct reading *r, struct gf_session *session,
                                  struct gf_error *err)
{
    GF_SCOPED_BUFFER(bytes, scratch);
    struct gf_file_piece piece;
    enum gf_status status = GF_OK;
    while (status == GF_OK && gf_session_next_piece(session, &piece)) {
        bytes.n = 0;
        status = cli_read_part(r->name[piece.file], piece.offset, piece.n, &bytes, err);
        if (status == GF_OK && bytes.n < piece.n) { /* it has changed */
            status = gf_fail(err, GF_E_header_cut_off);
        }
        if (status == GF_OK) status = gf_session_put_piece(session, bytes.data, err);
    }
    return status;
}

struct gf_session *cli_open_model(const struct cli_model *m,
                                  const struct gf_buffer *text, const char *overrides,
                                  struct gf_error *err)
{
    struct gf_session *session = NULL;
    const size_t n_overrides = strlen(overrides);
    if (!m->adapter && is_several(m->path, m->tokenizer) && !cli_is_standard(m->path)) {
        struct reading r = {.path = m->path, .heads = true};
        enum gf_status status = add_parts(&r, m->tokenizer, err);
        if (status == GF_OK) {
            session = gf_session_open_files(r.file, r.n_here, r.n, text->data, text->n,
                                            overrides, n_overrides, err);
            status = session ? read_pieces(&r, session, err) : err->status;
        }
        gf_arena_free(&r.arena);
        if (session && status != GF_OK) {
            gf_session_free(session);
            session = NULL;
        }
        if (session || err->key != GF_E_foreign_needed_whole) return session;
    }
    GF_SCOPED_BUFFER(model, arena);
    if (cli_read_model(m, &model, err) == GF_OK) {
        session = gf_session_open(model.data, model.n, text->data, text->n, overrides,
                                  n_overrides, err);
    }
    return session;
}
