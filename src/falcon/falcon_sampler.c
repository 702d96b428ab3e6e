/* SamplerZ (algorithm 15), its generator, and BerExp (algorithm 14) with the exponential in 63-bit integers. */
#include "core/wide.h"
#include "falcon/falcon_sampler.h"
#include "sym/bytes.h"
#include "sym/chacha20.h"

#include <string.h>

/* A test defines this to see the threshold of each candidate. */
#ifndef NEOSIG_FALCON_SEE
#define NEOSIG_FALCON_SEE(threshold) ((void)0)
#endif

/* ---- The generator */

void neosig_falcon_sampler_init(neosig_falcon_sampler *s, const neosig_falcon_ctx *ctx, const uint8_t *seed,
                                size_t seed_bytes)
{
    const neosig_falcon_kernels *kernels = ctx->backend->falcon;
    s->ctx = ctx;
    s->candidates = ctx->rules == NEOSIG_FALCON_ROUND3 ? kernels->candidates_round3 : kernels->candidates_fndsa;
    /* sigma_min of section 2.6: 1/pi sqrt(log(4 n (1 + sqrt(2^64 lambda))) / 2) for lambda = 128, 256. So
     * 1.27783369691283358... and 1.29828033434429185..., rounded to the nearest. */
    s->sigma_min = neosig_real_of_bits(ctx->logn == 9 ? UINT64_C(0x3ff47201bf1f7a75) : UINT64_C(0x3ff4c5c19990c764));
    neosig_shake_init(&s->shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&s->shake, seed, seed_bytes);
    neosig_shake_finish(&s->shake);
    memset(s->stream, 0, sizeof s->stream);
}

/* More bytes. Fewer than a candidate takes may be left: round 3 drops them, FN-DSA keeps them. */
static void falcon_refill_vartime(neosig_falcon_sampler *s)
{
    uint8_t *begin = s->stream + NEOSIG_FALCON_BEFORE_STREAM;
    if (s->ctx->rules == NEOSIG_FALCON_ROUND3) {
        s->ctx->backend->chacha20->eight(begin, s->key, s->counter);
        s->counter += 8;
        s->in = begin;
        s->end = begin + NEOSIG_CHACHA20_EIGHT_BYTES;
    } else {
        const size_t left = (size_t)(s->end - s->in);
        memmove(begin - left, s->in, left);
        neosig_shake_squeeze(&s->shake, begin, NEOSIG_FALCON_STREAM_BYTES);
        s->in = begin - left;
        s->end = begin + NEOSIG_FALCON_STREAM_BYTES;
    }
}

void neosig_falcon_sampler_attempt(neosig_falcon_sampler *s, uint8_t *skipped, size_t skip)
{
    if (s->ctx->rules == NEOSIG_FALCON_ROUND3) {
        uint8_t seed[56];
        neosig_shake_squeeze(&s->shake, seed, sizeof seed);
        for (size_t i = 0; i < 12; i++)
            s->key[i] = neosig_load32_le(seed + 4 * i);
        s->counter = neosig_load64_le(seed + 48);
        neosig_wipe(seed, sizeof seed);
    }
    s->in = s->end = s->stream + NEOSIG_FALCON_BEFORE_STREAM;
    s->next = s->have = 0;
    if (skip > 0) {
        falcon_refill_vartime(s);
        memcpy(skipped, s->in, skip);
        s->in += skip;
    }
}

/* ---- BerExp */

/* Hides from the compiler what the value is. */
#define NEOSIG_FALCON_OPAQUE(value) __asm__("" : "+r"(value))

static uint64_t high_product(uint64_t a, uint64_t b)
{
    return neosig_wide_low(neosig_wide_right(neosig_wide_multiply(a, b), 64));
}

