/* The key files' parsers, from inside: what the program's own files cannot show. */
#include "../../apps/der.h"
#include "../../apps/keyfile.h"
#include "../../apps/pem.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

/* ---- Object identifiers ---- */

static void check_oid(const char *dotted, const char *expected, size_t bytes)
{
    uint8_t oid[DER_OID_BYTES];
    char text[DER_OID_TEXT];
    CHECK(der_oid_encode(oid, dotted) == bytes);
    CHECK(memcmp(oid, expected, bytes) == 0);
    der_oid_decode(text, (der_piece){oid, bytes});
    CHECK(strcmp(text, dotted) == 0);
}

static void test_oids(void)
{
    check_oid("0.0", "\x00", 1);
    check_oid("0.39", "\x27", 1);
    check_oid("1.0.8571", "\x28\xc2\x7b", 3);
    check_oid("1.39", "\x4f", 1);
    check_oid("2.0", "\x50", 1);
    check_oid("2.39", "\x77", 1);
    check_oid("2.48", "\x81\x00", 2);
    check_oid("2.999.3", "\x88\x37\x03", 3);
    check_oid("1.2.840.113549", "\x2a\x86\x48\x86\xf7\x0d", 6);
    check_oid("2.25.340282366920938463463374607431768211455", /* 2^128 - 1 */
              "\x69\x83\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 20);
    static const char *const bad[] = {
        "",     "1",    "1.",  ".1",   "3.1",  "1..2",
        "1.2.", "1.2a", "a.b", "1.2 ", "10.1", "1.999999999999999999999999999999999999999999999999999999999999"};
    uint8_t oid[DER_OID_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(der_oid_encode(oid, bad[i]) == 0);

    /* As many arcs as fit, and one more. */
    char text[2 * DER_OID_BYTES + 8] = "1.2";
    for (size_t n = 1; n < DER_OID_BYTES; n++)
        strcat(text, ".3");
    CHECK(der_oid_encode(oid, text) == DER_OID_BYTES);
    strcat(text, ".3");
    CHECK(der_oid_encode(oid, text) == 0);
}

/* ---- Elements ---- */

static void test_elements(void)
{
    static const size_t sizes[] = {0, 1, 127, 128, 255, 256, 65535, 65536, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t room = sizes[i] + 6;
        uint8_t *der = allocate(room), *content = allocate(sizes[i]);
        memset(content, 0x55, sizes[i]);
        der_writer w = {der + room, der + room};
        der_put(&w, content, sizes[i]);
        der_put_header(&w, DER_OCTET_STRING, w.end);
        der_piece in = {w.at, (size_t)(w.end - w.at)}, taken;
        CHECK(!der_take(&in, DER_SEQUENCE, &taken) && in.data == w.at);
        CHECK(der_take(&in, DER_OCTET_STRING, &taken) && in.bytes == 0);
        CHECK(taken.bytes == sizes[i] && memcmp(taken.data, content, sizes[i]) == 0);
        for (size_t less = 1; less <= (size_t)(w.end - w.at) && less < 10; less++) {
            der_piece cut = {w.at, (size_t)(w.end - w.at) - less};
            CHECK(!der_take(&cut, DER_OCTET_STRING, &taken));
        }
        free(der);
        free(content);
    }
    static const struct {
        const char *der;
        size_t bytes;
    } bad[] = {{"\x04\x80\x00\x00", 4},
               {"\x04\x81\x01\x00", 4},
               {"\x04\x82\x00\x80", 4},
               {"\x04\x85\x00\x00\x00\x00\x00", 7},
               {"\x04\xff", 2},
               {"\x04", 1},
               {"", 0},
               {"\x04\x84\xff\xff\xff\xff", 6}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        der_piece in = {(const uint8_t *)bad[i].der, bad[i].bytes}, taken;
        CHECK(!der_take(&in, DER_OCTET_STRING, &taken));
    }
}

/* ---- PEM ---- */

static void test_pem(void)
{
    enum { MOST = 200 };
    uint8_t data[MOST], text[2 * MOST], back[2 * MOST];
    for (size_t i = 0; i < MOST; i++)
        data[i] = (uint8_t)(i * 167);
    for (size_t bytes = 0; bytes <= MOST; bytes++) {
        size_t length = pem_bytes("X", bytes), got;
        memset(text, 0xee, sizeof text);
        pem_encode(text, "X", data, bytes);
        CHECK(length < sizeof text && text[length - 1] == '\n' && text[length] == 0xee);
        CHECK(pem_decode(back, &got, "X", text, length) == NULL && got == bytes && memcmp(back, data, bytes) == 0);
        CHECK(pem_decode(back, &got, "Y", text, length) != NULL && got == 0);
        /* Cut anywhere but in the last line end, it is refused. */
        unsigned accepted = 0;
        for (size_t cut = 0; cut < length - 1; cut++)
            accepted += pem_decode(back, &got, "X", text, cut) == NULL;
        CHECK(accepted == 0);
    }
    /* Every character of the alphabet and no other, checked against its definition. */
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned c = 0; c < 256; c++) {
        char line[64];
        size_t got;
        int n = snprintf(line, sizeof line, "-----BEGIN X-----\nAAA%c\n-----END X-----\n", c ? (char)c : '?');
        const char *place = c ? memchr(alphabet, (int)c, 64) : NULL;
        const char *wrong = pem_decode(back, &got, "X", (const uint8_t *)line, (size_t)n);
        if (place != NULL)
            CHECK(wrong == NULL && got == 3 && back[2] == place - alphabet);
        else if (c == '=')
            CHECK(wrong == NULL && got == 2);
        else
            CHECK(wrong != NULL);
    }
    char label[PEM_LABEL];
    static const char long_label[] = "-----BEGIN ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ-----\n";
    pem_label(label, (const uint8_t *)long_label, sizeof long_label - 1);
    CHECK(label[0] == '\0');
}

/* ---- Keys ---- */

static void check_key(const neosig_alg *alg, int secret, const uint8_t *key, const uint8_t *expected)
{
    size_t size = secret ? alg->secret_key_bytes : alg->public_key_bytes, bytes;
    uint8_t *text = keyfile_encode(alg, secret, key, &bytes);
    keyfile_key read;
    CHECK(text != NULL);
    CHECK(keyfile_decode(&read, !secret, text, bytes) != NULL && read.bytes == NULL);
    CHECK(keyfile_decode(&read, secret, text, bytes) == NULL);
    CHECK(read.alg == alg && read.size == size && read.bytes != NULL && memcmp(read.bytes, expected, size) == 0);
    keyfile_release(&read);
    free(text);
}

/* A private key file of alg around this content. */
static const char *read_private(keyfile_key *key, const neosig_alg *alg, const uint8_t *content, size_t bytes)
{
    uint8_t oid[DER_OID_BYTES];
    size_t room = bytes + 200, oid_bytes = der_oid_encode(oid, alg->oid);
    uint8_t *der = allocate(room);
    der_writer w = {der + room, der + room};
    der_put(&w, content, bytes);
    der_put_header(&w, DER_OCTET_STRING, w.end);
    const uint8_t *stop = w.at;
    der_put(&w, oid, oid_bytes);
    der_put_header(&w, DER_OBJECT_IDENTIFIER, stop);
    der_put_header(&w, DER_SEQUENCE, stop);
    der_put(&w, "\x02\x01\x00", 3);
    der_put_header(&w, DER_SEQUENCE, w.end);
    size_t der_bytes = (size_t)(w.end - w.at), text_bytes = pem_bytes("PRIVATE KEY", der_bytes);
    uint8_t *text = allocate(text_bytes);
    pem_encode(text, "PRIVATE KEY", w.at, der_bytes);
    const char *wrong = keyfile_decode(key, 1, text, text_bytes);
    free(text);
    free(der);
    return wrong;
}

/* RFC 9881's three forms hold the same key; what is between them is refused. */
static void test_ml_dsa_forms(const neosig_alg *alg, const uint8_t *seed, const uint8_t *sk)
{
    size_t room = alg->seed_bytes + alg->secret_key_bytes + 20;
    uint8_t *content = allocate(room);
    for (int form = 0; form < 6; form++) {
        der_writer w = {content + room, content + room};
        if (form >= 1) { /* expanded, both, both with a wrong expanded key, both turned round, both with a third */
            der_put(&w, sk, alg->secret_key_bytes);
            w.at[100] ^= form == 3;
            der_put_header(&w, DER_OCTET_STRING, w.end);
        }
        const uint8_t *stop = w.at;
        if (form != 1) {
            der_put(&w, seed, alg->seed_bytes);
            der_put_header(&w, form == 0 ? DER_CONTEXT_0 : DER_OCTET_STRING, stop);
        }
        if (form == 4)
            w.at[0] = DER_CONTEXT_0;
        if (form == 5)
            der_put(&w, "\x04\x00", 2);
        if (form >= 2)
            der_put_header(&w, DER_SEQUENCE, w.end);
        keyfile_key key;
        const char *wrong = read_private(&key, alg, w.at, (size_t)(w.end - w.at));
        if (form <= 2)
            CHECK(wrong == NULL && key.bytes != NULL && memcmp(key.bytes, sk, alg->secret_key_bytes) == 0);
        else
            CHECK(wrong != NULL && key.bytes == NULL);
        keyfile_release(&key);
    }
    free(content);
}

static void test_keys(void)
{
    const neosig_alg *alg;
    unsigned ml_dsa = 0, ml_dsa_sets = 0;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        ml_dsa_sets += strncmp(alg->name, "ml-dsa-", 7) == 0;
        uint8_t *pk = allocate(alg->public_key_bytes), *sk = allocate(alg->secret_key_bytes);
        uint8_t seed[NEOSIG_MAX_SEED_BYTES];
        for (size_t j = 0; j < sizeof seed; j++)
            seed[j] = (uint8_t)(i + j);
        neosig_options options = {.flags = NEOSIG_ALLOW_INSECURE};
        if (keyfile_keeps_seed(alg)) {
            CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options) == NEOSIG_OK);
            check_key(alg, 1, seed, sk);
            test_ml_dsa_forms(alg, seed, sk);
            ml_dsa++;
        } else { /* any bytes do: they are only carried */
            memset(pk, 0x5a, alg->public_key_bytes);
            memset(sk, 0xa5, alg->secret_key_bytes);
            check_key(alg, 1, sk, sk);
        }
        check_key(alg, 0, pk, pk);
        free(pk);
        free(sk);
    }
    CHECK(ml_dsa == ml_dsa_sets);
}

int main(void)
{
    test_oids();
    test_elements();
    test_pem();
    test_keys();
    return test_end();
}
