/* From messages to points.
 *
 * Round 3 hashes nonce | message to the point. FN-DSA makes mu first: SHAKE256 of the public key's hash, a prefix and
 * the message, with FIPS 204's prefixes and pre-hash modes. Then it hashes nonce | mu. */
#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"
#include "falcon/falcon_sampler.h"
#include "sym/bytes.h"

#include <assert.h>
#include <string.h>

#define ROUND3_SEED_BYTES 48

void neosig_falcon_hash_of_fg(const neosig_falcon_ctx *ctx, uint8_t hash[NEOSIG_FNDSA_SEED_BYTES], const uint8_t *sk)
{
    neosig_shake256(ctx->backend->keccak, hash, NEOSIG_FNDSA_SEED_BYTES, sk + 1, 2 * ctx->n * ctx->f_bits / 8);
}

/* Absorbs all of mu that stands before the message, or before the message's digest. */
static void fndsa_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret)
{
    const neosig_options *options = &job->options;
    const int prehash = options->prehash != NEOSIG_PREHASH_NONE;
    const size_t at = job->prepared ? 0 : job->alg->secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES;
    uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES];
    if (job->prepared || secret)
        memcpy(hash, (const uint8_t *)job->key + at, sizeof hash);
    else
        neosig_shake256(ctx->backend->keccak, hash, sizeof hash, job->key, job->alg->public_key_bytes);
    if (secret)
        neosig_declassify(hash, sizeof hash, "the hash of the public key");
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, hash, sizeof hash);
    if ((options->flags & NEOSIG_INTERNAL) == 0) {
        const uint8_t prefix[2] = {(uint8_t)prehash, (uint8_t)options->context_bytes};
        neosig_shake_absorb(&job->outer, prefix, sizeof prefix);
        neosig_shake_absorb(&job->outer, options->context, options->context_bytes);
    }
    if (prehash) {
        uint8_t oid[NEOSIG_PREHASH_OID_BYTES];
        neosig_prehash_oid(options->prehash, oid);
        neosig_shake_absorb(&job->outer, oid, sizeof oid);
        neosig_prehash_init(&job->hash, options, job->backend->keccak);
    }
}

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source)
{
    if (!secret && job->signature_bytes < 1 + NEOSIG_FALCON_NONCE_BYTES)
        return NEOSIG_ERR_SIGNATURE;
    static_assert(NEOSIG_FNDSA_SEED_BYTES == NEOSIG_FALCON_NONCE_BYTES, "a job keeps one or the other");
    if (secret) { /* round 3's nonce, FN-DSA's seed */
        const neosig_error error = neosig_draw(source, job->scratch, NEOSIG_FALCON_NONCE_BYTES);
        if (error != NEOSIG_OK)
            return error;
    }
    if (ctx->rules == NEOSIG_FALCON_FNDSA) {
        fndsa_begin(ctx, job, secret);
        return NEOSIG_OK;
    }
    const uint8_t *nonce = secret ? job->scratch : job->signature + 1;
    if (secret)
        neosig_declassify(nonce, NEOSIG_FALCON_NONCE_BYTES, "a nonce is part of the signature");
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, nonce, NEOSIG_FALCON_NONCE_BYTES);
    return NEOSIG_OK;
}

void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (job->options.prehash == NEOSIG_PREHASH_NONE)
        neosig_shake_absorb(&job->outer, data, bytes);
    else
        neosig_prehash_absorb(&job->hash, &job->options, data, bytes);
}

/* Numbers of 16 bits in the order squeezed: those below 5 q are taken, modulo q, and others are dropped (algorithm 3).
 */
NEOSIG_NOT_INLINED
static void falcon_hash_to_point_vartime(const neosig_falcon_ctx *ctx, uint16_t *hm, neosig_shake *shake)
{
    enum { NUMBERS = NEOSIG_FALCON_BLOCK_NUMBERS, ALL = NUMBERS + NEOSIG_FALCON_BLOCK_BEYOND };
    uint16_t block[ALL], last[ALL];
    size_t (*const numbers)(uint16_t *, const uint16_t *) = ctx->rules == NEOSIG_FALCON_ROUND3
                                                                ? ctx->backend->falcon->numbers_of_block_round3_vartime
                                                                : ctx->backend->falcon->numbers_of_block_fndsa_vartime;
    memset(block, 255, sizeof block);
    neosig_shake_finish(shake);
    for (size_t done = 0; done < ctx->n;) {
        const size_t left = ctx->n - done;
        uint16_t *to = left < ALL ? last : hm + done;
        neosig_shake_squeeze(shake, (uint8_t *)block, NEOSIG_SHAKE256_RATE);
        const size_t found = numbers(to, block), used = found < left ? found : left;
        if (to == last)
            memcpy(hm + done, last, used * sizeof hm[0]);
        done += used;
    }
}

