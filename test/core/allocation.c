/* malloc fails at each call in turn: the operation says so, leaves zeros and gives everything back. */
#include "use.h"

void *__real_malloc(size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void __wrap_free(void *memory);

static unsigned calls, fail_at; /* fail_at 0: never */
static long held;

void *__wrap_malloc(size_t bytes)
{
    void *memory = ++calls == fail_at ? NULL : __real_malloc(bytes);
    held += memory != NULL;
    return memory;
}

void __wrap_free(void *memory)
{
    held -= memory != NULL;
    __real_free(memory);
}

static use_case c;
static uint8_t *pk, *sk, *sig, *secret, *public;
static size_t sig_bytes;

static neosig_error keypair(void)
{
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    neosig_error error = neosig_keypair(c.alg, pk, sk, &options);
    if (error != NEOSIG_OK)
        CHECK(use_all(pk, c.alg->public_key_bytes, 0) && use_all(sk, c.alg->secret_key_bytes, 0));
    return error;
}

static neosig_error public_key(void)
{
    neosig_error error = neosig_public_key(c.alg, pk, c.sk, c.alg->secret_key_bytes, NULL);
    CHECK(error == NEOSIG_OK || use_all(pk, c.alg->public_key_bytes, 0));
    return error;
}

static neosig_error check_keypair(void)
{
    return neosig_check_keypair(c.alg, c.pk, c.alg->public_key_bytes, c.sk, c.alg->secret_key_bytes, NULL);
}

static int sig_clear(void)
{
    return sig_bytes == 0 && use_all(sig, c.alg->signature_bytes, 0);
}

static neosig_error sign(void)
{
    neosig_error error = neosig_sign(c.alg, sig, &sig_bytes, c.msg, 9, c.sk, c.alg->secret_key_bytes, NULL);
    CHECK(error == NEOSIG_OK || sig_clear());
    return error;
}

static neosig_error prepare_sign(void)
{
    size_t bytes = neosig_prepared_bytes(c.alg, 1);
    neosig_error error = neosig_prepare_sign(c.alg, secret, bytes, c.sk, c.alg->secret_key_bytes, NULL);
    CHECK(error == NEOSIG_OK || use_all(secret, bytes, 0));
    return error;
}

static neosig_error prepare_verify(void)
{
    size_t bytes = neosig_prepared_bytes(c.alg, 0);
    neosig_error error = neosig_prepare_verify(c.alg, public, bytes, c.pk, c.alg->public_key_bytes, NULL);
    CHECK(error == NEOSIG_OK || use_all(public, bytes, 0));
    return error;
}

static neosig_error sign_prepared(void)
{
    neosig_error error = neosig_sign_prepared(secret, sig, &sig_bytes, c.msg, 9, NULL);
    CHECK(error == NEOSIG_OK || sig_clear());
    return error;
}

static neosig_error verify(void)
{
    return neosig_verify(c.alg, c.sig, c.sig_bytes, c.msg, sizeof c.msg, c.pk, c.alg->public_key_bytes, NULL);
}

static neosig_error verify_many(void)
{
    neosig_item items[2];
    for (size_t i = 0; i < 2; i++)
        items[i] = (neosig_item){
            c.sig, c.sig_bytes, c.msg, sizeof c.msg, c.pk, c.alg->public_key_bytes, i == 0 ? NULL : public, NEOSIG_OK};
    const neosig_error error = neosig_verify_many(c.alg, items, 2, NULL);
    CHECK(items[0].error == error && items[1].error == error);
    return error;
}

static neosig_error verify_prepared(void)
{
    return neosig_verify_prepared(public, c.sig, c.sig_bytes, c.msg, sizeof c.msg, NULL);
}

static void test_algorithm(const neosig_alg *alg)
{
    static neosig_error (*const operations[])(void) = {keypair,         public_key,     check_keypair, sign,
                                                       prepare_sign,    prepare_verify, sign_prepared, verify,
                                                       verify_prepared, verify_many};
    use_make(&c, alg);
    pk = use_allocate(alg->public_key_bytes);
    sk = use_allocate(alg->secret_key_bytes);
    sig = use_allocate(alg->signature_bytes);
    secret = use_allocate(neosig_prepared_bytes(alg, 1));
    public = use_allocate(neosig_prepared_bytes(alg, 0));
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        long held_before = held;
        for (fail_at = 1;; fail_at++) {
            calls = 0;
            neosig_error error = operations[i]();
            CHECK(held == held_before);
            if (calls < fail_at) {
                CHECK(error == NEOSIG_OK && fail_at > 1); /* each operation allocates here */
                break;
            }
            CHECK(error == NEOSIG_ERR_MEMORY);
        }
        fail_at = 0;
    }
    free(pk);
    free(sk);
    free(sig);
    free(secret);
    free(public);
    use_free(&c);
}

int main(void)
{
    use_each(test_algorithm);
    return test_end();
}
