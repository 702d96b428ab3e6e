/* Keys as files: the parts from inside, against their specifications' vectors, and what neosig/key.h promises. */
#include "key/aes_cbc.h"
#include "key/der.h"
#include "key/kdf.h"
#include "key/pem.h"
#include "neosig/key.h"
#include "sets.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { MOST_SK = 3000, MOST_PK = 3000 };
#else
enum { MOST_SK = 100000, MOST_PK = 2000000 };
#endif

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

/* ---- Object identifiers */

static void check_oid(const char *dotted, const char *expected, size_t bytes)
{
    uint8_t oid[NEOSIG_DER_OID_BYTES];
    char text[NEOSIG_DER_OID_TEXT];
    CHECK(neosig_der_oid_encode(oid, dotted) == bytes);
    CHECK(memcmp(oid, expected, bytes) == 0);
    neosig_der_oid_decode(text, (neosig_der_piece){oid, bytes});
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
    uint8_t oid[NEOSIG_DER_OID_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(neosig_der_oid_encode(oid, bad[i]) == 0);

    /* As many arcs as fit, and one more. */
    char text[2 * NEOSIG_DER_OID_BYTES + 8] = "1.2";
    for (size_t n = 1; n < NEOSIG_DER_OID_BYTES; n++)
        strcat(text, ".3");
    CHECK(neosig_der_oid_encode(oid, text) == NEOSIG_DER_OID_BYTES);
    strcat(text, ".3");
    CHECK(neosig_der_oid_encode(oid, text) == 0);
}

/* ---- Elements */

static void test_elements(void)
{
    static const size_t sizes[] = {0, 1, 127, 128, 255, 256, 65535, 65536, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t room = sizes[i] + 6;
        uint8_t *der = allocate(room), *content = allocate(sizes[i]);
        memset(content, 0x55, sizes[i]);
        neosig_der_writer w = {der + room, der + room};
        neosig_der_put(&w, content, sizes[i]);
        neosig_der_put_header(&w, NEOSIG_DER_OCTET_STRING, w.end);
        neosig_der_piece in = {w.at, (size_t)(w.end - w.at)}, taken;
        CHECK(!neosig_der_take(&in, NEOSIG_DER_SEQUENCE, &taken) && in.data == w.at);
        CHECK(neosig_der_take(&in, NEOSIG_DER_OCTET_STRING, &taken) && in.bytes == 0);
        CHECK(taken.bytes == sizes[i] && memcmp(taken.data, content, sizes[i]) == 0);
        for (size_t less = 1; less <= (size_t)(w.end - w.at) && less < 10; less++) {
            neosig_der_piece cut = {w.at, (size_t)(w.end - w.at) - less};
            CHECK(!neosig_der_take(&cut, NEOSIG_DER_OCTET_STRING, &taken));
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
        neosig_der_piece in = {(const uint8_t *)bad[i].der, bad[i].bytes}, taken;
        CHECK(!neosig_der_take(&in, NEOSIG_DER_OCTET_STRING, &taken));
    }
}

/* ---- PEM */

static neosig_der_piece piece(const char *text)
{
    return (neosig_der_piece){(const uint8_t *)text, strlen(text)};
}

/* The one block in a text: NULL if it is good, else what is wrong with it. */
static const char *unwrap(uint8_t *out, size_t *bytes, const char *label, neosig_der_piece text)
{
    char found[NEOSIG_PEM_LABEL];
    neosig_der_piece body;
    *bytes = 0;
    const char *const wrong = neosig_pem_take(&text, found, &body);
    return wrong != NULL ? wrong : strcmp(found, label) != 0 ? "no such block" : neosig_pem_decode(out, bytes, body);
}

static void test_pem(void)
{
    enum { MOST = 200 };
    uint8_t data[MOST], text[2 * MOST], back[2 * MOST];
    for (size_t i = 0; i < MOST; i++)
        data[i] = (uint8_t)(i * 167);
    for (size_t bytes = 0; bytes <= MOST; bytes++) {
        size_t length = neosig_pem_bytes("X", bytes), got;
        memset(text, 0xee, sizeof text);
        neosig_pem_encode(text, "X", data, bytes);
        CHECK(length < sizeof text && text[length - 1] == '\n' && text[length] == 0xee);
        CHECK(unwrap(back, &got, "X", (neosig_der_piece){text, length}) == NULL);
        CHECK(got == bytes && memcmp(back, data, bytes) == 0);
        /* Cut anywhere but in the last line end, it is refused. */
        unsigned accepted = 0;
        for (size_t cut = 0; cut < length - 1; cut++)
            accepted += unwrap(back, &got, "X", (neosig_der_piece){text, cut}) == NULL;
        CHECK(accepted == 0);
    }
    /* Every character of the alphabet, blanks, and no other, checked against its definition. */
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
                      blanks[] = " \t\n\v\f\r";
    for (unsigned c = 0; c < 256; c++) {
        uint8_t body[4] = {'A', 'A', 'A', (uint8_t)c};
        size_t got;
        const char *const place = c ? memchr(alphabet, (int)c, 64) : NULL;
        const char *const wrong = neosig_pem_decode(back, &got, (neosig_der_piece){body, 4});
        if (place != NULL)
            CHECK(wrong == NULL && got == 3 && back[2] == place - alphabet);
        else if (c == '=')
            CHECK(wrong == NULL && got == 2);
        else
            CHECK(wrong != NULL && got == 0);
        uint8_t spaced[5] = {'A', 'A', (uint8_t)c, 'A', 'A'};
        if (place == NULL)
            CHECK((neosig_pem_decode(back, &got, (neosig_der_piece){spaced, 5}) == NULL) ==
                  (c != 0 && strchr(blanks, (int)c) != NULL));
    }
    static const char *const bad[] = {"A",        "AA",       "AAA",  "A===", "====",  "AA=A",
                                      "AAA=AAAA", "AA==AA==", "AB==", "AAB=", "AAAA=", "AAAA===="};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t got;
        CHECK(neosig_pem_decode(back, &got, piece(bad[i])) != NULL && got == 0);
    }
}

/* RFC 7468, section 2 and its lax form. */
static void test_blocks(void)
{
    static const char *const one[] = {
        "-----BEGIN X-----\nAQID\n-----END X-----\n",
        "-----BEGIN X-----\nAQID\n-----END X-----",
        "-----BEGIN X-----\r\nAQID\r\n-----END X-----\r\n",
        "-----BEGIN X-----\rAQID\r-----END X-----\r",
        "\xef\xbb\xbf-----BEGIN X-----\nAQID\n-----END X-----\n",
        "Subject: a key\n\nand more\n-----BEGIN X-----\nAQID\n-----END X-----\nand after\n",
        "-----BEGIN X-----  \t\n  A QI\nD \n\n-----END X-----  \n",
        "-----BEGIN X-----\nA\nQ\nI\nD\n-----END X-----\n",
        " -----BEGIN Y-----\n-----BEGIN -----\n-----BEGIN X----\n-----BEGIN X-----\nAQID\n-----END X-----\n",
    };
    uint8_t back[64];
    size_t got;
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++)
        CHECK(unwrap(back, &got, "X", piece(one[i])) == NULL && got == 3 && memcmp(back, "\1\2\3", 3) == 0);
    static const char *const bad[] = {"-----BEGIN X-----\nAQID\n-----END Y-----\n", "-----BEGIN X-----\nAQID\n----\n",
                                      "-----BEGIN X-----\nAQID-----END X-----\n", "-----BEGIN X-----\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(unwrap(back, &got, "X", piece(bad[i])) != NULL && got == 0);

    neosig_der_piece text =
        piece("-----BEGIN A-----\nAQID\n-----END A-----\n\n-----BEGIN B C-----\n-----END B C-----\n");
    neosig_der_piece body;
    char label[NEOSIG_PEM_LABEL];
    CHECK(neosig_pem_take(&text, label, &body) == NULL && strcmp(label, "A") == 0 && body.bytes == 5);
    CHECK(neosig_pem_take(&text, label, &body) == NULL && strcmp(label, "B C") == 0 && body.bytes == 0);
    CHECK(neosig_pem_take(&text, label, &body) == NULL && label[0] == '\0' && text.bytes == 0);
}

/* ---- Protection: vectors of the specifications */

static const uint8_t *octets(const char *text)
{
    return (const uint8_t *)text;
}

/* RFC 7914, sections 11 and 12. */
static void test_derivations(void)
{
    static const uint8_t once[64] = {0x55, 0xac, 0x04, 0x6e, 0x56, 0xe3, 0x08, 0x9f, 0xec, 0x16, 0x91, 0xc2, 0x25,
                                     0x44, 0xb6, 0x05, 0xf9, 0x41, 0x85, 0x21, 0x6d, 0xde, 0x04, 0x65, 0xe6, 0x8b,
                                     0x9d, 0x57, 0xc2, 0x0d, 0xac, 0xbc, 0x49, 0xca, 0x9c, 0xcc, 0xf1, 0x79, 0xb6,
                                     0x45, 0x99, 0x16, 0x64, 0xb3, 0x9d, 0x77, 0xef, 0x31, 0x7c, 0x71, 0xb8, 0x45,
                                     0xb1, 0xe3, 0x0b, 0xd5, 0x09, 0x11, 0x20, 0x41, 0xd3, 0xa1, 0x97, 0x83};
    static const uint8_t often[64] = {0x4d, 0xdc, 0xd8, 0xf6, 0x0b, 0x98, 0xbe, 0x21, 0x83, 0x0c, 0xee, 0x5e, 0xf2,
                                      0x27, 0x01, 0xf9, 0x64, 0x1a, 0x44, 0x18, 0xd0, 0x4c, 0x04, 0x14, 0xae, 0xff,
                                      0x08, 0x87, 0x6b, 0x34, 0xab, 0x56, 0xa1, 0xd4, 0x25, 0xa1, 0x22, 0x58, 0x33,
                                      0x54, 0x9a, 0xdb, 0x84, 0x1b, 0x51, 0xc9, 0xb3, 0x17, 0x6a, 0x27, 0x2b, 0xde,
                                      0xbb, 0xa1, 0xd0, 0x78, 0x47, 0x8f, 0x62, 0xb3, 0x97, 0xf3, 0x3c, 0x8d};
    static const uint8_t small[64] = {0x77, 0xd6, 0x57, 0x62, 0x38, 0x65, 0x7b, 0x20, 0x3b, 0x19, 0xca, 0x42, 0xc1,
                                      0x8a, 0x04, 0x97, 0xf1, 0x6b, 0x48, 0x44, 0xe3, 0x07, 0x4a, 0xe8, 0xdf, 0xdf,
                                      0xfa, 0x3f, 0xed, 0xe2, 0x14, 0x42, 0xfc, 0xd0, 0x06, 0x9d, 0xed, 0x09, 0x48,
                                      0xf8, 0x32, 0x6a, 0x75, 0x3a, 0x0f, 0xc8, 0x1f, 0x17, 0xe8, 0xd3, 0xe0, 0xfb,
                                      0x2e, 0x0d, 0x36, 0x28, 0xcf, 0x35, 0xe2, 0x0c, 0x38, 0xd1, 0x89, 0x06};
    static const uint8_t wide[64] = {0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00, 0x78, 0x56, 0xe7, 0x19, 0x0d,
                                     0x01, 0xe9, 0xfe, 0x7c, 0x6a, 0xd7, 0xcb, 0xc8, 0x23, 0x78, 0x30, 0xe7, 0x73,
                                     0x76, 0x63, 0x4b, 0x37, 0x31, 0x62, 0x2e, 0xaf, 0x30, 0xd9, 0x2e, 0x22, 0xa3,
                                     0x88, 0x6f, 0xf1, 0x09, 0x27, 0x9d, 0x98, 0x30, 0xda, 0xc7, 0x27, 0xaf, 0xb9,
                                     0x4a, 0x83, 0xee, 0x6d, 0x83, 0x60, 0xcb, 0xdf, 0xa2, 0xcc, 0x06, 0x40};
    uint8_t out[64];
    neosig_pbkdf2(out, 64, octets("passwd"), 6, octets("salt"), 4, 1);
    CHECK(memcmp(out, once, 64) == 0);
    neosig_pbkdf2(out, 64, octets("Password"), 8, octets("NaCl"), 4, 80000);
    CHECK(memcmp(out, often, 64) == 0);
    CHECK(neosig_scrypt(out, 64, octets(""), 0, octets(""), 0, 16, 1, 1) == NEOSIG_OK && memcmp(out, small, 64) == 0);
    CHECK(neosig_scrypt(out, 64, octets("password"), 8, octets("NaCl"), 4, 1024, 8, 16) == NEOSIG_OK);
    CHECK(memcmp(out, wide, 64) == 0);
}

/* SP 800-38A, F.2.5. */
static void test_cbc(void)
{
    static const uint8_t key[32] = {0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
                                    0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
                                    0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4};
    static const uint8_t text[32] = {0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e,
                                     0x11, 0x73, 0x93, 0x17, 0x2a, 0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03,
                                     0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51};
    static const uint8_t cipher[32] = {0xf5, 0x8c, 0x4c, 0x04, 0xd6, 0xe5, 0xf1, 0xba, 0x77, 0x9e, 0xab,
                                       0xfb, 0x5f, 0x7b, 0xfb, 0xd6, 0x9c, 0xfc, 0x4e, 0x96, 0x7e, 0xdb,
                                       0x80, 0x8d, 0x67, 0x9f, 0x77, 0x7b, 0xc6, 0x70, 0x2c, 0x7d};
    uint8_t iv[16], out[64], back[64], long_text[48];
    for (uint8_t i = 0; i < 16; i++)
        iv[i] = i;
    for (size_t i = 0; i < sizeof long_text; i++)
        long_text[i] = (uint8_t)(i * 89);
    neosig_aes_cbc_encrypt(out, text, 32, key, iv);
    CHECK(memcmp(out, cipher, 32) == 0);
    for (size_t bytes = 0; bytes <= sizeof long_text; bytes++) {
        const size_t whole = bytes + 16 - bytes % 16;
        neosig_aes_cbc_encrypt(out, long_text, bytes, key, iv);
        CHECK(neosig_aes_cbc_decrypt(back, out, whole, key, iv) == bytes && memcmp(back, long_text, bytes) == 0);
        CHECK(neosig_aes_cbc_decrypt(out, out, whole, key, iv) == bytes && memcmp(out, long_text, bytes) == 0);
    }
    /* Padding of 0, of more than a block, of unequal bytes. */
    for (unsigned last = 0; last < 256; last++) {
        uint8_t block[16];
        memset(block, 2, sizeof block);
        block[15] = (uint8_t)last;
        neosig_aes_cbc_encrypt(out, block, 16, key, iv);
        CHECK(neosig_aes_cbc_decrypt(back, out, 16, key, iv) == (last == 1 ? 15u : last == 2 ? 14u : 16u));
    }
}

/* ---- Keys */

static neosig_error read_text(neosig_key *key, neosig_key_kind kind, const uint8_t *text, size_t bytes)
{
    return neosig_key_read(key, kind, text, bytes, NULL, 0);
}

/* Whether a secret key has its public key in it, or determines it. */
static int tells(const neosig_alg *alg)
{
    return strstr(alg->name, "-circumzenithal") == NULL;
}

/* A secret key with a wrong bit is found, alone if it is more than seeds and tells its public key, and in a file with
 * that in any case. */
static void test_damaged(const neosig_key *whole, int ml_dsa)
{
    const neosig_alg *alg = whole->alg;
    neosig_key bad = *whole, read;
    bad.secret_key = allocate(alg->secret_key_bytes);
    memcpy(bad.secret_key, whole->secret_key, alg->secret_key_bytes);
    bad.secret_key[alg->secret_key_bytes > 64 ? alg->secret_key_bytes - 33 : 0] ^= 4;
    for (unsigned with = 0; with <= NEOSIG_KEY_WITH_PUBLIC; with += NEOSIG_KEY_WITH_PUBLIC) {
        const neosig_key_format format = {.flags = with | (ml_dsa ? NEOSIG_KEY_EXPANDED : 0)};
        const int fine = !with && (!tells(alg) || alg->secret_key_bytes <= alg->seed_bytes);
        uint8_t *text;
        size_t bytes;
        CHECK(neosig_key_write(&text, &bytes, &bad, NEOSIG_KEY_SECRET, &format) == NEOSIG_OK);
        CHECK(read_text(&read, NEOSIG_KEY_SECRET, text, bytes) == (fine ? NEOSIG_OK : NEOSIG_ERR_KEY));
        CHECK(fine || (read.secret_key == NULL && strstr(read.wrong, "do not belong together") != NULL));
        neosig_key_release(&read);
        neosig_key_free(text, bytes);
    }
    free(bad.secret_key);
}

/* Everything that a key can be written as gives the same members again. */
static void test_forms(const neosig_alg *alg, int ml_dsa)
{
    static const char passphrase[] = "correct horse";
    neosig_key key, read;
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    if (!CHECK(neosig_key_make(&key, alg, NULL, &options) == NEOSIG_OK))
        return;
    const unsigned flags[] = {0,
                              NEOSIG_KEY_DER,
                              NEOSIG_KEY_WITH_PUBLIC,
                              NEOSIG_KEY_EXPANDED,
                              NEOSIG_KEY_BOTH,
                              NEOSIG_KEY_BOTH | NEOSIG_KEY_WITH_PUBLIC | NEOSIG_KEY_DER};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        for (int kind = 0; kind < 4; kind++) { /* public, secret, protected in two ways */
            neosig_key_format format = {.flags = flags[i]};
            uint8_t *text;
            size_t bytes;
            const neosig_key_kind k = kind == 0 ? NEOSIG_KEY_PUBLIC : NEOSIG_KEY_SECRET;
            if (kind >= 2) {
                format.passphrase = passphrase;
                format.passphrase_bytes = sizeof passphrase - 1;
                format.kdf = kind == 2 ? NEOSIG_KDF_SCRYPT : NEOSIG_KDF_PBKDF2;
                format.cost = kind == 2 ? 16 : 3;
            }
            const neosig_error error = neosig_key_write(&text, &bytes, &key, k, &format);
            if (kind == 0 && flags[i] & ~NEOSIG_KEY_DER) {
                CHECK(error == NEOSIG_ERR_ARGUMENT && text == NULL && bytes == 0);
                continue;
            }
            if (kind != 0 && !ml_dsa && flags[i] & (NEOSIG_KEY_EXPANDED | NEOSIG_KEY_BOTH)) {
                CHECK(error == NEOSIG_ERR_UNSUPPORTED && text == NULL && bytes == 0);
                continue;
            }
            if (!CHECK(error == NEOSIG_OK))
                continue;
            CHECK(read_text(&read, k == NEOSIG_KEY_PUBLIC ? NEOSIG_KEY_SECRET : NEOSIG_KEY_PUBLIC, text, bytes) ==
                  NEOSIG_ERR_KEY);
            CHECK(read.public_key == NULL && read.secret_key == NULL && strstr(read.wrong, "holds a ") == read.wrong);
            CHECK(read.kind == k);
            if (kind >= 2) {
                CHECK(read_text(&read, k, text, bytes) == NEOSIG_ERR_PASSPHRASE && read.secret_key == NULL);
                CHECK(read.kind == k && read.form == ((flags[i] & NEOSIG_KEY_DER) | NEOSIG_KEY_PROTECTED));
                CHECK(neosig_key_read(&read, k, text, bytes, "correct horsf", sizeof passphrase - 1) ==
                      NEOSIG_ERR_PASSPHRASE);
                CHECK(read.secret_key == NULL && read.seed == NULL);
            }
            CHECK(neosig_key_read(&read, i % 2 ? k : NEOSIG_KEY_ANY, text, bytes, format.passphrase,
                                  format.passphrase_bytes) == NEOSIG_OK);
            CHECK(read.alg == alg && read.wrong[0] == '\0');
            CHECK(read.kind == k && read.form == (flags[i] | (kind >= 2 ? NEOSIG_KEY_PROTECTED : 0)));
            if (k == NEOSIG_KEY_SECRET && !(flags[i] & NEOSIG_KEY_WITH_PUBLIC) && !tells(alg))
                CHECK(read.public_key == NULL);
            else
                CHECK(read.public_key != NULL && memcmp(read.public_key, key.public_key, alg->public_key_bytes) == 0);
            if (k == NEOSIG_KEY_SECRET)
                CHECK(read.secret_key != NULL && memcmp(read.secret_key, key.secret_key, alg->secret_key_bytes) == 0);
            else
                CHECK(read.secret_key == NULL && read.seed == NULL);
            if (k == NEOSIG_KEY_SECRET && ml_dsa && !(flags[i] & NEOSIG_KEY_EXPANDED))
                CHECK(read.seed != NULL && memcmp(read.seed, key.seed, alg->seed_bytes) == 0);
            neosig_key_release(&read);
            CHECK(read.alg == NULL && read.secret_key == NULL);
            neosig_key_free(text, bytes);
        }
    test_damaged(&key, ml_dsa);
    neosig_key_release(&key);
}

/* A private key file of alg, in DER, around this content, with more behind it. */
static neosig_error read_private(neosig_key *key, const neosig_alg *alg, uint8_t version, const uint8_t *content,
                                 size_t bytes, const uint8_t *more, size_t more_bytes)
{
    uint8_t oid[NEOSIG_DER_OID_BYTES];
    size_t room = bytes + more_bytes + 200, oid_bytes = neosig_der_oid_encode(oid, alg->oid);
    uint8_t *der = allocate(room);
    neosig_der_writer w = {der + room, der + room};
    neosig_der_put(&w, more, more_bytes);
    const uint8_t *stop = w.at;
    neosig_der_put(&w, content, bytes);
    neosig_der_put_header(&w, NEOSIG_DER_OCTET_STRING, stop);
    stop = w.at;
    neosig_der_put(&w, oid, oid_bytes);
    neosig_der_put_header(&w, NEOSIG_DER_OBJECT_IDENTIFIER, stop);
    neosig_der_put_header(&w, NEOSIG_DER_SEQUENCE, stop);
    stop = w.at;
    neosig_der_put(&w, &version, 1);
    neosig_der_put_header(&w, NEOSIG_DER_INTEGER, stop);
    neosig_der_put_header(&w, NEOSIG_DER_SEQUENCE, w.end);
    const neosig_error error = read_text(key, NEOSIG_KEY_SECRET, w.at, (size_t)(w.end - w.at));
    CHECK((error == NEOSIG_OK) == (key->secret_key != NULL) && (error == NEOSIG_OK) == (key->wrong[0] == '\0'));
    free(der);
    return error;
}

/* RFC 9881's three forms hold the same key; what is between them is refused. */
static void test_ml_dsa_forms(const neosig_alg *alg, const neosig_key *whole)
{
    size_t room = alg->seed_bytes + alg->secret_key_bytes + 20;
    uint8_t *content = allocate(room);
    for (int form = 0; form < 6; form++) {
        neosig_der_writer w = {content + room, content + room};
        if (form >= 1) { /* expanded, both, both with a wrong expanded key, both turned round, both with a third */
            neosig_der_put(&w, whole->secret_key, alg->secret_key_bytes);
            w.at[100] ^= form == 3;
            neosig_der_put_header(&w, NEOSIG_DER_OCTET_STRING, w.end);
        }
        const uint8_t *stop = w.at;
        if (form != 1) {
            neosig_der_put(&w, whole->seed, alg->seed_bytes);
            neosig_der_put_header(&w, form == 0 ? NEOSIG_DER_CONTEXT_0 : NEOSIG_DER_OCTET_STRING, stop);
        }
        if (form == 4)
            w.at[0] = NEOSIG_DER_CONTEXT_0;
        if (form == 5)
            neosig_der_put(&w, "\x04\x00", 2);
        if (form >= 2)
            neosig_der_put_header(&w, NEOSIG_DER_SEQUENCE, w.end);
        neosig_key key;
        const neosig_error error = read_private(&key, alg, 0, w.at, (size_t)(w.end - w.at), NULL, 0);
        CHECK(error == (form <= 2 ? NEOSIG_OK : NEOSIG_ERR_KEY));
        static const unsigned forms[] = {0, NEOSIG_KEY_EXPANDED, NEOSIG_KEY_BOTH};
        CHECK(form > 2 || key.form == (NEOSIG_KEY_DER | forms[form]));
        neosig_key_release(&key);
    }
    free(content);
}

/* Attributes are skipped; a public key is read from version 2 on, and is the one that belongs to it. */
static void test_fields(const neosig_alg *alg, const neosig_key *whole)
{
    uint8_t seed[NEOSIG_MAX_SEED_BYTES + 2] = {NEOSIG_DER_CONTEXT_0, (uint8_t)alg->seed_bytes};
    static const uint8_t attributes[] = {0xa0, 7, 0x30, 5, 6, 1, 0x2a, 0x31, 0}, other[] = {0xa2, 0};
    const size_t room = alg->public_key_bytes + 16;
    uint8_t *more = allocate(room);
    memcpy(seed + 2, whole->seed, alg->seed_bytes);
    for (int form = 0; form < 8; form++) {
        static const uint8_t zero = 0;
        neosig_der_writer w = {more + room, more + room};
        if (form >= 2 && form != 7) { /* right, wrong, too short, with bits to spare; version 1 */
            neosig_der_put(&w, whole->public_key, alg->public_key_bytes - (form == 4));
            w.at[9] ^= form == 3;
            neosig_der_put(&w, &zero, 1);
            w.at[0] = form == 5;
            neosig_der_put_header(&w, NEOSIG_DER_CONTEXT_1, w.end);
        }
        if (form == 1 || form == 2)
            neosig_der_put(&w, attributes, sizeof attributes);
        if (form == 7)
            neosig_der_put(&w, other, sizeof other);
        neosig_key key;
        const neosig_error error =
            read_private(&key, alg, form >= 2 && form != 6, seed, alg->seed_bytes + 2, w.at, (size_t)(w.end - w.at));
        CHECK(error == (form <= 2 ? NEOSIG_OK : form == 4 ? NEOSIG_ERR_LENGTH : NEOSIG_ERR_KEY));
        neosig_key_release(&key);
    }
    neosig_key key;
    CHECK(read_private(&key, alg, 2, seed, alg->seed_bytes + 2, NULL, 0) == NEOSIG_ERR_KEY);
    CHECK(read_private(&key, alg, 0, seed, alg->seed_bytes + 1, NULL, 0) == NEOSIG_ERR_KEY);
    seed[1]--;
    CHECK(read_private(&key, alg, 0, seed, alg->seed_bytes + 1, NULL, 0) == NEOSIG_ERR_LENGTH);
    free(more);
}

/* Of several blocks the first of the wanted kind counts; of either kind, the first that is a key. */
static void test_several(const neosig_key *whole)
{
    uint8_t *texts[2];
    size_t bytes[2];
    for (int kind = 0; kind < 2; kind++)
        CHECK(neosig_key_write(&texts[kind], &bytes[kind], whole, (neosig_key_kind)kind, NULL) == NEOSIG_OK);
    static const char before[] = "0 text\n-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
    const size_t length = sizeof before - 1 + bytes[0] + bytes[1];
    uint8_t *all = allocate(length);
    memcpy(all, before, sizeof before - 1);
    memcpy(all + sizeof before - 1, texts[0], bytes[0]);
    memcpy(all + sizeof before - 1 + bytes[0], texts[1], bytes[1]);
    neosig_key key;
    for (int kind = 0; kind < 2; kind++) {
        CHECK(read_text(&key, (neosig_key_kind)kind, all, length) == NEOSIG_OK);
        CHECK((key.secret_key != NULL) == kind && key.public_key != NULL);
        neosig_key_release(&key);
        const size_t skipped = kind ? sizeof before - 1 + bytes[0] : 0;
        CHECK(read_text(&key, NEOSIG_KEY_ANY, all + skipped, length - skipped) == NEOSIG_OK);
        CHECK((key.secret_key != NULL) == kind && key.kind == (neosig_key_kind)kind);
        neosig_key_release(&key);
        neosig_key_free(texts[kind], bytes[kind]);
    }
    const uint8_t *const secret = all + sizeof before - 1 + bytes[0];
    CHECK(read_text(&key, NEOSIG_KEY_ANY, secret, bytes[1] / 2) == NEOSIG_ERR_KEY && key.kind == NEOSIG_KEY_SECRET);
    CHECK(read_text(&key, NEOSIG_KEY_PUBLIC, secret, bytes[1]) == NEOSIG_ERR_KEY && key.kind == NEOSIG_KEY_SECRET);
    CHECK(strcmp(key.wrong, "holds a secret key, not a public key") == 0);
    CHECK(read_text(&key, NEOSIG_KEY_ANY, all, sizeof before - 1) == NEOSIG_ERR_KEY && key.kind == NEOSIG_KEY_ANY);
    CHECK(strcmp(key.wrong, "holds \"CERTIFICATE\", not a key") == 0);
    CHECK(read_text(&key, NEOSIG_KEY_PUBLIC, all, sizeof before - 1) == NEOSIG_ERR_KEY);
    CHECK(strcmp(key.wrong, "holds \"CERTIFICATE\", not a public key") == 0);
    CHECK(read_text(&key, NEOSIG_KEY_PUBLIC, all, 7) == NEOSIG_ERR_KEY);
    CHECK(strcmp(key.wrong, "is not a key file (PEM or DER)") == 0);
    CHECK(read_text(&key, NEOSIG_KEY_PUBLIC, all, 0) == NEOSIG_ERR_KEY);
    free(all);
}

static int fails(void *state, uint8_t *out, size_t bytes)
{
    (void)state, (void)out, (void)bytes;
    return 1;
}

static void test_arguments(const neosig_alg *alg, const neosig_key *whole)
{
    uint8_t *text, digest[32], zero[32] = {0};
    size_t bytes;
    neosig_key key = {.alg = alg}, empty = key;
    CHECK(neosig_key_read(NULL, NEOSIG_KEY_PUBLIC, "", 0, NULL, 0) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_read(&key, NEOSIG_KEY_PUBLIC, NULL, 0, NULL, 0) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_read(&key, (neosig_key_kind)3, "", 0, NULL, 0) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_read(&key, NEOSIG_KEY_PUBLIC, "", 0, NULL, 1) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_make(NULL, alg, NULL, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_make(&key, NULL, NULL, NULL) == NEOSIG_ERR_ARGUMENT && key.alg == NULL);
    CHECK(neosig_key_write(NULL, &bytes, whole, NEOSIG_KEY_PUBLIC, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_write(&text, NULL, whole, NEOSIG_KEY_PUBLIC, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_key_write(&text, &bytes, NULL, NEOSIG_KEY_PUBLIC, NULL) == NEOSIG_ERR_ARGUMENT && text == NULL);
    CHECK(neosig_key_write(&text, &bytes, whole, NEOSIG_KEY_ANY, NULL) == NEOSIG_ERR_ARGUMENT && text == NULL);
    for (int kind = 0; kind < 3; kind++)
        CHECK(neosig_key_write(&text, &bytes, &empty, (neosig_key_kind)kind, NULL) == NEOSIG_ERR_ARGUMENT);
    const neosig_key_format bad[] = {
        {.flags = NEOSIG_KEY_PROTECTED},
        {.flags = NEOSIG_KEY_EXPANDED | NEOSIG_KEY_BOTH},
        {.passphrase_bytes = 1},
        {.passphrase = "p", .passphrase_bytes = 1, .kdf = (neosig_key_kdf)2},
        {.passphrase = "p", .passphrase_bytes = 1, .cost = 1},
        {.passphrase = "p", .passphrase_bytes = 1, .cost = 24},
        {.passphrase = "p", .passphrase_bytes = 1, .cost = 1ul << 30},
        {.passphrase = "p", .passphrase_bytes = 1, .kdf = NEOSIG_KDF_PBKDF2, .cost = 1000000000},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(neosig_key_write(&text, &bytes, whole, NEOSIG_KEY_SECRET, &bad[i]) == NEOSIG_ERR_ARGUMENT);
    const neosig_key_format unlucky = {.passphrase = "p", .passphrase_bytes = 1, .random = fails};
    CHECK(neosig_key_write(&text, &bytes, whole, NEOSIG_KEY_SECRET, &unlucky) == NEOSIG_ERR_RANDOM && text == NULL);
    const neosig_options options = {.size = sizeof options, .random = fails};
    CHECK(neosig_key_make(&key, alg, NULL, &options) == NEOSIG_ERR_RANDOM && key.secret_key == NULL);
    CHECK(strcmp(key.wrong, neosig_strerror(NEOSIG_ERR_RANDOM)) == 0);
    CHECK(neosig_fingerprint(alg, whole->public_key, alg->public_key_bytes, digest) == NEOSIG_OK);
    CHECK(memcmp(digest, zero, 32) != 0);
    CHECK(neosig_fingerprint(alg, whole->public_key, alg->public_key_bytes - 1, digest) == NEOSIG_ERR_LENGTH);
    CHECK(memcmp(digest, zero, 32) == 0);
    CHECK(neosig_fingerprint(alg, NULL, alg->public_key_bytes, digest) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_fingerprint(alg, whole->public_key, alg->public_key_bytes, NULL) == NEOSIG_ERR_ARGUMENT);
    neosig_key_release(NULL);
    neosig_key_free(NULL, 0);
}

static void test_keys(void)
{
    const neosig_alg *alg;
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        const int ml_dsa = strncmp(alg->name, "ml-dsa-", 7) == 0;
        neosig_key whole;
        /* What is large is carried in the same way, and what is slow. */
        if (alg->secret_key_bytes > MOST_SK || alg->public_key_bytes > MOST_PK || (SLOW && test_is_slow(alg)))
            continue;
        test_forms(alg, ml_dsa);
        if (!ml_dsa)
            continue;
        CHECK(neosig_key_make(&whole, alg, NULL, &options) == NEOSIG_OK && whole.seed != NULL);
        test_ml_dsa_forms(alg, &whole);
        test_fields(alg, &whole);
        test_several(&whole);
        test_arguments(alg, &whole);
        neosig_key_release(&whole);
    }
}

int main(void)
{
    test_oids();
    test_elements();
    test_pem();
    test_blocks();
    test_derivations();
    test_cbc();
    test_keys();
    return test_end();
}
