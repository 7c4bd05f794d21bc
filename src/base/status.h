/* What a function that can fail returns.
 * SPDX-License-Identifier: MIT */
#ifndef GF_BASE_STATUS_H
#define GF_BASE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The order is part of the wasm interface: names in gf_status_name() are the codes
 * that cross the worker boundary. */
enum gf_status {
    GF_OK = 0,
    GF_BAD_CONFIG,     /* a setting out of range, or two that contradict each other */
    GF_BAD_TEXT,       /* not UTF-8, or a character the vocabulary does not know */
    GF_TEXT_TOO_SHORT, /* fewer than block_size + 1 characters in a split */
    GF_BAD_CHECKPOINT, /* truncated, foreign or inconsistent file */
    GF_BAD_JSON,       /* not JSON, or not the JSON that was asked for */
    GF_BAD_ARGUMENT,   /* anything else a caller can get wrong */
    GF_OUT_OF_MEMORY,
    GF_DIVERGED, /* loss or gradient is no longer finite */
    GF_STATUS_COUNT
};

/* "bad-config" for GF_BAD_CONFIG and so on; "ok" for GF_OK. Static storage. */
const char *gf_status_name(enum gf_status status);

/* A broken promise inside the engine, never a caller's mistake. Traps in debug
 * builds; release builds compile it away. */
#ifdef GF_DEBUG
#define GF_ASSERT(x) ((x) ? (void)0 : __builtin_trap())
#else
#define GF_ASSERT(x) ((void)sizeof(x))
#endif

#endif
