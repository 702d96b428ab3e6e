/* SLH-DSA's kernel of SHA-256 in NEON, four lanes. */
#if defined(__aarch64__)
#include <arm_neon.h>

#define WORD_BITS 32
#define LANES 4
#define ROTATED(x, n) vsriq_n_u32((x) << (32 - (n)), x, n)
#define CHOOSE(mask, x, y) vbslq_u32(mask, x, y)

typedef uint32x4_t vector;

#include "slhdsa/slhdsa_sha256_vectors_body.h"

/* Vectors take as much work for one lane as for four. */
void neosig_slhdsa_sha256_neon(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    if (count == 1)
        neosig_slhdsa_sha256_portable(lanes, count, h, n, steps);
    else
        chains(lanes, count, h, n, steps);
}

#endif
