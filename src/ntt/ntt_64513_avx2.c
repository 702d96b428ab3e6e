/* ntt32.h modulo 64513, in AVX2. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define NTT_TABLES "ntt/ntt_64513_avx2_tables.h"
#include "ntt/ntt32_avx2_body.h"

const neosig_ntt32 neosig_ntt_64513_avx2 = {
    .name = "avx2",
    .q = NTT_Q,
    .forward = ntt32_forward,
    .inverse = ntt32_inverse,
    .multiply = ntt32_multiply,
};

NEOSIG_TARGET_END

#endif
