/* The test program has the tests of all sources; main() is in main.c and runs those of the
 * sources that it is given, in the order of definition:
 *
 *     #include "harness.h"
 *     TEST("arena: blocks start on cache lines")
 *     {
 *         CHECK((uintptr_t)p % 64 == 0);
 *         CHECK_NEAR(sum, 1.0, 1e-6);   // 1e-6: 16 roundings of a sum near 1
 *     }
 *
 * TESTS(name) { … } holds several tests, each begun by test("…"). Each test is a sentence
 * and gets one line, "ok" or "FAILED"; failing checks print what they saw (the first few
 * of a test). The last line is "N passed, M failed", the exit status 1 when M > 0. Random
 * tests take test_seed() and so print it when they fail; GF_SEED in the environment
 * chooses another.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_HARNESS_H
#define GF_TESTS_HARNESS_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST_SEED_DEFAULT 20241u
#define TEST_MAX_REPORTS 5

#define TEST_UNUSED __attribute__((unused))

/* Weak, so that the sources of one program share it. */
__attribute__((weak)) struct test_state {
    char name[200];
    bool open, used_seed;
    int failures; /* of the open test */
    int passed, failed;
} test_state;

TEST_UNUSED static void test_close(void)
{
    if (!test_state.open) return;
    test_state.open = false;
    if (test_state.failures > 0)
        test_state.failed++;
    else
        test_state.passed++;
    printf("%s  %s\n", test_state.failures ? "FAILED" : "ok    ", test_state.name);
    fflush(stdout);
}

/* Begins the test of that name (printf format) and ends the one before. */
TEST_UNUSED __attribute__((format(printf, 1, 2))) static void test(const char *name,
                                                                   ...)
{
    test_close();
    va_list args;
    va_start(args, name);
    vsnprintf(test_state.name, sizeof test_state.name, name, args);
    va_end(args);
    test_state.open = true;
    test_state.failures = 0;
    test_state.used_seed = false;
}

/* A text as printf would print it. Valid until the 16th call after. */
TEST_UNUSED __attribute__((format(printf, 1, 2))) static const char *
printed(const char *format, ...)
{
    static char texts[16][640];
    static unsigned n;
    char *text = texts[n++ % 16];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof texts[0], format, args) >= (int)sizeof texts[0]) abort();
    va_end(args);
    return text;
}

/* JSON of a text in which ' stands for ". Valid until the 8th call after. */
TEST_UNUSED static const char *json_of(const char *text)
{
    static char texts[8][2048];
    static unsigned n;
    char *json = texts[n++ % 8];
    if (strlen(text) >= sizeof texts[0]) abort();
    strcpy(json, text);
    for (char *at = json; (at = strchr(at, '\'')); at++) *at = '"';
    return json;
}

/* A test of the program. title NULL: it names its own. */
struct test_case {
    const char *file, *title;
    void (*run)(void);
    struct test_case *next;
};
void test_register(struct test_case *test); /* main.c */

#define TEST(title) TEST_AT(title, __LINE__)
#define TEST_AT(title, line) TEST_DEFINE(title, line)
#define TESTS(name) TEST_FUNCTION(NULL, name)
#define TEST_DEFINE(title, line) TEST_FUNCTION(title, test_of_line_##line)
#define TEST_FUNCTION(title, name) \
    static void name(void); \
    __attribute__((constructor)) static void name##_constructor(void) \
    { \
        static struct test_case test_case = {__FILE__, title, name, NULL}; \
        test_register(&test_case); \
    } \
    static void name(void)

TEST_UNUSED static uint64_t test_seed(void)
{
    const char *text = getenv("GF_SEED");
    test_state.used_seed = true;
    return text && *text ? strtoull(text, NULL, 10) : TEST_SEED_DEFAULT;
}

/* Counts a failed check; true when it should still be described. */
TEST_UNUSED static bool test_fail(const char *file, int line)
{
    if (++test_state.failures > TEST_MAX_REPORTS) return false;
    printf("  %s:%d: in \"%s\"", file, line, test_state.name);
    if (test_state.used_seed) printf(" (seed %llu)", (unsigned long long)test_seed());
    printf("\n    ");
    return true;
}

#define CHECK(condition) test_check(__FILE__, __LINE__, #condition, (condition))

