/* Every kernel of the fields in every backend against its definition, element by element. The product of two elements
 * is written out, from the tower or from the polynomial. Shapes are random, with guards around what may be written. */
#include "common/splitmix64.h"
#include "core/backend.h"
#include "gf/multiples.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define GUARD 64
#define ROOM 8192

#ifdef NEOSIG_SLOW_CPU
#define ROUNDS 12
#else
#define ROUNDS 60
#endif

static uint64_t generator = 1;

static uint64_t draw(void)
{
    return splitmix64(&generator);
}

static size_t below(size_t n)
{
    return (size_t)(draw() % n);
}

static void fill(uint8_t *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)draw();
}

/* (a1 w + a0)(b1 w + b0) over a field of half the bits with w^2 = w + c: c is 1, x, xy. */
static unsigned multiply(unsigned bits, unsigned a, unsigned b)
{
    if (bits == 1)
        return a & b;
    unsigned half = bits / 2, mask = (1u << half) - 1, c = 1u << (half - 1);
    unsigned a1 = a >> half, a0 = a & mask, b1 = b >> half, b0 = b & mask;
    unsigned p = multiply(half, a1, b1);
    return (multiply(half, a1, b0) ^ multiply(half, a0, b1) ^ p) << half |
           (multiply(half, a0, b0) ^ multiply(half, p, c));
}

/* Modulo x^4 + x + 1 or x^8 + x^4 + x^3 + x + 1. */
static unsigned multiply_polynomials(unsigned bits, unsigned a, unsigned b)
{
    unsigned product = 0;
    for (unsigned i = bits; i-- > 0;)
        product = product << 1 ^ (product >> (bits - 1)) * (bits == 4 ? 0x13 : 0x11b) ^ (b >> i & 1) * a;
    return product;
}

static uint8_t products[256][256];

/* GF(16) of the tower is a part of GF(256); that of the polynomial has products of its own. */
static void make_products(int polynomial, unsigned bits)
{
    memset(products, 0, sizeof products);
    for (unsigned a = 0; a < 1u << bits; a++)
        for (unsigned b = 0; b < 1u << bits; b++)
            products[a][b] = (uint8_t)(polynomial ? multiply_polynomials(bits, a, b) : multiply(8, a, b));
}

static unsigned get(const neosig_tower *field, const uint8_t *x, size_t i)
{
    return field->bits == 8 ? x[i] : (unsigned)(x[i / 2] >> i % 2 * 4) & 15u;
}

static void put(const neosig_tower *field, uint8_t *x, size_t i, unsigned element)
{
    if (field->bits == 8)
        x[i] = (uint8_t)element;
    else
        x[i / 2] = (uint8_t)((x[i / 2] & (i % 2 != 0 ? 15 : 240)) | element << i % 2 * 4);
}

static size_t elements(const neosig_tower *field, size_t bytes)
{
    return bytes * 8 / field->bits;
}

/* y += scalar times x. */
static void add(const neosig_tower *field, uint8_t *y, const uint8_t *x, size_t bytes, unsigned scalar)
{
    for (size_t i = 0; i < elements(field, bytes); i++)
        put(field, y, i, get(field, y, i) ^ products[scalar][get(field, x, i)]);
}

/* Buffers: what the kernel works on, and what it should give; all of it compared. */
static uint8_t got[ROOM + 2 * GUARD], expected[ROOM + 2 * GUARD], in[5 * ROOM];
static _Alignas(64) uint8_t tables[1 << 19];

static uint8_t *fresh(void)
{
    fill(got, sizeof got);
    memcpy(expected, got, sizeof got);
    return got + GUARD + below(16);
}

static int same(void)
{
    return memcmp(got, expected, sizeof got) == 0;
}

static uint8_t *twin(const uint8_t *p)
{
    return expected + (p - got);
}

