/* scatter_vartime of gf/tower.h on 64-bit Arm, for the lengths of Rainbow's and UOV's vectors. Here pointers step with the loads
 * of several registers. In C, the compiler may add instructions for these steps. Vectors of w registers from n rows
 * are added to a bucket by the fewest instructions: 6 for the bucket and 2 + w for each row, or 4 and 1 + w if w <= 4.
 * A column is vector t of all rows. For 32 and 80 bytes, the vectors of two columns are loaded together, which saves a
 * load for each row.
 *
 * Data sheet:
 *   in       x0: the buckets; x1: the n rows; x2: n, 1 to 6; x3: the bucket numbers b; x4, x5: first, end.
 *   clobbers x0, x3 - x15, v0 - v6, v20 - v29, the flags.
 *   stack    none.
 *   features none beyond Armv8.0 with Advanced SIMD. Everything is public. */
#include "sym/asm.inc"

#if defined(__aarch64__)

/* The first four registers of w, and those after them: v0 - v6 of a row, v20 - v26 of a bucket. */
.macro front op, w, address, set=
    .if \w == 1
    \op {v\set\()0.16b}, \address
    .elseif \w == 2
    \op {v\set\()0.16b-v\set\()1.16b}, \address
    .elseif \w == 3
    \op {v\set\()0.16b-v\set\()2.16b}, \address
    .else
    \op {v\set\()0.16b-v\set\()3.16b}, \address
    .endif
.endm

.macro back op, w, address, set=
    .if \w == 5
    \op {v\set\()4.16b}, \address
    .elseif \w == 6
    \op {v\set\()4.16b-v\set\()5.16b}, \address
    .else
    \op {v\set\()4.16b-v\set\()6.16b}, \address
    .endif
.endm

.macro add_register i
    eor v2\i\().16b, v2\i\().16b, v\i\().16b
.endm

/* Adds the next vector of a row to the bucket. x7: the length of a vector in bytes, less 64 if w > 4. */
.macro add_vector w, row
    .if \w > 4
    front ld1, \w, "[\row], #64"
    back ld1, \w, "[\row], x7"
    .else
    front ld1, \w, "[\row], x7"
    .endif
    .irp i, 0, 1, 2, 3, 4, 5, 6
    .if \i < \w
    add_register \i
    .endif
    .endr
.endm

/* x6 = the next bucket. They lie 1 << shift bytes apart, or w8 if shift is 0. */
.macro bucket shift
    ldrb w6, [x3], #1
    .if \shift > 0
    add x6, x0, x6, lsl #\shift
    .else
    umaddl x6, w6, w8, x0
    .endif
.endm

/* Adds the next column of n rows, which are at x10 to x15. */
.macro add_column n, w, shift
    bucket \shift
    .if \w > 4
    front ld1, \w, "[x6], #64", 2
    back ld1, \w, "[x6]", 2
    .else
    front ld1, \w, "[x6]", 2
    .endif
    .irp r, 0, 1, 2, 3, 4, 5
    .if \r < \n
    add_vector \w, x1\r
    .endif
    .endr
    .if \w > 4
    back st1, \w, "[x6], x9", 2
    .endif
    front st1, \w, "[x6]", 2
.endm

/* Two columns' vectors of a row, one after another: of two registers each in v20 - v23, of five in v20 - v29. */
.macro load_two w, row
    ld1 {v20.16b-v23.16b}, [\row], #64
    .if \w == 5
    ld1 {v24.16b-v25.16b}, [\row], #32
    ld1 {v26.16b-v29.16b}, [\row], #64
    .endif
.endm

.macro add_four row, to0, to1, to2, to3
    ld1 {v0.16b-v3.16b}, [\row], #64
    eor \to0, \to0, v0.16b
    eor \to1, \to1, v1.16b
    eor \to2, \to2, v2.16b
    eor \to3, \to3, v3.16b
.endm

.macro add_two w, row
    add_four \row, v20.16b, v21.16b, v22.16b, v23.16b
    .if \w == 5
    ld1 {v0.16b-v1.16b}, [\row], #32
    eor v24.16b, v24.16b, v0.16b
    eor v25.16b, v25.16b, v1.16b
    add_four \row, v26.16b, v27.16b, v28.16b, v29.16b
    .endif
.endm

