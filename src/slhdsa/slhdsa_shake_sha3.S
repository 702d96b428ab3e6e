/* SLH-DSA's kernel over SHAKE256 by the SHA-3 instructions (slhdsa_kernels.h): two lanes side by side.
 *
 * A block fills words 0 to 16. So the first round has shorter column sums, and one register of 0 for the other lanes
 * of A. The last round makes no more than the words of n. Between steps the words lie side by side in the stack frame.
 * With more than one step M has n bytes. So then words n / 4 + 5 to 15 are 0, too.
 *
 * Data sheet:
 *   in       x0 and x2: the lanes, or twice the same, 25 words each, alignment of 8, M and the hash address
 *            overwritten; x1: the 24 round constants, each twice; x3: n, which is 16, 24 or 32; x4: steps.
 *   clobbers x4 - x12, v0 - v7, v16 - v31, the flags.
 *   stack    288 bytes; M there is overwritten at the end.
 *   features Advanced SIMD, SHA3. No branch and no address depends on the lanes. */
#include "sym/asm.inc"

#if defined(__aarch64__)
.arch armv8.2-a+sha3

#include "sym/keccak_sha3.inc"

#define NEXT_K v28
#define Q_NEXT_K q28
#define FRAME 224

/* What follows the sums in a first round. Lanes 9 to 15 of A stand in the registers that are named. */
.macro rest_of_first_round a41, a02, a12, a22, a32, a42, a03
    movi A23.2d, #0
    differences
    rho_pi 17, 17, 17, 17, 17, 17, 17, \a41, \a02, \a12, \a22, \a32, \a42, \a03
    ldp Q_K, Q_NEXT_K, [x1]
    chi
    eor A00.16b, A00.16b, K.16b
.endm

.macro first_round
    eor3 C2.16b, A20.16b, A21.16b, A22.16b
    eor3 C0.16b, A00.16b, A01.16b, A02.16b
    eor3 C3.16b, A30.16b, A31.16b, A32.16b
    eor3 C1.16b, A10.16b, A11.16b, A12.16b
    eor3 C4.16b, A40.16b, A41.16b, A42.16b
    eor C0.16b, C0.16b, A03.16b
    eor C1.16b, C1.16b, A13.16b
    rest_of_first_round 9, 10, 11, 12, 13, 14, 15
.endm

