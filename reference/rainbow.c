/* Rainbow, round 3, as the specification writes it: the public map is S o F o T, every quadratic map a matrix for every
 * equation, composition with T a product of matrices from both sides.
 *
 * Notation: variables 0 ... v1-1 (vinegar), v1 ... v2-1 (first layer), v2 ... n-1 (second layer); m = o1 + o2
 * equations, the first o1 of layer 1. An element is one byte. GF(16) is the subfield 0 ... 15 of GF(256). */
#include "field.h"
#include "rainbow/rainbow.h"
#include "reference.h"
#include "sym.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_N = 196, MAX_M = 100, SEED = 32, SALT = 16, ATTEMPTS = 128 };

typedef struct rainbow {
    unsigned v1, o1, o2, v2, n, m;
    int nibbles; /* GF(16): two elements a byte, the even one in the low nibble */
    size_t hash_bytes;
    neosig_rainbow_version version;
    gf field;
    uint8_t s1[MAX_N][MAX_N];                                     /* [o1][o2] */
    uint8_t t1[MAX_N][MAX_N], t2[MAX_N][MAX_N], t3[MAX_N][MAX_N]; /* [v1][o1], [v1][o2], [o1][o2] */
    uint8_t t4[MAX_N][MAX_N];                                     /* t1 t3 + t2 */
    uint8_t maps[MAX_M][MAX_N][MAX_N];                            /* the quadratic forms, upper triangular */
    uint8_t u[MAX_N][MAX_N], product[MAX_N][MAX_N];               /* scratch of substitute */
} rainbow;

/* ---- The fields: GF(4) = GF(2)[x]/(x^2 + x + 1), GF(16) = GF(4)[y]/(y^2 + y + x), GF(256) = GF(16)[z]/(z^2 + z + xy)
 */

/* The product in the field of 2*half bits over that of half bits. */
static unsigned tower(unsigned half, unsigned a, unsigned b)
{
    if (half == 0)
        return a & b;
    unsigned mask = (1u << half) - 1, nonresidue = 1u << (half - 1); /* 1, x, xy */
    unsigned high = tower(half / 2, a >> half, b >> half);
    unsigned low = tower(half / 2, a & mask, b & mask) ^ tower(half / 2, nonresidue, high);
    unsigned middle = tower(half / 2, a >> half, b & mask) ^ tower(half / 2, a & mask, b >> half) ^ high;
    return middle << half | low;
}

static unsigned multiply_in_tower(unsigned bits, unsigned a, unsigned b)
{
    (void)bits;
    return tower(4, a, b);
}

static uint8_t multiply(const rainbow *r, uint8_t a, uint8_t b)
{
    return field_multiply(&r->field, a, b);
}

/* ---- Random bytes: NIST's CTR_DRBG with AES-256, and the hash function */

static void hash(const rainbow *r, uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    uint8_t block[64];
    neosig_reference_sha2(block, r->hash_bytes, in, bytes);
    while (out_bytes > r->hash_bytes) {
        memcpy(out, block, r->hash_bytes);
        out += r->hash_bytes;
        out_bytes -= r->hash_bytes;
        neosig_reference_sha2(block, r->hash_bytes, block, r->hash_bytes);
    }
    memcpy(out, block, out_bytes);
}

typedef struct drbg {
    uint8_t key[32], counter[16];
} drbg;

static void drbg_update(drbg *d, const uint8_t data[48])
{
    uint8_t next[48];
    neosig_reference_aes256_ctr(next, 3, d->key, d->counter);
    for (unsigned i = 0; data != NULL && i < 48; i++)
        next[i] ^= data[i];
    memcpy(d->key, next, 32);
    memcpy(d->counter, next + 32, 16);
}

static void drbg_init(const rainbow *r, drbg *d, const uint8_t *seed, size_t seed_bytes)
{
    uint8_t material[48];
    memset(d, 0, sizeof *d);
    if (seed_bytes < 48)
        hash(r, material + seed_bytes, 48 - seed_bytes, seed, seed_bytes);
    memcpy(material, seed, seed_bytes < 48 ? seed_bytes : 48);
    drbg_update(d, material);
}

