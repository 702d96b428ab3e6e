/* MAYO, round 3, as the specification writes it.
 *
 * An m-vector is also a polynomial in z, whose coefficient of z^k is element k, modulo f = z^m + tail. */
#include "mayo/mayo.h"
#include "oil.h"
#include "reference.h"

enum { LAMBDA_SEED = 32, MAX_SALT = 40, MAX_DIGEST = 64, MAX_K = 12, MAX_FOLDED = 78, ATTEMPTS = 256 };

typedef struct mayo {
    oil *q;
    const neosig_mayo_set *set;
    size_t k, salt_bytes, digest_bytes, o_bytes, v_bytes;
    uint8_t seed_pk[OIL_SEED];
    uint8_t lambda[OIL_MAX_N][OIL_MAX_M];
} mayo;

static int start(mayo *a, const neosig_alg *alg)
{
    const neosig_mayo_set *set = (const neosig_mayo_set *)alg;
    *a = (mayo){.set = set, .k = set->k, .salt_bytes = set->salt_bytes, .digest_bytes = set->digest_bytes};
    a->o_bytes = (set->v * set->o + 1) / 2;
    a->v_bytes = (set->v + 1) / 2;
    a->q = malloc(sizeof *a->q);
    return a->q == NULL ? -1 : oil_make(a->q, 4, set->v, set->o, set->m);
}

static int end(mayo *a, int result)
{
    oil_free(a->q);
    return result;
}

/* SHAKE256 of up to four inputs. */
typedef struct input {
    const uint8_t *at;
    size_t bytes;
} input;

