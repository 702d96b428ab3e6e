/* Every product and every quotient of two elements of GF(16) and GF(256). Every kernel that makes them is tried, in
 * every lane and at every place of a scalar in a batch. Products are written out from the definitions of the fields. */
#include "exhaustive.h"
#include "gf/gf16.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"

/* GF(16) = GF(2)[x]/(x^4 + x + 1) of SNOVA, UOV and MAYO, GF(256) = GF(2)[x]/(x^8 + x^4 + x^3 + x + 1) of UOV. */
static unsigned polynomial_product(unsigned bits, unsigned a, unsigned b)
{
    const unsigned modulus = bits == 4 ? 0x13 : 0x11b;
    unsigned r = 0;
    for (unsigned bit = 0; bit < bits; bit++)
        r ^= b >> bit & 1 ? a << bit : 0;
    for (unsigned bit = 2 * bits - 2; bit >= bits; bit--)
        r ^= r >> bit & 1 ? modulus << (bit - bits) : 0;
    return r;
}

/* Rainbow's tower: (a1 w + a0)(b1 w + b0) over a field of half the bits with w^2 = w + c, c being 1, x, xy. */
static unsigned tower_product(unsigned bits, unsigned a, unsigned b)
{
    if (bits == 1)
        return a & b;
    unsigned half = bits / 2, mask = (1u << half) - 1, c = 1u << (half - 1);
    unsigned a1 = a >> half, a0 = a & mask, b1 = b >> half, b0 = b & mask, p = tower_product(half, a1, b1);
    return (tower_product(half, a1, b0) ^ tower_product(half, a0, b1) ^ p) << half |
           (tower_product(half, a0, b0) ^ tower_product(half, p, c));
}

static uint8_t polynomial[2][256][256], tower[256][256]; /* polynomial: of 4 and of 8 bits */

static void make_products(void)
{
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            tower[a][b] = (uint8_t)tower_product(8, a, b);
            if (a < 16 && b < 16)
                polynomial[0][a][b] = (uint8_t)polynomial_product(4, a, b);
            polynomial[1][a][b] = (uint8_t)polynomial_product(8, a, b);
        }
    polynomial[0][11][13] ^= (uint8_t)fault;
    polynomial[1][0xb7][0x5d] ^= (uint8_t)fault;
    tower[11][13] ^= (uint8_t)fault;
    tower[0xb7][0x5d] ^= (uint8_t)fault;
}

static unsigned snova_pair(unsigned pair, unsigned x)
{
    return polynomial[0][pair & 15][x] | (unsigned)polynomial[0][pair >> 4][x] << 4;
}

/* ---- gf16.h */

static const void *gf16_of(const neosig_backend *backend)
{
    return backend->gf16;
}

enum { LANES = 32, PAIRS = 8 };

/* tables for batches of 1 to 32, multiply for 1 to 8 pairs, update for 1 and 2: every pair of scalars at every place,
 * every element in every lane. */
static void gf16_products(const void *kernels)
{
    const neosig_gf16_kernels *k = kernels;
    static neosig_gf16_table tables[32];
    static uint8_t row[LANES + NEOSIG_GF16_SLACK], c[PAIRS][LANES + NEOSIG_GF16_SLACK], pair[2 * sizeof c[0]];
    for (size_t batch = 1; batch <= 32; batch += batch < 4 ? 1 : 7)
        for (unsigned s = 0; s < 256; s++) {
            uint8_t pairs[32];
            for (unsigned i = 0; i < 32; i++)
                pairs[i] = (uint8_t)(s + i);
            k->tables(tables, pairs, batch);
            const size_t most = batch < PAIRS ? batch : PAIRS, first = s % (batch - most + 1);
            for (unsigned shift = 0; shift < 16; shift++) {
                for (unsigned i = 0; i < LANES; i++) {
                    row[i] = (uint8_t)((i + shift) % 16);
                    pair[i] = (uint8_t)(row[i] | (i / 16 + 7 * i + shift) % 16 << 4);
                    pair[sizeof c[0] + i] = (uint8_t)((5 * i + shift) % 16 | (i / 16 + 3 * i + shift) % 16 << 4);
                }
                for (size_t n = 1; n <= most; n++) {
                    k->multiply((neosig_gf16_pairs){c[0], sizeof c[0], n, LANES},
                                (neosig_gf16_factor){tables + first, n}, (neosig_gf16_view){row, sizeof row, 1, LANES});
                    for (size_t p = 0; p < n; p++)
                        for (size_t i = 0; i < LANES; i++)
                            check(c[p][i] == snova_pair(pairs[first + p], row[i]));
                }
                if (most < 4)
                    continue;
                memset(c, 0, sizeof c);
                k->update(c[0], sizeof c[0], tables + first, most / 4, pair, LANES);
                for (size_t p = 0; p < most / 4; p++)
                    for (size_t i = 0; i < LANES; i++) {
                        uint8_t sum = 0;
                        for (size_t r = 0; r < 4; r++)
                            sum = (uint8_t)(sum ^ snova_pair(pairs[first + 4 * p + r],
                                                             pair[r / 2 * sizeof c[0] + i] >> r % 2 * 4 & 15));
                        check(c[p][i] == sum);
                    }
            }
        }
}

