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
    encoder *const e = calloc(1, sizeof *e);
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
    const char *const cipher = p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL ? p->data : "";
    e->protect = *cipher != 0;
    return !e->protect || strcmp(cipher, the_cipher) == 0 ||
           RAISE(e->in, NEOSIG_ERR_UNSUPPORTED, "keys are protected with %s; for %s use openssl pkcs8 -topk8 -v2",
                 the_cipher, cipher);
}

static int write_key(const encoder *e, OSSL_CORE_BIO *to, const key *k, neosig_key_kind kind,
                     const neosig_key_format *format)
{
    uint8_t *text = NULL;
    size_t bytes = 0;
    const neosig_error error = neosig_key_write(&text, &bytes, &k->members, kind, format);
    const int done = error == NEOSIG_OK ? write_bytes(e->in, to, text, bytes)
                                        : RAISE(e->in, error, "writing a key of %s", k->set->name);
    neosig_key_free(text, bytes);
    return done;
}

static int encode_private(const encoder *e, OSSL_CORE_BIO *to, const key *k, unsigned flags,
                          OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    neosig_key_format format = {.flags = flags, .kdf = NEOSIG_KDF_PBKDF2};
    char passphrase[1024];
    if (e->protect) {
        const OSSL_PARAM none[] = {PARAM_END};
        if (ask == NULL || !ask(passphrase, sizeof passphrase, &format.passphrase_bytes, none, argument))
            return RAISE(e->in, NEOSIG_ERR_PASSPHRASE, "no passphrase was given");
        format.passphrase = passphrase;
    }
    /* Of rainbow-*-circumzenithal the secret key does not tell the public one. */
    if (strstr(k->set->alg->name, "-circumzenithal") != NULL && k->members.public_key != NULL)
        format.flags |= NEOSIG_KEY_WITH_PUBLIC;
    const int done = write_key(e, to, k, NEOSIG_KEY_SECRET, &format);
    neosig_wipe(passphrase, sizeof passphrase);
    return done;
}

static int encode_private_der(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection,
                              OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    return abstract == NULL && encode_private(e, to, k, NEOSIG_KEY_DER, ask, argument);
}

static int encode_private_pem(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection,
                              OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    return abstract == NULL && encode_private(e, to, k, 0, ask, argument);
}

static int encode_public_der(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection,
                             OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    const neosig_key_format der = {.flags = NEOSIG_KEY_DER};
    return abstract == NULL && write_key(e, to, k, NEOSIG_KEY_PUBLIC, &der);
}

static int encode_public_pem(void *e, OSSL_CORE_BIO *to, const void *k, const OSSL_PARAM abstract[], int selection,
                             OSSL_PASSPHRASE_CALLBACK *ask, void *argument)
{
    return abstract == NULL && write_key(e, to, k, NEOSIG_KEY_PUBLIC, NULL);
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
#define ENCODER(name, selected, more) \
    static int name##_selection(void *in, int selection) \
    { return selection == 0 || selection & OSSL_KEYMGMT_SELECT_##selected; } \
    static const OSSL_DISPATCH name[] = { \
        F(NEWCTX, make) F(FREECTX, free) F(DOES_SELECTION, name##_selection) F(ENCODE, encode_##name) more LAST};
ENCODER(private_der, PRIVATE_KEY, PROTECTS)
ENCODER(private_pem, PRIVATE_KEY, PROTECTS)
ENCODER(public_der, PUBLIC_KEY, )
ENCODER(public_pem, PUBLIC_KEY, )
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
