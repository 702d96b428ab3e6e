/* The parameter sets of specification 1.1. Tables of the solver are those of the reference code (hawk-sign/dev ac3a98c,
 * the code of NIST's packages), but for `rows` and `bits`, which are ours (ntru.h).
 *
 *     least_norm = ceil(2 n sigma^2), sigma = 1.042, 1.425, 1.974 (sigma_sec)
 *     most_norm = floor(8 n sigma^2), sigma = 1.042, 1.425, 1.571 (sigma_verify)
 *     most_inverse = floor(2^32 beta), beta = 1/250, 1/1000, 1/3000 (beta_0) */
#include "hawk/hawk.h"
#include "hawk/hawk_gauss_tables.h"
#include "hawk/hawk_residue_tables.h"
#include "hawk/hawk_roots_tables.h"

#define ARC NEOSIG_OID_ARC "6."

static const neosig_specification hawk_version = {"1.1", "2025-02-05", "NIST round 2; mupq of 2025-05, hawk*/ref",
                                                  "2026-11",
                                                  "hawk-sign/dev 1b9fef5, which draws other keys from the same seeds"};

/* A key is found by a shortest vector in dimension n/2 + 1. */
#define SHORTEST "Straznickas and Weis, ePrint 2026/1593: key recovery is the shortest vector problem in dimension "
static const neosig_attack hawk_129 = {0, "2026-07", SHORTEST "129, which takes hours"};
static const neosig_attack hawk_257 = {108, "2026-07", SHORTEST "257"};
static const neosig_attack hawk_513 = {182, "2026-07", SHORTEST "513"};

#define ALG(name_, level_, status_, citation_, attack_, oid_, logn_, public_, signature_)                              \
    {                                                                                                                  \
        .name = name_, .scheme = "hawk", .level = level_, .status = status_, .status_since = "2026-07",                \
        .status_citation = citation_, .oid = ARC oid_, .public_key_bytes = public_,                                    \
        .secret_key_bytes = 8 + ((size_t)11 << (logn_)) / 32, .signature_bytes = signature_,                           \
        .seed_bytes = 8 + ((size_t)1 << (logn_)) / 32, .features = NEOSIG_HAS_HEDGED, .specification = &hawk_version,  \
        .attack = attack_,                                                                                             \
    }

#define WITHDRAWN(bits)                                                                                                \
    "withdrawn by its designers (2026-07-29) after ePrint 2026/1593, by which forging takes about 2^" bits

const neosig_hawk_set neosig_hawk_sets[] = {
    {.alg = ALG("hawk256", 1, NEOSIG_BROKEN,
                "ePrint 2026/1593 recovers keys in hours; withdrawn by its designers (2026-07-29), who meant it as "
                "a challenge below level 1",
                &hawk_129, "1", 8, 450, 249),
     .logn = 8,
     .salt_bytes = 14,
     .least_norm = 556,
     .most_inverse = 17179869,
     .most_norm = 2223,
     .q00 = {5, 9},
     .q01 = {8, 11},
     .s1 = {5, 9},
     .q11_size = 13,
     .s0_size = 12,
     .gauss = NEOSIG_IF_SIGNING(neosig_hawk_gauss_tables[0]),
     .ntru = {.logn = 8,
              .rule = NEOSIG_NTRU_FIXED,
              .q = 1,
              .small = {1, 1, 1, 2, 3, 5, 9, 17, 34},
              .large = {1, 1, 2, 4, 7, 13, 26, 50},
              .rows = {1, 1, 1, 2, 3, 6, 10, 19, 38},
              .bits = {2, 10, 18, 36, 71},
              .window = {1, 1, 1, 2, 3, 3, 3, 4},
              .step = 20}},
    {.alg = ALG("hawk512", 1, NEOSIG_WITHDRAWN, WITHDRAWN("108"), &hawk_257, "2", 9, 1024, 555),
     .logn = 9,
     .salt_bytes = 24,
     .least_norm = 2080,
     .most_inverse = 4294967,
     .most_norm = 8317,
     .q00 = {5, 9},
     .q01 = {9, 12},
     .s1 = {5, 9},
     .q11_size = 15,
     .s0_size = 13,
     .gauss = NEOSIG_IF_SIGNING(neosig_hawk_gauss_tables[1]),
     .ntru = {.logn = 9,
              .rule = NEOSIG_NTRU_FIXED,
              .q = 1,
              .small = {1, 1, 1, 2, 3, 6, 11, 21, 41, 82},
              .large = {1, 2, 3, 5, 8, 16, 31, 61, 121},
              .rows = {1, 1, 1, 2, 4, 7, 13, 24, 46, 91},
              .bits = {3, 10, 22, 43, 86},
              .window = {1, 1, 1, 2, 2, 3, 3, 4, 6},
              .step = 15}},
    {.alg = ALG("hawk1024", 5, NEOSIG_WITHDRAWN, WITHDRAWN("182"), &hawk_513, "3", 10, 2440, 1221),
     .logn = 10,
     .salt_bytes = 40,
     .least_norm = 7981,
     .most_inverse = 1431655,
     .most_norm = 20218,
     .q00 = {6, 10},
     .q01 = {10, 14},
     .s1 = {6, 10},
     .q11_size = 17,
     .s0_size = 14,
     .gauss = NEOSIG_IF_SIGNING(neosig_hawk_gauss_tables[2]),
     .ntru = {.logn = 10,
              .rule = NEOSIG_NTRU_FIXED,
              .q = 1,
              .small = {1, 1, 2, 2, 4, 7, 13, 25, 48, 96, 191},
              .large = {1, 2, 3, 5, 10, 19, 37, 72, 143, 284},
              .rows = {1, 1, 1, 2, 4, 8, 15, 28, 54, 107, 212},
              .bits = {5, 11, 24, 50, 101},
              .window = {1, 1, 2, 2, 3, 3, 3, 4, 4, 7},
              .step = 12}},
};

const size_t neosig_hawk_sets_count = sizeof neosig_hawk_sets / sizeof neosig_hawk_sets[0];

const char *neosig_hawk_row_fault(const neosig_alg *alg)
{
    const neosig_hawk_set *set = (const neosig_hawk_set *)alg;
    if (set->logn < 8 || set->logn > 10 || set->ntru.logn != set->logn)
        return "n is 256, 512 or 1024, and the solver's n";
    if (set->salt_bytes < 1 || set->salt_bytes > NEOSIG_HAWK_MAX_SALT_BYTES)
        return "the salt has at most NEOSIG_HAWK_MAX_SALT_BYTES";
    const neosig_hawk_code codes[3] = {set->q00, set->q01, set->s1};
    for (size_t i = 0; i < 3; i++)
        if (codes[i].low < 1 || codes[i].size <= codes[i].low || codes[i].size > codes[i].low + 4)
            return "a code has low < size <= low + 4 bits";
    if (set->q00.size > 15 || set->q01.size > 15 || set->s1.size > 14 || set->s0_size > 14 || set->q11_size > 30)
        return "coefficients of q00, q01, s0 and s1 fit 16 bits, those of q11 32";
    const size_t n = (size_t)1 << set->logn;
    if (alg->seed_bytes != 8 + n / 32 || alg->secret_key_bytes != 8 + 11 * n / 32)
        return "sizes follow from the dimensions";
    return NULL;
}
