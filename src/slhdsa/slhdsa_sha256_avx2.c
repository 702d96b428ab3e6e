/* SLH-DSA's kernel of SHA-256 in AVX2, four lanes. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include <stdint.h>

#define WORD_BITS 32
#define LANES 4
#define ROTATED(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define CHOOSE(mask, x, y) ((y) ^ ((mask) & ((x) ^ (y))))

typedef uint32_t vector __attribute__((vector_size(16)));

#include "slhdsa/slhdsa_sha256_vectors_body.h"

void neosig_slhdsa_sha256_avx2(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    if (count == 1)
        neosig_slhdsa_sha256_portable(lanes, count, h, n, steps);
    else
        chains(lanes, count, h, n, steps);
}

NEOSIG_TARGET_END

#endif
