/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: one state in general registers, two in vector
 * registers, and four as two in each, interleaved.
 *
 * Scalar code. All lanes live in registers. A round has no rotation of its own: rotations are put off until a later EOR
 * or BIC takes the lane as its shifted operand (Becker and Kannwischer, ePrint 2022/1243).
 *
 * Pending rotations. A register is pending p if its lane has still to be rotated left by p. The result of an EOR or BIC
 * is pending as much as the operand that the instruction does not rotate.
 *
 *     Pxy   of lane (x, y) of A; the same before each round
 *           the sum of column x is pending as much as the lane that is added last
 *     Qx    of D[x]
 *     TXY   of lane (X, Y) of B, which is lane (x, y) of A xor D[x]: Pxy + rho(x, y) or Qx + rho(x, y), whichever
 *           operand was not rotated
 *     chi leaves lane (X, Y) of A pending TXY or T(X+2)Y
 *
 * Many patterns repeat from round to round. This one has the fewest rotated operands that were found, since some cores
 * are slow at these. Before the first round and after the last one, lanes are rotated where Pxy is not 0.
 *
 * Registers. A lane keeps its register from round to round: Axy names it. Bxy names the register where that lane of B
 * is put: that of a lane of A which is used up, or one of five more registers. These five also hold the column sums Cx
 * and the Dx. x18 belongs to the platform, so one register is missing. Lane (3, 2) therefore lies in memory, too, and
 * its register is free from the sum of its column to the end of the round. In the same way Vxy, Uxy, Wx, Yx name vector
 * registers.
 *
 * A scalar round is cut into 16 equal pieces, and a vector round into 32. x4 alternates two scalar rounds with a vector
 * round, piece by piece.
 *
 * Data sheet, all three routines:
 *   in       x0: the states, 25 lanes of 64 bits each, one state after another, any alignment of 8, overwritten;
 *            x1: the 24 round constants and a 0, each twice.
 *   clobbers x0 - x17, v0 - v7, v16 - v31 (x1: no vector register), the flags (not x2).
 *   stack    144 bytes (x1), 64 (x2), 208 (x4); the lane spilled by x1 and x4 is overwritten at the end.
 *   features none beyond Armv8.0 with Advanced SIMD. No branch and no address depends on the states. */
#include "sym/asm.inc"

#if defined(__aarch64__)

/* Homes of A: x5 - x17, x19 - x30 in the order of memory. The five more: x0 - x4. */
#define A00 x5
#define A10 x6
#define A20 x7
#define A30 x8
#define A40 x9
#define A01 x10
#define A11 x11
#define A21 x12
#define A31 x13
#define A41 x14
#define A02 x15
#define A12 x16
#define A22 x17
#define A32 x19
#define A42 x20
#define A03 x21
#define A13 x22
#define A23 x23
#define A33 x24
#define A43 x25
#define A04 x26
#define A14 x27
#define A24 x28
#define A34 x29
#define A44 x30

/* B. */
#define B00 x19
#define B10 x16
#define B20 x17
#define B30 x20
#define B40 x15
#define B01 x3
#define B11 x4
#define B21 x1
#define B31 x2
#define B41 x0
#define B02 x27
#define B12 x30
#define B22 x29
#define B32 x28
#define B42 x26
#define B03 x13
#define B13 x10
#define B23 x12
#define B33 x11
#define B43 x14
#define B04 x22
#define B14 x24
#define B24 x25
#define B34 x21
#define B44 x23

#define C0 x4
#define C1 x1
#define C2 x3
#define C3 x0
#define C4 x19
#define D0 x1
#define D1 x2
#define D2 x0
#define D3 x3
#define D4 x4

/* Pendings. */
#define P00 0
#define P10 0
#define P20 0
#define P30 0
#define P40 16
#define P01 28
#define P11 20
#define P21 0
#define P31 28
#define P41 0
#define P02 25
#define P12 0
#define P22 21
#define P32 0
#define P42 21
#define P03 43
#define P13 0
#define P23 56
#define P33 43
#define P43 56
#define P04 3
#define P14 20
#define P24 3
#define P34 20
#define P44 2

