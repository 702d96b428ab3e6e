/* Signing (FIPS 204, algorithm 7).
 *
 * An attempt is given up at the first polynomial that breaks a bound, w - c s2 before z: its bound is the tighter one.
 * That an attempt failed, where, and its challenge may become public: each coefficient breaks its bound with a
 * probability that does not depend on the secret key, and a challenge is a hash of unpredictable input (round 3.1's
 * specification, section 5.5).
 */
#include "mldsa/mldsa.h"

#include <string.h>

#define ATTEMPTS 814 /* FIPS 204, appendix C: at least that many; more are needed with probability below 2^-256 */

typedef struct signer {
    const neosig_mldsa_set *set;
    const neosig_backend *backend;
    /* The key. A part that is NULL is made again from the encoding at each use. */
    neosig_mldsa_secret secret;
    const uint8_t *a;
    const int8_t *s;
    size_t s_count; /* polynomials of s1, s2 there */
    const int32_t *t0;
    /* Memory. */
    int32_t *w;       /* k polynomials: w, then its low parts, then these less c s2 */
    uint8_t *y;       /* the masks as SHAKE delivers them; NULL if a column is made at a time */
    int32_t *columns; /* transforms of that many masks */
    size_t width;
    uint8_t *batch; /* four uniform polynomials where a is NULL */
    uint8_t *xof;
    int32_t *poly[2];
    int8_t *short_poly;                   /* for those that s does not have */
    uint8_t w1[NEOSIG_MLDSA_MAX_K * 128]; /* 4 * 192 for ml-dsa-44 */
    uint8_t seed[64];
    size_t kappa;
    uint8_t spare[3 * 640]; /* masks of the next attempt that the last batch of four made */
    size_t spares;
} signer;

#define MOST_BYTES (64 * 1024 - 64) /* the default stays below 64 KiB */

/* The default keeps A, the masks, several columns, and of s1 and s2 what then still fits; low memory keeps w only.
 * Within a phase of an attempt memory is used again: w is not needed while masks or A are expanded, the columns not
 * after w is made. */
static void carve(neosig_arena *arena, signer *me, uint8_t **a, int8_t **s, int prepared, unsigned flags)
{
    const size_t k = me->set->k, l = me->set->l;
    const int low = (flags & NEOSIG_LOW_MEMORY) != 0;
    *a = NULL;
    *s = NULL;
    me->w = neosig_carve(arena, k * 1024);
    me->width = low ? 1 : prepared || l <= 5 ? l : 4;
    me->columns = neosig_carve(arena, me->width * 1024);
    me->poly[0] = me->columns;
    if (low) {
        me->y = NULL;
        me->xof = neosig_carve(arena, NEOSIG_MLDSA_XOF_BYTES);
        if (prepared) { /* which has A and all of s1, s2 */
            me->batch = NULL;
            me->short_poly = NULL;
            me->poly[1] = neosig_carve(arena, 1024);
            return;
        }
        me->batch = neosig_carve(arena, 4 * NEOSIG_MLDSA_UNIFORM_BYTES);
        me->poly[1] = (int32_t *)(void *)me->batch;
        me->short_poly = me->batch != NULL ? (int8_t *)me->batch + 1024 : NULL;
        return;
    }
    me->xof = (uint8_t *)me->w;
    me->batch = NULL;
    me->poly[1] = me->columns != NULL ? me->columns + 256 : NULL;
    me->short_poly = me->columns != NULL ? (int8_t *)(me->columns + 512) : NULL;
    me->y = neosig_carve(arena, l * neosig_mldsa_z_bytes(me->set));
    if (!prepared) {
        *a = neosig_carve(arena, k * l * NEOSIG_MLDSA_UNIFORM_BYTES);
        const size_t room = (MOST_BYTES - arena->used) / NEOSIG_MLDSA_SHORT_BYTES;
        me->s_count = room < k + l ? room : k + l;
        *s = neosig_carve(arena, me->s_count * NEOSIG_MLDSA_SHORT_BYTES);
    }
}

size_t neosig_mldsa_sign_workspace(const neosig_mldsa_set *set, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    signer me = {.set = set};
    uint8_t *a;
    int8_t *s;
    carve(&arena, &me, &a, &s, prepared, flags);
    return arena.used;
}

/* The i-th polynomial of s1, s2 in short form. */
static const int8_t *short_at(const signer *me, size_t i)
{
    if (i < me->s_count)
        return me->s + NEOSIG_MLDSA_SHORT_BYTES * i;
    me->backend->mldsa->unpack_short(me->short_poly, me->secret.s + neosig_mldsa_short_bytes(me->set) * i, me->set->eta);
    return me->short_poly;
}

