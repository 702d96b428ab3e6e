/* What the files of the roof share. Nothing below src/api includes this. */
#ifndef NEOSIG_API_API_H
#define NEOSIG_API_API_H

#include "core/region.h"
#include "core/source.h"
#include "core/wipe.h"
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

/* The caller's options, of any version of the header, as this library has them; all zero but for their size if given is
 * NULL, or after an error. The size becomes that of what may be read of them. ARGUMENT if no version has their size;
 * UNSUPPORTED if members that this version does not know are not zero. */
neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given);

/* What options bring: given is the caller's structure or NULL, opts what was taken of it. */
#define NEOSIG_OPTIONS_REGIONS(given, opts)                                                                            \
    {NEOSIG_READ, (given), (opts).size}, {NEOSIG_READ, (opts).context, (opts).context_bytes},                          \
    {                                                                                                                  \
        NEOSIG_WORK, (opts).workspace, (opts).workspace_bytes                                                          \
    }

/* For a program that verifies what it signs and has read the message but once: whether sig, from neosig_sign_final, is
 * a signature of the message under a key prepared for verifying. begun and hashed are copies of the signing stream,
 * made right after its init and right before its final; both are to be wiped. What the keys bring into the hash before
 * the message is compared: a signature by another pair is none, SIGNATURE. Not for NEOSIG_EXTERNAL_MU. */
neosig_error neosig_verify_signed(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                  const neosig_stream *begun, const neosig_stream *hashed);

#endif
