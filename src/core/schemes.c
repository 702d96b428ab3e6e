/* The list of schemes. It has a file to itself so that a test can link another list. */
#include "core/scheme.h"

const neosig_scheme *const neosig_schemes[] = {
    &neosig_snova_scheme,  &neosig_rainbow_scheme, &neosig_mldsa_scheme,
    &neosig_haetae_scheme, &neosig_falcon_scheme,  NULL,
};
