/* Models that other programs wrote, as checkpoints of ours.
 *
 * A reader of a format says what the model is (settings, vocabulary) and where in its file
 * the rows of each parameter lie; what is here checks that and writes the checkpoint. So
 * everything else knows one format.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_FOREIGN_H
#define GF_STORAGE_FOREIGN_H

#include "models/model.h"
#include "storage/safetensors.h"
#include "text/tokenizer/tokenizer.h"

/* A matrix [rows][columns], or a vector [rows] with columns 0, that is rows first_row … of
 * a parameter: several may lie below each other, as query, key and value do. The parts of a
 * parameter are listed from its first row on. */
struct gf_foreign_part {
    const char *param; /* the parameter's name in our layout */
    size_t first_row, rows, columns;
    enum gf_dtype dtype;
    bool transposed; /* stored [columns][rows] */
    size_t file;     /* its number among the files that were read */
    size_t offset;   /* bytes from its beginning; row-major, maybe unaligned */
};

struct gf_foreign {
    struct gf_config config;
    struct gf_tokenizer tokenizer;
    /* Set before reading: where the tokenizer is read into; NULL: where the rest is. */
    struct gf_arena *words;
    struct gf_foreign_part *parts; /* [n_parts] */
    size_t n_parts;
    const struct gf_file *files; /* that parts are in; borrowed */
};

/* Stored rows first .. first + n of a part: of a transposed one, columns of the parameter. */
struct gf_stored_rows {
    size_t first, n;
};

/* Stored rows of a part, and bytes of each. */
size_t gf_foreign_stored_rows(const struct gf_foreign_part *part);
size_t gf_foreign_row_bytes(const struct gf_foreign_part *part);

/* Writes rows, whose bytes are given, into `values` of the parameter, which may be unaligned.
 * GF_BAD_CHECKPOINT where one is not finite, GF_OUT_OF_MEMORY. */
enum gf_status gf_foreign_put(const struct gf_foreign_part *part,
                              struct gf_stored_rows rows, const void *bytes,
                              char *values, struct gf_error *err);

/* The same into a prepacked parameter, whose number is that of gf_foreign_check. */
enum gf_status gf_foreign_put_prepacked(const struct gf_foreign_part *part,
                                        struct gf_stored_rows rows, const void *bytes,
                                        struct gf_prepacked *to, struct gf_error *err);

/* GF_BAD_CONFIG for settings that contradict each other, GF_BAD_CHECKPOINT unless the parts
 * cover every parameter of such a model exactly once, GF_OUT_OF_MEMORY. numbers [n_param of
 * its layout, at most GF_MAX_PARAMS]: those of the matrices in the file, of 16 bits where all
 * parts have the same. */
enum gf_status gf_foreign_check(const struct gf_foreign *model, enum gf_number *numbers,
                                struct gf_error *err);

/* Appends the checkpoint, at step 0 and without training state. Fails as gf_foreign_check;
 * `out` is then unchanged. */
enum gf_status gf_foreign_write(const struct gf_foreign *model, struct gf_buffer *out,
                                struct gf_error *err);

#endif
