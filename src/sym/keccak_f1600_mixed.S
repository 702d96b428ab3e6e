/* Keccak-f[1600] on 64-bit Arm with some of the SHA-3 instructions, for cores that run these in one of several vector
 * pipes: two states, and four. keccak_two.inc and keccak_four_lent.inc have the data sheets. Features: Advanced SIMD,
 * SHA3. */
#include "sym/asm.inc"

#if defined(__aarch64__)
.arch armv8.2-a+sha3

#include "sym/keccak_scalar.inc"
#include "sym/keccak_vector_sha3.inc"
#include "sym/keccak_two.inc"
#include "sym/keccak_four_lent.inc"

/* void neosig_keccak_f1600_x2_mixed(uint64_t states[50], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x2_mixed)
    .cfi_startproc
    permute_two mixed
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x2_mixed)

/* void neosig_keccak_f1600_x4_mixed(uint64_t states[100], const uint64_t constants[25][2]) */
FUNCTION(neosig_keccak_f1600_x4_mixed)
    .cfi_startproc
    permute_four_lent mixed
    .cfi_endproc
END_FUNCTION(neosig_keccak_f1600_x4_mixed)

#endif

END_FILE
