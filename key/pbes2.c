#include "api/internal.h"
#include "key/aes_cbc.h"
#include "key/kdf.h"
#include "key/pbes2.h"

#include <string.h>

enum { KEY = 32, IV = 16, SALT = 16, SCRYPT_R = 8 };

/* Twice the work of N = 2^18 with p = 1, which age takes. OpenSSL gives scrypt 32 MiB: it refuses N = 2^15. */
enum { DEFAULT_N = 1 << 14, DEFAULT_P = 1 << 5, DEFAULT_ITERATIONS = 600000 };

static const char pbes2[] = "1.2.840.113549.1.5.13", pbkdf2[] = "1.2.840.113549.1.5.12",
                  scrypt[] = "1.3.6.1.4.1.11591.4.11", hmac_sha256[] = "1.2.840.113549.2.9",
                  aes_256_cbc[] = "2.16.840.1.101.3.4.1.42";

/* The parameters of both functions begin with a salt and a cost. scrypt's go on with r and p. A length may follow. Then
 * PBKDF2 has the hash function of its HMAC, which is SHA-1 if it is left out. */
typedef struct derivation {
    int is_scrypt;
    neosig_der_piece salt;
    uint64_t cost, r, p;
} derivation;

static int is_sound(const derivation *d)
{
    return d->is_scrypt ? d->cost >= 2 && (d->cost & (d->cost - 1)) == 0 && d->r != 0 && d->p != 0 : d->cost != 0;
}

static int is_bounded(const derivation *d)
{
    return d->salt.bytes <= NEOSIG_KDF_SALT_MOST &&
           (d->is_scrypt ? neosig_scrypt_is_bounded(d->cost, d->r, d->p) : neosig_pbkdf2_is_bounded(d->cost));
}

static neosig_error derive(uint8_t key[KEY], const derivation *d, const uint8_t *passphrase, size_t bytes)
{
    if (d->is_scrypt)
        return neosig_scrypt(key, KEY, passphrase, bytes, d->salt.data, d->salt.bytes, d->cost, d->r, d->p);
    neosig_pbkdf2(key, KEY, passphrase, bytes, d->salt.data, d->salt.bytes, d->cost);
    return NEOSIG_OK;
}

/* ---- Writing, backwards */

static void put_octets(neosig_der_writer *w, const uint8_t *octets, size_t bytes)
{
    const uint8_t *const stop = w->at;
    neosig_der_put(w, octets, bytes);
    neosig_der_put_header(w, NEOSIG_DER_OCTET_STRING, stop);
}

static void put_number(neosig_der_writer *w, uint64_t number)
{
    const uint8_t *const stop = w->at;
    uint8_t byte;
    do { /* until the sign, too, is that of a positive number */
        byte = (uint8_t)number;
        neosig_der_put(w, &byte, 1);
        number >>= 8;
    } while (number != 0 || byte >= 0x80);
    neosig_der_put_header(w, NEOSIG_DER_INTEGER, stop);
}

static void put_derivation(neosig_der_writer *w, const derivation *d)
{
    const uint8_t *const stop = w->at;
    if (d->is_scrypt) {
        put_number(w, d->p);
        put_number(w, d->r);
    } else {
        neosig_der_put_header(w, NEOSIG_DER_NULL, stop);
        neosig_der_put_oid(w, hmac_sha256);
        neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    }
    put_number(w, d->cost);
    put_octets(w, d->salt.data, d->salt.bytes);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    neosig_der_put_oid(w, d->is_scrypt ? scrypt : pbkdf2);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
}

neosig_error neosig_pbes2_encrypt(neosig_der_writer *w, const uint8_t *key, size_t bytes,
                                  const neosig_key_format *format)
{
    const int is_scrypt = format->kdf == NEOSIG_KDF_SCRYPT;
    const uint64_t cost = format->cost != 0 ? format->cost : is_scrypt ? DEFAULT_N : DEFAULT_ITERATIONS;
    uint8_t drawn[IV + SALT], derived[KEY];
    const derivation d = {is_scrypt, {drawn + IV, SALT}, cost, SCRYPT_R, format->cost != 0 ? 1 : DEFAULT_P};
    if ((!is_scrypt && format->kdf != NEOSIG_KDF_PBKDF2) || !is_sound(&d) || !is_bounded(&d))
        return NEOSIG_ERR_ARGUMENT;
    const neosig_source source = neosig_source_of(format->random, format->random_state);
    neosig_error error = neosig_draw(&source, drawn, sizeof drawn);
    if (error == NEOSIG_OK)
        error = derive(derived, &d, format->passphrase, format->passphrase_bytes);
    if (error != NEOSIG_OK)
        return error;

    const uint8_t *const end = w->at;
    w->at -= bytes + 16 - bytes % 16;
    neosig_aes_cbc_encrypt(w->at, key, bytes, derived, drawn);
    neosig_wipe(derived, sizeof derived);
    neosig_der_put_header(w, NEOSIG_DER_OCTET_STRING, end);
    const uint8_t *const stop = w->at;
    put_octets(w, drawn, IV);
    neosig_der_put_oid(w, aes_256_cbc);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    put_derivation(w, &d);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    neosig_der_put_oid(w, pbes2);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, end);
    return NEOSIG_OK;
}

/* ---- Reading */

static const char not_known[] = "is protected in a way neosig does not know (it knows PBES2 with AES-256-CBC and "
                                "scrypt or PBKDF2 with HMAC-SHA-256)";
static const char too_much[] = "would take more than 1 GiB of memory or some ten seconds to open: its scrypt or PBKDF2 "
                               "has greater parameters than neosig takes";

