/* Keys from passphrases: PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2) and scrypt (RFC 7914). */
#ifndef NEOSIG_KEY_KDF_H
#define NEOSIG_KEY_KDF_H

#include "core/contract.h"
#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* Nobody waits for a day's work. So a key file may ask for 1 GiB of memory and 1 MiB more, and for some ten seconds of
 * a common processor. These tell whether numbers of any size are within that. */
enum { NEOSIG_KDF_SALT_MOST = 1024 };
int neosig_pbkdf2_is_bounded(uint64_t iterations)
    NEOSIG_CONTRACT(assigns(), ensures(returned == (iterations <= 10000000)));
int neosig_scrypt_is_bounded(uint64_t N, uint64_t r, uint64_t p)
    NEOSIG_CONTRACT(assigns(), ensures(returned == 0 || returned == 1),
                    ensures(implies(returned, r == 0 || (N <= 1 << 23 && r <= 1 << 12 && p <= 1 << 13))),
                    ensures(implies(returned, 128 * r * (N + p + 2) <= (1 << 30) + (1 << 20))),
                    ensures(implies(returned, (1 << 24) >= N * r * p)));

void neosig_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                   size_t salt_bytes, uint64_t iterations)
    NEOSIG_CONTRACT(requires(iterations >= 1 && fits(bytes) && fits(passphrase_bytes) && fits(salt_bytes)),
                    requires(is_fresh(out, bytes) && is_fresh(passphrase, passphrase_bytes)),
                    requires(is_fresh(salt, salt_bytes)), assigns(whole(out)));

/* N, r and p are RFC 7914's; it takes 128 r (N + p + 2) bytes of memory. Errors: UNSUPPORTED (also where they are not
 * within bounds), MEMORY. */
neosig_error neosig_scrypt(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes,
                           const uint8_t *salt, size_t salt_bytes, uint64_t N, uint64_t r, uint64_t p)
    NEOSIG_CONTRACT(
        requires(fits(bytes) && is_fresh(out, bytes) && fits(passphrase_bytes)),
        requires(is_fresh(passphrase, passphrase_bytes) && fits(salt_bytes) && is_fresh(salt, salt_bytes)),
        assigns(upto(out, bytes)),
        ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_UNSUPPORTED || returned == NEOSIG_ERR_MEMORY),
        ensures(implies(N < 2 || (N & (N - 1)) != 0 || r == 0 || p == 0, returned == NEOSIG_ERR_UNSUPPORTED)));

#endif
