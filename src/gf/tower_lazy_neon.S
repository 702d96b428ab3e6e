/* Sums of combine of gf/tower.h in the basis of the powers of x on 64-bit Arm, unreduced. The name of a function ends
 * with the length of its vectors in bytes. Where the back is whole registers, vectors may be up to 15 bytes shorter.
 * Compilers copy what a load of several registers gives. A vector takes its scalar, one or two loads, and for 16 bytes
 * two products and two EOR, or one EOR3.
 *
 *   256   a product of two bytes has 15 bits. There are sums of the first eight bytes' and of the last eight's.
 *   16    a byte holds two elements, and a product of two elements has 7 bits. The sums of whole bytes have in their
 *         low four bits only what belongs to the low nibbles. The sums of high nibbles tell what else is in them.
 *
 * A vector is a front and a back, which begins x3 bytes behind the front and may overlap it.
 *
 * Data sheet:
 *   in       x0: where the sums go, two registers for 16 bytes; x1: a; x2: stride; x3: where the back begins, if there
 *            is one; x4: the scalars, one a byte; x5: how many, may be 0.
 *   clobbers x0 - x9, v0 - v7, v16 - v31, the flags.
 *   stack    64 bytes, with the caller's v8 - v15, with EOR3.
 *   features none beyond Armv8.0 with Advanced SIMD; EOR3 in the functions of neon_sha3. No branch and no address
 *            depends on a vector or a scalar. */
#include "sym/asm.inc"

#if defined(__aarch64__)

/* n registers, or the lower half of one. */
.macro load n, a, b, c, d, address:vararg
    .if \n == 0
    ld1 {v\a\().8b}, \address
    .elseif \n == 1
    ld1 {v\a\().16b}, \address
    .elseif \n == 2
    ld1 {v\a\().16b, v\b\().16b}, \address
    .else
    ld1 {v\a\().16b, v\b\().16b, v\c\().16b, v\d\().16b}, \address
    .endif
.endm

/* ---- A register times the scalar in v4, and another one times that in v5. */

.macro one_256 n, sum, more, x, y
    pmull v6.8h, v\x\().8b, v4.8b
    eor v\sum\().16b, v\sum\().16b, v6.16b
    .if \n > 0
    pmull2 v7.8h, v\x\().16b, v4.16b
    eor v\more\().16b, v\more\().16b, v7.16b
    .endif
.endm

.macro two_256 n, sum, more, x, y
    pmull v6.8h, v\x\().8b, v4.8b
    pmull v7.8h, v\y\().8b, v5.8b
    eor3 v\sum\().16b, v\sum\().16b, v6.16b, v7.16b
    .if \n > 0
    pmull2 v6.8h, v\x\().16b, v4.16b
    pmull2 v7.8h, v\y\().16b, v5.16b
    eor3 v\more\().16b, v\more\().16b, v6.16b, v7.16b
    .endif
.endm

.macro one_16 n, sum, more, x, y
    pmul v6.16b, v\x\().16b, v4.16b
    ushr v7.16b, v\x\().16b, #4
    eor v\sum\().16b, v\sum\().16b, v6.16b
    pmul v7.16b, v7.16b, v4.16b
    eor v\more\().16b, v\more\().16b, v7.16b
.endm

.macro two_16 n, sum, more, x, y
    pmul v6.16b, v\x\().16b, v4.16b
    pmul v7.16b, v\y\().16b, v5.16b
    eor3 v\sum\().16b, v\sum\().16b, v6.16b, v7.16b
    ushr v6.16b, v\x\().16b, #4
    ushr v7.16b, v\y\().16b, #4
    pmul v6.16b, v6.16b, v4.16b
    pmul v7.16b, v7.16b, v5.16b
    eor3 v\more\().16b, v\more\().16b, v6.16b, v7.16b
.endm

/* ---- The front or the back, and what takes one vector or two. back: -1 if there is none. */

.macro parts do, n, s0, s1, s2, s3, s4, s5, s6, s7
    \do \n, \s0, \s1, 0, 8
    .if \n > 1
    \do \n, \s2, \s3, 1, 9
    .endif
    .if \n > 2
    \do \n, \s4, \s5, 2, 10
    \do \n, \s6, \s7, 3, 11
    .endif
.endm

.macro one_vector do, front, back
    ld1r {v4.16b}, [x4], #1
    .if \back < 0
    load \front, 0, 1, 2, 3, [x1], x2
    .else
    load \front, 0, 1, 2, 3, [x1], x3
    .endif
    parts one_\do, \front, 16, 17, 18, 19, 20, 21, 22, 23
    .if \back >= 0
    load \back, 0, 1, 2, 3, [x1], x6
    parts one_\do, \back, 24, 25, 26, 27, 28, 29, 30, 31
    .endif
.endm

.macro two_vectors do, front, back
    ld1r {v4.16b}, [x4], #1
    ld1r {v5.16b}, [x4], #1
    .if \back < 0
    load \front, 0, 1, 2, 3, [x1], x9
    load \front, 8, 9, 10, 11, [x8], x9
    .else
    load \front, 0, 1, 2, 3, [x1], x3
    load \front, 8, 9, 10, 11, [x8], x3
    .endif
    parts two_\do, \front, 16, 17, 18, 19, 20, 21, 22, 23
    .if \back >= 0
    load \back, 0, 1, 2, 3, [x1], x9
    load \back, 8, 9, 10, 11, [x8], x9
    parts two_\do, \back, 24, 25, 26, 27, 28, 29, 30, 31
    .endif
.endm

