/* Tiles of multiply of gf/tower.h on 64-bit Arm: the sums of p pairs of columns, in registers over all rows. Compilers
 * copy what a load of several registers gives, and spill. With EOR3 two rows are added at a time.
 *
 *   one    GF(16), 16 bytes of each vector: two sums for a pair, of its low and its high nibbles
 *   two    GF(16), 32 bytes: four sums
 *   tail   GF(16), 16 bytes and eight more: three sums, the last one of both nibbles of the eight
 *   tower  GF(256), 16 bytes: three sums, of low nibbles, high nibbles and their sums, by three tables
 *
 * Data sheet:
 *   in       x0: the four addresses of struct target; x1: from where the offsets of a's vectors count; x2: these
 *            offsets; x3: how many rows, not 0; x4: the tables of the first row; x5: bytes from a row's last table to
 *            the next row; x6: the offset of the second register, or of the eight bytes more.
 *   clobbers x2 - x12, v0 - v7, v16 - v31, the flags.
 *   stack    64 bytes, with the caller's v8 - v15, if there are more than 16 sums or EOR3.
 *   features none beyond Armv8.0 with Advanced SIMD; EOR3 in the functions of neon_sha3. No branch and no address
 *            depends on a vector or a table. */
#include "sym/asm.inc"

#if defined(__aarch64__)

/* ---- A row, whose offset is in `at`: the indices a, b, ... from its bytes. mask is 15 in each byte. */

.macro index_one at, mask, a, b, c, d
    ldr q\a, [x1, \at]
    ushr v\b\().16b, v\a\().16b, #4
    and v\a\().16b, v\a\().16b, v\mask\().16b
.endm

.macro index_two at, mask, a, b, c, d
    index_one \at, \mask, \a, \b
    ldr q\c, [x6, \at]
    ushr v\d\().16b, v\c\().16b, #4
    and v\c\().16b, v\c\().16b, v\mask\().16b
.endm

.macro index_tail at, mask, a, b, c, d
    index_one \at, \mask, \a, \b
    ldr d\c, [x6, \at]
    ushr v7.8b, v\c\().8b, #4
    and v\c\().8b, v\c\().8b, v\mask\().8b
    mov v\c\().d[1], v7.d[0]
.endm

.macro index_tower at, mask, a, b, c, d
    index_one \at, \mask, \a, \b
    eor v\c\().16b, v\a\().16b, v\b\().16b
.endm

/* ---- A pair: each sum grows by what its index finds in a table. */

.macro add_found sum, table, index
    tbl v7.16b, {v\table\().16b}, v\index\().16b
    eor v\sum\().16b, v\sum\().16b, v7.16b
.endm

.macro pair_one table, a, b
    add_found \a, \table, 0
    add_found \b, \table, 1
.endm

.macro pair_two table, a, b, c, d
    add_found \a, \table, 0
    add_found \b, \table, 1
    add_found \c, \table, 2
    add_found \d, \table, 3
.endm

.macro pair_tail table, a, b, c
    add_found \a, \table, 0
    add_found \b, \table, 1
    add_found \c, \table, 2
.endm

.macro pair_tower a, b, c
    ld1 {v4.16b-v6.16b}, [x4], #48
    add_found \a, 4, 0
    add_found \b, 5, 1
    add_found \c, 6, 2
.endm

/* The next tables, as many as there are left of p, from pair i on: three, or in two, two. */
.macro tables p, i, most
    .if \p - \i == 1
    ldr q4, [x4], #16
    .elseif \p - \i == 2 || \p > \i && \most == 2
    ld1 {v4.16b-v5.16b}, [x4], #32
    .elseif \p > \i
    ld1 {v4.16b-v6.16b}, [x4], #48
    .endif
.endm

/* The line for pair i, if there is one. */
.macro of_pair p, i, line:vararg
    .if \i < \p
    \line
    .endif
.endm

