/* Products by GFNI, where one instruction multiplies 32 bytes. In the polynomial basis of GF(256) it multiplies
 * elements. In the other bases it multiplies by a matrix of bits, such as that of multiplying by a scalar. The vectors
 * of a public map so need no buckets. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_GFNI

#include "gf/tower_gfni.h"

/* MATRIX(b) is the matrix of multiplying by b: the sum of the matrices of b's bits. Byte 7 - i of a matrix is row i, a
 * mask of the bits of the other element that sum up to bit i of the product. A scalar of GF(16) multiplies both
 * nibbles, as GF(256) is a vector space over GF(16). */
#define BIT(b, i, matrix) ((b) >> (i)&1 ? UINT64_C(matrix) : 0)
#define MATRIX(b)                                                                                                      \
    (BIT(b, 0, 0x0102040810204080) ^ BIT(b, 1, 0x0203080c203080c0) ^ BIT(b, 2, 0x080c050a80c050a0) ^                   \
     BIT(b, 3, 0x0c040a0fc040a0f0) ^ BIT(b, 4, 0xc040a0f011224488) ^ BIT(b, 5, 0x4080f050223388cc) ^                   \
     BIT(b, 6, 0xf05060b088cc55aa) ^ BIT(b, 7, 0x50a0b0d0cc44aaff))
#define FOUR(b) MATRIX(b), MATRIX(b + 1), MATRIX(b + 2), MATRIX(b + 3)
#define SIXTEEN(b) FOUR(b), FOUR(b + 4), FOUR(b + 8), FOUR(b + 12)
#define ALL_64(b) SIXTEEN(b), SIXTEEN(b + 16), SIXTEEN(b + 32), SIXTEEN(b + 48)

static const uint64_t matrices[256] = {ALL_64(0), ALL_64(64), ALL_64(128), ALL_64(192)};

void neosig_tower_quadratic_gfni_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes,
                                         const neosig_tower_terms *terms)
{
    quadratic(MATRICES, matrices, y, vectors, bytes, terms);
}

/* ---- Matrices of elements that may be secret: sums of the matrices of their bits. */

static const uint64_t tower_bits[8] = {MATRIX(1),  MATRIX(2),  MATRIX(4),  MATRIX(8),
                                       MATRIX(16), MATRIX(32), MATRIX(64), MATRIX(128)};

/* Of multiplying by 1, x, x^2 and x^3 modulo x^4 + x + 1, in both nibbles. */
static const uint64_t polynomial16_bits[4] = {0x0102040810204080, 0x0809020480902040, 0x040c090240c09020,
                                              0x02060c092060c090};

INLINE void put_matrix(uint8_t *table, const neosig_tower_gfni_field field, uint8_t element)
{
    const uint64_t *const bits = field == NEOSIG_TOWER_GFNI_POLYNOMIAL16 ? polynomial16_bits : tower_bits;
    const unsigned count = field == NEOSIG_TOWER_GFNI_256 ? 8 : 4;
    uint64_t matrix = 0;
    UNROLL for (unsigned i = 0; i < count; i++) matrix ^= bits[i] & (0 - (uint64_t)(element >> i & 1));
    memcpy(table, &matrix, sizeof matrix);
}

INLINE uint8_t element_of(const neosig_tower_gfni_field field, const uint8_t *x, size_t i)
{
    return neosig_tower_element(field == NEOSIG_TOWER_GFNI_256 ? 8 : 4, x, i);
}

INLINE kind kind_of(const neosig_tower_gfni_field field)
{
    return field == NEOSIG_TOWER_GFNI_256 ? MATRICES : NIBBLES;
}

INLINE void scalars(const neosig_tower_gfni_field field, uint8_t *tables, const uint8_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_matrix(tables + i * scalar_bytes(kind_of(field)), field, element_of(field, x, i));
}

/* ---- Sums of multiples of vectors */

void neosig_tower_scalars_gfni(neosig_tower_gfni_field field, void *tables, const uint8_t *x, size_t count)
{
    if (field == NEOSIG_TOWER_GFNI_256)
        scalars(NEOSIG_TOWER_GFNI_256, tables, x, count);
    else if (field == NEOSIG_TOWER_GFNI_16)
        scalars(NEOSIG_TOWER_GFNI_16, tables, x, count);
    else
        scalars(NEOSIG_TOWER_GFNI_POLYNOMIAL16, tables, x, count);
}

void neosig_tower_combine_gfni(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                               const void *scalars, size_t count)
{
    if (bits == 8)
        combine(MATRICES, c, bytes, a, stride, scalars, count);
    else
        combine(NIBBLES, c, bytes, a, stride, scalars, count);
}

/* ---- Matrices over GF(256), in the tower's basis: a table of a pair is the matrices of both elements. */

void neosig_tower_pairs_gfni(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step,
                             size_t column_step)
{
    uint8_t *row = tables;
    for (size_t k = 0; k < rows; k++, row += row_of_tables(MATRICES, columns))
        for (size_t j = 0; j < columns; j++)
            put_matrix(row + j * step_of(MATRICES), NEOSIG_TOWER_GFNI_256, b[k * row_step + j * column_step]);
}

void neosig_tower_multiply_gfni(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *tables,
                                size_t bytes)
{
    multiply(MATRICES, *c, *a, tables, bytes);
}

NEOSIG_TARGET_END

#endif
