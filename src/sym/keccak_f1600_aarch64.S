/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: one state in general registers (keccak_scalar.inc).
 *
 * Data sheet:
 *   in       x0: the state, 25 lanes of 64 bits, alignment of 8, overwritten; x1: the 24 round constants and a 0, each
 *            twice.
 *   clobbers x0 - x17, the flags.
 *   stack    144 bytes; the lane of the state spilled there is overwritten at the end.
 *   features none beyond Armv8.0. No branch and no address depends on the state. */
#include "sym/asm.inc"

#if defined(__aarch64__)

#include "sym/keccak_scalar.inc"

.text

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

#endif

END_FILE
