/* What the programs here share: a check, and a library context with neosig in it. */
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check(int good, const char *what, int line)
{
    if (good)
        return;
    fprintf(stderr, "line %d: %s\n", line, what);
    ERR_print_errors_fp(stderr);
    exit(1);
}
#define CHECK(good) check((good) > 0, #good, __LINE__)

/* It fails, and an error says why. */
#define REFUSED(good)                                                                                                  \
    (check((good) <= 0, "not refused: " #good, __LINE__),                                                              \
     check(ERR_peek_error() != 0, "refused without an error: " #good, __LINE__), ERR_clear_error())

static const unsigned char message[] = "a message";
enum { HALF = 4, MOST = 50000 };

typedef struct context {
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *base, *neosig;
} context;

static inline context load(const char *modules)
{
    context c = {.lib = OSSL_LIB_CTX_new()};
    CHECK(c.lib != NULL);
    CHECK(OSSL_PROVIDER_set_default_search_path(c.lib, modules));
    CHECK((c.base = OSSL_PROVIDER_load(c.lib, "default")) != NULL);
    CHECK((c.neosig = OSSL_PROVIDER_load(c.lib, "neosigprovider")) != NULL);
    return c;
}

static inline void unload(context c)
{
    CHECK(OSSL_PROVIDER_unload(c.neosig));
    CHECK(OSSL_PROVIDER_unload(c.base));
    OSSL_LIB_CTX_free(c.lib);
}

static inline EVP_PKEY *generate(context c, const char *name)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    CHECK(EVP_PKEY_keygen_init(ctx));
    CHECK(EVP_PKEY_generate(ctx, &key));
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static inline size_t sign(context c, EVP_PKEY *key, unsigned char *signature)
{
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    size_t bytes = MOST;
    CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
    CHECK(EVP_DigestSign(md, signature, &bytes, message, sizeof message));
    EVP_MD_CTX_free(md);
    return bytes;
}

static inline int verify(context c, EVP_PKEY *key, const unsigned char *signature, size_t bytes)
{
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    CHECK(EVP_DigestVerifyInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
    const int good = EVP_DigestVerify(md, signature, bytes, message, sizeof message);
    EVP_MD_CTX_free(md);
    return good;
}

/* A key as DER: of a structure "PrivateKeyInfo" or "SubjectPublicKeyInfo". For OPENSSL_free. */
static inline unsigned char *encode(EVP_PKEY *key, const char *structure, size_t *bytes)
{
    unsigned char *der = NULL;
    const int selection = *structure == 'P' ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    OSSL_ENCODER_CTX *const encoder = OSSL_ENCODER_CTX_new_for_pkey(key, selection, "DER", structure, NULL);
    *bytes = 0;
    CHECK(OSSL_ENCODER_to_data(encoder, &der, bytes));
    OSSL_ENCODER_CTX_free(encoder);
    return der;
}

static inline int decode(context c, const char *name, const char *structure, const unsigned char *der, size_t bytes)
{
    EVP_PKEY *key = NULL;
    const int selection = *structure == 'P' ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    OSSL_DECODER_CTX *const decoder =
        OSSL_DECODER_CTX_new_for_pkey(&key, "DER", structure, name, selection, c.lib, NULL);
    const int good = OSSL_DECODER_from_data(decoder, &der, &bytes) && key != NULL;
    OSSL_DECODER_CTX_free(decoder);
    EVP_PKEY_free(key);
    return good;
}
