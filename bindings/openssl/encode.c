#include "key/der.h"
#include "key/pem.h"
#include "provider.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What neosig/key.h protects with, by OpenSSL's name; all others are libcrypto's. */
static const char own_cipher[] = "AES-256-CBC";

typedef struct encoder {
    const provider *in;
    int protect;
    void *cipher; /* NULL: own_cipher */
} encoder;

static void *make(void *in)
{
    encoder *const e = allocate(in, sizeof *e);
    if (e != NULL)
        e->in = in;
    return e;
}

static void free_encoder(void *context)
{
    encoder *const e = context;
    if (e != NULL)
        release_cipher(e->in, e->cipher);
    free(e);
}

static int write_bytes(const provider *in, OSSL_CORE_BIO *to, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    for (size_t done; bytes != 0; from += done, bytes -= done)
        if (!in->bio_write(to, from, bytes, &done) || done == 0)
            return 0;
    return 1;
}

/* ---- DER and PEM */

static const OSSL_PARAM *settable(void *in)
{
    static const OSSL_PARAM params[] = {PARAM_TEXT(OSSL_ENCODER_PARAM_CIPHER), PARAM_END};
    return params;
}

static int set_params(void *context, const OSSL_PARAM params[])
{
    encoder *const e = context;
    const OSSL_PARAM *const p = param_find(params, OSSL_ENCODER_PARAM_CIPHER);
    char name[64];
    if (p == NULL)
        return 1;
    const size_t bytes = p->data != NULL ? p->data_size : 0;
    if (p->data_type != OSSL_PARAM_UTF8_STRING || bytes >= sizeof name)
        return RAISE(e->in, NEOSIG_ERR_ARGUMENT, "the name of a cipher is a string of less than %zu bytes",
                     sizeof name);
    memcpy(name, p->data, bytes);
    name[bytes] = '\0';
    release_cipher(e->in, e->cipher);
    e->cipher = NULL;
    e->protect = *name != '\0';
    if (e->protect && strcasecmp(name, own_cipher) != 0) {
        e->cipher = fetch_cipher(e->in, name);
        return e->cipher != NULL || RAISE(e->in, NEOSIG_ERR_UNSUPPORTED, "there is no cipher %s", name);
    }
    return 1;
}

/* Of rainbow-*-circumzenithal the secret key does not tell the public one. */
static int needs_public(const key *k)
{
    return strstr(k->set->alg->name, "-circumzenithal") != NULL && k->members.public_key != NULL;
}

/* PrivateKeyInfo with the public key behind the secret one in an OCTET STRING of their own, as oqs-provider writes
 * keys: libcrypto reads none with a field for the public key until 3.4. */
static neosig_error write_pair(uint8_t **der, size_t *bytes, const key *k)
{
    const neosig_alg *const alg = k->set->alg;
    const size_t room = alg->secret_key_bytes + alg->public_key_bytes + ALGORITHM_ID_BYTES + 32;
    static const uint8_t version = 0;
    uint8_t *const start = malloc(room);
    if (start == NULL)
        return NEOSIG_ERR_MEMORY;
    uint8_t *const end = start + room;
    neosig_der_writer w = {end, end};
    neosig_der_put(&w, k->members.public_key, alg->public_key_bytes);
    neosig_der_put(&w, k->members.secret_key, alg->secret_key_bytes);
    neosig_der_put_header(&w, NEOSIG_DER_OCTET_STRING, end);
    neosig_der_put_header(&w, NEOSIG_DER_OCTET_STRING, end);
    neosig_der_put(&w, k->set->algorithm_id, k->set->algorithm_id_bytes);
    const uint8_t *const stop = w.at;
    neosig_der_put(&w, &version, 1);
    neosig_der_put_header(&w, NEOSIG_DER_INTEGER, stop);
    neosig_der_put_header(&w, NEOSIG_DER_SEQUENCE, end);
    *bytes = (size_t)(end - w.at);
    memmove(start, w.at, *bytes);
    neosig_wipe(start + *bytes, room - *bytes);
    *der = start;
    return NEOSIG_OK;
}

