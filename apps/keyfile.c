#include "app.h"
#include "der.h"
#include "file.h"
#include "keyfile.h"
#include "pem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const labels[2] = {"PUBLIC KEY", "PRIVATE KEY"};
static const char *const kinds[2] = {"public", "secret"};

/* What the two structures, and RFC 9881's "both", have beside the key itself, at most. */
enum { AROUND = 64 + DER_OID_BYTES };

int keyfile_keeps_seed(const neosig_alg *alg)
{
    static const char ml_dsa[] = "2.16.840.1.101.3.4.3.";
    return strncmp(alg->oid, ml_dsa, sizeof ml_dsa - 1) == 0;
}

/* ---- Writing ---- */

uint8_t *keyfile_encode(const neosig_alg *alg, int secret, const uint8_t *key, size_t *text_bytes)
{
    static const uint8_t zero = 0;
    int seed = secret && keyfile_keeps_seed(alg);
    size_t key_bytes = seed ? alg->seed_bytes : secret ? alg->secret_key_bytes : alg->public_key_bytes;
    uint8_t oid[DER_OID_BYTES];
    size_t oid_bytes = der_oid_encode(oid, alg->oid);
    uint8_t *der = app_allocate(key_bytes + AROUND);
    if (!der)
        return NULL;
    der_writer w = {der + key_bytes + AROUND, der + key_bytes + AROUND};
    der_put(&w, key, key_bytes);
    if (seed)
        der_put_header(&w, DER_CONTEXT_0, w.end);
    if (!secret)
        der_put(&w, &zero, 1); /* no unused bits */
    der_put_header(&w, secret ? DER_OCTET_STRING : DER_BIT_STRING, w.end);
    const uint8_t *stop = w.at;
    der_put(&w, oid, oid_bytes);
    der_put_header(&w, DER_OBJECT_IDENTIFIER, stop);
    der_put_header(&w, DER_SEQUENCE, stop);
    if (secret) {
        stop = w.at;
        der_put(&w, &zero, 1); /* version 1 is written 0 */
        der_put_header(&w, DER_INTEGER, stop);
    }
    der_put_header(&w, DER_SEQUENCE, w.end);

    size_t der_bytes = (size_t)(w.end - w.at);
    *text_bytes = pem_bytes(labels[secret], der_bytes);
    uint8_t *text = app_allocate(*text_bytes);
    if (text)
        pem_encode(text, labels[secret], w.at, der_bytes);
    app_release(der, key_bytes + AROUND);
    return text;
}

/* ---- Reading ---- */

static const char *say(const char *format, ...) APP_PRINTF(1, 2);
static const char *say(const char *format, ...)
{
    static char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

static const neosig_alg *find_algorithm(der_piece oid)
{
    const neosig_alg *alg;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        uint8_t other[DER_OID_BYTES];
        size_t bytes = der_oid_encode(other, alg->oid);
        if (bytes == oid.bytes && memcmp(other, oid.data, bytes) == 0)
            return alg;
    }
    return NULL;
}

/* Takes the structure apart down to the key's own bytes. */
static const char *take_apart(der_piece der, int secret, const neosig_alg **alg, der_piece *content)
{
    static const char malformed[] = "is not well-formed: its DER is damaged or holds more than a key";
    der_piece body, version, algorithm, oid;
    if (!der_take(&der, DER_SEQUENCE, &body) || der.bytes)
        return malformed;
    if (secret && (!der_take(&body, DER_INTEGER, &version) || version.bytes != 1 || version.data[0] != 0))
        return malformed;
    if (!der_take(&body, DER_SEQUENCE, &algorithm) || !der_take(&algorithm, DER_OBJECT_IDENTIFIER, &oid))
        return malformed;
    *alg = find_algorithm(oid);
    if (!*alg) {
        char dotted[DER_OID_TEXT];
        der_oid_decode(dotted, oid);
        return say("holds a key of an algorithm neosig does not know (object identifier %s)", dotted);
    }
    if (algorithm.bytes || !der_take(&body, secret ? DER_OCTET_STRING : DER_BIT_STRING, content) || body.bytes)
        return malformed;
    if (!secret) {
        if (!content->bytes || content->data[0] != 0)
            return malformed;
        content->data++;
        content->bytes--;
    }
    return NULL;
}

static const char *wrong_length(const neosig_alg *alg, int secret, size_t bytes)
{
    return say("the %s key in it has %zu bytes, but %s needs %zu", kinds[secret], bytes, alg->name,
               secret ? alg->secret_key_bytes : alg->public_key_bytes);
}

/* The key pair of a seed: key->public_key, and the secret key into sk. */
static const char *expand_seed(keyfile_key *key, uint8_t *sk, der_piece seed)
{
    const neosig_alg *alg = key->alg;
    key->public_key = app_allocate(alg->public_key_bytes);
    if (!key->public_key)
        return "no memory";
    neosig_options options = {.flags = NEOSIG_ALLOW_INSECURE};
    neosig_error error = neosig_keypair_from_seed(alg, key->public_key, sk, seed.data, seed.bytes, &options);
    return error == NEOSIG_OK ? NULL : neosig_strerror(error);
}

