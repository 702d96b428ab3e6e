/* The list of schemes. It has a file to itself so that a test can link another list. */
#include "core/scheme.h"
#include "mldsa/mldsa.h"

const neosig_scheme *const neosig_schemes[] = {
    &neosig_mldsa_scheme,
    NULL,
};