/* The same with a printf message that shows the values. */
#define CHECK_THAT(condition, ...) \
    test_check_that(__FILE__, __LINE__, #condition, (condition), __VA_ARGS__)

/* |got - want| <= tolerance; a NaN fails. */
#define CHECK_NEAR(got, want, tolerance) \
    test_near(__FILE__, __LINE__, #got, (double)(got), (double)(want), \
              (double)(tolerance))

/* A call that must succeed, with &why for its struct gf_error. */
#define CHECK_OK(call) \
    ({ \
        struct gf_error why = {0}; \
        CHECK_THAT((call) == GF_OK, "%s", why.message); \
    })

/* One that must fail with this status, and a sentence that contains these words. */
#define CHECK_SAYS(call, expected, words) \
    ({ \
        struct gf_error why = {0}; \
        enum gf_status status_ = (call); \
        CHECK_THAT(status_ == (expected) && strstr(why.message, words), "%s: %s", \
                   gf_status_name(status_), why.message); \
    })

/* A string that contains another. */
#define CHECK_HAS(got, part) test_has(__FILE__, __LINE__, (got), (part))

/* Two strings, and two stretches of memory. */
#define CHECK_TEXT(got, want) test_text(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_BYTES(got, want, n_bytes) \
    test_bytes(__FILE__, __LINE__, #got, (got), (want), (n_bytes))

/* n floats against n doubles: |got - want| <= tolerance * (largest |want|, at least
 * 1e-30) for every element. */
#define CHECK_CLOSE(got, want, n, tolerance) \
    test_close_to(__FILE__, __LINE__, #got, (got), (want), (n), (tolerance))

TEST_UNUSED static bool test_check(const char *file, int line, const char *what,
                                   bool ok)
{
    if (!ok && test_fail(file, line)) printf("%s\n", what);
    return ok;
}

TEST_UNUSED __attribute__((format(printf, 5, 6))) static bool
test_check_that(const char *file, int line, const char *what, bool ok,
                const char *format, ...)
{
    if (ok || !test_fail(file, line)) return ok;
    va_list args;
    va_start(args, format);
    printf("%s: ", what);
    vprintf(format, args);
    printf("\n");
    va_end(args);
    return false;
}

TEST_UNUSED static bool test_near(const char *file, int line, const char *what,
                                  double got, double want, double tolerance)
{
    if (fabs(got - want) <= tolerance) return true;
    if (test_fail(file, line))
        printf("%s is %.9g, not %.9g: off by %.3g, allowed %.3g\n", what, got, want,
               fabs(got - want), tolerance);
    return false;
}

TEST_UNUSED static bool test_has(const char *file, int line, const char *got,
                                 const char *part)
{
    bool has = got && strstr(got, part);
    if (!has && test_fail(file, line))
        printf("\"%s\" does not contain \"%s\"\n", got ? got : "(null)", part);
    return has;
}

TEST_UNUSED static bool test_text(const char *file, int line, const char *what,
                                  const char *got, const char *want)
{
    if (got && want && strcmp(got, want) == 0) return true;
    if (test_fail(file, line))
        printf("%s is \"%s\", not \"%s\"\n", what, got ? got : "(null)",
               want ? want : "(null)");
    return false;
}

TEST_UNUSED static bool test_bytes(const char *file, int line, const char *what,
                                   const void *got, const void *want, size_t n_bytes)
{
    const unsigned char *g = got, *w = want;
    for (size_t i = 0; i < n_bytes; i++) {
        if (g[i] == w[i]) continue;
        if (test_fail(file, line))
            printf("%s: byte %zu of %zu is %02x, not %02x\n", what, i, n_bytes, g[i],
                   w[i]);
        return false;
    }
    return true;
}

TEST_UNUSED static bool test_close_to(const char *file, int line, const char *what,
                                      const float *got, const double *want, size_t n,
                                      double tolerance)
{
    double largest = 1e-30, worst = -1;
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (fabs(want[i]) > largest) largest = fabs(want[i]);
    for (size_t i = 0; i < n; i++) {
        double off = fabs((double)got[i] - want[i]) / largest;
        if (off > worst || off != off) worst = off, at = i;
        if (off != off) break;
    }
    if (n == 0 || worst <= tolerance) return true;
    if (test_fail(file, line))
        printf("%s[%zu] of %zu is %.9g, not %.9g: off by %.3g of %.3g, allowed %.3g\n",
               what, at, n, (double)got[at], want[at], worst, largest, tolerance);
    return false;
}

#endif
