/* From messages to points.
 *
 * Round 3 hashes nonce | message. FN-DSA hashes nonce | SHAKE256 of the public key | prefix | message, with FIPS 204's
 * prefixes and pre-hash modes.
 *
 * FN-DSA takes a new nonce for each attempt. A message that comes in pieces cannot be read again, so two hashes absorb
 * it side by side, for attempts 0 and 1. Later attempts need the whole message in memory. */
#include "falcon/falcon.h"
#include "falcon/falcon_kernels.h"
#include "sym/bytes.h"

#include <string.h>

/* What a signing job keeps in its scratch. Round 3: the nonce. FN-DSA: the seed, then the public key's hash. */
#define FNDSA_SEED_BYTES 32

#define DERIVED_BYTES (NEOSIG_FALCON_NONCE_BYTES + NEOSIG_FALCON_MAX_SEED_BYTES)

/* An attempt's nonce, then its seed for the sampler: SHAKE256 of the job's seed and the number of the attempt. */
static void derive(const neosig_falcon_signing *signing, uint32_t attempt, uint8_t out[DERIVED_BYTES])
{
    uint8_t counter[4];
    neosig_shake shake;
    neosig_store32_le(counter, attempt);
    neosig_shake_init(&shake, signing->job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, signing->job->scratch, FNDSA_SEED_BYTES);
    neosig_shake_absorb(&shake, counter, sizeof counter);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, out, DERIVED_BYTES);
    neosig_wipe(&shake, sizeof shake);
    neosig_declassify(out, NEOSIG_FALCON_NONCE_BYTES, "a nonce is part of the signature");
}

/* Begins FN-DSA's hash: all that stands before the message, or before the message's digest. */
static void fndsa_prefix(const neosig_job *job, neosig_shake *shake, const uint8_t *nonce, const uint8_t *key_hash)
{
    const neosig_options *options = &job->options;
    const int prehash = options->prehash != NEOSIG_PREHASH_NONE;
    neosig_shake_init(shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(shake, nonce, NEOSIG_FALCON_NONCE_BYTES);
    neosig_shake_absorb(shake, key_hash, NEOSIG_FALCON_KEY_HASH_BYTES);
    if ((options->flags & NEOSIG_INTERNAL) == 0) {
        const uint8_t prefix[2] = {(uint8_t)prehash, (uint8_t)options->context_bytes};
        neosig_shake_absorb(shake, prefix, sizeof prefix);
        neosig_shake_absorb(shake, options->context, options->context_bytes);
    }
    if (prehash) {
        uint8_t oid[NEOSIG_PREHASH_OID_BYTES];
        neosig_prehash_oid(options->prehash, oid);
        neosig_shake_absorb(shake, oid, sizeof oid);
    }
}

/* The hash of the public key of a job's compact key. */
static neosig_error hash_key(const neosig_falcon_ctx *ctx, const neosig_job *job, int secret,
                             uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES])
{
    if (NEOSIG_SIGNERS && secret)
        return neosig_falcon_hash_of_secret_key(ctx, hash, job->key);
    neosig_shake256(job->backend->keccak, hash, NEOSIG_FALCON_KEY_HASH_BYTES, job->key, job->alg->public_key_bytes);
    return NEOSIG_OK;
}

static neosig_error fndsa_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret, const neosig_source *source)
{
    const int prehash = job->options.prehash != NEOSIG_PREHASH_NONE;
    uint8_t *key_hash = job->scratch + FNDSA_SEED_BYTES;
    neosig_error error = NEOSIG_OK;
    if (job->prepared)
        memcpy(key_hash, job->key, NEOSIG_FALCON_KEY_HASH_BYTES);
    else
        error = hash_key(ctx, job, secret, key_hash);
    if (error == NEOSIG_OK && secret)
        error = neosig_draw(source, job->scratch, FNDSA_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    if (prehash)
        neosig_prehash_init(&job->hash, &job->options, job->backend->keccak);
    if (!secret) {
        fndsa_prefix(job, &job->outer, job->signature + 1, key_hash);
    } else if (!prehash) {
        const neosig_falcon_signing signing = {ctx, job, source};
        uint8_t derived[DERIVED_BYTES];
        derive(&signing, 0, derived);
        fndsa_prefix(job, &job->outer, derived, key_hash);
        derive(&signing, 1, derived);
        fndsa_prefix(job, &job->hash.shake, derived, key_hash);
        neosig_wipe(derived, sizeof derived);
    }
    return NEOSIG_OK;
}

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source)
{
    if (!secret && job->signature_bytes < 1 + NEOSIG_FALCON_NONCE_BYTES)
        return NEOSIG_ERR_SIGNATURE;
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        return fndsa_begin(ctx, job, secret, source);
    const uint8_t *nonce = secret ? job->scratch : job->signature + 1;
    if (secret) {
        const neosig_error error = neosig_draw(source, job->scratch, NEOSIG_FALCON_NONCE_BYTES);
        if (error != NEOSIG_OK)
            return error;
        neosig_declassify(nonce, NEOSIG_FALCON_NONCE_BYTES, "a nonce is part of the signature");
    }
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, nonce, NEOSIG_FALCON_NONCE_BYTES);
    return NEOSIG_OK;
}

