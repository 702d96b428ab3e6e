/* Key generation (FIPS 204, algorithm 6). */
#include "mldsa/mldsa.h"

#include <string.h>

typedef struct space {
    int32_t *s1; /* its transforms */
    int32_t *t;
    int8_t *s; /* s1, then s2 */
    neosig_mldsa_rows rows;
} space;

static space carve(neosig_arena *arena, const neosig_mldsa_set *set, unsigned flags)
{
    space here;
    here.s1 = neosig_carve(arena, (size_t)set->l * 1024);
    here.t = neosig_carve(arena, 1024);
    here.s = neosig_carve(arena, ((size_t)set->l + set->k) * 256 + 16);
    here.rows = neosig_mldsa_rows_carve(arena, flags);
    return here;
}

size_t neosig_mldsa_keypair_workspace(const neosig_mldsa_set *set, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    carve(&arena, set, flags);
    return arena.used;
}

neosig_error neosig_mldsa_keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                  const neosig_source *source, void *workspace, unsigned flags)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(alg);
    const neosig_mldsa_kernels *poly = backend->mldsa;
    const size_t k = set->k, l = set->l, short_bytes = neosig_mldsa_short_bytes(set);
    neosig_arena arena = {workspace, 0};
    space here = carve(&arena, set, flags);
    uint8_t seed[NEOSIG_MLDSA_SEED_BYTES + 2], expanded[128];

    neosig_error error = neosig_draw(source, seed, NEOSIG_MLDSA_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    seed[NEOSIG_MLDSA_SEED_BYTES] = set->k;
    seed[NEOSIG_MLDSA_SEED_BYTES + 1] = set->l;
    neosig_shake256(backend->keccak, expanded, sizeof expanded, seed,
                    set->fips ? sizeof seed : NEOSIG_MLDSA_SEED_BYTES);
    memcpy(pk, expanded, 32);
    neosig_declassify(pk, 32, "rho is part of the public key");
    memcpy(sk, pk, 32);
    memcpy(sk + 32, expanded + 96, 32);
    const neosig_mldsa_secret secret = neosig_mldsa_secret_of(set, sk);

    neosig_mldsa_expand_s(set, backend, here.s, expanded + 32, here.rows.xof);
    for (size_t i = 0; i < l + k; i++)
        poly->pack_short(sk + (secret.s - sk) + i * short_bytes, here.s + 256 * i, set->eta);
    for (size_t j = 0; j < l; j++) {
        for (size_t i = 0; i < 256; i++)
            here.s1[256 * j + i] = here.s[256 * j + i];
        poly->ntt(here.s1 + 256 * j);
    }
    neosig_mldsa_rows_begin(&here.rows, set, backend, pk);
    for (size_t i = 0; i < k; i++) {
        neosig_mldsa_rows_next(&here.rows, here.t, here.s1, 0);
        poly->intt(here.t);
        poly->power2round(pk + 32 + NEOSIG_MLDSA_T1_BYTES * i, sk + (secret.t0 - sk) + NEOSIG_MLDSA_T0_BYTES * i,
                          here.t, here.s + 256 * (l + i));
    }
    neosig_declassify(pk, alg->public_key_bytes, "the public key");
    neosig_shake256(backend->keccak, sk + 64, set->tr_bytes, pk, alg->public_key_bytes);
    neosig_wipe(seed, sizeof seed);
    neosig_wipe(expanded, sizeof expanded);
    return NEOSIG_OK;
}