static void test_combine(const neosig_tower *field, size_t bytes, size_t count)
{
    uint8_t scalars[64];
    const size_t strides[] = {0, bytes, bytes + below(20)}, stride = strides[below(3)];
    fill(scalars, sizeof scalars);
    fill(in, sizeof in);
    uint8_t *c = fresh(), *to = twin(c);
    const uint8_t *a = in + below(16);
    for (size_t k = 0; k < count; k++)
        add(field, to, a + k * stride, bytes, get(field, scalars, k));
    field->scalars(tables, scalars, count);
    field->combine(c, bytes, a, stride, tables, count);
    if (!CHECK(same()))
        fprintf(stderr, "combine: %u bits, %zu bytes, %zu scalars\n", field->bits, bytes, count);
}

/* All products of two elements, by combine. */
static void test_products(const neosig_tower *field)
{
    size_t wrong = 0;
    for (unsigned s = 0; s < 1u << field->bits; s++) {
        uint8_t scalar = (uint8_t)s, c[256] = {0}, x[256];
        for (unsigned i = 0; i < 256; i++)
            x[i] = (uint8_t)i;
        field->scalars(tables, &scalar, 1);
        field->combine(c, 256, x, 0, tables, 1);
        for (size_t i = 0; i < elements(field, 256); i++)
            wrong += get(field, c, i) != products[s][get(field, x, i)];
    }
    CHECK(wrong == 0);
}

static void test_multiply(const neosig_tower *field, size_t bytes, size_t rows, size_t columns, int by_rows)
{
    static uint8_t b[96 * 96];
    uint32_t c_offsets[96], a_offsets[96];
    fill(b, sizeof b);
    fill(in, sizeof in);
    size_t row_step = by_rows ? columns : 1, column_step = by_rows ? 1 : rows;
    uint8_t *c = fresh();
    for (uint32_t j = 0; j < columns; j++)
        c_offsets[j] = (uint32_t)((columns - 1 - j) * (bytes + 3));
    for (size_t k = 0; k < rows; k++) {
        a_offsets[k] = (uint32_t)below(sizeof in - bytes);
        for (size_t j = 0; j < columns; j++)
            add(field, twin(c) + c_offsets[j], in + a_offsets[k], bytes, get(field, b, k * row_step + j * column_step));
    }
    field->pairs(tables, b, rows, columns, row_step, column_step);
    field->multiply(&(neosig_tower_vectors){c, c_offsets, columns}, &(neosig_tower_vectors){in, a_offsets, rows},
                    tables, bytes);
    if (!CHECK(same()))
        fprintf(stderr, "multiply: %u bits, %zu bytes, %zu x %zu\n", field->bits, bytes, rows, columns);

    /* A part of the rows, by the tables of the same matrix. */
    size_t skip = below(rows);
    c = fresh();
    for (size_t k = skip; k < rows; k++)
        for (size_t j = 0; j < columns; j++)
            add(field, twin(c) + c_offsets[j], in + a_offsets[k], bytes, get(field, b, k * row_step + j * column_step));
    field->multiply(&(neosig_tower_vectors){c, c_offsets, columns},
                    &(neosig_tower_vectors){in, a_offsets + skip, rows - skip},
                    tables + skip * (columns / 2) * field->pair_bytes, bytes);
    CHECK(same());
}

static void test_transpose(const neosig_tower *field)
{
    size_t n = 128 / field->bits, dst_stride = 16 + below(20), src_stride = 16 + below(20);
    fill(in, sizeof in);
    uint8_t *dst = fresh();
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            put(field, twin(dst) + j * dst_stride, i, get(field, in + i * src_stride, j));
    field->transpose(dst, dst_stride, in, src_stride);
    CHECK(same());
}

