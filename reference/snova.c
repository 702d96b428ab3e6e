/* SNOVA, rounds 1 and 3, computed as the specifications and the papers write it: for every alpha and every pair of
 * blocks (j, k) one product from the left and one from the right, multiplication in GF(16) by table.
 *
 * Notation: v vinegar and o oil blocks of l x r elements, n = v + o, L = l*l; m public matrices of l x l blocks; o
 * equations of r x l elements, each a sum over alpha. Equation i takes for alpha the matrix (i + alpha) mod m. In round
 * 1, r = l, m = o, alpha < L, equation i takes matrix i, and the constants A, B, Q1, Q2 are the same for all i.
 *
 * An element is one byte 0..15, a block is row by row, an array of blocks is indexed row by row. */
#include "gf16.h"
#include "reference.h"
#include "snova/snova.h"
#include "sym.h"

#include <stdlib.h>
#include <string.h>

/* The quotient 1 / a; 0 for 0. */
static const uint8_t inverse[16] = {0, 1, 9, 14, 13, 11, 7, 6, 15, 2, 12, 5, 10, 4, 3, 8};

enum { MAX_L = 5, MAX_BLOCK = 64, SEED = 16, PRIVATE_SEED = 32, KEY_HASH = 48, SALT = 16, DIGEST = 64 };

/* A parameter set and a key unpacked. In round 1 the first eight arrays lie one after another: that is the expanded
 * secret key. F11 = P11. */
typedef struct snova {
    unsigned round; /* 1 or 3 */
    unsigned v, o, m, n, l, r, L, alphas;
    int expanded;                     /* round 1: the secret key is esk, not ssk */
    int aes;                          /* the public seed is expanded by AES, not by SHAKE */
    size_t constants;                 /* how many of each of A, B, Q1, Q2 */
    size_t secret_elements;           /* A ... F21 */
    uint8_t powers[MAX_L][MAX_BLOCK]; /* S^0 ... S^(l-1) */
    uint8_t *memory;                  /* what all the arrays lie in */
    uint8_t *A, *B, *Q1, *Q2;         /* [constants]: r x r, r x l, l x l, l x l */
    uint8_t *T12;                     /* [v][o] */
    uint8_t *P11, *F12, *F21;         /* [m][v][v], [m][v][o], [m][o][v] */
    uint8_t *P12, *P21, *P22;         /* [m][v][o], [m][o][v], [m][o][o] */
    uint8_t *left, *right;            /* [alphas][n]: A X^T Q1 (r x l) and Q2 X B (l x l) of one equation */
    uint8_t *X;                       /* [n]: l x r */
    uint8_t *stream;                  /* room for the longest key stream */
    uint8_t *target;                  /* [o]: r x l */
    uint8_t *system;                  /* [o*l*r][o*l*r + 1] */
    uint8_t seed[SEED], private_seed[PRIVATE_SEED], key_hash[KEY_HASH];
} snova;

/* ---- Blocks ---- */

/* c = keep c + a b for rows x inner and inner x columns elements; c is neither a nor b. The block size is a constant of
 * each case, as it is throughout the published code. */
static inline void multiply_keep(uint8_t keep, uint8_t *c, const uint8_t *a, const uint8_t *b, unsigned rows,
                                 unsigned inner, unsigned columns)
{
    switch (rows == inner && inner == columns ? inner : 0) {
    case 2:
        gf16_multiply(2, 2, 2, keep, c, a, b);
        break;
    case 3:
        gf16_multiply(3, 3, 3, keep, c, a, b);
        break;
    case 4:
        gf16_multiply(4, 4, 4, keep, c, a, b);
        break;
    default:
        gf16_multiply(rows, inner, columns, keep, c, a, b);
    }
}

/* c = a b. */
static void multiply(uint8_t *c, const uint8_t *a, const uint8_t *b, unsigned rows, unsigned inner, unsigned columns)
{
    multiply_keep(0, c, a, b, rows, inner, columns);
}

/* c += a b. */
static void multiply_add(uint8_t *c, const uint8_t *a, const uint8_t *b, unsigned rows, unsigned inner,
                         unsigned columns)
{
    multiply_keep(1, c, a, b, rows, inner, columns);
}

