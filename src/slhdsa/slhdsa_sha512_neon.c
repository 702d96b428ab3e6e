/* SLH-DSA's H of SHA-512 in NEON, two lanes. */
#if defined(__aarch64__)
#include <arm_neon.h>

#define WORD_BITS 64
#define LANES 2
#define ROTATED(x, n) vsriq_n_u64((x) << (64 - (n)), x, n)
#define CHOOSE(mask, x, y) vbslq_u64(mask, x, y)

typedef uint64x2_t vector;

#include "slhdsa/slhdsa_sha512_vectors_body.h"

void neosig_slhdsa_sha512_neon(uint64_t (*lanes)[16], size_t count, const uint64_t h[8])
{
    if (count == 1)
        neosig_slhdsa_sha512_portable(lanes, count, h);
    else
        hashes(lanes, count, h);
}

#endif
