/* What the files of the roof share. Nothing below src/api includes this. */
#ifndef NEOSIG_API_API_H
#define NEOSIG_API_API_H

#include "api/internal.h"
#include "core/region.h"
#include "scheme/scheme.h"

extern const neosig_scheme neosig_snova_scheme;
extern const neosig_scheme neosig_rainbow_scheme;
extern const neosig_scheme neosig_mldsa_scheme;
extern const neosig_scheme neosig_haetae_scheme;
extern const neosig_scheme neosig_falcon_scheme;
extern const neosig_scheme neosig_hawk_scheme;

/* The schemes of this build, in the order of the registry, ended by NULL. */
extern const neosig_scheme *const neosig_schemes[];

/* The scheme of a registered row; NULL for any other pointer, NULL included. */
const neosig_scheme *neosig_scheme_of(const neosig_alg *alg);

/* What options bring: given is the caller's structure or NULL, opts what was taken of it. */
#define NEOSIG_OPTIONS_REGIONS(given, opts)                                                                            \
    {NEOSIG_READ, (given), (opts).size}, {NEOSIG_READ, (opts).context, (opts).context_bytes},                          \
    {                                                                                                                  \
        NEOSIG_WORK, (opts).workspace, (opts).workspace_bytes                                                          \
    }

#endif
