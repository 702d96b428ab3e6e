/* Falcon and FN-DSA as the core sees them. */
#include "falcon/falcon.h"

neosig_falcon_ctx neosig_falcon_open(const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_falcon_set *set = (const neosig_falcon_set *)(const void *)alg;
    neosig_falcon_ctx ctx = {
        .set = set,
        .backend = backend,
        .rules = set->rules,
        .log_n = set->log_n,
        .n = (size_t)1 << set->log_n,
        .f_bits = set->log_n == 9 ? 6 : 5,
        .seed_bytes = set->rules == NEOSIG_FALCON_ROUND3 ? 48 : 56,
    };
    if (backend != NULL)
        ctx.ntt = set->log_n == 9 ? backend->ntt_12289_512 : backend->ntt_12289_1024;
    return ctx;
}
