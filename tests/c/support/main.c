/* The test program: `test-program [SOURCE…]` runs the tests of sources of tests/c, or all.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

static struct test_case *first, **last = &first;

void test_register(struct test_case *test)
{
    *last = test;
    last = &test->next;
}

static bool is_asked(const struct test_case *each, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(each->file, argv[i]) == 0) return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    for (const struct test_case *each = first; each; each = each->next) {
        if (!is_asked(each, argc, argv)) continue;
        if (each->title) test("%s", each->title);
        each->run();
    }
    test_close();
    printf("%d passed, %d failed\n", test_state.passed, test_state.failed);
    return test_state.failed > 0;
}
