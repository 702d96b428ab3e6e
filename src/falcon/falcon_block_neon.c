/* falcon_block.h in NEON. */
#include "fft/real.h"

#if defined(__aarch64__) && !NEOSIG_REAL_INTEGER
#define REALS "fft/reals_two_neon.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_block_body.h"

void neosig_falcon_block_neon(neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0,
                              int16_t *z1, size_t step, const neosig_real *tree)
{
    block(sampler, t0, t1, z0, z1, step, tree);
}

#endif
