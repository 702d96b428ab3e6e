/* hostile MODULES [CHANGES SET...]: parameters, files, orders of calls and failing streams that no careful program has.
 * What is refused is refused with an error, changes nothing, and leaks nothing (valgrind looks). CHANGES: of each file.
 */
#include "program.h"

#include <stdint.h>

static unsigned char many[MOST], signature[MOST];
static int two = 2, minus = -1;
static int64_t large = INT64_MAX;
static double real = 1;
static char text[] = "1", *text_pointer = text;

/* Values that no parameter of neosig has. */
static const OSSL_PARAM wrong[] = {
    {NULL, OSSL_PARAM_INTEGER, &two, sizeof two, 0},
    {NULL, OSSL_PARAM_INTEGER, &minus, sizeof minus, 0},
    {NULL, OSSL_PARAM_UNSIGNED_INTEGER, &large, sizeof large, 0},
    {NULL, OSSL_PARAM_INTEGER, &large, 3, 0},
    {NULL, OSSL_PARAM_INTEGER, NULL, sizeof two, 0},
    {NULL, OSSL_PARAM_REAL, &real, sizeof real, 0},
    {NULL, OSSL_PARAM_UTF8_STRING, text, 1, 0},
    {NULL, OSSL_PARAM_UTF8_PTR, &text_pointer, 1, 0},
    {NULL, OSSL_PARAM_OCTET_STRING, many, sizeof many, 0},
    {NULL, OSSL_PARAM_OCTET_STRING, many, SIZE_MAX, 0},
    {NULL, OSSL_PARAM_OCTET_STRING, NULL, 3, 0},
    {NULL, 99, many, 3, 0},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

/* REFUSED for each of these under each of the names. */
#define REFUSED_ALL(names, params, call)                                                                               \
    for (size_t name_ = 0; name_ < sizeof(names) / sizeof *(names); name_++)                                           \
        for (size_t value_ = 0; value_ < WRONG; value_++) {                                                            \
            OSSL_PARAM params[] = {wrong[value_], OSSL_PARAM_END};                                                     \
            params->key = (names)[name_];                                                                              \
            REFUSED(call);                                                                                             \
        }

static void parameters_of_signatures(context c, EVP_PKEY *key)
{
    static const char *const names[] = {"context-string", "deterministic", "mu", "message-encoding", "test-entropy",
                                        "signature",      "allow_insecure"};
    size_t bytes = MOST;
    EVP_PKEY_CTX *ctx = NULL;
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    CHECK(EVP_DigestSignInit_ex(md, &ctx, NULL, c.lib, NULL, key, NULL));
    REFUSED_ALL(names, params, EVP_PKEY_CTX_set_params(ctx, params))
    /* What a set has not is refused as a whole: the context string that comes with it is not taken. */
    int one = 1;
    const OSSL_PARAM both[] = {{"context-string", OSSL_PARAM_OCTET_STRING, many, 3, 0},
                               {"mu", OSSL_PARAM_INTEGER, &one, sizeof one, 0},
                               OSSL_PARAM_END};
    REFUSED(EVP_PKEY_CTX_set_params(ctx, both));
    REFUSED(EVP_DigestSignInit_ex(md, &ctx, "SHA256", c.lib, NULL, key, NULL));
    EVP_MD_CTX_free(md);

    EVP_MD_CTX *const again = EVP_MD_CTX_new();
    CHECK(EVP_DigestSignInit_ex(again, &ctx, NULL, c.lib, NULL, key, NULL));
    REFUSED_ALL(names, params, EVP_PKEY_CTX_set_params(ctx, params))
    REFUSED(EVP_PKEY_CTX_set_params(ctx, both));
    OSSL_PARAM ask[] = {{"algorithm-id", OSSL_PARAM_OCTET_STRING, many, 3, 0}, OSSL_PARAM_END};
    REFUSED(EVP_PKEY_CTX_get_params(ctx, ask));
    *ask = (OSSL_PARAM){"algorithm-id", OSSL_PARAM_INTEGER, &one, sizeof one, 0};
    REFUSED(EVP_PKEY_CTX_get_params(ctx, ask));
    CHECK(EVP_DigestSign(again, signature, &bytes, message, sizeof message));
    CHECK(verify(c, key, signature, bytes));
    EVP_MD_CTX_free(again);
}

static void parameters_of_keys(context c, EVP_PKEY *key, const char *name)
{
    static const char *const to_make[] = {"seed", "allow_insecure"}, *const members[] = {"pub", "priv", "seed"};
    EVP_PKEY *made = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    CHECK(EVP_PKEY_keygen_init(ctx));
    REFUSED_ALL(to_make, params, EVP_PKEY_CTX_set_params(ctx, params))
    CHECK(EVP_PKEY_generate(ctx, &made));
    CHECK(EVP_PKEY_fromdata_init(ctx));
    EVP_PKEY *none = NULL;
    REFUSED_ALL(members, params, EVP_PKEY_fromdata(ctx, &none, EVP_PKEY_KEYPAIR, params))
    REFUSED(EVP_PKEY_fromdata(ctx, &none, EVP_PKEY_KEYPAIR, (OSSL_PARAM[]){OSSL_PARAM_END}));
    REFUSED(EVP_PKEY_fromdata(ctx, &none, EVP_PKEY_KEY_PARAMETERS, (OSSL_PARAM[]){OSSL_PARAM_END}));
    /* Bytes of the right length, which are no key. */
    OSSL_PARAM *params = NULL;
    CHECK(EVP_PKEY_todata(made, EVP_PKEY_KEYPAIR, &params));
    for (OSSL_PARAM *p = params; p->key != NULL; p++)
        memset(p->data, 0xff, p->data_size);
    REFUSED(EVP_PKEY_fromdata(ctx, &none, EVP_PKEY_KEYPAIR, params));
    OSSL_PARAM_free(params);

    /* Answers without room, or of another type. */
    static const char *const questions[] = {"bits", "security-bits", "max-size", "mandatory-digest", "pub", "priv"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        OSSL_PARAM ask[] = {{questions[i], OSSL_PARAM_REAL, &real, sizeof real, 0}, OSSL_PARAM_END};
        REFUSED(EVP_PKEY_get_params(key, ask));
        if (i == 3)
            continue; /* an empty string fits everywhere */
        *ask = (OSSL_PARAM){questions[i], i < 4 ? OSSL_PARAM_INTEGER : OSSL_PARAM_OCTET_STRING, many, 2, 0};
        REFUSED(EVP_PKEY_get_params(key, ask));
    }
    EVP_PKEY_free(made);
    EVP_PKEY_CTX_free(ctx);
}

/* Changes of bytes anywhere, lengths that lie, and ends that come early. Whether a key is left is as may be; where none
 * is, an error says so. */
static void files(context c, EVP_PKEY *key, const char *name, const char *structure, int changes)
{
    size_t bytes;
    uint32_t state = 1;
    unsigned char *const der = encode(key, structure, &bytes);
    for (int i = 0; i < changes; i++) {
        unsigned char *const changed = malloc(bytes); /* so that what reads beyond is seen */
        memcpy(changed, der, bytes);
        for (int n = 0; n < 1 + i % 3; n++) {
            state = 1664525 * state + 1013904223;
            /* Half of them in the headers. */
            changed[state >> 8 & 1 ? (state >> 9) % 40 : (state >> 9) % bytes] ^= (unsigned char)(1 << (state >> 29));
        }
        const size_t left = i % 4 == 0 ? (state >> 5) % bytes : bytes;
        if (!decode(c, name, structure, changed, left))
            check(ERR_peek_error() != 0, "refused without an error", __LINE__);
        ERR_clear_error();
        free(changed);
    }
    static const unsigned char lies[][7] = {{6, 0x30, 0x84, 0xff, 0xff, 0xff, 0xff},
                                            {6, 0x30, 0x84, 0, 0x34, 0, 0},
                                            {6, 0x30, 0x88, 1, 0, 0, 0},
                                            {2, 0x30, 0x80},
                                            {2, 0x30, 0xff},
                                            {2, 0x30, 0},
                                            {1, 0x30},
                                            {0}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        REFUSED(decode(c, name, structure, lies[i] + 1, lies[i][0]));
        /* The same in front of a key's own content. */
        const size_t header = (size_t)(der[1] < 128 ? 2 : 2 + der[1] - 128), lie = lies[i][0];
        unsigned char *const both = malloc(lie + bytes - header);
        memcpy(both, lies[i] + 1, lie);
        memcpy(both + lie, der + header, bytes - header);
        if (lie != 0)
            REFUSED(decode(c, name, structure, both, lie + bytes - header));
        free(both);
    }
    OPENSSL_free(der);
}

static int no_passphrase(char *to, size_t room, size_t *bytes, const OSSL_PARAM params[], void *unused)
{
    (void)to, (void)room, (void)bytes, (void)params, (void)unused;
    return 0;
}

/* A key that is to be under a passphrase is not written without. */
static void writing(EVP_PKEY *key)
{
    BIO *const full = BIO_new_mem_buf(many, MOST), *const out = BIO_new(BIO_s_mem()); /* full is only read */
    for (size_t i = 0; i <= WRONG; i++) {
        OSSL_ENCODER_CTX *const encoder =
            OSSL_ENCODER_CTX_new_for_pkey(key, EVP_PKEY_KEYPAIR, "PEM", "PrivateKeyInfo", NULL);
        if (i == WRONG) {
            CHECK(OSSL_ENCODER_CTX_set_cipher(encoder, "AES-256-CBC", NULL));
            CHECK(OSSL_ENCODER_CTX_set_passphrase_cb(encoder, no_passphrase, NULL));
            REFUSED(OSSL_ENCODER_to_bio(encoder, out));
        } else {
            OSSL_PARAM params[] = {wrong[i], OSSL_PARAM_END};
            params->key = OSSL_ENCODER_PARAM_CIPHER;
            REFUSED(OSSL_ENCODER_CTX_set_params(encoder, params));
        }
        OSSL_ENCODER_CTX_free(encoder);
    }
    CHECK(BIO_pending(out) == 0);
    for (size_t i = 0; i < 4; i++) {
        static const char *const forms[] = {"PEM", "DER", "TEXT", "PEM"};
        OSSL_ENCODER_CTX *const encoder =
            OSSL_ENCODER_CTX_new_for_pkey(key, i == 3 ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, forms[i],
                                          i == 3 ? "SubjectPublicKeyInfo" : NULL, NULL);
        REFUSED(OSSL_ENCODER_to_bio(encoder, full));
        OSSL_ENCODER_CTX_free(encoder);
    }
    BIO_free(full);
    BIO_free(out);
}

/* Messages of no bytes, final calls without and after others, copies that outlive what they are copies of. */
static void streams(context c, EVP_PKEY *key)
{
    size_t bytes = 0;
    EVP_MD_CTX *const md = EVP_MD_CTX_new(), *const copy = EVP_MD_CTX_new();
    CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
    CHECK(EVP_DigestSignUpdate(md, NULL, 0));
    CHECK(EVP_DigestSignUpdate(md, message, 0));
    REFUSED(EVP_DigestSignUpdate(md, message, SIZE_MAX - 100));
    REFUSED(EVP_DigestSignUpdate(md, message, SIZE_MAX / 2 + 1));
    CHECK(EVP_DigestSignFinal(md, NULL, &bytes));
    check(bytes == (size_t)EVP_PKEY_get_size(key), "the size that is needed", __LINE__);
    bytes--;
    REFUSED(EVP_DigestSignFinal(md, signature, &bytes));
    CHECK(EVP_MD_CTX_copy_ex(copy, md));
    EVP_MD_CTX_free(md);
    bytes = MOST;
    CHECK(EVP_DigestSignFinal(copy, signature, &bytes));

    /* One context for one thing after another, the key gone but for it. */
    CHECK(EVP_PKEY_up_ref(key));
    CHECK(EVP_MD_CTX_reset(copy));
    CHECK(EVP_DigestVerifyInit_ex(copy, NULL, NULL, c.lib, NULL, key, NULL));
    EVP_PKEY_free(key);
    CHECK(EVP_DigestVerify(copy, signature, bytes, NULL, 0));
    CHECK(EVP_MD_CTX_reset(copy));
    CHECK(EVP_DigestVerifyInit_ex(copy, NULL, NULL, c.lib, NULL, key, NULL));
    CHECK(EVP_DigestVerifyFinal(copy, signature, bytes));
    CHECK(EVP_MD_CTX_reset(copy));
    CHECK(EVP_DigestVerifyInit_ex(copy, NULL, NULL, c.lib, NULL, key, NULL));
    REFUSED(EVP_DigestVerify(copy, NULL, 0, NULL, 0));
    CHECK(EVP_MD_CTX_reset(copy));
    CHECK(EVP_DigestVerifyInit_ex(copy, NULL, NULL, c.lib, NULL, key, NULL));
    REFUSED(EVP_DigestVerify(copy, many, MOST, NULL, 0));
    REFUSED(verify(c, key, signature, bytes));
    EVP_MD_CTX_free(copy);
}

/* A public key does not sign. */
static void halves(context c, EVP_PKEY *key, const char *name)
{
    OSSL_PARAM *params = NULL;
    EVP_PKEY *half = NULL;
    EVP_PKEY_CTX *const ctx = EVP_PKEY_CTX_new_from_name(c.lib, name, NULL);
    CHECK(EVP_PKEY_todata(key, EVP_PKEY_PUBLIC_KEY, &params));
    CHECK(EVP_PKEY_fromdata_init(ctx));
    CHECK(EVP_PKEY_fromdata(ctx, &half, EVP_PKEY_PUBLIC_KEY, params));
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    REFUSED(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, half, NULL));
    EVP_MD_CTX_free(md);
    const size_t bytes = sign(c, key, signature);
    CHECK(verify(c, half, signature, bytes));
    EVP_PKEY *const twin = EVP_PKEY_dup(half);
    EVP_PKEY_free(half);
    CHECK(verify(c, twin, signature, bytes));
    EVP_PKEY_free(twin);
    /* There are no parameters of keys: a copy of them is a key without either half. */
    EVP_PKEY *const empty = EVP_PKEY_new();
    CHECK(EVP_PKEY_copy_parameters(empty, key));
    CHECK(EVP_PKEY_is_a(empty, name));
    size_t public_bytes;
    check(!EVP_PKEY_get_octet_string_param(empty, "pub", many, MOST, &public_bytes), "a public key", __LINE__);
    ERR_clear_error();
    EVP_PKEY_free(empty);
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
}

