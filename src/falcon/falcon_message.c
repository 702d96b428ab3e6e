/* From messages to points.
 *
 * Round 3 hashes nonce | message to the point. FN-DSA makes mu first: SHAKE256 of the public key's hash, a prefix and
 * the message, with FIPS 204's prefixes and pre-hash modes. Then it hashes nonce | mu. */
#include "core/inline.h"
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

/* The hash of the public key, which prepared and secret keys hold. Returns 0 if the key is a raw public key. */
static int copy_key_hash(const neosig_job *job, int secret, uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES])
{
    const size_t at = job->prepared ? 0 : job->alg->secret_key_bytes - NEOSIG_FALCON_KEY_HASH_BYTES;
    if (!job->prepared && !secret)
        return 0;
    memcpy(hash, (const uint8_t *)job->key + at, NEOSIG_FALCON_KEY_HASH_BYTES);
    return 1;
}

/* Absorbs all of mu that stands before the message, or before the message's digest. */
static void fndsa_begin(neosig_job *job, const uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES])
{
    const neosig_options *options = &job->options;
    const int prehash = options->prehash != NEOSIG_PREHASH_NONE;
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, hash, NEOSIG_FALCON_KEY_HASH_BYTES);
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

static void round3_begin(neosig_job *job, const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES])
{
    neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job->outer, nonce, NEOSIG_FALCON_NONCE_BYTES);
}

neosig_error neosig_falcon_message_begin(const neosig_falcon_ctx *ctx, neosig_job *job, int secret,
                                         const neosig_source *source)
{
    if (!secret && !neosig_falcon_has_nonce(job))
        return NEOSIG_ERR_SIGNATURE;
    static_assert(NEOSIG_FNDSA_SEED_BYTES == NEOSIG_FALCON_NONCE_BYTES, "a job keeps one or the other");
    if (secret) { /* round 3's nonce, FN-DSA's seed */
        const neosig_error error = neosig_draw(source, job->scratch, NEOSIG_FALCON_NONCE_BYTES);
        if (error != NEOSIG_OK)
            return error;
    }
    if (ctx->rules == NEOSIG_FALCON_FNDSA) {
        uint8_t hash[NEOSIG_FALCON_KEY_HASH_BYTES];
        if (!copy_key_hash(job, secret, hash))
            neosig_shake256(ctx->backend->keccak, hash, sizeof hash, job->key, job->alg->public_key_bytes);
        if (secret)
            neosig_declassify(hash, sizeof hash, "the hash of the public key");
        fndsa_begin(job, hash);
        return NEOSIG_OK;
    }
    const uint8_t *nonce = secret ? job->scratch : job->signature + 1;
    if (secret)
        neosig_declassify(nonce, NEOSIG_FALCON_NONCE_BYTES, "a nonce is part of the signature");
    round3_begin(job, nonce);
    return NEOSIG_OK;
}

void neosig_falcon_message_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    if (job->options.prehash == NEOSIG_PREHASH_NONE)
        neosig_shake_absorb(&job->outer, data, bytes);
    else
        neosig_prehash_absorb(&job->hash, &job->options, data, bytes);
}

/* Hashing to a point (algorithm 3): of the numbers of 16 bits in the order squeezed, those below 5 q are taken, modulo
 * q, and others are dropped. */
enum { NUMBERS = NEOSIG_FALCON_BLOCK_NUMBERS, ALL = NUMBERS + NEOSIG_FALCON_BLOCK_BEYOND };
typedef size_t numbers_vartime(uint16_t *, const uint16_t *);

static numbers_vartime *numbers_of(const neosig_falcon_ctx *ctx)
{
    const neosig_falcon_kernels *kernels = ctx->backend->falcon;
    return ctx->rules == NEOSIG_FALCON_ROUND3 ? kernels->numbers_of_block_round3_vartime
                                              : kernels->numbers_of_block_fndsa_vartime;
}

/* Takes up to `left` numbers of a block to hm, and returns how many there were. */
INLINE size_t take_block_vartime(numbers_vartime *numbers, uint16_t *hm, size_t left, const uint16_t block[ALL])
{
    uint16_t last[ALL];
    uint16_t *to = left < ALL ? last : hm;
    const size_t found = numbers(to, block), used = found < left ? found : left;
    if (to == last)
        memcpy(hm, last, used * sizeof hm[0]);
    return used;
}

NEOSIG_NOT_INLINED
static void falcon_hash_to_point_vartime(const neosig_falcon_ctx *ctx, uint16_t *hm, neosig_shake *shake)
{
    numbers_vartime *const numbers = numbers_of(ctx);
    uint16_t block[ALL];
    memset(block, 255, sizeof block);
    neosig_shake_finish(shake);
    for (size_t done = 0; done < ctx->n;) {
        neosig_shake_squeeze(shake, (uint8_t *)block, NEOSIG_SHAKE256_RATE);
        done += take_block_vartime(numbers, hm + done, ctx->n - done, block);
    }
}

/* FN-DSA: absorbs the digest of a message that is hashed before. */
static void absorb_digest(neosig_job *job)
{
    uint8_t digest[NEOSIG_PREHASH_MAX_BYTES];
    if (job->options.prehash == NEOSIG_PREHASH_NONE)
        return;
    const size_t bytes = neosig_prehash_final(&job->hash, &job->options, digest);
    neosig_shake_absorb(&job->outer, digest, bytes);
}

