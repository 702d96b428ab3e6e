#include "api/internal.h"
#include "core/contract.h"
#include "key/attributes.h"

enum { DIGEST = 32 };

static const char digest_type[] = NEOSIG_OID_ARC "0.1";

static void digest_of(const neosig_key *key, uint8_t digest[DIGEST])
{
    uint8_t id[NEOSIG_DER_OID_BYTES + 12];
    neosig_der_writer w = {id + sizeof id, id + sizeof id};
    neosig_sha256 hash;
    neosig_der_put_algorithm(&w, key->alg->oid);
    neosig_sha256_init(&hash, DIGEST);
    neosig_sha256_update(&hash, w.at, (size_t)(w.end - w.at));
    neosig_sha256_update(&hash, key->secret_key, key->alg->secret_key_bytes);
    neosig_sha256_final(&hash, digest, DIGEST);
    neosig_wipe(&hash, sizeof hash);
}

void neosig_attributes_put(neosig_der_writer *w, const neosig_key *key)
{
    const uint8_t *const stop = w->at;
    uint8_t digest[DIGEST];
    digest_of(key, digest);
    neosig_der_put(w, digest, DIGEST);
    neosig_der_put_header(w, NEOSIG_DER_OCTET_STRING, stop);
    neosig_der_put_header(w, NEOSIG_DER_SET, stop);
    neosig_der_put_oid(w, digest_type);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    neosig_der_put_header(w, NEOSIG_DER_CONTEXT_0_SET, stop);
}

/* How many bytes of the digest's type this one has. */
static size_t same_bytes(neosig_der_piece type, const uint8_t *wanted, size_t bytes)
{
    size_t same = 0;
    neosig_declassify(type.data, type.bytes, "the structure of a key file");
    for (size_t i = 0; i < bytes && type.bytes == bytes; i++)
        same += type.data[i] == wanted[i];
    return same;
}

int neosig_attributes_take(neosig_der_piece attributes, neosig_der_piece *digest)
{
    uint8_t wanted[NEOSIG_DER_OID_BYTES];
    const size_t bytes = neosig_der_oid_encode(wanted, digest_type);
    neosig_der_piece attribute, type, values;
    NEOSIG_GHOST(const uint8_t *const end = attributes.data + attributes.bytes);
    while (attributes.bytes != 0)
        NEOSIG_LOOP(assigns(attributes, attribute, type, values, *digest),
                    invariant(digest->bytes == 0 || digest->bytes == DIGEST),
                    invariant(attributes.bytes <= entry(attributes.bytes)),
                    invariant(__CPROVER_same_object(attributes.data, end)),
                    invariant(offset(attributes.data) + attributes.bytes == offset(end)), decreases(attributes.bytes))
    {
        NEOSIG_POINTER(attributes.data, end);
        if (!neosig_der_take(&attributes, NEOSIG_DER_SEQUENCE, &attribute) ||
            !neosig_der_take(&attribute, NEOSIG_DER_OBJECT_IDENTIFIER, &type) ||
            !neosig_der_take(&attribute, NEOSIG_DER_SET, &values) || attribute.bytes != 0)
            return 0;
        const size_t same = same_bytes(type, wanted, bytes);
        /* Most of the type is random: what has half of it is this type with a wrong byte. One wrong bit of a protected
         * file makes a block of the key another one, and a bit in the next block, which can be here, wrong. */
        if (same < bytes / 2)
            continue;
        if (same != bytes || !neosig_der_take(&values, NEOSIG_DER_OCTET_STRING, digest) || values.bytes != 0 ||
            digest->bytes != DIGEST)
            return 0;
    }
    return 1;
}

int neosig_attributes_match(neosig_der_piece digest, const neosig_key *key)
{
    uint8_t made[DIGEST];
    digest_of(key, made);
    unsigned differs = neosig_differ(made, digest.data, DIGEST);
    neosig_declassify(&differs, sizeof differs, "whether the key is well-formed");
    return !differs;
}
