/* Repeats work with every allocation failing in turn. After harness.h.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_OUT_OF_MEMORY_H
#define GF_TESTS_OUT_OF_MEMORY_H

#include "base/arena.h"

/* Repeats a call with allocation 1, 2, … failing, until it succeeds; it has &failing for its
 * arena and &why for its struct gf_error, and checks itself that a failure changes nothing.
 * Each must be GF_OUT_OF_MEMORY with a message; there must be at least `least` of them. */
#define CHECK_OUT_OF_MEMORY(call, least) \
    do { \
        enum gf_status status_ = GF_OUT_OF_MEMORY; \
        size_t n_ = 0; \
        while (status_ != GF_OK) { \
            GF_SCOPED_ARENA(failing); \
            struct gf_error why = {0}; \
            gf_arena_fail_after(++n_); \
            (void)failing; \
            status_ = (call); \
            gf_arena_fail_after(0); \
            CHECK_THAT(status_ == GF_OK || \
                           (status_ == GF_OUT_OF_MEMORY && why.message[0]), \
                       "%zu: %s", n_, why.message); \
        } \
        CHECK_THAT(n_ > (least), "only %zu allocations were reached", n_); \
    } while (0)

#endif
