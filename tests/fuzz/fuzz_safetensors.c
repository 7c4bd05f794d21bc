/* Any bytes as a safetensors file: an error, or a file whose tensors lie inside it and which
 * holds the same data when written again.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "storage/safetensors.h"

#include <stdlib.h>
#include <string.h>

static void check_tensor(const struct gf_stored_tensor *t)
{
    size_t count = gf_stored_count(t);
    require(count * gf_dtype_size(t->dtype) == t->n_bytes);
    float *numbers = malloc(count * sizeof *numbers + 1);
    gf_stored_floats(t, numbers, count, NULL);
    free(numbers);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    struct gf_safetensors file = {0}, back = {0};
    /* Most inputs are headers without a length, which is prepended. */
    struct gf_buffer whole = {.arena = &arena};
    if (n > 0 && bytes[0] == '{') {
        const uint8_t *end = memchr(bytes, 0, n);
        size_t length = end ? (size_t)(end - bytes) : n;
        const unsigned char prefix[8] = {(unsigned char)length,
                                         (unsigned char)(length >> 8),
                                         (unsigned char)(length >> 16)};
        gf_buffer_put(&whole, prefix, sizeof prefix);
    }
    gf_buffer_put(&whole, bytes, n);
    if (gf_safetensors_read(&file, &arena, whole.data, whole.n, &err) == GF_OK) {
        struct gf_buffer out = {.arena = &arena};
        for (size_t i = 0; i < file.n_tensors; i++) {
            check_tensor(&file.tensors[i]);
        }
        require(gf_safetensors_write(&out, file.tensors, file.n_tensors, NULL, 0,
                                     NULL) == GF_OK);
        require(gf_safetensors_read(&back, &arena, out.data, out.n, NULL) == GF_OK);
        require(back.n_tensors == file.n_tensors);
        for (size_t i = 0; i < file.n_tensors; i++) {
            const struct gf_stored_tensor *a = &file.tensors[i], *b = &back.tensors[i];
            require(strcmp(a->name, b->name) == 0 && a->n_bytes == b->n_bytes);
            require(memcmp(a->data, b->data, a->n_bytes) == 0);
        }
    } else {
        require(err.status == GF_BAD_CHECKPOINT && err.message[0]);
    }
    gf_arena_free(&arena);
    return 0;
}
