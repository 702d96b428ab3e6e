/* The parameter sets. */
#include "rainbow/rainbow.h"

/* Sizes in elements. */
#define TRIANGLE(n) ((size_t)(n) * ((n) + 1) / 2)
#define CLASSIC_PK(v, o1, o2) (TRIANGLE(v + o1 + o2) * (o1 + o2))
#define STORED_PK(v, o1, o2) ((size_t)o1 * (v * o2 + TRIANGLE(o1) + o1 * o2 + TRIANGLE(o2)) + (size_t)o2 * TRIANGLE(o2))
#define WHOLE_SK(v, o1, o2)                                                                                            \
    ((size_t)o1 * o2 + v * o1 + v * o2 + o1 * o2 + (size_t)o1 * (TRIANGLE(v) + v * o1) +                               \
     (size_t)o2 * (TRIANGLE(v) + v * o1 + v * o2 + TRIANGLE(o1) + o1 * o2))
#define BYTES(bits, elements) ((elements) * (bits) / 8)

static const neosig_specification rainbow_3 = {"3", "2020-10", "NIST round 3; PQClean 6cd3167b, rainbow*/clean",
                                               "2026-11", NULL};
static const neosig_attack rainbow_weekend = {
    0, "2022-02",
    "keys of round 2's level 1 recovered in 53 hours on a laptop, all sets weakened: Beullens, ePrint 2022/214"};

#define SET(level_name, level_number, version_name, version_, index, pk, sk, seed, bits_, v_, o1_, o2_, digest)        \
    {                                                                                                                  \
        .alg = {.name = "rainbow-" level_name "-" version_name,                                                        \
                .scheme = "rainbow",                                                                                   \
                .level = level_number,                                                                                 \
                .status = NEOSIG_BROKEN,                                                                               \
                .status_since = "2022-02",                                                                             \
                .status_citation = "Beullens, \"Breaking Rainbow Takes a Weekend on a Laptop\", ePrint 2022/214",      \
                .oid = NEOSIG_OID_ARC "2." index,                                                                      \
                .public_key_bytes = pk,                                                                                \
                .secret_key_bytes = sk,                                                                                \
                .signature_bytes = BYTES(bits_, (size_t)v_ + o1_ + o2_) + NEOSIG_RAINBOW_SALT_BYTES,                   \
                .seed_bytes = seed,                                                                                    \
                .features = NEOSIG_HAS_DETERMINISTIC,                                                                  \
                .specification = &rainbow_3,                                                                           \
                .attack = &rainbow_weekend},                                                                           \
        .bits = bits_, .v = v_, .o1 = o1_, .o2 = o2_, .digest_bytes = digest, .version = version_                      \
    }

#define LEVEL(name, number, first, second, third, bits, v, o1, o2, digest)                                             \
    SET(name, number, "classic", NEOSIG_RAINBOW_CLASSIC, first, BYTES(bits, CLASSIC_PK(v, o1, o2)),                    \
        NEOSIG_RAINBOW_SEED_BYTES + BYTES(bits, WHOLE_SK(v, o1, o2)), NEOSIG_RAINBOW_SEED_BYTES, bits, v, o1, o2,      \
        digest),                                                                                                       \
        SET(name, number, "circumzenithal", NEOSIG_RAINBOW_CIRCUMZENITHAL, second,                                     \
            NEOSIG_RAINBOW_SEED_BYTES + BYTES(bits, STORED_PK(v, o1, o2)),                                             \
            NEOSIG_RAINBOW_SEED_BYTES + BYTES(bits, WHOLE_SK(v, o1, o2)), 2 * NEOSIG_RAINBOW_SEED_BYTES, bits, v, o1,  \
            o2, digest),                                                                                               \
        SET(name, number, "compressed", NEOSIG_RAINBOW_COMPRESSED, third,                                              \
            NEOSIG_RAINBOW_SEED_BYTES + BYTES(bits, STORED_PK(v, o1, o2)), 2 * NEOSIG_RAINBOW_SEED_BYTES,              \
            2 * NEOSIG_RAINBOW_SEED_BYTES, bits, v, o1, o2, digest)

const neosig_rainbow_set neosig_rainbow_sets[] = {
    LEVEL("I", 1, "1", "2", "3", 4, 36, 32, 32, 32),
    LEVEL("III", 3, "4", "5", "6", 8, 68, 32, 48, 48),
    LEVEL("V", 5, "7", "8", "9", 8, 96, 36, 64, 64),
};

const size_t neosig_rainbow_sets_count = sizeof neosig_rainbow_sets / sizeof neosig_rainbow_sets[0];

/* Bytes of a vector of k elements. */
static size_t vector_bytes(const neosig_rainbow_set *set, size_t k)
{
    return k * set->bits / 8;
}

const char *neosig_rainbow_row_fault(const neosig_alg *alg)
{
    const neosig_rainbow_set *set = (const neosig_rainbow_set *)alg;
    const size_t v = set->v, o1 = set->o1, o2 = set->o2;
    if (set->bits != 4 && set->bits != 8)
        return "the field has 4 or 8 bits";
    if (v > NEOSIG_RAINBOW_MAX_V || o1 > NEOSIG_RAINBOW_MAX_O1 || o2 > NEOSIG_RAINBOW_MAX_O2 ||
        o1 + o2 > NEOSIG_RAINBOW_MAX_M || v + o1 + o2 > NEOSIG_RAINBOW_MAX_N)
        return "v, o1, o2 and their sums are at most NEOSIG_RAINBOW_MAX_...";
    if (v % 4 != 0 || o1 % 4 != 0 || o2 % 4 != 0) /* tables of four columns; whole bytes */
        return "v, o1 and o2 are multiples of 4";
    if (o1 > o2 || o2 > v || v > o1 + o2) /* memory of signing serves vectors of several sizes in turn */
        return "o1 <= o2 <= v <= o1 + o2";
    if (vector_bytes(set, v) < 16 || vector_bytes(set, o1) < 16)
        return "vectors of v and o1 elements have 16 bytes or more";
    if (vector_bytes(set, o2) % 16 != 0) /* key generation transposes squares of 16 bytes */
        return "vectors of o2 elements have a multiple of 16 bytes";
    if (set->digest_bytes != 32 && set->digest_bytes != 48 && set->digest_bytes != 64)
        return "the hash is SHA-256, SHA-384 or SHA-512";
    const size_t seed = NEOSIG_RAINBOW_SEED_BYTES, bits = set->bits;
    const size_t classic = BYTES(bits, CLASSIC_PK(v, o1, o2)), stored = seed + BYTES(bits, STORED_PK(v, o1, o2));
    const size_t whole = seed + BYTES(bits, WHOLE_SK(v, o1, o2));
    if (alg->public_key_bytes != (set->version == NEOSIG_RAINBOW_CLASSIC ? classic : stored) ||
        alg->secret_key_bytes != (set->version == NEOSIG_RAINBOW_COMPRESSED ? 2 * seed : whole) ||
        alg->signature_bytes != BYTES(bits, v + o1 + o2) + NEOSIG_RAINBOW_SALT_BYTES)
        return "sizes follow from the dimensions";
    return NULL;
}
