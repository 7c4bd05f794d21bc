/* Tensors of other programs, taken a few rows at a time.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "kernels/prepacked.h"
#include "storage/foreign.h"
#include "storage/safetensors.h"

enum { ROWS = 37, COLUMNS = 11, FIRST = 3 };

/* The same rows into a prepacked matrix, a few at a time. */
static void check_prepacked(const struct gf_foreign_part *part, const uint16_t *stored,
                            const float *want, enum gf_number number)
{
    struct gf_prepacked w = {number, FIRST + ROWS, COLUMNS, NULL};
    w.data = calloc(1, gf_prepacked_bytes(&w));
    const size_t n = gf_foreign_stored_rows(part), row = gf_foreign_row_bytes(part);
    for (size_t at = 0, some; at < n; at += some) {
        some = at + 4 < n ? 4 : n - at;
        CHECK_OK(gf_foreign_put_prepacked(part, (struct gf_stored_rows){at, some},
                                          (const char *)stored + at * row, &w, &why));
    }
    for (size_t r = 0; r < FIRST + ROWS; r++)
        for (size_t c = 0; c < COLUMNS; c++)
            CHECK(gf_prepacked_at(&w, r, c) == want[r * COLUMNS + c]);
    uint16_t infinite[ROWS * COLUMNS] = {0};
    infinite[row / sizeof *infinite - 1] = 0xfc00;
    CHECK_SAYS(gf_foreign_put_prepacked(part, (struct gf_stored_rows){0, 1}, infinite,
                                        &w, &why),
               GF_BAD_CHECKPOINT, "\"w\"");
    CHECK(gf_prepacked_at(&w, FIRST, 0) == want[FIRST * COLUMNS]);
    free(w.data);
}

TEST("rows of a tensor put one after another are the tensor put as a whole")
{
    uint16_t stored[ROWS * COLUMNS];
    for (size_t i = 0; i < ROWS * COLUMNS; i++) stored[i] = (uint16_t)(0x3000 + 7 * i);
    for (int transposed = 0; transposed < 2; transposed++) {
        const struct gf_foreign_part part = {.param = "w",
                                             .first_row = FIRST,
                                             .rows = ROWS,
                                             .columns = COLUMNS,
                                             .dtype = GF_DTYPE_F16,
                                             .transposed = transposed};
        float whole[(FIRST + ROWS) * COLUMNS] = {0},
                                     pieces[(FIRST + ROWS) * COLUMNS] = {0};
        size_t n = gf_foreign_stored_rows(&part), row = gf_foreign_row_bytes(&part);
        CHECK(n * row == sizeof stored);
        CHECK_OK(gf_foreign_put(&part, (struct gf_stored_rows){0, n}, stored,
                                (char *)whole, &why));
        for (size_t at = 0, some; at < n; at += some) {
            some = at + 4 < n ? 4 : n - at;
            CHECK_OK(gf_foreign_put(&part, (struct gf_stored_rows){at, some},
                                    (const char *)stored + at * row, (char *)pieces,
                                    &why));
        }
        CHECK_BYTES(pieces, whole, sizeof whole);
        check_prepacked(&part, stored, whole, GF_FLOAT16);
        check_prepacked(&part, stored, whole, GF_FLOAT32);
        CHECK(whole[FIRST * COLUMNS] == 0.125f && whole[0] == 0);
        size_t second =
            transposed ? ROWS : 1; /* of the first row: element 1 of COLUMNS */
        struct gf_stored_tensor one = {.dtype = GF_DTYPE_F16, .data = &stored[second]};
        float value;
        CHECK_OK(gf_stored_floats(&one, &value, 1, &why));
        CHECK(whole[FIRST * COLUMNS + 1] == value);
    }
    const uint16_t infinite = 0x7c00;
    const struct gf_foreign_part vector = {
        .param = "b", .rows = 1, .dtype = GF_DTYPE_F16};
    float value = 5;
    struct gf_error err = {0};
    CHECK(gf_foreign_put(&vector, (struct gf_stored_rows){0, 1}, &infinite,
                         (char *)&value, &err) == GF_BAD_CHECKPOINT);
    CHECK(value == 5 && strstr(err.message, "\"b\""));
}