/* FN-DSA: mu of a message that is absorbed. */
static void make_mu(neosig_job *job, uint8_t mu[NEOSIG_FALCON_MU_BYTES])
{
    if (job->options.prehash != NEOSIG_PREHASH_NONE) {
        uint8_t digest[NEOSIG_PREHASH_MAX_BYTES];
        const size_t bytes = neosig_prehash_final(&job->hash, &job->options, digest);
        neosig_shake_absorb(&job->outer, digest, bytes);
    }
    neosig_shake_finish(&job->outer);
    neosig_shake_squeeze(&job->outer, mu, NEOSIG_FALCON_MU_BYTES);
}

static void point_of_mu(const neosig_falcon_ctx *ctx, uint16_t *hm, const uint8_t *nonce,
                        const uint8_t mu[NEOSIG_FALCON_MU_BYTES])
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, nonce, NEOSIG_FALCON_NONCE_BYTES);
    neosig_shake_absorb(&shake, mu, NEOSIG_FALCON_MU_BYTES);
    falcon_hash_to_point_vartime(ctx, hm, &shake);
}

void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm)
{
    uint8_t mu[NEOSIG_FALCON_MU_BYTES];
    if (ctx->rules == NEOSIG_FALCON_ROUND3) {
        falcon_hash_to_point_vartime(ctx, hm, &job->outer);
        return;
    }
    make_mu(job, mu);
    point_of_mu(ctx, hm, job->signature + 1, mu);
}

static neosig_error round3_attempt(neosig_falcon_signing *signing, unsigned attempt, neosig_falcon_sampler *sampler,
                                   uint8_t *nonce, uint16_t *hm)
{
    if (attempt == 0) {
        uint8_t seed[ROUND3_SEED_BYTES];
        memcpy(nonce, signing->job->scratch, NEOSIG_FALCON_NONCE_BYTES);
        falcon_hash_to_point_vartime(signing->ctx, hm, &signing->job->outer);
        const neosig_error error = neosig_draw(signing->source, seed, sizeof seed);
        if (error != NEOSIG_OK)
            return error;
        neosig_falcon_sampler_init(sampler, signing->ctx, seed, sizeof seed);
        neosig_wipe(seed, sizeof seed);
    }
    neosig_falcon_sampler_attempt(sampler, NULL, 0);
    return NEOSIG_OK;
}

/* mu, and the seed of all attempts: SHAKE256(SHAKE256(f, g) | mu | the seed that was drawn). */
static void fndsa_derive(neosig_falcon_signing *signing)
{
    const neosig_job *job = signing->job;
    uint8_t fg_hash[NEOSIG_FNDSA_SEED_BYTES];
    neosig_shake shake;
    make_mu(signing->job, signing->mu);
    if (job->prepared)
        memcpy(fg_hash, (const uint8_t *)job->key + NEOSIG_FALCON_FG_HASH_AT, sizeof fg_hash);
    else
        neosig_falcon_hash_of_fg(signing->ctx, fg_hash, job->key);
    neosig_shake_init(&shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, fg_hash, sizeof fg_hash);
    neosig_shake_absorb(&shake, signing->mu, sizeof signing->mu);
    neosig_shake_absorb(&shake, job->scratch, NEOSIG_FNDSA_SEED_BYTES);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, signing->seed, sizeof signing->seed);
    neosig_wipe(fg_hash, sizeof fg_hash);
    neosig_wipe(&shake, sizeof shake);
}

/* The stream of an attempt is SHAKE256 of the derived seed and the number of the attempt in a byte. */
static void fndsa_attempt(neosig_falcon_signing *signing, unsigned attempt, neosig_falcon_sampler *sampler,
                          uint8_t *nonce, uint16_t *hm)
{
    uint8_t seed[NEOSIG_FNDSA_SEED_BYTES + 1];
    if (attempt == 0)
        fndsa_derive(signing);
    memcpy(seed, signing->seed, NEOSIG_FNDSA_SEED_BYTES);
    seed[NEOSIG_FNDSA_SEED_BYTES] = (uint8_t)attempt;
    neosig_falcon_sampler_init(sampler, signing->ctx, seed, sizeof seed);
    neosig_wipe(seed, sizeof seed);
    neosig_falcon_sampler_attempt(sampler, nonce, NEOSIG_FALCON_NONCE_BYTES);
    neosig_declassify(nonce, NEOSIG_FALCON_NONCE_BYTES, "a nonce is part of the signature");
    point_of_mu(signing->ctx, hm, nonce, signing->mu);
}

neosig_error neosig_falcon_message_attempt(neosig_falcon_signing *signing, unsigned attempt,
                                           neosig_falcon_sampler *sampler, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                           uint16_t *hm)
{
    if (signing->ctx->rules == NEOSIG_FALCON_ROUND3)
        return round3_attempt(signing, attempt, sampler, nonce, hm);
    fndsa_attempt(signing, attempt, sampler, nonce, hm);
    return NEOSIG_OK;
}
