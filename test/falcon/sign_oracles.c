/* Numbers from inside signing, by digests of what the reference code computes (test/falcon/oracles). These are mu and 1
 * / sigma of every sample, the threshold of every candidate, and many signatures of one key. From the prepared key and,
 * but for many of one key, which all prepare it alike, from the compact one.
 *
 * The sampler is compiled into this program with a macro that tells what it sees, and takes the place of the library's;
 * the linker puts a function before it (--wrap). */
#include <stdint.h>

static void see_threshold(uint64_t threshold);
#define NEOSIG_FALCON_SEE(threshold) see_threshold(threshold)
#include "common/known_answer.h"
#include "falcon/falcon_sampler.c" /* of src/ */
#include "oracles.h"

static uint8_t sig[1462];
static void *prepared; /* NULL: the compact key is used */

/* ---- What is seen */

static neosig_sha256 seen_samples, seen_thresholds;
static unsigned samples, thresholds;

static void hash_word(neosig_sha256 *hash, uint64_t word)
{
    uint8_t out[8];
    neosig_store64_le(out, word);
    neosig_sha256_update(hash, out, sizeof out);
}

static void see_threshold(uint64_t threshold)
{
    hash_word(&seen_thresholds, threshold);
    thresholds++;
}

uint64_t __real_neosig_falcon_sample_vartime(neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1,
                                             neosig_real leaf);
uint64_t __wrap_neosig_falcon_sample_vartime(neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1,
                                             neosig_real leaf);
uint64_t __wrap_neosig_falcon_sample_vartime(neosig_falcon_sampler *s, neosig_real mu0, neosig_real mu1,
                                             neosig_real leaf)
{
    const neosig_real mu[2] = {mu0, mu1};
    for (size_t i = 0; i < 2; i++) {
        const uint64_t bits = neosig_real_bits(mu[i]);
        hash_word(&seen_samples, bits << 1 == 0 ? 0 : bits); /* a zero of either sign counts as +0 */
        hash_word(&seen_samples, neosig_real_bits(leaf));
    }
    samples += 2;
    return __real_neosig_falcon_sample_vartime(s, mu0, mu1, leaf);
}

/* ---- Keys and signatures */

static int is_fndsa(void)
{
    return strcmp(alg->scheme, "fn-dsa") == 0;
}

static void prepare(void)
{
    if (prepared != NULL)
        CHECK(neosig_prepare_sign(alg, prepared, neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, NULL) ==
              NEOSIG_OK);
}

/* Returns the signature's length. */
static size_t sign(const uint8_t *msg, size_t msg_bytes, const neosig_options *options)
{
    size_t sig_bytes = 0;
    if (prepared != NULL)
        CHECK(neosig_sign_prepared(prepared, sig, &sig_bytes, msg, msg_bytes, options) == NEOSIG_OK);
    else
        CHECK(neosig_sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, alg->secret_key_bytes, options) == NEOSIG_OK);
    return sig_bytes;
}

static void round3_signature(unsigned number)
{
    static nist_drbg program;
    static unsigned next;
    uint8_t seed[48], msg[KNOWN_ANSWER_MESSAGE_BYTES(99)];
    nist_drbg drbg;
    if (number == 0) {
        known_answer_begin(&program);
        next = 0;
    }
    if (!CHECK(number == next++ && number < 100))
        return;
    known_answer_next(&program, number, seed, msg);
    nist_drbg_seed(&drbg, seed);
    const neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    prepare();
    (void)sign(msg, KNOWN_ANSWER_MESSAGE_BYTES(number), &options);
}

static int squeeze_random(void *shake, uint8_t *out, size_t bytes)
{
    neosig_shake_squeeze(shake, out, bytes);
    return 0;
}

/* What c-fn-dsa's own test does: a key pair and a signature's seed from the number, a context, and for odd numbers a
 * pre-hash. */
