/* Keys from passphrases: PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2) and scrypt (RFC 7914). */
#ifndef NEOSIG_KEY_KDF_H
#define NEOSIG_KEY_KDF_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* iterations >= 1. */
void neosig_pbkdf2(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes, const uint8_t *salt,
                   size_t salt_bytes, uint64_t iterations);

/* N, a power of 2 from 2 on, r and p are RFC 7914's; it takes 128 r (N + p + 2) bytes of memory, which is to be a
 * size_t. Errors: MEMORY. */
neosig_error neosig_scrypt(uint8_t *out, size_t bytes, const uint8_t *passphrase, size_t passphrase_bytes,
                           const uint8_t *salt, size_t salt_bytes, uint64_t N, uint32_t r, uint32_t p);

#endif