static void drbg_generate(drbg *d, uint8_t *out, size_t bytes)
{
    uint8_t last[16];
    neosig_reference_aes256_ctr(out, bytes / 16, d->key, d->counter);
    if (bytes % 16 != 0) {
        neosig_reference_aes256_ctr(last, 1, d->key, d->counter);
        memcpy(out + bytes - bytes % 16, last, bytes % 16);
    }
    drbg_update(d, NULL);
}

/* ---- Encodings. What is read and what is written walk the same way: a cursor over elements. */

typedef struct cursor {
    const rainbow *r;
    const uint8_t *in;
    uint8_t *out; /* NULL: read */
    size_t next;  /* in elements */
} cursor;

static cursor reader(const rainbow *r, const uint8_t *in)
{
    return (cursor){r, in, NULL, 0};
}

static cursor writer(const rainbow *r, uint8_t *out)
{
    return (cursor){r, NULL, out, 0};
}

static void element(cursor *c, uint8_t *value)
{
    size_t i = c->next++;
    unsigned shift = i % 2 * 4;
    if (!c->r->nibbles && c->out == NULL)
        *value = c->in[i];
    else if (!c->r->nibbles)
        c->out[i] = *value;
    else if (c->out == NULL)
        *value = c->in[i / 2] >> shift & 15;
    else
        c->out[i / 2] = (uint8_t)((shift == 0 ? 0 : c->out[i / 2]) | *value << shift);
}

static size_t element_bytes(const rainbow *r, size_t elements)
{
    return r->nibbles ? elements / 2 : elements;
}

/* Matrices are stored by columns. */
static void matrix(cursor *c, uint8_t a[MAX_N][MAX_N], unsigned rows, unsigned columns)
{
    for (unsigned j = 0; j < columns; j++)
        for (unsigned i = 0; i < rows; i++)
            element(c, &a[i][j]);
}

/* The specification's blocks of a quadratic map: which variables meet which. */
static void block_range(const rainbow *r, unsigned block, unsigned rows[2], unsigned columns[2])
{
    static const unsigned groups[10][2] = {{0}, {0, 0}, {0, 1}, {0, 2}, {0}, {1, 1}, {1, 2}, {0}, {0}, {2, 2}};
    const unsigned ends[4] = {0, r->v1, r->v2, r->n};
    for (unsigned i = 0; i < 2; i++) {
        rows[i] = ends[groups[block][0] + i];
        columns[i] = ends[groups[block][1] + i];
    }
}

static size_t block_elements(const rainbow *r, unsigned layer, unsigned block)
{
    unsigned rows[2], columns[2];
    block_range(r, block, rows, columns);
    size_t height = rows[1] - rows[0], width = columns[1] - columns[0];
    return (rows[0] == columns[0] ? height * (height + 1) / 2 : height * width) * (layer == 1 ? r->o1 : r->o2);
}

/* Terms row by row, one vector of the layer's equations each. */
static void block(cursor *c, rainbow *r, unsigned layer, unsigned number)
{
    unsigned rows[2], columns[2];
    unsigned first = layer == 1 ? 0 : r->o1, end = layer == 1 ? r->o1 : r->m;
    block_range(r, number, rows, columns);
    for (unsigned i = rows[0]; i < rows[1]; i++)
        for (unsigned j = i > columns[0] ? i : columns[0]; j < columns[1]; j++)
            for (unsigned e = first; e < end; e++)
                element(c, &r->maps[e][i][j]);
}

/* The parts of the central map, in the order of the secret key; and the parts of a circumzenithal public key. */
static const unsigned central[7][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {2, 5}, {2, 6}};
static const unsigned stored[5][2] = {{1, 3}, {1, 5}, {1, 6}, {1, 9}, {2, 9}};

/* ---- The maps */

static void draw_matrix(rainbow *r, drbg *d, uint8_t a[MAX_N][MAX_N], unsigned rows, unsigned columns)
{
    uint8_t bytes[MAX_N * MAX_N];
    drbg_generate(d, bytes, element_bytes(r, rows * columns));
    cursor c = reader(r, bytes);
    matrix(&c, a, rows, columns);
}

