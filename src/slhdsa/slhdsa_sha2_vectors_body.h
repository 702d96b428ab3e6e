/* SHA-2's compression of LANES blocks, each in its own lane of vectors (FIPS 180-4, section 6). The file that includes
 * this one defines WORD_BITS, LANES, the type `vector`, ROTATED(x, n), which is x rotated to the right, and
 * CHOOSE(mask, x, y), which has the bits of x where those of mask are set and those of y elsewhere. */
#ifndef NEOSIG_SLHDSA_SLHDSA_SHA2_VECTORS_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_SHA2_VECTORS_BODY_H

#include "core/inline.h"
#include "slhdsa/slhdsa_kernels.h"
#include "sym/sha2.h"

#include <string.h>

#define OF_THREE(x, p, q, r) (ROTATED(x, p) ^ ROTATED(x, q) ^ ROTATED(x, r))
#define OF_TWO(x, p, q, r) (ROTATED(x, p) ^ ROTATED(x, q) ^ (x) >> (r))

#if WORD_BITS == 32
typedef uint32_t word;
#define CONSTANTS neosig_sha256_constants
#define STEPS 64
#define BIG0(x) OF_THREE(x, 2, 13, 22)
#define BIG1(x) OF_THREE(x, 6, 11, 25)
#define SMALL0(x) OF_TWO(x, 7, 18, 3)
#define SMALL1(x) OF_TWO(x, 17, 19, 10)
#else
typedef uint64_t word;
#define CONSTANTS neosig_sha512_constants
#define STEPS 80
#define BIG0(x) OF_THREE(x, 28, 34, 39)
#define BIG1(x) OF_THREE(x, 14, 18, 41)
#define SMALL0(x) OF_TWO(x, 1, 8, 7)
#define SMALL1(x) OF_TWO(x, 19, 61, 6)
#endif

/* One step. The working variables stand still: a is s[-i mod 8]. */
INLINE void step(vector s[8], const unsigned i, vector kw)
{
    vector *const d = &s[(11 - i) % 8], *const h = &s[(15 - i) % 8];
    const vector a = s[(8 - i) % 8], b = s[(9 - i) % 8], c = s[(10 - i) % 8];
    const vector e = s[(12 - i) % 8], f = s[(13 - i) % 8], g = s[(14 - i) % 8];
    const vector sum = *h + kw + BIG1(e) + CHOOSE(e, f, g);
    *d += sum;
    *h = sum + BIG0(a) + CHOOSE(a ^ b, c, a);
}

/* The working variables of blocks behind the state h, after the steps of words 0 to 3. */
INLINE void first_steps(vector first[8], const word h[8], const vector block[16])
{
    UNROLL for (unsigned i = 0; i < 8; i++) first[i] = (vector){0} + h[i];
    UNROLL for (unsigned i = 0; i < 4; i++) step(first, i, block[i] + CONSTANTS[i]);
}

/* The digests, after the other steps. */
INLINE void compress(vector digests[8], const word h[8], const vector first[8], const vector block[16])
{
    vector w[16], s[8];
    UNROLL for (unsigned i = 0; i < 8; i++) s[i] = first[i];
    UNROLL for (unsigned i = 0; i < 16; i++) w[i] = block[i];
    UNROLL for (unsigned i = 4; i < 16; i++) step(s, i % 8, w[i] + CONSTANTS[i]);
    for (const word *k = CONSTANTS + 16; k < CONSTANTS + STEPS; k += 16) {
        UNROLL for (unsigned i = 0; i < 16; i++) w[i] +=
            SMALL0(w[(i + 1) % 16]) + w[(i + 9) % 16] + SMALL1(w[(i + 14) % 16]);
        UNROLL for (unsigned i = 0; i < 16; i++) step(s, i % 8, w[i] + k[i]);
    }
    UNROLL for (unsigned i = 0; i < 8; i++) digests[i] = s[i] + h[i];
}

/* Word i of all lanes; idle ones are copies. */
INLINE void gather(vector block[16], word (*lanes)[16], size_t count)
{
    for (size_t i = 0; i < 16; i++) {
        vector words = {0};
        UNROLL for (size_t lane = 0; lane < LANES; lane++) words[lane] = lanes[lane < count ? lane : 0][i];
        block[i] = words;
    }
}

INLINE void scatter(word (*lanes)[16], size_t count, const vector *block, size_t from, size_t to)
{
    for (size_t lane = 0; lane < count; lane++)
        for (size_t i = from; i < to; i++)
            lanes[lane][i] = block[i][lane];
}

#endif
