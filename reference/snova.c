/* SNOVA, round 1, computed as the specification and the papers write it: for every alpha and every pair of blocks
 * (j, k) one product from the left and one from the right, multiplication in GF(16) by table.
 *
 * Notation: v vinegar and o = m oil blocks of l x l elements, n = v + o, L = l*l. An element is one byte 0..15, a block
 * L bytes row by row, an array of blocks is indexed row by row. */
#include "gf16.h"
#include "reference.h"
#include "sym.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The quotient 1 / a; 0 for 0. */
static const uint8_t inverse[16] = {0, 1, 9, 14, 13, 11, 7, 6, 15, 2, 12, 5, 10, 4, 3, 8};

enum { MAX_L = 16, SEED = 16, PRIVATE_SEED = 32, SALT = 16, DIGEST = 64 };

/* A parameter set and a key unpacked. The first eight arrays lie one after another: that is the expanded secret key.
 * F11 = P11. */
typedef struct snova {
    unsigned v, o, m, n, l, L;
    int expanded;             /* the secret key is esk, not ssk */
    size_t secret_elements;   /* A ... F21 */
    uint8_t powers[4][MAX_L]; /* S^0 ... S^(l-1) */
    uint8_t *memory;          /* what all the arrays lie in */
    uint8_t *A, *B, *Q1, *Q2; /* [L] */
    uint8_t *T12;             /* [v][o] */
    uint8_t *P11, *F12, *F21; /* [m][v][v], [m][v][o], [m][o][v] */
    uint8_t *P12, *P21, *P22; /* [m][v][o], [m][o][v], [m][o][o] */
    uint8_t *left, *right;    /* [L][n]: A X^T Q1 and Q2 X B */
    uint8_t *X;               /* [n] */
    uint8_t *stream;          /* room for the longest key stream */
    uint8_t *system;          /* [m*L][m*L + 1] */
    uint8_t seed[SEED], private_seed[PRIVATE_SEED];
} snova;

/* ---- Blocks ---- */

/* The block size is a constant of each case, as it is throughout the published code. */
static inline void multiply_keep(const snova *s, uint8_t keep, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    switch (s->l) {
    case 2:
        gf16_multiply(2, keep, c, a, b);
        break;
    case 3:
        gf16_multiply(3, keep, c, a, b);
        break;
    default:
        gf16_multiply(4, keep, c, a, b);
    }
}

/* c = a b; c is neither a nor b. */
static void multiply(const snova *s, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    multiply_keep(s, 0, c, a, b);
}

/* c += a b; c is neither a nor b. */
static void multiply_add(const snova *s, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    multiply_keep(s, 1, c, a, b);
}

static void scale_add(const snova *s, uint8_t *c, uint8_t scalar, const uint8_t *a)
{
    for (unsigned i = 0; i < s->L; i++)
        c[i] ^= gf16_product[scalar][a[i]];
}

/* Expansion along row number row, over the columns in the bit set; in characteristic 2 there are no signs. */
static uint8_t determinant(const snova *s, const uint8_t *a, unsigned row, unsigned columns)
{
    uint8_t sum = 0;
    if (row == s->l)
        return 1;
    for (unsigned j = 0; j < s->l; j++)
        if (columns >> j & 1)
            sum ^= gf16_product[a[row * s->l + j]][determinant(s, a, row + 1, columns & ~(1u << j))];
    return sum;
}

static void make_invertible(const snova *s, uint8_t *a)
{
    for (uint8_t scalar = 1; scalar < 16 && determinant(s, a, 0, ~0u) == 0; scalar++)
        scale_add(s, a, scalar, s->powers[1]);
}

static void from_coefficients(const snova *s, uint8_t *a, const uint8_t *c)
{
    memset(a, 0, s->L);
    for (unsigned i = 0; i + 1 < s->l; i++)
        scale_add(s, a, c[i], s->powers[i]);
    uint8_t last = c[s->l - 1];
    if (last == 0)
        last = (uint8_t)(16 - (c[0] + (c[0] == 0)));
    scale_add(s, a, last, s->powers[s->l - 1]);
}

/* ---- Packing ---- */

/* count elements, from element number first of the packed bytes, low nibble first. */
static void unpack(uint8_t *elements, size_t count, const uint8_t *bytes, size_t first)
{
    for (size_t i = 0; i < count; i++)
        elements[i] = bytes[(first + i) / 2] >> (first + i) % 2 * 4 & 15;
}

