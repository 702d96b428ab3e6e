#include "api/api.h"

int neosig_alg_is_known(const neosig_alg *alg)
{
    return neosig_scheme_of(alg) != NULL;
}

int neosig_signature_varies(const neosig_alg *alg)
{
    return (neosig_scheme_of(alg)->traits & NEOSIG_VARIABLE_SIGNATURE) != 0;
}

int neosig_verifies_side_by_side(const neosig_alg *alg)
{
    return neosig_scheme_of(alg)->verify_many != NULL;
}
