/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"

#include <string.h>

enum { FIRST_CAPACITY = 256 };

bool gf_buffer_reserve(struct gf_buffer *buffer, size_t n_bytes)
{
    if (n_bytes <= buffer->capacity - buffer->n) return true;
    if (!buffer->arena) return false;
    size_t need;
    if (__builtin_add_overflow(buffer->n, n_bytes, &need)) {
        buffer->arena->failed = true;
        return false;
    }
    size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
    if (capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    if (capacity < need) {
        capacity = need;
    }
    char *data = gf_arena_alloc(buffer->arena, capacity);
    if (!data) return false;
    if (buffer->n > 0) {
        memcpy(data, buffer->data, buffer->n);
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

bool gf_buffer_put(struct gf_buffer *buffer, const void *bytes, size_t n_bytes)
{
    if (n_bytes == 0) return true;
    bool fits = gf_buffer_reserve(buffer, n_bytes);
    if (!fits && buffer->arena) return false;
    size_t n = fits ? n_bytes : buffer->capacity - buffer->n;
    memcpy(buffer->data + buffer->n, bytes, n);
    buffer->n += n;
    return fits;
}

bool gf_buffer_failed(const struct gf_buffer *buffer)
{
    return buffer->arena ? buffer->arena->failed : buffer->n == buffer->capacity;
}

bool gf_buffer_puts(struct gf_buffer *buffer, const char *text)
{
    return gf_buffer_put(buffer, text, strlen(text));
}