.macro clear n, sum, more, x, y
    movi v\sum\().2d, #0
    movi v\more\().2d, #0
.endm

.macro put n, sum, more, x, y
    stp q\sum, q\more, [x0], #32
.endm

.macro of_sums do, front, back
    parts \do, \front, 16, 17, 18, 19, 20, 21, 22, 23
    .if \back >= 0
    parts \do, \back, 24, 25, 26, 27, 28, 29, 30, 31
    .endif
.endm

/* Vectors past a multiple of four come first. x6, x9: from the back to the next vector's front, x9 after two vectors;
 * or from vector to vector. */
.macro sums do, front, back, eor3
    .cfi_startproc
    .if \eor3
    save_vector
    .endif
    of_sums clear, \front, \back
    and x7, x5, #3
    lsr x5, x5, #2
    sub x6, x2, x3
    cbz x7, 2f
1:
    one_vector \do, \front, \back
    subs x7, x7, #1
    b.ne 1b
2:
    cbz x5, 4f
    .if \eor3
    add x8, x1, x2
    add x9, x2, x2
    .if \back >= 0
    sub x9, x9, x3
    .endif
    .endif
3:
    .if \eor3
    two_vectors \do, \front, \back
    two_vectors \do, \front, \back
    .else
    one_vector \do, \front, \back
    one_vector \do, \front, \back
    one_vector \do, \front, \back
    one_vector \do, \front, \back
    .endif
    subs x5, x5, #1
    b.ne 3b
4:
    of_sums put, \front, \back
    .if \eor3
    restore_vector
    .endif
    ret
    .cfi_endproc
.endm

.text

FUNCTION(neosig_tower_neon_lazy_16_16)
    sums 16, 1, -1, 0
END_FUNCTION(neosig_tower_neon_lazy_16_16)

FUNCTION(neosig_tower_neon_lazy_16_31)
    sums 16, 1, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_16_31)

FUNCTION(neosig_tower_neon_lazy_16_32)
    sums 16, 2, -1, 0
END_FUNCTION(neosig_tower_neon_lazy_16_32)

FUNCTION(neosig_tower_neon_lazy_16_48)
    sums 16, 2, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_16_48)

FUNCTION(neosig_tower_neon_lazy_16_64)
    sums 16, 2, 2, 0
END_FUNCTION(neosig_tower_neon_lazy_16_64)

FUNCTION(neosig_tower_neon_lazy_16_80)
    sums 16, 4, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_16_80)

FUNCTION(neosig_tower_neon_lazy_16_128)
    sums 16, 4, 4, 0
END_FUNCTION(neosig_tower_neon_lazy_16_128)

FUNCTION(neosig_tower_neon_lazy_256_16)
    sums 256, 1, -1, 0
END_FUNCTION(neosig_tower_neon_lazy_256_16)

FUNCTION(neosig_tower_neon_lazy_256_32)
    sums 256, 1, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_256_32)

FUNCTION(neosig_tower_neon_lazy_256_48)
    sums 256, 2, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_256_48)

FUNCTION(neosig_tower_neon_lazy_256_64)
    sums 256, 2, 2, 0
END_FUNCTION(neosig_tower_neon_lazy_256_64)

FUNCTION(neosig_tower_neon_lazy_256_72)
    sums 256, 4, 0, 0
END_FUNCTION(neosig_tower_neon_lazy_256_72)

FUNCTION(neosig_tower_neon_lazy_256_80)
    sums 256, 4, 1, 0
END_FUNCTION(neosig_tower_neon_lazy_256_80)

FUNCTION(neosig_tower_neon_lazy_256_96)
    sums 256, 4, 2, 0
END_FUNCTION(neosig_tower_neon_lazy_256_96)

FUNCTION(neosig_tower_neon_lazy_256_128)
    sums 256, 4, 4, 0
END_FUNCTION(neosig_tower_neon_lazy_256_128)

.arch armv8.2-a+sha3

FUNCTION(neosig_tower_neon_sha3_lazy_16_16)
    sums 16, 1, -1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_16)

FUNCTION(neosig_tower_neon_sha3_lazy_16_31)
    sums 16, 1, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_31)

FUNCTION(neosig_tower_neon_sha3_lazy_16_32)
    sums 16, 2, -1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_32)

FUNCTION(neosig_tower_neon_sha3_lazy_16_48)
    sums 16, 2, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_48)

FUNCTION(neosig_tower_neon_sha3_lazy_16_64)
    sums 16, 2, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_64)

FUNCTION(neosig_tower_neon_sha3_lazy_16_80)
    sums 16, 4, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_80)

FUNCTION(neosig_tower_neon_sha3_lazy_16_128)
    sums 16, 4, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_16_128)

FUNCTION(neosig_tower_neon_sha3_lazy_256_16)
    sums 256, 1, -1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_16)

FUNCTION(neosig_tower_neon_sha3_lazy_256_32)
    sums 256, 1, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_32)

FUNCTION(neosig_tower_neon_sha3_lazy_256_48)
    sums 256, 2, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_48)

FUNCTION(neosig_tower_neon_sha3_lazy_256_64)
    sums 256, 2, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_64)

FUNCTION(neosig_tower_neon_sha3_lazy_256_72)
    sums 256, 4, 0, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_72)

FUNCTION(neosig_tower_neon_sha3_lazy_256_80)
    sums 256, 4, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_80)

FUNCTION(neosig_tower_neon_sha3_lazy_256_96)
    sums 256, 4, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_96)

FUNCTION(neosig_tower_neon_sha3_lazy_256_128)
    sums 256, 4, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_lazy_256_128)

#endif

END_FILE
