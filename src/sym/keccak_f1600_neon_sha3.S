/* Keccak-f[1600] by the SHA-3 instructions: one or two states (keccak_sha3.inc).
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

#include "sym/keccak_sha3.inc"

.macro round
    sums
    differences
    rho_pi
    ldr Q_K, [x1], #16
    chi
    eor A00.16b, A00.16b, K.16b
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
