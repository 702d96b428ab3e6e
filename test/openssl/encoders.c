/* encoders MODULES SET...: a key of each SET through OSSL_ENCODER with every selection, format, structure and cipher.
 * What holds the private key is asked for is never a public key, what is to be protected is, and all of it is read
 * again. And a public key that cannot be one does not pass its check. */
#include "../sets.h"
#include "program.h"

static const char passphrase[] = "secret";

/* What is to come: the label of PEM, or that of the PEM of the same DER; "" is text, NULL is nothing. */
static const char *expected(int selection, const char *format, const char *structure, const char *cipher)
{
    const int secret = (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
    const int shown = secret || (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0;
    if (strcmp(format, "TEXT") == 0)
        return shown && structure == NULL ? "" : NULL;
    if (structure != NULL && strcmp(structure, "EncryptedPrivateKeyInfo") == 0)
        return secret && cipher != NULL ? "ENCRYPTED PRIVATE KEY" : NULL;
    if (secret && (structure == NULL || strcmp(structure, "PrivateKeyInfo") == 0))
        return cipher != NULL ? "ENCRYPTED PRIVATE KEY" : "PRIVATE KEY";
    if (!secret && shown && (structure == NULL || strcmp(structure, "SubjectPublicKeyInfo") == 0))
        return "PUBLIC KEY";
    return NULL;
}

static EVP_PKEY *read_again(context c, const char *format, const unsigned char *data, size_t bytes)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *const decoder = OSSL_DECODER_CTX_new_for_pkey(&key, format, NULL, NULL, 0, c.lib, NULL);
    CHECK(OSSL_DECODER_CTX_set_passphrase(decoder, (const unsigned char *)passphrase, sizeof passphrase - 1));
    CHECK(OSSL_DECODER_from_data(decoder, &data, &bytes));
    OSSL_DECODER_CTX_free(decoder);
    return key;
}

static int has_private(EVP_PKEY *key)
{
    size_t bytes;
    const int has = EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0, &bytes);
    ERR_clear_error();
    return has;
}

/* A PrivateKeyInfo begins with a number, an EncryptedPrivateKeyInfo with a sequence. */
static int is_encrypted(const unsigned char *der)
{
    return der[der[1] < 128 ? 2 : 2 + der[1] - 128] == 0x30;
}

static void encode_as(context c, EVP_PKEY *key, int selection, const char *format, const char *structure,
                      const char *cipher)
{
    char what[128], line[64];
    unsigned char *data = NULL;
    size_t bytes = 0;
    const char *const label = expected(selection, format, structure, cipher);
    snprintf(what, sizeof what, "selection %02x, %s, %s, %s", (unsigned)selection, format,
             structure != NULL ? structure : "any", cipher != NULL ? cipher : "plain");
    OSSL_ENCODER_CTX *const encoder = OSSL_ENCODER_CTX_new_for_pkey(key, selection, format, structure, NULL);
    int done = encoder != NULL &&
               (cipher == NULL ||
                (OSSL_ENCODER_CTX_set_cipher(encoder, cipher, NULL) &&
                 OSSL_ENCODER_CTX_set_passphrase(encoder, (const unsigned char *)passphrase, sizeof passphrase - 1)));
    done = done && OSSL_ENCODER_to_data(encoder, &data, &bytes);
    OSSL_ENCODER_CTX_free(encoder);
    check(done == (label != NULL), what, __LINE__);
    ERR_clear_error();
    if (label == NULL)
        return;
    if (*label == '\0') {
        const int shows = strstr((const char *)data, "\npriv:\n") != NULL;
        check(shows == ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0), what, __LINE__);
    } else {
        const int pem = strcmp(format, "PEM") == 0;
        snprintf(line, sizeof line, "-----BEGIN %s-----\n", label);
        check(!pem || strncmp((const char *)data, line, strlen(line)) == 0, what, __LINE__);
        check(pem || label[1] == 'U' || is_encrypted(data) == (*label == 'E'), what, __LINE__);
        EVP_PKEY *const again = read_again(c, format, data, bytes);
        check(EVP_PKEY_eq(key, again) == 1, what, __LINE__);
        check(has_private(again) == (label[1] != 'U'), what, __LINE__);
        EVP_PKEY_free(again);
    }
    OPENSSL_free(data);
}

static int count;

