/* The safetensors format: named arrays and text metadata in one file.
 *
 *     8 bytes   N, little-endian
 *     N bytes   JSON: {"name": {"dtype": "F32", "shape": [2, 3],
 *               "data_offsets": [begin, end]}, …, "__metadata__": {"key": "text", …}}
 *     the rest  the arrays, row-major, little-endian, back to back
 *
 * Format: https://github.com/huggingface/safetensors (README, "Format"). Bytes are used
 * as they are, so the machine must be little-endian, as WebAssembly is.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_SAFETENSORS_H
#define GF_STORAGE_SAFETENSORS_H

#include "base/buffer.h"
#include "base/json.h"

#define GF_SAFETENSORS_MAX_HEADER 100000000 /* bytes; the format's own limit */
#define GF_STORED_MAX_DIMS 8

enum gf_dtype {
    GF_DTYPE_F32 = 0,
    GF_DTYPE_F64,
    GF_DTYPE_F16,
    GF_DTYPE_BF16,
    GF_DTYPE_I32,
    GF_DTYPE_I64,
    GF_DTYPE_U8,
    GF_DTYPE_I8,
    GF_DTYPE_BOOL,
    GF_DTYPE_COUNT
};

struct gf_stored_tensor {
    const char *name; /* zero-terminated */
    enum gf_dtype dtype;
    size_t n_dims; /* 0: a single number */
    size_t shape[GF_STORED_MAX_DIMS];
    /* May be unaligned when read from a foreign file: use memcpy. NULL where only the header
     * of the file is in memory. */
    const void *data;
    size_t n_bytes;
    size_t file, offset; /* number of the file, and bytes from its beginning */
};

struct gf_stored_metadata {
    const char *key, *value; /* zero-terminated */
};

struct gf_safetensors {
    struct gf_stored_tensor *tensors; /* in the order of the header */
    size_t n_tensors;
    const struct gf_json *header;
    const struct gf_stored_tensor **by_name; /* [n_tensors], for gf_safetensors_find */
};

/* Whether bytes[0 .. n) begin as such a file does. */
bool gf_is_safetensors(const void *bytes, size_t n);

/* Bytes of a file from its beginning to the end of its header, for a file that begins so; 0 for
 * any other. */
size_t gf_safetensors_header_bytes(const void *bytes, size_t n);

/* Reads a file in memory, bytes[0 .. n). Tensor data points into `bytes`, which must outlive
 * *file; names and metadata live in the arena. GF_BAD_CHECKPOINT unless the header has the
 * form above with nothing unknown in it, element counts agree with offsets, and the arrays
 * cover the rest of the file without gap or overlap; *file is then unchanged. */
enum gf_status gf_safetensors_read(struct gf_safetensors *file, struct gf_arena *arena,
                                   const void *bytes, size_t n, struct gf_error *err);

/* The same with only the first n_here of the n bytes in memory, the header at least: tensors
 * then have no data. */
enum gf_status gf_safetensors_read_header(struct gf_safetensors *file,
                                          struct gf_arena *arena, const void *bytes,
                                          size_t n_here, size_t n,
                                          struct gf_error *err);

/* The tensors of several files, which must outlive *all, as those of one; metadata is that of
 * the first. GF_BAD_CHECKPOINT when a name occurs twice. */
enum gf_status gf_safetensors_join(struct gf_safetensors *all, struct gf_arena *arena,
                                   const struct gf_safetensors *files, size_t n_files,
                                   struct gf_error *err);

/* By name, found by search; NULL when there is none. */
const struct gf_stored_tensor *gf_safetensors_find(const struct gf_safetensors *file,
                                                   const char *name);
const char *gf_safetensors_metadata(const struct gf_safetensors *file, const char *key);

/* Number of elements, the product of the shape. */
size_t gf_stored_count(const struct gf_stored_tensor *tensor);

/* Bytes of several together; SIZE_MAX when they exceed the address space. */
size_t gf_stored_bytes(const struct gf_stored_tensor *tensors, size_t n);

/* All elements as float: F32 as they are, F64 rounded, F16 and BF16 exactly.
 * GF_BAD_CHECKPOINT for an integer type, or when the count is not `count`. */
enum gf_status gf_stored_floats(const struct gf_stored_tensor *tensor, float *out,
                                size_t count, struct gf_error *err);

/* An error inside a file as one about the model; and one about a tensor, or without name. */
enum gf_status gf_not_a_model(struct gf_error *err, const struct gf_error *why);
enum gf_status gf_bad_tensor(struct gf_error *err, enum gf_error_key key,
                             const char *name);

const char *gf_dtype_name(enum gf_dtype dtype); /* "F32", … */
size_t gf_dtype_size(enum gf_dtype dtype);      /* bytes per element */

/* Appends the length and the header of a file to `out`, padded with spaces so that the
 * arrays start at a multiple of 8; the caller then appends each tensor's bytes in
 * order. This is the way to write without a second copy in memory. `data` is not read;
 * n_bytes must be what dtype and shape give. GF_BAD_ARGUMENT for a tensor that breaks
 * that, a name that occurs twice or "__metadata__"; GF_OUT_OF_MEMORY. */
enum gf_status gf_safetensors_header(struct gf_buffer *out,
                                     const struct gf_stored_tensor *tensors,
                                     size_t n_tensors,
                                     const struct gf_stored_metadata *metadata,
                                     size_t n_metadata, struct gf_error *err);

/* The whole file: header, then a copy of every tensor's data, in one block. */
enum gf_status gf_safetensors_write(struct gf_buffer *out,
                                    const struct gf_stored_tensor *tensors,
                                    size_t n_tensors,
                                    const struct gf_stored_metadata *metadata,
                                    size_t n_metadata, struct gf_error *err);

#endif
