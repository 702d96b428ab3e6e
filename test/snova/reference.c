/* The library against the reference, which is written from the specification in another way, for every set: keys and
 * signatures from the same random bytes, with and without prepared keys, messages of any length, altered signatures. */
#include "core/use.h"
#include "reference.h"

#ifdef NEOSIG_SLOW_CPU
enum { MESSAGES = 1, HIGHEST_LEVEL = 1 };
#else
enum { MESSAGES = 2, HIGHEST_LEVEL = 5 };
#endif
enum { MESSAGE_BYTES = 300 };

typedef struct signature {
    uint8_t msg[MESSAGE_BYTES];
    size_t bytes; /* of msg */
    uint8_t *sig;
} signature;

/* The library's answer is the reference's, in the backend in use. */
static void compare(const neosig_alg *alg, const signature *all, const uint8_t *pk, const uint8_t *sk, unsigned seed)
{
    use_random source;
    neosig_options options = use_options(&source, (uint8_t)seed, 0);
    uint8_t *own_pk = use_allocate(alg->public_key_bytes), *own_sk = use_allocate(alg->secret_key_bytes);
    uint8_t *sig = use_allocate(alg->signature_bytes);
    size_t made = 0, prepared_bytes[2] = {neosig_prepared_bytes(alg, 0), neosig_prepared_bytes(alg, 1)};
    uint8_t *prepared[2] = {use_allocate(prepared_bytes[0]), use_allocate(prepared_bytes[1])};
    CHECK(neosig_keypair(alg, own_pk, own_sk, &options) == NEOSIG_OK);
    CHECK(memcmp(own_pk, pk, alg->public_key_bytes) == 0);
    CHECK(memcmp(own_sk, sk, alg->secret_key_bytes) == 0);
    CHECK(neosig_prepare_verify(alg, prepared[0], prepared_bytes[0], pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, prepared[1], prepared_bytes[1], sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    for (unsigned i = 0; i < MESSAGES; i++) {
        const signature *a = &all[i];
        options = use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(neosig_sign(alg, sig, &made, a->msg, a->bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        CHECK(made == alg->signature_bytes && memcmp(sig, a->sig, made) == 0);
        options = use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(neosig_sign_prepared(prepared[1], sig, &made, a->msg, a->bytes, &options) == NEOSIG_OK);
        CHECK(made == alg->signature_bytes && memcmp(sig, a->sig, made) == 0);
        CHECK(neosig_verify(alg, sig, made, a->msg, a->bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_verify_prepared(prepared[0], sig, made, a->msg, a->bytes, NULL) == NEOSIG_OK);
        sig[(seed + i) % made] ^= 1;
        CHECK(neosig_verify(alg, sig, made, a->msg, a->bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_ERR_SIGNATURE);
        CHECK(neosig_verify_prepared(prepared[0], sig, made, a->msg, a->bytes, NULL) == NEOSIG_ERR_SIGNATURE);
    }
    free(own_pk);
    free(own_sk);
    free(sig);
    free(prepared[0]);
    free(prepared[1]);
}

static void test_set(const neosig_alg *alg, unsigned seed)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    if (!CHECK(reference != NULL))
        return;
    use_random source;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    signature all[MESSAGES];
    size_t made = 0;
    use_options(&source, (uint8_t)seed, 0);
    CHECK(reference->keypair(alg, pk, sk, use_draw, &source) == 0);
    for (unsigned i = 0; i < MESSAGES; i++) {
        signature *a = &all[i];
        a->bytes = (seed * 31 + i * 137) % MESSAGE_BYTES;
        a->sig = use_allocate(alg->signature_bytes);
        nist_drbg_random(&source.drbg, a->msg, sizeof a->msg);
        use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(reference->sign(alg, a->sig, &made, a->msg, a->bytes, sk, use_draw, &source) == 0);
        CHECK(made == alg->signature_bytes);
        CHECK(reference->verify(alg, a->sig, made, a->msg, a->bytes, pk) == 0);
        a->sig[(seed + i) % made] ^= 1;
        CHECK(reference->verify(alg, a->sig, made, a->msg, a->bytes, pk) != 0);
        a->sig[(seed + i) % made] ^= 1;
    }
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        unsigned failed = test_failed;
        if (!neosig_backend_usable(neosig_backend_name(b)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(b)) == NEOSIG_OK);
        compare(alg, all, pk, sk, seed);
        if (test_failed != failed)
            fprintf(stderr, "%s, backend %s\n", alg->name, neosig_backend_name(b));
    }
    for (unsigned i = 0; i < MESSAGES; i++)
        free(all[i].sig);
    free(pk);
    free(sk);
}

int main(void)
{
    unsigned sets = 0;
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (strcmp(alg->scheme, "snova") != 0)
            continue;
        sets++;
        if (alg->level <= HIGHEST_LEVEL)
            test_set(alg, (unsigned)(8 * i + 40));
    }
    CHECK(sets == 36);
    return test_end();
}
