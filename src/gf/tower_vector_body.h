/* What the kernels of the tower fields share on vectors of 16 bytes, which are vec. The including file first defines
 * these functions, and the other kernels of the table at the end.
 *
 *   load, store            16 bytes.
 *   join_low, join_high    of l and h. The low nibble of byte i is the low nibble of byte i of l, its high nibble the
 *                          low nibble of byte i of h. join_high takes the high nibbles of both.
 *   zip_low, zip_high      the bytes of the first halves of two vectors in turn; of their second halves.
 *   last_mask(fresh)       255 in the last bytes of a vector, as many as fresh says; 0 before.
 *   combine                kernel of either field. The first argument is the number of bits of an element.
 *   solver                 kernels of systems in the polynomial basis of GF(256)
 *   multiply_16, multiply_256
 *   scale_polynomial16, scalars_polynomial16, pairs_polynomial16, scale_polynomial256, scalars_polynomial256,
 *   combine_polynomial256  kernels of the polynomial basis; map(dst, src, bytes, images) takes every byte to its image
 *                          by a linear map, given by those of the nibbles.
 *
 * It also defines the macros COLUMNS_16 and COLUMNS_256, and for the table COMBINE_POLYNOMIAL16, POLYNOMIAL16_SCALAR
 * and POLYNOMIAL256_SCALAR (scalar_bytes), NAME, KERNELS, QUADRATIC and QUADRATIC_POLYNOMIAL256 (quadratic_vartime) and
 * POLYNOMIAL256_GFNI. */

/* ---- Transposition */

#include "gf/tower_transpose_body.h"

/* Rows 2i and 2i + 1 give their even columns to one matrix of bytes, their odd ones to another. */
static void transpose_16(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    vec x[16];
    UNROLL for (size_t i = 0; i < 16; i++) x[i] =
        join_low(load(src + 2 * i * src_stride), load(src + (2 * i + 1) * src_stride));
    transpose_16x16(x);
    UNROLL for (size_t i = 0; i < 16; i++) store(dst + 2 * i * dst_stride, x[i]);
    UNROLL for (size_t i = 0; i < 16; i++) x[i] =
        join_high(load(src + 2 * i * src_stride), load(src + (2 * i + 1) * src_stride));
    transpose_16x16(x);
    UNROLL for (size_t i = 0; i < 16; i++) store(dst + (2 * i + 1) * dst_stride, x[i]);
}

/* ---- Multiples, public scalars */

#include "gf/tower_multiples_body.h"

/* ---- The kernels of each field */

static void combine_16(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count)
{
    combine(4, c, bytes, a, stride, scalars, count);
}

static void combine_256(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count)
{
    combine(8, c, bytes, a, stride, scalars, count);
}

const neosig_tower_kernels KERNELS = {
    .name = NAME,
    .gf16 = {4, 16, 16, COLUMNS_16, scalars_16, combine_16, NEOSIG_IF_SIGNING(pairs_16), NEOSIG_IF_SIGNING(multiply_16),
             NEOSIG_IF_SIGNING(transpose_16), NULL, scale_bytes, scatter_vartime, QUADRATIC,
             NEOSIG_IF_SIGNING(look_up_vartime)},
    .gf256 = {8, 32, 48, COLUMNS_256, scalars_256, combine_256, NEOSIG_IF_SIGNING(pairs_256),
              NEOSIG_IF_SIGNING(multiply_256), NEOSIG_IF_SIGNING(transpose_256), NULL, scale_bytes, scatter_vartime,
              QUADRATIC, NEOSIG_IF_SIGNING(look_up_vartime)},
    .polynomial16 = {4, POLYNOMIAL16_SCALAR, 16, COLUMNS_16, scalars_polynomial16, COMBINE_POLYNOMIAL16,
                     pairs_polynomial16, multiply_16, transpose_16, NULL, scale_polynomial16, scatter_vartime, NULL,
                     NEOSIG_IF_SIGNING(look_up_vartime)},
    .polynomial256 = {8, POLYNOMIAL256_SCALAR, 48, COLUMNS_256, scalars_polynomial256, combine_polynomial256, NULL,
                      NULL, transpose_256, NEOSIG_IF_SIGNING(solver), scale_polynomial256, scatter_vartime,
                      QUADRATIC_POLYNOMIAL256, NULL},
    .map = map,
    .polynomial256_gfni = POLYNOMIAL256_GFNI,
};