#define Q0 0
#define Q1 0
#define Q2 0
#define Q3 0
#define Q4 28

#define T00 0
#define T10 0
#define T20 0
#define T30 0
#define T40 16
#define T01 28
#define T11 20
#define T21 28
#define T31 45
#define T41 0
#define T02 1
#define T12 6
#define T22 25
#define T32 0
#define T42 21
#define T03 43
#define T13 0
#define T23 10
#define T33 15
#define T43 56
#define T04 62
#define T14 55
#define T24 3
#define T34 20
#define T44 2

/* Vector: lane (x, y) of A lives in v(5y + x); the others are v25 - v31. */
#define V00 v0
#define V10 v1
#define V20 v2
#define V30 v3
#define V40 v4
#define V01 v5
#define V11 v6
#define V21 v7
#define V31 v8
#define V41 v9
#define V02 v10
#define V12 v11
#define V22 v12
#define V32 v13
#define V42 v14
#define V03 v15
#define V13 v16
#define V23 v17
#define V33 v18
#define V43 v19
#define V04 v20
#define V14 v21
#define V24 v22
#define V34 v23
#define V44 v24

#define U00 v16
#define U10 v18
#define U20 v17
#define U30 v15
#define U40 v19
#define U01 v13
#define U11 v14
#define U21 v12
#define U31 v11
#define U41 v10
#define U02 v20
#define U12 v21
#define U22 v24
#define U32 v22
#define U42 v23
#define U03 v9
#define U13 v6
#define U23 v8
#define U33 v7
#define U43 v5
#define U04 v26
#define U14 v29
#define U24 v25
#define U34 v27
#define U44 v28

#define W0 v30
#define W1 v31
#define W2 v25
#define W3 v26
#define W4 v27
#define Y0 v31
#define Y1 v28
#define Y2 v26
#define Y3 v25
#define Y4 v30
#define VT v29

/* The stack frame of x1 and x4. */
#define SPILL 0
#define CONSTANTS 8
#define VECTOR_CONSTANTS 16
#define STATE 24
#define ALL_CONSTANTS 32
#define VECTOR_STATES 40
#define SAVED 48
#define FRAME 144

.macro scalar_1
    /* theta: sums of columns */
    eor C3, A30, A32
    eor C0, A02, A01, ror #((P02) - (P01)) & 63
    eor C1, A11, A14
    eor C2, A23, A22, ror #((P23) - (P22)) & 63
    eor C4, A42, A40, ror #((P42) - (P40)) & 63
    eor C3, A33, C3, ror #((P33) - (P32)) & 63
.endm

.macro scalar_2
    eor C0, A03, C0, ror #((P03) - (P02)) & 63
    eor C1, A10, C1, ror #((P10) - (P14)) & 63
    eor C2, A24, C2, ror #((P24) - (P23)) & 63
    eor C4, A43, C4, ror #((P43) - (P42)) & 63
    eor C3, A34, C3, ror #((P34) - (P33)) & 63
    eor C0, A04, C0, ror #((P04) - (P03)) & 63
.endm

.macro scalar_3
    eor C1, C1, A12
    eor C2, A20, C2, ror #((P20) - (P24)) & 63
    eor C4, A44, C4, ror #((P44) - (P43)) & 63
    eor C3, A31, C3, ror #((P31) - (P34)) & 63
    eor C0, A00, C0, ror #((P00) - (P04)) & 63
    eor C1, C1, A13
    eor C2, C2, A21
.endm

.macro scalar_4
    eor C4, A41, C4, ror #((P41) - (P44)) & 63
    /* theta: D */
    eor D1, C0, C2, ror #((Q1) - (P21 + 1)) & 63
    eor D4, C3, C0, ror #((Q4) - (P00 + 1)) & 63
    eor D2, C1, C3, ror #((Q2) - (P31 + 1)) & 63
    eor D0, C4, C1, ror #((Q0) - (P13 + 1)) & 63
    eor D3, C2, C4, ror #((Q3) - (P41 + 1)) & 63
