#include "provider.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of private keys under a passphrase: what neosig/key.h has, by OpenSSL's name. */
static const char the_cipher[] = "AES-256-CBC";

typedef struct encoder {
    const provider *in;
    int protect;
} encoder;

static void *make(void *in)
{
    encoder *const e = allocate(in, sizeof *e);
    if (e != NULL)
        e->in = in;
    return e;
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
    if (p == NULL)
        return 1;
    const char *const cipher = p->data;
    const size_t bytes = cipher != NULL ? p->data_size : 0;
    if (p->data_type != OSSL_PARAM_UTF8_STRING)
        return RAISE(e->in, NEOSIG_ERR_ARGUMENT, "a cipher is a string");
    e->protect = bytes != 0;
    return !e->protect || (bytes == strlen(the_cipher) && memcmp(cipher, the_cipher, bytes) == 0) ||
           RAISE(e->in, NEOSIG_ERR_UNSUPPORTED, "keys are protected with %s; for %.*s use openssl pkcs8 -topk8 -v2",
                 the_cipher, (int)bytes, cipher);
}

static int write_key(const encoder *e, OSSL_CORE_BIO *to, const key *k, neosig_key_kind kind, unsigned flags,
                     OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    neosig_key_format format = {.flags = flags, .kdf = NEOSIG_KDF_PBKDF2};
    char passphrase[1024];
    uint8_t *text = NULL;
    size_t bytes = 0;
    if (e->protect) {
        const OSSL_PARAM none[] = {PARAM_END};
        if (ask == NULL || !ask(passphrase, sizeof passphrase, &format.passphrase_bytes, none, argument))
            return RAISE(e->in, NEOSIG_ERR_PASSPHRASE, "no passphrase was given");
        format.passphrase = passphrase;
        format.flags |= NEOSIG_KEY_EMPTY_PASSPHRASE; /* OpenSSL's own rules for passphrases hold */
    }
    /* Of rainbow-*-circumzenithal the secret key does not tell the public one. */
    if (kind == NEOSIG_KEY_SECRET && strstr(k->set->alg->name, "-circumzenithal") != NULL &&
        k->members.public_key != NULL)
        format.flags |= NEOSIG_KEY_WITH_PUBLIC;
    const neosig_error error = neosig_key_write(&text, &bytes, &k->members, kind, &format);
    const int done = error == NEOSIG_OK ? write_bytes(e->in, to, text, bytes)
                                        : RAISE(e->in, error, "writing a key of %s", k->set->name);
    neosig_wipe(passphrase, sizeof passphrase);
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

/* clang-format off */
#define F(id, function) ENTRY(OSSL_FUNC_ENCODER_##id, function)
#define PROTECTS F(SET_CTX_PARAMS, set_params) F(SETTABLE_CTX_PARAMS, settable)
/* A selection of 0 is any. */
#define ENCODER(name, selected, ...) \
    static int name##_selection(void *in, int selection) \
    { return selection == 0 || selection & OSSL_KEYMGMT_SELECT_##selected; } \
    static const OSSL_DISPATCH name[] = { \
        F(NEWCTX, make) F(FREECTX, free) F(DOES_SELECTION, name##_selection) F(ENCODE, encode_##name) __VA_ARGS__ LAST};
#define KEY_ENCODER(name, selected, kind, flags, ...) \
    static int encode_##name(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection, \
                             OSSL_PASSPHRASE_CALLBACK *ask, void *argument) \
    { return abstract == NULL && write_key(e, to, k, NEOSIG_KEY_##kind, flags, ask, argument); } \
    ENCODER(name, selected, __VA_ARGS__)
KEY_ENCODER(private_der, PRIVATE_KEY, SECRET, NEOSIG_KEY_DER, PROTECTS)
KEY_ENCODER(private_pem, PRIVATE_KEY, SECRET, 0, PROTECTS)
KEY_ENCODER(public_der, PUBLIC_KEY, PUBLIC, NEOSIG_KEY_DER, )
KEY_ENCODER(public_pem, PUBLIC_KEY, PUBLIC, 0, )
ENCODER(text, KEYPAIR, )

#define ROW(properties, functions) {NULL, "provider=neosig,output=" properties, functions, NULL}
const OSSL_ALGORITHM encoders[ENCODERS] = {
    ROW("der,structure=PrivateKeyInfo", private_der),
    ROW("pem,structure=PrivateKeyInfo", private_pem),
    ROW("der,structure=SubjectPublicKeyInfo", public_der),
    ROW("pem,structure=SubjectPublicKeyInfo", public_pem),
    ROW("text", text),
};
/* clang-format on */