static void pack(uint8_t *bytes, const uint8_t *elements, size_t count)
{
    memset(bytes, 0, (count + 1) / 2);
    for (size_t i = 0; i < count; i++)
        bytes[i / 2] |= (uint8_t)(elements[i] << i % 2 * 4);
}

/* Whether the nibble that an odd count leaves over is zero. */
static int is_canonical(const uint8_t *bytes, size_t count)
{
    return count % 2 == 0 || bytes[count / 2] >> 4 == 0;
}

/* ---- Parameters, memory ---- */

static void carve(uint8_t **array, uint8_t *base, size_t *used, size_t bytes)
{
    if (base)
        *array = base + *used;
    *used += bytes;
}

/* Counts the memory when base is NULL. */
static size_t lay_out(snova *s, uint8_t *base)
{
    size_t used = 0, L = s->L, v = s->v, o = s->o, m = s->m, n = s->n;
    carve(&s->A, base, &used, L * L);
    carve(&s->B, base, &used, L * L);
    carve(&s->Q1, base, &used, L * L);
    carve(&s->Q2, base, &used, L * L);
    carve(&s->T12, base, &used, v * o * L);
    carve(&s->P11, base, &used, m * v * v * L);
    carve(&s->F12, base, &used, m * v * o * L);
    carve(&s->F21, base, &used, m * o * v * L);
    s->secret_elements = used;
    carve(&s->P12, base, &used, m * v * o * L);
    carve(&s->P21, base, &used, m * o * v * L);
    carve(&s->P22, base, &used, m * o * o * L);
    carve(&s->left, base, &used, L * n * L);
    carve(&s->right, base, &used, L * n * L);
    carve(&s->X, base, &used, n * L);
    carve(&s->stream, base, &used, L * (2 * (L + s->l) + m * (n * n - m * m)));
    carve(&s->system, base, &used, m * L * (m * L + 1));
    return used;
}

/* Reads "snova-v-o-16-l-esk" or "-ssk". */
static int start(snova *s, const neosig_alg *alg)
{
    char kind;
    memset(s, 0, sizeof *s);
    if (sscanf(alg->name, "snova-%u-%u-16-%u-%csk", &s->v, &s->o, &s->l, &kind) != 4 || s->l < 2 || s->l > 4)
        return -1;
    s->expanded = kind == 'e';
    s->m = s->o;
    s->n = s->v + s->o;
    s->L = s->l * s->l;
    s->memory = calloc(1, lay_out(s, NULL));
    if (!s->memory)
        return -1;
    lay_out(s, s->memory);

    for (unsigned i = 0; i < s->l; i++) {
        s->powers[0][i * s->l + i] = 1;
        for (unsigned j = 0; j < s->l; j++)
            s->powers[1][i * s->l + j] = (uint8_t)(8 - (i + j));
    }
    for (unsigned i = 2; i < s->l; i++)
        multiply(s, s->powers[i], s->powers[i - 1], s->powers[1]);
    return 0;
}

static int end(snova *s, int result)
{
    free(s->memory);
    return result;
}

/* ---- Keys ---- */

static void expand_public(snova *s)
{
    size_t L = s->L, m = s->m, vv = s->v * s->v * L, vo = s->v * s->o * L, at = 0;
    size_t count = L * (2 * (L + s->l) + m * (s->n * s->n - m * m));
    neosig_reference_aes128_ctr(s->stream, (count + 1) / 2, s->seed);
    unpack(s->P11, m * vv, s->stream, at);
    unpack(s->P12, m * vo, s->stream, at += m * vv);
    unpack(s->P21, m * vo, s->stream, at += m * vo);
    unpack(s->A, L * L, s->stream, at += m * vo);
    unpack(s->B, L * L, s->stream, at += L * L);
    at += L * L;
    for (size_t a = 0; a < L; a++) {
        uint8_t c[4];
        make_invertible(s, s->A + a * L);
        make_invertible(s, s->B + a * L);
        unpack(c, s->l, s->stream, at + a * s->l);
        from_coefficients(s, s->Q1 + a * L, c);
        make_invertible(s, s->Q1 + a * L);
        unpack(c, s->l, s->stream, at + (L + a) * s->l);
        from_coefficients(s, s->Q2 + a * L, c);
        make_invertible(s, s->Q2 + a * L);
    }
}

