/* Variables that free themselves at the end of their block.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_SCOPED_H
#define GF_TESTS_SCOPED_H

#include "base/buffer.h"
#include "glassformer.h"

#define SCOPED(close) __attribute__((cleanup(close)))

#define SCOPED_ARENA GF_SCOPED_ARENA

#define SCOPED_BUFFER(name) GF_SCOPED_BUFFER(name, arena)

static inline void scoped_session_free(struct gf_session **session)
{
    gf_session_free(*session);
}

#define SCOPED_SESSION SCOPED(scoped_session_free) struct gf_session *

#endif
