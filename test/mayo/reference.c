/* MAYO's sets against the reference. */
#include "compare.h"

#ifdef NEOSIG_SLOW_CPU
enum { KEYS = 1, HIGHEST_LEVEL = 1 };
#else
enum { KEYS = 3, HIGHEST_LEVEL = 5 };
#endif

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        for (unsigned key = 0; key < (alg->level == 1 ? KEYS : 1); key++)
            if (strcmp(alg->scheme, "mayo") == 0 && alg->level <= HIGHEST_LEVEL)
                compare_set(alg, 2, (unsigned)(8 * i + 40 + 3 * key));
    }
    return test_end();
}
