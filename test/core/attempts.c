/* How many attempts signing makes if all fail: a secret key of zeros has no linear system that is not singular. The
 * limits of other schemes are tested with the schemes. */
#include "core/attempt.h"
#include "core/use.h"
#include "test.h"

static unsigned attempts;

/* Called once an attempt, or once a system: this definition is taken in place of the library's. */
void neosig_attempt_begins(void)
{
    attempts++;
}

static unsigned attempts_of(const char *name)
{
    const neosig_alg *const alg = neosig_alg_find(name);
    uint8_t *const sk = use_allocate(alg->secret_key_bytes), *const sig = use_allocate(alg->signature_bytes);
    size_t made;
    use_random source;
    const neosig_options options = use_options(&source, 1, 0);
    memset(sk, 0, alg->secret_key_bytes);
    attempts = 0;
    CHECK(neosig_sign(alg, sig, &made, sk, 5, sk, alg->secret_key_bytes, &options) == NEOSIG_ERR_ATTEMPTS);
    free(sk);
    free(sig);
    return attempts;
}

int main(void)
{
    CHECK(attempts_of("snova-24-5-16-4-esk") == 255); /* the counter is a byte, and begins with 1 */
    CHECK(attempts_of("rainbow-I-classic") == 128);
    return test_end();
}