/* Adds the next two columns of n rows; w is 2 or 5. */
.macro add_two_columns n, w, shift
    load_two \w, x10
    .irp r, 1, 2, 3, 4, 5
    .if \r < \n
    add_two \w, x1\r
    .endif
    .endr
    bucket \shift
    .if \w == 2
    ld1 {v0.16b-v1.16b}, [x6]
    eor v0.16b, v0.16b, v20.16b
    eor v1.16b, v1.16b, v21.16b
    st1 {v0.16b-v1.16b}, [x6]
    bucket \shift
    ld1 {v0.16b-v1.16b}, [x6]
    eor v0.16b, v0.16b, v22.16b
    eor v1.16b, v1.16b, v23.16b
    st1 {v0.16b-v1.16b}, [x6]
    .else
    ldr q4, [x6, #64]
    ld1 {v0.16b-v3.16b}, [x6]
    eor v4.16b, v4.16b, v24.16b
    eor v0.16b, v0.16b, v20.16b
    eor v1.16b, v1.16b, v21.16b
    eor v2.16b, v2.16b, v22.16b
    eor v3.16b, v3.16b, v23.16b
    str q4, [x6, #64]
    st1 {v0.16b-v3.16b}, [x6]
    bucket \shift
    ldr q4, [x6], #16
    ld1 {v0.16b-v3.16b}, [x6]
    eor v4.16b, v4.16b, v25.16b
    eor v0.16b, v0.16b, v26.16b
    eor v1.16b, v1.16b, v27.16b
    eor v2.16b, v2.16b, v28.16b
    eor v3.16b, v3.16b, v29.16b
    stur q4, [x6, #-16]
    st1 {v0.16b-v3.16b}, [x6]
    .endif
.endm

.macro add_some_columns n, w, shift, count
    .rept \count / 2
    .if paired
    add_two_columns \n, \w, \shift
    .else
    add_column \n, \w, \shift
    add_column \n, \w, \shift
    .endif
    .endr
.endm

/* Adds the next x5 columns of n rows. x4: the bytes of a row before its first load. at_once: the columns of a turn of
 * the loop, 8 or 2. */
.macro add_columns n, w, shift, at_once
    .irp r, 0, 1, 2, 3, 4, 5
    .if \r < \n
    ldr x1\r, [x1, #8 * \r]
    add x1\r, x1\r, x4
    .endif
    .endr
    subs x5, x5, #\at_once
    b.lo 2f
1:
    add_some_columns \n, \w, \shift, \at_once
    subs x5, x5, #\at_once
    b.hs 1b
2:
    .if \at_once == 8
    tbz x5, #2, 3f
    add_some_columns \n, \w, \shift, 4
3:
    tbz x5, #1, 3f
    add_some_columns \n, \w, \shift, 2
3:
    .endif
    tbz x5, #0, 4f
    add_column \n, \w, \shift
4:
    ret
.endm

.macro scatter bytes, stride, w, shift
    .set paired, (\w == 2 || \w == 5) && 16 * \w == \bytes
    .cfi_startproc
    sub x5, x5, x4
    add x3, x3, x4
    mov x7, #\bytes
    mul x4, x4, x7
    .if 16 * \w > \bytes
    sub x4, x4, #16 * \w - \bytes
    .endif
    .if \w > 4
    sub x7, x7, #64
    mov x9, #-64
    .endif
    .if \shift == 0
    mov w8, #\stride
    .endif
    .if \stride > 16 * \w
    add x0, x0, #\stride - 16 * \w
    .endif
    cmp x2, #2
    b.eq 5f
    b.hi 6f
    add_columns 1, \w, \shift, 8
5:
    add_columns 2, \w, \shift, 2
6:
    cmp x2, #4
    b.eq 7f
    b.hi 8f
    add_columns 3, \w, \shift, 2
7:
    add_columns 4, \w, \shift, 2
8:
    cmp x2, #6
    b.eq 9f
    add_columns 5, \w, \shift, 2
9:
    add_columns 6, \w, \shift, 2
    .cfi_endproc
.endm

.text

FUNCTION(neosig_tower_neon_scatter_16)
    scatter 16, 32, 1, 5
END_FUNCTION(neosig_tower_neon_scatter_16)

FUNCTION(neosig_tower_neon_scatter_32)
    scatter 32, 32, 2, 5
END_FUNCTION(neosig_tower_neon_scatter_32)

FUNCTION(neosig_tower_neon_scatter_36)
    scatter 36, 64, 3, 6
END_FUNCTION(neosig_tower_neon_scatter_36)

FUNCTION(neosig_tower_neon_scatter_45)
    scatter 45, 64, 3, 6
END_FUNCTION(neosig_tower_neon_scatter_45)

FUNCTION(neosig_tower_neon_scatter_48)
    scatter 48, 64, 3, 6
END_FUNCTION(neosig_tower_neon_scatter_48)

FUNCTION(neosig_tower_neon_scatter_64)
    scatter 64, 64, 4, 6
END_FUNCTION(neosig_tower_neon_scatter_64)

FUNCTION(neosig_tower_neon_scatter_72)
    scatter 72, 96, 5, 0
END_FUNCTION(neosig_tower_neon_scatter_72)

FUNCTION(neosig_tower_neon_scatter_80)
    scatter 80, 96, 5, 0
END_FUNCTION(neosig_tower_neon_scatter_80)

FUNCTION(neosig_tower_neon_scatter_96)
    scatter 96, 96, 6, 0
END_FUNCTION(neosig_tower_neon_scatter_96)

FUNCTION(neosig_tower_neon_scatter_100)
    scatter 100, 128, 7, 7
END_FUNCTION(neosig_tower_neon_scatter_100)

#endif

END_FILE
