/* Arithmetic modulo 2q that signing and verification share (algorithms 19 to 21). */
#ifndef NEOSIG_HAETAE_HAETAE_ROUND_H
#define NEOSIG_HAETAE_HAETAE_ROUND_H

#include "haetae/haetae.h"

/* In [0, 2q), from -2q <= a < 4q. */
static inline int32_t neosig_haetae_mod_2q(int32_t a)
{
    a += 2 * NEOSIG_HAETAE_Q & a >> 31;
    return a - (2 * NEOSIG_HAETAE_Q & ~((a - 2 * NEOSIG_HAETAE_Q) >> 31));
}

/* The number in [0, 2q) that is a modulo q and parity, 0 or 1, modulo 2. |a| < 2q. */
static inline int32_t neosig_haetae_from_crt(int32_t a, int32_t parity)
{
    return neosig_haetae_mod_2q(a + (NEOSIG_HAETAE_Q & -((a ^ parity) & 1)));
}

/* The high bits of r in [0, 2q). The value `top` stands for zero. */
static inline int32_t neosig_haetae_high(int32_t r, unsigned log_alpha, int32_t top)
{
    const int32_t high = (r + (1 << (log_alpha - 1))) >> log_alpha;
    return high & ((high - top) >> 31);
}

static inline int32_t neosig_haetae_top(const neosig_haetae_ctx *ctx)
{
    return (2 * NEOSIG_HAETAE_Q - 2) >> ctx->set->log_alpha;
}

/* What the challenge hashes: the high bits of k polynomials, then the parities of one. */
static inline void neosig_haetae_hashed_high(const neosig_haetae_ctx *ctx, uint8_t *hashed, size_t i,
                                             const int32_t high[256])
{
    neosig_haetae_pack(hashed + NEOSIG_HAETAE_HIGH_BYTES * i, high, ctx->set->log_alpha == 9 ? 8 : 9);
}

static inline void neosig_haetae_hashed_parity(const neosig_haetae_ctx *ctx, uint8_t *hashed, const int32_t w[256])
{
    uint8_t *out = hashed + NEOSIG_HAETAE_HIGH_BYTES * ctx->k;
    for (size_t i = 0; i < 32; i++) {
        out[i] = 0;
        for (size_t j = 0; j < 8; j++)
            out[i] |= (uint8_t)((w[8 * i + j] & 1) << j);
    }
}

#endif