/* Calls a macro for each of p pairs, with the registers of its sums. */

.macro pairs_one p, do
    of_pair \p, 0, \do 16, 17
    of_pair \p, 1, \do 18, 19
    of_pair \p, 2, \do 20, 21
    of_pair \p, 3, \do 22, 23
    of_pair \p, 4, \do 24, 25
    of_pair \p, 5, \do 26, 27
    of_pair \p, 6, \do 28, 29
    of_pair \p, 7, \do 30, 31
.endm

.macro pairs_two p, do
    of_pair \p, 0, \do 16, 17, 18, 19
    of_pair \p, 1, \do 20, 21, 22, 23
    of_pair \p, 2, \do 24, 25, 26, 27
    of_pair \p, 3, \do 28, 29, 30, 31
    of_pair \p, 4, \do 8, 9, 10, 11
    of_pair \p, 5, \do 12, 13, 14, 15
.endm

.macro pairs_three p, do
    of_pair \p, 0, \do 16, 17, 18
    of_pair \p, 1, \do 19, 20, 21
    of_pair \p, 2, \do 22, 23, 24
    of_pair \p, 3, \do 25, 26, 27
    of_pair \p, 4, \do 28, 29, 30
    of_pair \p, 5, \do 31, 8, 9
    of_pair \p, 6, \do 10, 11, 12
    of_pair \p, 7, \do 13, 14, 15
.endm

.macro row_one p, at
    index_one \at, 3, 0, 1, 2, 3
    tables \p, 0, 3
    of_pair \p, 0, pair_one 4, 16, 17
    of_pair \p, 1, pair_one 5, 18, 19
    of_pair \p, 2, pair_one 6, 20, 21
    tables \p, 3, 3
    of_pair \p, 3, pair_one 4, 22, 23
    of_pair \p, 4, pair_one 5, 24, 25
    of_pair \p, 5, pair_one 6, 26, 27
    tables \p, 6, 3
    of_pair \p, 6, pair_one 4, 28, 29
    of_pair \p, 7, pair_one 5, 30, 31
.endm

.macro row_two p, at
    .if \p <= 3 /* a register is left for the mask, and so three for tables */
    index_two \at, 31, 0, 1, 2, 3
    tables \p, 0, 3
    of_pair \p, 0, pair_two 4, 16, 17, 18, 19
    of_pair \p, 1, pair_two 5, 20, 21, 22, 23
    of_pair \p, 2, pair_two 6, 24, 25, 26, 27
    .else
    index_two \at, 6, 0, 1, 2, 3
    tables \p, 0, 2
    of_pair \p, 0, pair_two 4, 16, 17, 18, 19
    of_pair \p, 1, pair_two 5, 20, 21, 22, 23
    tables \p, 2, 2
    of_pair \p, 2, pair_two 4, 24, 25, 26, 27
    of_pair \p, 3, pair_two 5, 28, 29, 30, 31
    tables \p, 4, 2
    of_pair \p, 4, pair_two 4, 8, 9, 10, 11
    of_pair \p, 5, pair_two 5, 12, 13, 14, 15
    .endif
.endm

.macro row_tail p, at
    index_tail \at, 3, 0, 1, 2, 3
    tables \p, 0, 3
    of_pair \p, 0, pair_tail 4, 16, 17, 18
    of_pair \p, 1, pair_tail 5, 19, 20, 21
    of_pair \p, 2, pair_tail 6, 22, 23, 24
    tables \p, 3, 3
    of_pair \p, 3, pair_tail 4, 25, 26, 27
    of_pair \p, 4, pair_tail 5, 28, 29, 30
    of_pair \p, 5, pair_tail 6, 31, 8, 9
    tables \p, 6, 3
    of_pair \p, 6, pair_tail 4, 10, 11, 12
    of_pair \p, 7, pair_tail 5, 13, 14, 15
.endm

.macro row_tower p, at
    index_tower \at, 3, 0, 1, 2, 3
    pairs_three \p, pair_tower
