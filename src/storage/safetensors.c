/* SPDX-License-Identifier: MIT */
#include "storage/safetensors.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = 8, ALIGNMENT = 8 };

static const char metadata_key[] = "__metadata__";

static const struct {
    const char *name;
    size_t size;
} dtypes[GF_DTYPE_COUNT] = {
    [GF_DTYPE_F32] = {"F32", 4},   [GF_DTYPE_F64] = {"F64", 8},
    [GF_DTYPE_F16] = {"F16", 2},   [GF_DTYPE_BF16] = {"BF16", 2},
    [GF_DTYPE_I32] = {"I32", 4},   [GF_DTYPE_I64] = {"I64", 8},
    [GF_DTYPE_U8] = {"U8", 1},     [GF_DTYPE_I8] = {"I8", 1},
    [GF_DTYPE_BOOL] = {"BOOL", 1},
};

const char *gf_dtype_name(enum gf_dtype dtype)
{
    return (unsigned)dtype < GF_DTYPE_COUNT ? dtypes[dtype].name : "unknown";
}

size_t gf_dtype_size(enum gf_dtype dtype)
{
    return (unsigned)dtype < GF_DTYPE_COUNT ? dtypes[dtype].size : 0;
}

enum gf_status gf_not_a_model(struct gf_error *err, const struct gf_error *why)
{
    return why->status == GF_OUT_OF_MEMORY ? gf_fail(err, GF_E_no_memory)
                                           : gf_fail(err, GF_E_not_a_model, why);
}

enum gf_status gf_bad_tensor(struct gf_error *err, enum gf_error_key key,
                             const char *name)
{
    struct gf_error why;
    gf_fail(&why, key, name);
    return gf_fail(err, GF_E_not_a_model, &why);
}

/* The product of a shape; false when it does not fit. */
static bool count_elements(const struct gf_stored_tensor *t, size_t *count)
{
    *count = 1;
    for (size_t i = 0; i < t->n_dims; i++) {
        if (__builtin_mul_overflow(*count, t->shape[i], count)) return false;
    }
    return true;
}

size_t gf_stored_count(const struct gf_stored_tensor *tensor)
{
    size_t count;
    return count_elements(tensor, &count) ? count : 0;
}

size_t gf_stored_bytes(const struct gf_stored_tensor *tensors, size_t n)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < n; i++) {
        if (__builtin_add_overflow(n_bytes, tensors[i].n_bytes, &n_bytes)) {
            return SIZE_MAX;
        }
    }
    return n_bytes;
}

static bool size_is_right(const struct gf_stored_tensor *t)
{
    size_t count, n_bytes;
    return count_elements(t, &count) &&
           !__builtin_mul_overflow(count, gf_dtype_size(t->dtype), &n_bytes) &&
           n_bytes == t->n_bytes;
}

/* ---- reading -------------------------------------------------------------------- */

/* A whole number that is also a size_t on this machine. */
static bool read_size(const struct gf_json *value, size_t *out)
{
    uint64_t x;
    if (!gf_json_as_uint(value, &x) || x > SIZE_MAX) return false;
    *out = (size_t)x;
    return true;
}

static enum gf_status read_dtype(struct gf_stored_tensor *t,
                                 const struct gf_json *entry, struct gf_error *err)
{
    const char *name;
    size_t n;
    if (!gf_json_as_string(gf_json_get(entry, "dtype"), &name, &n)) {
        return gf_fail(err, GF_E_tensor_without_dtype, t->name);
    }
    for (int i = 0; i < GF_DTYPE_COUNT; i++) {
        if (strcmp(name, dtypes[i].name) == 0) {
            t->dtype = (enum gf_dtype)i;
            return GF_OK;
        }
    }
    return gf_fail(err, GF_E_tensor_dtype, t->name, name);
}

static enum gf_status read_shape(struct gf_stored_tensor *t,
                                 const struct gf_json *entry, struct gf_error *err)
{
    const struct gf_json *shape = gf_json_member(entry, "shape", GF_JSON_ARRAY);
    if (!shape) {
        return gf_fail(err, GF_E_tensor_without_shape, t->name);
    }
    if (shape->n > GF_STORED_MAX_DIMS) {
        return gf_fail(err, GF_E_tensor_dimensions, t->name, shape->n,
                       GF_STORED_MAX_DIMS);
    }
    for (const struct gf_json *e = shape->first; e; e = e->next) {
        if (!read_size(e, &t->shape[t->n_dims++])) {
            return gf_fail(err, GF_E_tensor_shape, t->name);
        }
    }
    return GF_OK;
}

