/* look_up_vartime of gf/tower.h on 64-bit Arm, one function for each number w of registers of a vector. Here pointers
 * step with the loads of several registers, and sums stay in the registers that they were loaded to: compilers copy
 * them. A vector that is looked up takes its index, its address, one or two loads and w sums, or w / 2 by EOR3.
 *
 * Data sheet:
 *   in       x0: c; x1: the distance of its vectors; x2: the addresses of four indices; x3: how many vectors c has, not
 *            0; x4: the four tables.
 *   clobbers x0, x1, x3 - x15, v0 - v5, v16 - v27, the flags.
 *   stack    none.
 *   features none beyond Armv8.0 with Advanced SIMD; EOR3 in the functions of neon_sha3. Addresses follow the indices,
 *            which are public. Vectors may be secret. */
#include "sym/asm.inc"

#if defined(__aarch64__)

/* The first four registers of w, and those after them. */
.macro front op, w, address, r0, r1, r2, r3
    .if \w == 1
    \op {v\r0\().16b}, \address
    .elseif \w == 2
    \op {v\r0\().16b, v\r1\().16b}, \address
    .elseif \w == 3
    \op {v\r0\().16b, v\r1\().16b, v\r2\().16b}, \address
    .else
    \op {v\r0\().16b, v\r1\().16b, v\r2\().16b, v\r3\().16b}, \address
    .endif
.endm

.macro back op, w, address, r4, r5
    .if \w == 5
    \op {v\r4\().16b}, \address
    .elseif \w == 6
    \op {v\r4\().16b, v\r5\().16b}, \address
    .endif
.endm

/* The next vector of the table at \table. x8: the length of a vector. */
.macro look_up w, index, table, r0, r1, r2, r3, r4, r5
    ldrb w9, [\index], #1
    madd x9, x9, x8, \table
    .if \w > 4
    front ld1, \w, "[x9], #64", \r0, \r1, \r2, \r3
    back ld1, \w, "[x9]", \r4, \r5
    .else
    front ld1, \w, "[x9]", \r0, \r1, \r2, \r3
    .endif
.endm

.macro add_one w, i, x
    .if \i < \w
    eor v\i\().16b, v\i\().16b, v\x\().16b
    .endif
.endm

.macro add_two w, i, x, y
    .if \i < \w
    eor3 v\i\().16b, v\i\().16b, v\x\().16b, v\y\().16b
    .endif
.endm

.macro add_looked_up w, index, table
    look_up \w, \index, \table, 20, 21, 22, 23, 24, 25
    add_one \w, 0, 20
    add_one \w, 1, 21
    add_one \w, 2, 22
    add_one \w, 3, 23
    add_one \w, 4, 24
    add_one \w, 5, 25
.endm

.macro add_two_looked_up w, index, table, index2, table2
    look_up \w, \index, \table, 20, 21, 22, 23, 24, 25
    look_up \w, \index2, \table2, 16, 17, 18, 19, 26, 27
    add_two \w, 0, 20, 16
    add_two \w, 1, 21, 17
    add_two \w, 2, 22, 18
    add_two \w, 3, 23, 19
    add_two \w, 4, 24, 26
    add_two \w, 5, 25, 27
.endm

/* x10 - x13: where the next indices are; x4 - x7: the tables. */
.macro look_up_rows w, eor3
    .cfi_startproc
    ldp x10, x11, [x2]
    ldp x12, x13, [x2, #16]
    mov x8, #16 * \w
    add x5, x4, x8, lsl #8
    add x6, x5, x8, lsl #8
    add x7, x6, x8, lsl #8
    .if \w > 4
    sub x1, x1, #64
    mov x14, #64
    .endif
1:
    front ld1, \w, "[x0]", 0, 1, 2, 3
    .if \w > 4
    add x15, x0, x14
    back ld1, \w, "[x15]", 4, 5
    .endif
    .if \eor3
    add_two_looked_up \w, x10, x4, x11, x5
    add_two_looked_up \w, x12, x6, x13, x7
    .else
    add_looked_up \w, x10, x4
    add_looked_up \w, x11, x5
    add_looked_up \w, x12, x6
    add_looked_up \w, x13, x7
    .endif
    subs x3, x3, #1
    .if \w > 4
    front st1, \w, "[x0], x14", 0, 1, 2, 3
    back st1, \w, "[x0], x1", 4, 5
    .else
    front st1, \w, "[x0], x1", 0, 1, 2, 3
    .endif
    b.ne 1b
    ret
    .cfi_endproc
.endm

.text

FUNCTION(neosig_tower_neon_look_up_16)
    look_up_rows 1, 0
END_FUNCTION(neosig_tower_neon_look_up_16)

FUNCTION(neosig_tower_neon_look_up_32)
    look_up_rows 2, 0
END_FUNCTION(neosig_tower_neon_look_up_32)

FUNCTION(neosig_tower_neon_look_up_48)
    look_up_rows 3, 0
END_FUNCTION(neosig_tower_neon_look_up_48)

FUNCTION(neosig_tower_neon_look_up_64)
    look_up_rows 4, 0
END_FUNCTION(neosig_tower_neon_look_up_64)

FUNCTION(neosig_tower_neon_look_up_80)
    look_up_rows 5, 0
END_FUNCTION(neosig_tower_neon_look_up_80)

FUNCTION(neosig_tower_neon_look_up_96)
    look_up_rows 6, 0
END_FUNCTION(neosig_tower_neon_look_up_96)

.arch armv8.2-a+sha3

FUNCTION(neosig_tower_neon_sha3_look_up_16)
    look_up_rows 1, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_16)

FUNCTION(neosig_tower_neon_sha3_look_up_32)
    look_up_rows 2, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_32)

FUNCTION(neosig_tower_neon_sha3_look_up_48)
    look_up_rows 3, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_48)

FUNCTION(neosig_tower_neon_sha3_look_up_64)
    look_up_rows 4, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_64)

FUNCTION(neosig_tower_neon_sha3_look_up_80)
    look_up_rows 5, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_80)

FUNCTION(neosig_tower_neon_sha3_look_up_96)
    look_up_rows 6, 1
END_FUNCTION(neosig_tower_neon_sha3_look_up_96)

#endif

END_FILE