/* dot: every pair of elements and every element of values, in every lane of 48. */
static void gf16_dot(const void *kernels)
{
    const neosig_gf16_kernels *k = kernels;
    uint8_t pairs[2][48] = {{0}}, values[48] = {0}, sums[4];
    for (unsigned i = 0; i < 48; i++) {
        for (unsigned a = 0; a < 256; a++)
            for (unsigned b = 0; b < 16; b++) {
                pairs[0][i] = (uint8_t)a;
                pairs[1][i] = (uint8_t)(a + 117);
                values[i] = (uint8_t)b;
                k->dot(sums, pairs[0], 48, values, 48);
                for (unsigned r = 0; r < 4; r++)
                    check(sums[r] == polynomial[0][pairs[r / 2][i] >> r % 2 * 4 & 15][b]);
            }
        pairs[0][i] = pairs[1][i] = values[i] = 0;
    }
}

static unsigned in_lane(const uint8_t *window, unsigned number)
{
    return number == 255 ? 0 : window[number] ^ (number == 9 ? (unsigned)fault : 0);
}

/* pivot_lanes: every byte in every two lanes, and in one lane alone. */
static void check_pivot_lanes(void (*pivot_lanes)(uint8_t *, const uint8_t *, size_t, size_t, const uint8_t *),
                              unsigned lanes)
{
    for (unsigned n = 0; n <= lanes; n++)
        for (unsigned m = 0; m < lanes; m++)
            for (unsigned x = 0; x < 256; x++) {
                uint8_t window[2][32], numbers[8], sums[8];
                for (unsigned i = 0; i < lanes; i++) {
                    window[0][i] = (uint8_t)(x + 37 * i);
                    window[1][i] = (uint8_t)(x * 3 + 59 * i);
                }
                for (unsigned j = 0; j < 4; j++) {
                    const unsigned number = (n + j) % (lanes + 1);
                    numbers[j] = (uint8_t)(number == lanes ? 255 : number);
                    numbers[4 + j] = (uint8_t)((m + lanes - j) % lanes);
                }
                pivot_lanes(sums, window[0], sizeof window[0], 2, numbers);
                for (unsigned j = 0; j < 8; j++)
                    check(sums[j] ==
                          (in_lane(window[j / 4], numbers[j % 4]) ^ in_lane(window[j / 4], numbers[4 + j % 4])));
            }
}

static void gf16_pivot_lanes(const void *kernels)
{
    check_pivot_lanes(((const neosig_gf16_kernels *)kernels)->pivot_lanes, 32);
}

/* What pivots does with four rows that are a unit matrix at the lanes from `last` downwards, but for the pivot of row
 * r, which is a, the element of row s in its lane, which is b, and row r's element e in lane c. */
