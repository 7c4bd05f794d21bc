/* Any bytes as JSON: an error, or a tree that is written, read and written again the same.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "base/json.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    const struct gf_json *value = gf_json_parse(&arena, (const char *)bytes, n, &err);
    if (value) {
        struct gf_buffer first = {.arena = &arena}, second = {.arena = &arena};
        struct gf_json_writer w = {.out = &first}, again = {.out = &second};
        gf_json_tree(&w, value);
        const struct gf_json *copy = gf_json_parse(&arena, first.data, first.n, &err);
        require(copy);
        gf_json_tree(&again, copy);
        require(first.n == second.n && memcmp(first.data, second.data, first.n) == 0);
    } else {
        require(err.status == GF_BAD_JSON && err.message[0]);
    }
    gf_arena_free(&arena);
    return 0;
}
