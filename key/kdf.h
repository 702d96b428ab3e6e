/* Keys from passphrases: PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2) and scrypt (RFC 7914). */
#ifndef NEOSIG_KEY_KDF_H
#define NEOSIG_KEY_KDF_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* Nobody waits for a day's work. So a key file may ask for 1 GiB of memory and 1 MiB more, and for some ten seconds of
 * a common processor. These tell whether numbers of any size are within that. */
enum { NEOSIG_KDF_SALT_MOST = 1024 };
int neosig_pbkdf2_is_bounded(uint64_t iterations);
int neosig_scrypt_is_bounded(uint64_t N, uint64_t r, uint64_t p);

/* iterations >= 1. */
void neosig_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                   size_t salt_bytes, uint64_t iterations);

/* N, r and p are RFC 7914's; it takes 128 r (N + p + 2) bytes of memory. Errors: UNSUPPORTED (N is not a power of 2
 * from 2 on, r or p is 0, or they are not within bounds), MEMORY. */
neosig_error neosig_scrypt(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes,
                           const uint8_t *salt, size_t salt_bytes, uint64_t N, uint64_t r, uint64_t p);

#endif
