#include "attempts.h"

uint64_t attempts;

#if defined(NEOSIG_WRAP_ATTEMPTS)
#include "falcon/falcon_sampler.h"
#include "gf/gf16.h"
#include "gf/tower.h"
#include "haetae/haetae.h"
#include "hawk/hawk.h"
#include "mldsa/mldsa.h"

/* With the linker's --wrap, calls of these come here: each attempt calls one of them once (bench/emulate.py has the
 * same list). Their types are the library's: a definition of another one does not compile. */
#define WRAPPED(function) __typeof__(function) __real_##function, __wrap_##function
WRAPPED(neosig_gf16_solve);
WRAPPED(neosig_tower_solve);
WRAPPED(neosig_haetae_challenge_vartime);
WRAPPED(neosig_falcon_sampler_attempt);
WRAPPED(neosig_hawk_hash);
WRAPPED(neosig_mldsa_challenge_vartime);

int __wrap_neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, uint8_t *system, size_t n, void *workspace)
{
    attempts++;
    return __real_neosig_gf16_solve(kernels, x, system, n, workspace);
}

int __wrap_neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                              size_t tries, void *workspace)
{
    attempts++;
    return __real_neosig_tower_solve(field, x, m, y, n, tries, workspace);
}

void __wrap_neosig_haetae_challenge_vartime(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed,
                                            const uint8_t *mu)
{
    attempts++;
    __real_neosig_haetae_challenge_vartime(ctx, c, hashed, mu);
}

void __wrap_neosig_falcon_sampler_attempt(neosig_falcon_sampler *sampler)
{
    attempts++;
    __real_neosig_falcon_sampler_attempt(sampler);
}

void __wrap_neosig_hawk_hash(const neosig_hawk_ctx *ctx, uint8_t *h, const uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES],
                             const uint8_t *salt)
{
    attempts++;
    __real_neosig_hawk_hash(ctx, h, hm, salt);
}

void __wrap_neosig_mldsa_challenge_vartime(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde)
{
    attempts++;
    __real_neosig_mldsa_challenge_vartime(ctx, c, ctilde);
}
#endif
