/* Transposition of matrices by squares, and gathering of buckets. */
#include "carved.h"
#include "gf/tower_vectors.c"

static size_t bits;

static void square(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    const size_t side = bits == 4 ? 32 : 16;
    __CPROVER_assert(__CPROVER_w_ok(dst, (side - 1) * dst_stride + 16), "a square");
    __CPROVER_assert(__CPROVER_r_ok(src, (side - 1) * src_stride + 16), "a square");
}

static neosig_tower any_field(size_t of)
{
    bits = of;
    return (neosig_tower){.bits = (unsigned)of, .transpose = square};
}

void harness_neosig_tower_transpose(void)
{
    for (size_t of = 4; of <= 8; of += 4) {
        const neosig_tower field = any_field(of);
        const size_t least = of == 4 ? 32 : 16;
        for (size_t rows = least; rows <= 3 * least; rows += 6)
            for (size_t columns = least; columns <= 3 * least; columns += 6) {
                const size_t from = columns * of / 8, to = rows * of / 8;
                neosig_tower_transpose(&field, any_bytes(columns * to), to, any_bytes(rows * from), from, rows,
                                       columns);
            }
    }
}

static void scalars(void *tables, const uint8_t *x, size_t count)
{
    __CPROVER_assert(__CPROVER_w_ok(tables, count * NEOSIG_TOWER_SCALAR_MAX), "tables");
    __CPROVER_assert(__CPROVER_r_ok(x, count * bits / 8), "scalars");
}

static void combine(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *tables, size_t count)
{
    __CPROVER_assert(__CPROVER_w_ok(c, bytes) && __CPROVER_r_ok(a, (count - 1) * stride + bytes), "vectors");
    __CPROVER_assert(__CPROVER_r_ok(tables, count * NEOSIG_TOWER_SCALAR_MAX), "tables");
}

void harness_neosig_tower_gather(void)
{
    const size_t sizes[][2] = /* of a field's elements, and of vectors */ {{4, 32}, {8, 45}, {8, 16}};
    for (size_t i = 0; i < 3; i++) {
        bits = sizes[i][0];
        const neosig_tower field = {.bits = (unsigned)bits, .scalars = scalars, .combine = combine};
        const size_t bytes = sizes[i][1];
        neosig_tower_gather(&field, any_bytes(bytes), any_bytes(neosig_tower_bucket_stride(bytes) << bits), bytes);
    }
}
