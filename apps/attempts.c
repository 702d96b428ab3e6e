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
 * same list). */
int __real_neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *rows, size_t stride,
                             size_t n, void *workspace);
int __real_neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                              void *workspace);
void __real_neosig_haetae_challenge_vartime(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed,
                                            const uint8_t *mu);
void __real_neosig_falcon_sampler_attempt(neosig_falcon_sampler *sampler);
void __real_neosig_hawk_hash(const neosig_hawk_ctx *ctx, uint8_t *h, const uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES],
                             const uint8_t *salt);
void __real_neosig_mldsa_challenge_vartime(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde);

int __wrap_neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *rows, size_t stride,
                             size_t n, void *workspace);
int __wrap_neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                              void *workspace);
void __wrap_neosig_haetae_challenge_vartime(const neosig_haetae_ctx *ctx, uint8_t c[32], const uint8_t *hashed,
                                            const uint8_t *mu);
void __wrap_neosig_falcon_sampler_attempt(neosig_falcon_sampler *sampler);
void __wrap_neosig_hawk_hash(const neosig_hawk_ctx *ctx, uint8_t *h, const uint8_t hm[NEOSIG_HAWK_MESSAGE_HASH_BYTES],
                             const uint8_t *salt);
void __wrap_neosig_mldsa_challenge_vartime(const neosig_mldsa_ctx *ctx, neosig_mldsa_sparse *c, const uint8_t *ctilde);

int __wrap_neosig_gf16_solve(const neosig_gf16_kernels *kernels, uint8_t *x, const uint8_t *rows, size_t stride,
                             size_t n, void *workspace)
{
    attempts++;
    return __real_neosig_gf16_solve(kernels, x, rows, stride, n, workspace);
}

int __wrap_neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                              void *workspace)
{
    attempts++;
    return __real_neosig_tower_solve(field, x, m, y, n, workspace);
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
