/* SPDX-License-Identifier: MIT */
#include "storage/import.h"

#include "storage/adapter.h"
#include "storage/hugging_face.h"
#include "storage/llama2c.h"

#include <string.h>

bool gf_is_pickle(const void *bytes, size_t n)
{
    /* Of a zip file; before version 1.6 of PyTorch, the pickle of its magic number. */
    static const char *const begins[] = {"PK\003\004", "\200\002\212\012"};
    for (size_t i = 0; n > 4 && i < GF_COUNT(begins); i++) {
        if (memcmp(bytes, begins[i], 4) == 0) return true;
    }
    return false;
}

/* An object of JSON; no number of a binary header, which has zero bytes. */
static bool is_json(const struct gf_file *file)
{
    const char *text = file->bytes;
    size_t at = 0;
    while (at < file->n && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' ||
                            text[at] == '\t')) {
        at++;
    }
    return file->n - at >= 2 && text[at] == '{' && text[at + 1] != 0 &&
           !memchr(text, 0, file->n < 8 ? file->n : 8);
}

/* Of nanoGPT one with "n_head" is enough. */
static bool is_config(const struct gf_json *json)
{
    return gf_json_member(json, "model_type", GF_JSON_STRING) ||
           gf_json_member(json, "n_head", GF_JSON_NUMBER) ||
           gf_json_member(json, "hidden_size", GF_JSON_NUMBER) ||
           gf_json_member(json, "architectures", GF_JSON_ARRAY);
}

static enum gf_status sort_json(struct gf_hf_files *parts, struct gf_arena *arena,
                                const struct gf_file *file, struct gf_error *err)
{
    struct gf_error why = {0};
    const struct gf_json *json = gf_json_parse(arena, file->bytes, file->n, &why);
    if (!json) return gf_not_a_model(err, &why);
    if (gf_json_member(json, "model", GF_JSON_OBJECT) ||
        gf_json_member(json, "kind", GF_JSON_STRING) ||
        gf_json_member(json, "stoi", GF_JSON_OBJECT)) {
        parts->tokenizer = json;
    } else if (is_config(json)) {
        parts->config = json;
    } else if (gf_json_member(json, "weight_map", GF_JSON_OBJECT)) {
        parts->index = json;
    }
    return GF_OK;
}

/* What the files are, by their content; any_pickle: whether one is a pickle. */
static enum gf_status sort_files(struct gf_hf_files *parts, bool *any_pickle,
                                 struct gf_arena *arena, const struct gf_file *files,
                                 const size_t *n_here, size_t n, struct gf_error *err)
{
    enum gf_status status = GF_OK;
    parts->weights = gf_arena_array(arena, n + 1, sizeof *parts->weights);
    if (!parts->weights) return gf_fail(err, GF_E_no_memory);
    for (size_t i = 0; status == GF_OK && i < n; i++) {
        const struct gf_file file = {files[i].bytes, n_here ? n_here[i] : files[i].n};
        if (gf_is_safetensors(file.bytes, file.n)) {
            parts->weights[parts->n_weights++] =
                (struct gf_hf_weights){&files[i], file.n, i};
        } else if (file.n == files[i].n && is_json(&file)) {
            status = sort_json(parts, arena, &file, err);
        } else {
            *any_pickle = *any_pickle || gf_is_pickle(file.bytes, file.n);
        }
    }
    return status;
}

enum gf_status gf_foreign_read(struct gf_foreign *model, struct gf_arena *arena,
                               const struct gf_file *files, const size_t *n_here,
                               size_t n_files, struct gf_error *err)
{
    struct gf_hf_files parts = {0};
    bool any_pickle = false;
    enum gf_status status =
        sort_files(&parts, &any_pickle, arena, files, n_here, n_files, err);
    if (status != GF_OK) return status;
    if (parts.n_weights > 0) {
        status = gf_hugging_face_read(model, arena, &parts, err);
    } else if (any_pickle) {
        status = gf_fail(err, GF_E_foreign_pickle);
    } else if (n_here && n_files > 0) {
        status = gf_fail(err, GF_E_foreign_needed_whole);
    } else if (n_files == 2 && !parts.config && !parts.tokenizer) {
        status = gf_llama2c_read(model, arena, files[0].bytes, files[0].n,
                                 files[1].bytes, files[1].n, err);
    } else {
        status = gf_fail(err, GF_E_foreign_without_weights);
    }
    if (status == GF_OK) {
        model->files = files;
    }
    return status;
}

static enum gf_status import_foreign(const struct gf_file *files, size_t n,
                                     struct gf_buffer *out, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_foreign foreign = {0};
    enum gf_status status = gf_foreign_read(&foreign, &scratch, files, NULL, n, err);
    if (status == GF_OK) status = gf_foreign_write(&foreign, out, err);
    return status;
}

/* A model with its adapter; the model may be that of several files. */
static enum gf_status import_adapter(const struct gf_file *adapter,
                                     const struct gf_file *model, size_t n,
                                     struct gf_buffer *out, struct gf_error *err)
{
    GF_SCOPED_BUFFER(whole, scratch);
    struct gf_file file = *model;
    if (n > 1) {
        enum gf_status status = import_foreign(model, n, &whole, err);
        if (status != GF_OK) return status;
        file = (struct gf_file){whole.data, whole.n};
    }
    return gf_adapter_apply(adapter->bytes, adapter->n, file.bytes, file.n, out, err);
}

enum gf_status gf_import_files(const struct gf_file *files, size_t n,
                               struct gf_buffer *out, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_file *others = gf_arena_array(&scratch, n + 1, sizeof *others);
    const struct gf_file *adapter = NULL;
    size_t n_others = 0;
    if (!others) return gf_fail(err, GF_E_no_memory);
    for (size_t i = 0; i < n; i++) {
        bool is_adapter;
        enum gf_status status =
            gf_is_adapter(&is_adapter, files[i].bytes, files[i].n, err);
        if (status != GF_OK) return status;
        adapter = is_adapter ? &files[i] : adapter;
        others[n_others] = files[i];
        n_others += !is_adapter;
    }
    if (!adapter) return import_foreign(files, n, out, err);
    if (n_others == 0) return gf_fail(err, GF_E_adapter_without_model);
    return import_adapter(adapter, others, n_others, out, err);
}
