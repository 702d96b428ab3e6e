#include "sym/prehash.h"

#include <string.h>

typedef enum family { SHA256, SHA512, KECCAK } family;

/* The object identifier ends with .<oid>. */
typedef struct function_row {
    family family;
    uint8_t oid, rate, padding;
} function_row;

static const function_row rows[] = {
    [NEOSIG_PREHASH_SHA2_224] = {SHA256, 4, 0, 0},       [NEOSIG_PREHASH_SHA2_256] = {SHA256, 1, 0, 0},
    [NEOSIG_PREHASH_SHA2_384] = {SHA512, 2, 0, 0},       [NEOSIG_PREHASH_SHA2_512] = {SHA512, 3, 0, 0},
    [NEOSIG_PREHASH_SHA2_512_224] = {SHA512, 5, 0, 0},   [NEOSIG_PREHASH_SHA2_512_256] = {SHA512, 6, 0, 0},
    [NEOSIG_PREHASH_SHA3_224] = {KECCAK, 7, 144, 0x06},  [NEOSIG_PREHASH_SHA3_256] = {KECCAK, 8, 136, 0x06},
    [NEOSIG_PREHASH_SHA3_384] = {KECCAK, 9, 104, 0x06},  [NEOSIG_PREHASH_SHA3_512] = {KECCAK, 10, 72, 0x06},
    [NEOSIG_PREHASH_SHAKE128] = {KECCAK, 11, 168, 0x1f}, [NEOSIG_PREHASH_SHAKE256] = {KECCAK, 12, 136, 0x1f},
};

void neosig_prehash_oid(neosig_prehash function, uint8_t oid[NEOSIG_PREHASH_OID_BYTES])
{
    static const uint8_t arc[] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02};
    memcpy(oid, arc, sizeof arc);
    oid[sizeof arc] = rows[function].oid;
}

void neosig_prehash_init(neosig_hash *hash, const neosig_options *options, const neosig_keccak_kernels *kernels)
{
    const function_row *row = &rows[options->prehash];
    const size_t digest_bytes = neosig_prehash_bytes(options->prehash);
    if (options->flags & NEOSIG_DIGEST)
        hash->given = (neosig_given_digest){.used = 0};
    else if (row->family == SHA256)
        neosig_sha256_init(&hash->sha256, digest_bytes);
    else if (row->family == SHA512)
        neosig_sha512_init(&hash->sha512, digest_bytes);
    else
        neosig_shake_init(&hash->shake, kernels, row->rate);
}

void neosig_prehash_absorb(neosig_hash *hash, const neosig_options *options, const uint8_t *data, size_t bytes)
{
    const function_row *row = &rows[options->prehash];
    if (options->flags & NEOSIG_DIGEST)
        for (size_t i = 0; i < bytes && hash->given.used < NEOSIG_PREHASH_MAX_BYTES; i++)
            hash->given.bytes[hash->given.used++] = data[i];
    else if (row->family == SHA256)
        neosig_sha256_update(&hash->sha256, data, bytes);
    else if (row->family == SHA512)
        neosig_sha512_update(&hash->sha512, data, bytes);
    else
        neosig_shake_absorb(&hash->shake, data, bytes);
}

size_t neosig_prehash_final(neosig_hash *hash, const neosig_options *options, uint8_t digest[NEOSIG_PREHASH_MAX_BYTES])
{
    const function_row *row = &rows[options->prehash];
    const size_t digest_bytes = neosig_prehash_bytes(options->prehash);
    if (options->flags & NEOSIG_DIGEST) {
        memcpy(digest, hash->given.bytes, digest_bytes);
    } else if (row->family == SHA256) {
        neosig_sha256_final(&hash->sha256, digest, digest_bytes);
    } else if (row->family == SHA512) {
        neosig_sha512_final(&hash->sha512, digest, digest_bytes);
    } else {
        neosig_shake_finish_as(&hash->shake, row->padding);
        neosig_shake_squeeze(&hash->shake, digest, digest_bytes);
    }
    return digest_bytes;
}
