/* Numbers from inside HAETAE's reference code, by digest (test/haetae/README.md). A wrong rounding of key generation's
 * transform or of the sampler changes hardly a key and no known answer, but it changes nearly every line here.
 *
 * The linker puts functions of this program before those of the library (--wrap), and each backend gets kernels that
 * tell what they compute. */
#include "common/known_answer.h"
#include "core/backend.h"
#include "core/wide.h"
#include "haetae/haetae.h"
#include "haetae/haetae_poly_plain_body.h"
#include "oracles.h"
#include "sym/bytes.h"

#include <stdlib.h>
#include <string.h>

static uint8_t sig[2948];

/* ---- Digests of what is seen: A and B of a line */

static neosig_sha256 seen_a, seen_b, seen_magnitudes, seen_exponentials;
static unsigned attempts, draws, tries, seen_candidates;

static void hash_number(neosig_sha256 *hash, uint64_t number, size_t bytes)
{
    uint8_t out[8];
    neosig_store64_le(out, number);
    neosig_sha256_update(hash, out, bytes);
}

static void begin_line(void)
{
    neosig_sha256_init(&seen_a, 32);
    neosig_sha256_init(&seen_b, 32);
    neosig_sha256_init(&seen_magnitudes, 32);
    neosig_sha256_init(&seen_exponentials, 32);
    attempts = draws = tries = seen_candidates = 0;
}

/* ---- The kernels that tell */

static neosig_backend telling;
static neosig_haetae_kernels kernels;
static const neosig_haetae_kernels *real;
static neosig_wide square_sum;
static size_t scaled;
static int32_t last_spectrum[256];

static void candidates(neosig_haetae_candidates *out, const uint8_t *in, size_t n)
{
    uint8_t x[NEOSIG_HAETAE_BATCH];
    real->candidates(out, in, n);
    square_sum = neosig_wide_add(square_sum, out->square_sum);
    haetae_plain_below(x, in, n);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *noise = in + NEOSIG_HAETAE_CANDIDATE_BYTES * i + 17;
        const neosig_wide square = haetae_plain_square((uint64_t)x[i] << 8 | noise[8], neosig_load64_le(noise));
        const uint64_t e = haetae_plain_exponent(square, x[i]);
        hash_number(&seen_exponentials, e, 8);
        hash_number(&seen_exponentials, (uint64_t)(-haetae_plain_exponential(e) / 2), 8);
        if (out->accepted[i])
            hash_number(&seen_magnitudes, out->sample[i], 8);
    }
    seen_candidates += (unsigned)n;
}

static void scale(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                  const neosig_haetae_fixed *factor)
{
    const neosig_haetae_set *set = (const neosig_haetae_set *)(const void *)alg;
    real->scale(y, samples, signs, factor);
    if (scaled++ == 0) {
        draws++;
        hash_number(&seen_b, neosig_wide_low(square_sum), 8);
        hash_number(&seen_b, neosig_wide_low(neosig_wide_right(square_sum, 64)), 8);
        hash_number(&seen_b, factor->limb[0] | factor->limb[1] << 48, 8);
        hash_number(&seen_b, factor->limb[1] >> 16, 8);
        square_sum = neosig_wide_of(0);
    }
    scaled %= set->k + set->l;
}

static void spectrum(int32_t sum[256], const int8_t s[256])
{
    real->spectrum(sum, s);
    memcpy(last_spectrum, sum, sizeof last_spectrum);
}

const neosig_backend *__real_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void)
{
    telling = *__real_neosig_backend_now();
    real = telling.haetae;
    kernels = *real;
    kernels.candidates = candidates;
    kernels.scale = scale;
    kernels.spectrum = spectrum;
    telling.haetae = &kernels;
    return &telling;
}

unsigned __real_neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64],
                                        unsigned *nonce, const neosig_haetae_hyperball_workspace *workspace);
unsigned __wrap_neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64],
                                        unsigned *nonce, const neosig_haetae_hyperball_workspace *workspace);
unsigned __wrap_neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64],
                                        unsigned *nonce, const neosig_haetae_hyperball_workspace *workspace)
{
    const unsigned bits = __real_neosig_haetae_hyperball(ctx, y, seed, nonce, workspace);
    attempts++;
    for (size_t i = 0; i < 256 * (ctx->l + ctx->k); i++)
        hash_number(&seen_a, (uint32_t)y[i], 4);
    hash_number(&seen_a, bits, 1);
    return bits;
}

int32_t __real_neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s);
int32_t __wrap_neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s);
int32_t __wrap_neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s)
{
    const int32_t value = __real_neosig_haetae_singular_value(ctx, s);
    tries++;
    hash_number(&seen_a, (uint64_t)value, 8);
    for (unsigned j = 0; j < 256; j++) {
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            reversed |= (j >> bit & 1) << (7 - bit);
        hash_number(&seen_b, (uint32_t)last_spectrum[reversed], 4);
    }
    return value;
}

/* ---- The kinds of files */

static neosig_options options_of(nist_drbg *drbg)
{
    return (neosig_options){.size = sizeof(neosig_options), .random = nist_drbg_random, .random_state = drbg};
}

static void key_pair(unsigned number)
{
    begin_line();
    make_key_pair(number, nist_drbg_random);
}

