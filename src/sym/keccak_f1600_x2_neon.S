/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: two states in vector registers (keccak_vector.inc).
 *
 * Data sheet:
 *   in       x0: two states of 25 lanes of 64 bits, one after the other, alignment of 8, overwritten; x1: the 24 round
 *            constants and a 0, each twice.
 *   clobbers x1 - x3, v0 - v7, v16 - v31.
 *   stack    64 bytes, nothing of the states.
 *   features none beyond Armv8.0 with Advanced SIMD. No branch and no address depends on the states. */
#include "sym/asm.inc"

#if defined(__aarch64__)

#include "sym/keccak_vector.inc"

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

#endif

END_FILE
