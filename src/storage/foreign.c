/* SPDX-License-Identifier: MIT */
#include "storage/foreign.h"

#include "storage/checkpoint.h"

#include <string.h>

/* Checks that the parts of a parameter cover it once: each begins where the one before ended. */
static enum gf_status check_param(const struct gf_foreign *model,
                                  const struct gf_param *p, struct gf_error *err)
{
    size_t rows = 0, columns = p->n_dim == 1 ? 0 : p->dim[1];
    for (size_t i = 0; i < model->n_parts; i++) {
        const struct gf_foreign_part *part = &model->parts[i];
        if (strcmp(part->param, p->name) != 0) continue;
        if (part->columns != columns || part->first_row != rows ||
            part->rows > p->dim[0] - rows) {
            return gf_bad_tensor(err, GF_E_tensor_of_other_shape, p->name);
        }
        rows += part->rows;
    }
    return rows == p->dim[0] ? GF_OK : gf_bad_tensor(err, GF_E_tensor_missing, p->name);
}

/* from [n][rows] to the columns of to [rows][columns], by tiles that stay in the cache. */
static void transpose(const float *from, size_t rows, size_t n, char *to,
                      size_t columns)
{
    enum { TILE = 32 };
    for (size_t at = 0; at < rows; at += TILE) {
        for (size_t c = 0; c < n; c++) {
            for (size_t r = at; r < rows && r < at + TILE; r++) {
                memcpy(to + (r * columns + c) * sizeof *from, &from[c * rows + r],
                       sizeof *from);
            }
        }
    }
}

static size_t width_of(const struct gf_foreign_part *part)
{
    return part->columns ? part->columns : 1;
}

size_t gf_foreign_stored_rows(const struct gf_foreign_part *part)
{
    return part->transposed ? part->columns : part->rows;
}

size_t gf_foreign_row_bytes(const struct gf_foreign_part *part)
{
    return (part->transposed ? part->rows : width_of(part)) *
           gf_dtype_size(part->dtype);
}

static bool all_finite(const float *x, size_t n)
{
    float sum = 0; /* of zeros, or not a number */
    for (size_t i = 0; i < n; i++) sum += x[i] - x[i];
    return sum == 0;
}

/* Stored rows as floats in scratch memory, all finite. */
static enum gf_status read_floats(const struct gf_foreign_part *part,
                                  struct gf_stored_rows rows, const void *bytes,
                                  struct gf_arena *scratch, float **out,
                                  struct gf_error *err)
{
    size_t n_bytes = rows.n * gf_foreign_row_bytes(part);
    size_t n = n_bytes / gf_dtype_size(part->dtype);
    struct gf_stored_tensor tensor = {.name = part->param,
                                      .dtype = part->dtype,
                                      .n_dims = 1,
                                      .shape = {n},
                                      .data = bytes,
                                      .n_bytes = n_bytes};
    float *from = *out = gf_arena_array(scratch, n, sizeof *from);
    enum gf_status status =
        from ? gf_stored_floats(&tensor, from, n, err) : gf_fail(err, GF_E_no_memory);
    if (status == GF_OK && !all_finite(from, n)) {
        status = gf_bad_tensor(err, GF_E_tensor_not_finite, part->param);
    }
    return status;
}

enum gf_status gf_foreign_put(const struct gf_foreign_part *part,
                              struct gf_stored_rows rows, const void *bytes,
                              char *values, struct gf_error *err)
{
    size_t width = width_of(part);
    size_t n = rows.n * gf_foreign_row_bytes(part) / gf_dtype_size(part->dtype);
    GF_SCOPED_ARENA(scratch);
    float *from;
    enum gf_status status = read_floats(part, rows, bytes, &scratch, &from, err);
    values += part->first_row * width * sizeof *from;
    if (status == GF_OK && part->transposed) {
        transpose(from, part->rows, rows.n, values + rows.first * sizeof *from, width);
    } else if (status == GF_OK) {
        memcpy(values + rows.first * width * sizeof *from, from, n * sizeof *from);
    }
    return status;
}

/* Four numbers at a time: one whose exponent is the largest becomes 0, from which 1 borrows. */
static bool all_finite_16(const char *bytes, size_t n, enum gf_dtype dtype)
{
    const uint64_t each = 0x0001000100010001;
    const uint64_t exponents = each * (dtype == GF_DTYPE_F16 ? 0x7c00 : 0x7f80);
    const char *end = bytes + n * sizeof(uint16_t);
    uint64_t borrows = 0, four = 0;
    for (; end - bytes >= (ptrdiff_t)sizeof four; bytes += sizeof four) {
        memcpy(&four, bytes, sizeof four);
        four = (four & exponents) ^ exponents;
        borrows |= (four - each) & ~four;
    }
    four = 0;
    memcpy(&four, bytes, (size_t)(end - bytes));
    four = (four & exponents) ^ exponents;
    borrows |= (four - each) & ~four;
    return !(borrows & each << 15);
}

/* n numbers of 2 or 4 bytes, from every step-th place to every stride-th from `at` on. */
static void spread(const char *from, size_t step, size_t n,
                   const struct gf_prepacked *to, size_t at, size_t stride)
{
    const size_t size = gf_number_bytes(to->number);
    char *out = (char *)to->data + at * size;
    step *= size;
    stride *= size;
    if (to->number == GF_FLOAT32) {
        for (; n > 0; n--, from += step, out += stride) memcpy(out, from, 4);
    } else {
        for (; n > 0; n--, from += step, out += stride) memcpy(out, from, 2);
    }
}

