/* Falcon and FN-DSA in every backend, by every way through the API. The same random bytes give the same signature.
 * Falcon's is its reference's, and FN-DSA's are those of the records with contexts and pre-hash. And what must be
 * refused, is.
 *
 *     scheme FNDSA_RECORDS...
 *
 */
#include "backends.h"
#include "common/hex.h"
#include "common/known_answer.h"
#include "core/oid.h"
#include "falcon/falcon.h"
#include "neosig/nist.h"
#include "prepared.h"
#include "reference.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { KEYS = 1, STEP = 8 };
#else
enum { KEYS = 3, STEP = 1 };
#endif

enum { MOST_PK = 1793, MOST_SK = 2369, MOST_SIG = 1462, MOST_N = 1024, HEAD = 41 };

static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG], other[MOST_SIG];

static const char *const sets[] = {"falcon-512",         "falcon-1024",    "falcon-padded-512",
                                   "falcon-padded-1024", "fn-dsa-512-pre", "fn-dsa-1024-pre"};

static int is_round3(const neosig_alg *alg)
{
    return strcmp(alg->scheme, "falcon") == 0;
}

/* ---- Every form of an operation gives the same signature, in every backend, which is the reference's */

/* What the first backend made, which was compared with the reference. */
typedef struct outputs {
    uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG];
    size_t sig_bytes;
} outputs;

static outputs firsts[sizeof sets / sizeof sets[0]][KEYS];

static void compare_with_reference(const neosig_alg *alg, const outputs *made, const uint8_t *msg, size_t bytes,
                                   nist_drbg *drbg)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    static outputs expected;
    if (reference == NULL) {
        CHECK(!is_round3(alg));
        return;
    }
    CHECK(reference->keypair(alg, expected.pk, expected.sk, nist_drbg_random, drbg) == 0);
    CHECK(memcmp(made->pk, expected.pk, alg->public_key_bytes) == 0);
    CHECK(memcmp(made->sk, expected.sk, alg->secret_key_bytes) == 0);
    CHECK(reference->sign(alg, expected.sig, &expected.sig_bytes, msg, bytes, made->sk, nist_drbg_random, drbg) == 0);
    CHECK(made->sig_bytes == expected.sig_bytes && memcmp(made->sig, expected.sig, made->sig_bytes) == 0);
    CHECK(reference->verify(alg, made->sig, made->sig_bytes, msg, bytes, made->pk) == 0);
}

