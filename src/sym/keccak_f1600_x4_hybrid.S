/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: four states, two at a time.
 *
 * States 0 and 1 are in vector registers for all of the time, 2 and then 3 in general registers for half of it each: two
 * scalar rounds alternate with a vector round, piece by piece (keccak_scalar.inc, keccak_vector.inc).
 *
 * Data sheet:
 *   in       x0: four states of 25 lanes of 64 bits, one after another, alignment of 8, overwritten; x1: the 24 round
 *            constants and a 0, each twice.
 *   clobbers x0 - x17, v0 - v7, v16 - v31, the flags.
 *   stack    208 bytes; the lane of a state spilled there is overwritten at the end.
 *   features none beyond Armv8.0 with Advanced SIMD. No branch and no address depends on the states. */
#include "sym/asm.inc"

#if defined(__aarch64__)

#include "sym/keccak_scalar.inc"
#include "sym/keccak_vector.inc"

/* void neosig_keccak_f1600_x4_hybrid(uint64_t states[100], const uint64_t constants[25][2]) */
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
