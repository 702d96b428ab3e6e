/* SNOVA's sets against the reference. */
#include "compare.h"

#ifdef NEOSIG_SLOW_CPU
enum { MESSAGES = 1, HIGHEST_LEVEL = 1 };
#else
enum { MESSAGES = 2, HIGHEST_LEVEL = 5 };
#endif

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strcmp(alg->scheme, "snova") == 0 && alg->level <= HIGHEST_LEVEL)
            compare_set(alg, MESSAGES, (unsigned)(8 * i + 40));
    }
    return test_end();
}
