/* The parameter sets. */
#include "mayo/mayo.h"

/* Z: a symmetric k x k matrix that holds each of 0, ..., k (k + 1) / 2 - 1 for one unordered pair of indices. */
static const uint8_t whipping_5[] = {
    11,               //
    13, 0,            //
    3,  14, 8,        //
    4,  10, 1, 12,    //
    6,  2,  5, 9,  7, //
};
static const uint8_t whipping_10[] = {
    10,                                     //
    25, 6,                                  //
    7,  45, 51,                             //
    44, 50, 16, 15,                         //
    40, 19, 42, 39, 22,                     //
    24, 0,  30, 26, 33, 13,                 //
    12, 11, 53, 48, 1,  46, 36,             //
    32, 14, 8,  54, 35, 17, 20, 38,         //
    5,  37, 21, 23, 41, 2,  49, 29, 3,      //
    27, 52, 4,  34, 18, 47, 43, 9,  31, 28, //
};
static const uint8_t whipping_11[] = {
    35,                                         //
    13, 55,                                     //
    39, 42, 6,                                  //
    32, 11, 15, 18,                             //
    4,  63, 57, 5,  38,                         //
    7,  19, 47, 21, 0,  22,                     //
    40, 58, 16, 28, 56, 27, 37,                 //
    14, 49, 34, 10, 29, 61, 45, 26,             //
    43, 36, 44, 51, 54, 3,  30, 52, 25,         //
    62, 12, 46, 24, 60, 48, 1,  59, 9,  53,     //
    64, 20, 50, 31, 23, 8,  17, 41, 2,  65, 33, //
};
static const uint8_t whipping_12[] = {
    62,                                             //
    30, 7,                                          //
    52, 37, 64,                                     //
    53, 55, 26, 61,                                 //
    24, 43, 76, 16, 41,                             //
    0,  70, 45, 60, 27, 63,                         //
    25, 31, 54, 5,  6,  22, 14,                     //
    12, 47, 10, 18, 2,  49, 29, 58,                 //
    71, 35, 40, 42, 4,  23, 44, 67, 33,             //
    20, 9,  34, 17, 51, 1,  65, 59, 73, 28,         //
    57, 69, 11, 8,  68, 21, 77, 39, 36, 46, 50,     //
    32, 15, 19, 75, 38, 48, 72, 56, 74, 3,  13, 66, //
};

static const neosig_specification mayo_3 = {"3", "2026-08-31", "NIST round 3; PQCMayo/MAYO-C 74de637", "2026-11", NULL};

/* o columns of m-vectors in a triangle, and k vectors of n elements. */
#define PK(m, o) (NEOSIG_MAYO_PUBLIC_SEED_BYTES + (size_t)(m) * (o) * ((o) + 1) / 4)
#define SIG(v, o, k, salt) (((size_t)(k) * ((v) + (o)) + 1) / 2 + (salt))

#define STATUS                                                                                                         \
    "NIST round 3 (NIST IR 8610); PQShield's list nist-sigs-zoo of 2026-09 marks no attack below the level, and the "  \
    "designers' estimates were not compared"

/* For the sets of round 3 no other object identifiers are known yet. */
#define SET(NAME, LEVEL, V, O, M, K, T0, T1, T2, T3, SALT, DIGEST, NUMBER)                                             \
    {                                                                                                                  \
        .alg = {.name = NAME,                                                                                          \
                .scheme = "mayo",                                                                                      \
                .level = LEVEL,                                                                                        \
                .status = NEOSIG_CANDIDATE,                                                                            \
                .status_since = "2026-08",                                                                             \
                .status_citation = STATUS,                                                                             \
                .oid = NEOSIG_OID_ARC "8." NUMBER,                                                                     \
                .public_key_bytes = PK(M, O),                                                                          \
                .secret_key_bytes = SALT,                                                                              \
                .signature_bytes = SIG(V, O, K, SALT),                                                                 \
                .seed_bytes = SALT,                                                                                    \
                .features = NEOSIG_HAS_HEDGED,                                                                         \
                .specification = &mayo_3},                                                                             \
        .v = V, .o = O, .m = M, .k = K, .tail = {T0, T1, T2, T3}, .whipping = whipping_##K, .salt_bytes = SALT,        \
        .digest_bytes = DIGEST                                                                                         \
    }

const neosig_mayo_set neosig_mayo_sets[] = {
    /* name, level, v, o, m, k, tail of f, bytes of salt and seed, bytes of digest, number of object identifier */
    SET("mayo1", 1, 80, 8, 80, 10, 2, 0, 4, 2, 24, 32, "1"),
    SET("mayo2", 1, 73, 13, 64, 5, 8, 0, 2, 8, 24, 32, "2"),
    SET("mayo3", 3, 108, 10, 108, 11, 8, 0, 1, 7, 32, 48, "3"),
    SET("mayo5", 5, 142, 12, 142, 12, 4, 0, 8, 1, 40, 64, "4"),
};

const size_t neosig_mayo_sets_count = sizeof neosig_mayo_sets / sizeof neosig_mayo_sets[0];

const char *neosig_mayo_row_fault(const neosig_alg *alg)
{
    const neosig_mayo_set *set = (const neosig_mayo_set *)alg;
    const size_t v = set->v, o = set->o, m = set->m, k = set->k, powers = k * (k + 1) / 2;
    uint8_t seen[NEOSIG_MAYO_MAX_K * (NEOSIG_MAYO_MAX_K + 1) / 2] = {0};
    if (o > NEOSIG_MAYO_MAX_O || v + o > NEOSIG_MAYO_MAX_N || m > NEOSIG_MAYO_MAX_M || k > NEOSIG_MAYO_MAX_K ||
        set->salt_bytes > NEOSIG_MAYO_MAX_SALT_BYTES || set->digest_bytes > NEOSIG_MAYO_MAX_DIGEST_BYTES)
        return "dimensions are at most NEOSIG_MAYO_MAX_...";
    if (m % 2 != 0 || m < 32 || v < 31) /* whole bytes, and at least 16 */
        return "m is even and at least 32, v at least 31";
    if ((v + o) % 2 != 0)
        return "a signature's vectors have whole bytes";
    if (k * o < m || k * o > m + NEOSIG_GF16_MOST_FREE)
        return "k o is m, or up to NEOSIG_GF16_MOST_FREE more";
    if (powers + 3 > m) /* a reduced power of z is below z^m */
        return "k (k + 1) / 2 + 3 <= m";
    for (size_t i = 0; i < powers; i++)
        if (set->whipping[i] >= powers || seen[set->whipping[i]]++ != 0)
            return "Z has each of 0, ..., k (k + 1) / 2 - 1 once";
    if (alg->public_key_bytes != PK(m, o) || alg->secret_key_bytes != set->salt_bytes ||
        alg->signature_bytes != SIG(v, o, k, set->salt_bytes))
        return "sizes follow from the dimensions";
    return NULL;
}
