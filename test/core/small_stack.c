/* Every operation in a thread with a small stack. */
#include "use.h"

#include <pthread.h>

#ifdef NEOSIG_SANITIZED
#define STACK (1024 * 1024) /* what the sanitizer adds */
#else
#define STACK (128 * 1024)
#endif

static void *everything(void *argument)
{
    use_case *c = argument;
    const neosig_alg *alg = c->alg;
    use_make(c, alg);
    size_t secret_bytes = neosig_prepared_bytes(alg, 1), public_bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *secret = use_allocate(secret_bytes), *public = use_allocate(public_bytes);
    CHECK(neosig_prepare_sign(alg, secret, secret_bytes, c->sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, public, public_bytes, c->pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_verify(alg, c->sig, c->sig_bytes, c->msg, sizeof c->msg, c->pk, alg->public_key_bytes, NULL) ==
          NEOSIG_OK);
    CHECK(neosig_sign_prepared(secret, c->sig, &c->sig_bytes, c->msg, sizeof c->msg, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_prepared(public, c->sig, c->sig_bytes, c->msg, sizeof c->msg, NULL) == NEOSIG_OK);
    free(secret);
    free(public);
    use_free(c);
    return NULL;
}

static void test_algorithm(const neosig_alg *alg)
{
    pthread_attr_t small;
    CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, STACK) == 0);
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        pthread_t thread;
        use_case c = {.alg = alg};
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        CHECK(pthread_create(&thread, &small, everything, &c) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    pthread_attr_destroy(&small);
}

int main(void)
{
    use_each(test_algorithm);
    return test_end();
}
