/* falcon_kernels.h's `block` of each machine. The files are their own since this kernel works in vectors of two reals
 * whatever the other kernels of a backend work in. */
#ifndef NEOSIG_FALCON_FALCON_BLOCK_H
#define NEOSIG_FALCON_FALCON_BLOCK_H

#include "fft/real.h"

#include <stddef.h>

struct neosig_falcon_sampler; /* falcon_sampler.h */

void neosig_falcon_block_portable(struct neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0,
                                  int16_t *z1, size_t step, const neosig_real *tree);
void neosig_falcon_block_neon(struct neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0,
                              int16_t *z1, size_t step, const neosig_real *tree);
void neosig_falcon_block_avx2(struct neosig_falcon_sampler *sampler, neosig_real *t0, neosig_real *t1, int16_t *z0,
                              int16_t *z1, size_t step, const neosig_real *tree);

#endif