/* A number that is not negative and below 2^63, in its shortest form. */
static int take_number(neosig_der_piece *in, uint64_t *number)
{
    neosig_der_piece digits;
    if (!neosig_der_take(in, NEOSIG_DER_INTEGER, &digits) || digits.bytes == 0 || digits.bytes > 8 ||
        digits.data[0] >= 0x80 || (digits.bytes > 1 && digits.data[0] == 0 && digits.data[1] < 0x80))
        return 0;
    *number = 0;
    for (size_t i = 0; i < digits.bytes; i++)
        *number = *number << 8 | digits.data[i];
    return 1;
}

static neosig_error take_derivation(neosig_der_piece *in, derivation *d, const char **wrong)
{
    neosig_der_piece kdf, parameters, prf, nothing;
    uint64_t length = KEY;
    if (!neosig_der_take(in, NEOSIG_DER_SEQUENCE, &kdf))
        return NEOSIG_ERR_KEY;
    d->is_scrypt = neosig_der_take_oid(&kdf, scrypt);
    if (!d->is_scrypt && !neosig_der_take_oid(&kdf, pbkdf2))
        return NEOSIG_ERR_UNSUPPORTED;
    if (!neosig_der_take(&kdf, NEOSIG_DER_SEQUENCE, &parameters) || kdf.bytes != 0 ||
        !neosig_der_take(&parameters, NEOSIG_DER_OCTET_STRING, &d->salt) || !take_number(&parameters, &d->cost))
        return NEOSIG_ERR_KEY;
    if (d->is_scrypt && (!take_number(&parameters, &d->r) || !take_number(&parameters, &d->p)))
        return NEOSIG_ERR_KEY;
    if (parameters.bytes != 0 && parameters.data[0] == NEOSIG_DER_INTEGER && !take_number(&parameters, &length))
        return NEOSIG_ERR_KEY;
    if (!d->is_scrypt) {
        if (!neosig_der_take(&parameters, NEOSIG_DER_SEQUENCE, &prf) || !neosig_der_take_oid(&prf, hmac_sha256))
            return NEOSIG_ERR_UNSUPPORTED;
        if (prf.bytes != 0 && (!neosig_der_take(&prf, NEOSIG_DER_NULL, &nothing) || prf.bytes + nothing.bytes != 0))
            return NEOSIG_ERR_KEY;
    }
    if (parameters.bytes != 0)
        return NEOSIG_ERR_KEY;
    if (length == KEY && is_sound(d) && is_bounded(d))
        return NEOSIG_OK;
    if (length == KEY && is_sound(d))
        *wrong = too_much;
    return NEOSIG_ERR_UNSUPPORTED;
}

/* Takes the structure apart: derivation, initial value, encrypted bytes. *wrong is changed for what a file asks too
 * much of. */
static neosig_error take_apart(neosig_der_piece body, derivation *d, neosig_der_piece *iv, neosig_der_piece *data,
                               const char **wrong)
{
    neosig_der_piece algorithm, parameters, cipher;
    if (!neosig_der_take(&body, NEOSIG_DER_SEQUENCE, &algorithm) ||
        !neosig_der_take(&body, NEOSIG_DER_OCTET_STRING, data) || body.bytes != 0)
        return NEOSIG_ERR_KEY;
    if (!neosig_der_take_oid(&algorithm, pbes2))
        return NEOSIG_ERR_UNSUPPORTED;
    if (!neosig_der_take(&algorithm, NEOSIG_DER_SEQUENCE, &parameters) || algorithm.bytes != 0)
        return NEOSIG_ERR_KEY;
    const neosig_error error = take_derivation(&parameters, d, wrong);
    if (error != NEOSIG_OK)
        return error;
    if (!neosig_der_take(&parameters, NEOSIG_DER_SEQUENCE, &cipher) || parameters.bytes != 0)
        return NEOSIG_ERR_KEY;
    if (!neosig_der_take_oid(&cipher, aes_256_cbc))
        return NEOSIG_ERR_UNSUPPORTED;
    if (!neosig_der_take(&cipher, NEOSIG_DER_OCTET_STRING, iv) || cipher.bytes != 0 || iv->bytes != IV)
        return NEOSIG_ERR_KEY;
    return data->bytes != 0 && data->bytes % 16 == 0 ? NEOSIG_OK : NEOSIG_ERR_KEY;
}

neosig_error neosig_pbes2_decrypt(uint8_t *key, size_t *bytes, neosig_der_piece body, const uint8_t *passphrase,
                                  size_t passphrase_bytes, const char **wrong)
{
    derivation d = {.is_scrypt = 0};
    neosig_der_piece iv, data;
    uint8_t derived[KEY];
    *wrong = not_known;
    neosig_error error = take_apart(body, &d, &iv, &data, wrong);
    if (error == NEOSIG_ERR_KEY)
        *wrong = "is not well-formed: the DER of its protection is damaged";
    if (error != NEOSIG_OK)
        return error;
    if (passphrase == NULL) {
        *wrong = "is protected by a passphrase, and none was given";
        return NEOSIG_ERR_PASSPHRASE;
    }
    error = derive(derived, &d, passphrase, passphrase_bytes);
    if (error != NEOSIG_OK) {
        *wrong = "needs more memory than there is to be opened";
        return error;
    }
    *bytes = neosig_aes_cbc_decrypt(key, data.data, data.bytes, derived, iv.data);
    neosig_wipe(derived, sizeof derived);
    /* One wrong passphrase in 256 leaves padding, but no key. */
    neosig_der_piece rest = {key, *bytes}, content;
    if (*bytes == data.bytes || !neosig_der_take(&rest, NEOSIG_DER_SEQUENCE, &content) || rest.bytes != 0) {
        neosig_wipe(key, data.bytes);
        *wrong = "is protected by another passphrase";
        return NEOSIG_ERR_PASSPHRASE;
    }
    return NEOSIG_OK;
}
