/* Eight threads sign and verify with one prepared key of each kind while the process forks and the backend is chosen
 * again. Under ThreadSanitizer too. */
#include "../ct/inputs.h"
#include "neosig/neosig.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 3, MESSAGE_BYTES = 33 };

static const neosig_alg *alg;
static const void *sign_key, *verify_key;

/* Signs with its own generator and must get what one thread alone gets; then with the system's. Counts failures. */
typedef struct worker {
    uint64_t number;
    unsigned failures;
    uint8_t digest;
} worker;

static int draw(void *state, uint8_t *out, size_t bytes)
{
    uint64_t *stream = state;
    harness_bytes(out, bytes, *stream);
    *stream += 1 << 20; /* HAWK draws again and again */
    return 0;
}

static void *work(void *argument)
{
    worker *w = argument;
    uint8_t message[MESSAGE_BYTES], *sig = malloc(alg->signature_bytes);
    size_t sig_bytes;
    if (!sig) {
        w->failures++;
        return NULL;
    }
    w->digest = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t stream = w->number * ROUNDS + round;
        neosig_options options = {.size = sizeof options, .random = draw, .random_state = &stream};
        harness_bytes(message, sizeof message, stream + 1000);
        for (int system = 0; system < 2; system++) {
            w->failures += neosig_sign_prepared(sign_key, sig, &sig_bytes, message, sizeof message,
                                                system ? NULL : &options) != NEOSIG_OK;
            for (size_t i = 0; !system && i < sig_bytes; i++)
                w->digest = (uint8_t)(w->digest * 5 + sig[i]);
            w->failures +=
                neosig_verify_prepared(verify_key, sig, sig_bytes, message, sizeof message, NULL) != NEOSIG_OK;
            message[0] ^= 1;
            w->failures += neosig_verify_prepared(verify_key, sig, sig_bytes, message, sizeof message, NULL) !=
                           NEOSIG_ERR_SIGNATURE;
            message[0] ^= 1;
        }
    }
    free(sig);
    return NULL;
}

/* A child made while the threads run must be able to go on by itself, with other random bytes than its parent. It then
 * makes another key, and another nonce for the same message. Two signatures with one nonce may disclose the key. */
static void fork_in_between(void)
{
    size_t bytes = alg->public_key_bytes + alg->signature_bytes, read_bytes = 0, sig_bytes;
    uint8_t *mine = calloc(1, bytes), *theirs = malloc(bytes), *sk = malloc(alg->secret_key_bytes),
            message[MESSAGE_BYTES] = {0};
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    int ends[2];
    if (!CHECK(mine && theirs && sk && pipe(ends) == 0))
        abort();
    uint8_t *sig = mine + alg->public_key_bytes;
    pid_t child = fork();
    int good = neosig_keypair(alg, mine, sk, &options) == NEOSIG_OK &&
               neosig_sign_prepared(sign_key, sig, &sig_bytes, message, sizeof message, NULL) == NEOSIG_OK &&
               neosig_verify_prepared(verify_key, sig, sig_bytes, message, sizeof message, NULL) == NEOSIG_OK;
    if (child == 0) {
        for (size_t at = 0; good && at < bytes;) {
            ssize_t n = write(ends[1], mine + at, bytes - at);
            good = n > 0;
            at += good ? (size_t)n : 0;
        }
        _exit(!good);
    }
    CHECK(child > 0 && good);
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], theirs + read_bytes, bytes - read_bytes)) > 0;)
        read_bytes += (size_t)n;
    close(ends[0]);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(read_bytes == bytes && memcmp(mine, theirs, alg->public_key_bytes) != 0);
    if (alg->features & NEOSIG_HAS_HEDGED) /* two that agree in their first bytes have one nonce */
        CHECK(memcmp(sig, theirs + alg->public_key_bytes, 32) != 0);
    free(mine);
    free(theirs);
    free(sk);
}

static void run(void)
{
    worker workers[THREADS], alone[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        alone[i] = workers[i] = (worker){.number = i};
        work(&alone[i]);
    }
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    fork_in_between();
    CHECK(neosig_backend_select(NULL) == NEOSIG_OK);
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(workers[i].failures == 0 && alone[i].failures == 0);
        CHECK(workers[i].digest == alone[i].digest);
    }
}

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        alg = neosig_alg_at(i);
        if (!quick_set(alg) || ((alg->features & NEOSIG_READS_TWICE) != 0 && !first_set(alg)))
            continue;
        uint8_t *pk = malloc(alg->public_key_bytes), *sk = malloc(alg->secret_key_bytes);
        size_t signs = (neosig_prepared_bytes(alg, 1) + 63) / 64 * 64,
               verifies = (neosig_prepared_bytes(alg, 0) + 63) / 64 * 64;
        void *a = aligned_alloc(64, signs), *b = aligned_alloc(64, verifies);
        uint64_t stream = 1;
        neosig_options options = {
            .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = draw, .random_state = &stream};
        CHECK(pk && sk && a && b);
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
        CHECK(neosig_prepare_sign(alg, a, signs, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_prepare_verify(alg, b, verifies, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        sign_key = a;
        verify_key = b;
        run();
        free(pk);
        free(sk);
        free(a);
        free(b);
    }
    return test_end();
}
