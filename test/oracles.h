/* What the programs share that compare numbers from inside with those of reference code, by digest: a file NAME.<kind>
 * has a case a line, NAME being a parameter set's.
 *
 *     oracles FILE [--count N]    the first N lines */
#ifndef NEOSIG_TEST_ORACLES_H
#define NEOSIG_TEST_ORACLES_H

#include "backends.h"
#include "common/hex.h"
#include "common/nist_drbg.h"
#include "neosig/neosig.h"
#include "sym/sha2.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char name[32]; /* of the set */
static const neosig_alg *alg;
static uint8_t pk[2440], sk[2752];

static inline int digest_is(neosig_sha256 *hash, const char *hex)
{
    uint8_t digest[32], expected[32];
    neosig_sha256_final(hash, digest, sizeof digest);
    return CHECK(hex_decode(expected, sizeof expected, hex) == 0 && memcmp(digest, expected, sizeof digest) == 0);
}

static inline int key_pair_is(const char *hex)
{
    neosig_sha256 hash;
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, pk, alg->public_key_bytes);
    neosig_sha256_update(&hash, sk, alg->secret_key_bytes);
    return digest_is(&hash, hex);
}

/* A generator seeded with the first 48 bytes of SHA-512("neosig <what> <set>" | number). */
static inline void seed_from(nist_drbg *drbg, const char *what, unsigned number)
{
    const uint8_t tail[4] = {(uint8_t)number, (uint8_t)(number >> 8)};
    uint8_t digest[64];
    neosig_sha512 hash;
    neosig_sha512_init(&hash, sizeof digest);
    neosig_sha512_update(&hash, (const uint8_t *)"neosig ", 7);
    neosig_sha512_update(&hash, (const uint8_t *)what, strlen(what));
    neosig_sha512_update(&hash, (const uint8_t *)" ", 1);
    neosig_sha512_update(&hash, (const uint8_t *)name, strlen(name));
    neosig_sha512_update(&hash, tail, sizeof tail);
    neosig_sha512_final(&hash, digest, sizeof digest);
    nist_drbg_seed(drbg, digest);
}

/* Pair number of the kinds that make key pairs from numbers; random draws from the generator that state points to. */
static inline void make_key_pair(unsigned number, neosig_random *random)
{
    nist_drbg drbg;
    const neosig_options options = {
        .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = random, .random_state = &drbg};
    seed_from(&drbg, "keys", number);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
}

typedef struct oracle_kind {
    const char *ending;
    void (*check)(const char *line);
} oracle_kind;

/* Returns how many lines were checked. Kinds end with {0}. */
static inline unsigned check_file(const char *path, const oracle_kind *kinds, unsigned count)
{
    const char *base = strrchr(path, '/'), *dot = base != NULL ? strchr(base, '.') : NULL;
    FILE *file = dot != NULL && (size_t)(dot - base) <= sizeof name ? fopen(path, "r") : NULL;
    static char line[6200];
    unsigned done = 0;
    if (!CHECK(file != NULL))
        return 0;
    memset(name, 0, sizeof name);
    memcpy(name, base + 1, (size_t)(dot - base) - 1);
    alg = neosig_alg_find(name);
    while (kinds->ending != NULL && strcmp(kinds->ending, dot + 1) != 0)
        kinds++;
    while (CHECK(alg != NULL && kinds->ending != NULL) && done < count && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        const unsigned failed = test_failed;
        kinds->check(line);
        if (test_failed != failed)
            fprintf(stderr, "line %.*s\n", (int)strcspn(line, " "), line);
        done++;
    }
    fclose(file);
    return done;
}

/* The file in every backend; begin, if there is one, goes before each. The value for main to return. */
static inline int check_backends(int argc, char **argv, const oracle_kind *kinds, void (*begin)(void))
{
    const unsigned count =
        argc == 4 && strcmp(argv[2], "--count") == 0 ? (unsigned)strtoul(argv[3], NULL, 10) : 1000000;
    for (size_t i = 0; argc > 1 && i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        if (!test_backend(i))
            continue;
        if (begin != NULL)
            begin();
        CHECK(check_file(argv[1], kinds, count) > 0);
        if (test_failed != failed)
            fprintf(stderr, "%s, backend %s\n", argv[1], neosig_backend_name(i));
    }
    return test_end();
}

#endif
