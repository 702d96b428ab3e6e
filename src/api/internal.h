/* What key/, apps/, bindings/ and common/ use of the library beside its public headers. They include no other file of
 * src/, but core/contract.h. */
#ifndef NEOSIG_API_INTERNAL_H
#define NEOSIG_API_INTERNAL_H

#include "core/attempt.h"
#include "core/build.h"
#include "core/contract.h"
#include "core/oid.h"
#include "core/secret.h"
#include "core/source.h"
#include "core/wipe.h"
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/bytes.h"
#include "sym/sha2.h"

/* Whether this is a set of the library; any other pointer is none, NULL included. */
int neosig_alg_is_known(const neosig_alg *alg);

/* Whether signatures of a set of the library may be shorter than alg->signature_bytes. */
int neosig_signature_varies(const neosig_alg *alg);

/* Whether neosig_verify_many verifies signatures of a set of the library side by side. */
int neosig_verifies_side_by_side(const neosig_alg *alg);

/* The caller's options, of any version of the header, as this library has them; all zero but for their size if given is
 * NULL, or after an error. The size becomes that of what may be read of them. ARGUMENT if no version has their size;
 * UNSUPPORTED if members that this version does not know are not zero. */
neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given) NEOSIG_CONTRACT(
    requires(is_fresh(opts, sizeof *opts)), requires(given == NULL || __CPROVER_r_ok(given, sizeof given->size)),
    requires(given == NULL || given->size < sizeof *given || given->size > 1024 || __CPROVER_r_ok(given, given->size)),
    assigns(*opts), ensures(implies(returned == NEOSIG_OK && given != NULL, opts->size == given->size)));

/* For a program that verifies what it signs and reads the message only once. Tells whether sig, from neosig_sign_final,
 * is a signature of the message under a key that is prepared for verifying. begun and hashed are copies of the signing
 * stream: right after its init, and right before its final. The caller wipes both. What the two keys bring into the
 * hash before the message is compared: SIGNATURE if the keys are of different key pairs. Not for NEOSIG_EXTERNAL_MU. */
neosig_error neosig_verify_signed(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                  const neosig_stream *begun, const neosig_stream *hashed);

#endif