/* ccs exp(-x) 2^63 for 0 <= x < log(2), where x and ccs are given times 2^64 (algorithm 13).
 *
 * exp(-x) is the polynomial of degree 12 of Zhao, Steinfeld and Sakzad ("FACCT", https://eprint.iacr.org/2018/1234),
 * evaluated from the highest coefficient down: y = c[i] - x y. c[i] is 2^63 times the size of the coefficient of
 * x^(12 - i), which is near 1 / (12 - i)!; signs alternate. The polynomial is within 2^-51 of exp(-x), relatively. */
static inline uint64_t exponential(uint64_t x, uint64_t ccs)
{
    static const uint64_t coefficients[13] = {
        UINT64_C(0x00000004741183a3), UINT64_C(0x00000036548cfc06), UINT64_C(0x0000024fdcbf140a),
        UINT64_C(0x0000171d939de045), UINT64_C(0x0000d00cf58f6f84), UINT64_C(0x000680681cf796e3),
        UINT64_C(0x002d82d8305b0fea), UINT64_C(0x011111110e066fd0), UINT64_C(0x0555555555070f00),
        UINT64_C(0x155555555581ff00), UINT64_C(0x400000000002b400), UINT64_C(0x7fffffffffff4800),
        UINT64_C(0x8000000000000000)};
    const uint64_t *c = coefficients;
    NEOSIG_FALCON_OPAQUE(c); /* loads are cheaper than the instructions that make such constants */
    uint64_t y = c[0];
#pragma GCC unroll 12
    for (size_t i = 1; i < 13; i++)
        y = c[i] - high_product(x, y);
    return high_product(ccs, y);
}

/* What SamplerZ computes once for a sample: r, the fraction of the centre; dss = 1 / (2 sigma^2); and ccs = 2^64
 * sigma_min / sigma. */
typedef struct centre {
    neosig_real r, dss;
    uint64_t ccs;
} centre;

/* The threshold of a candidate: 2^64 times the probability that it is accepted. The probability is
 * sigma_min / sigma exp(-x) for x = (z - r)^2 / (2 sigma^2) - z0^2 / (2 sigma0^2). With x = whole log(2) + rest,
 * exp(-x) = exp(-rest) / 2^whole. The arguments are secret, and there is no branch. */
static inline uint64_t threshold_of(neosig_real z, neosig_real bias, const centre *c)
{
    /* log(2) = 0.693147180559945309... and 1 / log(2) = 1.44269504088896340..., rounded to the nearest. */
    const neosig_real log_2 = neosig_real_of_bits(UINT64_C(0x3fe62e42fefa39ef));
    const neosig_real inverse_log_2 = neosig_real_of_bits(UINT64_C(0x3ff71547652b82fe));
    const neosig_real distance = neosig_real_sub(z, c->r);
    const neosig_real x = neosig_real_sub(neosig_real_multiply(neosig_real_multiply(distance, distance), c->dss), bias);
    const int64_t whole = neosig_real_truncate(neosig_real_multiply(x, inverse_log_2));
    const neosig_real rest = neosig_real_sub(x, neosig_real_multiply(neosig_real_of_int(whole), log_2));
    const uint64_t y = exponential((uint64_t)neosig_real_fraction63(rest) << 1, c->ccs);
    const uint64_t beyond = (uint64_t)(63 - whole) >> 63; /* the specification then takes whole = 63 */
    return (2 * y - 1) >> (((uint64_t)whole | (0 - beyond)) & 63);
}

/* Where the sampler is, in registers.
 *
 * A candidate takes 10 bytes. The bytes behind them are compared with the threshold's, the highest first, until two
 * bytes differ; the first of them decides 255 times of 256. */
typedef struct place {
    const uint8_t *in;             /* the next candidate's bytes */
    const uint8_t *last_in;        /* a candidate here would end at s->end: its first byte to compare is not made yet */
    const neosig_real *z, *last_z; /* of the batch: the next candidate, and the end */
    int32_t difference;            /* random byte less threshold's byte, where they first differed */
} place;

static inline place place_of(const neosig_falcon_sampler *s)
{
    return (place){s->in, s->end - NEOSIG_FALCON_CANDIDATE_BYTES, s->batch.z + s->next, s->batch.z + s->have, 0};
}