void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    const neosig_falcon_set *set = (const neosig_falcon_set *)(const void *)job->alg;
    if (job->options.prehash != NEOSIG_PREHASH_NONE) {
        neosig_prehash_absorb(&job->hash, &job->options, data, bytes);
        return;
    }
    neosig_shake_absorb(&job->outer, data, bytes);
    if (set->rules == NEOSIG_FALCON_FNDSA && job->signature == NULL)
        neosig_shake_absorb(&job->hash.shake, data, bytes);
}

/* Numbers of 16 bits in the order squeezed: those below 5 q are taken, modulo q, and others are dropped (algorithm 3).
 */
NEOSIG_NOT_INLINED
static void falcon_hash_to_point_vartime(const neosig_falcon_ctx *ctx, uint16_t *hm, neosig_shake *shake)
{
    enum { NUMBERS = NEOSIG_FALCON_BLOCK_NUMBERS, ALL = NUMBERS + NEOSIG_FALCON_BLOCK_BEYOND };
    uint16_t block[ALL], last[ALL];
    memset(block, 255, sizeof block);
    neosig_shake_finish(shake);
    for (size_t done = 0; done < ctx->n;) {
        const size_t left = ctx->n - done;
        uint16_t *to = left < ALL ? last : hm + done;
        neosig_shake_squeeze(shake, (uint8_t *)block, NEOSIG_SHAKE256_RATE);
        const size_t found = ctx->backend->falcon->numbers_of_block_vartime(to, block),
                     used = found < left ? found : left;
        if (to == last)
            memcpy(hm + done, last, used * sizeof hm[0]);
        done += used;
    }
}

/* The point of a message that is absorbed. outer is the hash that makes the point; with a pre-hash, it absorbs the
 * message's digest first. */
static void finish(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm, neosig_shake *outer)
{
    if (job->options.prehash != NEOSIG_PREHASH_NONE) {
        neosig_hash hash = job->hash;
        uint8_t digest[NEOSIG_PREHASH_MAX_BYTES];
        const size_t bytes = neosig_prehash_final(&hash, &job->options, digest);
        neosig_shake_absorb(outer, digest, bytes);
    }
    falcon_hash_to_point_vartime(ctx, hm, outer);
}

void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm)
{
    finish(ctx, job, hm, &job->outer);
}

static neosig_error fndsa_start(const neosig_falcon_signing *signing, unsigned attempt, uint8_t *nonce, uint16_t *hm,
                                uint8_t *seed)
{
    neosig_job *job = signing->job;
    const int prehash = job->options.prehash != NEOSIG_PREHASH_NONE;
    uint8_t derived[DERIVED_BYTES];
    const int again = !prehash && attempt > 1;
    if (again && job->message == NULL && job->message_bytes != 0)
        return NEOSIG_ERR_ATTEMPTS;
    derive(signing, attempt, derived);
    memcpy(nonce, derived, NEOSIG_FALCON_NONCE_BYTES);
    memcpy(seed, derived + NEOSIG_FALCON_NONCE_BYTES, signing->ctx->seed_bytes);
    neosig_wipe(derived, sizeof derived);
    if (prehash || again)
        fndsa_prefix(job, &job->outer, nonce, job->scratch + FNDSA_SEED_BYTES);
    if (again)
        neosig_shake_absorb(&job->outer, job->message, (size_t)job->message_bytes);
    finish(signing->ctx, job, hm, !prehash && attempt == 1 ? &job->hash.shake : &job->outer);
    return NEOSIG_OK;
}

neosig_error neosig_falcon_message_start(void *state, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES],
                                         uint16_t *hm, uint8_t *seed)
{
    const neosig_falcon_signing *signing = state;
    if (signing->ctx->rules == NEOSIG_FALCON_FNDSA)
        return fndsa_start(signing, attempt, nonce, hm, seed);
    memcpy(nonce, signing->job->scratch, NEOSIG_FALCON_NONCE_BYTES);
    finish(signing->ctx, signing->job, hm, &signing->job->outer);
    return neosig_draw(signing->source, seed, signing->ctx->seed_bytes);
}
