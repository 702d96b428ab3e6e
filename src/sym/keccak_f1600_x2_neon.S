/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: two states in vector registers. keccak_two.inc has the
 * data sheet. Features: none beyond Armv8.0 with Advanced SIMD. */
#include "sym/asm.inc"

#if defined(__aarch64__)

#include "sym/keccak_vector.inc"
#include "sym/keccak_two.inc"

/* void neosig_keccak_f1600_x2_neon(uint64_t states[50], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x2_neon)
    .cfi_startproc
    permute_two vector
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x2_neon)

#endif

END_FILE
