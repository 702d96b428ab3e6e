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

#define SET(level_name, level_number, version_name, version_, index, pk, sk, seed, bits_, v_, o1_, o2_, digest)        \
    {                                                                                                                  \
        .alg = {.name = "rainbow-" level_name "-" version_name,                                                        \
                .scheme = "rainbow",                                                                                   \
                .level = level_number,                                                                                 \
                .status = NEOSIG_BROKEN,                                                                               \
                .status_since = "2022-02",                                                                             \
                .status_citation = "Beullens, \"Breaking Rainbow Takes a Weekend on a Laptop\", ePrint 2022/214",      \
                .oid = "2.25.251657656420782524799287090180023836719.2." index,                                        \
                .public_key_bytes = pk,                                                                                \
                .secret_key_bytes = sk,                                                                                \
                .signature_bytes = BYTES(bits_, (size_t)v_ + o1_ + o2_) + NEOSIG_RAINBOW_SALT_BYTES,                   \
                .seed_bytes = seed,                                                                                    \
                .features = NEOSIG_HAS_DETERMINISTIC},                                                                 \
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
