/* What Rainbow and UOV do with vectors over the tower fields in all backends. */
#include "core/assertion.h"
#include "gf/tower.h"

#include <string.h>

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
        size_t bucket = stride - used + at;
        vec low[16] = {0}, high[16] = {0};
        for (size_t h = 0; h < neosig_tower_buckets(field) / 16; h++) {
            vec sum = {0}, x[2];
            _Pragma("GCC unroll 8") for (size_t l = 0; l < 16; l += 2, bucket += 2 * stride)
            {
                memcpy(&x[0], buckets + bucket, sizeof x[0]);
                memcpy(&x[1], buckets + bucket + stride, sizeof x[1]);
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