.endm

/* ---- Two rows by EOR3. The second one's tables are at x8. */

.macro add_both sum, index, other
    tbl v6.16b, {v4.16b}, v\index\().16b
    tbl v7.16b, {v5.16b}, v\other\().16b
    eor3 v\sum\().16b, v\sum\().16b, v6.16b, v7.16b
.endm

.macro both_one a, b
    ldr q4, [x4], #16
    ldr q5, [x8], #16
    add_both \a, 0, 12
    add_both \b, 1, 13
.endm

.macro both_two a, b, c, d
    both_one \a, \b
    add_both \c, 2, 14
    add_both \d, 3, 15
.endm

.macro both_tail a, b, c
    ldr q4, [x4], #16
    ldr q5, [x8], #16
    add_both \a, 0, 13
    add_both \b, 1, 14
    add_both \c, 2, 15
.endm

.macro add_both_own sum, table, index, other_table, other
    tbl v\table\().16b, {v\table\().16b}, v\index\().16b
    tbl v\other_table\().16b, {v\other_table\().16b}, v\other\().16b
    eor3 v\sum\().16b, v\sum\().16b, v\table\().16b, v\other_table\().16b
.endm

.macro both_tower a, b, c
    ld1 {v4.16b-v6.16b}, [x4], #48
    ld1 {v13.16b-v15.16b}, [x8], #48
    add_both_own \a, 4, 0, 13, 10
    add_both_own \b, 5, 1, 14, 11
    add_both_own \c, 6, 2, 15, 12
.endm

.macro rows_one p
    ldp w7, w10, [x2], #8
    index_one x7, 4, 0, 1
    index_one x10, 4, 12, 13
    pairs_one \p, both_one
.endm

.macro rows_two p
    ldp w7, w10, [x2], #8
    index_two x7, 4, 0, 1, 2, 3
    index_two x10, 4, 12, 13, 14, 15
    pairs_two \p, both_two
.endm

.macro rows_tail p
    ldp w7, w10, [x2], #8
    index_tail x7, 4, 0, 1, 2
    index_tail x10, 4, 13, 14, 15
    pairs_three \p, both_tail
.endm

.macro rows_tower p
    ldp w7, w10, [x2], #8
    index_tower x7, 4, 0, 1, 2
    index_tower x10, 4, 10, 11, 12
    pairs_three \p, both_tower
.endm

/* ---- The end: what a pair's sums give is added to two vectors of c. x7: from where their offsets count; x8: the next
 * two offsets; x12: x7 and the offset of a vector's second part. v0 and v1 are masks of what is added to the first part
 * and to the second. */

/* v\low and v\high, with the nibbles of both columns, to both columns' bytes in v\low and v6. */
.macro join low, high
    mov v6.16b, v\high\().16b
    sri v6.16b, v\low\().16b, #4
    sli v\low\().16b, v\high\().16b, #4
.endm

.macro add_first low, high
    ldp w10, w11, [x8], #8
    join \low, \high
    ldr q4, [x7, x10]
    ldr q5, [x7, x11]
    and v\low\().16b, v\low\().16b, v0.16b
    and v6.16b, v6.16b, v0.16b
    eor v4.16b, v4.16b, v\low\().16b
    eor v5.16b, v5.16b, v6.16b
    str q4, [x7, x10]
    str q5, [x7, x11]
.endm

.macro fold_one a, b
    add_first \a, \b
.endm

.macro fold_two a, b, c, d
    add_first \a, \b
    join \c, \d
    ldr q4, [x12, x10]
    ldr q5, [x12, x11]
    eor v4.16b, v4.16b, v\c\().16b
    eor v5.16b, v5.16b, v6.16b
    str q4, [x12, x10]
    str q5, [x12, x11]
.endm