/* Four rows, and more, of elements of GF(256). */
static void test_update(const neosig_gf256_kernels *k, size_t lanes, size_t rows, int own)
{
    const size_t round = neosig_gf16_round_two(lanes), stride = round + below(9);
    uint8_t scalars[4 * 40], *m = fresh(), *to = twin(m), *const four = own ? m : in;
    fill(in, sizeof in);
    fill(scalars, sizeof scalars);
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < round; j++) /* behind the lanes, up to whole groups, anything may stand */
            for (size_t i = 0; i < 4; i++)
                to[r * stride + j] ^= products[scalars[4 * r + i]][four[i * stride + j]];
    k->update(m, stride, scalars, rows, four, lanes);
    for (size_t r = 0; r < rows; r++)
        memcpy(to + r * stride + lanes, m + r * stride + lanes, round - lanes);
    if (!CHECK(same()))
        fprintf(stderr, "update: %zu lanes, %zu rows\n", lanes, rows);
}

static void test_dot(const neosig_gf256_kernels *k, size_t lanes)
{
    uint8_t sums[4], values[112] = {0}, *const rows = in;
    const size_t stride = 112 + below(9);
    fill(in, sizeof in);
    fill(values, lanes);
    k->dot(sums, rows, stride, values, lanes);
    for (size_t r = 0; r < 4; r++) {
        uint8_t sum = 0;
        for (size_t i = 0; i < lanes; i++)
            sum ^= products[rows[r * stride + i]][values[i]];
        CHECK(sums[r] == sum);
    }
}

static void test_pivot_lanes(const neosig_gf256_kernels *k, size_t rows)
{
    const size_t stride = 16 + below(20);
    uint8_t numbers[8], *sums = fresh(), *to = twin(sums);
    fill(in, sizeof in);
    for (size_t i = 0; i < 8; i++)
        numbers[i] = (uint8_t)(below(4) == 0 ? 255 : below(16));
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < 4; j++)
            to[4 * r + j] = (uint8_t)((numbers[j] < 16 ? in[r * stride + numbers[j]] : 0) ^
                                      (numbers[4 + j] < 16 ? in[r * stride + numbers[4 + j]] : 0));
    k->pivot_lanes(sums, in, stride, rows, numbers);
    CHECK(same());
}

/* Four rows in a window of 12 lanes, with all elements or few. The scalars make a unit matrix of the pivots' lanes
 * exactly if the rows are independent there. */
static void test_pivots(const neosig_gf256_kernels *k)
{
    const size_t stride = 16 + below(20), first = below(2), last = first + 3 + below(9 - first), few = 1 + below(30);
    uint8_t scalars[16], numbers[8], rows[4][16];
    fill(in, sizeof in);
    for (size_t r = 0; r < 4; r++)
        for (size_t i = 0; i < 12; i++)
            rows[r][i] = in[r * stride + i] = below(few) == 0 ? in[r * stride + i] : 0;
    const unsigned singular = k->pivots(scalars, numbers, in, stride, first, last);
    CHECK(singular == 0 || singular == 255);
    for (size_t j = 0; j < 4; j++) {
        CHECK(numbers[4 + j] == last - j && (numbers[j] == 255 || (numbers[j] >= first && numbers[j] < last - j)));
        for (size_t r = 0; r < 4 && numbers[j] < 12; r++)
            rows[r][last - j] ^= rows[r][numbers[j]];
    }
    unsigned good = 1;
    for (size_t r = 0; r < 4; r++)
        for (size_t j = 0; j < 4; j++) {
            uint8_t sum = rows[r][last - j];
            for (size_t i = 0; i < 4; i++)
                sum ^= products[scalars[4 * r + i]][rows[i][last - j]];
            good &= sum == (r == j);
        }
    CHECK(good == (singular == 0));
    uint8_t independent[4][16]; /* by elimination from the last lane down */
    unsigned rank = 0;
    for (size_t r = 0; r < 4; r++)
        for (size_t i = 0; i < 12; i++)
            independent[r][i] = i >= first && i <= last ? in[r * stride + i] : 0;
    for (size_t i = 12; i-- > 0 && rank < 4;) {
        size_t r = rank;
        while (r < 4 && independent[r][i] == 0)
            r++;
        if (r == 4)
            continue;
        for (size_t l = 0; l < 16; l++) {
            const uint8_t kept = independent[rank][l];
            independent[rank][l] = independent[r][l];
            independent[r][l] = kept;
        }
        unsigned inverse = 1;
        while (products[inverse][independent[rank][i]] != 1)
            inverse++;
        for (r = rank + 1; r < 4; r++) {
            const uint8_t factor = products[inverse][independent[r][i]];
            for (size_t l = 0; l < 12; l++)
                independent[r][l] ^= products[factor][independent[rank][l]];
        }
        rank++;
    }
    CHECK((rank == 4) == (singular == 0));
}