static enum gf_status read_place(struct gf_stored_tensor *t,
                                 const struct gf_json *entry, const char *data,
                                 size_t n_data, struct gf_error *err)
{
    const struct gf_json *offsets =
        gf_json_member(entry, "data_offsets", GF_JSON_ARRAY);
    size_t begin, end;
    if (!offsets || offsets->n != 2 || !read_size(offsets->first, &begin) ||
        !read_size(offsets->first->next, &end)) {
        return gf_fail(err, GF_E_tensor_without_offsets, t->name);
    }
    if (begin > end || end > n_data) {
        return gf_fail(err, GF_E_tensor_outside_file, t->name, end, n_data);
    }
    t->data = data ? data + begin : NULL;
    t->offset = begin;
    t->n_bytes = end - begin;
    if (!size_is_right(t)) return gf_fail(err, GF_E_tensor_size, t->name, t->n_bytes);
    return GF_OK;
}

static enum gf_status read_tensor(struct gf_stored_tensor *t,
                                  const struct gf_json *entry, const char *data,
                                  size_t n_data, struct gf_error *err)
{
    t->name = entry->key;
    if (strlen(entry->key) != entry->n_key) {
        return gf_fail(err, GF_E_tensor_name_with_zero);
    }
    if (entry->type != GF_JSON_OBJECT || entry->n != 3) {
        return gf_fail(err, GF_E_tensor_entry, t->name);
    }
    enum gf_status status = read_dtype(t, entry, err);
    if (status == GF_OK) status = read_shape(t, entry, err);
    return status == GF_OK ? read_place(t, entry, data, n_data, err) : status;
}

static enum gf_status check_metadata(const struct gf_json *metadata,
                                     struct gf_error *err)
{
    if (metadata->type != GF_JSON_OBJECT) {
        return gf_fail(err, GF_E_metadata_not_an_object);
    }
    for (const struct gf_json *e = metadata->first; e; e = e->next) {
        if (e->type != GF_JSON_STRING) {
            return gf_fail(err, GF_E_metadata_not_text, e->key);
        }
    }
    return GF_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct gf_stored_tensor *x = *(const struct gf_stored_tensor *const *)a;
    const struct gf_stored_tensor *y = *(const struct gf_stored_tensor *const *)b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return (x->n_bytes > y->n_bytes) - (x->n_bytes < y->n_bytes); /* empty ones first */
}

/* The tensors of a file in another order; NULL without memory. */
static const struct gf_stored_tensor **sorted(const struct gf_safetensors *file,
                                              struct gf_arena *arena,
                                              int (*order)(const void *, const void *))
{
    const struct gf_stored_tensor **list =
        gf_arena_array(arena, file->n_tensors + 1, sizeof(void *));
    if (!list) return NULL;
    for (size_t i = 0; i < file->n_tensors; i++) list[i] = &file->tensors[i];
    qsort(list, file->n_tensors, sizeof(void *), order);
    return list;
}

/* In the order of the file each tensor must begin where the last one ended. */
static enum gf_status check_cover(const struct gf_safetensors *file, size_t n_data,
                                  struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_stored_tensor **list = sorted(file, &scratch, by_place);
    if (!list) return gf_fail(err, GF_E_no_memory);
    size_t covered = 0;
    for (size_t i = 0; i < file->n_tensors; i++) {
        size_t begin = list[i]->offset;
        if (begin != covered) {
            return gf_fail(err,
                           begin < covered ? GF_E_tensor_overlaps : GF_E_tensor_gap,
                           list[i]->name);
        }
        covered = begin + list[i]->n_bytes;
    }
    return covered == n_data
               ? GF_OK
               : gf_fail(err, GF_E_bytes_without_tensor, n_data - covered);
}

static uint64_t header_length(const void *bytes)
{
    uint64_t length;
    memcpy(&length, bytes, sizeof length);
    return length;
}

bool gf_is_safetensors(const void *bytes, size_t n)
{
    return n > LENGTH_BYTES && ((const char *)bytes)[LENGTH_BYTES] == '{' &&
           header_length(bytes) <= GF_SAFETENSORS_MAX_HEADER;
}

size_t gf_safetensors_header_bytes(const void *bytes, size_t n)
{
    return gf_is_safetensors(bytes, n) ? LENGTH_BYTES + (size_t)header_length(bytes)
                                       : 0;
}

