/* Reading a key from DER. The functions that it calls are proved or tested by themselves: here they give any result
 * that they may give. */
#include "differ.h"
#include "key/key_read.c"
#include "taken.h"

const char *const neosig_key_labels[NEOSIG_LABELS] = {"PUBLIC KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY"};
static neosig_alg alg;

int neosig_key_has_forms(const neosig_alg *of)
{
    int has;
    return has;
}

neosig_error neosig_key_wrong(neosig_key *key, neosig_error error, const char *format, ...)
{
    key->wrong[0] = '?';
    return error;
}

uint8_t *neosig_key_copy(const uint8_t *bytes, size_t count)
{
    __CPROVER_assert(__CPROVER_r_ok(bytes, count), "what is copied is there");
    return malloc(count);
}

void neosig_key_free(void *text, size_t bytes)
{
    __CPROVER_assert(text == NULL || __CPROVER_w_ok(text, bytes), "what is wiped is there");
    free(text);
}

const neosig_alg *neosig_alg_by_oid(const char *dotted)
{
    _Bool known;
    return known ? &alg : NULL;
}

const char *neosig_strerror(neosig_error error)
{
    return "";
}

neosig_error neosig_key_make(neosig_key *key, const neosig_alg *of, const uint8_t *seed, const neosig_options *options)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(seed, of->seed_bytes), "the seed is there");
    *key = (neosig_key){.alg = of};
    if (error == NEOSIG_OK) {
        key->public_key = any_bytes(of->public_key_bytes);
        key->secret_key = any_bytes(of->secret_key_bytes);
        key->seed = any_bytes(of->seed_bytes);
    }
    return error;
}

void neosig_key_release(neosig_key *key)
{
    neosig_key_free(key->public_key, alg.public_key_bytes);
    neosig_key_free(key->secret_key, alg.secret_key_bytes);
    neosig_key_free(key->seed, alg.seed_bytes);
    *key = (neosig_key){.alg = NULL};
}

neosig_error neosig_public_key(const neosig_alg *of, uint8_t *pk, const uint8_t *sk, size_t bytes,
                               const neosig_options *options)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(pk, of->public_key_bytes) && __CPROVER_r_ok(sk, bytes), "both keys are there");
    return error;
}

neosig_error neosig_check_keypair(const neosig_alg *of, const uint8_t *pk, size_t pk_bytes, const uint8_t *sk,
                                  size_t sk_bytes, const neosig_options *options)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(pk, pk_bytes) && __CPROVER_r_ok(sk, sk_bytes), "both keys are there");
    return error;
}

int neosig_attributes_take(neosig_der_piece attributes, neosig_der_piece *digest)
{
    int good;
    __CPROVER_assert(__CPROVER_r_ok(attributes.data, attributes.bytes), "the attributes are there");
    return good;
}

void neosig_der_oid_decode(char dotted[NEOSIG_DER_OID_TEXT], neosig_der_piece oid)
{
    __CPROVER_assert(__CPROVER_r_ok(oid.data, oid.bytes) && __CPROVER_w_ok(dotted, NEOSIG_DER_OID_TEXT),
                     "what is decoded is there");
    dotted[0] = '\0';
}

int neosig_attributes_match(neosig_der_piece digest, const neosig_key *key)
{
    int match;
    return match;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    int order;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return order;
}

void harness_read_secret(void)
{
    neosig_alg any;
    alg = any;
    __CPROVER_assume(alg.public_key_bytes < (size_t)1 << 40 && alg.secret_key_bytes < (size_t)1 << 40 &&
                     alg.seed_bytes < (size_t)1 << 40);
    neosig_key key = {.alg = NULL};
    read_secret(&key, any_piece());
    neosig_key_release(&key);
}

void harness_read_public(void)
{
    neosig_alg any;
    alg = any;
    __CPROVER_assume(alg.public_key_bytes < (size_t)1 << 40);
    neosig_key key = {.alg = NULL};
    read_public(&key, any_piece());
    neosig_key_free(key.public_key, alg.public_key_bytes);
}

void harness_label_of(void)
{
    label_of(any_piece());
}

const char *neosig_pem_take(neosig_der_piece *text, char label[NEOSIG_PEM_LABEL], neosig_der_piece *body)
{
    _Bool good;
    size_t used, bytes;
    char any[NEOSIG_PEM_LABEL];
    __CPROVER_assert(__CPROVER_r_ok(text->data, text->bytes), "the text is there");
    __CPROVER_assume(used <= text->bytes && (used != 0 || any[0] == '\0') && any[NEOSIG_PEM_LABEL - 1] == '\0' &&
                     fits(bytes));
    *text = (neosig_der_piece){text->data + used, text->bytes - used};
    memcpy(label, any, sizeof any);
    if (any[0] != '\0')
        *body = (neosig_der_piece){any_bytes(bytes), bytes};
    return good ? NULL : "is cut";
}

const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body)
{
    _Bool good;
    size_t used;
    const size_t room = body.bytes / 4 * 3;
    __CPROVER_assert(__CPROVER_w_ok(data, room) && __CPROVER_r_ok(body.data, body.bytes), "text and room are there");
    __CPROVER_assume(used <= room);
    *bytes = used;
    return good ? NULL : "is wrong";
}

neosig_error neosig_pbes2_decrypt(uint8_t *key, size_t *bytes, neosig_der_piece body, const uint8_t *passphrase,
                                  size_t passphrase_bytes, const char **wrong)
{
    neosig_error error;
    size_t used;
    __CPROVER_assert(__CPROVER_w_ok(key, body.bytes) && __CPROVER_r_ok(body.data, body.bytes), "the key has room");
    __CPROVER_assume(used <= body.bytes);
    *bytes = used;
    *wrong = "is protected";
    return error;
}

void neosig_wipe_stack(void)
{
}

int strcmp(const char *a, const char *b)
{
    int order;
    __CPROVER_assert(__CPROVER_r_ok(a, 1) && __CPROVER_r_ok(b, 1), "what is compared is there");
    return order;
}

neosig_error any_read(neosig_key *key, neosig_der_piece body)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(body.data, body.bytes), "the structure is there");
    return error;
}

void harness_neosig_key_read(void)
{
    size_t bytes, passphrase_bytes;
    _Bool given;
    neosig_key_kind kind;
    neosig_key key;
    __CPROVER_assume(fits(bytes) && fits(passphrase_bytes));
    neosig_key_read(&key, kind, any_bytes(bytes), bytes, given ? any_bytes(passphrase_bytes) : NULL, passphrase_bytes);
    __CPROVER_assert(key.kind <= NEOSIG_KEY_ANY, "a kind");
}