/* FN-DSA: mu of a message that is absorbed. */
static void make_mu(neosig_job *job, uint8_t mu[NEOSIG_FALCON_MU_BYTES])
{
    absorb_digest(job);
    neosig_shake_finish(&job->outer);
    neosig_shake_squeeze(&job->outer, mu, NEOSIG_FALCON_MU_BYTES);
}

/* FN-DSA: absorbs what is hashed to the point. */
static void begin_point(neosig_job *job, const uint8_t *nonce, const uint8_t mu[NEOSIG_FALCON_MU_BYTES])
{
    round3_begin(job, nonce);
    neosig_shake_absorb(&job->outer, mu, NEOSIG_FALCON_MU_BYTES);
}

void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm)
{
    if (ctx->rules == NEOSIG_FALCON_FNDSA) {
        uint8_t mu[NEOSIG_FALCON_MU_BYTES];
        make_mu(job, mu);
        begin_point(job, job->signature + 1, mu);
    }
    falcon_hash_to_point_vartime(ctx, hm, &job->outer);
}

/* ---- The messages of several jobs side by side */

static void fndsa_begin_each(neosig_job *const *jobs, size_t n)
{
    uint8_t hash[NEOSIG_SIDE_BY_SIDE][NEOSIG_FALCON_KEY_HASH_BYTES];
    neosig_sponges sponges = {0};
    for (size_t i = 0; i < n; i++) {
        neosig_job *job = jobs[i];
        if (copy_key_hash(job, 0, hash[i]))
            continue;
        neosig_shake_init(&job->outer, job->backend->keccak, NEOSIG_SHAKE256_RATE);
        sponges.shakes[sponges.n] = &job->outer;
        sponges.in[sponges.n] = job->key;
        sponges.in_bytes[sponges.n] = job->alg->public_key_bytes;
        sponges.out[sponges.n++] = hash[i];
    }
    neosig_sponges_absorb(&sponges);
    neosig_sponges_finish(&sponges);
    neosig_sponges_squeeze(&sponges, sizeof hash[0]);
    for (size_t i = 0; i < n; i++)
        fndsa_begin(jobs[i], hash[i]);
}

static void absorb_each(neosig_job *const *jobs, size_t n)
{
    neosig_sponges sponges = {0};
    for (size_t i = 0; i < n; i++) {
        const size_t bytes = (size_t)jobs[i]->message_bytes;
        if (jobs[i]->options.prehash != NEOSIG_PREHASH_NONE) {
            neosig_falcon_message_absorb(jobs[i], jobs[i]->message, bytes);
            absorb_digest(jobs[i]);
            continue;
        }
        sponges.shakes[sponges.n] = &jobs[i]->outer;
        sponges.in[sponges.n] = jobs[i]->message;
        sponges.in_bytes[sponges.n++] = bytes;
    }
    neosig_sponges_absorb(&sponges);
}

static void begin_points(neosig_job *const *jobs, size_t n)
{
    uint8_t mu[NEOSIG_SIDE_BY_SIDE][NEOSIG_FALCON_MU_BYTES];
    neosig_sponges sponges = {.n = n};
    for (size_t i = 0; i < n; i++) {
        sponges.shakes[i] = &jobs[i]->outer;
        sponges.out[i] = mu[i];
    }
    neosig_sponges_finish(&sponges);
    neosig_sponges_squeeze(&sponges, sizeof mu[0]);
    for (size_t i = 0; i < n; i++)
        begin_point(jobs[i], jobs[i]->signature + 1, mu[i]);
}

/* Point i at hm + i * ctx->n. A job whose point is whole leaves its place: the others need further blocks. */
static void falcon_hash_to_points_vartime(const neosig_falcon_ctx *ctx, uint16_t *hm, neosig_job *const *jobs, size_t n)
{
    numbers_vartime *const numbers = numbers_of(ctx);
    uint16_t block[NEOSIG_SIDE_BY_SIDE][ALL], *to[NEOSIG_SIDE_BY_SIDE];
    size_t left[NEOSIG_SIDE_BY_SIDE];
    neosig_sponges sponges = {.n = n};
    memset(block, 255, sizeof block);
    for (size_t i = 0; i < n; i++) {
        sponges.shakes[i] = &jobs[i]->outer;
        sponges.out[i] = (uint8_t *)block[i];
        to[i] = hm + i * ctx->n;
        left[i] = ctx->n;
    }
    neosig_sponges_finish(&sponges);
    while (sponges.n != 0) {
        size_t open = 0;
        neosig_sponges_squeeze(&sponges, NEOSIG_SHAKE256_RATE);
        for (size_t i = 0; i < sponges.n; i++) {
            const size_t used = take_block_vartime(numbers, to[i], left[i], block[i]);
            sponges.shakes[open] = sponges.shakes[i];
            to[open] = to[i] + used;
            left[open] = left[i] - used;
            open += left[open] != 0;
        }
        sponges.n = open;
    }
}

void neosig_falcon_message_verify_many(const neosig_falcon_ctx *ctx, neosig_job *const *jobs, size_t n, uint16_t *hm)
{
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        fndsa_begin_each(jobs, n);
    else
        for (size_t i = 0; i < n; i++)
            round3_begin(jobs[i], jobs[i]->signature + 1);
    absorb_each(jobs, n);
    if (ctx->rules == NEOSIG_FALCON_FNDSA)
        begin_points(jobs, n);
    falcon_hash_to_points_vartime(ctx, hm, jobs, n);
}

/* ---- Signing */

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
    begin_point(signing->job, nonce, signing->mu);
    falcon_hash_to_point_vartime(signing->ctx, hm, &signing->job->outer);
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