/* Numbers `from` to their places: a stored row is an output, or, transposed, an input of all
 * outputs, of which every panel holds one in the same place. */
static void place(const struct gf_foreign_part *part, struct gf_stored_rows rows,
                  const char *from, const struct gf_prepacked *to)
{
    const size_t size = gf_number_bytes(to->number), first = part->first_row;
    const size_t width = part->transposed ? part->rows : part->columns;
    const size_t each = GF_PANEL_OUTPUTS, next_panel = to->columns * each;
    for (size_t r = rows.first; r < rows.first + rows.n; r++, from += width * size) {
        if (!part->transposed) {
            size_t at = gf_prepacked_place(to, first + r, 0);
            spread(from, 1, width, to, at, each);
        }
        for (size_t o = 0; part->transposed && o < each && o < width; o++) {
            size_t at = gf_prepacked_place(to, first + o, r);
            spread(from + o * size, each, (width - o + each - 1) / each, to, at,
                   next_panel);
        }
    }
}

enum gf_status gf_foreign_put_prepacked(const struct gf_foreign_part *part,
                                        struct gf_stored_rows rows, const void *bytes,
                                        struct gf_prepacked *to, struct gf_error *err)
{
    if (to->columns == 0) return gf_foreign_put(part, rows, bytes, to->data, err);
    GF_SCOPED_ARENA(scratch);
    const size_t size = gf_number_bytes(to->number);
    enum gf_status status = GF_OK;
    float *floats;
    if (to->number == GF_FLOAT32) {
        status = read_floats(part, rows, bytes, &scratch, &floats, err);
        bytes = floats;
    } else if (!all_finite_16(bytes, rows.n * gf_foreign_row_bytes(part) / size,
                              part->dtype)) {
        status = gf_bad_tensor(err, GF_E_tensor_not_finite, part->param);
    }
    if (status == GF_OK) place(part, rows, bytes, to);
    return status;
}

/* What a parameter is prepacked as. */
static enum gf_number number_of(const struct gf_foreign *model,
                                const struct gf_param *p)
{
    enum gf_dtype dtype = GF_DTYPE_COUNT;
    for (size_t i = 0; i < model->n_parts; i++) {
        const struct gf_foreign_part *part = &model->parts[i];
        if (strcmp(part->param, p->name) != 0) continue;
        bool mixed = dtype != GF_DTYPE_COUNT && dtype != part->dtype;
        dtype = part->dtype;
        if (mixed || (dtype != GF_DTYPE_F16 && dtype != GF_DTYPE_BF16)) {
            return GF_FLOAT32;
        }
    }
    return dtype == GF_DTYPE_F16 ? GF_FLOAT16 : GF_BFLOAT16;
}

static enum gf_status check(const struct gf_foreign *model,
                            const struct gf_layout *layout, struct gf_error *err)
{
    enum gf_status status = GF_OK;
    for (int i = 0; status == GF_OK && i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        status = p->alias_of < 0 ? check_param(model, p, err) : GF_OK;
    }
    for (size_t i = 0; status == GF_OK && i < model->n_parts; i++) {
        if (gf_layout_find(layout, model->parts[i].param) < 0) {
            status =
                gf_bad_tensor(err, GF_E_tensor_of_other_shape, model->parts[i].param);
        }
    }
    return status;
}

/* The values follow the header in the order of the layout. */
static enum gf_status append_values(const struct gf_foreign *model,
                                    const struct gf_layout *layout,
                                    struct gf_buffer *out, struct gf_error *err)
{
    enum gf_status status = GF_OK;
    size_t n_bytes = layout->n_value * sizeof(float);
    if (!gf_buffer_reserve(out, n_bytes)) {
        return gf_fail(err, GF_E_no_memory_for_file, n_bytes);
    }
    for (size_t i = 0; status == GF_OK && i < model->n_parts; i++) {
        const struct gf_foreign_part *part = &model->parts[i];
        int number = gf_layout_find(layout, part->param);
        size_t offset = layout->params[number].offset * sizeof(float);
        status = gf_foreign_put(
            part, (struct gf_stored_rows){0, gf_foreign_stored_rows(part)},
            (const char *)model->files[part->file].bytes + part->offset,
            out->data + out->n + offset, err);
    }
    out->n += status == GF_OK ? n_bytes : 0;
    return status;
}

enum gf_status gf_foreign_check(const struct gf_foreign *model, enum gf_number *numbers,
                                struct gf_error *err)
{
    struct gf_model shape;
    enum gf_status status = gf_model_outline(&shape, &model->config, err);
    if (status != GF_OK) return status;
    status = check(model, &shape.layout, err);
    for (int i = 0; status == GF_OK && i < shape.layout.n_param; i++) {
        numbers[i] = number_of(model, &shape.layout.params[i]);
    }
    gf_model_free(&shape);
    return status;
}

enum gf_status gf_foreign_write(const struct gf_foreign *model, struct gf_buffer *out,
                                struct gf_error *err)
{
    struct gf_model shape;
    size_t before = out->n;
    enum gf_status status = gf_model_outline(&shape, &model->config, err);
    if (status != GF_OK) return status;
    shape.tokenizer = model->tokenizer;
    status = check(model, &shape.layout, err);
    const struct gf_content content = {.model = &shape, .header_only = true};
    if (status == GF_OK) status = gf_checkpoint_save(&content, out, err);
    if (status == GF_OK) status = append_values(model, &shape.layout, out, err);
    if (status != GF_OK) {
        out->n = before;
    }
    gf_model_free(&shape);
    return status;
}