static void check_pivots(const neosig_gf16_kernels *k, unsigned last, unsigned r, unsigned a, unsigned s, unsigned b,
                         unsigned c, unsigned e)
{
    uint8_t rows[4][32] = {{0}}, window[2][32], scalars[8], numbers[8];
    for (unsigned i = 0; i < 4; i++)
        rows[i][last - i] = 1;
    rows[r][c] = (uint8_t)e;
    rows[r][last - r] = (uint8_t)a;
    rows[s][last - r] = (uint8_t)b;
    for (unsigned i = 0; i < 32; i++)
        for (unsigned p = 0; p < 2; p++)
            window[p][i] = (uint8_t)(i < 28 ? rows[2 * p][i] | rows[2 * p + 1][i] << 4 : 255);
    check(k->pivots(scalars, numbers, window[0], 32, 0, last) == (a == 0 && e == 0 ? 255 : 0));
    for (unsigned i = 0; i < 4; i++) {
        check(numbers[i] == (i == r && a == 0 && e != 0 ? c : 255));
        check(numbers[4 + i] == last - i);
    }
    if (a == 0 && e == 0)
        return;
    if (a == 0)
        rows[r][last - r] = (uint8_t)e;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++) {
            unsigned sum = rows[i][last - j];
            for (unsigned l = 0; l < 4; l++)
                sum ^= polynomial[0][scalars[4 * (i / 2) + l] >> i % 2 * 4 & 15][rows[l][last - j]];
            check(sum == (i == j));
        }
}

/* pivots: every pivot in every lane with every element above or below it, and every element that takes the place of a
 * zero, from every lane. */
static void gf16_pivots(const void *kernels)
{
    for (unsigned last = 3; last < 28; last++)
        for (unsigned r = 0; r < 4; r++)
            for (unsigned s = (r + 1) % 4; s != r; s = (s + 1) % 4)
                for (unsigned a = 0; a < 16; a++) {
                    for (unsigned b = 0; b < 16; b++)
                        check_pivots(kernels, last, r, a, s, b, last - r, 0);
                    for (unsigned c = 0; c + 4 <= last; c++)
                        check_pivots(kernels, last, r, 0, s, (a + 5 * c) % 16, c, a);
                }
}

/* ---- tower.h */

static const void *tower_16_of(const neosig_backend *backend)
{
    return &backend->tower->gf16;
}

static const void *tower_256_of(const neosig_backend *backend)
{
    return &backend->tower->gf256;
}

static const void *polynomial_16_of(const neosig_backend *backend)
{
    return &backend->tower->polynomial16;
}

static const void *polynomial_256_of(const neosig_backend *backend)
{
    return &backend->tower->polynomial256;
}

static const void *fields_of(const neosig_backend *backend)
{
    return backend->tower;
}

static unsigned get(const neosig_tower *field, const uint8_t *x, size_t i)
{
    return field->bits == 8 ? x[i] : (unsigned)x[i / 2] >> i % 2 * 4 & 15;
}

static void put(const neosig_tower *field, uint8_t *x, size_t i, unsigned element)
{
    if (field->bits == 8)
        x[i] = (uint8_t)element;
    else
        x[i / 2] = (uint8_t)((x[i / 2] & (i % 2 ? 15 : 240)) | element << i % 2 * 4);
}

/* A vector of all 256 bytes, hence of all elements, from another one on. */
static void all_bytes(uint8_t x[256], unsigned shift)
{
    for (unsigned i = 0; i < 256; i++)
        x[i] = (uint8_t)(i + shift);
}

/* The products of the basis in which a claim is tried. */
static uint8_t (*products)[256] = tower;

static void check_product(const neosig_tower *field, const uint8_t *c, unsigned scalar, const uint8_t *x)
{
    for (size_t i = 0; i < 256 * 8 / field->bits; i++)
        check(get(field, c, i) == products[scalar][get(field, x, i)]);
}

/* c: the sum of count products, of the scalars from one on and of vectors. */
static void check_sum(const neosig_tower *field, const uint8_t *c, unsigned scalar, uint8_t (*x)[256], size_t count)
{
    const unsigned last = (1u << field->bits) - 1;
    for (size_t i = 0; i < 256 * 8 / field->bits; i++) {
        unsigned sum = 0;
        for (size_t k = 0; k < count; k++)
            sum ^= products[(scalar + k) & last][get(field, x[k], i)];
        check(get(field, c, i) == sum);
    }
}

static _Alignas(64) uint8_t tables[1 << 14];

/* scalars and combine: every scalar at every place of a batch of 32, every byte at every place of 32, in sums of 1, 4
 * and 5 products: from 4 on polynomial256 has another way. Vectors have 256 bytes, and 16. */
