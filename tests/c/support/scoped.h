/* Variables that free themselves at the end of their block.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SCOPED_H
#define GF_TESTS_SCOPED_H

#include "base/arena.h"
#include "glassformer.h"

#define SCOPED(close) __attribute__((cleanup(close)))

#define SCOPED_ARENA(name) struct gf_arena name SCOPED(gf_arena_free) = {0}

static inline void scoped_lab_free(struct gf_lab **lab)
{
    gf_lab_free(*lab);
}

#define SCOPED_LAB SCOPED(scoped_lab_free) struct gf_lab *

#endif