/* Things that are freed before what they are used by. */
static void orders(const char *modules, const char *name)
{
    context c = load(modules);
    EVP_PKEY *const key = generate(c, name);
    EVP_MD_CTX *const md = EVP_MD_CTX_new();
    size_t bytes = MOST;
    CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, c.lib, NULL, key, NULL));
    CHECK(EVP_DigestSignUpdate(md, message, HALF));
    EVP_PKEY_free(key);
    CHECK(OSSL_PROVIDER_unload(c.neosig));
    CHECK(OSSL_PROVIDER_unload(c.base));
    CHECK(EVP_DigestSignFinal(md, signature, &bytes));
    EVP_MD_CTX_free(md);
    OSSL_LIB_CTX_free(c.lib);
}

int main(int argc, char **argv)
{
    static char *sets[] = {"falcon-512", "haetae2", "snova-i-s", NULL};
    const int changes = argc > 3 ? atoi(argv[2]) : 200;
    const context c = load(argv[1]);
    OSSL_PARAM ask[] = {{"version", OSSL_PARAM_REAL, &real, sizeof real, 0}, OSSL_PARAM_END};
    REFUSED(OSSL_PROVIDER_get_params(c.neosig, ask));
    for (char **set = argc > 3 ? argv + 3 : sets; *set != NULL; set++) {
        EVP_PKEY *const key = generate(c, *set);
        parameters_of_signatures(c, key);
        parameters_of_keys(c, key, *set);
        files(c, key, *set, "PrivateKeyInfo", changes);
        files(c, key, *set, "SubjectPublicKeyInfo", changes);
        writing(key);
        streams(c, key);
        halves(c, key, *set);
        orders(argv[1], *set);
        EVP_PKEY_free(key);
    }
    unload(c);
    printf("%d changes\n", changes);
    return 0;
}
