/* contexts MODULES [ROUNDS]: what programs do with libcrypto, in two library contexts, of which one comes and goes. */
#include "program.h"

#include <dlfcn.h>
#include <openssl/core_dispatch.h>

static OSSL_provider_init_fn *init;
static int left_out; /* 0: nothing */

static int init_without(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *given, const OSSL_DISPATCH **functions,
                        void **state)
{
    OSSL_DISPATCH passed[256];
    size_t count = 0;
    for (; given->function_id != 0; given++)
        if (given->function_id != left_out && count < sizeof passed / sizeof passed[0] - 1)
            passed[count++] = *given;
    passed[count] = *given;
    return init(core, passed, functions, state);
}

/* The provider refuses a core that lacks one of the functions that the provider calls. */
static void without_a_function(const char *modules)
{
    static const int needed[] = {OSSL_FUNC_CORE_GET_PARAMS,        OSSL_FUNC_CORE_GET_LIBCTX,
                                 OSSL_FUNC_CORE_NEW_ERROR,         OSSL_FUNC_CORE_SET_ERROR_DEBUG,
                                 OSSL_FUNC_CORE_VSET_ERROR,        OSSL_FUNC_CORE_SET_ERROR_MARK,
                                 OSSL_FUNC_CORE_POP_ERROR_TO_MARK, OSSL_FUNC_CORE_OBJ_CREATE,
                                 OSSL_FUNC_CORE_OBJ_ADD_SIGID,     OSSL_FUNC_BIO_READ_EX,
                                 OSSL_FUNC_BIO_WRITE_EX,           0};
    char path[4096];
    CHECK(snprintf(path, sizeof path, "%s/neosigprovider.so", modules) < (int)sizeof path);
    void *const module = dlopen(path, RTLD_NOW);
    CHECK(module != NULL);
    *(void **)&init = dlsym(module, "OSSL_provider_init");
    CHECK(init != NULL);
    OSSL_LIB_CTX *const lib = OSSL_LIB_CTX_new();
    CHECK(OSSL_PROVIDER_add_builtin(lib, "without", init_without));
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        left_out = needed[i];
        OSSL_PROVIDER *const provider = OSSL_PROVIDER_load(lib, "without");
        CHECK((provider != NULL) == (left_out == 0));
        if (provider != NULL)
            CHECK(OSSL_PROVIDER_unload(provider));
        ERR_clear_error();
    }
    OSSL_LIB_CTX_free(lib);
    CHECK(dlclose(module) == 0);
}

/* In pieces, twice from the same beginning: a copy is a stream of its own. */
static void sign_in_pieces(context c, EVP_PKEY *key)
{
    static unsigned char one[MOST], two[MOST];
    size_t one_bytes = MOST, two_bytes = MOST;
    EVP_MD_CTX *const md = EVP_MD_CTX_new(), *const copy = EVP_MD_CTX_new();
    CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
    CHECK(EVP_DigestSignUpdate(md, message, HALF));
    CHECK(EVP_MD_CTX_copy_ex(copy, md));
    CHECK(EVP_DigestSignUpdate(md, message + HALF, sizeof message - HALF));
    CHECK(EVP_DigestSignUpdate(copy, message + HALF, sizeof message - HALF));
    CHECK(EVP_DigestSignFinal(md, one, &one_bytes));
    CHECK(EVP_DigestSignFinal(copy, two, &two_bytes));
    CHECK(verify(c, key, one, one_bytes));
    CHECK(verify(c, key, two, two_bytes));
    CHECK(one_bytes != two_bytes || memcmp(one, two, one_bytes) != 0); /* each draws */
    EVP_MD_CTX_free(md);
    EVP_MD_CTX_free(copy);
}

/* Pieces and a call with the rest, in any order: what is signed is what was given, one after the other, and nothing
 * less is ever valid. A call with the rest leaves what was given in pieces as it was, where the version allows another.
 */
