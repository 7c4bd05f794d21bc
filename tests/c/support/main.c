/* Runs the tests of a program.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

static struct test_case *first, **last = &first;

void test_register(struct test_case *test)
{
    *last = test;
    last = &test->next;
}

int main(void)
{
    for (const struct test_case *each = first; each; each = each->next) {
        if (each->title) test("%s", each->title);
        each->run();
    }
    test_close();
    printf("%d passed, %d failed\n", test_state.passed, test_state.failed);
    return test_state.failed > 0;
}
