/* UOV's sets against the reference. */
#include "compare.h"

#ifdef NEOSIG_SLOW_CPU
enum { HIGHEST_LEVEL = 1 };
#else
enum { HIGHEST_LEVEL = 5 };
#endif

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strcmp(alg->scheme, "uov") == 0 && alg->level <= HIGHEST_LEVEL)
            compare_set(alg, alg->level == 1 ? 2 : 1, (unsigned)(8 * i + 40));
    }
    return test_end();
}
