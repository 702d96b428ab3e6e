/* Every bit of a signature counts. */
#include "flips.h"

#ifdef NEOSIG_SLOW_CPU
enum { STEP = 97, PROBES = 10, HIGHEST_LEVEL = 1 };
#else
enum { STEP = 3, PROBES = 200, HIGHEST_LEVEL = 5 };
#endif

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strcmp(alg->scheme, "mayo") == 0 && alg->level <= HIGHEST_LEVEL)
            flips_of(alg, alg->level == 1 ? STEP : 8 * STEP, PROBES, 0); /* every term has some vector's product */
    }
    return test_end();
}
