/* The tests of the kernels: one function test_NAME per kernel of kernels.def, all called by
 * test_kernels.c at every vector width; it does not link when one is missing.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_KERNEL_TESTS_H
#define GF_TESTS_KERNEL_TESTS_H

#include "harness.h"
#include "kernels/kernels.h"
#include "reference_ops.h"

#define GF_KERNEL(type, name, args) void test_##name(void);
#include "kernels/kernels.def"
#undef GF_KERNEL

/* Begins a test whose name ends in the width under test. */
void kernel_test(const char *sentence, ...) __attribute__((format(printf, 1, 2)));

/* These bytes must be the same at every width, with every compiler and in every engine (-0 is
 * not 0, and no NaN may be among them): test_kernels.c compares their hash between widths and with a constant. */
void same_bytes(const float *x, size_t n);

/* Whether a slow reference is needed: at the first width. What same_bytes() sees of the
 * others must be what agreed with it there. */
bool is_first_width(void);

/* Called before the tests of a width, of a kernel; and the hash of a width's notes. */
void begin_width(void);
void begin_kernel(void);
uint64_t all_bytes(void);

/* Zeroed, aligned to a cache line, with a guard behind that release_all() checks. */
float *floats(size_t n);
double *doubles(size_t n);
/* n values, uniform in [-1, 1) + 0.1 (not symmetric, so that a lost sign or a transposed
 * operand cannot cancel); another `stream`, other values. */
float *random_floats(size_t n, uint32_t stream);
float *copied(const float *x, size_t n);
double *widened(const float *x, size_t n);
/* Frees all of the above; called after each kernel's tests. */
void release_all(void);

/* A random integer in lo <= x <= hi; consecutive calls give a reproducible sequence that
 * starts anew for every kernel. */
size_t pick(size_t lo, size_t hi);

#endif
