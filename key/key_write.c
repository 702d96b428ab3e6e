#include "api/internal.h"
#include "key/attributes.h"
#include "key/key_parts.h"
#include "key/pbes2.h"
#include "key/pem.h"

#include <stdlib.h>
#include <string.h>

/* What the structures, RFC 9881's "both" among them, have beside the keys themselves, at most. */
enum { AROUND = 96 + NEOSIG_DER_OID_BYTES + NEOSIG_ATTRIBUTES_BYTES };

static void put(neosig_der_writer *w, uint8_t tag, const uint8_t *bytes, size_t count)
{
    const uint8_t *const stop = w->at;
    neosig_der_put(w, bytes, count);
    neosig_der_put_header(w, tag, stop);
}

/* A BIT STRING of whole bytes. */
static void put_bits(neosig_der_writer *w, uint8_t tag, const uint8_t *bytes, size_t count)
{
    static const uint8_t unused = 0;
    const uint8_t *const stop = w->at;
    neosig_der_put(w, bytes, count);
    neosig_der_put(w, &unused, 1);
    neosig_der_put_header(w, tag, stop);
}

static void put_public(neosig_der_writer *w, const neosig_alg *alg, const uint8_t *pk)
{
    const uint8_t *const stop = w->at;
    put_bits(w, NEOSIG_DER_BIT_STRING, pk, alg->public_key_bytes);
    neosig_der_put_algorithm(w, alg->oid);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
}

static void put_secret(neosig_der_writer *w, const neosig_key *key, unsigned flags)
{
    const neosig_alg *const alg = key->alg;
    const uint8_t *const end = w->at;
    const uint8_t with_public = (flags & NEOSIG_KEY_WITH_PUBLIC) != 0;
    if (with_public)
        put_bits(w, NEOSIG_DER_CONTEXT_1, key->public_key, alg->public_key_bytes);
    if (key->secret_key != NULL)
        neosig_attributes_put(w, key);
    const uint8_t *const stop = w->at;
    if (!neosig_key_has_forms(alg)) {
        neosig_der_put(w, key->secret_key, alg->secret_key_bytes);
    } else if (flags & NEOSIG_KEY_BOTH) {
        put(w, NEOSIG_DER_OCTET_STRING, key->secret_key, alg->secret_key_bytes);
        put(w, NEOSIG_DER_OCTET_STRING, key->seed, alg->seed_bytes);
        neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    } else if (flags & NEOSIG_KEY_EXPANDED || key->seed == NULL) {
        put(w, NEOSIG_DER_OCTET_STRING, key->secret_key, alg->secret_key_bytes);
    } else {
        put(w, NEOSIG_DER_CONTEXT_0, key->seed, alg->seed_bytes);
    }
    neosig_der_put_header(w, NEOSIG_DER_OCTET_STRING, stop);
    neosig_der_put_algorithm(w, alg->oid);
    put(w, NEOSIG_DER_INTEGER, &with_public, 1); /* version 1 is written 0 */
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, end);
}

/* An empty passphrase is mostly one that was lost on the way here. */
static int passphrase_is_sound(const neosig_key_format *format)
{
    const int empty_is_meant = (format->flags & NEOSIG_KEY_EMPTY_PASSPHRASE) != 0;
    return format->passphrase == NULL ? format->passphrase_bytes == 0 && !empty_is_meant
                                      : format->passphrase_bytes != 0 || empty_is_meant;
}

