/* Keys under a passphrase: EncryptedPrivateKeyInfo (RFC 5958) by PBES2 (RFC 8018, section 6.2), AES-256-CBC. */
#ifndef NEOSIG_KEY_PBES2_H
#define NEOSIG_KEY_PBES2_H

#include "key/der.h"
#include "neosig/key.h"

/* What stands around the key, its padding among it, at most. */
enum { NEOSIG_PBES2_AROUND = 256 };

/* Writes the whole structure. Errors: ARGUMENT, RANDOM, MEMORY. */
neosig_error neosig_pbes2_encrypt(neosig_der_writer *w, const uint8_t *key, size_t bytes,
                                  const neosig_key_format *format);

/* What the content of the outer SEQUENCE protects: *bytes of key, which takes body.bytes. After an error *wrong says
 * what is wrong. Errors: KEY, UNSUPPORTED, PASSPHRASE, MEMORY. */
neosig_error neosig_pbes2_decrypt(uint8_t *key, size_t *bytes, neosig_der_piece body, const uint8_t *passphrase,
                                  size_t passphrase_bytes, const char **wrong);

#endif
