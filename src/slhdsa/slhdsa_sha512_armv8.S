/* SLH-DSA's H of SHA-512 by its instructions: one lane, or two side by side.
 *
 * A state is four vectors of two words: ab, cd, ef, gh. Two steps put the next ab where gh was and the next ef into a
 * fifth register; ab, ef and cd become cd, gh and the fifth. After five times two steps all are in their places again.
 *
 * Data sheet, both routines: void f(uint64_t (*lanes)[16], const uint64_t h[8], const uint64_t k[80])
 *   in       x0: the lanes; x1: the state behind PK.seed; x2: SHA-512's constants. Any alignment of 8.
 *   out      the digests, in words 0 to 7 of the lanes.
 *   clobbers x2, v0 - v7, v16 - v31.
 *   stack    64 bytes for two lanes, of the caller's registers only.
 *   features Advanced SIMD, SHA512. No branch and no address depends on lanes or states. */
#include "sym/asm.inc"

#if defined(__aarch64__)
.arch armv8.2-a+sha3

/* Of lane A and lane B: the state with its fifth register, and the schedule's vectors i, i + 1, i + 4, i + 5, i + 7. */
#define STATES 0, 1, 2, 3, 4, 8, 9, 10, 11, 12
#define W0 16, 17, 20, 21, 23, 24, 25, 28, 29, 31
#define W1 17, 18, 21, 22, 16, 25, 26, 29, 30, 24
#define W2 18, 19, 22, 23, 17, 26, 27, 30, 31, 25
#define W3 19, 20, 23, 16, 18, 27, 28, 31, 24, 26
#define W4 20, 21, 16, 17, 19, 28, 29, 24, 25, 27
#define W5 21, 22, 17, 18, 20, 29, 30, 25, 26, 28
#define W6 22, 23, 18, 19, 21, 30, 31, 26, 27, 29
#define W7 23, 16, 19, 20, 22, 31, 24, 27, 28, 30

/* Two steps of a lane; more: w0 becomes the schedule's vector eight further on. The first instruction of SHA-512 gives
 * what both steps add to c and d. The second gives the new a and b. */
.macro two_steps more, k, t, ab, cd, ef, gh, x, w0, w1, w4, w5, w7
    add v\t\().2d, v\w0\().2d, v\k\().2d
    ext v\x\().16b, v\ef\().16b, v\gh\().16b, #8
    ext v\t\().16b, v\t\().16b, v\t\().16b, #8
    add v\gh\().2d, v\gh\().2d, v\t\().2d
    ext v\t\().16b, v\cd\().16b, v\ef\().16b, #8
    sha512h q\gh, q\x, v\t\().2d
    .if \more
    sha512su0 v\w0\().2d, v\w1\().2d
    ext v\t\().16b, v\w4\().16b, v\w5\().16b, #8
    .endif
    add v\x\().2d, v\cd\().2d, v\gh\().2d
    sha512h2 q\gh, q\cd, v\ab\().2d
    .if \more
    sha512su1 v\w0\().2d, v\w7\().2d, v\t\().2d
    .endif
.endm

.macro lanes_steps lanes, more, k, a, b, c, d, e, ba, bb, bc, bd, be, w0, w1, w4, w5, w7, bw0, bw1, bw4, bw5, bw7
    .if \k == 6
    ldp q6, q7, [x2], #32
    .endif
    two_steps \more, \k, 5, \a, \b, \c, \d, \e, \w0, \w1, \w4, \w5, \w7
    .if \lanes == 2
    two_steps \more, \k, 13, \ba, \bb, \bc, \bd, \be, \bw0, \bw1, \bw4, \bw5, \bw7
    .endif
.endm

.macro sixteen_steps lanes, more, a, b, c, d, e, ba, bb, bc, bd, be
    lanes_steps \lanes, \more, 6, \a, \b, \c, \d, \e, \ba, \bb, \bc, \bd, \be, W0
    lanes_steps \lanes, \more, 7, \d, \a, \e, \c, \b, \bd, \ba, \be, \bc, \bb, W1
    lanes_steps \lanes, \more, 6, \c, \d, \b, \e, \a, \bc, \bd, \bb, \be, \ba, W2
    lanes_steps \lanes, \more, 7, \e, \c, \a, \b, \d, \be, \bc, \ba, \bb, \bd, W3
    lanes_steps \lanes, \more, 6, \b, \e, \d, \a, \c, \bb, \be, \bd, \ba, \bc, W4
    lanes_steps \lanes, \more, 7, \a, \b, \c, \d, \e, \ba, \bb, \bc, \bd, \be, W5
    lanes_steps \lanes, \more, 6, \d, \a, \e, \c, \b, \bd, \ba, \be, \bc, \bb, W6
    lanes_steps \lanes, \more, 7, \c, \d, \b, \e, \a, \bc, \bd, \bb, \be, \ba, W7
.endm

.macro all_steps lanes, a, b, c, d, e, ba, bb, bc, bd, be
    sixteen_steps \lanes, 1, \a, \b, \c, \d, \e, \ba, \bb, \bc, \bd, \be
    sixteen_steps \lanes, 1, \e, \c, \a, \b, \d, \be, \bc, \ba, \bb, \bd
    sixteen_steps \lanes, 1, \d, \a, \e, \c, \b, \bd, \ba, \be, \bc, \bb
    sixteen_steps \lanes, 1, \b, \e, \d, \a, \c, \bb, \be, \bd, \ba, \bc
    sixteen_steps \lanes, 0, \c, \d, \b, \e, \a, \bc, \bd, \bb, \be, \ba
.endm

.macro add_h ab, cd, ef, gh
    add v\ab\().2d, v\ab\().2d, v16.2d
    add v\cd\().2d, v\cd\().2d, v17.2d
    add v\ef\().2d, v\ef\().2d, v18.2d
    add v\gh\().2d, v\gh\().2d, v19.2d
.endm

.macro hash lanes
    ldp q0, q1, [x1]
    ldp q2, q3, [x1, #32]
    ldp q16, q17, [x0]
    ldp q18, q19, [x0, #32]
    ldp q20, q21, [x0, #64]
    ldp q22, q23, [x0, #96]
    .if \lanes == 2
    ldp q8, q9, [x1]
    ldp q10, q11, [x1, #32]
    ldp q24, q25, [x0, #128]
    ldp q26, q27, [x0, #160]
    ldp q28, q29, [x0, #192]
    ldp q30, q31, [x0, #224]
    .endif
    all_steps \lanes, STATES
    ldp q16, q17, [x1]
    ldp q18, q19, [x1, #32]
    add_h 0, 1, 2, 3
    stp q0, q1, [x0]
    stp q2, q3, [x0, #32]
    .if \lanes == 2
    add_h 8, 9, 10, 11
    stp q8, q9, [x0, #128]
    stp q10, q11, [x0, #160]
    .endif
.endm

.text

FUNCTION(neosig_slhdsa_sha512_x1_armv8)
    .cfi_startproc
    hash 1
    ret
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_sha512_x1_armv8)

FUNCTION(neosig_slhdsa_sha512_x2_armv8)
    .cfi_startproc
    save_vector
    hash 2
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_sha512_x2_armv8)

#endif

END_FILE
