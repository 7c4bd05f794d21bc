/* What the fuzz targets share.
 * SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static inline void require(bool ok)
{
    if (!ok) __builtin_trap();
}
