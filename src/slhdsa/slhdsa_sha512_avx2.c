/* SLH-DSA's H of SHA-512 in AVX2, four lanes. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include <stdint.h>

#define WORD_BITS 64
#define LANES 4
#define ROTATED(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define CHOOSE(mask, x, y) ((y) ^ ((mask) & ((x) ^ (y))))

typedef uint64_t vector __attribute__((vector_size(32)));

#include "slhdsa/slhdsa_sha512_vectors_body.h"

void neosig_slhdsa_sha512_avx2(uint64_t (*lanes)[16], size_t count, const uint64_t h[8])
{
    if (count == 1)
        neosig_slhdsa_sha512_portable(lanes, count, h);
    else
        hashes(lanes, count, h);
}

NEOSIG_TARGET_END

#endif
