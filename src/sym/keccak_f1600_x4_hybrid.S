/* Keccak-f[1600] on 64-bit Arm without the SHA-3 instructions: four states, two at a time. keccak_four.inc has the data
 * sheet. Features: none beyond Armv8.0 with Advanced SIMD. */
#include "sym/asm.inc"

#if defined(__aarch64__)

#include "sym/keccak_scalar.inc"
#include "sym/keccak_vector.inc"
#include "sym/keccak_four.inc"

/* void neosig_keccak_f1600_x4_hybrid(uint64_t states[100], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x4_hybrid)
    .cfi_startproc
    permute_four vector
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x4_hybrid)

#endif

END_FILE