/* Parses the header and finds where the data begins. */
static enum gf_status read_header(const struct gf_json **header, size_t *data_start,
                                  struct gf_arena *arena, const unsigned char *bytes,
                                  size_t n, struct gf_error *err)
{
    if (n < LENGTH_BYTES) return gf_fail(err, GF_E_file_too_small, n);
    uint64_t length = header_length(bytes);
    if (length > GF_SAFETENSORS_MAX_HEADER ||
        (length > 0 && n > LENGTH_BYTES && bytes[LENGTH_BYTES] != '{')) {
        return gf_fail(err, GF_E_not_safetensors);
    }
    if (length > n - LENGTH_BYTES) return gf_fail(err, GF_E_header_cut_off);
    struct gf_error why = {0};
    const char *text = (const char *)bytes + LENGTH_BYTES;
    *header = gf_json_parse(arena, text, (size_t)length, &why);
    if (!*header) {
        return why.status == GF_OUT_OF_MEMORY ? gf_fail(err, GF_E_no_memory)
                                              : gf_fail(err, GF_E_header_damaged, &why);
    }
    if ((*header)->type != GF_JSON_OBJECT) {
        return gf_fail(err, GF_E_header_not_an_object);
    }
    *data_start = LENGTH_BYTES + (size_t)length;
    return GF_OK;
}

static int by_name(const void *a, const void *b)
{
    const struct gf_stored_tensor *x = *(const struct gf_stored_tensor *const *)a;
    const struct gf_stored_tensor *y = *(const struct gf_stored_tensor *const *)b;
    return strcmp(x->name, y->name);
}

enum gf_status gf_safetensors_read(struct gf_safetensors *file, struct gf_arena *arena,
                                   const void *bytes, size_t n, struct gf_error *err)
{
    return gf_safetensors_read_header(file, arena, bytes, n, n, err);
}

enum gf_status gf_safetensors_read_header(struct gf_safetensors *file,
                                          struct gf_arena *arena, const void *bytes,
                                          size_t n_here, size_t n, struct gf_error *err)
{
    struct gf_safetensors f = {0};
    size_t data_start = 0;
    enum gf_status status =
        read_header(&f.header, &data_start, arena, bytes, n_here, err);
    if (status != GF_OK) return status;
    const char *data = n_here == n ? (const char *)bytes + data_start : NULL;
    size_t n_data = n - data_start;
    f.tensors = gf_arena_array(arena, f.header->n + 1, sizeof *f.tensors);
    if (!f.tensors) return gf_fail(err, GF_E_no_memory);
    for (const struct gf_json *e = f.header->first; e; e = e->next) {
        if (strcmp(e->key, metadata_key) == 0) {
            status = check_metadata(e, err);
        } else {
            status = read_tensor(&f.tensors[f.n_tensors++], e, data, n_data, err);
        }
        if (status != GF_OK) return status;
    }
    status = check_cover(&f, n_data, err);
    if (status != GF_OK) return status;
    for (size_t i = 0; i < f.n_tensors; i++) f.tensors[i].offset += data_start;
    f.by_name = sorted(&f, arena, by_name);
    if (!f.by_name) return gf_fail(err, GF_E_no_memory);
    *file = f;
    return GF_OK;
}

enum gf_status gf_safetensors_join(struct gf_safetensors *all, struct gf_arena *arena,
                                   const struct gf_safetensors *files, size_t n_files,
                                   struct gf_error *err)
{
    struct gf_safetensors joined = files[0];
    size_t n = 0;
    for (size_t i = 0; i < n_files; i++) n += files[i].n_tensors;
    joined.n_tensors = n;
    joined.tensors = gf_arena_array(arena, n + 1, sizeof *joined.tensors);
    if (!joined.tensors) return gf_fail(err, GF_E_no_memory);
    struct gf_stored_tensor *to = joined.tensors;
    for (size_t i = 0; i < n_files; i++) {
        memcpy(to, files[i].tensors, files[i].n_tensors * sizeof *to);
        to += files[i].n_tensors;
    }
    joined.by_name = sorted(&joined, arena, by_name);
    if (!joined.by_name) return gf_fail(err, GF_E_no_memory);
    for (size_t i = 1; i < n; i++) {
        if (by_name(&joined.by_name[i - 1], &joined.by_name[i]) == 0) {
            return gf_fail(err, GF_E_foreign_several, joined.by_name[i]->name);
        }
    }
    *all = joined;
    return GF_OK;
}