.macro fold_tail a, b, c
    add_first \a, \b
    mov d7, v\c\().d[1]
    join \c, 7
    ldr d4, [x12, x10]
    ldr d5, [x12, x11]
    and v\c\().8b, v\c\().8b, v1.8b
    and v6.8b, v6.8b, v1.8b
    eor v4.8b, v4.8b, v\c\().8b
    eor v5.8b, v5.8b, v6.8b
    str d4, [x12, x10]
    str d5, [x12, x11]
.endm

/* S0 + 8 S1 in the low nibbles, S0 + S2 in the high ones. v1 is the table of the multiples of 8. */
.macro fold_tower a, b, c
    and v6.16b, v\b\().16b, v3.16b
    ushr v7.16b, v\b\().16b, #4
    tbl v6.16b, {v1.16b}, v6.16b
    tbl v7.16b, {v1.16b}, v7.16b
    eor v\c\().16b, v\a\().16b, v\c\().16b
    sli v6.16b, v7.16b, #4
    eor v\a\().16b, v\a\().16b, v6.16b
    add_first \a, \c
.endm

/* 15 in each byte, where rows take it from. */
.macro masks sums
    movi v3.16b, #15
    movi v6.16b, #15
    .if \sums <= 12
    movi v31.16b, #15
    .endif
.endm

/* ---- A tile. Sums are v16 - v31, then v8 - v15. row: the bytes of its tables in a row. */

.macro clear i
    movi v\i\().2d, #0
.endm

.macro tile kind, pairs, sums, row, p, eor3
    .cfi_startproc
    .if \sums > 16 || \eor3
    save_vector
    .endif
    .if \sums > 16
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    clear \i
    .endr
    .endif
    .irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    clear \i
    .endr
    add x6, x6, x1
    .if \eor3
    add x8, x4, x5
    add x8, x8, #\row
    lsl x9, x5, #1
    add x9, x9, #\row
    subs x3, x3, #2
    b.lo 2f
1:
    movi v4.16b, #15
    rows_\kind \p
    add x4, x4, x9
    add x8, x8, x9
    subs x3, x3, #2
    b.hs 1b
2:
    tbz x3, #0, 3f
    masks \sums
    .else
    masks \sums
    subs x3, x3, #2
    b.lo 2f
1:
    ldp w7, w8, [x2], #8
    row_\kind \p, x7
    add x4, x4, x5
    row_\kind \p, x8
    add x4, x4, x5
    subs x3, x3, #2
    b.hs 1b
2:
    tbz x3, #0, 3f
    .endif
    ldr w7, [x2]
    row_\kind \p, x7
