/* Key files whose protection asks for what it likes. */
#ifndef PROTECTED_H
#define PROTECTED_H

#include "key/der.h"

/* PBKDF2 has a cost alone. neosig takes numbers below 2^63. */
typedef struct protected_kdf {
    int is_scrypt;
    uint64_t cost, r, p;
    size_t salt_bytes;
} protected_kdf;

static inline void protected_element(neosig_der_writer *w, uint8_t tag, const void *data, size_t bytes)
{
    const uint8_t *const stop = w->at;
    neosig_der_put(w, data, bytes);
    neosig_der_put_header(w, tag, stop);
}

static inline void protected_number(neosig_der_writer *w, uint64_t number)
{
    uint8_t digits[9] = {0};
    for (size_t i = 0; i < 8; i++)
        digits[1 + i] = (uint8_t)(number >> (56 - 8 * i));
    size_t skipped = 0;
    while (skipped < 8 && digits[skipped] == 0 && digits[skipped + 1] < 0x80)
        skipped++;
    protected_element(w, NEOSIG_DER_INTEGER, digits + skipped, sizeof digits - skipped);
}

/* An EncryptedPrivateKeyInfo of nothing, derived in this way. */
static inline void protected_put(neosig_der_writer *w, const protected_kdf *d)
{
    static const uint8_t zeros[4096];
    protected_element(w, NEOSIG_DER_OCTET_STRING, zeros, 16);
    const uint8_t *const algorithm = w->at;
    protected_element(w, NEOSIG_DER_OCTET_STRING, zeros, 16);
    neosig_der_put_oid(w, "2.16.840.1.101.3.4.1.42");
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, algorithm);
    const uint8_t *const kdf = w->at;
    if (d->is_scrypt) {
        protected_number(w, d->p);
        protected_number(w, d->r);
    } else {
        neosig_der_put_oid(w, "1.2.840.113549.2.9");
        neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, kdf);
    }
    protected_number(w, d->cost);
    protected_element(w, NEOSIG_DER_OCTET_STRING, zeros, d->salt_bytes);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, kdf);
    neosig_der_put_oid(w, d->is_scrypt ? "1.3.6.1.4.1.11591.4.11" : "1.2.840.113549.1.5.12");
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, kdf);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, algorithm);
    neosig_der_put_oid(w, "1.2.840.113549.1.5.13");
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, algorithm);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, w->end);
}

#endif
