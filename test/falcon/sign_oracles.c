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

/* Bytes of SHAKE256 of in. */
static void expand(uint8_t *out, size_t bytes, const uint8_t *in, size_t in_bytes)
{
    neosig_shake256(&neosig_keccak_portable, out, bytes, in, in_bytes);
}

/* The key pair and signature of count `number` of the procedure behind the known answers. */
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

/* What c-fn-dsa's own test does. Its seeds of signing have 6 bytes, where the library draws 32: so the operation is
 * called below the hashing of the message. */
typedef struct fndsa_state {
    const neosig_falcon_ctx *ctx;
    uint8_t seed[6], key_hash[NEOSIG_FALCON_KEY_HASH_BYTES];
    int hashed;
} fndsa_state;

static neosig_error fndsa_start(void *state, unsigned attempt, uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES], uint16_t *hm,
                                uint8_t *seed)
{
    static const uint8_t oid[11] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x08};
    fndsa_state *s = state;
    uint8_t derived[NEOSIG_FALCON_NONCE_BYTES + NEOSIG_FALCON_MAX_SEED_BYTES], in[sizeof s->seed + 4] = {0};
    uint8_t prefix[2] = {(uint8_t)s->hashed, 6}, digest[32], pair[2];
    neosig_shake shake;
    memcpy(in, s->seed, sizeof s->seed);
    in[sizeof s->seed] = (uint8_t)attempt;
    expand(derived, sizeof derived, in, sizeof in);
    memcpy(nonce, derived, NEOSIG_FALCON_NONCE_BYTES);
    memcpy(seed, derived + NEOSIG_FALCON_NONCE_BYTES, s->ctx->seed_bytes);
    neosig_shake_init(&shake, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, (const uint8_t *)"message", 7); /* SHA3-256 has the rate of SHAKE256 */
    neosig_shake_finish_as(&shake, 0x06);
    neosig_shake_squeeze(&shake, digest, sizeof digest);
    neosig_shake_init(&shake, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, nonce, NEOSIG_FALCON_NONCE_BYTES);
    neosig_shake_absorb(&shake, s->key_hash, sizeof s->key_hash);
    neosig_shake_absorb(&shake, prefix, sizeof prefix);
    neosig_shake_absorb(&shake, (const uint8_t *)"domain", 6);
    if (s->hashed) {
        neosig_shake_absorb(&shake, oid, sizeof oid);
        neosig_shake_absorb(&shake, digest, sizeof digest);
    } else {
        neosig_shake_absorb(&shake, (const uint8_t *)"message", 7);
    }
    neosig_shake_finish(&shake);
    for (size_t i = 0; i < s->ctx->n;) {
        neosig_shake_squeeze(&shake, pair, sizeof pair);
        const unsigned w = (unsigned)pair[0] << 8 | pair[1];
        if (w < 5 * NEOSIG_FALCON_Q)
            hm[i++] = (uint16_t)(w % NEOSIG_FALCON_Q);
    }
    return NEOSIG_OK;
}

static void fndsa_signature(unsigned number)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, neosig_backend_now());
    const uint8_t in[6] = {0, (uint8_t)ctx.logn, (uint8_t)number};
    fndsa_state state = {.ctx = &ctx, .seed = {1, (uint8_t)ctx.logn, (uint8_t)number}, .hashed = number % 2 != 0};
    uint8_t seed[32];
    size_t sig_bytes = 0;
    expand(seed, sizeof seed, in, sizeof in);
    CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, sizeof seed, NULL) == NEOSIG_OK);
    expand(state.key_hash, sizeof state.key_hash, pk, alg->public_key_bytes);
    prepare();
    const size_t offset = neosig_falcon_prepared_key_offset(&ctx);
    const uint8_t *key = prepared != NULL ? (const uint8_t *)prepared + 64 + offset : sk; /* after its header */
    void *workspace = aligned_alloc(64, (neosig_falcon_sign_bytes(&ctx, prepared != NULL, 0) + 63) / 64 * 64);
    if (!CHECK(workspace != NULL))
        return;
    CHECK(neosig_falcon_sign(&ctx, sig, &sig_bytes, fndsa_start, &state, key, prepared != NULL, 0, workspace) ==
          NEOSIG_OK);
    free(workspace);
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
