/* SamplerZ (algorithm 15) and its generator. */
#ifndef NEOSIG_FALCON_FALCON_SAMPLER_H
#define NEOSIG_FALCON_FALCON_SAMPLER_H

#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"

#define NEOSIG_FALCON_STREAM_BYTES (4 * NEOSIG_SHAKE256_RATE) /* of one refill; ChaCha20's are 512 */
#define NEOSIG_FALCON_BEFORE_STREAM 16                        /* room for bytes that a refill leaves: fewer than 10 */

typedef struct neosig_falcon_sampler {
    neosig_falcon_candidates batch;
    void (*candidates)(neosig_falcon_candidates *out, const uint8_t *in); /* of the rules */
    const uint8_t *in, *end; /* the generator's bytes that are not taken yet */
    size_t next, have;       /* the batch has `have` candidates; number `next` begins at `in` */
    neosig_real sigma_min;
    const neosig_falcon_ctx *ctx;
    uint64_t counter; /* ChaCha20's */
    uint32_t key[12];
    neosig_shake shake; /* FN-DSA's generator; seeds of round 3's */
    /* A batch reads 7 * 11 + 16 = 93 bytes, though there may be but 10: 96 behind the end are readable. */
    uint8_t stream[NEOSIG_FALCON_BEFORE_STREAM + NEOSIG_FALCON_STREAM_BYTES + 96];
} neosig_falcon_sampler;

/* Seeds the generator with SHAKE256 of the seed. */
void neosig_falcon_sampler_init(neosig_falcon_sampler *sampler, const neosig_falcon_ctx *ctx, const uint8_t *seed,
                                size_t seed_bytes);

/* To be called before each attempt at a signature. In round 3 the attempts share the seed, and each takes a new key
 * from it. In FN-DSA each attempt has a seed, and samples follow `skip` bytes of its stream, fewer than a refill's;
 * skipped: these bytes, or NULL where skip is 0. */
void neosig_falcon_sampler_attempt(neosig_falcon_sampler *sampler, uint8_t *skipped, size_t skip);

/* Two samples with centres mu0 and mu1, |mu| < 2^30, and deviation 1 / leaf. The second is in the high half. leaf is
 * such that 1 <= sigma_min <= 1 / leaf <= sigma0.
 *
 * Time and addresses follow which candidates are rejected, and how many bytes each rejection takes. Both are public:
 * they say nothing of the samples, the centres and the deviation (Howe, Prest, Ricosset, Rossi, "Isochronous Gaussian
 * sampling", 2020). */
uint64_t neosig_falcon_sample_vartime(neosig_falcon_sampler *sampler, neosig_real mu0, neosig_real mu1,
                                      neosig_real leaf);

#endif