/* A passphrase in the format, if one is needed. */
static int take_passphrase(const encoder *e, char passphrase[], size_t room, neosig_key_format *format,
                           OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    const OSSL_PARAM none[] = {PARAM_END};
    if (!e->protect)
        return 1;
    if (ask == NULL || !ask(passphrase, room, &format->passphrase_bytes, none, argument))
        return RAISE(e->in, NEOSIG_ERR_PASSPHRASE, "no passphrase was given");
    format->passphrase = passphrase;
    format->flags |= NEOSIG_KEY_EMPTY_PASSPHRASE; /* OpenSSL's own rules for passphrases hold */
    return 1;
}

/* The DER of a secret key, plain or protected. */
static int write_secret(const encoder *e, uint8_t **der, size_t *bytes, const key *k, const neosig_key_format *format)
{
    const int by_libcrypto = e->protect && (e->cipher != NULL || needs_public(k));
    const neosig_key_format plain = {.flags = NEOSIG_KEY_DER};
    const neosig_error error =
        k->members.secret_key != NULL && needs_public(k)
            ? write_pair(der, bytes, k)
            : neosig_key_write(der, bytes, &k->members, NEOSIG_KEY_SECRET, by_libcrypto ? &plain : format);
    if (error != NEOSIG_OK)
        return RAISE(e->in, error, "writing a key of %s", k->set->name);
    if (!by_libcrypto)
        return 1;
    void *const cipher = e->cipher != NULL ? e->cipher : fetch_cipher(e->in, own_cipher);
    size_t protected_bytes = 0;
    uint8_t *const protected = cipher != NULL ? protect_key(e->in, cipher, *der, *bytes, format->passphrase,
                                                            format->passphrase_bytes, &protected_bytes)
                                              : NULL;
    if (e->cipher == NULL)
        release_cipher(e->in, cipher);
    neosig_key_free(*der, *bytes);
    *der = protected;
    *bytes = protected_bytes;
    return protected != NULL || RAISE(e->in, NEOSIG_ERR_UNSUPPORTED, "protecting a key of %s", k->set->name);
}

static int write_pem(const encoder *e, OSSL_CORE_BIO *to, const char *label, const uint8_t *der, size_t bytes)
{
    const size_t text_bytes = neosig_pem_bytes(label, bytes);
    uint8_t *const text = allocate(e->in, text_bytes);
    if (text == NULL)
        return 0;
    neosig_pem_encode(text, label, der, bytes);
    const int done = write_bytes(e->in, to, text, text_bytes);
    neosig_key_free(text, text_bytes);
    return done;
}

static int write_private(const encoder *e, OSSL_CORE_BIO *to, const key *k, int pem, OSSL_PASSPHRASE_CALLBACK *ask,
                         void *argument)
{
    neosig_key_format format = {.flags = NEOSIG_KEY_DER, .kdf = NEOSIG_KDF_PBKDF2};
    char passphrase[1024];
    uint8_t *der = NULL;
    size_t bytes = 0;
    const int done = take_passphrase(e, passphrase, sizeof passphrase, &format, ask, argument) &&
                     write_secret(e, &der, &bytes, k, &format) &&
                     (pem ? write_pem(e, to, e->protect ? "ENCRYPTED PRIVATE KEY" : "PRIVATE KEY", der, bytes)
                          : write_bytes(e->in, to, der, bytes));
    neosig_wipe(passphrase, sizeof passphrase);
    neosig_key_free(der, bytes);
    return done;
}

/* The same if it is to be protected. */
static int write_protected(const encoder *e, OSSL_CORE_BIO *to, const key *k, int pem, OSSL_PASSPHRASE_CALLBACK *ask,
                           void *argument)
{
    return e->protect ? write_private(e, to, k, pem, ask, argument)
                      : RAISE(e->in, NEOSIG_ERR_ARGUMENT, "no cipher was given to protect a key of %s", k->set->name);
}

static int write_public(const encoder *e, OSSL_CORE_BIO *to, const key *k, int pem, OSSL_PASSPHRASE_CALLBACK *ask,
                        void *argument)
{
    const neosig_key_format format = {.flags = pem ? 0 : NEOSIG_KEY_DER};
    uint8_t *text = NULL;
    size_t bytes = 0;
    const neosig_error error = neosig_key_write(&text, &bytes, &k->members, NEOSIG_KEY_PUBLIC, &format);
    const int done = error == NEOSIG_OK ? write_bytes(e->in, to, text, bytes)
                                        : RAISE(e->in, error, "writing a key of %s", k->set->name);
    neosig_key_free(text, bytes);
    return done;
}