/* A cipher costs two derivations of a key: `thoroughly` one or the other is tried with each structure. */
static void encode_all(context c, EVP_PKEY *key, int thoroughly)
{
    static const int selections[] = {EVP_PKEY_KEYPAIR,
                                     EVP_PKEY_PUBLIC_KEY,
                                     OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
                                     OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
                                     OSSL_KEYMGMT_SELECT_KEYPAIR,
                                     OSSL_KEYMGMT_SELECT_ALL,
                                     EVP_PKEY_KEY_PARAMETERS};
    static const char *const formats[] = {"PEM", "DER", "TEXT"},
                             *const structures[] = {NULL, "PrivateKeyInfo", "EncryptedPrivateKeyInfo",
                                                    "SubjectPublicKeyInfo", "type-specific"},
                             *const ciphers[] = {NULL, "AES-256-CBC", "DES-EDE3-CBC"};
    for (size_t s = 0; s < sizeof selections / sizeof *selections; s++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
            for (size_t t = 0; t < sizeof structures / sizeof *structures; t++)
                for (size_t p = 0; p < (thoroughly && s == 0 && (f == 0 || t == 2) ? 3 : 1); p++)
                    if (p == 0 || (f + t + p) % 2 == 0) {
                        encode_as(c, key, selections[s], formats[f], structures[t], ciphers[p]);
                        count++;
                    }
    /* A cipher that there is not, or that does not protect keys. */
    static const char *const none[] = {"no-such-cipher", "AES-256-GCM"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        unsigned char *data = NULL;
        size_t bytes = 0;
        OSSL_ENCODER_CTX *const encoder = OSSL_ENCODER_CTX_new_for_pkey(key, EVP_PKEY_KEYPAIR, "PEM", NULL, NULL);
        REFUSED(OSSL_ENCODER_CTX_set_cipher(encoder, none[i], NULL) &&
                OSSL_ENCODER_CTX_set_passphrase(encoder, (const unsigned char *)passphrase, sizeof passphrase - 1) &&
                OSSL_ENCODER_to_data(encoder, &data, &bytes));
        CHECK(data == NULL);
        OSSL_ENCODER_CTX_free(encoder);
    }
}

/* Two public halves: one that is a key, and one of its length that is none where the scheme bounds what stands in it.
 */
static void check_public(context c, EVP_PKEY *key, const char *name)
{
    OSSL_PARAM *params = NULL;
    CHECK(EVP_PKEY_todata(key, EVP_PKEY_PUBLIC_KEY, &params));
    for (int impossible = 0; impossible < 2; impossible++) {
        EVP_PKEY *half = NULL;
        EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
        for (OSSL_PARAM *p = params; impossible && p->key != NULL; p++)
            memset(p->data, 0xff, p->data_size);
        CHECK(EVP_PKEY_fromdata_init(ctx));
        CHECK(EVP_PKEY_fromdata(ctx, &half, EVP_PKEY_PUBLIC_KEY, params));
        EVP_PKEY_CTX *const asked = EVP_PKEY_CTX_new_from_pkey(c.lib, half, NULL);
        /* Of the other schemes every string of the right length is a key, but for SNOVA's of half a byte. */
        static const char *const with_bounds[] = {TEST_BOUNDED_KEYS};
        int bounded = 0;
        for (size_t i = 0; i < sizeof with_bounds / sizeof with_bounds[0]; i++)
            bounded |= strstr(name, with_bounds[i]) != NULL;
        if (impossible && bounded)
            REFUSED(EVP_PKEY_public_check(asked));
        else
            CHECK(EVP_PKEY_public_check(asked));
        EVP_PKEY_CTX_free(asked);
        EVP_PKEY_free(half);
        EVP_PKEY_CTX_free(ctx);
    }
    OSSL_PARAM_free(params);
}

int main(int argc, char **argv)
{
    const context c = load(argv[1]);
    CHECK(argc > 2);
    for (char **name = argv + 2; *name != NULL; name++) {
        EVP_PKEY *key = NULL;
        int insecure = 1;
        const OSSL_PARAM params[] = {OSSL_PARAM_construct_int("allow_insecure", &insecure), OSSL_PARAM_END};
        EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, *name, NULL);
        CHECK(EVP_PKEY_keygen_init(ctx));
        CHECK(EVP_PKEY_CTX_set_params(ctx, params));
        CHECK(EVP_PKEY_generate(ctx, &key));
        EVP_PKEY_CTX_free(ctx);
        encode_all(c, key, name == argv + 2);
        check_public(c, key, *name);
        EVP_PKEY_free(key);
    }
    unload(c);
    printf("%d encodings\n", count);
    return 0;
}
