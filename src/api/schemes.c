/* The list of schemes. It has a file to itself so that a test can link another list. */
#include "api/api.h"
#include "core/build.h"

#define DECLARED(NAME, name, bit) extern const neosig_scheme neosig_##name##_scheme;
#define IF_LISTED(NAME, name, bit) (NEOSIG_VERIFIERS & NEOSIG_##NAME) != 0 ? &neosig_##name##_scheme : NULL,

NEOSIG_LIST_SCHEMES(DECLARED)

const neosig_scheme *const neosig_schemes[] = {NEOSIG_LIST_SCHEMES(IF_LISTED)};
const size_t neosig_schemes_count = sizeof neosig_schemes / sizeof neosig_schemes[0];