/* ---- Text */

/* Lines of 15 bytes, as OpenSSL's. */
static int print_bytes(const encoder *e, OSSL_CORE_BIO *to, const char *title, const uint8_t *data, size_t bytes)
{
    char line[64];
    int n = snprintf(line, sizeof line, "%s:\n", title);
    if (data == NULL)
        return 1;
    int done = write_bytes(e->in, to, line, (size_t)n);
    for (size_t i = 0; done && i < bytes; i += 15) {
        n = snprintf(line, sizeof line, "    ");
        for (size_t j = i; j < bytes && j < i + 15; j++)
            n += snprintf(line + n, sizeof line - (size_t)n, "%02x%s", data[j], j + 1 < bytes ? ":" : "");
        line[n++] = '\n';
        done = write_bytes(e->in, to, line, (size_t)n);
    }
    neosig_wipe(line, sizeof line);
    return done;
}

static int encode_text(void *encoder_, OSSL_CORE_BIO *to, const void *keydata, const OSSL_PARAM abstract[],
                       int selection, OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    const encoder *const e = encoder_;
    const key *const k = keydata;
    const neosig_alg *const alg = k->set->alg;
    const int secret = (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 && k->members.secret_key != NULL;
    char title[sizeof k->set->name + 32];
    const int n = snprintf(title, sizeof title, "%s %s-Key:\n", k->set->name, secret ? "Private" : "Public");
    return abstract == NULL && write_bytes(e->in, to, title, (size_t)n) &&
           (!secret || (print_bytes(e, to, "seed", k->members.seed, alg->seed_bytes) &&
                        print_bytes(e, to, "priv", k->members.secret_key, alg->secret_key_bytes))) &&
           print_bytes(e, to, "pub", k->members.public_key, alg->public_key_bytes);
}

/* ---- Tables */

/* A selection of 0 is any. What is both halves is a private key, as with OpenSSL's own encoders: a public one in its
 * place would lose it. */
static int private_selection(void *in, int selection)
{
    return selection == 0 || selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
}

static int public_selection(void *in, int selection)
{
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
}

static int text_selection(void *in, int selection)
{
    return selection == 0 || selection & OSSL_KEYMGMT_SELECT_KEYPAIR;
}

/* clang-format off */
#define F(id, function) ENTRY(OSSL_FUNC_ENCODER_##id, function)
#define ENCODER(name, kind, ...) \
    static const OSSL_DISPATCH name[] = { \
        F(NEWCTX, make) F(FREECTX, free_encoder) F(DOES_SELECTION, kind##_selection) F(ENCODE, encode_##name) \
        __VA_ARGS__ LAST};
#define KEY_ENCODER(name, kind, write, pem, ...) \
    static int encode_##name(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection, \
                             OSSL_PASSPHRASE_CALLBACK *ask, void *argument) \
    { return abstract == NULL && write(e, to, k, pem, ask, argument); } \
    ENCODER(name, kind, __VA_ARGS__)
#define PROTECTS F(SET_CTX_PARAMS, set_params) F(SETTABLE_CTX_PARAMS, settable)
KEY_ENCODER(protected_der, private, write_protected, 0, PROTECTS)
KEY_ENCODER(protected_pem, private, write_protected, 1, PROTECTS)
KEY_ENCODER(private_der, private, write_private, 0, PROTECTS)
KEY_ENCODER(private_pem, private, write_private, 1, PROTECTS)
KEY_ENCODER(public_der, public, write_public, 0, )
KEY_ENCODER(public_pem, public, write_public, 1, )
ENCODER(text, text, )

/* Where no structure is asked for OpenSSL takes the last that will do. */
#define ROW(properties, functions) {NULL, "provider=neosig,output=" properties, functions, NULL}
const OSSL_ALGORITHM encoders[ENCODERS] = {
    ROW("der,structure=SubjectPublicKeyInfo", public_der),
    ROW("pem,structure=SubjectPublicKeyInfo", public_pem),
    ROW("der,structure=EncryptedPrivateKeyInfo", protected_der),
    ROW("pem,structure=EncryptedPrivateKeyInfo", protected_pem),
    ROW("der,structure=PrivateKeyInfo", private_der),
    ROW("pem,structure=PrivateKeyInfo", private_pem),
    ROW("text", text),
};
/* clang-format on */