.endm

.macro scalar_5
    /* theta, rho and pi: B */
    eor B34, A03, D0, ror #((P03) - (Q0)) & 63
    eor B42, A04, D0, ror #((P04) - (Q0)) & 63
    eor B00, D0, A00
    eor B13, A01, D0, ror #((P01) - (Q0)) & 63
    eor B21, A02, D0, ror #((P02) - (Q0)) & 63
    eor B20, A22, D2, ror #((P22) - (Q2)) & 63
.endm

.macro scalar_6
    eor B40, A44, D4, ror #((P44) - (Q4)) & 63
    eor B12, A21, D2
    eor B23, D1, A12
    eor B10, A11, D1, ror #((P11) - (Q1)) & 63
    eor B33, D2, A23, ror #((Q2) - (P23)) & 63
    eor B44, D1, A14, ror #((Q1) - (P14)) & 63
    eor B02, D1, A10
.endm

.macro scalar_7
    eor B31, D1, A13
    eor B04, A20, D2
    eor B41, A24, D2, ror #((P24) - (Q2)) & 63
    eor B32, A43, D4, ror #((P43) - (Q4)) & 63
    eor B24, D4, A42, ror #((Q4) - (P42)) & 63
    eor B30, A33, D3, ror #((P33) - (Q3)) & 63
.endm

