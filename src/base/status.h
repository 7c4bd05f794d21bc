/* Errors are values: every function that can fail returns a status and, through
 * an optional gf_error, one sentence a person can act on.
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

#define GF_ERROR_SIZE 320

/* The sentence that goes with a status. Pass NULL where it is not wanted. */
struct gf_error {
    enum gf_status status;
    char message[GF_ERROR_SIZE];
};

/* "bad-config" for GF_BAD_CONFIG and so on; "ok" for GF_OK. Static storage. */
const char *gf_status_name(enum gf_status status);

/* Sets *err (when not NULL) and returns `status`, so that a failing line reads
 * `return gf_fail(err, GF_BAD_CONFIG, "n_embd (%i) must divide by …", C);`.
 * A small formatter of our own (no stdio in the engine): %s string, %i int,
 * %z size_t, %g double with up to six significant digits, %% percent. A sentence
 * that does not fit is cut at a UTF-8 boundary. */
enum gf_status gf_fail(struct gf_error *err, enum gf_status status, const char *fmt,
                       ...);

/* The same formatter into a buffer of n_bytes; returns the length written. */
size_t gf_format(char *dst, size_t n_bytes, const char *fmt, ...);

/* A broken promise inside the engine, never a caller's mistake. Traps in debug
 * builds; release builds compile it away. */
#ifdef GF_DEBUG
#define GF_ASSERT(x) ((x) ? (void)0 : __builtin_trap())
#else
#define GF_ASSERT(x) ((void)sizeof(x))
#endif

#endif