/* The masks of this attempt into y. Attempts use consecutive nonces, so that batches of four fit across them. */
static void next_masks(signer *me)
{
    const size_t bytes = neosig_mldsa_z_bytes(me->set), l = me->set->l;
    size_t have = me->spares;
    memcpy(me->y, me->spare, have * bytes);
    for (; have < l; have += 4) {
        uint8_t *y[4];
        for (size_t i = 0; i < 4; i++)
            y[i] = have + i < l ? me->y + bytes * (have + i) : me->spare + bytes * (have + i - l);
        neosig_mldsa_expand_mask(me->set, me->backend, y, me->seed, me->kappa + have, 4, me->xof);
    }
    me->spares = have - l;
}

static void mask_at(const signer *me, int32_t r[256], size_t j)
{
    uint8_t *y = me->xof;
    if (me->y != NULL)
        y = me->y + neosig_mldsa_z_bytes(me->set) * j;
    else
        neosig_mldsa_expand_mask(me->set, me->backend, &y, me->seed, me->kappa + j, 1, me->xof);
    me->backend->mldsa->unpack_z(r, y, me->set->gamma1_bits);
}

/* w = intt(A ntt(y)), column by column, as many at a time as there is memory for. */
static void commit(signer *me)
{
    const neosig_mldsa_kernels *poly = me->backend->mldsa;
    const size_t k = me->set->k, l = me->set->l;
    if (me->y != NULL)
        next_masks(me);
    for (size_t j = 0; j < l; j += me->width) {
        const size_t n = l - j < me->width ? l - j : me->width;
        for (size_t i = 0; i < n; i++) {
            mask_at(me, me->columns + 256 * i, j + i);
            poly->ntt(me->columns + 256 * i);
        }
        for (size_t i = 0; i < k; i++) {
            const uint8_t *a;
            if (me->a != NULL) {
                a = me->a + NEOSIG_MLDSA_UNIFORM_BYTES * (i * l + j);
            } else {
                if (i % 4 == 0) /* the next four rows of this column */
                    neosig_mldsa_expand_a(me->set, me->backend, me->batch, me->secret.rho, i * l + j, l,
                                          k - i < 4 ? k - i : 4, me->xof);
                a = me->batch + NEOSIG_MLDSA_UNIFORM_BYTES * (i % 4);
            }
            poly->inner(me->w + 256 * i, a, me->columns, n, j != 0);
        }
    }
    for (size_t i = 0; i < k; i++) {
        poly->intt(me->w + 256 * i);
        poly->decompose(me->w1 + neosig_mldsa_w1_bytes(me->set) * i, me->w + 256 * i, me->set->m);
    }
}

static int rejected(int bad)
{
    neosig_declassify(&bad, sizeof bad, "a broken bound says nothing of the key");
    return bad != 0;
}

/* w -= c s2, z = y + c s1 encoded into sig. Nonzero if the attempt is rejected. */
static int respond(signer *me, uint8_t *z_out, const neosig_mldsa_sparse *c)
{
    const neosig_mldsa_set *set = me->set;
    const neosig_mldsa_kernels *poly = me->backend->mldsa;
    const int32_t beta = neosig_mldsa_beta(set);
    for (size_t i = 0; i < set->k; i++) {
        if (rejected(poly->add_sparse(me->w + 256 * i, short_at(me, set->l + i), c, set->eta, 1,
                                      neosig_mldsa_gamma2(set->m) - beta)))
            return 1;
    }
    for (size_t j = 0; j < set->l; j++) {
        int32_t *z = me->poly[0];
        mask_at(me, z, j);
        if (rejected(poly->add_sparse(z, short_at(me, j), c, set->eta, 0, (1 << (set->gamma1_bits - 1)) - beta)))
            return 1;
        poly->pack_z(z_out + neosig_mldsa_z_bytes(set) * j, z, set->gamma1_bits);
    }
    return 0;
}

/* HintBitPack. A function of its own, for the check of traces to know what follows public data. */
static __attribute__((noinline)) void pack_hints_vartime(uint8_t *out, const neosig_mldsa_set *set, uint8_t bits[][32])
{
    size_t at = 0;
    memset(out, 0, (size_t)set->omega + set->k);
    for (size_t i = 0; i < set->k; i++) {
        for (unsigned j = 0; j < 32; j++) {
            for (unsigned byte = bits[i][j]; byte != 0; byte &= byte - 1)
                out[at++] = (uint8_t)(8 * j + (unsigned)__builtin_ctz(byte));
        }
        out[set->omega + i] = (uint8_t)at;
    }
}

