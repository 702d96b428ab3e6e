/* Verification (FIPS 204, algorithm 8). All of it is public. */
#include "mldsa/mldsa.h"

#include <string.h>

typedef struct space {
    int32_t *z; /* transforms of l polynomials */
    int32_t *c; /* the transform of -c */
    int32_t *r;
    uint8_t *hint; /* k polynomials, one byte a coefficient */
    neosig_mldsa_rows rows;
} space;

static space carve(neosig_arena *arena, const neosig_mldsa_set *set, unsigned flags)
{
    space here;
    here.z = neosig_carve(arena, (size_t)set->l * 1024);
    here.c = neosig_carve(arena, 1024);
    here.r = neosig_carve(arena, 1024);
    here.hint = neosig_carve(arena, (size_t)set->k * 256);
    here.rows = neosig_mldsa_rows_carve(arena, flags);
    return here;
}

size_t neosig_mldsa_verify_workspace(const neosig_mldsa_set *set, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    carve(&arena, set, flags);
    return arena.used;
}

/* HintBitUnpack: 0, or -1 for anything but the one encoding that HintBitPack writes. */
static int unpack_hints(const neosig_mldsa_set *set, uint8_t *hint, const uint8_t *in)
{
    size_t at = 0;
    memset(hint, 0, (size_t)set->k * 256);
    for (size_t i = 0; i < set->k; i++) {
        const size_t end = in[set->omega + i];
        if (end < at || end > set->omega)
            return -1;
        for (size_t first = at; at < end; at++) {
            if (at > first && in[at] <= in[at - 1])
                return -1;
            hint[256 * i + in[at]] = 1;
        }
    }
    for (; at < set->omega; at++) {
        if (in[at] != 0)
            return -1;
    }
    return 0;
}

neosig_error neosig_mldsa_verify(neosig_job *job, void *workspace)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(job->alg);
    const neosig_mldsa_kernels *poly = job->backend->mldsa;
    const size_t z_bytes = neosig_mldsa_z_bytes(set), w1_bytes = neosig_mldsa_w1_bytes(set);
    const uint8_t *ctilde = job->signature, *z = ctilde + set->ctilde_bytes, *key = job->key;
    const neosig_mldsa_prepared layout = neosig_mldsa_prepared_layout(set, 0);
    neosig_arena arena = {workspace, 0};
    space here = carve(&arena, set, job->options.flags);
    uint8_t mu[NEOSIG_MLDSA_MU_BYTES], expected[64], w1[192];
    neosig_mldsa_sparse c;
    neosig_shake shake;

    if (unpack_hints(set, here.hint, z + z_bytes * set->l) != 0)
        return NEOSIG_ERR_SIGNATURE;
    for (size_t j = 0; j < set->l; j++) {
        poly->unpack_z(here.z + 256 * j, z + z_bytes * j, set->gamma1_bits);
        if (poly->exceeds(here.z + 256 * j, (1 << (set->gamma1_bits - 1)) - neosig_mldsa_beta(set)))
            return NEOSIG_ERR_SIGNATURE;
        poly->ntt(here.z + 256 * j);
    }
    neosig_mldsa_challenge_vartime(set, job->backend, &c, ctilde);
    neosig_mldsa_challenge_dense(here.c, &c, 1);
    poly->ntt(here.c);

    neosig_mldsa_message_mu(job, mu);
    neosig_shake_init(&shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, mu, sizeof mu);
    neosig_mldsa_rows_begin(&here.rows, set, job->backend, key);
    for (size_t i = 0; i < set->k; i++) {
        if (job->prepared) {
            poly->mul(here.r, (const int32_t *)(const void *)(key + layout.t) + 256 * i, here.c);
            poly->inner(here.r, key + layout.a + NEOSIG_MLDSA_UNIFORM_BYTES * set->l * i, here.z, set->l, 1);
        } else {
            poly->unpack_t1(here.r, key + 32 + NEOSIG_MLDSA_T1_BYTES * i);
            poly->ntt(here.r);
            poly->mul(here.r, here.r, here.c);
            neosig_mldsa_rows_next(&here.rows, here.r, here.z, 1);
        }
        poly->intt(here.r);
        poly->use_hint(w1, here.r, here.hint + 256 * i, set->m);
        neosig_shake_absorb(&shake, w1, w1_bytes);
    }
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, expected, set->ctilde_bytes);
    return memcmp(expected, ctilde, set->ctilde_bytes) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
