/* The attribute of secret keys by which damage is found: most wrong bits of a seed make another good key.
 *
 * Its type is 2.25.251657656420782524799287090180023836719.0.1, its one value an OCTET STRING: SHA-256 of the
 * AlgorithmIdentifier and of the secret key as its scheme has it. It is the same in all forms of RFC 9881, so that
 * programs which write another form may keep it. */
#ifndef NEOSIG_KEY_ATTRIBUTES_H
#define NEOSIG_KEY_ATTRIBUTES_H

#include "key/der.h"
#include "neosig/key.h"

/* Of contracts: a key with the secret part of its set. */
#define has_secret(key)                                                                                                \
    (is_fresh(key, sizeof *(key)) && is_fresh((key)->alg, sizeof *(key)->alg) && fits((key)->alg->secret_key_bytes) && \
     is_fresh((key)->secret_key, (key)->alg->secret_key_bytes))

enum { NEOSIG_ATTRIBUTES_BYTES = 32 + 32 + NEOSIG_DER_OID_BYTES };

/* Attributes [0] with the digest of key->secret_key. */
void neosig_attributes_put(neosig_der_writer *w, const neosig_key *key)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(w, sizeof *w) && room_before(w->at, NEOSIG_ATTRIBUTES_BYTES)),
                    requires(has_secret(key)),
                    assigns(w->at, upto(w->at - NEOSIG_ATTRIBUTES_BYTES, NEOSIG_ATTRIBUTES_BYTES)),
                    ensures(in_order(before(w->at) - NEOSIG_ATTRIBUTES_BYTES, w->at, before(w->at) - 1)));

/* Their content: the digest if it is there, else nothing is changed; other attributes are skipped. 0 if it is
 * damaged. */
int neosig_attributes_take(neosig_der_piece attributes, neosig_der_piece *digest)
    NEOSIG_CONTRACT(requires(fits(attributes.bytes) && is_fresh(attributes.data, attributes.bytes)),
                    requires(is_fresh(digest, sizeof *digest) && digest->bytes == 0), assigns(*digest),
                    ensures(implies(returned, digest->bytes == 0 || digest->bytes == 32)));

/* Whether it is that of key->secret_key. */
int neosig_attributes_match(neosig_der_piece digest, const neosig_key *key)
    NEOSIG_CONTRACT(requires(digest.bytes == 32 && is_fresh(digest.data, 32) && has_secret(key)), assigns(),
                    ensures(returned == 0 || returned == 1));

#endif