const struct gf_stored_tensor *gf_safetensors_find(const struct gf_safetensors *file,
                                                   const char *name)
{
    size_t low = 0, high = file->n_tensors;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(file->by_name[middle]->name, name);
        if (order == 0) return file->by_name[middle];
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const char *gf_safetensors_metadata(const struct gf_safetensors *file, const char *key)
{
    const char *value;
    size_t n;
    const struct gf_json *metadata = gf_json_get(file->header, metadata_key);
    return gf_json_as_string(gf_json_get(metadata, key), &value, &n) ? value : NULL;
}

/* ---- writing -------------------------------------------------------------------- */

static enum gf_status check_tensors(const struct gf_stored_tensor *tensors, size_t n,
                                    struct gf_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const struct gf_stored_tensor *t = &tensors[i];
        if (t->n_dims > GF_STORED_MAX_DIMS || !size_is_right(t)) {
            return gf_fail(err, GF_E_written_tensor_size, t->name);
        }
        bool taken = strcmp(t->name, metadata_key) == 0;
        for (size_t j = 0; j < i && !taken; j++) {
            taken = strcmp(t->name, tensors[j].name) == 0;
        }
        if (taken) return gf_fail(err, GF_E_written_tensor_twice, t->name);
    }
    return GF_OK;
}

static void write_metadata(struct gf_json_writer *w,
                           const struct gf_stored_metadata *metadata, size_t n)
{
    gf_json_begin_object(gf_json_key(w, metadata_key));
    for (size_t i = 0; i < n; i++) {
        gf_json_string(gf_json_key(w, metadata[i].key), metadata[i].value);
    }
    gf_json_end_object(w);
}

/* Returns where the next tensor begins. */
static size_t write_entry(struct gf_json_writer *w, const struct gf_stored_tensor *t,
                          size_t offset)
{
    gf_json_begin_object(gf_json_key(w, t->name));
    gf_json_string(gf_json_key(w, "dtype"), gf_dtype_name(t->dtype));
    gf_json_begin_array(gf_json_key(w, "shape"));
    for (size_t i = 0; i < t->n_dims; i++) {
        gf_json_int(w, (int64_t)t->shape[i]);
    }
    gf_json_end_array(w);
    gf_json_begin_array(gf_json_key(w, "data_offsets"));
    gf_json_int(w, (int64_t)offset);
    gf_json_int(w, (int64_t)(offset + t->n_bytes));
    gf_json_end_array(w);
    gf_json_end_object(w);
    return offset + t->n_bytes;
}

enum gf_status gf_safetensors_header(struct gf_buffer *out,
                                     const struct gf_stored_tensor *tensors,
                                     size_t n_tensors,
                                     const struct gf_stored_metadata *metadata,
                                     size_t n_metadata, struct gf_error *err)
{
    enum gf_status status = check_tensors(tensors, n_tensors, err);
    if (status != GF_OK) return status;
    GF_SCOPED_BUFFER(header, scratch);
    struct gf_json_writer w = {.out = &header};
    gf_json_begin_object(&w);
    if (n_metadata > 0) {
        write_metadata(&w, metadata, n_metadata);
    }
    size_t offset = 0;
    for (size_t i = 0; i < n_tensors; i++) {
        offset = write_entry(&w, &tensors[i], offset);
    }
    gf_json_end_object(&w);
    while (header.n % ALIGNMENT != 0 && gf_buffer_puts(&header, " ")) {
    }
    const uint64_t length = header.n;
    if (scratch.failed || !gf_buffer_reserve(out, sizeof length + header.n)) {
        return gf_fail(err, GF_E_no_memory);
    }
    gf_buffer_put(out, &length, sizeof length);
    gf_buffer_put(out, header.data, header.n);
    return GF_OK;
}

enum gf_status gf_safetensors_write(struct gf_buffer *out,
                                    const struct gf_stored_tensor *tensors,
                                    size_t n_tensors,
                                    const struct gf_stored_metadata *metadata,
                                    size_t n_metadata, struct gf_error *err)
{
    const size_t before = out->n;
    enum gf_status status =
        gf_safetensors_header(out, tensors, n_tensors, metadata, n_metadata, err);
    if (status != GF_OK) return status;
    const size_t n_bytes = gf_stored_bytes(tensors, n_tensors);
    if (!gf_buffer_reserve(out, n_bytes)) {
        out->n = before;
        return gf_fail(err, GF_E_no_memory_for_file, n_bytes);
    }
    for (size_t i = 0; i < n_tensors; i++) {
        gf_buffer_put(out, tensors[i].data, tensors[i].n_bytes);
    }
    return GF_OK;
}