.macro scalar_8
    eor B14, D3, A31, ror #((Q3) - (P31)) & 63
    eor B03, A40, D4, ror #((P40) - (Q4)) & 63
    eor B11, A41, D4, ror #((P41) - (Q4)) & 63
    eor B43, D3, A34, ror #((Q3) - (P34)) & 63
    ldp B22, A40, [sp, #SPILL] /* and the address of the constants, at #CONSTANTS */
    /* chi, row by row */
    bic A00, B20, B10
    bic A10, B30, B20
    eor B22, D3, B22
    eor B01, A30, D3
.endm

/* Between pieces 8 and 9, the round's constant: A40 has the address, A30 takes it, A20 is free. */
.macro scalar_constant offset
    ldr A30, [A40, #\offset]
.endm

.macro scalar_9
    bic A20, B40, B30, ror #((T40) - (T30)) & 63
    eor A00, B00, A00
    eor A10, B10, A10
    eor A20, B20, A20, ror #((T20) - (T40)) & 63
    /* iota */
    eor A00, A00, A30
    bic A30, B00, B40, ror #((T00) - (T40)) & 63
    bic A40, B10, B00
.endm

.macro scalar_10
    eor A30, B30, A30
    eor A40, B40, A40, ror #((T40) - (T10)) & 63
    bic A02, B22, B12, ror #((T22) - (T12)) & 63
    bic A12, B32, B22, ror #((T32) - (T22)) & 63
.endm

.macro scalar_11
    bic A22, B42, B32, ror #((T42) - (T32)) & 63
    bic A32, B02, B42, ror #((T02) - (T42)) & 63
    bic A42, B12, B02, ror #((T12) - (T02)) & 63
    eor A02, A02, B02, ror #((T22) - (T02)) & 63
    eor A12, A12, B12, ror #((T32) - (T12)) & 63
    eor A22, A22, B22, ror #((T42) - (T22)) & 63
    eor A32, B32, A32, ror #((T32) - (T02)) & 63
.endm

.macro scalar_12
    eor A42, B42, A42, ror #((T42) - (T12)) & 63
    bic A04, B24, B14, ror #((T24) - (T14)) & 63
    bic A14, B34, B24, ror #((T34) - (T24)) & 63
    bic A24, B44, B34, ror #((T44) - (T34)) & 63
    bic A34, B04, B44, ror #((T04) - (T44)) & 63
    bic A44, B14, B04, ror #((T14) - (T04)) & 63
.endm

.macro scalar_13
    eor A04, A04, B04, ror #((T24) - (T04)) & 63
    eor A14, A14, B14, ror #((T34) - (T14)) & 63
    eor A24, B24, A24, ror #((T24) - (T44)) & 63
    eor A34, B34, A34, ror #((T34) - (T04)) & 63
    eor A44, B44, A44, ror #((T44) - (T14)) & 63
    bic A03, B23, B13, ror #((T23) - (T13)) & 63
.endm

.macro scalar_14
    bic A13, B33, B23, ror #((T33) - (T23)) & 63
    bic A23, B43, B33, ror #((T43) - (T33)) & 63
    bic A33, B03, B43, ror #((T03) - (T43)) & 63
    bic A43, B13, B03, ror #((T13) - (T03)) & 63
    eor A03, B03, A03, ror #((T03) - (T23)) & 63
    eor A13, B13, A13, ror #((T13) - (T33)) & 63
    eor A23, A23, B23, ror #((T43) - (T23)) & 63
.endm

.macro scalar_15
    eor A33, A33, B33, ror #((T03) - (T33)) & 63
    eor A43, B43, A43, ror #((T43) - (T13)) & 63
    bic A01, B21, B11, ror #((T21) - (T11)) & 63
    bic A11, B31, B21, ror #((T31) - (T21)) & 63
    bic A21, B41, B31, ror #((T41) - (T31)) & 63
    bic A31, B01, B41, ror #((T01) - (T41)) & 63
.endm

.macro scalar_16
    bic A41, B11, B01, ror #((T11) - (T01)) & 63
    eor A01, A01, B01
    eor A11, B11, A11, ror #((T11) - (T31)) & 63
    eor A21, A21, B21, ror #((T41) - (T21)) & 63
    eor A31, A31, B31, ror #((T01) - (T31)) & 63
    eor A41, B41, A41, ror #((T41) - (T11)) & 63
    str A32, [sp, #SPILL]
.endm

#define Q_U43 q5 /* U43 as the target of a load */
#define Q_U32 q22 /* U32 as the target of a load */
#define Q_W0 q30  /* W0 as the target of a load */

.macro vector_1
    /* All steps at once, so that the shifts, which some cores do in one of two pipes only, are spread */
    eor W2.16b, V20.16b, V21.16b
    eor W0.16b, V00.16b, V01.16b
    eor W3.16b, V30.16b, V31.16b
    eor W1.16b, V10.16b, V11.16b
.endm

.macro vector_2
    eor W2.16b, W2.16b, V22.16b
    eor W0.16b, W0.16b, V02.16b
    eor W3.16b, W3.16b, V32.16b
    eor W1.16b, W1.16b, V12.16b
    eor W2.16b, W2.16b, V23.16b
.endm

.macro vector_3
    eor W0.16b, W0.16b, V03.16b
    eor W3.16b, W3.16b, V33.16b
    eor W1.16b, W1.16b, V13.16b
    eor W2.16b, W2.16b, V24.16b
    eor W0.16b, W0.16b, V04.16b
.endm

.macro vector_4
    eor W3.16b, W3.16b, V34.16b
    eor W4.16b, V40.16b, V41.16b
    add Y1.2d, W2.2d, W2.2d
    add VT.2d, W0.2d, W0.2d
    eor W1.16b, W1.16b, V14.16b
.endm

.macro vector_5
    eor W4.16b, W4.16b, V42.16b
    sri Y1.2d, W2.2d, #63
    sri VT.2d, W0.2d, #63
    eor W4.16b, W4.16b, V43.16b
    eor Y1.16b, Y1.16b, W0.16b
.endm

.macro vector_6
    eor Y4.16b, VT.16b, W3.16b
    add VT.2d, W3.2d, W3.2d
    eor V14.16b, V14.16b, Y1.16b
    eor V13.16b, V13.16b, Y1.16b
    sri VT.2d, W3.2d, #63
.endm

.macro vector_7
    eor V12.16b, V12.16b, Y1.16b
    eor V11.16b, V11.16b, Y1.16b
    eor V10.16b, V10.16b, Y1.16b
    eor Y2.16b, VT.16b, W1.16b
    add VT.2d, W1.2d, W1.2d
.endm

.macro vector_8
    shl U44.2d, V14.2d, #2
    eor W4.16b, W4.16b, V44.16b
    sri VT.2d, W1.2d, #63
    eor V21.16b, V21.16b, Y2.16b
    sri U44.2d, V14.2d, #62
.endm

.macro vector_9
    eor V23.16b, V23.16b, Y2.16b
    shl U12.2d, V21.2d, #6
    eor Y0.16b, VT.16b, W4.16b
    add VT.2d, W4.2d, W4.2d
    eor V22.16b, V22.16b, Y2.16b
.endm

.macro vector_10
    sri U12.2d, V21.2d, #58
    eor V03.16b, V03.16b, Y0.16b
    sri VT.2d, W4.2d, #63
    eor V02.16b, V02.16b, Y0.16b
    shl U33.2d, V23.2d, #15
.endm

.macro vector_11
    eor V24.16b, V24.16b, Y2.16b
    shl U34.2d, V03.2d, #41
    eor Y3.16b, VT.16b, W2.16b
    sri U33.2d, V23.2d, #49
    eor V01.16b, V01.16b, Y0.16b
.endm

.macro vector_12
    shl U20.2d, V22.2d, #43
    eor V33.16b, V33.16b, Y3.16b
    sri U34.2d, V03.2d, #23
    eor V31.16b, V31.16b, Y3.16b
    sri U20.2d, V22.2d, #21
.endm

.macro vector_13
    eor V43.16b, V43.16b, Y4.16b
    shl U21.2d, V02.2d, #3
    eor V44.16b, V44.16b, Y4.16b
    shl U30.2d, V33.2d, #21
    eor V42.16b, V42.16b, Y4.16b
.endm

.macro vector_14
    sri U21.2d, V02.2d, #61
    eor V30.16b, V30.16b, Y3.16b
    sri U30.2d, V33.2d, #43
    eor V32.16b, V32.16b, Y3.16b
    shl U10.2d, V11.2d, #44
.endm

.macro vector_15
    eor V34.16b, V34.16b, Y3.16b
    shl U41.2d, V24.2d, #61
    eor V04.16b, V04.16b, Y0.16b
    sri U10.2d, V11.2d, #20
    eor V41.16b, V41.16b, Y4.16b
.endm

.macro vector_16
    sri U41.2d, V24.2d, #3
    ldr Q_U32, Lrotate_8
    eor V20.16b, V20.16b, Y2.16b
    shl U13.2d, V01.2d, #36
    eor V40.16b, V40.16b, Y4.16b
.endm

.macro vector_17
    shl U14.2d, V31.2d, #55
    tbl U32.16b, {V43.16b}, U32.16b
    sri U13.2d, V01.2d, #28
    ldr Q_U43, Lrotate_56
.endm

.macro vector_18
    sri U14.2d, V31.2d, #9
    shl U24.2d, V42.2d, #39
    tbl U43.16b, {V34.16b}, U43.16b
    shl U40.2d, V44.2d, #14
    shl U23.2d, V12.2d, #10
.endm

.macro vector_19
    sri U24.2d, V42.2d, #25
    sri U40.2d, V44.2d, #50
    shl U22.2d, V32.2d, #25
    shl U11.2d, V41.2d, #20
    sri U23.2d, V12.2d, #54
.endm

.macro vector_20
    shl U42.2d, V04.2d, #18
    shl U31.2d, V13.2d, #45
    sri U22.2d, V32.2d, #39
    sri U11.2d, V41.2d, #44
    sri U42.2d, V04.2d, #46
.endm

.macro vector_21
    add U02.2d, V10.2d, V10.2d
    shl U03.2d, V40.2d, #27
    sri U31.2d, V13.2d, #19
    eor U00.16b, V00.16b, Y0.16b
    shl U04.2d, V20.2d, #62
.endm

.macro vector_22
    bic V00.16b, U20.16b, U10.16b
    shl U01.2d, V30.2d, #28
    sri U04.2d, V20.2d, #2
    bic V20.16b, U40.16b, U30.16b
    sri U02.2d, V10.2d, #63
.endm

.macro vector_23
    bic V10.16b, U30.16b, U20.16b
    sri U01.2d, V30.2d, #36
    bic V30.16b, U00.16b, U40.16b
    sri U03.2d, V40.2d, #37
    bic V40.16b, U10.16b, U00.16b
.endm

.macro vector_24
    eor V10.16b, V10.16b, U10.16b
    eor V30.16b, V30.16b, U30.16b
    eor V00.16b, V00.16b, U00.16b
    eor V20.16b, V20.16b, U20.16b
    eor V40.16b, V40.16b, U40.16b
.endm

.macro vector_25
    bic V03.16b, U23.16b, U13.16b
    bic V13.16b, U33.16b, U23.16b
    bic V23.16b, U43.16b, U33.16b
    bic V33.16b, U03.16b, U43.16b
    bic V43.16b, U13.16b, U03.16b
.endm

.macro vector_26
    eor V03.16b, V03.16b, U03.16b
    eor V13.16b, V13.16b, U13.16b
    eor V33.16b, V33.16b, U33.16b
    eor V43.16b, V43.16b, U43.16b
    eor V23.16b, V23.16b, U23.16b
.endm

.macro vector_27
    bic V31.16b, U01.16b, U41.16b
    bic V21.16b, U41.16b, U31.16b
    bic V11.16b, U31.16b, U21.16b
    bic V01.16b, U21.16b, U11.16b
    bic V41.16b, U11.16b, U01.16b
.endm

.macro vector_28
    eor V21.16b, V21.16b, U21.16b
    eor V31.16b, V31.16b, U31.16b
    eor V41.16b, V41.16b, U41.16b
    eor V01.16b, V01.16b, U01.16b
    eor V11.16b, V11.16b, U11.16b
.endm

.macro vector_29
    bic V22.16b, U42.16b, U32.16b
    bic V02.16b, U22.16b, U12.16b
    bic V12.16b, U32.16b, U22.16b
    bic V42.16b, U12.16b, U02.16b
    bic V32.16b, U02.16b, U42.16b
.endm

.macro vector_30
    eor V02.16b, V02.16b, U02.16b
    eor V22.16b, V22.16b, U22.16b
    eor V42.16b, V42.16b, U42.16b
    eor V32.16b, V32.16b, U32.16b
    eor V12.16b, V12.16b, U12.16b
.endm

.macro vector_31
    bic V34.16b, U04.16b, U44.16b
    bic V04.16b, U24.16b, U14.16b
    bic V24.16b, U44.16b, U34.16b
    bic V14.16b, U34.16b, U24.16b
    bic V44.16b, U14.16b, U04.16b
.endm

.macro vector_32
    eor V04.16b, V04.16b, U04.16b
    eor V24.16b, V24.16b, U24.16b
    eor V14.16b, V14.16b, U14.16b
    eor V44.16b, V44.16b, U44.16b
    eor V34.16b, V34.16b, U34.16b
.endm

.macro save_general
    sub sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    stp x19, x20, [sp, #SAVED + 0]
    .cfi_rel_offset x19, SAVED + 0
    .cfi_rel_offset x20, SAVED + 8
    stp x21, x22, [sp, #SAVED + 16]
    .cfi_rel_offset x21, SAVED + 16
    .cfi_rel_offset x22, SAVED + 24
    stp x23, x24, [sp, #SAVED + 32]
    .cfi_rel_offset x23, SAVED + 32
    .cfi_rel_offset x24, SAVED + 40
    stp x25, x26, [sp, #SAVED + 48]
    .cfi_rel_offset x25, SAVED + 48
    .cfi_rel_offset x26, SAVED + 56
    stp x27, x28, [sp, #SAVED + 64]
    .cfi_rel_offset x27, SAVED + 64
    .cfi_rel_offset x28, SAVED + 72
    stp x29, x30, [sp, #SAVED + 80]
    .cfi_rel_offset x29, SAVED + 80
    .cfi_rel_offset x30, SAVED + 88
.endm

.macro restore_general
    ldp x19, x20, [sp, #SAVED + 0]
    .cfi_restore x19
    .cfi_restore x20
    ldp x21, x22, [sp, #SAVED + 16]
    .cfi_restore x21
    .cfi_restore x22
    ldp x23, x24, [sp, #SAVED + 32]
    .cfi_restore x23
    .cfi_restore x24
    ldp x25, x26, [sp, #SAVED + 48]
    .cfi_restore x25
    .cfi_restore x26
    ldp x27, x28, [sp, #SAVED + 64]
    .cfi_restore x27
    .cfi_restore x28
    ldp x29, x30, [sp, #SAVED + 80]
    .cfi_restore x29
    .cfi_restore x30
    add sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
.endm

/* The state at x0, rotated back by the pendings. */
.macro load_scalar
    ldp A00, A10, [x0, #0]
    ldp A20, A30, [x0, #16]
    ldp A40, A01, [x0, #32]
    ldp A11, A21, [x0, #48]
    ldp A31, A41, [x0, #64]
    ldp A02, A12, [x0, #80]
    ldp A22, A32, [x0, #96]
    ldp A42, A03, [x0, #112]
    ldp A13, A23, [x0, #128]
    ldp A33, A43, [x0, #144]
    ldp A04, A14, [x0, #160]
    ldp A24, A34, [x0, #176]
    ldr A44, [x0, #192]
    ror A40, A40, #P40
    ror A01, A01, #P01
    ror A11, A11, #P11
    ror A31, A31, #P31
    ror A02, A02, #P02
    ror A22, A22, #P22
    ror A42, A42, #P42
    ror A03, A03, #P03
    ror A23, A23, #P23
    ror A33, A33, #P33
    ror A43, A43, #P43
    ror A04, A04, #P04
    ror A14, A14, #P14
    ror A24, A24, #P24
    ror A34, A34, #P34
    ror A44, A44, #P44
    str A32, [sp, #SPILL]
.endm

.macro store_scalar
    ror A40, A40, #64 - P40
    ror A01, A01, #64 - P01
    ror A11, A11, #64 - P11
    ror A31, A31, #64 - P31
    ror A02, A02, #64 - P02
    ror A22, A22, #64 - P22
    ror A42, A42, #64 - P42
    ror A03, A03, #64 - P03
    ror A23, A23, #64 - P23
    ror A33, A33, #64 - P33
    ror A43, A43, #64 - P43
    ror A04, A04, #64 - P04
    ror A14, A14, #64 - P14
    ror A24, A24, #64 - P24
    ror A34, A34, #64 - P34
    ror A44, A44, #64 - P44
    ldr x0, [sp, #STATE]
    str xzr, [sp, #SPILL]
    stp A00, A10, [x0, #0]
    stp A20, A30, [x0, #16]
    stp A40, A01, [x0, #32]
    stp A11, A21, [x0, #48]
    stp A31, A41, [x0, #64]
    stp A02, A12, [x0, #80]
    stp A22, A32, [x0, #96]
    stp A42, A03, [x0, #112]
    stp A13, A23, [x0, #128]
    stp A33, A43, [x0, #144]
    stp A04, A14, [x0, #160]
    stp A24, A34, [x0, #176]
    str A44, [x0, #192]
.endm

.macro scalar_until_constant
    scalar_1
    scalar_2
    scalar_3
    scalar_4
    scalar_5
    scalar_6
    scalar_7
    scalar_8
.endm

.macro scalar_from_constant
    scalar_9
    scalar_10
    scalar_11
    scalar_12
    scalar_13
    scalar_14
    scalar_15
    scalar_16
.endm

.text

/* Indices for TBL that rotate each 64-bit lane left: one instruction where shifts take two. */
.balign 16
Lrotate_8:
    .byte 7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14
Lrotate_56:
    .byte 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8

/* void neosig_keccak_f1600_aarch64(uint64_t state[25], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_aarch64)
    .cfi_startproc
    save_general
    add x1, x1, #48
    str x0, [sp, #STATE]
    str x1, [sp, #CONSTANTS]
    load_scalar
1:
    scalar_until_constant
    scalar_constant -48
    scalar_from_constant
    scalar_until_constant
    scalar_constant -32
    scalar_from_constant
    scalar_until_constant
    scalar_constant -16
    tst A30, #0x8000 /* the third of four constants has this bit, but for the last four */
    scalar_from_constant
    scalar_until_constant
    ldr A30, [A40], #64
    str A40, [sp, #CONSTANTS]
    scalar_from_constant
    b.ne 1b
    store_scalar
    restore_general
    ret
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_aarch64)

/* void neosig_keccak_f1600_x2_neon(uint64_t states[50], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x2_neon)
    .cfi_startproc
    save_vector
    add x2, x0, #200
    load_vector
1:
    vector_1
    vector_2
    vector_3
    vector_4
    vector_5
    vector_6
    vector_7
    vector_8
    vector_9
    vector_10
    vector_11
    vector_12
    vector_13
    vector_14
    vector_15
    vector_16
    vector_17
    vector_18
    vector_19
    vector_20
    vector_21
    vector_22
    vector_23
    vector_24
    vector_25
    vector_26
    vector_27
    vector_28
    vector_29
    vector_30
    vector_31
    vector_32
    ldr q25, [x1], #16
    eor V00.16b, V00.16b, v25.16b
    ldr x3, [x1]
    cbnz x3, 1b
    store_vector
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x2_neon)

/* void neosig_keccak_f1600_x4_hybrid(uint64_t states[100], const uint64_t constants[25][2])
 * States 0 and 1 are in vector registers for all of the time, 2 and then 3 in general registers for half of it each. */
FUNCTION(neosig_keccak_f1600_x4_hybrid)
    .cfi_startproc
    save_vector
    save_general
    str x0, [sp, #VECTOR_STATES]
    str x1, [sp, #VECTOR_CONSTANTS]
    add x1, x1, #16
    str x1, [sp, #ALL_CONSTANTS]
    add x2, x0, #200
    load_vector
    add x0, x0, #400
    str x0, [sp, #STATE]
1:
    ldr x1, [sp, #ALL_CONSTANTS]
    str x1, [sp, #CONSTANTS]
    load_scalar
2:
    scalar_1
    vector_1
    scalar_2
    vector_2
    scalar_3
    vector_3
    scalar_4
    vector_4
    scalar_5
    vector_5
    scalar_6
    vector_6
    scalar_7
    vector_7
    scalar_8
    scalar_constant -16
    vector_8
    scalar_9
    vector_9
    scalar_10
    vector_10
    scalar_11
    vector_11
    scalar_12
    vector_12
    scalar_13
    vector_13
    scalar_14
    vector_14
    scalar_15
    vector_15
    scalar_16
    vector_16
    scalar_1
    vector_17
    scalar_2
    vector_18
    scalar_3
    vector_19
    scalar_4
    vector_20
    scalar_5
    vector_21
    scalar_6
    vector_22
    scalar_7
    vector_23
    scalar_8
    ldr A30, [A40], #32
    ldr A20, [A40, #-16] /* the next constant, 0 after the last */
    cmp A20, #0
    ldr A20, [sp, #VECTOR_CONSTANTS]
    ldr Q_W0, [A20], #16
    stp A40, A20, [sp, #CONSTANTS]
    vector_24
    scalar_9
    vector_25
    scalar_10
    vector_26
    scalar_11
    vector_27
    scalar_12
    vector_28
    scalar_13
    vector_29
    scalar_14
    vector_30
    scalar_15
    vector_31
    scalar_16
    vector_32
    eor V00.16b, V00.16b, W0.16b
    b.ne 2b
    store_scalar
    add x0, x0, #200
    str x0, [sp, #STATE]
    ldr x3, [sp, #VECTOR_CONSTANTS]
    ldr x2, [x3]
    cbnz x2, 1b
    ldr x0, [sp, #VECTOR_STATES]
    add x2, x0, #200
    store_vector
    restore_general
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x4_hybrid)

#endif

END_FILE
