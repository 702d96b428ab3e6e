/* Keys under a passphrase: EncryptedPrivateKeyInfo (RFC 5958) by PBES2 (RFC 8018, section 6.2), AES-256-CBC. */
#ifndef NEOSIG_KEY_PBES2_H
#define NEOSIG_KEY_PBES2_H

#include "key/der.h"
#include "neosig/key.h"

/* What stands around the key, its padding among it, at most. */
enum { NEOSIG_PBES2_AROUND = 256 };

/* Writes the whole structure. Errors: ARGUMENT, RANDOM, MEMORY. */
neosig_error neosig_pbes2_encrypt(neosig_der_writer *w, const uint8_t *key, size_t bytes,
                                  const neosig_key_format *format)
    NEOSIG_CONTRACT(
        requires(__CPROVER_w_ok(w, sizeof *w) && fits(bytes) && room_before(w->at, bytes + NEOSIG_PBES2_AROUND)),
        requires(is_fresh(key, bytes) && is_fresh(format, sizeof *format) && fits(format->passphrase_bytes)),
        requires(is_fresh(format->passphrase, format->passphrase_bytes)),
        assigns(w->at, upto(w->at - bytes - NEOSIG_PBES2_AROUND, bytes + NEOSIG_PBES2_AROUND)),
        ensures(in_order(before(w->at) - bytes - NEOSIG_PBES2_AROUND, w->at, before(w->at))),
        ensures(implies(returned == NEOSIG_OK, w->at < before(w->at))));

/* What the content of the outer SEQUENCE protects: *bytes of key. After an error *wrong says what is wrong. Errors:
 * KEY, UNSUPPORTED, PASSPHRASE, MEMORY. */
neosig_error neosig_pbes2_decrypt(uint8_t *key, size_t *bytes, neosig_der_piece body, const uint8_t *passphrase,
                                  size_t passphrase_bytes, const char **wrong)
    NEOSIG_CONTRACT(requires(fits(body.bytes) && is_fresh(body.data, body.bytes) && is_fresh(key, body.bytes)),
                    requires(is_fresh(bytes, sizeof *bytes) && is_fresh(wrong, sizeof *wrong) &&
                             fits(passphrase_bytes)),
                    requires(passphrase == NULL || is_fresh(passphrase, passphrase_bytes)),
                    assigns(upto(key, body.bytes), *bytes, *wrong),
                    ensures(implies(returned == NEOSIG_OK, *bytes < body.bytes)));

#endif