/* c += a b for l x l blocks. */
static void multiply_add_square(const snova *s, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    multiply_add(c, a, b, s->l, s->l, s->l);
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

/* Only round 1 replaces a last coefficient of zero. */
static void from_coefficients(const snova *s, uint8_t *a, const uint8_t *c)
{
    memset(a, 0, s->L);
    for (unsigned i = 0; i + 1 < s->l; i++)
        scale_add(s, a, c[i], s->powers[i]);
    uint8_t last = c[s->l - 1];
    if (last == 0 && s->round == 1)
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

/* Elements of the public seed's key stream. */
static size_t stream_elements(const snova *s)
{
    size_t p = (size_t)s->m * (s->n * s->n - s->o * s->o) * s->L;
    return s->round == 1 ? p + 2 * s->L * (s->L + s->l) : p;
}

/* Counts the memory when base is NULL. */
static size_t lay_out(snova *s, uint8_t *base)
{
    size_t used = 0, L = s->L, v = s->v, o = s->o, m = s->m, n = s->n, rows = o * s->l * s->r;
    carve(&s->A, base, &used, s->constants * s->r * s->r);
    carve(&s->B, base, &used, s->constants * s->r * s->l);
    carve(&s->Q1, base, &used, s->constants * L);
    carve(&s->Q2, base, &used, s->constants * L);
    carve(&s->T12, base, &used, v * o * L);
    carve(&s->P11, base, &used, m * v * v * L);
    carve(&s->F12, base, &used, m * v * o * L);
    carve(&s->F21, base, &used, m * o * v * L);
    s->secret_elements = used;
    carve(&s->P12, base, &used, m * v * o * L);
    carve(&s->P21, base, &used, m * o * v * L);
    carve(&s->P22, base, &used, m * o * o * L);
    carve(&s->left, base, &used, s->alphas * n * s->r * s->l);
    carve(&s->right, base, &used, s->alphas * n * L);
    carve(&s->X, base, &used, n * s->l * s->r);
    carve(&s->stream, base, &used, stream_elements(s) + s->constants * s->r * (s->r + s->l));
    carve(&s->target, base, &used, rows);
    carve(&s->system, base, &used, rows * (rows + 1));
    return used;
}

static int start(snova *s, const neosig_alg *alg)
{
    const neosig_snova_set *set = (const neosig_snova_set *)alg;
    *s = (snova){.round = set->round, .v = set->v, .o = set->o, .m = set->m, .l = set->l, .r = set->r};
    s->expanded = set->expanded;
    s->aes = !set->shake;
    s->n = s->v + s->o;
    s->L = s->l * s->l;
    s->alphas = s->round == 1 ? s->L : s->l * s->r + 2 * s->r;
    s->constants = s->round == 1 ? s->alphas : (size_t)s->o * s->alphas;
    s->memory = calloc(1, lay_out(s, NULL));
    if (!s->memory)
        return -1;
    lay_out(s, s->memory);

    for (unsigned i = 0; i < s->l; i++) {
        s->powers[0][i * s->l + i] = 1;
        for (unsigned j = 0; j < s->l; j++)
            s->powers[1][i * s->l + j] = (uint8_t)(8 - (i + j));
    }
    if (s->l == 5) /* with 0 the characteristic polynomial would not be irreducible */
        s->powers[1][24] = 9;
    for (unsigned i = 2; i < s->l; i++)
        multiply(s->powers[i], s->powers[i - 1], s->powers[1], s->l, s->l, s->l);
    return 0;
}

static int end(snova *s, int result)
{
    free(s->memory);
    return result;
}

/* ---- Keys ---- */

static void shake256(uint8_t *out, size_t out_bytes, const void *in, size_t in_bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, in, in_bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* Round 3: block number b of 168 bytes is the first one of SHAKE128(seed | b), b being eight bytes, low byte first. */
static void shake128_ctr(uint8_t *out, size_t bytes, const uint8_t seed[SEED])
{
    for (uint64_t number = 0; bytes > 0; number++) {
        size_t part = bytes < 168 ? bytes : 168;
        uint8_t counter[8];
        neosig_reference_shake shake;
        for (unsigned i = 0; i < 8; i++)
            counter[i] = (uint8_t)(number >> 8 * i);
        neosig_reference_shake_init(&shake, 168);
        neosig_reference_shake_absorb(&shake, seed, SEED);
        neosig_reference_shake_absorb(&shake, counter, sizeof counter);
        neosig_reference_shake_squeeze(&shake, out, part);
        out += part;
        bytes -= part;
    }
}

/* A, B, Q1 and Q2, made from packed elements, from number at on. */
static void expand_constants(snova *s, const uint8_t *packed, size_t at)
{
    size_t r = s->r, l = s->l, count = s->constants;
    unpack(s->A, count * r * r, packed, at);
    unpack(s->B, count * r * l, packed, at += count * r * r);
    at += count * r * l;
    for (size_t a = 0; a < count; a++) {
        uint8_t c[MAX_L];
        if (r == l) {
            make_invertible(s, s->A + a * s->L);
            make_invertible(s, s->B + a * s->L);
        }
        unpack(c, l, packed, at + a * l);
        from_coefficients(s, s->Q1 + a * s->L, c);
        unpack(c, l, packed, at + (count + a) * l);
        from_coefficients(s, s->Q2 + a * s->L, c);
        if (s->round == 1) {
            make_invertible(s, s->Q1 + a * s->L);
            make_invertible(s, s->Q2 + a * s->L);
        }
    }
}

static void expand_public(snova *s)
{
    size_t L = s->L, m = s->m, vv = s->v * s->v * L, vo = s->v * s->o * L, at = 0;
    size_t bytes = (stream_elements(s) + 1) / 2;
    if (s->aes)
        neosig_reference_aes128_ctr(s->stream, bytes, s->seed);
    else
        shake128_ctr(s->stream, bytes, s->seed);
    unpack(s->P11, m * vv, s->stream, at);
    unpack(s->P12, m * vo, s->stream, at += m * vv);
    unpack(s->P21, m * vo, s->stream, at += m * vo);
    at += m * vo;
    if (s->round == 1) {
        expand_constants(s, s->stream, at);
        return;
    }
    shake256(s->stream, (s->constants * (s->r * (s->r + s->l) + 2 * s->l) + 1) / 2, "SNOVA_ABQ", 9);
    expand_constants(s, s->stream, 0);
}

static void expand_private(snova *s)
{
    size_t blocks = (size_t)s->v * s->o;
    shake256(s->stream, (blocks * s->l + 1) / 2, s->private_seed, PRIVATE_SEED);
    for (size_t i = 0; i < blocks; i++) {
        uint8_t c[MAX_L];
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
                    const uint8_t *T = s->T12 + (t * o + k) * L;
                    multiply_add_square(s, s->F12 + ((i * v + j) * o + k) * L, s->P11 + ((i * v + j) * v + t) * L, T);
                    multiply_add_square(s, s->F21 + ((i * o + k) * v + j) * L, T, s->P11 + ((i * v + t) * v + j) * L);
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
                    multiply_add_square(s, P22, s->T12 + (t * o + j) * L, s->F12 + ((i * v + t) * o + k) * L);
                    multiply_add_square(s, P22, s->P21 + ((i * o + j) * v + t) * L, s->T12 + (t * o + k) * L);
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
    if (s.round == 3)
        shake256(sk + SEED + PRIVATE_SEED, KEY_HASH, pk, alg->public_key_bytes);
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
    if (s->round == 3)
        memcpy(s->key_hash, sk + SEED + PRIVATE_SEED, KEY_HASH);
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

/* Binds the message to the public seed (round 1) or to the hash of the public key (round 3). */
static void make_target(const snova *s, const uint8_t digest[DIGEST], const uint8_t salt[SALT])
{
    neosig_reference_shake shake;
    size_t count = (size_t)s->o * s->r * s->l;
    neosig_reference_shake_init(&shake, 136);
    if (s->round == 1)
        neosig_reference_shake_absorb(&shake, s->seed, SEED);
    else
        neosig_reference_shake_absorb(&shake, s->key_hash, KEY_HASH);
    neosig_reference_shake_absorb(&shake, digest, DIGEST);
    neosig_reference_shake_absorb(&shake, salt, SALT);
    neosig_reference_shake_squeeze(&shake, s->stream, (count + 1) / 2);
    unpack(s->target, count, s->stream, 0);
}

/* The index in A, B, Q1, Q2 for one equation and alpha. */
static size_t constant_of(const snova *s, size_t i, size_t a)
{
    return s->round == 1 ? a : i * s->alphas + a;
}

/* The public matrix of equation i and alpha a. */
static size_t matrix_of(const snova *s, size_t i, size_t a)
{
    return s->round == 1 ? i : (i + a) % s->m;
}

/* Left[a][j] = A X[j]^T Q1 and Right[a][j] = Q2 X[j] B of equation i for the first blocks of X. */
static void make_left_and_right(const snova *s, size_t i, size_t blocks)
{
    unsigned L = s->L, l = s->l, r = s->r;
    if (s->round == 1 && i > 0)
        return; /* as for equation 0 */
    for (size_t a = 0; a < s->alphas; a++)
        for (size_t j = 0; j < blocks; j++) {
            const uint8_t *X = s->X + j * l * r;
            size_t constant = constant_of(s, i, a);
            uint8_t transposed[MAX_BLOCK], half[MAX_BLOCK];
            for (size_t row = 0; row < l; row++)
                for (size_t c = 0; c < r; c++)
                    transposed[c * l + row] = X[row * r + c];
            multiply(half, transposed, s->Q1 + constant * L, r, l, l);
            multiply(s->left + (a * s->n + j) * r * l, s->A + constant * r * r, half, r, r, l);
            multiply(half, s->Q2 + constant * L, X, l, l, r);
            multiply(s->right + (a * s->n + j) * L, half, s->B + constant * r * l, l, r, l);
        }
}

/* value += the terms of equation i in the blocks X[row...]^T P X[column...], P being one quadrant of all matrices. */
static void add_quadrant(const snova *s, uint8_t *value, size_t i, const uint8_t *P, size_t row, size_t rows,
                         size_t column, size_t columns)
{
    unsigned L = s->L, l = s->l, r = s->r;
    for (size_t j = 0; j < rows; j++)
        for (size_t k = 0; k < columns; k++)
            for (size_t a = 0; a < s->alphas; a++) {
                uint8_t half[MAX_BLOCK];
                multiply(half, s->left + (a * s->n + row + j) * r * l,
                         P + ((matrix_of(s, i, a) * rows + j) * columns + k) * L, r, l, l);
                multiply_add(value, half, s->right + (a * s->n + column + k) * L, r, l, l);
            }
}

/* ---- Signing ---- */

/* The coefficients of left X B + A X^T right, entry (row, c), in the entries (y, z) of X. left: r x l, right: l x l. */
static inline void add_coefficients_lr(unsigned l, unsigned r, uint8_t *corner, size_t width, const uint8_t *left,
                                       const uint8_t *B, const uint8_t *A, const uint8_t *right)
{
    for (unsigned row = 0; row < r; row++)
        for (unsigned c = 0; c < l; c++)
            for (unsigned z = 0; z < r; z++) {
                const uint8_t *times_A = gf16_product[A[row * r + z]], *times_B = gf16_product[B[z * l + c]];
                uint8_t *to = corner + (row * l + c) * width + z;
                for (unsigned y = 0; y < l; y++)
                    to[y * r] ^= times_B[left[row * l + y]] ^ times_A[right[y * l + c]];
            }
}

/* Adds to the system what equation i takes from oil block x: for every alpha and every vinegar block j the terms
 * Left F12 Q2 X B and A X^T Q1 F21 Right. */
static void add_oil_terms(const snova *s, size_t i, size_t x)
{
    size_t L = s->L, v = s->v, o = s->o, block = s->l * s->r, width = o * block + 1;
    unsigned l = s->l, r = s->r;
    uint8_t *corner = s->system + i * block * width + x * block;
    for (size_t a = 0; a < s->alphas; a++) {
        size_t constant = constant_of(s, i, a), matrix = matrix_of(s, i, a);
        const uint8_t *A = s->A + constant * r * r, *B = s->B + constant * r * l;
        for (size_t j = 0; j < v; j++) {
            uint8_t half[MAX_BLOCK], left[MAX_BLOCK], right[MAX_BLOCK];
            multiply(half, s->left + (a * s->n + j) * r * l, s->F12 + ((matrix * v + j) * o + x) * L, r, l, l);
            multiply(left, half, s->Q2 + constant * L, r, l, l);
            multiply(half, s->F21 + ((matrix * o + x) * v + j) * L, s->right + (a * s->n + j) * L, l, l, l);
            multiply(right, s->Q1 + constant * L, half, l, l, l);
            switch (l == r ? l : 0) {
            case 2:
                add_coefficients_lr(2, 2, corner, width, left, B, A, right);
                break;
            case 3:
                add_coefficients_lr(3, 3, corner, width, left, B, A, right);
                break;
            case 4:
                add_coefficients_lr(4, 4, corner, width, left, B, A, right);
                break;
            default:
                add_coefficients_lr(l, r, corner, width, left, B, A, right);
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
static int attempt(snova *s, const uint8_t digest[DIGEST], const uint8_t salt[SALT], uint8_t number)
{
    size_t block = s->l * s->r, rows = s->o * block, width = rows + 1;
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, s->private_seed, PRIVATE_SEED);
    neosig_reference_shake_absorb(&shake, digest, DIGEST);
    neosig_reference_shake_absorb(&shake, salt, SALT);
    neosig_reference_shake_absorb(&shake, &number, 1);
    neosig_reference_shake_squeeze(&shake, s->stream, (s->v * block + 1) / 2);
    unpack(s->X, s->v * block, s->stream, 0);

    uint8_t *value = s->stream;
    memcpy(value, s->target, rows);
    memset(s->system, 0, rows * width);
    for (size_t i = 0; i < s->o; i++) {
        make_left_and_right(s, i, s->v);
        add_quadrant(s, value + i * block, i, s->P11, 0, s->v, 0, s->v);
        for (size_t x = 0; x < s->o; x++)
            add_oil_terms(s, i, x);
    }
    for (size_t r = 0; r < rows; r++)
        s->system[r * width + rows] = value[r];
    if (solve(s->system, rows))
        return -1;
    for (size_t r = 0; r < rows; r++)
        s->X[s->v * block + r] = s->system[r * width + rows];
    return 0;
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    snova s;
    uint8_t digest[DIGEST], salt[SALT];
    if (start(&s, alg) || random(state, salt, SALT))
        return end(&s, -1);
    read_secret_key(&s, sk);
    shake256(digest, DIGEST, msg, msg_bytes);
    make_target(&s, digest, salt);
    uint8_t number = 1;
    while (attempt(&s, digest, salt, number))
        if (++number == 0)
            return end(&s, -1);

    size_t block = s.l * s.r;
    for (size_t j = 0; j < s.v; j++)
        for (size_t k = 0; k < s.o; k++)
            multiply_add(s.X + j * block, s.T12 + (j * s.o + k) * s.L, s.X + (s.v + k) * block, s.l, s.l, s.r);
    pack(sig, s.X, s.n * block);
    memcpy(sig + (s.n * block + 1) / 2, salt, SALT);
    *sig_bytes = (s.n * block + 1) / 2 + SALT;
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
    size_t block = s.l * s.r, elements = s.n * block, key_elements = (size_t)s.m * s.o * s.o * s.L;
    if (sig_bytes != (elements + 1) / 2 + SALT || !is_canonical(sig, elements) ||
        !is_canonical(pk + SEED, key_elements))
        return end(&s, -1);
    memcpy(s.seed, pk, SEED);
    shake256(s.key_hash, KEY_HASH, pk, alg->public_key_bytes);
    expand_public(&s);
    unpack(s.P22, key_elements, pk + SEED, 0);
    unpack(s.X, elements, sig, 0);

    shake256(digest, DIGEST, msg, msg_bytes);
    make_target(&s, digest, sig + sig_bytes - SALT);
    int good = 1;
    for (size_t i = 0; i < s.o; i++) {
        uint8_t *value = s.target + i * block;
        make_left_and_right(&s, i, s.n);
        add_quadrant(&s, value, i, s.P11, 0, s.v, 0, s.v);
        add_quadrant(&s, value, i, s.P12, 0, s.v, s.v, s.o);
        add_quadrant(&s, value, i, s.P21, s.v, s.o, 0, s.v);
        add_quadrant(&s, value, i, s.P22, s.v, s.o, s.v, s.o);
        for (size_t r = 0; r < block; r++)
            good &= value[r] == 0;
    }
    return end(&s, good ? 0 : -1);
}

extern const neosig_reference neosig_reference_snova;
const neosig_reference neosig_reference_snova = {"snova", keypair, sign, verify};
