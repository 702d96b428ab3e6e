/* dladdr, and RTLD_NOLOAD */
#define _GNU_SOURCE
#include "provider.h"

#include <dlfcn.h>
#include <string.h>

/* Ciphers, and how a key is protected by one, are functions of libcrypto which it hands to no provider. The provider is
 * linked with none, and asks the one that has loaded it. */
typedef struct libcrypto {
    void *(*fetch_cipher)(OPENSSL_CORE_CTX *, const char *name, const char *properties);
    void (*release_cipher)(void *cipher);
    void *(*read_plain)(void **, const unsigned char **, long);
    void (*release_plain)(void *);
    void *(*encrypt)(int pbe, const void *cipher, const char *passphrase, int passphrase_bytes, unsigned char *salt,
                     int salt_bytes, int iterations, void *plain, OPENSSL_CORE_CTX *, const char *properties);
    int (*write)(const void *, unsigned char **);
    void (*release)(void *);
} libcrypto;

static const char *const symbols[] = {
    "EVP_CIPHER_fetch", "EVP_CIPHER_free", "d2i_PKCS8_PRIV_KEY_INFO", "PKCS8_PRIV_KEY_INFO_free", "PKCS8_encrypt_ex",
    "i2d_X509_SIG",     "X509_SIG_free"};

enum { SYMBOLS = sizeof symbols / sizeof *symbols, ITERATIONS = 600000 };
_Static_assert(sizeof(libcrypto) == SYMBOLS * sizeof(void *), "a name for each function");

/* It is the one that this function of the core is in. */
static int find(const provider *in, libcrypto *crypto)
{
    Dl_info where;
    void *address, *functions[SYMBOLS];
    memcpy(&address, &in->new_error, sizeof address);
    void *const handle = dladdr(address, &where) != 0 ? dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    int found = handle != NULL;
    for (size_t i = 0; i < SYMBOLS && found; i++) {
        functions[i] = dlsym(handle, symbols[i]);
        found = functions[i] != NULL;
    }
    if (handle != NULL)
        dlclose(handle); /* it stays: it has loaded this provider */
    memcpy(crypto, functions, found ? sizeof *crypto : 0);
    return found || RAISE(in, NEOSIG_ERR_UNSUPPORTED, "the libcrypto that protects keys was not found");
}

void *fetch_cipher(const provider *in, const char *name)
{
    libcrypto crypto;
    return find(in, &crypto) ? crypto.fetch_cipher(in->get_libctx(in->core), name, NULL) : NULL;
}

void release_cipher(const provider *in, void *cipher)
{
    libcrypto crypto;
    if (cipher != NULL && find(in, &crypto))
        crypto.release_cipher(cipher);
}

uint8_t *protect_key(const provider *in, const void *cipher, const uint8_t *der, size_t bytes, const char *passphrase,
                     size_t passphrase_bytes, size_t *protected_bytes)
{
    libcrypto crypto;
    const unsigned char *from = der;
    uint8_t *to = NULL;
    if (!find(in, &crypto))
        return NULL;
    void *const plain = crypto.read_plain(NULL, &from, (long)bytes);
    void *const protected = plain != NULL ? crypto.encrypt(-1, cipher, passphrase, (int)passphrase_bytes, NULL, 0,
                                                           ITERATIONS, plain, in->get_libctx(in->core), NULL)
                                          : NULL;
    const int needed = protected != NULL ? crypto.write(protected, NULL) : 0;
    if (needed > 0)
        to = allocate(in, (size_t)needed);
    if (to != NULL) {
        unsigned char *at = to;
        *protected_bytes = (size_t)crypto.write(protected, &at);
    }
    crypto.release(protected);
    crypto.release_plain(plain);
    return to;
}
