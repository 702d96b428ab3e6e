/* SHA-256 on its instructions where the CPU has them: many with AVX2 have not. */
#if defined(__x86_64__)
#include "neosig/neosig.h"
#include "sym/sha2.h"

static void sha256(void *h, const uint8_t *in, size_t blocks)
{
    (neosig_cpu() & NEOSIG_CPU_SHANI ? neosig_sha256_x86 : neosig_sha256_portable)(h, in, blocks);
}

const neosig_sha2_kernels neosig_sha2_x86 = {.name = "x86", .sha256 = sha256, .sha512 = neosig_sha512_portable};

#endif
