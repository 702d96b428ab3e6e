/* The library against reference/, which is written from the specifications in another way: a key pair and signatures
 * from the same random bytes, with and without prepared keys, altered signatures, in every backend of this CPU. */
#ifndef NEOSIG_TEST_COMPARE_H
#define NEOSIG_TEST_COMPARE_H

#include "backends.h"
#include "core/use.h"
#include "reference.h"

enum { COMPARE_MOST = 2, COMPARE_MESSAGE_BYTES = 300 };

typedef struct compare_signature {
    uint8_t msg[COMPARE_MESSAGE_BYTES];
    size_t msg_bytes;
    uint8_t *sig;
    size_t sig_bytes;
} compare_signature;

/* The library's answer is the reference's, in the backend in use. */
static inline void compare_backend(const neosig_alg *alg, const compare_signature *all, unsigned messages,
                                   const uint8_t *pk, const uint8_t *sk, unsigned seed)
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
    if (neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, NEOSIG_LOW_MEMORY) !=
        neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, 0)) {
        options = use_options(&source, (uint8_t)seed, 0);
        options.flags |= NEOSIG_LOW_MEMORY;
        memset(own_pk, 0, alg->public_key_bytes);
        memset(own_sk, 0, alg->secret_key_bytes);
        CHECK(neosig_keypair(alg, own_pk, own_sk, &options) == NEOSIG_OK);
        CHECK(memcmp(own_pk, pk, alg->public_key_bytes) == 0);
        CHECK(memcmp(own_sk, sk, alg->secret_key_bytes) == 0);
    }
    CHECK(neosig_prepare_verify(alg, prepared[0], prepared_bytes[0], pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, prepared[1], prepared_bytes[1], sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    for (unsigned i = 0; i < messages; i++) {
        const compare_signature *a = &all[i];
        options = use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(neosig_sign(alg, sig, &made, a->msg, a->msg_bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        CHECK(made == a->sig_bytes && memcmp(sig, a->sig, made) == 0);
        options = use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(neosig_sign_prepared(prepared[1], sig, &made, a->msg, a->msg_bytes, &options) == NEOSIG_OK);
        CHECK(made == a->sig_bytes && memcmp(sig, a->sig, made) == 0);
        options = use_options(&source, (uint8_t)(seed + 1 + i), 0);
        options.flags |= NEOSIG_LOW_MEMORY;
        CHECK(neosig_sign(alg, sig, &made, a->msg, a->msg_bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        CHECK(made == a->sig_bytes && memcmp(sig, a->sig, made) == 0);
        memcpy(sig, a->sig, a->sig_bytes);
        made = a->sig_bytes;
        CHECK(neosig_verify(alg, sig, made, a->msg, a->msg_bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_verify_prepared(prepared[0], sig, made, a->msg, a->msg_bytes, NULL) == NEOSIG_OK);
        sig[(seed + i) % made] ^= 1;
        CHECK(neosig_verify(alg, sig, made, a->msg, a->msg_bytes, pk, alg->public_key_bytes, NULL) ==
              NEOSIG_ERR_SIGNATURE);
        CHECK(neosig_verify_prepared(prepared[0], sig, made, a->msg, a->msg_bytes, NULL) == NEOSIG_ERR_SIGNATURE);
    }
    CHECK(use_intact(own_pk, alg->public_key_bytes) && use_intact(own_sk, alg->secret_key_bytes));
    CHECK(use_intact(sig, alg->signature_bytes));
    CHECK(use_intact(prepared[0], prepared_bytes[0]) && use_intact(prepared[1], prepared_bytes[1]));
    free(own_pk);
    free(own_sk);
    free(sig);
    free(prepared[0]);
    free(prepared[1]);
}

/* One key pair and so many signatures of a set, in every backend; seed chooses them. */
static inline void compare_set(const neosig_alg *alg, unsigned messages, unsigned seed)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    if (!CHECK(reference != NULL))
        return;
    use_random source;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    compare_signature all[COMPARE_MOST];
    use_options(&source, (uint8_t)seed, 0);
    CHECK(reference->keypair(alg, pk, sk, use_draw, &source) == 0);
    for (unsigned i = 0; i < messages; i++) {
        compare_signature *a = &all[i];
        a->msg_bytes = (seed * 31 + i * 137) % COMPARE_MESSAGE_BYTES;
        a->sig = use_allocate(alg->signature_bytes);
        nist_drbg_random(&source.drbg, a->msg, sizeof a->msg);
        use_options(&source, (uint8_t)(seed + 1 + i), 0);
        CHECK(reference->sign(alg, a->sig, &a->sig_bytes, a->msg, a->msg_bytes, sk, use_draw, &source) == 0);
        CHECK(a->sig_bytes > 0 && a->sig_bytes <= alg->signature_bytes);
        CHECK(reference->verify(alg, a->sig, a->sig_bytes, a->msg, a->msg_bytes, pk) == 0);
        a->sig[(seed + i) % a->sig_bytes] ^= 1;
        CHECK(reference->verify(alg, a->sig, a->sig_bytes, a->msg, a->msg_bytes, pk) != 0);
        a->sig[(seed + i) % a->sig_bytes] ^= 1;
    }
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        unsigned failed = test_failed;
        if (!test_backend(b))
            continue;
        compare_backend(alg, all, messages, pk, sk, seed);
        if (test_failed != failed)
            fprintf(stderr, "%s, backend %s\n", alg->name, neosig_backend_name(b));
    }
    for (unsigned i = 0; i < messages; i++)
        free(all[i].sig);
    free(pk);
    free(sk);
}

#endif
