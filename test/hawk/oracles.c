/* HAWK against its reference code by digest (test/hawk/README.md): key pairs and their tries, the quotients that the
 * solver rounds, many signatures of a key.
 *
 *     oracles FILE [--count N]    the first N lines of FILE, NAME.keys, NAME.babai or NAME.many
 *
 * The linker puts neosig_backend_now of this program before the library's (--wrap): kernels that tell what they round.
 */
#include "common/hex.h"
#include "common/nist_drbg.h"
#include "core/backend.h"
#include "neosig/neosig.h"
#include "ntru/ntru.h"
#include "sym/bytes.h"
#include "sym/sha2.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char name[16];
static const neosig_alg *alg;
static uint8_t pk[2440], sk[360], sig[1221];

/* ---- What is seen */

static neosig_sha256 quotients;
static unsigned quotients_count, tries;

static neosig_backend telling;
static neosig_ntru_kernels kernels;
static const neosig_ntru_kernels *real;

static void tell_round_fixed(int32_t *k, const int64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[8];
        neosig_store64_le(bytes, (uint64_t)x[i]);
        neosig_sha256_update(&quotients, bytes, sizeof bytes);
    }
    quotients_count += (unsigned)n;
    real->round_fixed(k, x, n);
}

const neosig_backend *__real_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void)
{
    telling = *__real_neosig_backend_now();
    real = telling.ntru;
    kernels = *real;
    kernels.round_fixed = tell_round_fixed;
    telling.ntru = &kernels;
    return &telling;
}

/* A try of key generation is a request of its own. */
static int random_for_keys(void *state, uint8_t *out, size_t bytes)
{
    CHECK(bytes == alg->seed_bytes);
    tries++;
    return nist_drbg_random(state, out, bytes);
}

/* An attempt at a signature is two: its salt, then 40 bytes. */
static unsigned requests;

static int random_for_signatures(void *state, uint8_t *out, size_t bytes)
{
    const size_t salt = alg->seed_bytes == 16 ? 14 : alg->seed_bytes == 24 ? 24 : 40;
    CHECK(bytes == (requests++ % 2 == 0 ? salt : 40));
    return nist_drbg_random(state, out, bytes);
}

/* ---- The kinds of files */

static void seed_from(nist_drbg *drbg, const char *purpose, unsigned number)
{
    const uint8_t tail[4] = {(uint8_t)number, (uint8_t)(number >> 8)};
    uint8_t digest[64];
    neosig_sha512 hash;
    neosig_sha512_init(&hash, sizeof digest);
    neosig_sha512_update(&hash, (const uint8_t *)purpose, strlen(purpose));
    neosig_sha512_update(&hash, (const uint8_t *)name, strlen(name));
    neosig_sha512_update(&hash, tail, sizeof tail);
    neosig_sha512_final(&hash, digest, sizeof digest);
    nist_drbg_seed(drbg, digest);
}

static void key_pair(unsigned number)
{
    nist_drbg drbg;
    const neosig_options options = {
        .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = random_for_keys, .random_state = &drbg};
    seed_from(&drbg, "neosig keys ", number);
    neosig_sha256_init(&quotients, 32);
    quotients_count = tries = 0;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
}

static void digest_is(neosig_sha256 *hash, const char *hex)
{
    uint8_t digest[32], expected[32];
    neosig_sha256_final(hash, digest, sizeof digest);
    CHECK(hex_decode(expected, sizeof expected, hex) == 0 && memcmp(digest, expected, sizeof digest) == 0);
}

static void keys_line(const char *line)
{
    unsigned number, expected;
    char digest[65];
    neosig_sha256 hash;
    if (!CHECK(sscanf(line, "%u %64s %u", &number, digest, &expected) == 3))
        return;
    key_pair(number);
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, pk, alg->public_key_bytes);
    neosig_sha256_update(&hash, sk, alg->secret_key_bytes);
    digest_is(&hash, digest);
    CHECK(tries == expected);
}

static void babai_line(const char *line)
{
    unsigned number, expected;
    char digest[65];
    if (!CHECK(sscanf(line, "%u %64s %u", &number, digest, &expected) == 3))
        return;
    key_pair(number);
    digest_is(&quotients, digest);
    CHECK(quotients_count == expected);
}

/* Two lines a key: messages 0 to 499 and 500 to 999 of one generator. */
static void many_line(const char *line)
{
    static nist_drbg drbg;
    unsigned number, first;
    char digest[65];
    neosig_sha256 hash;
    if (!CHECK(sscanf(line, "%u %u %64s", &number, &first, digest) == 3 && (first == 0 || first == 500)))
        return;
    if (first == 0) {
        key_pair(number);
        seed_from(&drbg, "neosig many ", number);
        requests = 0;
    }
    const neosig_options options = {.size = sizeof options, .random = random_for_signatures, .random_state = &drbg};
    neosig_sha256_init(&hash, 32);
    for (unsigned i = first; i < first + 500; i++) {
        const uint8_t msg[4] = {(uint8_t)i, (uint8_t)(i >> 8)};
        size_t made = 0;
        CHECK(neosig_sign(alg, sig, &made, msg, sizeof msg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
        CHECK(made == alg->signature_bytes);
        CHECK(neosig_verify(alg, sig, made, msg, sizeof msg, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
        neosig_sha256_update(&hash, sig, made);
    }
    digest_is(&hash, digest);
}

static int check_file(const char *path, unsigned count)
{
    static const struct {
        const char *ending;
        void (*check)(const char *line);
    } kinds[] = {{"keys", keys_line}, {"babai", babai_line}, {"many", many_line}};
    const char *base = strrchr(path, '/'), *dot = base != NULL ? strchr(base, '.') : NULL;
    FILE *file = dot != NULL && (size_t)(dot - base) <= sizeof name ? fopen(path, "r") : NULL;
    char line[400];
    unsigned done = 0;
    if (!CHECK(file != NULL))
        return 0;
    memcpy(name, base + 1, (size_t)(dot - base) - 1);
    alg = neosig_alg_find(name);
    while (CHECK(alg != NULL) && done < count && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        const unsigned failed = test_failed;
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (strcmp(kinds[i].ending, dot + 1) == 0)
                kinds[i].check(line);
        if (test_failed != failed)
            fprintf(stderr, "line %.*s\n", (int)strcspn(line, " "), line);
        done++;
    }
    fclose(file);
    return done > 0;
}

int main(int argc, char **argv)
{
    const unsigned count =
        argc == 4 && strcmp(argv[2], "--count") == 0 ? (unsigned)strtoul(argv[3], NULL, 10) : 1000000;
    for (size_t i = 0; argc > 1 && i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        CHECK(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        CHECK(check_file(argv[1], count));
        if (test_failed != failed)
            fprintf(stderr, "%s, backend %s\n", argv[1], neosig_backend_name(i));
    }
    return test_end();
}
