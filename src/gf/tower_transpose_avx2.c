/* Transposition for GF(256) by GFNI, by the same instructions as for the other fields on x86-64. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "gf/tower_avx2.h"
#include "gf/tower_transpose_body.h"

void neosig_tower_transpose_avx2(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride)
{
    transpose_256(dst, dst_stride, src, src_stride);
}

NEOSIG_TARGET_END

#endif