/* Whether the key has the members that it is to be written with. */
static neosig_error check_members(const neosig_key *key, neosig_key_kind kind, const neosig_key_format *format)
{
    const unsigned forms = format->flags & (NEOSIG_KEY_EXPANDED | NEOSIG_KEY_BOTH),
                   others = NEOSIG_KEY_DER | NEOSIG_KEY_WITH_PUBLIC | NEOSIG_KEY_EMPTY_PASSPHRASE;
    if (!neosig_alg_is_known(key->alg) || forms == (NEOSIG_KEY_EXPANDED | NEOSIG_KEY_BOTH) ||
        format->flags & ~(forms | others) || !passphrase_is_sound(format))
        return NEOSIG_ERR_ARGUMENT;
    if (kind == NEOSIG_KEY_PUBLIC)
        return key->public_key != NULL && !(format->flags & ~NEOSIG_KEY_DER) && format->passphrase == NULL
                   ? NEOSIG_OK
                   : NEOSIG_ERR_ARGUMENT;
    if (kind != NEOSIG_KEY_SECRET)
        return NEOSIG_ERR_ARGUMENT;
    if (!NEOSIG_SIGNERS)
        return NEOSIG_ERR_UNSUPPORTED;
    if (forms != 0 && !neosig_key_has_forms(key->alg))
        return NEOSIG_ERR_UNSUPPORTED;
    const int seed = neosig_key_has_forms(key->alg) && (forms == NEOSIG_KEY_BOTH || (forms == 0 && key->seed != NULL)),
              expanded = !seed || forms == NEOSIG_KEY_BOTH;
    return (seed && key->seed == NULL) || (expanded && key->secret_key == NULL) ||
                   (format->flags & NEOSIG_KEY_WITH_PUBLIC && key->public_key == NULL)
               ? NEOSIG_ERR_ARGUMENT
               : NEOSIG_OK;
}

neosig_error neosig_key_write(uint8_t **text, size_t *bytes, const neosig_key *key, neosig_key_kind kind,
                              const neosig_key_format *format)
{
    static const neosig_key_format plain = {.flags = 0};
    format = format != NULL ? format : &plain;
    if (text == NULL || bytes == NULL)
        return NEOSIG_ERR_ARGUMENT;
    *text = NULL;
    *bytes = 0;
    neosig_error error = key != NULL ? check_members(key, kind, format) : NEOSIG_ERR_ARGUMENT;
    if (error != NEOSIG_OK)
        return error;
    const neosig_alg *const alg = key->alg;
    const int protected = format->passphrase != NULL;
    const size_t most = alg->public_key_bytes + alg->secret_key_bytes + alg->seed_bytes + AROUND,
                 room = most + (protected ? most + NEOSIG_PBES2_AROUND : 0);
    uint8_t *const der = malloc(room);
    if (der == NULL)
        return NEOSIG_ERR_MEMORY;
    neosig_der_writer w = {der + room, der + room};
    if (kind == NEOSIG_KEY_PUBLIC)
        put_public(&w, alg, key->public_key);
    else if (NEOSIG_SIGNERS)
        put_secret(&w, key, format->flags);
    if (NEOSIG_SIGNERS && protected) {
        const uint8_t *const inner = w.at;
        w.end = w.at;
        error = neosig_pbes2_encrypt(&w, inner, (size_t)(der + room - inner), format);
    }
    if (error == NEOSIG_OK) {
        const char *const label = neosig_key_labels[protected ? NEOSIG_LABEL_PROTECTED : (int)kind];
        const size_t der_bytes = (size_t)(w.end - w.at);
        *bytes = format->flags & NEOSIG_KEY_DER ? der_bytes : neosig_pem_bytes(label, der_bytes);
        *text = malloc(*bytes);
        if (*text == NULL)
            error = NEOSIG_ERR_MEMORY;
        else if (format->flags & NEOSIG_KEY_DER)
            memcpy(*text, w.at, der_bytes);
        else
            neosig_pem_encode(*text, label, w.at, der_bytes);
    }
    *bytes = error == NEOSIG_OK ? *bytes : 0;
    neosig_key_free(der, room);
    neosig_wipe_stack();
    return error;
}

neosig_error neosig_fingerprint(const neosig_alg *alg, const uint8_t *pk, size_t pk_bytes, uint8_t fingerprint[32])
{
    if (fingerprint == NULL)
        return NEOSIG_ERR_ARGUMENT;
    memset(fingerprint, 0, 32);
    if (!neosig_alg_is_known(alg) || pk == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (pk_bytes != alg->public_key_bytes)
        return NEOSIG_ERR_LENGTH;
    const size_t room = pk_bytes + AROUND;
    uint8_t *const der = malloc(room);
    if (der == NULL)
        return NEOSIG_ERR_MEMORY;
    neosig_der_writer w = {der + room, der + room};
    neosig_sha256 hash;
    put_public(&w, alg, pk);
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, w.at, (size_t)(w.end - w.at));
    neosig_sha256_final(&hash, fingerprint, 32);
    free(der);
    return NEOSIG_OK;
}