static void fndsa_signature(unsigned number)
{
    const uint8_t in[5] = {(uint8_t)neosig_falcon_open(alg, NULL).logn, (uint8_t)number, (uint8_t)(number >> 8)};
    static neosig_shake seeds;
    uint8_t seed[32];
    const neosig_options options = {.size = sizeof options,
                                    .random = squeeze_random,
                                    .random_state = &seeds,
                                    .context = (const uint8_t *)"domain",
                                    .context_bytes = 6,
                                    .prehash = number % 2 ? NEOSIG_PREHASH_SHA3_256 : NEOSIG_PREHASH_NONE};
    neosig_shake_init(&seeds, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&seeds, in, sizeof in);
    neosig_shake_finish(&seeds);
    neosig_shake_squeeze(&seeds, seed, sizeof seed);
    CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, sizeof seed, NULL) == NEOSIG_OK);
    prepare();
    (void)sign((const uint8_t *)"message", 7, &options);
}

/* ---- The kinds of files */

static void samples_line(const char *line)
{
    unsigned number, expected_samples, expected_attempts, expected_thresholds;
    char a[65], b[65];
    if (!CHECK(sscanf(line, "%u %64s %64s %u %u %u", &number, a, b, &expected_samples, &expected_attempts,
                      &expected_thresholds) == 6))
        return;
    neosig_sha256_init(&seen_samples, 32);
    neosig_sha256_init(&seen_thresholds, 32);
    samples = thresholds = 0;
    (is_fndsa() ? fndsa_signature : round3_signature)(number);
    digest_is(&seen_samples, a);
    digest_is(&seen_thresholds, b);
    CHECK(samples == expected_samples && thresholds == expected_thresholds);
}

/* 500 signatures, which go on where the line before ended. */
static void many_line(const char *line)
{
    static nist_drbg drbg;
    static unsigned next;
    unsigned number, first;
    char digest[65];
    neosig_sha256 hash;
    if (!CHECK(sscanf(line, "%u %u %64s", &number, &first, digest) == 3 && (first == 0 || first == next)))
        return;
    if (first == 0) {
        make_key_pair(number, nist_drbg_random);
        prepare();
        seed_from(&drbg, "many", number);
    }
    next = first + 500;
    neosig_sha256_init(&hash, 32);
    const neosig_options options = {.size = sizeof options, .random = nist_drbg_random, .random_state = &drbg};
    for (unsigned i = first; i < first + 500; i++) {
        const uint8_t msg[4] = {(uint8_t)i, (uint8_t)(i >> 8)};
        const size_t sig_bytes = sign(msg, sizeof msg, &options);
        if (is_fndsa()) {
            neosig_sha256_update(&hash, sig, sig_bytes);
        } else { /* as parts of NIST's signed message, in which the second has a header without HEADER_BITS */
            const uint8_t header = sig[0] ^ 0x10;
            neosig_sha256_update(&hash, sig + 1, NEOSIG_FALCON_NONCE_BYTES);
            neosig_sha256_update(&hash, &header, 1);
            neosig_sha256_update(&hash, sig + 1 + NEOSIG_FALCON_NONCE_BYTES, sig_bytes - 1 - NEOSIG_FALCON_NONCE_BYTES);
        }
    }
    digest_is(&hash, digest);
}

/* Room for the prepared key of every set. */
static void begin_prepared(void)
{
    size_t most = 0;
    for (size_t i = 0; i < neosig_falcon_sets_count; i++) {
        const size_t bytes = neosig_prepared_bytes(&neosig_falcon_sets[i].alg, 1);
        most = bytes > most ? bytes : most;
    }
    free(prepared);
    prepared = test_allocate(most);
}

int main(int argc, char **argv)
{
    static const oracle_kind kinds[] = {{"samples", samples_line}, {"many", many_line}, {0}};
    int failed = 0;
    if (argc > 1 && strstr(argv[1], ".many") == NULL)
        failed = check_backends(argc, argv, kinds, NULL);
    failed |= check_backends(argc, argv, kinds, begin_prepared);
    free(prepared);
    return failed;
}