/* The first round of F again, from the stack frame, for each n. There the words that are not 0 lie side by side. */
.macro load_first_8
    ldp q0, q1, [sp, #0]
    ldp q2, q3, [sp, #32]
    ldp q4, q5, [sp, #64]
    ldp q6, q7, [sp, #96]
    eor C2.16b, A20.16b, A21.16b
    eor3 C1.16b, A10.16b, A11.16b, A13.16b
.endm

.macro first_round_of_f_16
    ldp q8, q16, [sp, #128]
    load_first_8
    mov C4.16b, A40.16b
    eor C0.16b, A00.16b, A01.16b
    eor C3.16b, A30.16b, A31.16b
    rest_of_first_round 17, 17, 17, 17, 17, 17, 17
.endm

.macro first_round_of_f_24
    ldp q10, q16, [sp, #160]
    load_first_8
    ldp q8, q9, [sp, #128]
    eor3 C0.16b, A00.16b, A01.16b, A02.16b
    eor C3.16b, A30.16b, A31.16b
    eor C4.16b, A40.16b, A41.16b
    rest_of_first_round 9, 10, 17, 17, 17, 17, 17
.endm

.macro first_round_of_f_32
    ldp q12, q16, [sp, #192]
    load_first_8
    ldp q8, q9, [sp, #128]
    ldp q10, q11, [sp, #160]
    eor3 C0.16b, A00.16b, A01.16b, A02.16b
    eor C1.16b, C1.16b, A12.16b
    eor C2.16b, C2.16b, A22.16b
    eor C3.16b, A30.16b, A31.16b
    eor C4.16b, A40.16b, A41.16b
    rest_of_first_round 9, 10, 11, 12, 17, 17, 17
.endm

.macro two_rounds constants
    sums
    differences
    rho_pi
    chi
    eor A00.16b, A00.16b, NEXT_K.16b
    sums
    differences
    rho_pi
    ldp Q_K, Q_NEXT_K, [x1, #\constants]
    chi
    eor A00.16b, A00.16b, K.16b
.endm

/* Words 0 and 1 of the digest. Words 2 and 3 need one more word of B. */
.macro last_round
    sums
    differences
    eor B00.16b, A00.16b, D0.16b
    xar B10.2d, A11.2d, D1.2d, #64 - 44
    xar B20.2d, A22.2d, D2.2d, #64 - 43
    xar B30.2d, A33.2d, D3.2d, #64 - 21
    bcax A00.16b, B00.16b, B20.16b, B10.16b
    bcax A10.16b, B10.16b, B30.16b, B20.16b
    eor A00.16b, A00.16b, NEXT_K.16b
.endm

.macro last_word_2
    xar B40.2d, A44.2d, D4.2d, #64 - 14
    bcax A20.16b, B20.16b, B40.16b, B30.16b
.endm

.macro last_word_3
    bcax A30.16b, B30.16b, B00.16b, B40.16b
.endm

/* The next word of M in both lanes. */
.macro put_word word
    st1 {v\word\().d}[0], [x5], #8
    st1 {v\word\().d}[1], [x6], #8
.endm

.text

/* void neosig_slhdsa_shake_x2_sha3(uint64_t a[25], const uint64_t constants[25][2], uint64_t b[25], size_t n,
 *                                  size_t steps) */
FUNCTION(neosig_slhdsa_shake_x2_sha3)
    .cfi_startproc
    save_vector
    sub sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    load_four 0, 1, 2, 3
    load_four 4, 5, 6, 7
    load_four 8, 9, 10, 11
    load_four 12, 13, 14, 15
    ldr d16, [x0, #128]
    ldr d25, [x2, #128]
    mov v16.d[1], v25.d[0]
    add x5, x3, #32 /* M */
    add x6, x2, x5
    add x7, sp, x5, lsl #1
    add x5, x0, x5
    ldr x9, [x5, #-8]
    ldr x10, [x6, #-8]
    mov x11, #1 << 56 /* one in the hash address */
    subs x4, x4, #1
    mov x8, x4
    b.eq 1f
    stp q0, q1, [sp, #0]
    stp q2, q3, [sp, #32]
    stp q4, q5, [sp, #64]
    stp q6, q7, [sp, #96]
    stp q8, q9, [sp, #128]
    stp q10, q11, [sp, #160]
    str q12, [sp, #192]
    add x12, x7, x3, lsl #1
    str q16, [x12, #16] /* behind the word of the padding */
1:
    first_round
2:
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    two_rounds 32 * \i
    .endr
    last_round
    add x9, x9, x11
    add x10, x10, x11
    cbz x4, 5f
    sub x4, x4, #1
    stp x9, x10, [x7, #-16]
    stp q0, q1, [x7]
    cmp x3, #24
    b.lo 3f
    last_word_2
    str q2, [x7, #32]
    b.eq 4f
    last_word_3
    str q3, [x7, #48]
    first_round_of_f_32
    b 2b
3:
    first_round_of_f_16
    b 2b
4:
    first_round_of_f_24
    b 2b
5:
    str x9, [x5, #-8]
    str x10, [x6, #-8]
    put_word 0
    put_word 1
    cmp x3, #24
    b.lo 6f
    last_word_2
    put_word 2
    b.eq 6f
    last_word_3
    put_word 3
6:
    cbz x8, 7f
    movi v0.2d, #0
    stp q0, q0, [x7]
    stp q0, q0, [x7, #32]
7:
    add sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_vector
    ret
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_shake_x2_sha3)

#endif

END_FILE