/* The hints, encoded. Nonzero if the attempt is rejected. */
static int hints(signer *me, uint8_t *out, const neosig_mldsa_sparse *c)
{
    const neosig_mldsa_set *set = me->set;
    const neosig_mldsa_kernels *poly = me->backend->mldsa;
    const int32_t gamma2 = neosig_mldsa_gamma2(set->m);
    uint8_t bits[NEOSIG_MLDSA_MAX_K][32];
    int32_t *challenge = me->poly[0], *t0 = me->poly[1];
    unsigned count = 0;

    neosig_mldsa_challenge_dense(challenge, c, 0);
    poly->ntt(challenge);
    for (size_t i = 0; i < set->k; i++) {
        if (me->t0 != NULL) {
            poly->mul(t0, me->t0 + 256 * i, challenge);
        } else {
            poly->unpack_t0(t0, me->secret.t0 + NEOSIG_MLDSA_T0_BYTES * i);
            poly->ntt(t0);
            poly->mul(t0, t0, challenge);
        }
        poly->intt(t0);
        if (rejected(poly->exceeds(t0, gamma2)))
            return 1;
        count += poly->make_hint(bits[i], me->w + 256 * i, t0, me->w1 + neosig_mldsa_w1_bytes(set) * i, set->m);
    }
    if (rejected(count > set->omega))
        return 1;
    neosig_declassify(bits, sizeof bits, "the hints of the signature");
    pack_hints_vartime(out, set, bits);
    return 0;
}

static neosig_error attempts(signer *me, uint8_t *sig, const uint8_t mu[64])
{
    const neosig_mldsa_set *set = me->set;
    uint8_t *z = sig + set->ctilde_bytes, *hint = z + neosig_mldsa_z_bytes(set) * set->l;
    neosig_mldsa_sparse c;
    for (unsigned i = 0; i < ATTEMPTS; i++, me->kappa += set->l) {
        neosig_shake shake;
        commit(me);
        neosig_shake_init(&shake, me->backend->keccak, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&shake, mu, NEOSIG_MLDSA_MU_BYTES);
        neosig_shake_absorb(&shake, me->w1, neosig_mldsa_w1_bytes(set) * set->k);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, sig, set->ctilde_bytes);
        neosig_wipe(&shake, sizeof shake);
        neosig_declassify(sig, set->ctilde_bytes, "a challenge, even a rejected one, is a hash of unpredictable input");
        neosig_mldsa_challenge_vartime(set, me->backend, &c, sig);
        if (!respond(me, z, &c) && !hints(me, hint, &c))
            return NEOSIG_OK;
    }
    return NEOSIG_ERR_ATTEMPTS;
}

/* The key in the form that signing uses; refuses one whose s1, s2 are no encoding. */
static neosig_error open_key(signer *me, const neosig_job *job, uint8_t *a, int8_t *s)
{
    const neosig_mldsa_set *set = me->set;
    const size_t k = set->k, l = set->l;
    if (job->prepared) {
        const neosig_mldsa_prepared layout = neosig_mldsa_prepared_layout(set, 1);
        const uint8_t *key = job->key;
        me->secret.key = key + layout.key;
        me->a = key + layout.a;
        me->s = (const int8_t *)key + layout.s;
        me->s_count = k + l;
        me->t0 = (const int32_t *)(const void *)(key + layout.t);
        return NEOSIG_OK;
    }
    me->secret = neosig_mldsa_secret_of(set, job->key);
    neosig_declassify(me->secret.rho, 32, "rho is part of the public key");
    int bad = 0;
    for (size_t i = 0; i < l + k; i++) {
        int8_t *out = i < me->s_count ? s + NEOSIG_MLDSA_SHORT_BYTES * i : me->short_poly;
        bad |= me->backend->mldsa->unpack_short(out, me->secret.s + neosig_mldsa_short_bytes(set) * i, set->eta);
    }
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    if (bad)
        return NEOSIG_ERR_KEY;
    me->s = s;
    if (a != NULL)
        neosig_mldsa_expand_a(set, me->backend, a, me->secret.rho, 0, 1, k * l, me->xof);
    me->a = a;
    return NEOSIG_OK;
}

neosig_error neosig_mldsa_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                               void *workspace)
{
    const neosig_mldsa_set *set = neosig_mldsa_set_of(job->alg);
    neosig_arena arena = {workspace, 0};
    signer me = {.set = set, .backend = job->backend};
    uint8_t *a;
    int8_t *s;
    uint8_t mu[NEOSIG_MLDSA_MU_BYTES], rnd[32] = {0};

    carve(&arena, &me, &a, &s, job->prepared, job->options.flags);
    neosig_error error = open_key(&me, job, a, s);
    if (error == NEOSIG_OK && set->fips && (job->options.flags & NEOSIG_DETERMINISTIC) == 0)
        error = neosig_draw(source, rnd, sizeof rnd);
    if (error == NEOSIG_OK) {
        neosig_shake shake;
        neosig_mldsa_message_mu(job, mu);
        neosig_shake_init(&shake, me.backend->keccak, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&shake, me.secret.key, 32);
        if (set->fips)
            neosig_shake_absorb(&shake, rnd, sizeof rnd);
        neosig_shake_absorb(&shake, mu, sizeof mu);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, me.seed, sizeof me.seed);
        neosig_wipe(&shake, sizeof shake);
        error = attempts(&me, sig, mu);
        *sig_bytes = set->alg.signature_bytes;
    }
    neosig_wipe(&me, sizeof me);
    neosig_wipe(rnd, sizeof rnd);
    return error;
}