static void expand_private(snova *s)
{
    neosig_reference_shake shake;
    size_t blocks = (size_t)s->v * s->o;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, s->private_seed, PRIVATE_SEED);
    neosig_reference_shake_squeeze(&shake, s->stream, (blocks * s->l + 1) / 2);
    for (size_t i = 0; i < blocks; i++) {
        uint8_t c[4];
        unpack(c, s->l, s->stream, i * s->l);
        from_coefficients(s, s->T12 + i * s->L, c);
    }
}

/* F12 = P12 + P11 T12 and F21 = P21 + T12 P11 (T12 is symmetric block by block, and transposed as a matrix of blocks).
 */
static void make_F(snova *s)
{
    size_t v = s->v, o = s->o, L = s->L;
    memcpy(s->F12, s->P12, s->m * v * o * L);
    memcpy(s->F21, s->P21, s->m * v * o * L);
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < v; j++)
            for (size_t k = 0; k < o; k++)
                for (size_t t = 0; t < v; t++) {
                    multiply_add(s, s->F12 + ((i * v + j) * o + k) * L, s->P11 + ((i * v + j) * v + t) * L,
                                 s->T12 + (t * o + k) * L);
                    multiply_add(s, s->F21 + ((i * o + k) * v + j) * L, s->T12 + (t * o + k) * L,
                                 s->P11 + ((i * v + t) * v + j) * L);
                }
}

static void make_P22(snova *s)
{
    size_t v = s->v, o = s->o, L = s->L;
    memset(s->P22, 0, s->m * o * o * L);
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < o; j++)
            for (size_t k = 0; k < o; k++)
                for (size_t t = 0; t < v; t++) {
                    uint8_t *P22 = s->P22 + ((i * o + j) * o + k) * L;
                    multiply_add(s, P22, s->T12 + (t * o + j) * L, s->F12 + ((i * v + t) * o + k) * L);
                    multiply_add(s, P22, s->P21 + ((i * o + j) * v + t) * L, s->T12 + (t * o + k) * L);
                }
}

static void expand_secret(snova *s)
{
    expand_public(s);
    expand_private(s);
    make_F(s);
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    snova s;
    uint8_t seeds[SEED + PRIVATE_SEED];
    if (start(&s, alg) || random(state, seeds, sizeof seeds))
        return end(&s, -1);
    memcpy(s.seed, seeds, SEED);
    memcpy(s.private_seed, seeds + SEED, PRIVATE_SEED);
    expand_secret(&s);
    make_P22(&s);

    memcpy(pk, s.seed, SEED);
    pack(pk + SEED, s.P22, (size_t)s.m * s.o * s.o * s.L);
    if (s.expanded) {
        size_t half = s.secret_elements / 2;
        for (size_t i = 0; i < half; i++)
            sk[i] = (uint8_t)(s.A[i] | s.A[half + i] << 4);
        sk += half;
    }
    memcpy(sk, seeds, sizeof seeds);
    return end(&s, 0);
}

static void read_secret_key(snova *s, const uint8_t *sk)
{
    size_t half = s->secret_elements / 2;
    const uint8_t *seeds = s->expanded ? sk + half : sk;
    memcpy(s->seed, seeds, SEED);
    memcpy(s->private_seed, seeds + SEED, PRIVATE_SEED);
    if (!s->expanded) {
        expand_secret(s);
        return;
    }
    for (size_t i = 0; i < half; i++) {
        s->A[i] = sk[i] & 15;
        s->A[half + i] = sk[i] >> 4;
    }
}

/* ---- The public map ---- */

static void digest_message(uint8_t digest[DIGEST], const uint8_t *msg, size_t msg_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, msg, msg_bytes);
    neosig_reference_shake_squeeze(&shake, digest, DIGEST);
}

static void make_target(const snova *s, uint8_t *target, const uint8_t digest[DIGEST], const uint8_t salt[SALT])
{
    neosig_reference_shake shake;
    size_t count = (size_t)s->m * s->L;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, s->seed, SEED);
    neosig_reference_shake_absorb(&shake, digest, DIGEST);
    neosig_reference_shake_absorb(&shake, salt, SALT);
    neosig_reference_shake_squeeze(&shake, s->stream, (count + 1) / 2);
    unpack(target, count, s->stream, 0);
}

