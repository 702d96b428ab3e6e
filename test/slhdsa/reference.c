/* The library against the reference, which is FIPS 205 taken algorithm by algorithm, in every backend. messages.c has
 * messages of all lengths.
 *
 *     reference [all]    the fast sets, or all sets */
#include "compare.h"

int main(int argc, char **argv)
{
    static const char *const few[] = {
        "slh-dsa-sha2-128f", "slh-dsa-shake-128f",
#ifndef NEOSIG_SLOW_CPU
        "slh-dsa-sha2-192f", "slh-dsa-shake-192f", "slh-dsa-sha2-256f", "slh-dsa-shake-256f",
#endif
    };
    const int all = argc == 2 && strcmp(argv[1], "all") == 0;
    for (size_t i = 0; !all && i < sizeof few / sizeof few[0]; i++)
        compare_set(neosig_alg_find(few[i]), 1, (unsigned)(5 * i + 1));
    for (size_t i = 0; all && i < neosig_alg_count(); i++)
        if (strcmp(neosig_alg_at(i)->scheme, "slh-dsa") == 0)
            compare_set(neosig_alg_at(i), COMPARE_MOST, (unsigned)(3 * i + 2));
    return test_end();
}