static void sign(const uint8_t *msg, size_t msg_bytes, nist_drbg *drbg, uint32_t flags)
{
    neosig_options options = options_of(drbg);
    size_t sig_bytes;
    options.flags = flags;
    CHECK(neosig_sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
}

static void keys_line(const char *line)
{
    unsigned number, expected;
    char digest[65];
    if (!CHECK(sscanf(line, "%u %64s %u", &number, digest, &expected) == 3))
        return;
    key_pair(number);
    key_pair_is(digest);
    CHECK(tries == expected);
}

static void tries_line(const char *line)
{
    unsigned number, expected;
    char a[65], b[65];
    if (!CHECK(sscanf(line, "%u %u %64s %64s", &number, &expected, a, b) == 4))
        return;
    key_pair(number);
    digest_is(&seen_a, a);
    digest_is(&seen_b, b);
    CHECK(tries == expected);
}

static void many_line(const char *line)
{
    unsigned number, first;
    char digest[65];
    nist_drbg drbg;
    neosig_sha256 hash;
    if (!CHECK(sscanf(line, "%u %u %64s", &number, &first, digest) == 3 && first == 0))
        return;
    key_pair(number);
    seed_from(&drbg, "many", number);
    neosig_sha256_init(&hash, 32);
    for (unsigned i = 0; i < 500; i++) {
        const uint8_t msg[4] = {(uint8_t)i, (uint8_t)(i >> 8)};
        sign(msg, sizeof msg, &drbg, 0);
        neosig_sha256_update(&hash, sig, alg->signature_bytes);
    }
    digest_is(&hash, digest);
}

/* Vectors of the known-answer procedure, in turn: key pair and message of the next one. */
static unsigned next_vector;

static int make_vector(unsigned number, nist_drbg *drbg, uint8_t msg[KNOWN_ANSWER_MESSAGE_BYTES(99)])
{
    static nist_drbg program;
    uint8_t seed[48];
    if (!CHECK(number == next_vector && number < 100))
        return 0;
    if (next_vector++ == 0)
        known_answer_begin(&program);
    known_answer_next(&program, number, seed, msg);
    nist_drbg_seed(drbg, seed);
    const neosig_options options = options_of(drbg);
    return CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
}

static void samples_line(const char *line)
{
    unsigned number, expected_attempts, expected_draws;
    char a[65], b[65];
    uint8_t msg[KNOWN_ANSWER_MESSAGE_BYTES(99)];
    nist_drbg drbg;
    if (!CHECK(sscanf(line, "%u %64s %64s %u %u", &number, a, b, &expected_attempts, &expected_draws) == 5) ||
        !make_vector(number, &drbg, msg))
        return;
    begin_line();
    sign(msg, KNOWN_ANSWER_MESSAGE_BYTES(number), &drbg, 0);
    digest_is(&seen_a, a);
    digest_is(&seen_b, b);
    CHECK(attempts == expected_attempts && draws == expected_draws);
}

/* In low memory, polynomials are sampled one after another, as in the reference code. */
static void candidates_line(const char *line)
{
    unsigned number, expected;
    char a[65], b[65];
    uint8_t msg[KNOWN_ANSWER_MESSAGE_BYTES(99)];
    nist_drbg drbg;
    if (!CHECK(sscanf(line, "%u %64s %64s %u", &number, a, b, &expected) == 4) || !make_vector(number, &drbg, msg))
        return;
    begin_line();
    sign(msg, KNOWN_ANSWER_MESSAGE_BYTES(number), &drbg, NEOSIG_LOW_MEMORY);
    digest_is(&seen_magnitudes, a);
    digest_is(&seen_exponentials, b);
    CHECK(seen_candidates == expected);
}

/* A signature by HAETAE 1.1.2, whose sampler was another. */
static void older_line(const char *line)
{
    unsigned number;
    char digest[65];
    int at;
    uint8_t msg[KNOWN_ANSWER_MESSAGE_BYTES(99)];
    nist_drbg drbg;
    neosig_sha256 hash;
    if (!CHECK(sscanf(line, "%u %64s %n", &number, digest, &at) == 2) || !make_vector(number, &drbg, msg))
        return;
    char hex[2 * sizeof sig + 1] = {0};
    memcpy(hex, line + at, strcspn(line + at, "\n"));
    CHECK(hex_decode(sig, alg->signature_bytes, hex) == 0);
    const size_t bytes = KNOWN_ANSWER_MESSAGE_BYTES(number);
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, sig, alg->signature_bytes);
    neosig_sha256_update(&hash, msg, bytes);
    digest_is(&hash, digest);
    CHECK(neosig_verify(alg, sig, alg->signature_bytes, msg, bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    msg[0] ^= 1;
    CHECK(neosig_verify(alg, sig, alg->signature_bytes, msg, bytes, pk, alg->public_key_bytes, NULL) ==
          NEOSIG_ERR_SIGNATURE);
}

static void begin(void)
{
    next_vector = 0;
}

int main(int argc, char **argv)
{
    static const oracle_kind kinds[] = {{"candidates", candidates_line},
                                        {"keys", keys_line},
                                        {"many", many_line},
                                        {"older", older_line},
                                        {"samples", samples_line},
                                        {"tries", tries_line},
                                        {0}};
    return check_backends(argc, argv, kinds, begin);
}
