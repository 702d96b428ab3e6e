#include "provider.h"

#include <openssl/core_object.h>
#include <stdlib.h>
#include <string.h>

/* No key has as many bytes of DER: a public and a secret one, and what is around them. */
enum { DER_MOST = NEOSIG_MAX_PUBLIC_KEY_BYTES + NEOSIG_MAX_SECRET_KEY_BYTES + 1024, ATTRIBUTES_MOST = 65536 };

typedef struct decoder {
    const provider *in;
    const set *set;
} decoder;

static void *make(const provider *in, size_t slot)
{
    decoder *const d = in->sets[slot].alg != NULL ? allocate(in, sizeof *d) : NULL;
    if (d != NULL)
        *d = (decoder){in, &in->sets[slot]};
    return d;
}

static int read_bytes(const provider *in, OSSL_CORE_BIO *from, uint8_t *to, size_t bytes)
{
    for (size_t got; bytes != 0; to += got, bytes -= got)
        if (!in->bio_read(from, to, bytes, &got) || got == 0)
            return 0;
    return 1;
}

/* Reads one SEQUENCE if it is a key of this set, told by the AlgorithmIdentifier, which stands after `before` bytes of
 * its content. Else, and where it ends early, NULL: it is for another decoder. */
static uint8_t *read_der(const decoder *d, OSSL_CORE_BIO *from, size_t before, size_t *bytes)
{
    const size_t id_bytes = d->set->algorithm_id_bytes;
    uint8_t head[6 + 3 + ALGORITHM_ID_BYTES];
    if (!read_bytes(d->in, from, head, 2) || head[0] != 0x30)
        return NULL;
    size_t length = head[1], header = 2;
    if (length >= 128) {
        const size_t digits = length - 128;
        if (digits < 1 || digits > 4 || !read_bytes(d->in, from, head + 2, digits))
            return NULL;
        length = 0;
        for (size_t i = 0; i < digits; i++)
            length = length << 8 | head[header++];
    }
    if (length < before + id_bytes || length > DER_MOST + ATTRIBUTES_MOST ||
        !read_bytes(d->in, from, head + header, before + id_bytes) ||
        memcmp(head + header + before, d->set->algorithm_id, id_bytes) != 0)
        return NULL;
    *bytes = header + length;
    uint8_t *const der = allocate(d->in, *bytes);
    if (der == NULL)
        return NULL;
    const size_t got = header + before + id_bytes;
    memcpy(der, head, got);
    if (read_bytes(d->in, from, der + got, *bytes - got))
        return der;
    neosig_key_free(der, *bytes);
    return NULL;
}

/* Returns 1 also where there was nothing for it, so that OpenSSL asks others, and forgets the error: private keys of
 * oqs-provider have another length, and others may do what a library that only verifies does not. */
static int decode(const decoder *d, OSSL_CORE_BIO *from, neosig_key_kind kind, OSSL_CALLBACK *callback, void *argument)
{
    const size_t version = kind == NEOSIG_KEY_SECRET ? 3 : 0; /* an INTEGER of one byte */
    size_t bytes;
    uint8_t *const der = read_der(d, from, version, &bytes);
    if (der == NULL)
        return 1;
    key *k = key_new(d->in, d->set);
    const neosig_error error = k != NULL ? neosig_key_read(&k->members, kind, der, bytes, NULL, 0) : NEOSIG_ERR_MEMORY;
    neosig_key_free(der, bytes);
    int done = error == NEOSIG_ERR_LENGTH || error == NEOSIG_ERR_UNSUPPORTED;
    if (error == NEOSIG_OK) {
        int type = OSSL_OBJECT_PKEY;
        char name[sizeof d->set->name];
        memcpy(name, d->set->name, sizeof name);
        const OSSL_PARAM params[] = {PARAM(OSSL_OBJECT_PARAM_TYPE, OSSL_PARAM_INTEGER, &type, sizeof type),
                                     PARAM(OSSL_OBJECT_PARAM_DATA_TYPE, OSSL_PARAM_UTF8_STRING, name, strlen(name)),
                                     PARAM(OSSL_OBJECT_PARAM_REFERENCE, OSSL_PARAM_OCTET_STRING, &k, sizeof k),
                                     PARAM_END};
        done = callback(params, argument);
    } else {
        RAISE(d->in, error, "a %s of %s %s", kind == NEOSIG_KEY_SECRET ? "private key" : "public key", d->set->name,
              k != NULL ? k->members.wrong : "");
    }
    key_free(k); /* NULL if it was taken (load) */
    return done;
}

static int decode_private(void *d, OSSL_CORE_BIO *from, int selection, OSSL_CALLBACK *callback, void *argument,
                          OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_argument)
{
    return decode(d, from, NEOSIG_KEY_SECRET, callback, argument);
}

static int decode_public(void *d, OSSL_CORE_BIO *from, int selection, OSSL_CALLBACK *callback, void *argument,
                         OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_argument)
{
    return decode(d, from, NEOSIG_KEY_PUBLIC, callback, argument);
}

/* 0 is any selection. What is both is a private key. */
static int private_selection(void *in, int selection)
{
    return selection == 0 || selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
}

static int public_selection(void *in, int selection)
{
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
}

static int export(void *d, const void *reference, size_t bytes, OSSL_CALLBACK *callback, void *argument)
{
    key *k;
    if (bytes != sizeof k)
        return 0;
    memcpy(&k, reference, sizeof k);
    return key_export(k, OSSL_KEYMGMT_SELECT_KEYPAIR, callback, argument);
}

/* clang-format off */
#define F(id, function) ENTRY(OSSL_FUNC_DECODER_##id, function)
#define KIND(i, kind) \
    static const OSSL_DISPATCH kind##_functions_##i[] = { \
        F(NEWCTX, new_##i) F(FREECTX, free) F(DOES_SELECTION, kind##_selection) F(DECODE, decode_##kind) \
        F(EXPORT_OBJECT, export) LAST};
#define FUNCTIONS(i) \
    static void *new_##i(void *in) { return make(in, i); } \
    KIND(i, private) KIND(i, public)
/* clang-format on */
EACH_SLOT(FUNCTIONS)

#define PRIVATE_OF(i) private_functions_##i,
#define PUBLIC_OF(i) public_functions_##i,
const char *const decoder_properties[DECODERS] = {"provider=neosig,input=der,structure=PrivateKeyInfo",
                                                  "provider=neosig,input=der,structure=SubjectPublicKeyInfo"};
const OSSL_DISPATCH *const decoder_functions[DECODERS][SLOTS] = {{EACH_SLOT(PRIVATE_OF)}, {EACH_SLOT(PUBLIC_OF)}};