/* Solutions, and singular matrices found out: x with M x = y, M of rank n or n - 1. zeros: M is a triangle of columns
 * in any order, whose pivots lie outside the windows, so that it may be taken for a singular matrix. */
static void test_solve(const neosig_tower *field, size_t n, int zeros)
{
    static uint8_t vectors[97 * 96];
    static _Alignas(64) uint8_t workspace[1 << 15];
    uint8_t x[96], found[96], *const m = vectors + n;
    CHECK(neosig_gf256_solve_bytes(n) <= sizeof workspace);
    unsigned regular = 0, singular = 0;
    for (unsigned round = 0; round < 20; round++) {
        fill(vectors, sizeof vectors);
        fill(x, sizeof x);
        for (size_t j = 0; zeros && j < n; j++) {
            const size_t one = (7 * j + round) % n;
            for (size_t i = one + 1; i < n; i++)
                m[j * n + i] = 0;
            m[j * n + one] |= 1;
        }
        if (!zeros && round % 2 != 0) { /* a column that is a multiple of another */
            memset(m, 0, n);
            add(field, m, m + (n - 1) * n, n, (unsigned)below(256));
        }
        memset(vectors, 0, n);
        for (size_t j = 0; j < n; j++)
            add(field, vectors, m + j * n, n, x[j]);
        memset(found, 0, sizeof found);
        if (neosig_gf256_solve(field, found, vectors, n, workspace) != 0)
            singular++;
        else
            regular += CHECK(memcmp(found, x, n) == 0) != 0;
    }
    CHECK(regular + singular == 20 && (zeros || (regular >= 5 && regular <= 10)));
}

/* Every scalar times every element. */
static void test_scale(const neosig_tower *field)
{
    size_t wrong = 0;
    const size_t count = products[255][1] != 0 ? 256 : 16; /* the tower's fields take any element of GF(256) */
    memset(in, 0, 256);
    for (size_t i = 0; i < count; i++)
        in[i] = (uint8_t)i;
    for (size_t scalar = 0; scalar < count; scalar++) {
        uint8_t *c = fresh(), *to = twin(c);
        memcpy(to, products[scalar], 256);
        field->scale(c, in, 256, (uint8_t)scalar);
        wrong += !same();
    }
    CHECK(wrong == 0);
}

static void test_buckets(const neosig_tower *field, size_t bytes, size_t rows, size_t count)
{
    const uint8_t *starts[NEOSIG_TOWER_MAX_ROWS], *vectors = in + 15;
    static uint8_t buckets[256 * 128], b[512];
    uint8_t y[112], sum[112];
    memset(buckets, 0, sizeof buckets);
    fill(in, sizeof in);
    fill(b, sizeof b);
    fill(y, sizeof y);
    memcpy(sum, y, sizeof y);
    for (size_t t = 0; t < count; t++) {
        b[t] &= (uint8_t)((1u << field->bits) - 1);
        for (size_t r = 0; r < rows; r++)
            add(field, sum, vectors + (3 * r + t) * bytes, bytes, b[t]);
    }
    for (size_t r = 0; r < rows; r++)
        starts[r] = vectors + 3 * r * bytes;
    const size_t middle = below(count + 1);
    field->scatter_vartime(buckets, starts, rows, b, 0, middle, bytes);
    field->scatter_vartime(buckets, starts, rows, b, middle, count, bytes);
    neosig_tower_gather(field, y, buckets, bytes);
    if (!CHECK(memcmp(y, sum, sizeof y) == 0))
        fprintf(stderr, "buckets: %u bits, %zu bytes, %zu rows of %zu vectors\n", field->bits, bytes, rows, count);
}