/* Rare, and not inlined, since the sampler needs the registers. */
#define NEOSIG_FALCON_RARE static __attribute__((noinline))

NEOSIG_FALCON_RARE place falcon_batch_vartime(neosig_falcon_sampler *s, const uint8_t *in)
{
    s->in = in;
    if (s->end - s->in < NEOSIG_FALCON_CANDIDATE_BYTES)
        falcon_refill_vartime(s);
    const size_t whole = 1 + (size_t)(s->end - s->in - NEOSIG_FALCON_CANDIDATE_BYTES) / NEOSIG_FALCON_CANDIDATE_STEP;
    s->next = 0;
    s->have = whole < NEOSIG_FALCON_BATCH ? whole : NEOSIG_FALCON_BATCH;
    s->candidates(&s->batch, s->in);
    return place_of(s);
}

/* Compares the generator's bytes from `in` on with the bytes of threshold, the highest first, and returns their first
 * difference. This takes more than one byte, so the next candidates begin elsewhere than the batch assumed: the batch
 * is dropped. */
NEOSIG_FALCON_RARE place falcon_compare_vartime(neosig_falcon_sampler *s, const uint8_t *in, uint64_t threshold)
{
    int32_t difference = 0;
    s->in = in;
    s->next = s->have;
    for (unsigned shift = 64; difference == 0 && shift > 0;) {
        shift -= 8;
        if (s->in == s->end)
            falcon_refill_vartime(s);
        difference = *s->in++ - (int32_t)(threshold >> shift & 255);
        neosig_declassify(&difference, sizeof difference, "which bytes decide on a candidate says nothing of it");
    }
    place at = place_of(s);
    at.difference = difference;
    return at;
}

/* One sample with the centre c->r in [0, 1). */
static inline int64_t falcon_sample_one_vartime(neosig_falcon_sampler *s, place *at, const centre *c)
{
    for (;;) {
        if (__builtin_expect(at->z == at->last_z, 0))
            *at = falcon_batch_vartime(s, at->in);
        const neosig_real *z = at->z++;
        const uint64_t threshold = threshold_of(z[0], z[NEOSIG_FALCON_BATCH], c);
        int equal = 1, less;
        NEOSIG_FALCON_SEE(threshold);
        if (__builtin_expect(at->in != at->last_in, 1)) {
            at->difference = at->in[NEOSIG_FALCON_CANDIDATE_BYTES] - (int32_t)(threshold >> 56);
            equal = at->difference == 0;
            neosig_declassify(&equal, sizeof equal, "which bytes decide on a candidate says nothing of it");
        }
        if (__builtin_expect(equal, 0))
            *at = falcon_compare_vartime(s, at->in + NEOSIG_FALCON_CANDIDATE_BYTES, threshold);
        else
            at->in += NEOSIG_FALCON_CANDIDATE_STEP;
        less = at->difference < 0;
        neosig_declassify(&less, sizeof less, "which candidates are rejected says nothing of the samples");
        if (less)
            return neosig_real_truncate(z[0]);
    }
}

uint64_t neosig_falcon_sample_vartime(neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1, neosig_real leaf)
{
    const neosig_real mu[2] = {mu0, mu1};
    uint32_t z[2];
    place at = place_of(s);
    centre c;
    c.dss = neosig_real_half(neosig_real_multiply(leaf, leaf));
    c.ccs = (uint64_t)neosig_real_fraction63(neosig_real_multiply(leaf, s->sigma_min)) << 1;
#pragma GCC unroll 2
    for (size_t i = 0; i < 2; i++) {
        const int64_t floor = neosig_real_floor(mu[i]);
        c.r = neosig_real_sub(mu[i], neosig_real_of_int(floor));
        z[i] = (uint32_t)(floor + falcon_sample_one_vartime(s, &at, &c));
    }
    s->in = at.in;
    s->next = (size_t)(at.z - s->batch.z);
    return z[0] | (uint64_t)z[1] << 32;
}
