/* Keccak-f[1600] by the SHA-3 instructions EOR3, RAX1, XAR and BCAX: one or two states.
 *
 * Vector register i holds lane i of both states; with one state the upper halves hold nothing of use. A lane keeps its
 * register from round to round: Axy names it. In a round, lane (x, y) of A becomes lane (X, Y) of B. BXY names the
 * register where that lane is put: that of a lane of A which is used up, or one of seven more registers. These seven
 * also hold theta's Cx and Dx.
 *
 * Data sheet, both routines:
 *   in       x0: the states, 25 lanes of 64 bits each, one state after another, any alignment of 8, overwritten;
 *            x1: the 24 round constants and a 0, each twice.
 *   clobbers x0 - x3, v0 - v7, v16 - v31; not the flags.
 *   stack    64 bytes; no lane is spilled.
 *   features Advanced SIMD, SHA3. No branch and no address depends on the states. */
#include "sym/asm.inc"

#if defined(__aarch64__)
.arch armv8.2-a+sha3

#define A00 v0
#define A10 v1
#define A20 v2
#define A30 v3
#define A40 v4
#define A01 v5
#define A11 v6
#define A21 v7
#define A31 v8
#define A41 v9
#define A02 v10
#define A12 v11
#define A22 v12
#define A32 v13
#define A42 v14
#define A03 v15
#define A13 v16
#define A23 v17
#define A33 v18
#define A43 v19
#define A04 v20
#define A14 v21
#define A24 v22
#define A34 v23
#define A44 v24

#define B00 v5
#define B10 v6
#define B20 v7
#define B30 v8
#define B40 v9
#define B01 v13
#define B11 v14
#define B21 v10
#define B31 v11
#define B41 v12
#define B02 v28
#define B12 v27
#define B22 v25
#define B32 v29
#define B42 v26
#define B03 v24
#define B13 v20
#define B23 v21
#define B33 v22
#define B43 v23
#define B04 v2
#define B14 v3
#define B24 v0
#define B34 v4
#define B44 v1

#define C0 v29
#define C1 v25
#define C2 v30
#define C3 v31
#define C4 v27
#define D0 v25
#define D1 v26
#define D2 v31
#define D3 v30
#define D4 v29