/* y += the sum of the terms of a triangle, or of a rectangle of n rows, times vectors that end where their memory does.
 */
static void test_quadratic(const neosig_tower *field, size_t bytes, size_t n, size_t width)
{
    uint8_t x[NEOSIG_TOWER_MAX_VARIABLES], z[NEOSIG_TOWER_MAX_VARIABLES];
    uint8_t y[NEOSIG_TOWER_MAX_BUCKET], sum[NEOSIG_TOWER_MAX_BUCKET];
    const neosig_tower_terms terms = {x, n, width > 0 ? z : x, width > 0 ? width : n};
    const size_t size = (width > 0 ? n * width : n * (n + 1) / 2) * bytes;
    uint8_t *vectors = malloc(size), *next = vectors;
    if (!CHECK(vectors != NULL))
        return;
    fill(vectors, size);
    fill(x, sizeof x);
    fill(z, sizeof z);
    fill(y, sizeof y);
    memcpy(sum, y, sizeof y);
    for (size_t i = 0; i < NEOSIG_TOWER_MAX_VARIABLES; i++) {
        x[i] &= (uint8_t)((1u << field->bits) - 1);
        z[i] &= (uint8_t)((1u << field->bits) - 1);
    }
    /* If it says no, nothing is done. AVX2 without GFNI has a way in the polynomial basis of GF(256), but no pairs. */
    const int gfni = (neosig_cpu() & NEOSIG_CPU_GFNI) != 0, here = field->pairs != NULL ? gfni : n > 1 && bytes > 64;
    for (size_t i = 0; here && i < n; i++)
        for (size_t j = width > 0 ? 0 : i; j < terms.width; j++, next += bytes)
            add(field, sum, next, bytes, products[x[i]][terms.columns[j]]);
    CHECK(field->quadratic_vartime(y, vectors, bytes, &terms) == here);
    if (!CHECK(memcmp(y, sum, sizeof y) == 0))
        fprintf(stderr, "quadratic: %u bits, %zu bytes, %zu rows, %zu columns\n", field->bits, bytes, n, width);
    free(vectors);
}

/* Matrices, systems and quadratic maps, where the field has them. */
static void test_matrices(const neosig_tower *field)
{
    static const size_t lengths[] = {16, 18, 32, 36, 40, 45, 48, 54, 64, 71, 72};
    for (unsigned i = 0; field->multiply != NULL && i < sizeof lengths / sizeof lengths[0]; i++) {
        test_multiply(field, lengths[i], 96, 96, 0);
        test_multiply(field, lengths[i], 1, field->columns, 1);
        for (size_t columns = field->columns; columns <= 32; columns += field->columns)
            test_multiply(field, lengths[i], 1 + below(5), columns, 1);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (field->multiply != NULL)
            test_multiply(field, 16 + below(60), 1 + below(96), field->columns * (1 + below(24)), (int)below(2));
        if (field->solver == NULL)
            continue;
        test_update(field->solver, 1 + below(97), 4 * below(11), 0);
        test_update(field->solver, 1 + below(97), 4, 1);
        test_dot(field->solver, 1 + below(97));
        test_pivot_lanes(field->solver, below(40));
        for (unsigned j = 0; j < 20; j++)
            test_pivots(field->solver);
    }
}