3:
    ldp x7, x8, [x0]
    ldp x9, x10, [x0, #16]
    sub x6, x6, x1
    add x12, x7, x6
    ldr q0, [x9]
    ldr q1, [x10]
    movi v3.16b, #15
    pairs_\pairs \p, fold_\kind
    .if \sums > 16 || \eor3
    restore_vector
    .endif
    ret
    .cfi_endproc
.endm

.text

FUNCTION(neosig_tower_neon_one_1)
    tile one, one, 2, 16, 1, 0
END_FUNCTION(neosig_tower_neon_one_1)
FUNCTION(neosig_tower_neon_one_2)
    tile one, one, 4, 32, 2, 0
END_FUNCTION(neosig_tower_neon_one_2)
FUNCTION(neosig_tower_neon_one_3)
    tile one, one, 6, 48, 3, 0
END_FUNCTION(neosig_tower_neon_one_3)
FUNCTION(neosig_tower_neon_one_4)
    tile one, one, 8, 64, 4, 0
END_FUNCTION(neosig_tower_neon_one_4)
FUNCTION(neosig_tower_neon_one_5)
    tile one, one, 10, 80, 5, 0
END_FUNCTION(neosig_tower_neon_one_5)
FUNCTION(neosig_tower_neon_one_6)
    tile one, one, 12, 96, 6, 0
END_FUNCTION(neosig_tower_neon_one_6)
FUNCTION(neosig_tower_neon_one_7)
    tile one, one, 14, 112, 7, 0
END_FUNCTION(neosig_tower_neon_one_7)
FUNCTION(neosig_tower_neon_one_8)
    tile one, one, 16, 128, 8, 0
END_FUNCTION(neosig_tower_neon_one_8)
FUNCTION(neosig_tower_neon_two_1)
    tile two, two, 4, 16, 1, 0
END_FUNCTION(neosig_tower_neon_two_1)
FUNCTION(neosig_tower_neon_two_2)
    tile two, two, 8, 32, 2, 0
END_FUNCTION(neosig_tower_neon_two_2)
FUNCTION(neosig_tower_neon_two_3)
    tile two, two, 12, 48, 3, 0
END_FUNCTION(neosig_tower_neon_two_3)
FUNCTION(neosig_tower_neon_two_4)
    tile two, two, 16, 64, 4, 0
END_FUNCTION(neosig_tower_neon_two_4)
FUNCTION(neosig_tower_neon_two_5)
    tile two, two, 20, 80, 5, 0
END_FUNCTION(neosig_tower_neon_two_5)
FUNCTION(neosig_tower_neon_two_6)
    tile two, two, 24, 96, 6, 0
END_FUNCTION(neosig_tower_neon_two_6)
FUNCTION(neosig_tower_neon_tail_1)
    tile tail, three, 3, 16, 1, 0
END_FUNCTION(neosig_tower_neon_tail_1)
FUNCTION(neosig_tower_neon_tail_2)
    tile tail, three, 6, 32, 2, 0
END_FUNCTION(neosig_tower_neon_tail_2)
FUNCTION(neosig_tower_neon_tail_3)
    tile tail, three, 9, 48, 3, 0
END_FUNCTION(neosig_tower_neon_tail_3)
FUNCTION(neosig_tower_neon_tail_4)
    tile tail, three, 12, 64, 4, 0
END_FUNCTION(neosig_tower_neon_tail_4)
FUNCTION(neosig_tower_neon_tail_5)
    tile tail, three, 15, 80, 5, 0
END_FUNCTION(neosig_tower_neon_tail_5)
FUNCTION(neosig_tower_neon_tail_6)
    tile tail, three, 18, 96, 6, 0
END_FUNCTION(neosig_tower_neon_tail_6)
FUNCTION(neosig_tower_neon_tail_7)
    tile tail, three, 21, 112, 7, 0
END_FUNCTION(neosig_tower_neon_tail_7)
FUNCTION(neosig_tower_neon_tail_8)
    tile tail, three, 24, 128, 8, 0
END_FUNCTION(neosig_tower_neon_tail_8)
FUNCTION(neosig_tower_neon_tower_1)
    tile tower, three, 3, 48, 1, 0
END_FUNCTION(neosig_tower_neon_tower_1)
FUNCTION(neosig_tower_neon_tower_2)
    tile tower, three, 6, 96, 2, 0
END_FUNCTION(neosig_tower_neon_tower_2)
FUNCTION(neosig_tower_neon_tower_3)
    tile tower, three, 9, 144, 3, 0
END_FUNCTION(neosig_tower_neon_tower_3)
FUNCTION(neosig_tower_neon_tower_4)
    tile tower, three, 12, 192, 4, 0
END_FUNCTION(neosig_tower_neon_tower_4)
FUNCTION(neosig_tower_neon_tower_5)
    tile tower, three, 15, 240, 5, 0
END_FUNCTION(neosig_tower_neon_tower_5)
FUNCTION(neosig_tower_neon_tower_6)
    tile tower, three, 18, 288, 6, 0
END_FUNCTION(neosig_tower_neon_tower_6)
FUNCTION(neosig_tower_neon_tower_7)
    tile tower, three, 21, 336, 7, 0
END_FUNCTION(neosig_tower_neon_tower_7)
FUNCTION(neosig_tower_neon_tower_8)
    tile tower, three, 24, 384, 8, 0
END_FUNCTION(neosig_tower_neon_tower_8)

.arch armv8.2-a+sha3

FUNCTION(neosig_tower_neon_sha3_one_1)
    tile one, one, 2, 16, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_one_1)
