/* HAETAE against its reference, in every backend and every form of the API; the team's known answers with contexts; and
 * what must be refused.
 *
 *     scheme CONTEXT_KAT... */
#include "backends.h"
#include "common/hex.h"
#include "common/known_answer.h"
#include "core/backend.h"
#include "haetae/haetae.h"
#include "prepared.h"
#include "reference.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PK = 2080, MOST_SK = 2752, MOST_SIG = 2948 + 300 };

static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG], other[MOST_SIG];

static const char *const sets[] = {"haetae2", "haetae3", "haetae5"};

/* ---- Against the reference */

static void compare(const neosig_alg *alg, unsigned number)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    static uint8_t reference_pk[MOST_PK], reference_sk[MOST_SK];
    uint8_t msg[200], seed[48] = {5, (uint8_t)number};
    size_t made[2] = {0}, bytes = number * 61 % sizeof msg;
    nist_drbg drbg[2], before;
    if (!CHECK(reference != NULL))
        return;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg[0]};
    nist_drbg_seed(&drbg[0], seed);
    nist_drbg_seed(&drbg[1], seed);
    memset(msg, (int)number, sizeof msg);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(reference->keypair(alg, reference_pk, reference_sk, nist_drbg_random, &drbg[1]) == 0);
    CHECK(memcmp(pk, reference_pk, alg->public_key_bytes) == 0 && memcmp(sk, reference_sk, alg->secret_key_bytes) == 0);
    before = drbg[0];
    CHECK(neosig_sign(alg, sig, &made[0], msg, bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    CHECK(reference->sign(alg, other, &made[1], msg, bytes, sk, nist_drbg_random, &drbg[1]) == 0);
    CHECK(made[0] == made[1] && memcmp(sig, other, made[0]) == 0);
    CHECK(reference->verify(alg, sig, made[0], msg, bytes, pk) == 0);

    void *prepared[2];
    test_prepare(prepared, alg, pk, sk);
    for (unsigned form = 0; form < 4; form++) {
        options.flags = form & 1 ? NEOSIG_LOW_MEMORY : 0;
        drbg[0] = before;
        memset(other, 0, sizeof other);
        if (form & 2) {
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

/* ---- Signatures that must be refused */

#ifdef NEOSIG_SLOW_CPU
enum { KEYS = 1, STEP = 16 };
#else
enum { KEYS = 4, STEP = 1 };
#endif

static int refused(const neosig_alg *alg, const uint8_t *msg, size_t bytes)
{
    const int mine = neosig_verify(alg, sig, alg->signature_bytes, msg, bytes, pk, alg->public_key_bytes, NULL) ==
                     NEOSIG_ERR_SIGNATURE;
    return mine && neosig_reference_of(alg)->verify(alg, sig, alg->signature_bytes, msg, bytes, pk) != 0;
}

/* Every byte of the signature, all bits of some, the zeros at its end and the coded parts among them; every byte of the
 * key and of the message. */
static void test_flips(const neosig_alg *alg)
{
    static const uint8_t msg[] = "a message";
    uint8_t changed[sizeof msg], seed[48] = {77};
    size_t made;
    nist_drbg drbg;
    neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    nist_drbg_seed(&drbg, seed);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_sign(alg, sig, &made, msg, sizeof msg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    for (size_t i = 0; i < made; i += STEP)
        for (unsigned bit = i % 8; bit < 8; bit += i % 32 == 0 ? 1 : 8) {
            sig[i] ^= (uint8_t)(1u << bit);
            CHECK(neosig_verify(alg, sig, made, msg, sizeof msg, pk, alg->public_key_bytes, NULL) ==
                  NEOSIG_ERR_SIGNATURE);
            sig[i] ^= (uint8_t)(1u << bit);
        }
    for (size_t i = 0; i < alg->public_key_bytes; i += 7 * STEP) {
        pk[i] ^= (uint8_t)(1u << i % 8);
        CHECK(neosig_verify(alg, sig, made, msg, sizeof msg, pk, alg->public_key_bytes, NULL) == NEOSIG_ERR_SIGNATURE);
        pk[i] ^= (uint8_t)(1u << i % 8);
    }
    for (size_t i = 0; i < sizeof msg; i++) {
        memcpy(changed, msg, sizeof msg);
        changed[i] ^= 1;
        CHECK(refused(alg, changed, sizeof changed));
    }
    /* The two sizes and what follows, by larger steps. */
    const size_t head = made - 200;
    for (size_t i = head; i < made; i += STEP)
        for (unsigned value = 0; value < 256; value += 51) {
            const uint8_t before = sig[i];
            sig[i] = (uint8_t)value;
            CHECK(value == before || refused(alg, msg, sizeof msg));
            sig[i] = before;
        }
    CHECK(!refused(alg, msg, sizeof msg));
}

/* A signature that is longer than B'' and right in all else: its signer takes a larger ball. sk and pk are a key pair.
 */
static void test_norm(const neosig_alg *alg)
{
    const neosig_haetae_set *set = (const neosig_haetae_set *)(const void *)alg;
    neosig_haetae_set larger = *set, strict;
    larger.alg.signature_bytes += 300;
    larger.scale = set->scale * 27 / 20;
    larger.b0_squared = set->b0_squared * 729 / 400;
    larger.b1_squared = set->b1_squared * 729 / 400;
    larger.b2_squared = set->b2_squared * 2;
    strict = larger;
    strict.b2_squared = set->b2_squared;
    const uint8_t mu[64] = {1}, rnd[32] = {2};
    const neosig_haetae_ctx signer = neosig_haetae_open(&larger.alg, neosig_backend_now());
    const neosig_haetae_ctx verifier = neosig_haetae_open(&strict.alg, neosig_backend_now());
    void *workspace =
        test_allocate(neosig_haetae_sign_bytes(&signer, 0, 0) + neosig_haetae_verify_bytes(&signer, 0, 0));
    CHECK(neosig_haetae_sign(&signer, sig, mu, rnd, sk, 0, 0, workspace) == NEOSIG_OK);
    CHECK(neosig_haetae_verify(&signer, sig, mu, pk, 0, 0, workspace) == NEOSIG_OK);
    CHECK(neosig_haetae_verify(&verifier, sig, mu, pk, 0, 0, workspace) == NEOSIG_ERR_SIGNATURE);
    free(workspace);
}

/* A secret key whose coefficients are out of range is no key. */
static void test_bad_keys(const neosig_alg *alg)
{
    uint8_t *prepared = test_allocate(neosig_prepared_bytes(alg, 1));
    size_t made;
    for (size_t i = alg->public_key_bytes; i < alg->secret_key_bytes - 32; i += 5) {
        const uint8_t before = sk[i];
        sk[i] = 0xff; /* 3 of 2 bits, 7 of 3 bits somewhere in it */
        CHECK(neosig_sign(alg, other, &made, sk, 1, sk, alg->secret_key_bytes, NULL) == NEOSIG_ERR_KEY && made == 0);
        CHECK(neosig_prepare_sign(alg, prepared, neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, NULL) ==
              NEOSIG_ERR_KEY);
        sk[i] = before;
    }
    free(prepared);
}

/* A secret key that is too large is none, even if b were that of its s1 and s2. */
static void test_large_key(const neosig_alg *alg)
{
    static uint8_t made_pk[MOST_PK], made_sk[MOST_SK], large[MOST_SK];
    const neosig_haetae_ctx ctx = neosig_haetae_open(alg, neosig_backend_now());
    void *workspace = test_allocate(neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, 0));
    const size_t s1 = (size_t)(neosig_haetae_secret_of(&ctx, sk).s1 - sk);
    memcpy(large, sk, alg->secret_key_bytes);
    CHECK(neosig_haetae_remake(&ctx, made_pk, made_sk, large, workspace) == NEOSIG_OK);
    memset(large + s1, 0, 64 * ctx.m); /* ones */
    CHECK(neosig_haetae_remake(&ctx, made_pk, made_sk, large, workspace) == NEOSIG_ERR_KEY);
    free(workspace);
}

/* ---- The team's vectors: a context of any length */

typedef struct replay {
    uint8_t key_seed[32], rnd[32];
    unsigned draws;
} replay;

static int play(void *state, uint8_t *out, size_t bytes)
{
    replay *r = state;
    memcpy(out, r->draws++ == 0 ? r->key_seed : r->rnd, bytes);
    return bytes != 32;
}

static void test_contexts(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[2000], name[16] = {0}, key[32], value[1900];
    uint8_t seed[48], msg[KNOWN_ANSWER_MESSAGE_BYTES(99)], context[256], expected[3][32];
    nist_drbg program;
    unsigned count = 0;
    const char *base = strrchr(path, '/');
    if (!CHECK(file != NULL && base != NULL))
        return;
    memcpy(name, base + 1, 7);
    const neosig_alg *alg = neosig_alg_find(name);
    known_answer_begin(&program);
    while (CHECK(alg != NULL) && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%31s = %1899s", key, value) < 1)
            continue;
        if (strcmp(key, "pk_sha256") == 0)
            CHECK(hex_decode(expected[0], 32, value) == 0);
        if (strcmp(key, "sk_sha256") == 0)
            CHECK(hex_decode(expected[1], 32, value) == 0);
        if (strcmp(key, "sig_sha256") != 0)
            continue;
        CHECK(hex_decode(expected[2], 32, value) == 0);
        nist_drbg drbg;
        replay r = {.draws = 0};
        uint8_t context_bytes;
        size_t made;
        known_answer_next(&program, count, seed, msg);
        nist_drbg_seed(&drbg, seed);
        nist_drbg_random(&drbg, r.key_seed, 32);
        nist_drbg_random(&drbg, r.rnd, 32);
        nist_drbg_random(&drbg, &context_bytes, 1);
        nist_drbg_random(&drbg, context, context_bytes);
        neosig_options options = {.size = sizeof options,
                                  .random = play,
                                  .random_state = &r,
                                  .context = context,
                                  .context_bytes = context_bytes};
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
        CHECK(neosig_sign(alg, sig, &made, msg, KNOWN_ANSWER_MESSAGE_BYTES(count), sk, alg->secret_key_bytes,
                          &options) == NEOSIG_OK);
        CHECK(known_answer_digest_is(pk, alg->public_key_bytes, expected[0]));
        CHECK(known_answer_digest_is(sk, alg->secret_key_bytes, expected[1]));
        CHECK(known_answer_digest_is(sig, made, expected[2]));
        CHECK(neosig_verify(alg, sig, made, msg, KNOWN_ANSWER_MESSAGE_BYTES(count), pk, alg->public_key_bytes,
                            &options) == NEOSIG_OK);
        context[0] ^= 1;
        CHECK(context_bytes == 0 || neosig_verify(alg, sig, made, msg, KNOWN_ANSWER_MESSAGE_BYTES(count), pk,
                                                  alg->public_key_bytes, &options) == NEOSIG_ERR_SIGNATURE);
        count++;
    }
    CHECK(count == 100 || count == 25);
    fclose(file);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!test_backend(i))
            continue;
        for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
            const neosig_alg *alg = neosig_alg_find(sets[s]);
            if (!CHECK(alg != NULL))
                continue;
            for (unsigned number = 0; number < KEYS; number++)
                compare(alg, number);
            test_flips(alg);
            test_norm(alg);
            test_bad_keys(alg);
            test_large_key(alg);
        }
        for (int file = 1; file < argc; file++)
            test_contexts(argv[file]);
    }
    return test_end();
}
