/* What the backends of the tower fields share: arithmetic of single elements, elimination, and the end of the bucket
 * method. */
#include "core/arena.h"
#include "core/assertion.h"
#include "gf/tower.h"

#include <string.h>

/* ---- Elements */

/* Products in GF(4) by x, in every two bits. */
static unsigned times_x(unsigned a)
{
    return (a >> 1 & 0x55) ^ (a << 1 & 0xaa) ^ (a & 0xaa);
}

/* Products in GF(4), in every two bits. */
static unsigned mul_4(unsigned a, unsigned b)
{
    unsigned low = b & 0x55, high = b >> 1 & 0x55;
    return (a & (low | low << 1)) ^ (times_x(a) & (high | high << 1));
}

/* Products in GF(16), in both nibbles: (a1 y + a0)(b1 y + b0) = ((a0 + a1)(b0 + b1) + a0 b0) y + a0 b0 + x a1 b1. */
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

/* Squares in GF(4), in every two bits. */
static unsigned square_4(unsigned a)
{
    return a ^ (a >> 1 & 0x55);
}

/* Squares in GF(16), in both nibbles. */
static unsigned square_16(unsigned a)
{
    unsigned s = square_4(a);
    return s ^ times_x(s >> 2 & 0x33);
}

/* (a1 z + a0)^-1 = (a1 z + a0 + a1) / N with N = a0 (a0 + a1) + 8 a1^2, and N^-1 = N^14 in GF(16). */
uint8_t neosig_tower_inverse(uint8_t a)
{
    unsigned a0 = a & 15, a1 = a >> 4, sum = a0 ^ a1;
    unsigned norm = mul_16(a0, sum) ^ mul_16(square_16(a1), 8);
    unsigned n2 = square_16(norm), n4 = square_16(n2), n14 = mul_16(mul_16(n2, n4), square_16(n4));
    return (uint8_t)mul_16(a1 << 4 | sum, n14 << 4 | n14);
}

/* ---- The polynomial basis */

const uint8_t neosig_tower_powers_of_x[8] = {1, 65, 102, 108, 86, 154, 88, 196};
const uint8_t neosig_polynomial16_powers_of_x[2] = {0x21, 0x84};

/* ---- Transposition */

/* If a side is no multiple of a square's, the last squares overlap those before. */
void neosig_tower_transpose(const neosig_tower *field, uint8_t *dst, size_t dst_stride, const uint8_t *src,
                            size_t src_stride, size_t rows, size_t columns)
{
    const size_t side = field->bits == 4 ? 32 : 16;
    NEOSIG_ASSERT(rows >= side && columns >= side);
    for (size_t r = 0; r < rows; r += side)
        for (size_t c = 0; c < columns; c += side) {
            const size_t r0 = r + side <= rows ? r : rows - side, c0 = c + side <= columns ? c : columns - side;
            field->transpose(dst + c0 * dst_stride + neosig_tower_bytes(field, r0), dst_stride,
                             src + r0 * src_stride + neosig_tower_bytes(field, c0), src_stride);
        }
}

/* ---- Elimination */

/* Memory for the largest system of either field. */
typedef struct workspace {
    uint8_t *rows;
    uint8_t *x;
} workspace;

static workspace lay_out(neosig_arena *arena)
{
    workspace w;
    w.rows = neosig_carve(arena, NEOSIG_TOWER_MAX_COLUMNS * (NEOSIG_TOWER_MAX_COLUMNS + 32));
    w.x = neosig_carve(arena, NEOSIG_TOWER_MAX_COLUMNS + 16);
    return w;
}

size_t neosig_tower_solve_bytes(void)
{
    neosig_arena arena = {NULL, 0};
    lay_out(&arena);
    return arena.used;
}

/* A row has n elements of M, and element n is that of y. Elimination goes from the top row down, substitution from the
 * bottom row up. Elements of x that are not known yet are zero in w.x. */
int neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                       size_t tries, void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(&arena);
    const size_t bytes = neosig_tower_bytes(field, n), whole = (bytes + 16) & ~(size_t)15;
    const size_t stride = (whole + 31) & ~(size_t)31;
    uint8_t singular = 0;

    NEOSIG_ASSERT(n <= NEOSIG_TOWER_MAX_COLUMNS && bytes >= 16);
    memset(w.rows, 0, n * stride);
    neosig_tower_transpose(field, w.rows, stride, m, bytes, n, n);
    for (size_t i = 0; i < n; i++)
        w.rows[i * stride + bytes] = neosig_tower_element(field->bits, y, i);
    for (size_t p = 0; p < n; p++)
        singular |= field->eliminate(w.rows, stride, whole, n, p, tries);

    memset(w.x, 0, whole);
    for (size_t p = n; p-- > 0;) {
        const uint8_t *row = w.rows + p * stride;
        size_t start = neosig_tower_bytes(field, p) & ~(size_t)15;
        unsigned element = row[bytes] ^ field->dot(row + start, w.x + start, whole - start);
        const unsigned place = field->bits == 4 && p % 2 != 0 ? 4 : 0;
        w.x[p * field->bits / 8] |= (uint8_t)(element << place);
    }
    memcpy(x, w.x, bytes);
    return -(int)(singular & 1);
}

/* ---- Buckets */

typedef uint64_t vec __attribute__((vector_size(16)));

#define VECTORS (NEOSIG_TOWER_MAX_BUCKET / 16)

/* sums[k * VECTORS] is the sum of the vectors x[i] whose number i has bit k. Bits are taken from the highest down.
 * After each, the vectors that have the bit are added to those that differ from them in this bit alone, so that 2^k
 * vectors are left. */
static void sum_by_bits(vec *sums, vec x[16])
{
    for (unsigned k = 4; k-- > 0;) {
        vec sum = {0};
        for (unsigned i = 0; i < 1u << k; i++) {
            sum ^= x[(1u << k) + i];
            x[i] ^= x[(1u << k) + i];
        }
        sums[k * VECTORS] = sum;
    }
}

/* For each bit of a bucket's number, the buckets whose number has the bit are summed. The result is the sum of these
 * sums, each times the basis element of its bit. Buckets are first summed by the low nibble of their numbers, and by
 * the high nibble. */
void neosig_tower_gather(const neosig_tower *field, uint8_t *y, const uint8_t *buckets, size_t bytes)
{
    static const uint8_t basis_16[2] = {0x21, 0x84}, basis_256[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    _Alignas(16) uint8_t tables[8 * NEOSIG_TOWER_SCALAR_MAX];
    uint8_t total[NEOSIG_TOWER_MAX_BUCKET] = {0};
    vec sums[8 * VECTORS];
    const size_t stride = neosig_tower_bucket_stride(bytes), used = (bytes + 15) & ~(size_t)15;
    NEOSIG_ASSERT(bytes <= NEOSIG_TOWER_MAX_BUCKET);
    for (size_t at = 0; at < used; at += 16) {
        const uint8_t *bucket = buckets + stride - used + at;
        vec low[16] = {0}, high[16] = {0};
        for (size_t h = 0; h < neosig_tower_buckets(field) / 16; h++) {
            vec sum = {0}, x[2];
            _Pragma("GCC unroll 8") for (size_t l = 0; l < 16; l += 2, bucket += 2 * stride)
            {
                memcpy(&x[0], bucket, sizeof x[0]);
                memcpy(&x[1], bucket + stride, sizeof x[1]);
                low[l] ^= x[0];
                low[l + 1] ^= x[1];
                sum ^= x[0] ^ x[1];
            }
            high[h] = sum;
        }
        sum_by_bits(sums + at / 16, low);
        sum_by_bits(sums + 4 * VECTORS + at / 16, high);
    }
    field->scalars(tables, field->bits == 4 ? basis_16 : basis_256, field->bits);
    field->combine(total, used, (const uint8_t *)sums, 16 * VECTORS, tables, field->bits);
    for (size_t i = 0; i < bytes; i++)
        y[i] ^= total[used - bytes + i];
}
