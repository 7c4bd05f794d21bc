/* SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

#include "base/hash.h"

void kernel_test(const char *sentence, ...)
{
    char name[160];
    va_list args;
    va_start(args, sentence);
    vsnprintf(name, sizeof name, sentence, args);
    va_end(args);
    test("%s (%d lanes)", name, gf_k->lanes);
}

#define MOST_BLOCKS 512
#define GUARD 16
#define GUARD_VALUE -12345.0f

static struct {
    void *start;
    float *floats;
    size_t n;
} blocks[MOST_BLOCKS];
static size_t n_blocks;

float *floats(size_t n)
{
    if (n_blocks == MOST_BLOCKS) abort();
    char *start = calloc(1, (n + GUARD) * sizeof(float) + GF_ALIGN);
    if (!start) abort();
    float *x = (float *)(start + (GF_ALIGN - (uintptr_t)start % GF_ALIGN));
    for (size_t i = 0; i < GUARD; i++) x[n + i] = GUARD_VALUE;
    blocks[n_blocks].start = start;
    blocks[n_blocks].floats = x;
    blocks[n_blocks++].n = n;
    return x;
}

double *doubles(size_t n)
{
    return (double *)(void *)floats(2 * n);
}

float *random_floats(size_t n, uint32_t stream)
{
    float *x = floats(n);
    struct gf_rng key = gf_rng_key(test_seed(), 77, stream);
    for (size_t i = 0; i < n; i++)
        x[i] = 2 * gf_rng_uniform(key, (uint32_t)i) - 1 + 0.1f;
    return x;
}

float *copied(const float *x, size_t n)
{
    return memcpy(floats(n), x, n * sizeof *x);
}

double *widened(const float *x, size_t n)
{
    double *y = doubles(n);
    for (size_t i = 0; i < n; i++) y[i] = (double)x[i];
    return y;
}

void release_all(void)
{
    for (size_t b = 0; b < n_blocks; b++) {
        for (size_t i = 0; i < GUARD; i++)
            CHECK_THAT(blocks[b].floats[blocks[b].n + i] == GUARD_VALUE,
                       "something wrote behind block %zu of %zu floats", b,
                       blocks[b].n);
        free(blocks[b].start);
    }
    n_blocks = 0;
}

static uint32_t n_picked;

size_t pick(size_t lo, size_t hi)
{
    struct gf_rng key = gf_rng_key(test_seed(), 78, 0);
    return lo + gf_rng_below(key, n_picked++, (uint32_t)(hi - lo + 1));
}

#define MOST_NOTES 4096

static uint64_t notes[MOST_NOTES];
static size_t n_notes, n_first_pass;

void same_bytes(const float *x, size_t n)
{
    if (n_notes == MOST_NOTES) abort();
    const uint64_t h = gf_hash(GF_HASH, x, n * sizeof *x);
    if (n_notes < n_first_pass)
        CHECK_THAT(notes[n_notes] == h, "result %zu differs from the first width's",
                   n_notes);
    else
        notes[n_notes] = h;
    n_notes++;
}

bool is_first_width(void)
{
    return n_first_pass == 0;
}

void begin_width(void)
{
    if (n_notes > n_first_pass) n_first_pass = n_notes;
    n_notes = 0;
}

void begin_kernel(void)
{
    n_picked = 0;
}

uint64_t all_bytes(void)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n_notes; i++) h = gf_rng_mix64(h ^ notes[i]);
    return h;
}
