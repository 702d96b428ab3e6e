/* HAWK in every backend and every form of the API, against its reference; seeds that are refused; and what else must
 * be. */
#include "backends.h"
#include "common/nist_drbg.h"
#include "core/backend.h"
#include "hawk/hawk.h"
#include "neosig/neosig.h"
#include "neosig/nist.h"
#include "prepared.h"
#include "reference.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { STEP = 61, SETS = 2 }; /* the reference's solver takes a minute for hawk1024 where words have 32 bits */
#else
enum { STEP = 7, SETS = 3 };
#endif

enum { MOST_PK = 2440, MOST_SK = 360, MOST_SIG = 1221 };

static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG], other[MOST_SIG], other_pk[MOST_PK], other_sk[MOST_SK];
static const uint8_t message[] = "a message";

static neosig_options options_of(nist_drbg *drbg, uint8_t number)
{
    const uint8_t seed[48] = {9, number};
    nist_drbg_seed(drbg, seed);
    return (neosig_options){.size = sizeof(neosig_options),
                            .flags = NEOSIG_ALLOW_INSECURE,
                            .random = nist_drbg_random,
                            .random_state = drbg};
}

/* ---- Every form of an operation gives the same signature, which is the reference's */

static void compare(const neosig_alg *alg, uint8_t number)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    uint8_t msg[300];
    size_t made[2] = {0}, bytes = number * 137u % sizeof msg;
    nist_drbg drbg, before;
    neosig_options options = options_of(&drbg, number);
    memset(msg, number, sizeof msg);
    if (!CHECK(reference != NULL))
        return;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    before = drbg;
    options_of(&drbg, number);
    CHECK(reference->keypair(alg, other_pk, other_sk, nist_drbg_random, &drbg) == 0);
    CHECK(memcmp(pk, other_pk, alg->public_key_bytes) == 0 && memcmp(sk, other_sk, alg->secret_key_bytes) == 0);
    CHECK(memcmp(&drbg, &before, sizeof drbg) == 0); /* as much was drawn */
    CHECK(reference->sign(alg, sig, &made[0], msg, bytes, sk, nist_drbg_random, &drbg) == 0);
    CHECK(made[0] == alg->signature_bytes && reference->verify(alg, sig, made[0], msg, bytes, pk) == 0);
    void *prepared[2];
    test_prepare(prepared, alg, pk, sk);
    for (unsigned form = 0; form < 3; form++) {
        neosig_stream stream;
        drbg = before;
        memset(other, 0, sizeof other);
        if (form == 2) { /* a byte at a time */
            CHECK(neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
            for (size_t i = 0; i < bytes; i++)
                CHECK(neosig_sign_update(&stream, msg + i, 1) == NEOSIG_OK);
            CHECK(neosig_sign_final(&stream, other, &made[1]) == NEOSIG_OK);
            CHECK(neosig_verify_init(&stream, alg, sig, made[0], pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
            for (size_t i = 0; i < bytes; i++)
                CHECK(neosig_verify_update(&stream, msg + i, 1) == NEOSIG_OK);
            CHECK(neosig_verify_final(&stream) == NEOSIG_OK);
        } else if (form == 1) {
            CHECK(neosig_sign_prepared(prepared[1], other, &made[1], msg, bytes, &options) == NEOSIG_OK);
            CHECK(neosig_verify_prepared(prepared[0], sig, made[0], msg, bytes, NULL) == NEOSIG_OK);
            msg[0] ^= 1;
            CHECK(neosig_verify_prepared(prepared[0], sig, made[0], msg, bytes, NULL) ==
                  (bytes == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE));
            msg[0] ^= 1;
        } else {
            CHECK(neosig_sign(alg, other, &made[1], msg, bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
            CHECK(neosig_verify(alg, sig, made[0], msg, bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        }
        CHECK(made[1] == made[0] && memcmp(sig, other, made[0]) == 0);
    }
    free(prepared[0]);
    free(prepared[1]);
}

/* ---- Seeds. What a key pair was made from is the last request. */

typedef struct recorder {
    nist_drbg drbg;
    unsigned requests;
    uint8_t first[40], last[40];
} recorder;

static int record(void *state, uint8_t *out, size_t bytes)
{
    recorder *r = state;
    nist_drbg_random(&r->drbg, out, bytes);
    CHECK(bytes <= sizeof r->last);
    memcpy(r->last, out, bytes);
    if (r->requests++ == 0)
        memcpy(r->first, out, bytes);
    return 0;
}

static void test_seeds(const neosig_alg *alg)
{
    recorder r = {.requests = 0};
    options_of(&r.drbg, 3);
    const neosig_options options = {
        .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = record, .random_state = &r};
    const neosig_options allow = {.size = sizeof allow, .flags = NEOSIG_ALLOW_INSECURE};
    const size_t bytes = neosig_prepared_bytes(alg, 1);
    void *prepared = test_allocate(bytes);
    size_t made = 0;
    CHECK(neosig_keypair(alg, pk, sk, NULL) == NEOSIG_ERR_INSECURE);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK && r.requests > 1);
    CHECK(neosig_keypair_from_seed(alg, other_pk, other_sk, r.last, alg->seed_bytes, &allow) == NEOSIG_OK);
    CHECK(memcmp(pk, other_pk, alg->public_key_bytes) == 0 && memcmp(sk, other_sk, alg->secret_key_bytes) == 0);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes, r.last, alg->seed_bytes, &allow) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(prepared, sig, &made, message, sizeof message, NULL) == NEOSIG_OK);
    CHECK(neosig_verify(alg, sig, made, message, sizeof message, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_keypair_from_seed(alg, other_pk, other_sk, r.first, alg->seed_bytes, &allow) == NEOSIG_ERR_ATTEMPTS);
    uint8_t any = 0;
    for (size_t i = 0; i < alg->secret_key_bytes; i++)
        any |= other_sk[i];
    CHECK(any == 0);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes, r.first, alg->seed_bytes, &allow) == NEOSIG_ERR_ATTEMPTS);
    free(prepared);
}

/* ---- What must be refused, by the reference too */

static neosig_error verify_with(const neosig_alg *alg, const uint8_t *signature, const uint8_t *key)
{
    return neosig_verify(alg, signature, alg->signature_bytes, message, sizeof message, key, alg->public_key_bytes,
                         NULL);
}

static int refused(const neosig_alg *alg, const uint8_t *signature, const uint8_t *key)
{
    const neosig_error error = verify_with(alg, signature, key);
    return (error == NEOSIG_ERR_SIGNATURE || error == NEOSIG_ERR_KEY) &&
           neosig_reference_of(alg)->verify(alg, signature, alg->signature_bytes, message, sizeof message, key) != 0;
}

static void test_flips(const neosig_alg *alg)
{
    nist_drbg drbg;
    neosig_options options = options_of(&drbg, 4);
    size_t made = 0;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, message, sizeof message, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    CHECK(verify_with(alg, sig, pk) == NEOSIG_OK);
    for (size_t bytes = 0; bytes < alg->signature_bytes; bytes++)
        CHECK(neosig_verify(alg, sig, bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) ==
              NEOSIG_ERR_SIGNATURE);
    memcpy(other, sig, made);
    for (size_t bit = 0; bit < 8 * alg->signature_bytes; bit += STEP) {
        other[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(refused(alg, other, pk));
        other[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    memcpy(other_pk, pk, alg->public_key_bytes);
    for (size_t bit = 0; bit < 8 * alg->public_key_bytes; bit += STEP) {
        other_pk[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(refused(alg, sig, other_pk));
        other_pk[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

/* A signature's twin: h1 - s1 has the norm of s1, and its t1 begins with a negative coefficient. */
static void test_twin(const neosig_alg *alg)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, neosig_backend_now());
    int16_t s1[NEOSIG_HAWK_MAX_N];
    int8_t h1[NEOSIG_HAWK_MAX_N];
    uint8_t key_hash[NEOSIG_HAWK_MAX_KEY_HASH_BYTES], h[NEOSIG_HAWK_MAX_N / 4], hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES];
    neosig_shake shake;
    neosig_shake256(ctx.backend->keccak, key_hash, ctx.key_hash_bytes, pk, alg->public_key_bytes);
    neosig_shake_init(&shake, ctx.backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, message, sizeof message);
    neosig_shake_absorb(&shake, key_hash, ctx.key_hash_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, hm, sizeof hm);
    neosig_hawk_hash(&ctx, h, hm, sig);
    neosig_hawk_bits(h1, h + ctx.n / 8, ctx.n);
    CHECK(neosig_hawk_unpack_signature_vartime(&ctx, s1, sig) == NEOSIG_OK);
    for (unsigned twin = 0; twin < 2; twin++) {
        for (size_t i = 0; i < ctx.n; i++)
            s1[i] = (int16_t)(h1[i] - s1[i]);
        CHECK(neosig_hawk_pack_signature_vartime(&ctx, other, sig, s1) == 0);
        CHECK(twin == 0 ? refused(alg, other, pk) : memcmp(other, sig, alg->signature_bytes) == 0);
    }
}

/* A bit string with bits put in or taken out at `at`, the rest moved, zeros or what was there at the end. */
static void insert_zero(uint8_t *data, size_t bytes, size_t at)
{
    for (size_t i = 8 * bytes; i-- > at + 1;) {
        const unsigned bit = data[(i - 1) / 8] >> (i - 1) % 8 & 1;
        data[i / 8] = (uint8_t)((data[i / 8] & ~(1u << i % 8)) | bit << i % 8);
    }
    data[at / 8] &= (uint8_t) ~(1u << at % 8);
}

/* Numbers at the bounds of a code, and beyond them. */
static void test_bounds(const neosig_alg *alg)
{
    const neosig_hawk_ctx ctx = neosig_hawk_open(alg, neosig_backend_now());
    const neosig_hawk_code codes[3] = {ctx.set->s1, ctx.set->q00, ctx.set->q01};
    for (unsigned kind = 0; kind < 3; kind++)
        for (unsigned beyond = 0; beyond < 2; beyond++)
            for (unsigned minus = 0; minus < 2; minus++)
                for (size_t at = 1; at < ctx.n / 2; at += 85) {
                    int16_t a[3][NEOSIG_HAWK_MAX_N] = {{0}}, b[3][NEOSIG_HAWK_MAX_N];
                    const int x = (1 << codes[kind].size) - 1 + (int)beyond;
                    a[kind][at] = (int16_t)(minus ? -1 - x : x);
                    const neosig_error refusal = kind == 0 ? NEOSIG_ERR_SIGNATURE : NEOSIG_ERR_KEY;
                    neosig_error error;
                    if (kind == 0) {
                        CHECK(neosig_hawk_pack_signature_vartime(&ctx, other, sig, a[0]) == 0);
                        error = neosig_hawk_unpack_signature_vartime(&ctx, b[0], other);
                    } else {
                        CHECK(neosig_hawk_pack_public_key_vartime(&ctx, other_pk, a[1], a[2]) == 0);
                        error = neosig_hawk_unpack_public_key_vartime(&ctx, b[1], b[2], other_pk);
                    }
                    CHECK(error == (beyond ? refusal : NEOSIG_OK));
                    const size_t n = kind == 1 ? ctx.n / 2 : ctx.n;
                    CHECK(beyond || memcmp(a[kind], b[kind], n * sizeof a[0][0]) == 0);
                }
}

/* Codes of too many zeros, and padding that is not zero. */
static void test_codes(const neosig_alg *alg)
{
    const size_t n = alg->seed_bytes == 16 ? 256 : alg->seed_bytes == 24 ? 512 : 1024;
    const size_t salt = n == 256 ? 14 : n == 512 ? 24 : 40;
    const unsigned low = n == 1024 ? 6 : 5;
    const size_t last_part = 8 * salt + n * (1 + low);
    for (unsigned zeros = 1; zeros <= 20; zeros++) { /* before the first number's one; 16 are one too many */
        memcpy(other, sig, alg->signature_bytes);
        for (unsigned i = 0; i < zeros; i++)
            insert_zero(other, alg->signature_bytes, last_part);
        CHECK(refused(alg, other, pk));
    }
    memcpy(other, sig, alg->signature_bytes);
    size_t end = 8 * alg->signature_bytes;
    while ((sig[(end - 1) / 8] >> (end - 1) % 8 & 1) == 0)
        end--;
    for (size_t bit = end; bit < 8 * alg->signature_bytes; bit++) {
        other[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(refused(alg, other, pk));
        other[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    /* All zeros: no one anywhere. All ones: numbers of one bit, then padding that is not zero. */
    memset(other + salt, 0, alg->signature_bytes - salt);
    CHECK(refused(alg, other, pk));
    memset(other + salt, 0xff, alg->signature_bytes - salt);
    CHECK(refused(alg, other, pk));
    memset(other_pk, 0, alg->public_key_bytes);
    CHECK(verify_with(alg, sig, other_pk) == NEOSIG_ERR_KEY && refused(alg, sig, other_pk));
    memset(other_pk, 0xff, alg->public_key_bytes);
    CHECK(verify_with(alg, sig, other_pk) == NEOSIG_ERR_KEY && refused(alg, sig, other_pk));
    memcpy(other_pk, pk, alg->public_key_bytes);
    other_pk[0] ^= 1; /* a negative constant coefficient */
    CHECK(verify_with(alg, sig, other_pk) == NEOSIG_ERR_KEY && refused(alg, sig, other_pk));
}

static void test_signed_messages(const neosig_alg *alg)
{
    static uint8_t sm[MOST_SIG + sizeof message], opened[sizeof sm];
    unsigned long long sm_bytes = 0, opened_bytes = 0;
    CHECK(neosig_nist_sign(alg, sm, &sm_bytes, message, sizeof message, sk, NULL) == NEOSIG_OK);
    CHECK(sm_bytes == sizeof message + alg->signature_bytes && memcmp(sm, message, sizeof message) == 0);
    CHECK(neosig_nist_open(alg, opened, &opened_bytes, sm, sm_bytes, pk, NULL) == NEOSIG_OK);
    CHECK(opened_bytes == sizeof message && memcmp(opened, message, sizeof message) == 0);
    for (unsigned long long bytes = 0; bytes < sm_bytes; bytes += 9)
        CHECK(neosig_nist_open(alg, opened, &opened_bytes, sm, bytes, pk, NULL) == NEOSIG_ERR_SIGNATURE);
}

int main(void)
{
    static const char *const sets[] = {"hawk256", "hawk512", "hawk1024"};
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        if (!test_backend(i))
            continue;
        for (size_t s = 0; s < SETS; s++) {
            const neosig_alg *alg = neosig_alg_find(sets[s]);
            if (!CHECK(alg != NULL))
                continue;
            for (uint8_t number = 0; number < (s == 2 ? 1 : 2); number++)
                compare(alg, number);
            test_seeds(alg);
            if (i == 0 || s == 0) { /* the reference is slow */
                test_flips(alg);
                test_twin(alg);
                test_bounds(alg);
                test_codes(alg);
                test_signed_messages(alg);
            }
        }
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", neosig_backend_name(i));
    }
    return test_end();
}
