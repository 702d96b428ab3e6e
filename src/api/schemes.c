/* The list of schemes. It has a file to itself so that a test can link another list. */
#include "api/api.h"
#include "core/build.h"

const neosig_scheme *const neosig_schemes[] = {
#if NEOSIG_USES_SNOVA
    &neosig_snova_scheme,
#endif
#if NEOSIG_USES_RAINBOW
    &neosig_rainbow_scheme,
#endif
#if NEOSIG_USES_MLDSA
    &neosig_mldsa_scheme,
#endif
#if NEOSIG_USES_HAETAE
    &neosig_haetae_scheme,
#endif
#if NEOSIG_USES_FALCON
    &neosig_falcon_scheme,
#endif
#if NEOSIG_USES_HAWK
    &neosig_hawk_scheme,
#endif
    NULL,
};
