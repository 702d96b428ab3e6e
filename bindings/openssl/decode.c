#include "key/der.h"
#include "provider.h"

#include <openssl/core_object.h>
#include <string.h>

/* No key has as many bytes of DER: a public and a secret one, and what is around them. */
enum { DER_MOST = NEOSIG_MAX_PUBLIC_KEY_BYTES + NEOSIG_MAX_SECRET_KEY_BYTES + 1024, ATTRIBUTES_MOST = 65536 };

/* A decoder keeps nothing: its context is the set. */
static void *context_of(const provider *in, size_t slot)
{
    return in->sets[slot].alg != NULL ? (void *)(uintptr_t)&in->sets[slot] : NULL;
}

static void free_nothing(void *s)
{
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
static uint8_t *read_der(const set *s, OSSL_CORE_BIO *from, size_t before, size_t *bytes)
{
    const size_t id_bytes = s->algorithm_id_bytes;
    uint8_t head[6 + 3 + ALGORITHM_ID_BYTES];
    if (!read_bytes(s->in, from, head, 2) || head[0] != 0x30)
        return NULL;
    size_t length = head[1], header = 2;
    if (length >= 128) {
        const size_t digits = length - 128;
        if (digits < 1 || digits > 4 || !read_bytes(s->in, from, head + 2, digits))
            return NULL;
        length = 0;
        for (size_t i = 0; i < digits; i++)
            length = length << 8 | head[header++];
    }
    if (length < before + id_bytes || length > DER_MOST + ATTRIBUTES_MOST ||
        !read_bytes(s->in, from, head + header, before + id_bytes) ||
        memcmp(head + header + before, s->algorithm_id, id_bytes) != 0)
        return NULL;
    *bytes = header + length;
    uint8_t *const der = allocate(s->in, *bytes);
    if (der == NULL)
        return NULL;
    const size_t got = header + before + id_bytes;
    memcpy(der, head, got);
    if (read_bytes(s->in, from, der + got, *bytes - got))
        return der;
    neosig_key_free(der, *bytes);
    return NULL;
}

/* OpenSSL's own ML-DSA reads keys of two more forms than RFC 9881 has: the seed alone, and the expanded key alone, with
 * no header. */
static int is_bare(const set *s, const uint8_t *der, size_t bytes)
{
    neosig_der_piece all = {der, bytes}, body, skipped, content;
    return strcmp(s->alg->scheme, "ml-dsa") == 0 && neosig_der_take(&all, NEOSIG_DER_SEQUENCE, &body) &&
           neosig_der_take(&body, NEOSIG_DER_INTEGER, &skipped) &&
           neosig_der_take(&body, NEOSIG_DER_SEQUENCE, &skipped) &&
           neosig_der_take(&body, NEOSIG_DER_OCTET_STRING, &content) &&
           (content.bytes == s->alg->seed_bytes || content.bytes == s->alg->secret_key_bytes);
}

static int hand_over(key **k, OSSL_CALLBACK *callback, void *argument)
{
    int type = OSSL_OBJECT_PKEY;
    char name[sizeof(*k)->set->name];
    memcpy(name, (*k)->set->name, sizeof name);
    const OSSL_PARAM params[] = {PARAM(OSSL_OBJECT_PARAM_TYPE, OSSL_PARAM_INTEGER, &type, sizeof type),
                                 PARAM(OSSL_OBJECT_PARAM_DATA_TYPE, OSSL_PARAM_UTF8_STRING, name, strlen(name)),
                                 PARAM(OSSL_OBJECT_PARAM_REFERENCE, OSSL_PARAM_OCTET_STRING, k, sizeof *k), PARAM_END};
    return callback(params, argument);
}

/* Returns 1 also where there was nothing for it, so that OpenSSL asks others, and forgets the error: keys of another
 * form, and those that a library cannot read that only verifies. */
static int decode(const set *s, OSSL_CORE_BIO *from, neosig_key_kind kind, OSSL_CALLBACK *callback, void *argument)
{
    const size_t version = kind == NEOSIG_KEY_SECRET ? 3 : 0; /* an INTEGER of one byte */
    size_t bytes;
    uint8_t *const der = read_der(s, from, version, &bytes);
    if (der == NULL)
        return 1;
    key *k = key_new(s->in, s);
    const neosig_error error = k != NULL ? neosig_key_read(&k->members, kind, der, bytes, NULL, 0) : NEOSIG_ERR_MEMORY;
    int done = error == NEOSIG_ERR_LENGTH || error == NEOSIG_ERR_UNSUPPORTED ||
               (error == NEOSIG_ERR_KEY && kind == NEOSIG_KEY_SECRET && is_bare(s, der, bytes));
    neosig_key_free(der, bytes);
    if (error == NEOSIG_OK)
        done = hand_over(&k, callback, argument);
    else
        RAISE(s->in, error, "a %s of %s %s", kind == NEOSIG_KEY_SECRET ? "private key" : "public key", s->name,
              k != NULL ? k->members.wrong : "");
    key_free(k); /* NULL if it was taken (load) */
    return done;
}

static int decode_private(void *s, OSSL_CORE_BIO *from, int selection, OSSL_CALLBACK *callback, void *argument,
                          OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_argument)
{
    return decode(s, from, NEOSIG_KEY_SECRET, callback, argument);
}

static int decode_public(void *s, OSSL_CORE_BIO *from, int selection, OSSL_CALLBACK *callback, void *argument,
                         OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_argument)
{
    return decode(s, from, NEOSIG_KEY_PUBLIC, callback, argument);
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

static int export(void *s, const void *reference, size_t bytes, OSSL_CALLBACK *callback, void *argument)
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
        F(NEWCTX, new_##i) F(FREECTX, free_nothing) F(DOES_SELECTION, kind##_selection) F(DECODE, decode_##kind) \
        F(EXPORT_OBJECT, export) LAST};
#define FUNCTIONS(i) \
    static void *new_##i(void *in) { return context_of(in, i); } \
    KIND(i, private) KIND(i, public)
/* clang-format on */
EACH_SLOT(FUNCTIONS)

/* Two decoders for each set. One decoder that looks the object identifier up could not do the work. OpenSSL looks it up
 * itself in a public key (spki2typespki_decode) and in a private key that was under a passphrase (epki2pki_decode), and
 * then passes over every decoder of another name or structure (decoder_process). Where a program or a certificate names
 * the type of a key, OpenSSL collects decoders of that name only (collect_decoder). */
#define PRIVATE_OF(i) private_functions_##i,
#define PUBLIC_OF(i) public_functions_##i,
const char *const decoder_properties[DECODERS] = {"provider=neosig,input=der,structure=PrivateKeyInfo",
                                                  "provider=neosig,input=der,structure=SubjectPublicKeyInfo"};
const OSSL_DISPATCH *const decoder_functions[DECODERS][SLOTS] = {{EACH_SLOT(PRIVATE_OF)}, {EACH_SLOT(PUBLIC_OF)}};
