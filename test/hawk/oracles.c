/* HAWK against its reference code by digest (test/hawk/README.md): key pairs and their tries, the quotients that the
 * solver rounds, many signatures of a key.
 *
 * The linker puts neosig_backend_now of this program before the library's (--wrap): kernels that tell what they round.
 */
#include "core/backend.h"
#include "ntru/ntru.h"
#include "oracles.h"
#include "sym/bytes.h"

#include <stdlib.h>
#include <string.h>

static uint8_t sig[1221];

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

static void key_pair(unsigned number)
{
    neosig_sha256_init(&quotients, 32);
    quotients_count = tries = 0;
    make_key_pair(number, random_for_keys);
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
        seed_from(&drbg, "many", number);
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

int main(int argc, char **argv)
{
    static const oracle_kind kinds[] = {{"keys", keys_line}, {"babai", babai_line}, {"many", many_line}, {0}};
    return check_backends(argc, argv, kinds, NULL);
}
