/* The parameter sets: table 2. */
#include "slhdsa/slhdsa.h"

#define SIG(n, h, d, a, k) ((size_t)(n) * (1 + (k) * (1 + (a)) + (h) + (size_t)(d) * (2 * (n) + 3)))
#define M(h, tree_height, a, k) (((k) * (a) + 7) / 8 + ((h) - (tree_height) + 7) / 8 + ((tree_height) + 7) / 8)

static const neosig_specification fips_205 = {"FIPS 205", "2024-08-13", "pq-code-package/slhdsa-c 9694008", "2026-11",
                                              NULL};

#define SET(NAME, LEVEL, OID, SHAKE, N, H, D, A, K)                                                                    \
    {                                                                                                                  \
        .alg = {.name = "slh-dsa-" NAME,                                                                               \
                .scheme = "slh-dsa",                                                                                   \
                .level = LEVEL,                                                                                        \
                .status = NEOSIG_STANDARD,                                                                             \
                .status_since = "2024-08",                                                                             \
                .status_citation = "FIPS 205",                                                                         \
                .oid = "2.16.840.1.101.3.4.3." OID,                                                                    \
                .public_key_bytes = 2 * (N),                                                                           \
                .secret_key_bytes = 4 * (N),                                                                           \
                .signature_bytes = SIG(N, H, D, A, K),                                                                 \
                .seed_bytes = 3 * (N),                                                                                 \
                .features = NEOSIG_HAS_CONTEXT | NEOSIG_HAS_DETERMINISTIC | NEOSIG_HAS_HEDGED | NEOSIG_HAS_PREHASH |   \
                            NEOSIG_READS_TWICE | NEOSIG_HAS_FAULT_CHECKS | NEOSIG_HAS_PARTS,                           \
                .specification = &fips_205},                                                                           \
        .shake = SHAKE, .n = N, .h = H, .d = D, .tree_height = (H) / (D), .a = A, .k = K, .m = M(H, (H) / (D), A, K)   \
    }
#define FAMILY(NAME, SHAKE, OID_128S, OID_128F, OID_192S, OID_192F, OID_256S, OID_256F)                                \
    SET(NAME "-128s", 1, OID_128S, SHAKE, 16, 63, 7, 12, 14),                                                          \
        SET(NAME "-128f", 1, OID_128F, SHAKE, 16, 66, 22, 6, 33),                                                      \
        SET(NAME "-192s", 3, OID_192S, SHAKE, 24, 63, 7, 14, 17),                                                      \
        SET(NAME "-192f", 3, OID_192F, SHAKE, 24, 66, 22, 8, 33),                                                      \
        SET(NAME "-256s", 5, OID_256S, SHAKE, 32, 64, 8, 14, 22),                                                      \
        SET(NAME "-256f", 5, OID_256F, SHAKE, 32, 68, 17, 9, 35)

/* n, h, d, a, k; h' = h / d, and m follows. Identifiers: RFC 9909. */
const neosig_slhdsa_set neosig_slhdsa_sets[] = {
    FAMILY("sha2", 0, "20", "21", "22", "23", "24", "25"),
    FAMILY("shake", 1, "26", "27", "28", "29", "30", "31"),
};

const size_t neosig_slhdsa_sets_count = sizeof neosig_slhdsa_sets / sizeof neosig_slhdsa_sets[0];

const char *neosig_slhdsa_row_fault(const neosig_alg *alg)
{
    const neosig_slhdsa_set *set = (const neosig_slhdsa_set *)(const void *)alg;
    const size_t n = set->n, h = set->h, d = set->d, tree_height = set->tree_height, a = set->a, k = set->k;
    if (n != 16 && n != 24 && n != 32) /* kernels; the checksum of 2n digits has three */
        return "n is 16, 24 or 32";
    if (d < 1 || h != d * tree_height)
        return "h = d h'";
    /* A tree of keys is one subtree, and has a key beside the one that signs: prf_f takes no empty list. */
    if (tree_height < 1 || tree_height > NEOSIG_SLHDSA_SUBTREE)
        return "1 <= h' <= NEOSIG_SLHDSA_SUBTREE";
    if (h - tree_height > 64) /* a tree's number has 64 bits */
        return "h - h' <= 64";
    if (a < 1 || a > 2 * NEOSIG_SLHDSA_SUBTREE) /* one upper tree; FORS has k 2^a leaves, at most 2^24 */
        return "1 <= a <= 2 NEOSIG_SLHDSA_SUBTREE";
    if (k < 1 || k > NEOSIG_SLHDSA_MAX_K)
        return "1 <= k <= NEOSIG_SLHDSA_MAX_K";
    if (set->m != M(h, tree_height, a, k) || set->m > NEOSIG_SLHDSA_MAX_M)
        return "m follows from h, d, a and k, and is at most NEOSIG_SLHDSA_MAX_M";
    if (alg->public_key_bytes != 2 * n || alg->secret_key_bytes != 4 * n || alg->seed_bytes != 3 * n ||
        alg->signature_bytes != SIG(n, h, d, a, k))
        return "sizes follow from the dimensions";
    return NULL;
}