static void tower_combine(const void *kernels)
{
    enum { MOST = 5, BATCH = 32 + MOST - 1 };
    static const struct {
        size_t count, bytes;
    } shapes[] = {{1, 256}, {4, 256}, {MOST, 256}, {4, 16}};
    static uint8_t x[MOST][256];
    const neosig_tower *field = kernels;
    const unsigned size = 1u << field->bits;
    for (unsigned s = 0; s < size; s++) {
        uint8_t batch[BATCH] = {0}, c[256];
        for (unsigned i = 0; i < BATCH; i++)
            put(field, batch, i, (s + i) % size);
        field->scalars(tables, batch, BATCH);
        for (unsigned i = 0; i < 32; i++) {
            for (unsigned k = 0; k < MOST; k++)
                all_bytes(x[k], i + 37 * k);
            for (size_t t = 0; t < sizeof shapes / sizeof shapes[0]; t++) {
                memset(c, 0, sizeof c);
                for (size_t at = 0; at < sizeof c; at += shapes[t].bytes)
                    field->combine(c + at, shapes[t].bytes, x[0] + at, sizeof x[0], tables + i * field->scalar_bytes,
                                   shapes[t].count);
                check_sum(field, c, s + i, x, shapes[t].count);
            }
        }
    }
}

/* pairs and multiply: every scalar in every one of 4, 8 and 64 columns, every byte at every place of 16. */
static void tower_multiply(const void *kernels)
{
    static const unsigned columns[] = {4, 8, 64};
    static uint8_t c[64][256];
    const neosig_tower *field = kernels;
    const unsigned size = 1u << field->bits;
    uint32_t offsets[64];
    for (uint32_t j = 0; j < 64; j++)
        offsets[j] = 256 * j;
    for (unsigned n = 0; n < 3; n++)
        for (unsigned s = 0; s < size; s++) {
            uint8_t b[64] = {0}, x[256];
            for (unsigned j = 0; j < 64; j++)
                put(field, b, j, (s + j) % size);
            field->pairs(tables, b, 1, columns[n], 64, 1);
            for (unsigned shift = 0; shift < 16; shift++) {
                all_bytes(x, shift);
                memset(c, 0, sizeof c);
                field->multiply(&(neosig_tower_vectors){c[0], offsets, columns[n]},
                                &(neosig_tower_vectors){x, offsets, 1}, tables, sizeof x);
                for (unsigned j = 0; j < columns[n]; j++)
                    check_product(field, c[j], (s + j) % size, x);
            }
        }
}

static void in_polynomials(void (*run)(const void *kernels), const void *kernels)
{
    products = polynomial[((const neosig_tower *)kernels)->bits == 8];
    run(kernels);
    products = tower;
}

static void polynomial_combine(const void *kernels)
{
    in_polynomials(tower_combine, kernels);
}

static void polynomial_multiply(const void *kernels)
{
    in_polynomials(tower_multiply, kernels);
}

/* map, to the tower and back: an isomorphism of the two bases of GF(256), every byte at every place of 32. */
static void bases(const void *kernels)
{
    const neosig_tower_kernels *fields = kernels;
    uint8_t all[256], image[256], back[256], moved[256];
    all_bytes(all, 0);
    fields->map(image, all, sizeof all, neosig_polynomial_to_tower);
    for (unsigned shift = 0; shift < 32; shift++) {
        uint8_t x[256];
        all_bytes(x, shift);
        fields->map(moved, x, sizeof x, neosig_polynomial_to_tower);
        fields->map(back, moved, sizeof x, neosig_polynomial_from_tower);
        for (unsigned i = 0; i < 256; i++) {
            check(moved[i] == image[x[i]]);
            check(back[i] == x[i]);
        }
    }
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            check(image[a ^ b] == (image[a] ^ image[b]));
            check(image[polynomial[1][a][b]] == tower[image[a]][image[b]]);
        }
}

