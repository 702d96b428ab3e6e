/* The parameter sets: FIPS 204 table 1, and CRYSTALS-Dilithium round 3.1 (2021-02-08). */
#include "mldsa/mldsa.h"

/* Bytes of an encoded polynomial of s1 or s2, and of z. */
#define S_BYTES(eta) ((eta) == 2 ? 96 : 128)
#define Z_BYTES(gamma1) ((gamma1) == 1 << 17 ? 576 : 640)

static const neosig_specification fips_204 = {"FIPS 204", "2024-08-13", "pq-crystals/dilithium cbcd8753", "2026-11",
                                              NULL};
static const neosig_specification dilithium_3_1 = {"3.1", "2021-02", "NIST round 3; pq-crystals/dilithium 61b51a71",
                                                   "2026-11", "FIPS 204 (2024-08-13): ml-dsa-44, ml-dsa-65, ml-dsa-87"};

#define SET(name_, scheme_, level_, status_, citation_, oid_, features_, k_, l_, eta_, tau_, omega_, gamma1_, gamma2_, \
            tr_, ctilde_, fips_)                                                                                       \
    {                                                                                                                  \
        .alg = {.name = name_,                                                                                         \
                .scheme = scheme_,                                                                                     \
                .level = level_,                                                                                       \
                .status = status_,                                                                                     \
                .status_since = "2024-08",                                                                             \
                .status_citation = citation_,                                                                          \
                .oid = oid_,                                                                                           \
                .public_key_bytes = 32 + 320 * (k_),                                                                   \
                .secret_key_bytes = 64 + (tr_) + ((k_) + (l_)) * S_BYTES(eta_) + 416 * (k_),                           \
                .signature_bytes = (ctilde_) + Z_BYTES(gamma1_) * (l_) + (omega_) + (k_),                              \
                .seed_bytes = NEOSIG_MLDSA_SEED_BYTES,                                                                 \
                .features = features_,                                                                                 \
                .specification = (fips_) ? &fips_204 : &dilithium_3_1},                                                \
        .k = k_, .l = l_, .eta = eta_, .tau = tau_, .omega = omega_, .gamma1 = gamma1_, .gamma2 = gamma2_,             \
        .tr_bytes = tr_, .ctilde_bytes = ctilde_, .fips = fips_                                                        \
    }

#define ML_DSA(name, level, oid, k, l, eta, tau, omega, gamma1, gamma2, ctilde)                                        \
    SET(name, "ml-dsa", level, NEOSIG_STANDARD, "FIPS 204", oid,                                                       \
        NEOSIG_HAS_CONTEXT | NEOSIG_HAS_DETERMINISTIC | NEOSIG_HAS_HEDGED | NEOSIG_HAS_PREHASH |                       \
            NEOSIG_HAS_EXTERNAL_MU,                                                                                    \
        k, l, eta, tau, omega, gamma1, gamma2, 64, ctilde, 1)

#define DILITHIUM(name, level, oid, k, l, eta, tau, omega, gamma1, gamma2)                                             \
    SET(name, "dilithium", level, NEOSIG_SUPERSEDED, "FIPS 204, which replaces it", oid, NEOSIG_HAS_DETERMINISTIC, k,  \
        l, eta, tau, omega, gamma1, gamma2, 32, 32, 0)

#define Q NEOSIG_MLDSA_Q
#define ARC NEOSIG_OID_ARC "3."

const neosig_mldsa_set neosig_mldsa_sets[] = {
    /* k, l, eta, tau, omega, gamma1, gamma2, bytes of c-tilde */
    ML_DSA("ml-dsa-44", 2, "2.16.840.1.101.3.4.3.17", 4, 4, 2, 39, 80, 1 << 17, (Q - 1) / 88, 32),
    ML_DSA("ml-dsa-65", 3, "2.16.840.1.101.3.4.3.18", 6, 5, 4, 49, 55, 1 << 19, (Q - 1) / 32, 48),
    ML_DSA("ml-dsa-87", 5, "2.16.840.1.101.3.4.3.19", 8, 7, 2, 60, 75, 1 << 19, (Q - 1) / 32, 64),
    DILITHIUM("dilithium2", 2, ARC "1", 4, 4, 2, 39, 80, 1 << 17, (Q - 1) / 88),
    DILITHIUM("dilithium3", 3, ARC "2", 6, 5, 4, 49, 55, 1 << 19, (Q - 1) / 32),
    DILITHIUM("dilithium5", 5, ARC "3", 8, 7, 2, 60, 75, 1 << 19, (Q - 1) / 32),
};

const size_t neosig_mldsa_sets_count = sizeof neosig_mldsa_sets / sizeof neosig_mldsa_sets[0];

const char *neosig_mldsa_row_fault(const neosig_alg *alg)
{
    const neosig_mldsa_set *set = (const neosig_mldsa_set *)alg;
    if (set->k < 4 || set->k > NEOSIG_MLDSA_MAX_K) /* signing expands A in the memory of w */
        return "4 <= k <= NEOSIG_MLDSA_MAX_K";
    if (set->l < 4 || set->l > NEOSIG_MLDSA_MAX_L) /* four masks at a time, and in signing four columns of memory */
        return "4 <= l <= NEOSIG_MLDSA_MAX_L";
    if (set->eta != 2 && set->eta != 4)
        return "eta is 2 or 4";
    if (set->gamma1 != 1 << 17 && set->gamma1 != 1 << 19)
        return "gamma1 is 2^17 or 2^19";
    if (set->gamma2 != NEOSIG_MLDSA_GAMMA2_88 && set->gamma2 != NEOSIG_MLDSA_GAMMA2_32)
        return "gamma2 is (q - 1)/88 or (q - 1)/32";
    if (set->gamma2 == NEOSIG_MLDSA_GAMMA2_88 && set->k > 5) /* signing has room for 1024 bytes of w1 */
        return "k <= 5 where gamma2 is (q - 1)/88";
    if (set->tau < 1 || set->tau > 64) /* signs from 64 bits; neosig_mldsa_sparse */
        return "1 <= tau <= 64";
    if (set->tr_bytes != 32 && set->tr_bytes != 64)
        return "tr has 32 or 64 bytes";
    if (set->ctilde_bytes < 32 || set->ctilde_bytes > 64) /* rows of challenges are 64 bytes */
        return "32 <= bytes of c-tilde <= 64";
    const size_t k = set->k, l = set->l;
    if (alg->public_key_bytes != 32 + NEOSIG_MLDSA_T1_BYTES * k ||
        alg->secret_key_bytes != 64 + set->tr_bytes + (k + l) * S_BYTES(set->eta) + NEOSIG_MLDSA_T0_BYTES * k ||
        alg->signature_bytes != set->ctilde_bytes + Z_BYTES(set->gamma1) * l + set->omega + k)
        return "sizes follow from the dimensions";
    return NULL;
}