/* c += A B for blocks of every shape, with A in one basis and B in another. */
static void test_public_product(const neosig_tower *field, const uint8_t *basis, size_t bytes, size_t row_bytes,
                                size_t n, int triangle, neosig_direction direction)
{
    const size_t width = elements(field, row_bytes), equations = elements(field, bytes), lines = triangle ? n : 3;
    const neosig_block whole = {.step = bytes, .n = triangle ? n : 0, .width = direction == NEOSIG_ROW ? n : lines};
    const size_t terms = triangle ? n * (n + 1) / 2 : n * lines, stride = neosig_product_stride(row_bytes);
    neosig_block a = whole;
    neosig_factor b = {.field = field, .basis = basis, .rows = n, .row_bytes = row_bytes, .stride = row_bytes + 3};
    uint8_t *const stored = malloc(n * b.stride), *const memory = aligned_alloc(64, neosig_factor_bytes(row_bytes));
    const size_t product = neosig_product_bytes(&b, bytes);
    uint8_t *const c = calloc(lines, product);
    a.base = malloc(terms * bytes);
    if (!CHECK(a.base != NULL && stored != NULL && memory != NULL && c != NULL))
        return;
    fill(a.base, terms * bytes);
    fill(stored, n * b.stride);
    b.stored = stored;
    b.memory = memory;
    for (size_t start = 0; start < n; start += neosig_factor_piece(&b)) {
        neosig_factor_make_tables(&b, start);
        neosig_add_public_product_vartime(&b, start, c, bytes, &a, direction, lines);
    }
    size_t wrong = 0;
    for (size_t line = 0; line < lines; line++) {
        const size_t k = below(equations), j = below(width);
        uint8_t sum = 0;
        for (size_t r = 0; r < n; r++) {
            const size_t row = direction == NEOSIG_ROW ? line : r, column = direction == NEOSIG_ROW ? r : line;
            if (triangle && row > column)
                continue;
            const uint8_t x = neosig_tower_element(field->bits, a.base + neosig_block_offset(&a, row, column), k);
            for (unsigned bit = 0; bit < field->bits; bit++)
                if ((x >> bit & 1) != 0)
                    sum ^= products[neosig_tower_element(field->bits, basis, bit)]
                                   [neosig_tower_element(field->bits, stored + r * b.stride, j)];
        }
        wrong += neosig_tower_element(field->bits, c + line * product + k * stride, j) != sum;
    }
    if (!CHECK(wrong == 0))
        fprintf(stderr, "public product: %u bits, %zu and %zu bytes, %zu rows\n", field->bits, bytes, row_bytes, n);
    free(stored);
    free(memory);
    free(c);
    free(a.base);
}

static void test_public_products(const neosig_tower *field)
{
    const uint8_t *const basis = field->bits == 4 ? neosig_polynomial16_powers_of_x : neosig_tower_powers_of_x;
    for (size_t row_bytes = 16; row_bytes <= 96; row_bytes++)
        test_public_product(field, basis, 16 + below(81), row_bytes, 1 + below(20), (int)below(2),
                            below(2) != 0 ? NEOSIG_ROW : NEOSIG_COLUMN);
}

static void test_field(const neosig_tower *field)
{
    static const size_t lengths[] = {16, 18, 32, 36, 45, 48, 64, 68, 72, 80, 96, 100};
    static const size_t sides[] = {32, 36, 45, 48, 64, 72, 96};
    test_products(field);
    test_scale(field);
    test_matrices(field);
    if (field->look_up_vartime != NULL)
        test_public_products(field);
    for (size_t bytes = 16; bytes <= 330; bytes++) {
        test_combine(field, bytes, 1 + below(4));
        test_combine(field, bytes, 5 + below(8));
    }
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        test_combine(field, lengths[i], 0);
        for (size_t count = 57; count <= 60; count++)
            test_combine(field, lengths[i], count);
        if (lengths[i] >= 32 && field->quadratic_vartime != NULL)
            test_quadratic(field, lengths[i], NEOSIG_TOWER_MAX_VARIABLES, 0);
        for (size_t rows = 1; field->scatter_vartime != NULL && rows <= NEOSIG_TOWER_MAX_ROWS; rows++) {
            test_buckets(field, lengths[i], rows, rows - 1);
            test_buckets(field, lengths[i], rows, 200);
        }
    }
    for (size_t bytes = 32; field->quadratic_vartime != NULL && bytes <= NEOSIG_TOWER_MAX_BUCKET; bytes++)
        test_quadratic(field, bytes, 1 + bytes % 4, bytes % 3);
    for (unsigned i = 0; i < ROUNDS; i++) {
        test_combine(field, 16 + below(1200), below(20));
        test_combine(field, 16, below(20));
        test_transpose(field);
        if (field->quadratic_vartime != NULL)
            test_quadratic(field, 32 + below(81), 1 + below(20), below(30));
        if (field->scatter_vartime != NULL)
            test_buckets(field, 16 + below(97), 1 + below(NEOSIG_TOWER_MAX_ROWS), below(300));
    }
    for (size_t i = 0; field->solver != NULL && i < sizeof sides / sizeof sides[0]; i++) {
        test_solve(field, sides[i], 0);
        test_solve(field, sides[i], 1);
    }
}