/* update: every two elements, in every lane of 64; the other three rows' products are not zero. */
static void update_256(const void *kernels)
{
    const neosig_gf256_kernels *k = ((const neosig_tower *)kernels)->solver;
    for (unsigned scalar = 0; scalar < 256; scalar++)
        for (unsigned row = 0; row < 4; row++)
            for (unsigned x = 0; x < 256; x++) {
                uint8_t four[4][64], m[4][64], sum[4][64], scalars[16];
                for (unsigned i = 0; i < 16; i++)
                    scalars[i] = (uint8_t)(i % 4 == row ? scalar + 64 * (i / 4) : i + 1);
                for (unsigned r = 0; r < 4; r++)
                    for (unsigned i = 0; i < 64; i++) {
                        four[r][i] = (uint8_t)(x + 5 * i + 11 * r);
                        m[r][i] = sum[r][i] = (uint8_t)(i * x + r);
                    }
                for (unsigned r = 0; r < 4; r++)
                    for (unsigned i = 0; i < 64; i++)
                        for (unsigned j = 0; j < 4; j++)
                            sum[r][i] ^= polynomial[1][scalars[4 * r + j]][four[j][i]];
                k->update(m[0], 64, scalars, 4, four[0], 64);
                check(memcmp(m, sum, sizeof m) == 0);
            }
}

/* dot: every two elements, in every lane of 48. */
static void dot_256(const void *kernels)
{
    const neosig_gf256_kernels *k = ((const neosig_tower *)kernels)->solver;
    uint8_t rows[4][48] = {{0}}, values[48] = {0}, sums[4];
    for (unsigned i = 0; i < 48; i++) {
        for (unsigned a = 0; a < 256; a++)
            for (unsigned b = 0; b < 256; b++) {
                for (unsigned r = 0; r < 4; r++)
                    rows[r][i] = (uint8_t)(a + 64 * r);
                values[i] = (uint8_t)b;
                k->dot(sums, rows[0], 48, values, 48);
                for (unsigned r = 0; r < 4; r++)
                    check(sums[r] == polynomial[1][rows[r][i]][b]);
            }
        for (unsigned r = 0; r < 4; r++)
            rows[r][i] = 0;
        values[i] = 0;
    }
}

static void pivot_lanes_256(const void *kernels)
{
    check_pivot_lanes(((const neosig_tower *)kernels)->solver->pivot_lanes, 16);
}

/* pivots: every pivot with every element above it, and its inverse. */
static void pivots_256(const void *kernels)
{
    const neosig_gf256_kernels *k = ((const neosig_tower *)kernels)->solver;
    for (unsigned a = 1; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            for (unsigned r = 0; r < 4; r++) {
                uint8_t rows[4][16] = {{0}}, scalars[16], numbers[8];
                for (unsigned i = 0; i < 4; i++)
                    rows[i][11 - i] = 1;
                rows[r][11 - r] = (uint8_t)a;
                rows[(r + 1) % 4][11 - r] = (uint8_t)b;
                check(k->pivots(scalars, numbers, rows[0], 16, 0, 11) == 0);
                for (unsigned i = 0; i < 4; i++)
                    for (unsigned j = 0; j < 4; j++) {
                        uint8_t sum = rows[i][11 - j];
                        for (unsigned l = 0; l < 4; l++)
                            sum ^= polynomial[1][scalars[4 * i + l]][rows[l][11 - j]];
                        check(sum == (i == j));
                    }
            }
}

int main(int argc, char **argv)
{
    static const claim claims[] = {
        {"gf16-products", gf16_of, gf16_products},
        {"gf16-dot", gf16_of, gf16_dot},
        {"gf16-pivot-lanes", gf16_of, gf16_pivot_lanes},
        {"gf16-pivots", gf16_of, gf16_pivots},
        {"tower16-combine", tower_16_of, tower_combine},
        {"tower16-multiply", tower_16_of, tower_multiply},
        {"tower256-combine", tower_256_of, tower_combine},
        {"tower256-multiply", tower_256_of, tower_multiply},
        {"polynomial16-combine", polynomial_16_of, polynomial_combine},
        {"polynomial16-multiply", polynomial_16_of, polynomial_multiply},
        {"polynomial256-combine", polynomial_256_of, polynomial_combine},
        {"polynomial256-update", polynomial_256_of, update_256},
        {"polynomial256-dot", polynomial_256_of, dot_256},
        {"polynomial256-pivot-lanes", polynomial_256_of, pivot_lanes_256},
        {"polynomial256-pivots", polynomial_256_of, pivots_256},
        {"bases", fields_of, bases},
    };
    fault = argc > 1;
    make_products();
    return exhaustive_main(argc, argv, claims, sizeof claims / sizeof claims[0]);
}