/* Left[a][j] = A[a] X[j]^T Q1[a] and Right[a][j] = Q2[a] X[j] B[a] for the first blocks of X. */
static void make_left_and_right(const snova *s, size_t blocks)
{
    size_t L = s->L, l = s->l;
    for (size_t a = 0; a < L; a++)
        for (size_t j = 0; j < blocks; j++) {
            const uint8_t *X = s->X + j * L;
            uint8_t transposed[MAX_L], half[MAX_L];
            for (size_t r = 0; r < l; r++)
                for (size_t c = 0; c < l; c++)
                    transposed[c * l + r] = X[r * l + c];
            multiply(s, half, transposed, s->Q1 + a * L);
            multiply(s, s->left + (a * s->n + j) * L, s->A + a * L, half);
            multiply(s, half, s->Q2 + a * L, X);
            multiply(s, s->right + (a * s->n + j) * L, half, s->B + a * L);
        }
}

/* sum += Left[a][j] P Right[a][k] over every alpha. */
static void add_term(const snova *s, uint8_t *sum, size_t j, const uint8_t *P, size_t k)
{
    for (size_t a = 0; a < s->L; a++) {
        uint8_t half[MAX_L];
        multiply(s, half, s->left + (a * s->n + j) * s->L, P);
        multiply_add(s, sum, half, s->right + (a * s->n + k) * s->L);
    }
}

static void add_quadrant(const snova *s, uint8_t *value, const uint8_t *P, size_t row, size_t rows, size_t column,
                         size_t columns)
{
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < rows; j++)
            for (size_t k = 0; k < columns; k++)
                add_term(s, value + i * s->L, row + j, P + ((i * rows + j) * columns + k) * s->L, column + k);
}

/* ---- Signing ---- */

/* The coefficients of left X B + A X^T right, entry (r, c), in the entries (y, z) of X. */
static inline void add_coefficients_l(unsigned l, uint8_t *corner, size_t width, const uint8_t *left, const uint8_t *B,
                                      const uint8_t *A, const uint8_t *right)
{
    for (unsigned r = 0; r < l; r++)
        for (unsigned c = 0; c < l; c++)
            for (unsigned z = 0; z < l; z++) {
                const uint8_t *times_A = gf16_product[A[r * l + z]], *times_B = gf16_product[B[z * l + c]];
                uint8_t *row = corner + (r * l + c) * width + z;
                for (unsigned y = 0; y < l; y++)
                    row[y * l] ^= times_B[left[r * l + y]] ^ times_A[right[y * l + c]];
            }
}

/* Adds to the system what equation i takes from oil block x: for every alpha and every vinegar block j the terms
 * Left F12 Q2 X B and A X^T Q1 F21 Right. */
static void add_oil_terms(const snova *s, size_t i, size_t x)
{
    size_t L = s->L, v = s->v, o = s->o, width = s->m * L + 1;
    uint8_t *corner = s->system + i * L * width + x * L;
    for (size_t a = 0; a < L; a++) {
        const uint8_t *A = s->A + a * L, *B = s->B + a * L;
        for (size_t j = 0; j < v; j++) {
            uint8_t half[MAX_L], left[MAX_L], right[MAX_L];
            multiply(s, half, s->left + (a * s->n + j) * L, s->F12 + ((i * v + j) * o + x) * L);
            multiply(s, left, half, s->Q2 + a * L);
            multiply(s, half, s->F21 + ((i * o + x) * v + j) * L, s->right + (a * s->n + j) * L);
            multiply(s, right, s->Q1 + a * L, half);
            switch (s->l) {
            case 2:
                add_coefficients_l(2, corner, width, left, B, A, right);
                break;
            case 3:
                add_coefficients_l(3, corner, width, left, B, A, right);
                break;
            default:
                add_coefficients_l(4, corner, width, left, B, A, right);
            }
        }
    }
}

/* Elimination and back substitution in place; the solution ends in the last column. -1 if the system is singular. */
static int solve(uint8_t *system, size_t rows)
{
    size_t width = rows + 1;
    for (size_t p = 0; p < rows; p++) {
        size_t r = p;
        while (r < rows && system[r * width + p] == 0)
            r++;
        if (r == rows)
            return -1;
        for (size_t c = p; r != p && c < width; c++) {
            uint8_t swap = system[p * width + c];
            system[p * width + c] = system[r * width + c];
            system[r * width + c] = swap;
        }
        uint8_t scale = inverse[system[p * width + p]];
        for (size_t c = p; c < width; c++)
            system[p * width + c] = gf16_product[scale][system[p * width + c]];
        for (r = p + 1; r < rows; r++) {
            const uint8_t *times = gf16_product[system[r * width + p]];
            for (size_t c = p; c < width; c++)
                system[r * width + c] ^= times[system[p * width + c]];
        }
    }
    for (size_t p = rows; p-- > 0;)
        for (size_t r = 0; r < p; r++)
            system[r * width + rows] ^= gf16_product[system[r * width + p]][system[p * width + rows]];
    return 0;
}

