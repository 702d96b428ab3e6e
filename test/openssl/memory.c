/* memory MODULES: every allocation of the provider fails once. What was asked for fails with an error in the queue, or
 * is done all the same, and nothing is left behind, nor a secret in what is freed. (GNU C library only: its allocator
 * has other names as well.) */
#define _GNU_SOURCE
#include "program.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void __libc_free(void *memory);

/* Where the provider is; which of its allocations fails, counted down; what it has not freed. */
static uintptr_t provider_from, provider_to;
static int until_failure = -1, failed;
enum { LIVE_MOST = 4096 };
static void *live[LIVE_MOST];
static size_t live_count;

static int find_provider(struct dl_phdr_info *object, size_t bytes, void *unused)
{
    (void)bytes, (void)unused;
    if (strstr(object->dlpi_name, "neosigprovider") == NULL)
        return 0;
    provider_from = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const uintptr_t end = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
        if (object->dlpi_phdr[i].p_type == PT_LOAD && end > provider_to)
            provider_to = end;
    }
    return 1;
}

static int of_provider(const void *caller)
{
    return (uintptr_t)caller >= provider_from && (uintptr_t)caller < provider_to;
}

static int fails(void)
{
    if (until_failure < 0 || until_failure-- > 0)
        return 0;
    failed = 1;
    return 1;
}

static void *noted(void *memory)
{
    check(live_count < LIVE_MOST, "LIVE_MOST", __LINE__);
    live[live_count++] = memory;
    return memory;
}

void *malloc(size_t bytes)
{
    if (!of_provider(__builtin_return_address(0)))
        return __libc_malloc(bytes);
    return fails() ? NULL : noted(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
    if (!of_provider(__builtin_return_address(0)))
        return __libc_calloc(count, bytes);
    return fails() ? NULL : noted(__libc_calloc(count, bytes));
}

/* Pieces of secrets: of the secret key, and of the seed that a key is made from. */
enum { WINDOW = 16, SEED_BYTES = 48 };
static unsigned char windows[2][WINDOW], seed[SEED_BYTES];
static unsigned secrets_freed;

static void look(const unsigned char *memory)
{
    const size_t bytes = malloc_usable_size((void *)(uintptr_t)memory);
    for (size_t i = 0; i + WINDOW <= bytes; i++)
        for (size_t j = 0; j < 2; j++)
            secrets_freed += windows[j][0] == memory[i] && memcmp(memory + i, windows[j], WINDOW) == 0;
}

void free(void *memory)
{
    for (size_t i = live_count; memory != NULL && i-- > 0;)
        if (live[i] == memory) {
            look(memory);
            live[i] = live[--live_count];
            break;
        }
    __libc_free(memory);
}

/* ---- What is asked for: each returns whether it was done, and frees everything. */

static const char name[] = "falcon-512", *modules;
static context c;
static EVP_PKEY *key;
static unsigned char signature[MOST];
static size_t signature_bytes;

static int make_key(void)
{
    EVP_PKEY *made = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    const int done = EVP_PKEY_keygen_init(ctx) > 0 && EVP_PKEY_generate(ctx, &made) > 0;
    EVP_PKEY_free(made);
    EVP_PKEY_CTX_free(ctx);
    return done;
}

static int make_key_of_seed(void)
{
    EVP_PKEY *made = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string("seed", seed, sizeof seed),
                                 OSSL_PARAM_construct_end()};
    const int done =
        EVP_PKEY_keygen_init(ctx) > 0 && EVP_PKEY_CTX_set_params(ctx, params) > 0 && EVP_PKEY_generate(ctx, &made) > 0;
    EVP_PKEY_free(made);
    EVP_PKEY_CTX_free(ctx);
    return done;
}

static int copy_key(void)
{
    EVP_PKEY *const copy = EVP_PKEY_dup(key);
    EVP_PKEY_free(copy);
    return copy != NULL;
}

static int carry_key(void)
{
    OSSL_PARAM *params = NULL;
    EVP_PKEY *copy = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    const int done = EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params) > 0 && EVP_PKEY_fromdata_init(ctx) > 0 &&
                     EVP_PKEY_fromdata(ctx, &copy, EVP_PKEY_KEYPAIR, params) > 0;
    OSSL_PARAM_free(params);
    EVP_PKEY_free(copy);
    EVP_PKEY_CTX_free(ctx);
    return done;
}

static int check_key(void)
{
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_pkey(c.lib, key, NULL);
    const int done = EVP_PKEY_check(ctx) > 0;
    EVP_PKEY_CTX_free(ctx);
    return done;
}

static int check_public(void)
{
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_pkey(c.lib, key, NULL);
    const int done = EVP_PKEY_public_check(ctx) > 0;
    EVP_PKEY_CTX_free(ctx);
    return done;
}

static int write_as(const char *form, const char *structure, int selection, const char *cipher)
{
    BIO *const out = BIO_new(BIO_s_mem());
    OSSL_ENCODER_CTX *const encoder = OSSL_ENCODER_CTX_new_for_pkey(key, selection, form, structure, NULL);
    const int done = (cipher == NULL || (OSSL_ENCODER_CTX_set_cipher(encoder, cipher, NULL) > 0 &&
                                         OSSL_ENCODER_CTX_set_passphrase(encoder, message, sizeof message) > 0)) &&
                     OSSL_ENCODER_to_bio(encoder, out) > 0;
    OSSL_ENCODER_CTX_free(encoder);
    BIO_free(out);
    return done;
}

static int write_secret(void)
{
    return write_as("PEM", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, NULL);
}

static int write_protected(void)
{
    return write_as("DER", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, "AES-256-CBC");
}

