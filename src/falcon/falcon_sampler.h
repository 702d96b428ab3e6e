/* SamplerZ (algorithm 15) and its generator. */
#ifndef NEOSIG_FALCON_FALCON_SAMPLER_H
#define NEOSIG_FALCON_FALCON_SAMPLER_H

#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"

#define NEOSIG_FALCON_STREAM_BYTES (4 * NEOSIG_SHAKE256_RATE) /* or ChaCha20's 512 */
#define NEOSIG_FALCON_BEFORE_STREAM 16                        /* what is left of the last ones, below a candidate */

typedef struct neosig_falcon_sampler {
    neosig_falcon_candidates batch;
    const neosig_falcon_kernels *kernels;
    const uint8_t *in, *end; /* of what the generator made and was not taken */
    size_t next, have;       /* the batch's candidates, of which that of `next` begins at `in` */
    neosig_real sigma_min;
    const neosig_falcon_ctx *ctx;
    uint64_t counter; /* ChaCha20's */
    uint32_t key[12];
    neosig_shake shake; /* FN-DSA's generator; seeds of round 3's */
    uint8_t stream[NEOSIG_FALCON_BEFORE_STREAM + NEOSIG_FALCON_STREAM_BYTES + 96]; /* a batch may read beyond the end */
} neosig_falcon_sampler;

/* A generator from ctx->seed_bytes. */
void neosig_falcon_sampler_init(neosig_falcon_sampler *sampler, const neosig_falcon_ctx *ctx, const uint8_t *seed);

/* Before each attempt; in round 3 the attempts share the seed. */
void neosig_falcon_sampler_attempt(neosig_falcon_sampler *sampler);

/* Two samples with centres mu0 and mu1, |mu| < 2^30, and deviation 1 / leaf: the second in the high half. leaf is such
 * that 1 <= sigma_min <= 1 / leaf <= sigma0. Public: which candidates are rejected, and how many bytes that takes,
 * which says nothing of the samples, nor of centres and deviation (Howe, Prest, Ricosset, Rossi, "Isochronous Gaussian
 * sampling", 2020); time and addresses follow that. */
uint64_t neosig_falcon_sample_vartime(neosig_falcon_sampler *sampler, neosig_real mu0, neosig_real mu1,
                                      neosig_real leaf);

#endif