static void draw_s_and_t(rainbow *r, drbg *d)
{
    draw_matrix(r, d, r->s1, r->o1, r->o2);
    draw_matrix(r, d, r->t1, r->v1, r->o1);
    draw_matrix(r, d, r->t2, r->v1, r->o2);
    draw_matrix(r, d, r->t3, r->o1, r->o2);
    for (unsigned i = 0; i < r->v1; i++)
        for (unsigned j = 0; j < r->o2; j++) {
            r->t4[i][j] = r->t2[i][j];
            for (unsigned k = 0; k < r->o1; k++)
                r->t4[i][j] ^= multiply(r, r->t1[i][k], r->t3[k][j]);
        }
}

static int draw_maps(rainbow *r, drbg *d)
{
    for (unsigned i = 0; i < 7; i++) {
        size_t bytes = element_bytes(r, block_elements(r, central[i][0], central[i][1]));
        uint8_t *drawn = malloc(bytes);
        if (drawn == NULL)
            return -1;
        drbg_generate(d, drawn, bytes);
        cursor c = reader(r, drawn);
        block(&c, r, central[i][0], central[i][1]);
        free(drawn);
    }
    return 0;
}

/* maps <- S o maps; S is its own inverse. */
static void apply_s(rainbow *r)
{
    for (unsigned e = 0; e < r->o1; e++)
        for (unsigned k = 0; k < r->o2; k++)
            for (unsigned i = 0; i < r->n; i++)
                for (unsigned j = i; j < r->n; j++)
                    r->maps[e][i][j] ^= multiply(r, r->s1[e][k], r->maps[r->o1 + k][i][j]);
}

/* maps <- maps o U, U = (I t1 corner; 0 I t3; 0 0 I): T with corner = t2, its inverse with corner = t4.
 * Each form M becomes U^t M U, brought to upper triangular form. */
static void substitute(rainbow *r, uint8_t corner[MAX_N][MAX_N])
{
    unsigned n = r->n;
    memset(r->u, 0, sizeof r->u);
    for (unsigned i = 0; i < n; i++) {
        r->u[i][i] = 1;
        for (unsigned j = r->v1; j < n; j++)
            if (i < r->v1)
                r->u[i][j] = j < r->v2 ? r->t1[i][j - r->v1] : corner[i][j - r->v2];
            else if (i < r->v2 && j >= r->v2)
                r->u[i][j] = r->t3[i - r->v1][j - r->v2];
    }
    for (unsigned e = 0; e < r->m; e++) {
        memset(r->product, 0, sizeof r->product);
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = i; k < n; k++)
                for (unsigned j = k; j < n; j++)
                    r->product[i][j] ^= multiply(r, r->maps[e][i][k], r->u[k][j]);
        memset(r->maps[e], 0, sizeof r->maps[e]);
        for (unsigned k = 0; k < n; k++)
            for (unsigned i = k; i < n; i++)
                for (unsigned j = k; r->u[k][i] != 0 && j < n; j++)
                    r->maps[e][i < j ? i : j][i < j ? j : i] ^= multiply(r, r->u[k][i], r->product[k][j]);
    }
}

/* Zero all but the parts of a central map, Rainbow's shape. */
static void keep_central(rainbow *r)
{
    for (unsigned e = 0; e < r->m; e++)
        for (unsigned i = 0; i < r->n; i++) {
            unsigned end = e >= r->o1 ? (i < r->v2 ? r->n : 0) : i < r->v1 ? r->v2 : 0;
            for (unsigned j = end > i ? end : i; j < r->n; j++)
                r->maps[e][i][j] = 0;
        }
}

/* ---- Parameter sets and keys */

static rainbow *start(const neosig_alg *alg)
{
    const neosig_rainbow_set *set = (const neosig_rainbow_set *)alg;
    rainbow *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->v1 = set->v;
    r->o1 = set->o1;
    r->o2 = set->o2;
    r->v2 = r->v1 + r->o1;
    r->n = r->v2 + r->o2;
    r->m = r->o1 + r->o2;
    r->nibbles = set->bits == 4;
    r->hash_bytes = set->digest_bytes;
    r->version = set->version;
    field_make(&r->field, set->bits, 255, 0x12, multiply_in_tower);
    return r;
}

/* S, T and the central map from the seeds. Classic keys draw the central map itself; the others draw parts of the
 * public map, which fix it: undo S, undo T, and forget what the missing parts have spoilt. */