/* One round. The steps overlap, in an order that keeps two pipes busy: column sums, D, B by XAR, chi by BCAX, iota. */
.macro round
    eor3 C2.16b, A20.16b, A21.16b, A22.16b
    eor3 C0.16b, A00.16b, A01.16b, A02.16b
    eor3 C3.16b, A30.16b, A31.16b, A32.16b
    eor3 C1.16b, A10.16b, A11.16b, A12.16b
    eor3 C2.16b, C2.16b, A23.16b, A24.16b
    eor3 C0.16b, C0.16b, A03.16b, A04.16b
    eor3 C4.16b, A40.16b, A41.16b, A42.16b
    eor3 C3.16b, C3.16b, A33.16b, A34.16b
    rax1 D1.2d, C0.2d, C2.2d
    eor3 C1.16b, C1.16b, A13.16b, A14.16b
    eor3 C4.16b, C4.16b, A43.16b, A44.16b
    rax1 D4.2d, C3.2d, C0.2d
    rax1 D2.2d, C1.2d, C3.2d
    xar B02.2d, A10.2d, D1.2d, #64 - 1
    xar B44.2d, A14.2d, D1.2d, #64 - 2
    rax1 D0.2d, C4.2d, C1.2d
    xar B23.2d, A12.2d, D1.2d, #64 - 10
    xar B31.2d, A13.2d, D1.2d, #64 - 45
    xar B10.2d, A11.2d, D1.2d, #64 - 44
    xar B42.2d, A04.2d, D0.2d, #64 - 18
    xar B13.2d, A01.2d, D0.2d, #64 - 36
    eor B00.16b, A00.16b, D0.16b
    xar B24.2d, A42.2d, D4.2d, #64 - 39
    xar B11.2d, A41.2d, D4.2d, #64 - 20
    rax1 D3.2d, C2.2d, C4.2d
    xar B40.2d, A44.2d, D4.2d, #64 - 14
    xar B12.2d, A21.2d, D2.2d, #64 - 6
    xar B03.2d, A40.2d, D4.2d, #64 - 27
    xar B21.2d, A02.2d, D0.2d, #64 - 3
    xar B34.2d, A03.2d, D0.2d, #64 - 41
    xar B20.2d, A22.2d, D2.2d, #64 - 43
    xar B41.2d, A24.2d, D2.2d, #64 - 61
    xar B22.2d, A32.2d, D3.2d, #64 - 25
    xar B33.2d, A23.2d, D2.2d, #64 - 15
    xar B01.2d, A30.2d, D3.2d, #64 - 28
    xar B43.2d, A34.2d, D3.2d, #64 - 56
    xar B14.2d, A31.2d, D3.2d, #64 - 55
    xar B04.2d, A20.2d, D2.2d, #64 - 62
    xar B32.2d, A43.2d, D4.2d, #64 - 8
    xar B30.2d, A33.2d, D3.2d, #64 - 21
    bcax A03.16b, B03.16b, B23.16b, B13.16b
    bcax A13.16b, B13.16b, B33.16b, B23.16b
    bcax A43.16b, B43.16b, B13.16b, B03.16b
    bcax A33.16b, B33.16b, B03.16b, B43.16b
    bcax A23.16b, B23.16b, B43.16b, B33.16b
    bcax A14.16b, B14.16b, B34.16b, B24.16b
    bcax A34.16b, B34.16b, B04.16b, B44.16b
    bcax A04.16b, B04.16b, B24.16b, B14.16b
    bcax A44.16b, B44.16b, B14.16b, B04.16b
    bcax A24.16b, B24.16b, B44.16b, B34.16b
    bcax A20.16b, B20.16b, B40.16b, B30.16b
    bcax A30.16b, B30.16b, B00.16b, B40.16b
    bcax A10.16b, B10.16b, B30.16b, B20.16b
    bcax A40.16b, B40.16b, B10.16b, B00.16b
    bcax A00.16b, B00.16b, B20.16b, B10.16b
    bcax A31.16b, B31.16b, B01.16b, B41.16b
    bcax A01.16b, B01.16b, B21.16b, B11.16b
    bcax A41.16b, B41.16b, B11.16b, B01.16b
    bcax A21.16b, B21.16b, B41.16b, B31.16b
    bcax A11.16b, B11.16b, B31.16b, B21.16b
    bcax A22.16b, B22.16b, B42.16b, B32.16b
    bcax A32.16b, B32.16b, B02.16b, B42.16b
    bcax A12.16b, B12.16b, B32.16b, B22.16b
    bcax A42.16b, B42.16b, B12.16b, B02.16b
    bcax A02.16b, B02.16b, B22.16b, B12.16b
    ldr q25, [x1], #16
    eor A00.16b, A00.16b, v25.16b
.endm

.macro permute
1:
    round
    ldr x3, [x1]
    cbnz x3, 1b
.endm

.text

/* void neosig_keccak_f1600_sha3(uint64_t state[25], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_sha3)
    .cfi_startproc
    save_vector
    ldp d0, d1, [x0, #0]
    ldp d2, d3, [x0, #16]
    ldp d4, d5, [x0, #32]
    ldp d6, d7, [x0, #48]
    ldp d8, d9, [x0, #64]
    ldp d10, d11, [x0, #80]
    ldp d12, d13, [x0, #96]
    ldp d14, d15, [x0, #112]
    ldp d16, d17, [x0, #128]
    ldp d18, d19, [x0, #144]
    ldp d20, d21, [x0, #160]
    ldp d22, d23, [x0, #176]
    ldr d24, [x0, #192]
    permute
    stp d0, d1, [x0, #0]
    stp d2, d3, [x0, #16]
    stp d4, d5, [x0, #32]
    stp d6, d7, [x0, #48]
    stp d8, d9, [x0, #64]
    stp d10, d11, [x0, #80]
    stp d12, d13, [x0, #96]
    stp d14, d15, [x0, #112]
    stp d16, d17, [x0, #128]
    stp d18, d19, [x0, #144]
    stp d20, d21, [x0, #160]
    stp d22, d23, [x0, #176]
    str d24, [x0, #192]
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_sha3)

/* void neosig_keccak_f1600_x2_sha3(uint64_t states[50], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x2_sha3)
    .cfi_startproc
    save_vector
    add x2, x0, #200
    load_vector
    permute
    store_vector
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x2_sha3)

#endif

END_FILE