static void hash(uint8_t *out, size_t out_bytes, const input inputs[4])
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    for (unsigned i = 0; i < 4; i++)
        neosig_reference_shake_absorb(&shake, inputs[i].at, inputs[i].bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* ---- Keys */

/* seed_pk | O = H(seed_sk), then P1 | P2. */
static int expand(mayo *a, const uint8_t *seed_sk)
{
    uint8_t out[OIL_SEED + OIL_MAX_N * OIL_MAX_M];
    hash(out, OIL_SEED + a->o_bytes, (const input[4]){{seed_sk, a->salt_bytes}});
    memcpy(a->seed_pk, out, OIL_SEED);
    field_unpack(&a->q->field, a->q->O, out + OIL_SEED, a->q->v * a->q->o);
    return oil_expand(a->q, a->seed_pk);
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    mayo a;
    if (start(&a, alg) || random(state, sk, a.salt_bytes) || expand(&a, sk))
        return end(&a, -1);
    oil_make_P3(a.q);
    memcpy(pk, a.seed_pk, OIL_SEED);
    oil_write(a.q, OIL_P3, pk + OIL_SEED);
    return end(&a, 0);
}

/* ---- The whipped map */

/* to += z^power times a, where to has coefficients past z^(m - 1), too. */
static void add_times_power(const mayo *a, uint8_t *to, unsigned power, const uint8_t *vector)
{
    field_add(&a->q->field, to + power, 1, vector, a->q->m);
}

/* Reduces coefficients z^m ... of a polynomial: z^m = tail. */
static void reduce(const mayo *a, uint8_t *p)
{
    const size_t m = a->q->m;
    for (size_t i = MAX_FOLDED; i-- > 0;)
        for (size_t j = 0; j < 4; j++)
            p[i + j] ^= field_multiply(&a->q->field, a->set->tail[j], p[m + i]);
}

/* The row of Z of an unordered pair. */
static unsigned Z(const mayo *a, size_t i, size_t j)
{
    return i < j ? a->set->whipping[j * (j + 1) / 2 + i] : a->set->whipping[i * (i + 1) / 2 + j];
}

/* t | seed_L = H(D, salt), and lambda from seed_L. */
static void make_target(mayo *a, uint8_t *t, const uint8_t *digest, const uint8_t *salt)
{
    const size_t n = a->q->n, m = a->q->m;
    uint8_t out[OIL_MAX_M / 2 + LAMBDA_SEED], stream[OIL_MAX_N * OIL_MAX_M / 2 + 16];
    hash(out, m / 2 + LAMBDA_SEED, (const input[4]){{digest, a->digest_bytes}, {salt, a->salt_bytes}});
    field_unpack(&a->q->field, t, out, m);
    for (size_t at = 0; at < n * m / 2; at += 16) {
        uint8_t block[16];
        memcpy(block, out + m / 2 + 16, 16);
        for (unsigned i = 0; i < 4; i++)
            block[12 + i] ^= (uint8_t)(at / 16 >> (24 - 8 * i));
        neosig_reference_aes128(stream + at, block, out + m / 2);
    }
    for (size_t i = 0; i < n; i++)
        field_unpack(&a->q->field, a->lambda[i], stream + i * m / 2, m);
}

/* y += the verification sum at s_0, ..., s_(k-1). */
static void add_whipped(const mayo *a, uint8_t *y, uint8_t s[MAX_K][OIL_MAX_N])
{
    const oil *q = a->q;
    uint8_t sum[OIL_MAX_M + MAX_FOLDED + 4] = {0};
    for (size_t i = 0; i < a->k; i++) {
        uint8_t linear[OIL_MAX_M] = {0};
        for (size_t r = 0; r < q->n; r++)
            field_add(&q->field, linear, s[i][r], a->lambda[r], q->m);
        add_times_power(a, sum, Z(a, i, 0), linear);
        for (size_t j = 0; j <= i; j++) {
            uint8_t value[OIL_MAX_M] = {0};
            oil_evaluate(q, value, s[i], s[j]);
            if (i != j)
                oil_evaluate(q, value, s[j], s[i]);
            add_times_power(a, sum, Z(a, i, j), value);
        }
    }
    reduce(a, sum);
    field_add(&q->field, y, 1, sum, q->m);
}

/* ---- Signing */

/* A: column c of block i gets z^Z[i][j] M_j[c], and column c of block j, if it is another, z^Z[i][j] M_i[c]. The result
 * is row by row with room for a right side. */
static void make_system(const mayo *a, uint8_t *system, uint8_t vinegar[MAX_K][OIL_MAX_N])
{
    const oil *q = a->q;
    const size_t columns = a->k * q->o;
    for (size_t i = 0; i < a->k; i++)
        for (size_t c = 0; c < q->o; c++) {
            uint8_t column[OIL_MAX_M + MAX_FOLDED + 4] = {0};
            for (size_t j = 0; j < a->k; j++) {
                uint8_t M[OIL_MAX_M] = {0}; /* column c of M_j */
                for (size_t r = 0; r < q->v; r++)
                    field_add(&q->field, M, vinegar[j][r], oil_S(q, r, c), q->m);
                if (j == 0) {
                    field_add(&q->field, M, 1, a->lambda[q->v + c], q->m);
                    for (size_t r = 0; r < q->v; r++)
                        field_add(&q->field, M, q->O[r * q->o + c], a->lambda[r], q->m);
                }
                add_times_power(a, column, Z(a, i, j), M);
            }
            reduce(a, column);
            for (size_t e = 0; e < q->m; e++)
                system[e * (columns + 1) + i * q->o + c] = column[e];
        }
}

/* One attempt: x, or -1. seed: D | salt | seed_sk | ctr. */
static int attempt(const mayo *a, uint8_t s[MAX_K][OIL_MAX_N], const uint8_t *t, const input seed[4])
{
    const oil *q = a->q;
    const size_t columns = a->k * q->o, m = q->m;
    uint8_t bytes[MAX_K * OIL_MAX_N], vinegar[MAX_K][OIL_MAX_N] = {{0}}, r[OIL_MAX_N], z[OIL_MAX_N], y[OIL_MAX_M];
    uint8_t system[OIL_MAX_M * (MAX_K * 16)];
    hash(bytes, a->k * a->v_bytes + (columns + 1) / 2, seed);
    for (size_t i = 0; i < a->k; i++)
        field_unpack(&q->field, vinegar[i], bytes + i * a->v_bytes, q->v);
    field_unpack(&q->field, r, bytes + a->k * a->v_bytes, columns);
    make_system(a, system, vinegar);
    memcpy(y, t, m);
    add_whipped(a, y, vinegar);
    for (size_t e = 0; e < m; e++) {
        const uint8_t *row = system + e * (columns + 1);
        for (size_t c = 0; c < columns; c++)
            y[e] ^= field_multiply(&q->field, row[c], r[c]);
        system[e * (columns + 1) + columns] = y[e];
    }
    if (field_solve(&q->field, z, system, m, columns))
        return -1;
    field_add(&q->field, r, 1, z, columns); /* now x */
    for (size_t i = 0; i < a->k; i++)
        oil_join(q, s[i], vinegar[i], r + i * q->o);
    return 0;
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    mayo a;
    uint8_t digest[MAX_DIGEST], R[MAX_SALT], salt[MAX_SALT], t[OIL_MAX_M], s[MAX_K][OIL_MAX_N], all[MAX_K * OIL_MAX_N];
    if (start(&a, alg) || random(state, R, a.salt_bytes) || expand(&a, sk))
        return end(&a, -1);
    oil_make_S(a.q);
    hash(digest, a.digest_bytes, (const input[4]){{msg, msg_bytes}});
    hash(salt, a.salt_bytes, (const input[4]){{digest, a.digest_bytes}, {R, a.salt_bytes}, {sk, a.salt_bytes}});
    make_target(&a, t, digest, salt);
    unsigned ctr = 0;
    uint8_t byte;
    do {
        if (ctr == ATTEMPTS)
            return end(&a, -1);
        byte = (uint8_t)ctr++;
    } while (attempt(&a, s, t,
                     (const input[4]){{digest, a.digest_bytes}, {salt, a.salt_bytes}, {sk, a.salt_bytes}, {&byte, 1}}));

    for (size_t i = 0; i < a.k; i++)
        memcpy(all + i * a.q->n, s[i], a.q->n);
    field_pack(&a.q->field, sig, all, a.k * a.q->n);
    *sig_bytes = field_bytes(&a.q->field, a.k * a.q->n) + a.salt_bytes;
    memcpy(sig + *sig_bytes - a.salt_bytes, salt, a.salt_bytes);
    return end(&a, 0);
}

/* ---- Verification */

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    mayo a;
    uint8_t digest[MAX_DIGEST], t[OIL_MAX_M], s[MAX_K][OIL_MAX_N], all[MAX_K * OIL_MAX_N], value[OIL_MAX_M] = {0};
    if (start(&a, alg) || sig_bytes != field_bytes(&a.q->field, a.k * a.q->n) + a.salt_bytes || oil_expand(a.q, pk))
        return end(&a, -1);
    oil_read(a.q, OIL_P3, pk + OIL_SEED);
    field_unpack(&a.q->field, all, sig, a.k * a.q->n);
    for (size_t i = 0; i < a.k; i++)
        memcpy(s[i], all + i * a.q->n, a.q->n);
    hash(digest, a.digest_bytes, (const input[4]){{msg, msg_bytes}});
    make_target(&a, t, digest, sig + sig_bytes - a.salt_bytes);
    add_whipped(&a, value, s);
    return end(&a, memcmp(value, t, a.q->m) == 0 ? 0 : -1);
}

extern const neosig_reference neosig_reference_mayo;
const neosig_reference neosig_reference_mayo = {"mayo", keypair, sign, verify};
