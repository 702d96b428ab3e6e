#include "reference.h"

#include <string.h>

extern const neosig_reference neosig_reference_snova;
extern const neosig_reference neosig_reference_ml_dsa;
extern const neosig_reference neosig_reference_dilithium;
extern const neosig_reference neosig_reference_rainbow;
extern const neosig_reference neosig_reference_haetae;
extern const neosig_reference neosig_reference_falcon;
extern const neosig_reference neosig_reference_fn_dsa;
extern const neosig_reference neosig_reference_hawk;
extern const neosig_reference neosig_reference_uov;
extern const neosig_reference neosig_reference_mayo;
extern const neosig_reference neosig_reference_slh_dsa;

const neosig_reference *neosig_reference_of(const neosig_alg *alg)
{
    static const neosig_reference *const all[] = {
        &neosig_reference_snova,  &neosig_reference_ml_dsa, &neosig_reference_dilithium, &neosig_reference_rainbow,
        &neosig_reference_haetae, &neosig_reference_falcon, &neosig_reference_fn_dsa,    &neosig_reference_hawk,
        &neosig_reference_uov,    &neosig_reference_mayo,   &neosig_reference_slh_dsa,
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->scheme, alg->scheme) == 0)
            return all[i];
    return NULL;
}