/* The change of basis is an isomorphism, and exactly the bytes given are changed. */
static void test_bases(const neosig_tower_kernels *kernels)
{
    uint8_t one[256];
    for (unsigned a = 0; a < 256; a++)
        one[a] = (uint8_t)a;
    kernels->map(one, one, 256, neosig_polynomial_16_to_tower);
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            const unsigned low = multiply_polynomials(4, a & 15, b & 15),
                           high = multiply_polynomials(4, a >> 4, b >> 4);
            CHECK(one[high << 4 | low] ==
                  (multiply(4, one[a] >> 4, one[b] >> 4) << 4 | multiply(4, one[a] & 15u, one[b] & 15u)));
        }
    kernels->map(one, one, 256, neosig_polynomial_16_from_tower);
    for (unsigned a = 0; a < 256; a++)
        CHECK(one[a] == a);
    uint8_t all[256], there[256], back[256];
    size_t wrong = 0;
    for (unsigned a = 0; a < 256; a++)
        all[a] = (uint8_t)a;
    kernels->map(there, all, 256, neosig_polynomial_to_tower);
    kernels->map(back, there, 256, neosig_polynomial_from_tower);
    CHECK(memcmp(back, all, 256) == 0);
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            wrong += there[multiply_polynomials(8, a, b)] != multiply(8, there[a], there[b]) ||
                     there[a ^ b] != (there[a] ^ there[b]);
    CHECK(wrong == 0);
    for (size_t bytes = 1; bytes < 100; bytes++) {
        uint8_t *x = fresh(), *to = twin(x);
        for (size_t i = 0; i < bytes; i++)
            to[i] = there[to[i]];
        kernels->map(x, x, bytes, neosig_polynomial_to_tower);
        CHECK(same());
        kernels->map(x, x, bytes, neosig_polynomial_from_tower);
        for (size_t i = 0; i < bytes; i++)
            CHECK(there[x[i]] == to[i]);
    }
}

int main(void)
{
    make_products(0, 8);
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *backend = neosig_backends[i];
        if ((backend->needs & ~neosig_cpu()) != 0)
            continue;
        unsigned failed = test_failed;
        CHECK(backend->tower->gf16.bits == 4 && backend->tower->gf256.bits == 8);
        const neosig_tower_kernels *const kernels = backend->tower;
        const neosig_tower *const fields[] = {&kernels->gf16, &kernels->gf256, &kernels->polynomial16,
                                              &kernels->polynomial256, neosig_tower_by_gfni(kernels)};
        test_bases(kernels);
        for (unsigned f = 0; f < 5 && fields[f] != NULL; f++) {
            const neosig_tower *field = fields[f];
            make_products(f >= 2, f == 2 ? 4 : 8);
            CHECK(field->scalar_bytes <= neosig_tower_scalar_room_bytes(field));
            CHECK(field->pair_bytes <= neosig_tower_pair_room_bytes(field));
            test_field(field);
        }
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", backend->name);
    }
    return test_end();
}
