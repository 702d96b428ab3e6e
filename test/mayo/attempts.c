/* The limit of attempts at a signature, by a function that the linker puts before the library's (--wrap) and that calls
 * systems singular: one failure less than the limit gives a signature, and the limit gives none. */
#include "core/attempt.h"
#include "core/use.h"
#include "gf/gf16.h"
#include "mayo/mayo.h"

static unsigned attempts, refusals;

/* Called once an attempt: this definition is taken in place of the library's. */
void neosig_attempt_begins(void)
{
    attempts++;
}

int __wrap_neosig_gf16_solve_columns(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *vectors, size_t n,
                                     size_t unknowns, void *memory);
int __real_neosig_gf16_solve_columns(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *vectors, size_t n,
                                     size_t unknowns, void *memory);

int __wrap_neosig_gf16_solve_columns(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *vectors, size_t n,
                                     size_t unknowns, void *memory)
{
    const int singular = __real_neosig_gf16_solve_columns(kernels, x, vectors, n, unknowns, memory);
    if (refusals == 0)
        return singular;
    refusals--;
    return -1;
}

static void test_limit(const neosig_alg *alg)
{
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    uint8_t *sig = use_allocate(alg->signature_bytes);
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    for (unsigned failures = 254; failures <= 256; failures++) {
        size_t made;
        options = use_options(&source, 2, 0);
        attempts = 0;
        refusals = failures;
        const neosig_error error = neosig_sign(alg, sig, &made, sk, 5, sk, alg->secret_key_bytes, &options);
        CHECK(error == (failures < 256 ? NEOSIG_OK : NEOSIG_ERR_ATTEMPTS));
        CHECK(attempts == (failures < 256 ? failures + 1 : 256));
        CHECK(failures == 256 || neosig_verify(alg, sig, made, sk, 5, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    }
    free(pk);
    free(sk);
    free(sig);
}

int main(void)
{
    test_limit(neosig_alg_find("mayo2")); /* the others' first systems are singular more often */
    return test_end();
}
