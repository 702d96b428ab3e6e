/* Known answers as NIST's PQCgenKAT_sign programs make them: seeds and messages from one generator, key pair and signed
 * message of each vector from a generator seeded for it. */
#ifndef NEOSIG_COMMON_KNOWN_ANSWER_H
#define NEOSIG_COMMON_KNOWN_ANSWER_H

#include "common/nist_drbg.h"
#include "neosig/neosig.h"

#define KNOWN_ANSWER_MESSAGE_BYTES(count) ((size_t)33 * ((count) + 1))

typedef struct known_answer_digests {
    uint8_t pk[32], sk[32], sm[32]; /* SHA-256 */
} known_answer_digests;

/* The generator of seeds and messages, at vector 0. */
void known_answer_begin(nist_drbg *vectors);

/* The seed and the message, KNOWN_ANSWER_MESSAGE_BYTES(count) bytes, of the vectors 0, 1, ... in turn. */
void known_answer_next(nist_drbg *vectors, size_t count, uint8_t seed[48], uint8_t *msg);

/* Makes a vector again in the backend selected, opens its signed message, and sees that it is refused when a bit of the
 * message changes. flags: 0 or NEOSIG_DETERMINISTIC. NULL if all is as expected, else what is not. */
const char *known_answer_check(const neosig_alg *alg, unsigned flags, const uint8_t seed[48], const uint8_t *msg,
                               size_t msg_bytes, const known_answer_digests *expected);

/* Whether the SHA-256 digest of data is the expected one. */
int known_answer_digest_is(const uint8_t *data, size_t bytes, const uint8_t expected[32]);

#endif