static int expand_secret(rainbow *r, const uint8_t secret_seed[SEED], const uint8_t public_seed[SEED])
{
    drbg d;
    drbg_init(r, &d, secret_seed, SEED);
    draw_s_and_t(r, &d);
    if (r->version == NEOSIG_RAINBOW_CLASSIC)
        return draw_maps(r, &d);
    drbg_init(r, &d, public_seed, SEED);
    if (draw_maps(r, &d))
        return -1;
    apply_s(r);
    substitute(r, r->t4);
    keep_central(r);
    return 0;
}

/* Everything of a secret key after its seed. */
static void secret_key(rainbow *r, cursor *c)
{
    matrix(c, r->s1, r->o1, r->o2);
    matrix(c, r->t1, r->v1, r->o1);
    matrix(c, r->t4, r->v1, r->o2);
    matrix(c, r->t3, r->o1, r->o2);
    for (unsigned i = 0; i < 7; i++)
        block(c, r, central[i][0], central[i][1]);
}

/* A public key: all terms of all equations, or what the seed does not give. */
static void public_key(rainbow *r, cursor *c)
{
    if (r->version == NEOSIG_RAINBOW_CLASSIC) {
        for (unsigned i = 0; i < r->n; i++)
            for (unsigned j = i; j < r->n; j++)
                for (unsigned e = 0; e < r->m; e++)
                    element(c, &r->maps[e][i][j]);
    } else {
        for (unsigned i = 0; i < 5; i++)
            block(c, r, stored[i][0], stored[i][1]);
    }
}

static int finish(rainbow *r, int result)
{
    free(r);
    return result;
}

static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    uint8_t secret_seed[SEED], public_seed[SEED];
    rainbow *r = start(alg);
    if (r == NULL || random(state, secret_seed, SEED))
        return finish(r, -1);
    if (r->version != NEOSIG_RAINBOW_CLASSIC && random(state, public_seed, SEED))
        return finish(r, -1);
    if (expand_secret(r, secret_seed, public_seed))
        return finish(r, -1);
    if (r->version == NEOSIG_RAINBOW_COMPRESSED) {
        memcpy(sk, public_seed, SEED);
        memcpy(sk + SEED, secret_seed, SEED);
    } else {
        cursor c = writer(r, sk + SEED);
        memcpy(sk, secret_seed, SEED);
        secret_key(r, &c);
    }
    substitute(r, r->t2);
    apply_s(r);
    cursor c = writer(r, r->version == NEOSIG_RAINBOW_CLASSIC ? pk : pk + SEED);
    if (r->version != NEOSIG_RAINBOW_CLASSIC)
        memcpy(pk, public_seed, SEED);
    public_key(r, &c);
    return finish(r, 0);
}

/* ---- Signing */

/* The equations of a layer, linear in its own variables once x holds those of the layers before, set to y and solved.
 */
static int solve_layer(rainbow *r, unsigned layer, uint8_t x[MAX_N], const uint8_t *y)
{
    unsigned known = layer == 1 ? r->v1 : r->v2, size = layer == 1 ? r->o1 : r->o2, first = layer == 1 ? 0 : r->o1;
    uint8_t system[MAX_M * (MAX_M + 1)];
    for (unsigned e = 0; e < size; e++) {
        uint8_t *row = system + e * (size + 1);
        memset(row, 0, size + 1);
        row[size] = y[first + e];
        for (unsigned i = 0; i < known; i++) {
            uint8_t sum = 0;
            for (unsigned j = i; j < known; j++)
                sum ^= multiply(r, x[j], r->maps[first + e][i][j]);
            row[size] ^= multiply(r, x[i], sum);
            for (unsigned j = 0; j < size; j++)
                row[j] ^= multiply(r, x[i], r->maps[first + e][i][known + j]);
        }
    }
    return field_solve(&r->field, x + known, system, size, size);
}

static void unpack(const rainbow *r, uint8_t *elements, const uint8_t *bytes, unsigned count)
{
    cursor c = reader(r, bytes);
    for (unsigned i = 0; i < count; i++)
        element(&c, elements + i);
}

static void draw_target(rainbow *r, uint8_t y[MAX_M], const uint8_t *digest, const uint8_t *salt)
{
    uint8_t in[64 + SALT], bytes[MAX_M];
    memcpy(in, digest, r->hash_bytes);
    memcpy(in + r->hash_bytes, salt, SALT);
    hash(r, bytes, element_bytes(r, r->m), in, r->hash_bytes + SALT);
    unpack(r, y, bytes, r->m);
}

