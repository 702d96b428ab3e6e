/* SHA-256 by its instructions, which CPUs with AES instructions have. SHA-512 by its instructions, where the CPU has
 * them: fewer do. */
#if defined(__aarch64__)
#include "neosig/neosig.h"
#include "sym/sha2.h"

static void sha512(void *h, const uint8_t *in, size_t blocks)
{
    (neosig_cpu() & NEOSIG_CPU_SHA512 ? neosig_sha512_armv8 : neosig_sha512_portable)(h, in, blocks);
}

const neosig_sha2_kernels neosig_sha2_armv8 = {.name = "armv8", .sha256 = neosig_sha256_armv8, .sha512 = sha512};

#endif
