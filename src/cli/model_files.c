/* Reading a model: one file of ours, or the files that another program wrote.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* POSIX beside ISO C */

#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

static const char index_file[] = "model.safetensors.index.json";

/* The files of a model of another program, while they are read. */
struct reading {
    struct gf_arena arena;
    const char *path;     /* as given: a folder, or a file in one */
    const char **name;    /* [n] */
    struct gf_file *file; /* [n] */
    size_t n;
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

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcmp(text + n - n_end, end) == 0;
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
    if (!name || !file) return gf_fail(err, GF_E_no_memory_to_read, r->path);
    if (r->n > 0) {
        memcpy(name, r->name, r->n * sizeof *name);
        memcpy(file, r->file, r->n * sizeof *file);
    }
    r->name = name;
    r->file = file;
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
    enum gf_status status = cli_read(path, &bytes, err);
    if (status == GF_OK) {
        r->name[r->n] = path;
        r->file[r->n++] = (struct gf_file){bytes.data, bytes.n};
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
    const struct gf_json *map = gf_json_get(
        gf_json_parse(&r->arena, file->bytes, file->n, &ignored), "weight_map");
    if (!map || map->type != GF_JSON_OBJECT) return GF_OK;
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
    for (size_t i = 0; i < sizeof pickles / sizeof *pickles; i++) {
        if (has(r, pickles[i])) return gf_fail(err, GF_E_foreign_pickle);
    }
    return add(r, beside(r, whole), err); /* says that it is not there */
}

static enum gf_status add_weights(struct reading *r, struct gf_error *err)
{
    if (is_folder(r->path)) return add_folder(r, err);
    return ends_with(r->path, ".index.json") ? add_pieces(r, r->path, err)
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

static enum gf_status read_whole(const char *path, const char *tokenizer,
                                 struct gf_buffer *out, struct gf_error *err)
{
    bool several =
        tokenizer || is_folder(path) || ends_with(path, ".safetensors.index.json");
    if (!several) return cli_read(path, out, err);
    struct reading r = {.path = path};
    enum gf_status status = add_parts(&r, tokenizer, err);
    if (status == GF_OK) status = gf_import(r.file, r.n, out, err);
    gf_arena_free(&r.arena);
    return status;
}

enum gf_status cli_read_model(const char *path, const char *tokenizer,
                              const char *adapter, struct gf_buffer *out,
                              struct gf_error *err)
{
    if (!adapter) return read_whole(path, tokenizer, out, err);
    struct gf_arena arena = {0};
    struct gf_buffer model = {.arena = &arena}, own = {.arena = &arena};
    enum gf_status status = read_whole(path, tokenizer, &model, err);
    if (status == GF_OK) status = cli_read(adapter, &own, err);
    if (status == GF_OK) {
        struct gf_file files[] = {{model.data, model.n}, {own.data, own.n}};
        status = gf_import(files, 2, out, err);
    }
    gf_arena_free(&arena);
    return status;
}
