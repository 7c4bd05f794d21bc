/* Runs work without memory: every allocation fails in turn. After harness.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_STARVED_H
#define GF_TESTS_STARVED_H

#include "base/arena.h"
#include "base/status.h"

/* What may run out of memory; it checks itself that a failure changed nothing. */
typedef enum gf_status starved_work(struct gf_arena *arena, int kind,
                                    struct gf_error *err);

/* Repeats the work with allocation 1, 2, … failing until it needs no more. Each failure
 * must be GF_OUT_OF_MEMORY with a sentence; more than `least` must have been reached. */
static inline void check_starved(starved_work *work, int kind, size_t least)
{
    size_t n = 1;
    for (;; n++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        gf_arena_fail_after(n);
        enum gf_status status = work(&arena, kind, &err);
        gf_arena_fail_after(0);
        gf_arena_free(&arena);
        if (status == GF_OK) {
            break;
        }
        CHECK_THAT(status == GF_OUT_OF_MEMORY && err.message[0], "%zu: %s", n,
                   err.message);
    }
    CHECK_THAT(n > least, "only %zu allocations were reached", n);
}

#endif
