/* Schemes that sign nothing of value, linked in place of the real ones. They do on request what real schemes do rarely:
 * fail at each step, leave patterns behind. "fake" has every feature. Signatures of "variable" and "formless" vary in
 * length; "variable" has a signed message of its own, and "formless" none. */
#ifndef NEOSIG_TEST_FAKE_H
#define NEOSIG_TEST_FAKE_H

#include "api/api.h"

#define FAKE_WORKSPACE 1000 /* bytes, in every operation */
#define FAKE_PREPARED 100
#define FAKE_SALT 16     /* at the head of a signature */
#define FAKE_SHORTEST 32 /* signature where they vary */

/* Returned by the step named, after it has written its outputs in full. */
extern neosig_error fake_keypair_error, fake_remake_error, fake_prepare_error, fake_begin_error, fake_sign_error,
    fake_verify_error;
extern size_t fake_steps; /* calls of the scheme's functions that do work */

/* What "fake" changes in the first byte of a secret key that it makes again; "variable" and "formless" have the seed.
 */
extern uint8_t fake_remade;

/* Of the signatures that "variable" and "formless" make: FAKE_SHORTEST to 64. */
extern size_t fake_signature_bytes;

#endif
