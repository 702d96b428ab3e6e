/* What is in this build. That is everything, unless the compiler is told otherwise, in the same way for all files.
 *
 *     -DNEOSIG_SCHEMES=NEOSIG_MLDSA+NEOSIG_FALCON    these schemes
 *     -DNEOSIG_VERIFY_ONLY                           no keys are made, nothing is signed: NEOSIG_ERR_UNSUPPORTED
 *
 * The tables of the library hold NULL for what is not in, so that nothing refers to its files. A build may leave them
 * out, as src/sources.cmake does; or its linker does, of an archive or with --gc-sections. */
#ifndef NEOSIG_CORE_BUILD_H
#define NEOSIG_CORE_BUILD_H

#include "core/list.h"

#define NEOSIG_SCHEME_BIT(NAME, name, bit) NEOSIG_##NAME = (bit),
enum { NEOSIG_LIST_SCHEMES(NEOSIG_SCHEME_BIT) NEOSIG_NO_SCHEME = 0 };

#ifndef NEOSIG_SCHEMES
#define NEOSIG_SCHEMES ~0
#endif

/* The schemes that verify, and those that make keys and sign. */
#define NEOSIG_VERIFIERS (NEOSIG_SCHEMES)
#ifdef NEOSIG_VERIFY_ONLY
#define NEOSIG_SIGNERS 0
#else
#define NEOSIG_SIGNERS (NEOSIG_SCHEMES)
#endif

/* NEOSIG_USES_<FAMILY>: whether the build needs a family's kernels. */
#define NEOSIG_FAMILY_USE(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                       \
    NEOSIG_USES_##NAME = ((NEOSIG_VERIFIERS & (verifiers)) | (NEOSIG_SIGNERS & (signers))) != 0,
enum { NEOSIG_LIST_FAMILIES(NEOSIG_FAMILY_USE) NEOSIG_USES_NOTHING = 0 };

/* What a table has where something is not in the build: NULL. What stands there is checked all the same, but no
 * reference to it is left. */
#define NEOSIG_IF_USED(name, object) (NEOSIG_USES_##name ? &(object) : NULL)
#define NEOSIG_IF_SIGNING(function) (NEOSIG_SIGNERS ? &(function) : NULL)

#endif