static void pieces_and_rest(context c, EVP_PKEY *key)
{
    static unsigned char signature[MOST], other[MOST];
    const size_t rest = sizeof message - HALF, bytes = sign(c, key, signature);
    for (size_t given = 0; given <= sizeof message; given += HALF) {
        size_t other_bytes = MOST;
        EVP_MD_CTX *const md = EVP_MD_CTX_new();
        CHECK(EVP_DigestVerifyInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
        CHECK(EVP_DigestVerifyUpdate(md, message, given));
        CHECK(EVP_DigestVerify(md, signature, bytes, message + given, sizeof message - given));
        if (given != 0) { /* from 3.5 on this is refused, whatever it is */
            check(EVP_DigestVerify(md, signature, bytes, message, sizeof message) != 1, "pieces are forgotten",
                  __LINE__);
            ERR_clear_error();
        }
        CHECK(EVP_MD_CTX_reset(md));
        CHECK(EVP_DigestVerifyInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
        CHECK(EVP_DigestVerifyUpdate(md, "forged header ", 14));
        REFUSED(EVP_DigestVerify(md, signature, bytes, message, sizeof message));
        CHECK(EVP_MD_CTX_reset(md));
        CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
        CHECK(EVP_DigestSignUpdate(md, message, given));
        CHECK(EVP_DigestSign(md, NULL, &other_bytes, message + given, sizeof message - given));
        CHECK(EVP_DigestSign(md, other, &other_bytes, message + given, sizeof message - given));
        CHECK(verify(c, key, other, other_bytes));
        if (EVP_DigestSignUpdate(md, message + HALF, rest) == 1 && given == HALF) { /* until 3.4 */
            other_bytes = MOST;
            CHECK(EVP_DigestSignFinal(md, other, &other_bytes));
            CHECK(verify(c, key, other, other_bytes));
        }
        ERR_clear_error();
        EVP_MD_CTX_free(md);
    }
}

/* A key by its parameters, in another context; then with a half that is not its own. */
static void transfer(context to, EVP_PKEY *key, EVP_PKEY *other, const char *name)
{
    static unsigned char signature[MOST];
    unsigned char *foreign = NULL;
    size_t foreign_bytes;
    OSSL_PARAM *params = NULL;
    EVP_PKEY *copy = NULL;
    CHECK(EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params));
    EVP_PKEY_CTX *const import = EVP_PKEY_CTX_new_from_name(to.lib, name, NULL);
    CHECK(EVP_PKEY_fromdata_init(import));
    CHECK(EVP_PKEY_fromdata(import, &copy, EVP_PKEY_KEYPAIR, params));
    CHECK(EVP_PKEY_eq(key, copy));
    CHECK(verify(to, copy, signature, sign(to, copy, signature)));
    REFUSED(verify(to, other, signature, sign(to, copy, signature)));

    CHECK(EVP_PKEY_get_octet_string_param(other, OSSL_PKEY_PARAM_PUB_KEY, NULL, 0, &foreign_bytes));
    foreign = malloc(foreign_bytes);
    CHECK(EVP_PKEY_get_octet_string_param(other, OSSL_PKEY_PARAM_PUB_KEY, foreign, foreign_bytes, &foreign_bytes));
    for (OSSL_PARAM *p = params; p->key != NULL; p++)
        if (strcmp(p->key, OSSL_PKEY_PARAM_PUB_KEY) == 0) {
            memcpy(p->data, foreign, foreign_bytes);
            EVP_PKEY *wrong = NULL;
            REFUSED(EVP_PKEY_fromdata(import, &wrong, EVP_PKEY_KEYPAIR, params));
            p->data_size--;
            REFUSED(EVP_PKEY_fromdata(import, &wrong, EVP_PKEY_PUBLIC_KEY, params));
            p->data_size++;
        }
    free(foreign);
    OSSL_PARAM_free(params);
    EVP_PKEY_free(copy);
    EVP_PKEY_CTX_free(import);
}

typedef struct exported {
    OSSL_LIB_CTX *lib;
    const char *name;
    int selection;
    EVP_PKEY *key;
} exported;

static int import_exported(const OSSL_PARAM params[], void *argument)
{
    exported *const to = argument;
    EVP_PKEY_CTX *const import = EVP_PKEY_CTX_new_from_name(to->lib, to->name, NULL);
    CHECK(EVP_PKEY_fromdata_init(import));
    const int good = EVP_PKEY_fromdata(import, &to->key, to->selection, (OSSL_PARAM *)(uintptr_t)params);
    EVP_PKEY_CTX_free(import);
    return good;
}

static int export_decoded(OSSL_DECODER_INSTANCE *decoder, const OSSL_PARAM *params, void *argument)
{
    const OSSL_PARAM *const reference = OSSL_PARAM_locate_const(params, OSSL_OBJECT_PARAM_REFERENCE);
    CHECK(reference != NULL);
    CHECK(!OSSL_DECODER_export(decoder, reference->data, reference->data_size - 1, import_exported, argument));
    return OSSL_DECODER_export(decoder, reference->data, reference->data_size, import_exported, argument);
}

/* A decoder exports what it has read, as it does for the key management of another provider: the key is the same. */
static void decode_and_export(context c, EVP_PKEY *key, const char *name, const char *structure)
{
    static unsigned char signature[MOST];
    const int is_private = *structure == 'P';
    size_t bytes;
    char properties[128];
    snprintf(properties, sizeof properties, "provider=neosig,input=der,structure=%s", structure);
    unsigned char *const der = encode(key, structure, &bytes);
    const unsigned char *from = der;
    exported to = {.lib = c.lib, .name = name, .selection = is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY};
    OSSL_DECODER *const decoder = OSSL_DECODER_fetch(c.lib, name, properties);
    OSSL_DECODER_CTX *const ctx = OSSL_DECODER_CTX_new();
    CHECK(OSSL_DECODER_CTX_add_decoder(ctx, decoder));
    CHECK(OSSL_DECODER_CTX_set_construct(ctx, export_decoded));
    CHECK(OSSL_DECODER_CTX_set_construct_data(ctx, &to));
    CHECK(OSSL_DECODER_from_data(ctx, &from, &bytes));
    CHECK(EVP_PKEY_eq(key, to.key));
    CHECK(verify(c, key, signature, sign(c, is_private ? to.key : key, signature)));
    CHECK(verify(c, to.key, signature, sign(c, key, signature)));
    EVP_PKEY_free(to.key);
    OSSL_DECODER_CTX_free(ctx);
    OSSL_DECODER_free(decoder);
    OPENSSL_free(der);
}

/* Keys that are cut anywhere in their headers, and with each byte of these changed: none is a key. */
static void damage(context c, EVP_PKEY *key, const char *name, const char *structure)
{
    enum { HEADERS = 36, LEAST = 18 }; /* bytes before a key, at most and at least */
    size_t bytes;
    unsigned char *const der = encode(key, structure, &bytes);
    CHECK(bytes > 2 * HEADERS);
    CHECK(decode(c, name, structure, der, bytes));
    for (size_t i = 0; i < HEADERS; i++) {
        unsigned char *const cut = malloc(i + 1); /* so that what reads beyond is seen */
        memcpy(cut, der, i);
        REFUSED(decode(c, name, structure, cut, i));
        free(cut);
    }
    for (size_t i = 0; i < LEAST; i++)
        for (unsigned bit = 0; bit < 8; bit += 7) {
            der[i] ^= (unsigned char)(1u << bit);
            REFUSED(decode(c, name, structure, der, bytes));
            der[i] ^= (unsigned char)(1u << bit);
        }
    CHECK(decode(c, name, structure, der, bytes));
    if (*structure == 'P') {
        const char *reason = "";
        der[bytes - 1] ^= 1;
        check(!decode(c, name, structure, der, bytes), "a damaged key", __LINE__);
        ERR_peek_error_all(NULL, NULL, NULL, &reason, NULL);
        check(strstr(reason, name) != NULL && strstr(reason, "damaged") != NULL, reason, __LINE__);
        ERR_clear_error();
    }
    OPENSSL_free(der);
}

/* The functions for messages. */
static void messages(context c, EVP_PKEY *key, const char *name, const char *other)
{
#if OPENSSL_VERSION_NUMBER >= 0x30400000L
    static unsigned char signature[MOST];
    size_t bytes = MOST;
    EVP_SIGNATURE *const algorithm = EVP_SIGNATURE_fetch(c.lib, name, NULL), *const wrong = EVP_SIGNATURE_fetch(
                                                                                 c.lib, other, NULL);
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_pkey(c.lib, key, NULL);
    CHECK(EVP_PKEY_sign_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_sign_message_update(ctx, message, HALF));
    CHECK(EVP_PKEY_sign_message_update(ctx, message + HALF, sizeof message - HALF));
    CHECK(EVP_PKEY_sign_message_final(ctx, signature, &bytes));
    CHECK(verify(c, key, signature, bytes));
    bytes = MOST;
    CHECK(EVP_PKEY_sign_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_sign(ctx, signature, &bytes, message, sizeof message));
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_verify(ctx, signature, bytes, message, sizeof message));
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_CTX_set_signature(ctx, signature, bytes));
    CHECK(EVP_PKEY_verify_message_update(ctx, message, HALF));
    CHECK(EVP_PKEY_verify_message_update(ctx, message + HALF, sizeof message - HALF));
    CHECK(EVP_PKEY_verify_message_final(ctx));
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_CTX_set_signature(ctx, signature, bytes));
    CHECK(EVP_PKEY_verify_message_update(ctx, message, HALF));
    REFUSED(EVP_PKEY_verify_message_final(ctx));
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_verify_message_update(ctx, message, HALF));
    CHECK(EVP_PKEY_verify(ctx, signature, bytes, message + HALF, sizeof message - HALF));
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_verify_message_update(ctx, message, HALF));
    REFUSED(EVP_PKEY_verify(ctx, signature, bytes, message, sizeof message));
    bytes = MOST;
    CHECK(EVP_PKEY_sign_message_init(ctx, algorithm, NULL));
    CHECK(EVP_PKEY_sign_message_update(ctx, message, HALF));
    CHECK(EVP_PKEY_sign(ctx, signature, &bytes, message + HALF, sizeof message - HALF));
    CHECK(verify(c, key, signature, bytes));
    REFUSED(EVP_PKEY_sign_message_init(ctx, wrong, NULL));
    EVP_PKEY_CTX_free(ctx);
    EVP_SIGNATURE_free(algorithm);
    EVP_SIGNATURE_free(wrong);