FUNCTION(neosig_tower_neon_sha3_one_2)
    tile one, one, 4, 32, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_one_2)
FUNCTION(neosig_tower_neon_sha3_one_3)
    tile one, one, 6, 48, 3, 1
END_FUNCTION(neosig_tower_neon_sha3_one_3)
FUNCTION(neosig_tower_neon_sha3_one_4)
    tile one, one, 8, 64, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_one_4)
FUNCTION(neosig_tower_neon_sha3_one_5)
    tile one, one, 10, 80, 5, 1
END_FUNCTION(neosig_tower_neon_sha3_one_5)
FUNCTION(neosig_tower_neon_sha3_one_6)
    tile one, one, 12, 96, 6, 1
END_FUNCTION(neosig_tower_neon_sha3_one_6)
FUNCTION(neosig_tower_neon_sha3_one_7)
    tile one, one, 14, 112, 7, 1
END_FUNCTION(neosig_tower_neon_sha3_one_7)
FUNCTION(neosig_tower_neon_sha3_one_8)
    tile one, one, 16, 128, 8, 1
END_FUNCTION(neosig_tower_neon_sha3_one_8)
FUNCTION(neosig_tower_neon_sha3_two_1)
    tile two, two, 4, 16, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_two_1)
FUNCTION(neosig_tower_neon_sha3_two_2)
    tile two, two, 8, 32, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_two_2)
FUNCTION(neosig_tower_neon_sha3_two_3)
    tile two, two, 12, 48, 3, 1
END_FUNCTION(neosig_tower_neon_sha3_two_3)
FUNCTION(neosig_tower_neon_sha3_two_4)
    tile two, two, 16, 64, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_two_4)
FUNCTION(neosig_tower_neon_sha3_two_5)
    tile two, two, 20, 80, 5, 1
END_FUNCTION(neosig_tower_neon_sha3_two_5)
FUNCTION(neosig_tower_neon_sha3_tail_1)
    tile tail, three, 3, 16, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_1)
FUNCTION(neosig_tower_neon_sha3_tail_2)
    tile tail, three, 6, 32, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_2)
FUNCTION(neosig_tower_neon_sha3_tail_3)
    tile tail, three, 9, 48, 3, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_3)
FUNCTION(neosig_tower_neon_sha3_tail_4)
    tile tail, three, 12, 64, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_4)
FUNCTION(neosig_tower_neon_sha3_tail_5)
    tile tail, three, 15, 80, 5, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_5)
FUNCTION(neosig_tower_neon_sha3_tail_6)
    tile tail, three, 18, 96, 6, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_6)
FUNCTION(neosig_tower_neon_sha3_tail_7)
    tile tail, three, 21, 112, 7, 1
END_FUNCTION(neosig_tower_neon_sha3_tail_7)
FUNCTION(neosig_tower_neon_sha3_tower_1)
    tile tower, three, 3, 48, 1, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_1)
FUNCTION(neosig_tower_neon_sha3_tower_2)
    tile tower, three, 6, 96, 2, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_2)
FUNCTION(neosig_tower_neon_sha3_tower_3)
    tile tower, three, 9, 144, 3, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_3)
FUNCTION(neosig_tower_neon_sha3_tower_4)
    tile tower, three, 12, 192, 4, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_4)
FUNCTION(neosig_tower_neon_sha3_tower_5)
    tile tower, three, 15, 240, 5, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_5)
FUNCTION(neosig_tower_neon_sha3_tower_6)
    tile tower, three, 18, 288, 6, 1
END_FUNCTION(neosig_tower_neon_sha3_tower_6)

#endif

END_FILE
