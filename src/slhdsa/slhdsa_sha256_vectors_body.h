/* SLH-DSA's kernel of SHA-256 on vectors of four lanes: what slhdsa_sha2_vectors_body.h asks for stands before. */
#ifndef NEOSIG_SLHDSA_SLHDSA_SHA256_VECTORS_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_SHA256_VECTORS_BODY_H

#include "slhdsa/slhdsa_sha2_vectors_body.h"

INLINE void chains(uint32_t (*lanes)[16], size_t count, const uint32_t h[8], size_t n, size_t steps)
{
    vector block[16], first[8]; /* words 0 to 3 are the same in all of a chain */
    const size_t words = n / 4;
    gather(block, lanes, count);
    first_steps(first, h, block);
    for (; steps; steps--) {
        vector digests[8];
        compress(digests, h, first, block);
        /* The first n bytes take the place of those of M, 16 bits further on in the words. */
        block[5] = ((block[5] + 0x10000) & 0xffff0000) | digests[0] >> 16;
        for (size_t i = 1; i < words; i++)
            block[5 + i] = digests[i - 1] << 16 | digests[i] >> 16;
        block[5 + words] = (block[5 + words] & 0xffff) | digests[words - 1] << 16;
    }
    scatter(lanes, count, block, 5, 6 + words);
}

#endif
