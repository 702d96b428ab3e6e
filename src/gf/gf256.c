/* What the backends of the tower fields share: arithmetic of single elements, elimination, and the end of the bucket
 * method. */
#include "gf/gf256.h"
#include "neosig/neosig.h"

#include <string.h>

/* ---- Elements */

/* Products of GF(4) in every pair of bits; by x in every pair. */
static unsigned times_x(unsigned a)
{
    return (a >> 1 & 0x55) ^ (a << 1 & 0xaa) ^ (a & 0xaa);
}

static unsigned mul_4(unsigned a, unsigned b)
{
    unsigned low = b & 0x55, high = b >> 1 & 0x55;
    return (a & (low | low << 1)) ^ (times_x(a) & (high | high << 1));
}

/* Products of GF(16) in both nibbles: (a1 y + a0)(b1 y + b0) = ((a0 + a1)(b0 + b1) + a0 b0) y + a0 b0 + x a1 b1. */
static unsigned mul_16(unsigned a, unsigned b)
{
    unsigned p = mul_4(a, b); /* a0 b0, a1 b1 */
    unsigned cross = mul_4((a ^ a >> 2) & 0x33, (b ^ b >> 2) & 0x33);
    unsigned p0 = p & 0x33, p1 = p >> 2 & 0x33;
    return (cross ^ p0) << 2 ^ p0 ^ times_x(p1);
}

uint8_t neosig_tower_mul(uint8_t a, uint8_t b)
{
    unsigned p = mul_16(a, b);
    unsigned cross = mul_16((a ^ (unsigned)a >> 4) & 15, (b ^ (unsigned)b >> 4) & 15);
    unsigned p0 = p & 15, p1 = p >> 4;
    return (uint8_t)((cross ^ p0) << 4 ^ p0 ^ mul_16(p1, 8));
}

/* a^254, right for GF(16) too: there a^15 = 1 and 254 = 14 mod 15. */
uint8_t neosig_tower_inverse(uint8_t a)
{
    uint8_t power = a, result = 1;
    for (unsigned i = 0; i < 7; i++) {
        power = neosig_tower_mul(power, power);
        result = neosig_tower_mul(result, power);
    }
    return result;
}

/* ---- Elimination */

#define SOLVE_MAX 64

typedef struct system {
    uint8_t rows[SOLVE_MAX * (SOLVE_MAX + 16)];
    uint8_t tables[SOLVE_MAX * NEOSIG_TOWER_SCALAR_MAX];
    uint8_t row[SOLVE_MAX + 16];
    uint8_t column[SOLVE_MAX];
} system;

size_t neosig_tower_solve_bytes(size_t n)
{
    (void)n;
    return (sizeof(system) + 63) & ~(size_t)63;
}

static void put(const neosig_tower *field, uint8_t *x, size_t i, uint8_t element)
{
    if (field->bits == 8)
        x[i] = element;
    else
        x[i / 2] = (uint8_t)(i % 2 == 0 ? element : x[i / 2] | element << 4);
}

/* 0xff if a = 0, else 0. */
static uint8_t is_zero(uint8_t a)
{
    return (uint8_t)(((unsigned)a - 1) >> 8);
}

/* The rows of M from its columns. Squares at the far ends overlap where 16 bytes do not divide a row. */
static void load_rows(const neosig_tower *field, uint8_t *rows, size_t stride, const uint8_t *m, size_t n)
{
    size_t bytes = neosig_tower_bytes(field, n), per_byte = 8 / field->bits;
    for (size_t r = 0; r < bytes; r += 16)
        for (size_t c = 0; c < bytes; c += 16) {
            size_t r0 = r + 16 <= bytes ? r : bytes - 16, c0 = c + 16 <= bytes ? c : bytes - 16;
            field->transpose(rows + r0 * per_byte * stride + c0, stride, m + c0 * per_byte * bytes + r0, bytes);
        }
}

int neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                       void *workspace)
{
    system *s = workspace;
    size_t last = neosig_tower_bytes(field, n), stride = (last + 16) & ~(size_t)15;
    uint8_t singular = 0;

    memset(s->rows, 0, n * stride);
    load_rows(field, s->rows, stride, m, n);
    for (size_t i = 0; i < n; i++)
        s->rows[i * stride + last] = neosig_tower_get(field, y, i);

    for (size_t p = 0; p < n; p++) {
        size_t start = neosig_tower_bytes(field, p) & ~(size_t)15, bytes = stride - start;
        uint8_t *pivot_row = s->rows + p * stride;
        for (size_t r = p + 1; r < n; r++) { /* while the pivot is zero, add a lower row */
            uint8_t mask = is_zero(neosig_tower_get(field, pivot_row, p));
            const uint8_t *row = s->rows + r * stride;
            for (size_t i = start; i < stride; i++)
                pivot_row[i] ^= row[i] & mask;
        }
        uint8_t pivot = neosig_tower_get(field, pivot_row, p);
        singular |= is_zero(pivot);
        s->column[0] = neosig_tower_inverse(pivot);
        field->scalars(s->tables, s->column, 0, 1);
        memset(s->row, 0, bytes);
        field->combine(s->row, bytes, pivot_row + start, 0, s->tables, 1);
        memcpy(pivot_row + start, s->row, bytes);

        for (size_t r = 0; r < n; r++)
            put(field, s->column, r, r == p ? 0 : neosig_tower_get(field, s->rows + r * stride, p));
        field->scalars(s->tables, s->column, 0, n);
        field->outer(s->rows + start, stride, s->tables, n, s->row, bytes);
    }
    for (size_t i = 0; i < n; i++)
        put(field, x, i, s->rows[i * stride + last]);
    neosig_wipe(s, sizeof *s);
    return -(int)(singular & 1);
}

/* ---- Buckets */

#define BUCKET_MAX 112

/* Bit k of b says whether bucket b counts for the basis element 2^k: sum those, the highest bit first, and drop the bit
 * by adding the upper half of the buckets to the lower. */
void neosig_tower_gather(const neosig_tower *field, uint8_t *y, uint8_t *buckets, size_t bytes)
{
    static const uint8_t basis_16[2] = {0x21, 0x84}, basis_256[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    _Alignas(16) uint8_t tables[8 * NEOSIG_TOWER_SCALAR_MAX];
    uint8_t sums[8 * BUCKET_MAX] = {0}, total[BUCKET_MAX] = {0};
    size_t stride = neosig_tower_bucket_stride(bytes);
    for (unsigned k = field->bits; k-- > 0;) {
        size_t half = stride << k;
        uint8_t *restrict upper = buckets + half, *restrict lower = buckets, *restrict sum = sums + k * stride;
        for (size_t i = 0; i < half; i += stride)
            for (size_t j = 0; j < stride; j += 16) /* a whole vector for the compiler */
                for (size_t l = j; l < j + 16; l++) {
                    sum[l] ^= upper[i + l];
                    lower[i + l] ^= upper[i + l];
                }
    }
    field->scalars(tables, field->bits == 4 ? basis_16 : basis_256, 0, field->bits);
    field->combine(total, stride, sums, stride, tables, field->bits);
    size_t tail = bytes % 16, whole = bytes - tail;
    for (size_t i = 0; i < whole; i++)
        y[i] ^= total[i];
    for (size_t i = 0; i < tail; i++)
        y[whole + i] ^= total[stride - tail + i];
}
