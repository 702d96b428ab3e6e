#include "reference.h"

#include <string.h>

extern const neosig_reference neosig_reference_snova;
extern const neosig_reference neosig_reference_ml_dsa;
extern const neosig_reference neosig_reference_dilithium;
#ifdef NEOSIG_REFERENCE_RAINBOW
extern const neosig_reference neosig_reference_rainbow;
#endif

const neosig_reference *neosig_reference_of(const neosig_alg *alg)
{
    static const neosig_reference *const all[] = {
        &neosig_reference_snova,
        &neosig_reference_ml_dsa,
        &neosig_reference_dilithium,
#ifdef NEOSIG_REFERENCE_RAINBOW
        &neosig_reference_rainbow,
#endif
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->scheme, alg->scheme) == 0)
            return all[i];
    return NULL;
}