#else
    (void)c, (void)key, (void)name, (void)other;
#endif
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"falcon-512", "haetae2", "snova-i-b"};
    static unsigned char signature[MOST];
    const context stays = load(argv[1]);
    const int rounds = argc == 3 ? atoi(argv[2]) : 100;
    CHECK(rounds);
    without_a_function(argv[1]);
    for (size_t i = 0; i < 3; i++) {
        const char *const name = names[i];
        const context second = load(argv[1]);
        EVP_PKEY *const key = generate(stays, name), *const other = generate(second, name);
        EVP_PKEY *const duplicate = EVP_PKEY_dup(key);
        CHECK(duplicate != NULL);
        CHECK(EVP_PKEY_eq(key, duplicate));
        CHECK(EVP_PKEY_eq(key, other) == 0);
        CHECK(EVP_PKEY_get_security_bits(key));
        CHECK(EVP_PKEY_get_size(key));
        sign_in_pieces(stays, key);
        pieces_and_rest(stays, key);
        transfer(second, key, other, name);
        decode_and_export(stays, key, name, "PrivateKeyInfo");
        decode_and_export(stays, key, name, "SubjectPublicKeyInfo");
        if (i == 0) {
            damage(stays, key, name, "PrivateKeyInfo");
            damage(stays, key, name, "SubjectPublicKeyInfo");
        }
        messages(stays, key, name, names[(i + 1) % 3]);
        EVP_PKEY_free(other);
        unload(second);
        CHECK(verify(stays, duplicate, signature, sign(stays, key, signature)));
        EVP_PKEY_free(key);
        EVP_PKEY_free(duplicate);
    }
    unload(stays); /* so that the module goes each time */
    for (int i = 0; i < rounds; i++) {
        const context c = load(argv[1]);
        EVP_PKEY *const key = generate(c, names[(size_t)i % 3]);
        CHECK(verify(c, key, signature, sign(c, key, signature)));
        EVP_PKEY_free(key);
        unload(c);
    }
    printf("%d rounds\n", rounds);
    return 0;
}
