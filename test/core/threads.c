/* One prepared key in many threads; every operation in a thread with a small stack. */
#include "use.h"
#include <pthread.h>

#define THREADS 8
#ifdef NEOSIG_SANITIZED
#define SMALL_STACK (1024 * 1024)
#else
#define SMALL_STACK (128 * 1024)
#endif

static use_case c;
static uint8_t *secret, *public;

/* Counts what went wrong, because CHECK is not for several threads. */
static void *share(void *argument)
{
    size_t wrong = 0, sig_bytes;
    uint8_t *sig = use_allocate(c.alg->signature_bytes);
    for (int i = 0; i < 5; i++) {
        use_random source;
        neosig_options options = use_options(&source, 2, 0);
        wrong += neosig_backend_select(NULL) != NEOSIG_OK;
        wrong += neosig_sign_prepared(secret, sig, &sig_bytes, c.msg, sizeof c.msg, &options) != NEOSIG_OK;
        wrong += sig_bytes != c.sig_bytes || memcmp(sig, c.sig, sig_bytes) != 0;
        wrong += neosig_verify_prepared(public, sig, sig_bytes, c.msg, sizeof c.msg, NULL) != NEOSIG_OK;
        wrong += neosig_verify_prepared(public, sig, sig_bytes, c.msg, 1, NULL) != NEOSIG_ERR_SIGNATURE;
    }
    free(sig);
    *(size_t *)argument = wrong;
    return NULL;
}

static void *everything(void *argument)
{
    const neosig_alg *alg = argument;
    use_make(&c, alg);
    size_t secret_bytes = neosig_prepared_bytes(alg, 1), public_bytes = neosig_prepared_bytes(alg, 0);
    secret = use_allocate(secret_bytes);
    public = use_allocate(public_bytes);
    CHECK(neosig_prepare_sign(alg, secret, secret_bytes, c.sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, public, public_bytes, c.pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_verify(alg, c.sig, c.sig_bytes, c.msg, sizeof c.msg, c.pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_prepared(public, c.sig, c.sig_bytes, c.msg, sizeof c.msg, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(secret, c.sig, &c.sig_bytes, c.msg, sizeof c.msg, NULL) == NEOSIG_OK);
    return NULL;
}

static void test_algorithm(const neosig_alg *alg)
{
    pthread_t threads[THREADS];
    pthread_attr_t small;
    size_t wrong[THREADS];
    CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, SMALL_STACK) == 0);
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        CHECK(pthread_create(&threads[0], &small, everything, (void *)(uintptr_t)alg) == 0);
        CHECK(pthread_join(threads[0], NULL) == 0);
        use_free(&c);
        free(secret);
        free(public);
    }
    pthread_attr_destroy(&small);

    use_make(&c, alg);
    size_t secret_bytes = neosig_prepared_bytes(alg, 1), public_bytes = neosig_prepared_bytes(alg, 0);
    secret = use_allocate(secret_bytes);
    public = use_allocate(public_bytes);
    CHECK(neosig_prepare_sign(alg, secret, secret_bytes, c.sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, public, public_bytes, c.pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, share, &wrong[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0 && wrong[i] == 0);
    use_free(&c);
    free(secret);
    free(public);
}

int main(void)
{
    use_each(test_algorithm);
    return test_end();
}