static int write_by_libcrypto(void)
{
    return write_as("PEM", "EncryptedPrivateKeyInfo", EVP_PKEY_KEYPAIR, "AES-128-CBC");
}

static int write_public(void)
{
    return write_as("DER", "SubjectPublicKeyInfo", EVP_PKEY_PUBLIC_KEY, NULL);
}

static int write_text(void)
{
    return write_as("TEXT", NULL, EVP_PKEY_KEYPAIR, NULL);
}

static unsigned char *secret_der, *public_der;
static size_t secret_bytes, public_bytes;

static int read_secret(void)
{
    return decode(c, name, "PrivateKeyInfo", secret_der, secret_bytes);
}

/* Its last byte is missing: an error in any case. */
static int read_cut(void)
{
    return !decode(c, name, "PrivateKeyInfo", secret_der, secret_bytes - 1);
}

static int read_public(void)
{
    return decode(c, name, "SubjectPublicKeyInfo", public_der, public_bytes);
}

static int sign_at_once(void)
{
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    size_t bytes = MOST;
    const int done = EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL) > 0 &&
                     EVP_DigestSign(md, signature, &bytes, message, sizeof message) > 0;
    EVP_MD_CTX_free(md);
    return done;
}

static int sign_in_pieces(void)
{
    static unsigned char long_message[3000];
    EVP_MD_CTX *const md = EVP_MD_CTX_new(), *const copy = EVP_MD_CTX_new();
    size_t bytes = MOST;
    const int done = EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL) > 0 &&
                     EVP_DigestSignUpdate(md, message, HALF) > 0 &&
                     EVP_DigestSignUpdate(md, long_message, sizeof long_message) > 0 &&
                     EVP_MD_CTX_copy_ex(copy, md) > 0 && EVP_DigestSignFinal(copy, signature, &bytes) > 0;
    EVP_MD_CTX_free(md);
    EVP_MD_CTX_free(copy);
    return done;
}

static int verify_in_pieces(void)
{
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    const int done = EVP_DigestVerifyInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL) > 0 &&
                     EVP_DigestVerifyUpdate(md, message, sizeof message) > 0 &&
                     EVP_DigestVerifyFinal(md, signature, signature_bytes) > 0;
    EVP_MD_CTX_free(md);
    return done;
}

static int verify_the_rest(void)
{
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    const int done = EVP_DigestVerifyInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL) > 0 &&
                     EVP_DigestVerifyUpdate(md, message, HALF) > 0 &&
                     EVP_DigestVerify(md, signature, signature_bytes, message + HALF, sizeof message - HALF) > 0;
    EVP_MD_CTX_free(md);
    return done;
}

static int load_again(void)
{
    OSSL_LIB_CTX *const lib = OSSL_LIB_CTX_new();
    CHECK(OSSL_PROVIDER_set_default_search_path(lib, modules));
    OSSL_PROVIDER *const neosig = OSSL_PROVIDER_load(lib, "neosigprovider");
    if (neosig != NULL)
        OSSL_PROVIDER_unload(neosig);
    OSSL_LIB_CTX_free(lib);
    return neosig != NULL;
}

#define ASKED(function)                                                                                                \
    {                                                                                                                  \
#function, function                                                                                            \
    }
static const struct {
    const char *what;
    int (*done)(void);
} asked[] = {ASKED(make_key),         ASKED(make_key_of_seed),   ASKED(read_cut),     ASKED(copy_key),
             ASKED(carry_key),        ASKED(check_key),          ASKED(check_public), ASKED(write_secret),
             ASKED(write_protected),  ASKED(write_by_libcrypto), ASKED(write_public), ASKED(write_text),
             ASKED(read_secret),      ASKED(read_public),        ASKED(sign_at_once), ASKED(sign_in_pieces),
             ASKED(verify_in_pieces), ASKED(verify_the_rest),    ASKED(load_again)};

int main(int argc, char **argv)
{
    char what[128];
    int failures = 0;
    check(argc == 2, "memory MODULES", __LINE__);
    modules = argv[1];
    c = load(modules);
    check(dl_iterate_phdr(find_provider, NULL) == 1, "where the provider is", __LINE__);
    key = generate(c, name);
    secret_der = encode(key, "PrivateKeyInfo", &secret_bytes);
    public_der = encode(key, "SubjectPublicKeyInfo", &public_bytes);
    for (size_t i = 0; i < sizeof seed; i++)
        seed[i] = (unsigned char)(7 * i + 1);
    memcpy(windows[0], secret_der + secret_bytes / 2, WINDOW);
    memcpy(windows[1], seed, WINDOW);
    secrets_freed = 0; /* windows were zero until now */
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        signature_bytes = sign(c, key, signature);
        check(asked[i].done(), asked[i].what, __LINE__); /* what OpenSSL keeps is made now */
        failed = 1;
        for (int n = 0; failed; n++) {
            const size_t before = live_count;
            failed = 0;
            until_failure = n;
            const int done = asked[i].done();
            until_failure = -1;
            snprintf(what, sizeof what, "%s, allocation %d", asked[i].what, n);
            check(live_count == before, what, __LINE__);
            check(secrets_freed == 0, what, __LINE__);
            check(done || (failed && ERR_peek_error() != 0), what, __LINE__);
            ERR_clear_error();
            failures += failed;
        }
    }
    EVP_PKEY_free(key);
    OPENSSL_free(secret_der);
    OPENSSL_free(public_der);
    unload(c);
    check(live_count == 0, "something is left", __LINE__);
    check(failures > 50, "hardly anything was allocated", __LINE__);
    printf("%d failures\n", failures);
    return 0;
}
