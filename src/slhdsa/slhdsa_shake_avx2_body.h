/* SLH-DSA's kernel over SHAKE256 (slhdsa_kernels.h) on vectors: vector i has word i of four lanes. The states stay in
 * this form from step to step. */
#ifndef NEOSIG_SLHDSA_SLHDSA_SHAKE_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_SHAKE_BODY_H

#include "slhdsa/slhdsa_kernels.h"
#include "sym/keccak_avx2_body.h"

#define BLOCK 17 /* words of a lane that are not 0 always */

INLINE void load_blocks(vector block[BLOCK], uint64_t (*lanes)[25], size_t count)
{
    const uint64_t *of[4]; /* idle ones take the first lane along */
    for (size_t i = 0; i < 4; i++)
        of[i] = lanes[i < count ? i : 0];
    UNROLL for (unsigned i = 0; i < BLOCK - 1; i += 2)
    {
        const __m256i even = load_lanes(of[0] + i, of[2] + i), odd = load_lanes(of[1] + i, of[3] + i);
        block[i] = (vector)_mm256_unpacklo_epi64(even, odd);
        block[i + 1] = (vector)_mm256_unpackhi_epi64(even, odd);
    }
    block[16] = (vector){of[0][16], of[1][16], of[2][16], of[3][16]};
}

INLINE void shake(uint64_t (*lanes)[25], size_t count, size_t n, size_t steps)
{
    const size_t words = n / 8;
    vector block[BLOCK], *const m = block + words + 4;
    load_blocks(block, lanes, count);
    for (size_t step = 0; step < steps; step++) {
        vector a[25];
        _Pragma("GCC unroll 25") for (unsigned i = 0; i < 25; i++) a[i] = i < BLOCK ? block[i] : (vector){0};
        for (unsigned i = 0; i < 20; i += 4)
            four_rounds(a, i);
        four_rounds(a, 20); /* apart: compilers leave out what only other words of the digest need */
        m[-1] += UINT64_C(1) << 56;
        m[0] = a[0];
        m[1] = a[1];
        if (n > 16)
            m[2] = a[2];
        if (n > 24)
            m[3] = a[3];
    }
    for (size_t j = words + 3; j < 2 * words + 4; j++) {
        const uint64_t of[4] = {block[j][0], block[j][1], block[j][2], block[j][3]};
        for (size_t i = 0; i < count; i++)
            lanes[i][j] = of[i];
    }
}

#undef BLOCK

#endif
