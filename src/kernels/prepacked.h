/* A weight W[out][in] in the numbers of its file, arranged for the product with one row, x W^T:
 * a token that is written reads every weight once, and memory is the limit.
 *
 *     panels of 32 outputs, padded with 0, each [in][32]:
 *       float32   outputs 0 1 2 … 31
 *       16 bits   outputs 0 16 1 17 … 15 31: words of two, which a shift or a mask widens
 *
 * Widening is exact: bfloat16 is the upper half of a float32; the bits of a float16, moved into
 * the places of a float32's, are the number times 2^-112, subnormal ones included. Infinite
 * numbers and NaN have no place here. A vector has columns 0 and its floats in order.
 * SPDX-License-Identifier: MIT */
#ifndef GF_KERNELS_PREPACKED_H
#define GF_KERNELS_PREPACKED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GF_PANEL_OUTPUTS 32

enum gf_number { GF_FLOAT32 = 0, GF_FLOAT16, GF_BFLOAT16 };

struct gf_prepacked {
    enum gf_number number;
    size_t rows, columns; /* out, in */
    void *data;
};

/* A float16 as the bits of its product with 2^-112. */
#define GF_FLOAT16_MASK ((int32_t)0x8fffe000)
#define GF_FLOAT16_FACTOR 0x1p112f

static inline size_t gf_number_bytes(enum gf_number number)
{
    return number == GF_FLOAT32 ? sizeof(float) : sizeof(uint16_t);
}

static inline size_t gf_prepacked_bytes(const struct gf_prepacked *w)
{
    size_t panels = (w->rows + GF_PANEL_OUTPUTS - 1) / GF_PANEL_OUTPUTS;
    return w->columns == 0
               ? w->rows * sizeof(float)
               : panels * GF_PANEL_OUTPUTS * w->columns * gf_number_bytes(w->number);
}

/* Where output `row` is in a row of its panel. */
static inline size_t gf_panel_place(enum gf_number number, size_t row)
{
    size_t n = row % GF_PANEL_OUTPUTS, half = GF_PANEL_OUTPUTS / 2;
    return number == GF_FLOAT32 ? n : 2 * (n % half) + n / half;
}

/* Where W[row][column] is in the data. */
static inline size_t gf_prepacked_place(const struct gf_prepacked *w, size_t row,
                                        size_t column)
{
    return (row / GF_PANEL_OUTPUTS * w->columns + column) * GF_PANEL_OUTPUTS +
           gf_panel_place(w->number, row);
}

static inline float gf_widened(enum gf_number number, uint16_t bits)
{
    int32_t upper = (int32_t)((uint32_t)bits << 16);
    int32_t moved = number == GF_FLOAT16 ? upper >> 3 & GF_FLOAT16_MASK : upper;
    float x;
    memcpy(&x, &moved, sizeof x);
    return number == GF_FLOAT16 ? x * GF_FLOAT16_FACTOR : x;
}

static inline float gf_prepacked_at(const struct gf_prepacked *w, size_t row,
                                    size_t column)
{
    size_t at = gf_prepacked_place(w, row, column);
    return w->number == GF_FLOAT32
               ? ((const float *)w->data)[at]
               : gf_widened(w->number, ((const uint16_t *)w->data)[at]);
}

#endif
