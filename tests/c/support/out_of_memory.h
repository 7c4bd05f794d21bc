/* Repeats work with every allocation failing in turn. After harness.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_OUT_OF_MEMORY_H
#define GF_TESTS_OUT_OF_MEMORY_H

#include "base/arena.h"
#include "base/status.h"

/* Work that may run out of memory; it checks itself that a failure changes nothing. */
typedef enum gf_status memory_test(struct gf_arena *arena, struct gf_error *err);

/* Repeats the work with allocation 1, 2, … failing, until it succeeds. Each failure must be
 * GF_OUT_OF_MEMORY with a message; there must be at least `least` of them. */
static inline void check_out_of_memory(memory_test *work, size_t least)
{
    size_t n = 1;
    for (;; n++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        gf_arena_fail_after(n);
        enum gf_status status = work(&arena, &err);
        gf_arena_fail_after(0);
        gf_arena_free(&arena);
        if (status == GF_OK) break;
        CHECK_THAT(status == GF_OUT_OF_MEMORY && err.message[0], "%zu: %s", n,
                   err.message);
    }
    CHECK_THAT(n > least, "only %zu allocations were reached", n);
}

#endif
