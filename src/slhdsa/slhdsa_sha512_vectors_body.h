/* SLH-DSA's H of SHA-512 on vectors: what slhdsa_sha2_vectors_body.h asks for stands before. */
#ifndef NEOSIG_SLHDSA_SLHDSA_SHA512_VECTORS_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_SHA512_VECTORS_BODY_H

#include "slhdsa/slhdsa_sha2_vectors_body.h"

INLINE void hashes(uint64_t (*lanes)[16], size_t count, const uint64_t h[8])
{
    vector block[16], first[8], digests[8];
    gather(block, lanes, count);
    first_steps(first, h, block);
    compress(digests, h, first, block);
    scatter(lanes, count, digests, 0, 8);
}

#endif
