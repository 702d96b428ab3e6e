/* What the files of the roof share. Nothing below src/api includes this. */
#ifndef NEOSIG_API_API_H
#define NEOSIG_API_API_H

#include "api/call.h"
#include "api/internal.h"
#include "scheme/scheme.h"

/* The schemes, in the order of the registry; NULL for one that is not in this build. */
extern const neosig_scheme *const neosig_schemes[];
extern const size_t neosig_schemes_count;

/* The scheme of a registered row; NULL for any other pointer, NULL included. */
const neosig_scheme *neosig_scheme_of(const neosig_alg *alg);

#endif