static void compare(size_t set, unsigned number)
{
    const neosig_alg *alg = neosig_alg_find(sets[set]);
    outputs *first = &firsts[set][number];
    uint8_t msg[200], seed[48] = {5, (uint8_t)number};
    size_t made[2] = {0}, bytes = number * 61 % sizeof msg;
    nist_drbg drbg[2], before;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg[0]};
    nist_drbg_seed(&drbg[0], seed);
    nist_drbg_seed(&drbg[1], seed);
    memset(msg, (int)number, sizeof msg);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    before = drbg[0];
    CHECK(neosig_sign(alg, sig, &made[0], msg, bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    if (first->sig_bytes == 0) {
        memcpy(first->pk, pk, alg->public_key_bytes);
        memcpy(first->sk, sk, alg->secret_key_bytes);
        memcpy(first->sig, sig, made[0]);
        first->sig_bytes = made[0];
        compare_with_reference(alg, first, msg, bytes, &drbg[1]);
    }
    CHECK(memcmp(pk, first->pk, alg->public_key_bytes) == 0 && memcmp(sk, first->sk, alg->secret_key_bytes) == 0);
    CHECK(made[0] == first->sig_bytes && memcmp(sig, first->sig, made[0]) == 0);
    void *prepared[2];
    test_prepare(prepared, alg, pk, sk);
    for (unsigned form = 0; form < 6; form++) {
        neosig_stream stream;
        options.flags = form & 1 ? NEOSIG_LOW_MEMORY : 0;
        drbg[0] = before;
        memset(other, 0, sizeof other);
        made[1] = 0;
        if (form >= 4) { /* a byte at a time */
            CHECK(neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
            for (size_t i = 0; i < bytes; i++)
                CHECK(neosig_sign_update(&stream, msg + i, 1) == NEOSIG_OK);
            CHECK(neosig_sign_final(&stream, other, &made[1]) == NEOSIG_OK);
            CHECK(neosig_verify_init(&stream, alg, sig, made[0], pk, alg->public_key_bytes, &options) == NEOSIG_OK);
            for (size_t i = 0; i < bytes; i++)
                CHECK(neosig_verify_update(&stream, msg + i, 1) == NEOSIG_OK);
            CHECK(neosig_verify_final(&stream) == NEOSIG_OK);
        } else if (form >= 2) {
            CHECK(neosig_sign_prepared(prepared[1], other, &made[1], msg, bytes, &options) == NEOSIG_OK);
            CHECK(neosig_verify_prepared(prepared[0], sig, made[0], msg, bytes, &options) == NEOSIG_OK);
        } else {
            CHECK(neosig_sign(alg, other, &made[1], msg, bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
            CHECK(neosig_verify(alg, sig, made[0], msg, bytes, pk, alg->public_key_bytes, &options) == NEOSIG_OK);
        }
        CHECK(made[1] == made[0] && memcmp(sig, other, made[0]) == 0);
    }
    free(prepared[0]);
    free(prepared[1]);
}

/* Two signatures of a message with one nonce disclose the key if they differ, by a rounding say: no signature is made
 * without a nonce that was drawn. */
static void test_no_deterministic_signing(const neosig_alg *alg)
{
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC};
    const size_t bytes = neosig_prepared_bytes(alg, 1);
    void *prepared = test_allocate(bytes);
    neosig_stream stream;
    size_t made = 1;
    CHECK((alg->features & NEOSIG_HAS_DETERMINISTIC) == 0);
    CHECK(neosig_keypair(alg, pk, sk, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, prepared, bytes, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, pk, 1, sk, alg->secret_key_bytes, &options) == NEOSIG_ERR_UNSUPPORTED);
    CHECK(made == 0);
    CHECK(neosig_sign_prepared(prepared, sig, &made, pk, 1, &options) == NEOSIG_ERR_UNSUPPORTED);
    CHECK(neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, &options) == NEOSIG_ERR_UNSUPPORTED);
    CHECK(neosig_sign(alg, sig, &made, pk, 1, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_sign(alg, other, &made, pk, 1, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(memcmp(sig + 1, other + 1, HEAD - 1) != 0);
    free(prepared);
}

/* ---- FN-DSA's records */

static uint8_t sign_seed[40];

static int give_sign_seed(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    if (bytes != sizeof sign_seed)
        return 1;
    memcpy(out, sign_seed, bytes);
    return 0;
}

static int verifies(const neosig_alg *alg, size_t bytes, const char *msg, const neosig_options *options)
{
    return neosig_verify(alg, sig, bytes, (const uint8_t *)msg, strlen(msg), pk, alg->public_key_bytes, options) ==
           NEOSIG_OK;
}

static void check_record(const neosig_alg *alg, const uint8_t *key_seed, const uint8_t digests[3][32], int prehashed)
{
    const neosig_options options = {.size = sizeof options,
                                    .random = give_sign_seed,
                                    .context = (const uint8_t *)"domain",
                                    .context_bytes = 6,
                                    .prehash = prehashed ? NEOSIG_PREHASH_SHA3_256 : NEOSIG_PREHASH_NONE};
    neosig_options wrong = options;
    size_t made = 0;
    CHECK(neosig_keypair_from_seed(alg, pk, sk, key_seed, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, (const uint8_t *)"message", 7, sk, alg->secret_key_bytes, &options) ==
          NEOSIG_OK);
    CHECK(known_answer_digest_is(pk, alg->public_key_bytes, digests[0]));
    CHECK(known_answer_digest_is(sk, alg->secret_key_bytes, digests[1]));
    CHECK(known_answer_digest_is(sig, made, digests[2]));
    CHECK(verifies(alg, made, "message", &options) && !verifies(alg, made, "messagf", &options));
    if (prehashed) { /* the digest signs as its message does */
        uint8_t digest[NEOSIG_PREHASH_MAX_BYTES];
        neosig_hash hash;
        neosig_options of_digest = options;
        of_digest.flags |= NEOSIG_DIGEST;
        neosig_prehash_init(&hash, &options, neosig_backend_now()->keccak);
        neosig_prehash_absorb(&hash, &options, (const uint8_t *)"message", 7);
        const size_t bytes = neosig_prehash_final(&hash, &options, digest);
        CHECK(neosig_sign(alg, sig, &made, digest, bytes, sk, alg->secret_key_bytes, &of_digest) == NEOSIG_OK);
        CHECK(known_answer_digest_is(sig, made, digests[2]));
        CHECK(neosig_verify(alg, sig, made, digest, bytes, pk, alg->public_key_bytes, &of_digest) == NEOSIG_OK);
        CHECK(neosig_verify(alg, sig, made, digest, bytes - 1, pk, alg->public_key_bytes, &of_digest) ==
              NEOSIG_ERR_LENGTH);
    }
    wrong.context_bytes = 5;
    CHECK(!verifies(alg, made, "message", &wrong));
    wrong = options;
    wrong.prehash = prehashed ? NEOSIG_PREHASH_SHA2_256 : NEOSIG_PREHASH_SHA3_256;
    CHECK(!verifies(alg, made, "message", &wrong));
    CHECK(!verifies(alg, made, "message", &(neosig_options){.size = sizeof(neosig_options), .flags = NEOSIG_INTERNAL}));
}

static void test_records(const char *path)
{
    const char *base = strrchr(path, '/');
    FILE *file = fopen(path, "r");
    char line[300], name[20], key[32], value[200];
    uint8_t key_seed[32], digests[3][32];
    unsigned count = 0, prehashed = 0;
    if (!CHECK(file != NULL && base != NULL && sscanf(base + 1, "%19[^.]", name) == 1))
        return;
    const neosig_alg *alg = neosig_alg_find(name);
    while (CHECK(alg != NULL) && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%31s = %199s", key, value) != 2)
            continue;
        if (strcmp(key, "keygen_seed") == 0)
            CHECK(hex_decode(key_seed, sizeof key_seed, value) == 0);
        else if (strcmp(key, "sign_seed") == 0)
            CHECK(hex_decode(sign_seed, sizeof sign_seed, value) == 0);
        else if (strcmp(key, "hash") == 0)
            prehashed = strcmp(value, "sha3-256") == 0;
        else if (strcmp(key, "pk_sha256") == 0)
            CHECK(hex_decode(digests[0], 32, value) == 0);
        else if (strcmp(key, "sk_sha256") == 0)
            CHECK(hex_decode(digests[1], 32, value) == 0);
        else if (strcmp(key, "sig_sha256") == 0 && CHECK(hex_decode(digests[2], 32, value) == 0)) {
            check_record(alg, key_seed, (const uint8_t(*)[32])digests, (int)prehashed);
            count++;
        }
    }
    CHECK(count == 100);
    fclose(file);
}

/* ---- What must be refused */

static const uint8_t message[] = "a message";
static const uint8_t *signature_key; /* the public key that signatures are tried with */

static neosig_error verify_with(const neosig_alg *alg, const uint8_t *signature, size_t bytes)
{
    return neosig_verify(alg, signature, bytes, message, sizeof message, signature_key, alg->public_key_bytes, NULL);
}

/* Refused by the library, and by the reference where there is one. */
static int refused(const neosig_alg *alg, const uint8_t *signature, size_t bytes)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    return verify_with(alg, signature, bytes) == NEOSIG_ERR_SIGNATURE &&
           (reference == NULL || reference->verify(alg, signature, bytes, message, sizeof message, pk) != 0);
}

typedef struct code {
    unsigned minus, low, zeros;
} code;

/* Bit i of codes: in round 3 the highest bit of a byte is the first, in FN-DSA the lowest. */
static unsigned place_in_byte(const neosig_alg *alg, size_t i)
{
    return is_round3(alg) ? 7 - i % 8 : i % 8;
}

static unsigned bit_at(const neosig_alg *alg, const uint8_t *in, size_t i)
{
    return in[i / 8] >> place_in_byte(alg, i) & 1;
}

/* Place j of a field of so many bits: in round 3 the highest bit comes first, in FN-DSA the lowest. */
static unsigned place_in_field(const neosig_alg *alg, unsigned j, unsigned width)
{
    return is_round3(alg) ? width - 1 - j : j;
}

/* The codes of a valid signature. Returns their bits. */
static size_t read_codes(const neosig_alg *alg, code *codes, size_t n, const uint8_t *in)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        codes[i] = (code){.minus = bit_at(alg, in, at++)};
        for (unsigned j = 0; j < 7; j++)
            codes[i].low |= bit_at(alg, in, at++) << place_in_field(alg, j, 7);
        while (bit_at(alg, in, at++) == 0)
            codes[i].zeros++;
    }
    return at;
}

/* Writes them, as far as `bytes` go, zeros after them. Returns their bits. */
static size_t write_codes(const neosig_alg *alg, uint8_t *out, size_t bytes, const code *codes, size_t n)
{
    size_t at = 0;
    memset(out, 0, bytes);
    for (size_t i = 0; i < n; i++) {
        const unsigned end = codes[i].zeros + 8;
        for (unsigned j = 0; j <= end; j++, at++) {
            const unsigned low = j == 0 || j >= 8 ? 0 : codes[i].low >> place_in_field(alg, j - 1, 7) & 1;
            const unsigned bit = j == 0 ? codes[i].minus : low | (j == end);
            if (at < 8 * bytes)
                out[at / 8] |= (uint8_t)(bit << place_in_byte(alg, at));
        }
    }
    return at;
}

static void test_signatures(const neosig_alg *alg)
{
    const size_t n = alg->level == 1 ? 512 : 1024;
    const int padded = alg->signature_bytes == 666 || alg->signature_bytes == 1280;
    static code codes[MOST_N], changed[MOST_N];
    size_t made = 0;
    uint8_t seed[48] = {77};
    nist_drbg drbg;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    nist_drbg_seed(&drbg, seed);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    for (unsigned i = 0, zeros = 0; zeros == 0 && CHECK(i < 100); i++) { /* one with a zero */
        CHECK(neosig_sign(alg, sig, &made, message, sizeof message, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        read_codes(alg, codes, n, sig + HEAD);
        for (size_t j = 0; j < n; j++)
            zeros += codes[j].low == 0 && codes[j].zeros == 0;
    }
    signature_key = pk;
    CHECK(verify_with(alg, sig, made) == NEOSIG_OK && (!padded || made == alg->signature_bytes));
    const size_t bits = read_codes(alg, codes, n, sig + HEAD), end = HEAD + (bits + 7) / 8;
    CHECK(write_codes(alg, other, made - HEAD, codes, n) == bits && memcmp(other, sig + HEAD, made - HEAD) == 0);

    for (size_t i = 0; i < made; i += STEP) { /* every bit of some bytes, one of the others */
        for (unsigned bit = i % 8; bit < 8; bit += i % 32 == 0 || i + 4 > end ? 1 : 8) {
            sig[i] ^= (uint8_t)(1u << bit);
            CHECK(verify_with(alg, sig, made) == NEOSIG_ERR_SIGNATURE);
            sig[i] ^= (uint8_t)(1u << bit);
        }
    }
    for (unsigned header = 0; header < 256; header++) {
        const uint8_t before = sig[0];
        sig[0] = (uint8_t)header;
        CHECK((verify_with(alg, sig, made) == NEOSIG_OK) == (header == before));
        sig[0] = before;
    }
    /* One zero after another with a minus, one coefficient after another too large: only the code is wrong. */
    unsigned zeros = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(changed, codes, sizeof codes);
        memcpy(other, sig, HEAD);
        if (codes[i].low == 0 && codes[i].zeros == 0) {
            changed[i].minus ^= 1;
            write_codes(alg, other + HEAD, made - HEAD, changed, n);
            CHECK(zeros++ > 1 ? verify_with(alg, other, made) == NEOSIG_ERR_SIGNATURE : refused(alg, other, made));
        }
    }
    CHECK(zeros > 0);
    const unsigned least = is_round3(alg) ? 16 : 7; /* 2048, 896 */
    const unsigned too_large[] = {least, least + 1, 16, 17, 23, 24, 31, 32, 47, 48, 49, 55, 56};
    for (size_t i = 0; i < sizeof too_large / sizeof too_large[0]; i++)
        for (size_t place = 0; place < 8; place++) {
            memcpy(changed, codes, sizeof codes);
            memcpy(other, sig, HEAD);
            changed[place].zeros = too_large[i];
            for (size_t j = n - 12; j < n; j++) /* make room */
                changed[j].zeros = 0;
            const size_t now = write_codes(alg, other + HEAD, alg->signature_bytes - HEAD, changed, n);
            CHECK(refused(alg, other, padded ? made : HEAD + (now + 7) / 8));
        }
    /* Other lengths, what is not zero behind the last code, and codes that do not end. */
    memcpy(other, sig, made);
    memset(other + made, 0, sizeof other - made);
    for (size_t bytes = 0; bytes <= alg->signature_bytes + 1; bytes++)
        CHECK(verify_with(alg, other, bytes) == (bytes == made ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE));
    for (size_t i = bits; i < 8 * (made - HEAD); i++) {
        memcpy(other, sig, made);
        other[HEAD + i / 8] ^= (uint8_t)(1u << place_in_byte(alg, i));
        CHECK(verify_with(alg, other, made) == NEOSIG_ERR_SIGNATURE);
    }
    memset(other + HEAD, 0, made - HEAD);
    CHECK(refused(alg, other, made));
    memset(other + HEAD, 0xff, made - HEAD);
    CHECK(refused(alg, other, made));
}

static neosig_error prepared_error(const neosig_alg *alg, int secret, const uint8_t *key)
{
    const size_t bytes = neosig_prepared_bytes(alg, secret);
    void *prepared = test_allocate(bytes);
    const neosig_error error = secret ? neosig_prepare_sign(alg, prepared, bytes, key, alg->secret_key_bytes, NULL)
                                      : neosig_prepare_verify(alg, prepared, bytes, key, alg->public_key_bytes, NULL);
    free(prepared);
    return error;
}

static int no_public_key(const neosig_alg *alg)
{
    return neosig_verify(alg, sig, alg->signature_bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) ==
               NEOSIG_ERR_KEY &&
           prepared_error(alg, 0, pk) == NEOSIG_ERR_KEY;
}

static int no_secret_key(const neosig_alg *alg, const uint8_t *key)
{
    size_t made = 1;
    return neosig_sign(alg, other, &made, message, sizeof message, key, alg->secret_key_bytes, NULL) ==
               NEOSIG_ERR_KEY &&
           made == 0 && prepared_error(alg, 1, key) == NEOSIG_ERR_KEY;
}

/* Sets bits of a key. */
static void set_field(const neosig_alg *alg, uint8_t *at, size_t bit, unsigned width, unsigned value)
{
    for (unsigned i = 0; i < width; i++, bit++) {
        const unsigned place = place_in_byte(alg, bit);
        at[bit / 8] &= (uint8_t) ~(1u << place);
        at[bit / 8] |= (uint8_t)((value >> place_in_field(alg, i, width) & 1) << place);
    }
}

static void test_keys(const neosig_alg *alg)
{
    const size_t n = alg->level == 1 ? 512 : 1024;
    const unsigned width = alg->level == 1 ? 6 : 5;
    uint8_t before[MOST_SK];
    memcpy(before, pk, alg->public_key_bytes);
    for (unsigned header = 0; header < 256; header++) {
        pk[0] = (uint8_t)header;
        CHECK(header == before[0] || no_public_key(alg));
    }
    pk[0] = before[0];
    for (size_t i = 0; i < n; i += 3 * STEP) {
        set_field(alg, pk + 1, 14 * i, 14, i % 2 == 0 ? 12289 : 16383);
        CHECK(no_public_key(alg));
        set_field(alg, pk + 1, 14 * i, 14, 12288); /* a value, but another key's */
        CHECK(i > 30 || neosig_verify(alg, sig, alg->signature_bytes, message, sizeof message, pk,
                                      alg->public_key_bytes, NULL) == NEOSIG_ERR_SIGNATURE);
        memcpy(pk, before, alg->public_key_bytes);
    }
    memcpy(before, sk, alg->secret_key_bytes);
    for (unsigned header = 0; header < 256; header += 1 + header % 7) {
        sk[0] = (uint8_t)header;
        CHECK(header == before[0] || no_secret_key(alg, sk));
    }
    sk[0] = before[0];
    for (size_t i = 0; i < 3 * n; i += 37) { /* the one value that no coefficient has */
        const size_t bit = i < 2 * n ? width * i : 2 * width * n + 8 * (i - 2 * n);
        const unsigned bits = i < 2 * n ? width : 8;
        set_field(alg, sk + 1, bit, bits, 1u << (bits - 1));
        CHECK(no_secret_key(alg, sk));
        memcpy(sk, before, alg->secret_key_bytes);
    }
    for (size_t i = 0; i < n; i += 101) { /* an F of which G would not fit: f G - g F = q no more */
        sk[1 + 2 * width * n / 8 + i] = (uint8_t)(before[1 + 2 * width * n / 8 + i] == 3 ? 5 : 3);
        CHECK(no_secret_key(alg, sk));
        memcpy(sk, before, alg->secret_key_bytes);
    }
    memset(sk + 1, 0, width * n / 8); /* f = 0 has no inverse */
    CHECK(no_secret_key(alg, sk));
    memcpy(sk, before, alg->secret_key_bytes);
    if (!is_round3(alg)) /* another hash of the public key: the check of the key pair finds it */
        for (size_t i = alg->secret_key_bytes - 64; i < alg->secret_key_bytes; i += 9) {
            sk[i] ^= 1;
            CHECK(neosig_check_keypair(alg, pk, alg->public_key_bytes, sk, alg->secret_key_bytes, NULL) ==
                  NEOSIG_ERR_KEY);
            sk[i] ^= 1;
        }
}

/* Keys of one byte less or more, or of none. */
static void test_lengths(const neosig_alg *alg)
{
    const size_t bytes[2] = {alg->public_key_bytes, alg->secret_key_bytes};
    const size_t prepared_bytes[2] = {neosig_prepared_bytes(alg, 0), neosig_prepared_bytes(alg, 1)};
    void *prepared = test_allocate(prepared_bytes[1]);
    static uint8_t longer[2][MOST_SK + 1];
    memcpy(longer[0], pk, bytes[0]);
    memcpy(longer[1], sk, bytes[1]);
    for (unsigned i = 0; i < 3; i++) {
        const size_t wrong[2] = {i == 0 ? 0 : bytes[0] + 2 * i - 3, i == 0 ? 0 : bytes[1] + 2 * i - 3};
        size_t made = 1;
        CHECK(neosig_verify(alg, sig, alg->signature_bytes, message, sizeof message, longer[0], wrong[0], NULL) ==
              NEOSIG_ERR_LENGTH);
        CHECK(neosig_sign(alg, other, &made, message, sizeof message, longer[1], wrong[1], NULL) == NEOSIG_ERR_LENGTH);
        CHECK(made == 0);
        CHECK(neosig_prepare_verify(alg, prepared, prepared_bytes[0], longer[0], wrong[0], NULL) == NEOSIG_ERR_LENGTH);
        CHECK(neosig_prepare_sign(alg, prepared, prepared_bytes[1], longer[1], wrong[1], NULL) == NEOSIG_ERR_LENGTH);
    }
    free(prepared);
}

/* A signed message cut short anywhere, with a length of any value. */
static void test_signed_messages(const neosig_alg *alg)
{
    static uint8_t sm[MOST_SIG + sizeof message], opened[sizeof sm];
    unsigned long long sm_bytes = 0, opened_bytes = 0;
    CHECK(neosig_nist_sign(alg, sm, &sm_bytes, message, sizeof message, sk, NULL) == NEOSIG_OK);
    CHECK(sm_bytes <= sizeof message + neosig_nist_bytes(alg));
    CHECK(neosig_nist_open(alg, opened, &opened_bytes, sm, sm_bytes, pk, NULL) == NEOSIG_OK);
    CHECK(opened_bytes == sizeof message && memcmp(opened, message, sizeof message) == 0);
    for (unsigned long long bytes = 0; bytes < sm_bytes; bytes++)
        CHECK(neosig_nist_open(alg, opened, &opened_bytes, sm, bytes, pk, NULL) == NEOSIG_ERR_SIGNATURE);
    const uint8_t before[2] = {sm[0], sm[1]};
    for (unsigned length = 0; length < 65536; length += 1 + length % 13) {
        sm[0] = (uint8_t)(length >> 8);
        sm[1] = (uint8_t)length;
        CHECK((neosig_nist_open(alg, opened, &opened_bytes, sm, sm_bytes, pk, NULL) == NEOSIG_OK) ==
              (memcmp(sm, before, 2) == 0));
    }
}

/* The guess of 2025-06 had these identifiers, and other keys. */
static void test_older_guess(void)
{
    CHECK(neosig_alg_by_oid(NEOSIG_OID_ARC "5.1") == NULL && neosig_alg_by_oid(NEOSIG_OID_ARC "5.2") == NULL);
    CHECK(neosig_alg_by_oid(NEOSIG_OID_ARC "5.3") == neosig_alg_find("fn-dsa-512-pre"));
    CHECK(neosig_alg_by_oid(NEOSIG_OID_ARC "5.4") == neosig_alg_find("fn-dsa-1024-pre"));
}

int main(int argc, char **argv)
{
    test_older_guess();
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        if (!test_backend(i))
            continue;
        for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
            const neosig_alg *alg = neosig_alg_find(sets[s]);
            if (!CHECK(alg != NULL))
                continue;
            for (unsigned number = 0; number < KEYS; number++)
                compare(s, number);
            test_no_deterministic_signing(alg);
            test_signatures(alg);
            test_keys(alg);
            test_lengths(alg);
            test_signed_messages(alg);
        }
        for (int file = 1; file < argc; file++)
            test_records(argv[file]);
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", neosig_backend_name(i));
    }
    return test_end();
}
