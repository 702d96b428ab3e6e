/* SLH-DSA's kernel of SHA-256 in NEON, four lanes. */
#if defined(__aarch64__)
#include <arm_neon.h>

#define WORD_BITS 32
#define LANES 4
#define ROTATED(x, n) vsriq_n_u32((x) << (32 - (n)), x, n)
#define CHOOSE(mask, x, y) vbslq_u32(mask, x, y)

typedef uint32x4_t vector;

#include "slhdsa/slhdsa_sha256_vectors_body.h"

/* However many lanes are in use, vectors take the cycles of less than two lanes without them by llvm-mca's model of
 * Cortex-A57. */
void neosig_slhdsa_sha256_neon(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    if (count == 1)
        neosig_slhdsa_sha256_portable(lanes, count, h, n, steps);
    else
        chains(lanes, count, h, n, steps);
}

#endif
