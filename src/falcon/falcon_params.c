/* The parameter sets: Falcon 2021-10-01, table 3.3 and section 3.11; FN-DSA as c-fn-dsa bab31dd has it. Object
 * identifiers of Falcon are those of the Open Quantum Safe project. Those of FN-DSA that end in 1 and 2 were the guess
 * of 2025-06, whose keys and signatures have other encodings.
 *
 * The bound of |s1|^2 + |s2|^2 is floor((1.1 sigma sqrt(2 n))^2) with sigma of falcon_tree.c: 34034726 for n = 512 and
 * 70265242 for n = 1024. */
#include "falcon/falcon.h"

#define ARC NEOSIG_OID_ARC "5."

static const neosig_specification falcon_3 = {"2021-11-01", "2021-11-01",
                                              "NIST round 3; PQClean 3730b32a, falcon-*/clean", "2026-11", NULL};
static const neosig_specification fndsa_guess = {"2026-07-22", "2026-07-22", "pornin/c-fn-dsa bab31dd", "2026-11",
                                                 NULL};

#define SET(name_, scheme_, since_, citation_, oid_, logn_, signature_, seed_, features_, rules_, padded_)             \
    {                                                                                                                  \
        .alg = {.name = name_,                                                                                         \
                .scheme = scheme_,                                                                                     \
                .level = (logn_) == 9 ? 1 : 5,                                                                         \
                .status = NEOSIG_CANDIDATE,                                                                            \
                .status_since = since_,                                                                                \
                .status_citation = citation_,                                                                          \
                .oid = oid_,                                                                                           \
                .public_key_bytes = 1 + ((size_t)14 << (logn_)) / 8,                                                   \
                .secret_key_bytes = 1 + ((logn_) == 9 ? 2 * 6 + 8 : 2 * 5 + 8) * ((size_t)1 << (logn_)) / 8 +          \
                                    ((rules_) == NEOSIG_FALCON_FNDSA ? NEOSIG_FALCON_KEY_HASH_BYTES : 0),              \
                .signature_bytes = signature_,                                                                         \
                .seed_bytes = seed_,                                                                                   \
                .features = NEOSIG_HAS_HEDGED | (features_),                                                           \
                .specification = (rules_) == NEOSIG_FALCON_ROUND3 ? &falcon_3 : &fndsa_guess},                         \
        .rules = rules_, .logn = logn_, .padded = padded_, .bound = (logn_) == 9 ? 34034726 : 70265242                 \
    }

#define FALCON(name, oid, logn, signature, padded)                                                                     \
    SET(name, "falcon", "2022-07",                                                                                     \
        "selected by NIST (IR 8413, 2022-07); FIPS 206, which is not published, will replace it", oid, logn,           \
        signature, 48, 0, NEOSIG_FALCON_ROUND3, padded)

#define FN_DSA(name, oid, logn, signature)                                                                             \
    SET(name, "fn-dsa", "2026-07",                                                                                     \
        "provisional: T. Pornin's c-fn-dsa (2026-07), a guess at FIPS 206, which is not published; these keys will "   \
        "not outlive the draft",                                                                                       \
        oid, logn, signature, 32, NEOSIG_HAS_CONTEXT | NEOSIG_HAS_PREHASH, NEOSIG_FALCON_FNDSA, 1)

const neosig_falcon_set neosig_falcon_sets[] = {
    FALCON("falcon-512", "1.3.9999.3.11", 9, 752, 0),
    FALCON("falcon-1024", "1.3.9999.3.14", 10, 1462, 0),
    FALCON("falcon-padded-512", "1.3.9999.3.16", 9, 666, 1),
    FALCON("falcon-padded-1024", "1.3.9999.3.19", 10, 1280, 1),
    FN_DSA("fn-dsa-512-pre", ARC "3", 9, 666),
    FN_DSA("fn-dsa-1024-pre", ARC "4", 10, 1280),
};

const size_t neosig_falcon_sets_count = sizeof neosig_falcon_sets / sizeof neosig_falcon_sets[0];

const char *neosig_falcon_row_fault(const neosig_alg *alg)
{
    const neosig_falcon_set *set = (const neosig_falcon_set *)alg;
    if (set->logn != 9 && set->logn != 10) /* deviations, bounds of the solver and transforms are of these degrees */
        return "n is 512 or 1024";
    if (set->rules != NEOSIG_FALCON_ROUND3 && set->rules != NEOSIG_FALCON_FNDSA)
        return "the rules are round 3's or FN-DSA's";
    if (set->rules == NEOSIG_FALCON_FNDSA && !set->padded)
        return "FN-DSA's signatures have one length";
    if (alg->seed_bytes != (set->rules == NEOSIG_FALCON_ROUND3 ? 48 : 32))
        return "a key is drawn from 48 bytes, or by FN-DSA's rules from 32";
    const size_t n = (size_t)1 << set->logn, f_bits = set->logn == 9 ? 6 : 5;
    const size_t hash_bytes = set->rules == NEOSIG_FALCON_FNDSA ? NEOSIG_FALCON_KEY_HASH_BYTES : 0;
    if (alg->public_key_bytes != 1 + 14 * n / 8 || alg->secret_key_bytes != 1 + (2 * f_bits + 8) * n / 8 + hash_bytes ||
        alg->signature_bytes < 1 + NEOSIG_FALCON_NONCE_BYTES + 2 + n)
        return "sizes follow from the dimensions";
    return NULL;
}
