/* neosig selftest of sets without known answers, which snova/other_rows.c has: they are named and not tested, which is
 * no failure; where no set is tested, that is one. */
#include "apps/app.h"
#include "test.h"

static int selftest(const char *first, const char *second)
{
    char quiet[] = "-q", a[32], b[32];
    char *argv[] = {quiet, a, b, NULL};
    snprintf(a, sizeof a, "%s", first);
    snprintf(b, sizeof b, "%s", second);
    return command_selftest.run(&command_selftest, *b != '\0' ? 3 : 2, argv);
}

int main(void)
{
    CHECK(selftest("ml-dsa-44", "") == EXIT_GOOD);
    CHECK(selftest("ml-dsa-44", "snova-8-1-16-2-esk") == EXIT_GOOD);
    CHECK(selftest("snova-8-1-16-2-esk", "") == EXIT_INVALID);
    CHECK(selftest("snova-8-1-16-2-esk", "snova-8-1-16-2-ssk") == EXIT_INVALID);
    return test_end();
}
