/* The pre-hash functions of the API: FIPS 180-4 and FIPS 202 by name. */
#ifndef NEOSIG_SYM_PREHASH_H
#define NEOSIG_SYM_PREHASH_H

#include "neosig/neosig.h"
#include "sym/keccak.h"
#include "sym/sha2.h"

#define NEOSIG_PREHASH_OID_BYTES 11
#define NEOSIG_PREHASH_MAX_BYTES 64

/* A digest that is given in place of its message. */
typedef struct neosig_given_digest {
    uint8_t bytes[NEOSIG_PREHASH_MAX_BYTES];
    size_t used;
} neosig_given_digest;

typedef union neosig_hash {
    neosig_shake shake;
    neosig_sha256 sha256;
    neosig_sha512 sha512;
    neosig_given_digest given;
} neosig_hash;

/* The function's object identifier in DER, 2.16.840.1.101.3.4.2.x. Here and below, function is not
 * NEOSIG_PREHASH_NONE. */
void neosig_prehash_oid(neosig_prehash function, uint8_t oid[NEOSIG_PREHASH_OID_BYTES]);

/* Bytes of a digest; for SHAKE128 and SHAKE256 they are 32 and 64. */
static inline size_t neosig_prehash_bytes(neosig_prehash function)
{
    static const uint8_t bytes[] = {0, 28, 32, 48, 64, 28, 32, 28, 32, 48, 64, 32, 64}; /* in the order of the enum */
    return bytes[function];
}

/* The pre-hash function that the options name. With NEOSIG_DIGEST the bytes absorbed are the digest; more bytes than
 * there is room for are dropped. */
void neosig_prehash_init(neosig_hash *hash, const neosig_options *options, const neosig_keccak_kernels *kernels);
void neosig_prehash_absorb(neosig_hash *hash, const neosig_options *options, const uint8_t *data, size_t bytes);
/* Returns neosig_prehash_bytes. */
size_t neosig_prehash_final(neosig_hash *hash, const neosig_options *options, uint8_t digest[NEOSIG_PREHASH_MAX_BYTES]);

#endif