/* Without regard to where they differ: they are secret. */
static int differ(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    unsigned difference = 0;
    for (size_t i = 0; i < bytes; i++)
        difference |= a[i] ^ b[i];
    return difference != 0;
}

const char *keyfile_find_public(keyfile_key *key)
{
    if (key->public_key || key->size != key->alg->seed_bytes)
        return NULL;
    uint8_t *sk = app_allocate(key->size);
    if (!sk)
        return "no memory";
    const char *wrong = expand_seed(key, sk, (der_piece){key->bytes, key->size});
    if (!wrong && differ(sk, key->bytes, key->size)) { /* as long as a seed, but something else */
        app_release(key->public_key, key->alg->public_key_bytes);
        key->public_key = NULL;
    }
    app_release(sk, key->size);
    return wrong;
}

/* RFC 9881, section 6: CHOICE { seed [0] OCTET STRING, expandedKey OCTET STRING, both SEQUENCE { seed OCTET STRING,
 * expandedKey OCTET STRING } }. */
static const char *read_ml_dsa(keyfile_key *key, der_piece content)
{
    const neosig_alg *alg = key->alg;
    uint8_t *sk = key->bytes;
    static const char malformed[] = "its private key is in none of the three forms of RFC 9881";
    der_piece both, seed = {NULL, 0}, expanded = {NULL, 0};
    if (der_take(&content, DER_SEQUENCE, &both)) {
        if (!der_take(&both, DER_OCTET_STRING, &seed) || !der_take(&both, DER_OCTET_STRING, &expanded) || both.bytes)
            return malformed;
    } else if (!der_take(&content, DER_CONTEXT_0, &seed) && !der_take(&content, DER_OCTET_STRING, &expanded)) {
        return malformed;
    }
    if (content.bytes)
        return malformed;
    if (seed.data && seed.bytes != alg->seed_bytes)
        return say("the seed in it has %zu bytes, but %s needs %zu", seed.bytes, alg->name, alg->seed_bytes);
    if (expanded.data && expanded.bytes != alg->secret_key_bytes)
        return wrong_length(alg, 1, expanded.bytes);
    if (!seed.data) {
        memcpy(sk, expanded.data, expanded.bytes);
        return NULL;
    }
    const char *wrong = expand_seed(key, sk, seed);
    if (!wrong && expanded.data && differ(sk, expanded.data, expanded.bytes))
        wrong = "its seed and its expanded key do not belong together";
    return wrong;
}

static const char *read_key(keyfile_key *key, int secret, der_piece der)
{
    der_piece content;
    const char *wrong = take_apart(der, secret, &key->alg, &content);
    if (wrong)
        return wrong;
    key->size = secret ? key->alg->secret_key_bytes : key->alg->public_key_bytes;
    int ml_dsa = secret && keyfile_keeps_seed(key->alg);
    if (!ml_dsa && content.bytes != key->size)
        return wrong_length(key->alg, secret, content.bytes);
    key->bytes = app_allocate(key->size);
    if (!key->bytes)
        return "no memory";
    if (ml_dsa)
        wrong = read_ml_dsa(key, content);
    else
        memcpy(key->bytes, content.data, key->size);
    if (wrong)
        keyfile_release(key);
    return wrong;
}

const char *keyfile_decode(keyfile_key *key, int secret, const uint8_t *text, size_t text_bytes)
{
    memset(key, 0, sizeof *key);
    char label[PEM_LABEL];
    pem_label(label, text, text_bytes);
    if (strcmp(label, labels[secret]) != 0) {
        return strcmp(label, labels[!secret]) == 0 ? say("holds a %s key, not a %s key", kinds[!secret], kinds[secret])
               : label[0] ? say("holds \"%s\", not a %s key (\"%s\")", label, kinds[secret], labels[secret])
                          : "is not a key file (PEM)";
    }
    size_t room = text_bytes / 4 * 3 + 3, bytes;
    uint8_t *der = app_allocate(room);
    if (!der)
        return "no memory";
    const char *wrong = pem_decode(der, &bytes, label, text, text_bytes);
    if (!wrong)
        wrong = read_key(key, secret, (der_piece){der, bytes});
    app_release(der, room);
    return wrong;
}

int keyfile_load(keyfile_key *key, const char *path, int secret)
{
    size_t largest =
        (secret ? NEOSIG_MAX_SECRET_KEY_BYTES : NEOSIG_MAX_PUBLIC_KEY_BYTES) + NEOSIG_MAX_SEED_BYTES + AROUND;
    size_t most = pem_most_bytes(labels[secret], largest), bytes;
    uint8_t *text;
    memset(key, 0, sizeof *key);
    int code = file_read(path, most, &text, &bytes);
    if (code)
        return code;
    const char *wrong = bytes > most ? "is too long for a key file" : keyfile_decode(key, secret, text, bytes);
    app_release(text, most + 1);
    return wrong ? app_fail("%s: %s", file_name(path), wrong) : 0;
}

void keyfile_release(keyfile_key *key)
{
    app_release(key->bytes, key->size);
    app_release(key->public_key, key->public_key ? key->alg->public_key_bytes : 0);
    key->bytes = key->public_key = NULL;
}
