/* falcon_block.h in SSE2, encoded as AVX. */
#include "fft/real.h"

#if defined(__x86_64__) && !NEOSIG_REAL_INTEGER
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define REALS "fft/reals_two_sse2.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_block_body.h"

void neosig_falcon_block_avx2(neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0,
                              int16_t *z1, size_t step, const neosig_real *tree)
{
    block(sampler, t0, t1, z0, z1, step, tree);
}

NEOSIG_TARGET_END

#endif