/* One attempt with the vinegar of that number. */
static int attempt(snova *s, const uint8_t *target, const uint8_t digest[DIGEST], const uint8_t salt[SALT],
                   uint8_t number)
{
    size_t L = s->L, rows = s->m * L, width = rows + 1;
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, s->private_seed, PRIVATE_SEED);
    neosig_reference_shake_absorb(&shake, digest, DIGEST);
    neosig_reference_shake_absorb(&shake, salt, SALT);
    neosig_reference_shake_absorb(&shake, &number, 1);
    neosig_reference_shake_squeeze(&shake, s->stream, (s->v * L + 1) / 2);
    unpack(s->X, s->v * L, s->stream, 0);

    uint8_t *value = s->stream;
    memcpy(value, target, rows);
    make_left_and_right(s, s->v);
    add_quadrant(s, value, s->P11, 0, s->v, 0, s->v);
    memset(s->system, 0, rows * width);
    for (size_t i = 0; i < s->m; i++)
        for (size_t x = 0; x < s->o; x++)
            add_oil_terms(s, i, x);
    for (size_t r = 0; r < rows; r++)
        s->system[r * width + rows] = value[r];
    if (solve(s->system, rows))
        return -1;
    for (size_t r = 0; r < rows; r++)
        s->X[s->v * L + r] = s->system[r * width + rows];
    return 0;
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    snova s;
    uint8_t digest[DIGEST], salt[SALT], *target;
    if (start(&s, alg) || random(state, salt, SALT))
        return end(&s, -1);
    read_secret_key(&s, sk);
    target = s.P22; /* not in use when signing, and long enough */
    digest_message(digest, msg, msg_bytes);
    make_target(&s, target, digest, salt);
    uint8_t number = 1;
    while (attempt(&s, target, digest, salt, number))
        if (++number == 0)
            return end(&s, -1);

    for (size_t j = 0; j < s.v; j++)
        for (size_t k = 0; k < s.o; k++)
            multiply_add(&s, s.X + j * s.L, s.T12 + (j * s.o + k) * s.L, s.X + (s.v + k) * s.L);
    pack(sig, s.X, (size_t)s.n * s.L);
    memcpy(sig + (s.n * s.L + 1) / 2, salt, SALT);
    *sig_bytes = (s.n * s.L + 1) / 2 + SALT;
    return end(&s, 0);
}

/* ---- Verification ---- */

/* Unlike the round-1 code, refuses a key or signature whose last byte has a stray nibble. */
static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    snova s;
    uint8_t digest[DIGEST];
    if (start(&s, alg))
        return end(&s, -1);
    size_t elements = (size_t)s.n * s.L, rows = (size_t)s.m * s.L, key_elements = s.o * rows * s.o;
    if (sig_bytes != (elements + 1) / 2 + SALT || !is_canonical(sig, elements) ||
        !is_canonical(pk + SEED, key_elements))
        return end(&s, -1);
    memcpy(s.seed, pk, SEED);
    expand_public(&s);
    unpack(s.P22, key_elements, pk + SEED, 0);
    unpack(s.X, elements, sig, 0);
    make_left_and_right(&s, s.n);

    uint8_t *value = s.system; /* not in use when verifying */
    digest_message(digest, msg, msg_bytes);
    make_target(&s, value, digest, sig + sig_bytes - SALT);
    add_quadrant(&s, value, s.P11, 0, s.v, 0, s.v);
    add_quadrant(&s, value, s.P12, 0, s.v, s.v, s.o);
    add_quadrant(&s, value, s.P21, s.v, s.o, 0, s.v);
    add_quadrant(&s, value, s.P22, s.v, s.o, s.v, s.o);
    int good = 1;
    for (size_t r = 0; r < rows; r++)
        good &= value[r] == 0;
    return end(&s, good ? 0 : -1);
}

extern const neosig_reference neosig_reference_snova;
const neosig_reference neosig_reference_snova = {"snova", keypair, sign, verify};
