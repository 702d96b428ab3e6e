/* A scheme that signs nothing of value, linked in place of the real ones. It has every feature and does on request what
 * real schemes do rarely: fail at each step, leave patterns behind, take signatures of any length. */
#ifndef NEOSIG_TEST_FAKE_H
#define NEOSIG_TEST_FAKE_H

#include "core/scheme.h"

#define FAKE_WORKSPACE 1000 /* bytes, in every operation */
#define FAKE_PREPARED 100

/* Returned by the step named, after it has written its outputs in full. */
extern neosig_error fake_keypair_error, fake_prepare_error, fake_begin_error, fake_sign_error, fake_verify_error;
extern size_t fake_steps; /* calls of the scheme's functions that do work */

#endif
