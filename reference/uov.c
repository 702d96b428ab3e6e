/* UOV, round 3, as the specification writes it. */
#include "oil.h"
#include "reference.h"
#include "uov/uov.h"

enum { SECRET_SEED = 32, SALT = 16, ATTEMPTS = 256 };

/* ---- Keys */

static oil *start(const neosig_alg *alg)
{
    const neosig_uov_set *set = (const neosig_uov_set *)alg;
    oil *q = malloc(sizeof *q);
    if (q != NULL && oil_make(q, set->bits, set->v, set->o, set->o)) {
        oil_free(q);
        return NULL;
    }
    return q;
}

static neosig_uov_version version_of(const neosig_alg *alg)
{
    return ((const neosig_uov_set *)alg)->version;
}

static int end(oil *q, int result)
{
    oil_free(q);
    return result;
}

/* The columns of O, each of whole bytes. */
static void columns(oil *q, const uint8_t *in)
{
    uint8_t column[OIL_MAX_N];
    for (size_t c = 0; c < q->o; c++) {
        field_unpack(&q->field, column, in + c * field_bytes(&q->field, q->v), q->v);
        for (size_t i = 0; i < q->v; i++)
            q->O[i * q->o + c] = column[i];
    }
}

/* seed_pk | O = H(seed_sk), then P1 | P2 and S. packed: room for the columns of O. */
static int expand(oil *q, uint8_t seed_pk[OIL_SEED], uint8_t *packed, const uint8_t seed_sk[SECRET_SEED])
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, seed_sk, SECRET_SEED);
    neosig_reference_shake_squeeze(&shake, seed_pk, OIL_SEED);
    neosig_reference_shake_squeeze(&shake, packed, q->o * field_bytes(&q->field, q->v));
    columns(q, packed);
    if (oil_expand(q, seed_pk))
        return -1;
    oil_make_S(q);
    return 0;
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    uint8_t seed_pk[OIL_SEED], seed_sk[SECRET_SEED], packed[OIL_MAX_N * OIL_MAX_M];
    oil *q = start(alg);
    if (q == NULL || random(state, seed_sk, SECRET_SEED) || expand(q, seed_pk, packed, seed_sk))
        return end(q, -1);
    oil_make_P3(q);

    memcpy(sk, seed_sk, SECRET_SEED);
    if (version_of(alg) != NEOSIG_UOV_PKC_SKC) {
        uint8_t *at = sk + SECRET_SEED;
        const size_t bytes = q->o * field_bytes(&q->field, q->v);
        memcpy(at, packed, bytes);
        oil_write(q, OIL_S, oil_write(q, OIL_P1, at + bytes));
    }
    if (version_of(alg) == NEOSIG_UOV_CLASSIC) {
        oil_write(q, OIL_P3, oil_write(q, OIL_P2, oil_write(q, OIL_P1, pk)));
    } else {
        memcpy(pk, seed_pk, OIL_SEED);
        oil_write(q, OIL_P3, pk + OIL_SEED);
    }
    return end(q, 0);
}

/* ---- Signing */

/* count elements of H(msg, salt, more). */
static void hash(const oil *q, uint8_t *elements, size_t count, const uint8_t *msg, size_t msg_bytes,
                 const uint8_t salt[SALT], const uint8_t *more, size_t more_bytes)
{
    uint8_t bytes[OIL_MAX_N];
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, msg, msg_bytes);
    neosig_reference_shake_absorb(&shake, salt, SALT);
    neosig_reference_shake_absorb(&shake, more, more_bytes);
    neosig_reference_shake_squeeze(&shake, bytes, field_bytes(&q->field, count));
    field_unpack(&q->field, elements, bytes, count);
}

/* Column c of the system is v^T S_c, its right side t + v^T P1 v. */
static int solve(const oil *q, uint8_t *x, const uint8_t *vinegar, const uint8_t *t)
{
    const size_t m = q->m, width = m + 1;
    uint8_t y[OIL_MAX_M], column[OIL_MAX_M], vinegar_only[OIL_MAX_N] = {0}, system[OIL_MAX_M * (OIL_MAX_M + 1)];
    memcpy(vinegar_only, vinegar, q->v);
    memcpy(y, t, m);
    oil_evaluate(q, y, vinegar_only, vinegar_only);
    for (size_t c = 0; c < m; c++) {
        memset(column, 0, m);
        for (size_t j = 0; j < q->v; j++)
            field_add(&q->field, column, vinegar[j], oil_S(q, j, c), m);
        for (size_t k = 0; k < m; k++)
            system[k * width + c] = column[k];
    }
    for (size_t k = 0; k < m; k++)
        system[k * width + m] = y[k];
    return field_solve(&q->field, x, system, m, m);
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    uint8_t packed[OIL_MAX_N * OIL_MAX_M], seed_pk[OIL_SEED], salt[SALT], more[SECRET_SEED + 1];
    uint8_t t[OIL_MAX_M], vinegar[OIL_MAX_N], x[OIL_MAX_M], s[OIL_MAX_N];
    oil *q = start(alg);
    if (q == NULL || random(state, salt, SALT))
        return end(q, -1);
    if (version_of(alg) == NEOSIG_UOV_PKC_SKC) {
        if (expand(q, seed_pk, packed, sk))
            return end(q, -1);
    } else {
        columns(q, sk + SECRET_SEED);
        oil_read(q, OIL_S, oil_read(q, OIL_P1, sk + SECRET_SEED + q->o * field_bytes(&q->field, q->v)));
    }
    hash(q, t, q->m, msg, msg_bytes, salt, NULL, 0);
    memcpy(more, sk, SECRET_SEED);
    unsigned ctr = 0;
    do {
        if (ctr == ATTEMPTS)
            return end(q, -1);
        more[SECRET_SEED] = (uint8_t)ctr++;
        hash(q, vinegar, q->v, msg, msg_bytes, salt, more, sizeof more);
    } while (solve(q, x, vinegar, t));

    oil_join(q, s, vinegar, x);
    field_pack(&q->field, sig, s, q->n);
    memcpy(sig + field_bytes(&q->field, q->n), salt, SALT);
    *sig_bytes = field_bytes(&q->field, q->n) + SALT;
    return end(q, 0);
}

/* ---- Verification */

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    uint8_t s[OIL_MAX_N], t[OIL_MAX_M], value[OIL_MAX_M] = {0};
    oil *q = start(alg);
    if (q == NULL || sig_bytes != field_bytes(&q->field, q->n) + SALT)
        return end(q, -1);
    if (version_of(alg) == NEOSIG_UOV_CLASSIC)
        pk = oil_read(q, OIL_P2, oil_read(q, OIL_P1, pk));
    else if (oil_expand(q, pk))
        return end(q, -1);
    else
        pk += OIL_SEED;
    oil_read(q, OIL_P3, pk);
    field_unpack(&q->field, s, sig, q->n);
    hash(q, t, q->m, msg, msg_bytes, sig + sig_bytes - SALT, NULL, 0);
    oil_evaluate(q, value, s, s);
    return end(q, memcmp(value, t, q->m) == 0 ? 0 : -1);
}

extern const neosig_reference neosig_reference_uov;
const neosig_reference neosig_reference_uov = {"uov", keypair, sign, verify};