static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    uint8_t digest[64], in[SEED + 64], seed[64], bytes[MAX_N], salt[SALT], x[MAX_N], y[MAX_M];
    const uint8_t *secret_seed = sk;
    rainbow *r = start(alg);
    (void)random;
    (void)state;
    if (r == NULL)
        return -1;
    if (r->version == NEOSIG_RAINBOW_COMPRESSED) {
        secret_seed = sk + SEED;
        if (expand_secret(r, secret_seed, sk))
            return finish(r, -1);
    } else {
        cursor c = reader(r, sk + SEED);
        secret_key(r, &c);
    }
    neosig_reference_sha2(digest, r->hash_bytes, msg, msg_bytes);
    memcpy(in, secret_seed, SEED);
    memcpy(in + SEED, digest, r->hash_bytes);
    neosig_reference_sha2(seed, r->hash_bytes, in, SEED + r->hash_bytes);
    drbg d;
    drbg_init(r, &d, seed, r->hash_bytes);

    unsigned attempts = 0;
    const uint8_t zeros[MAX_M] = {0};
    int singular;
    do {
        if (attempts++ == ATTEMPTS)
            return finish(r, -1);
        drbg_generate(&d, bytes, element_bytes(r, r->v1));
        unpack(r, x, bytes, r->v1);
        singular = solve_layer(r, 1, x, zeros);
    } while (singular);
    do {
        if (attempts++ == ATTEMPTS)
            return finish(r, -1);
        drbg_generate(&d, salt, SALT);
        draw_target(r, y, digest, salt);
        for (unsigned i = 0; i < r->o1; i++)
            for (unsigned k = 0; k < r->o2; k++)
                y[i] ^= multiply(r, r->s1[i][k], y[r->o1 + k]);
        singular = solve_layer(r, 1, x, y) || solve_layer(r, 2, x, y);
    } while (singular);
    if (attempts == ATTEMPTS) /* the published code gives up here, even after a last good attempt */
        return finish(r, -1);

    for (unsigned i = 0; i < r->v1; i++) {
        for (unsigned j = 0; j < r->o1; j++)
            x[i] ^= multiply(r, r->t1[i][j], x[r->v1 + j]);
        for (unsigned j = 0; j < r->o2; j++)
            x[i] ^= multiply(r, r->t4[i][j], x[r->v2 + j]);
    }
    for (unsigned i = 0; i < r->o1; i++)
        for (unsigned j = 0; j < r->o2; j++)
            x[r->v1 + i] ^= multiply(r, r->t3[i][j], x[r->v2 + j]);
    cursor c = writer(r, sig);
    for (unsigned i = 0; i < r->n; i++)
        element(&c, x + i);
    memcpy(sig + element_bytes(r, r->n), salt, SALT);
    *sig_bytes = element_bytes(r, r->n) + SALT;
    return finish(r, 0);
}

/* ---- Verification */

static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    uint8_t digest[64], x[MAX_N], y[MAX_M];
    rainbow *r = start(alg);
    if (r == NULL || sig_bytes != element_bytes(r, r->n) + SALT)
        return finish(r, -1);
    if (r->version != NEOSIG_RAINBOW_CLASSIC) {
        drbg d;
        drbg_init(r, &d, pk, SEED);
        if (draw_maps(r, &d))
            return finish(r, -1);
    }
    cursor c = reader(r, r->version == NEOSIG_RAINBOW_CLASSIC ? pk : pk + SEED);
    public_key(r, &c);
    unpack(r, x, sig, r->n);
    neosig_reference_sha2(digest, r->hash_bytes, msg, msg_bytes);
    draw_target(r, y, digest, sig + element_bytes(r, r->n));

    int good = 1;
    for (unsigned e = 0; e < r->m; e++) {
        uint8_t value = 0;
        for (unsigned i = 0; i < r->n; i++) {
            uint8_t sum = 0;
            for (unsigned j = i; j < r->n; j++)
                sum ^= multiply(r, x[j], r->maps[e][i][j]);
            value ^= multiply(r, x[i], sum);
        }
        good &= value == y[e];
    }
    return finish(r, good ? 0 : -1);
}

extern const neosig_reference neosig_reference_rainbow;
const neosig_reference neosig_reference_rainbow = {"rainbow", keypair, sign, verify};
