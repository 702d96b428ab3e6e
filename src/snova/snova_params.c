/* The parameter sets. */
#include "snova/snova.h"

#define OID "2.25.251657656420782524799287090180023836719.1."
/* Each block size fell to its own attack; all were replaced by the designers. */
#define REPLACED "replaced by SNOVA 2.0 (2025-01) and 3.0 (2026-08); "
#define FORGERY "low-rank forgery and weak keys: Beullens, \"Improved Cryptanalysis of SNOVA\", ePrint 2024/1297"
#define L2                                                                                                             \
    REPLACED "below its level as a UOV over GF(16^2): Nakamura, Tani and Furue, IEICE Trans. 2024EAP1124, after "      \
             "Ikematsu and Akiyama, ePrint 2024/096, and Li and Ding, ePrint 2024/110; " FORGERY
#define L3 REPLACED FORGERY "; wedge attack on the round-2 sets of l = 3: Bros et al., ePrint 2026/237"
#define L4                                                                                                             \
    REPLACED "below its level: Cabarcas, Li, Verbel and Villanueva-Polanco, \"Improved Attacks for SNOVA by "          \
             "Exploiting Stability under a Group Action\", ePrint 2024/1770; " FORGERY

#define MARGIN                                                                                                         \
    "NIST round 3: SNOVA 3.0 (2026-08); the designers' analysis has no attack below the level, the cheapest on the "   \
    "smallest set, SNOVA_I_S, at about 2^182; the wedge attack on round 2, Bros et al., ePrint 2026/237, does not "    \
    "apply"

#define SIG(v, o, l, r) (((v) + (o)) * (l) * (r) + 1) / 2 + NEOSIG_SNOVA_SALT_BYTES
#define PK(m, o, l) NEOSIG_SNOVA_PUBLIC_SEED_BYTES + ((m) * (o) * (o) * (l) * (l) + 1) / 2
#define ESK(v, o, l)                                                                                                   \
    ((l) * (l) * (4 * (l) * (l) + (o) * (v) * (v) + 2 * (o) * (v) * (o) + (v) * (o))) / 2 + NEOSIG_SNOVA_SEEDS_BYTES

#define ROW(NAME, V, O, L, R, M, ALPHAS, RULES, EXPANDED, SK, LEVEL, STATUS, SINCE, WHY, NUMBER)                       \
    {                                                                                                                  \
        .alg = {.name = NAME,                                                                                          \
                .scheme = "snova",                                                                                     \
                .level = LEVEL,                                                                                        \
                .status = STATUS,                                                                                      \
                .status_since = SINCE,                                                                                 \
                .status_citation = WHY,                                                                                \
                .oid = OID #NUMBER,                                                                                    \
                .public_key_bytes = PK(M, O, L),                                                                       \
                .secret_key_bytes = SK,                                                                                \
                .signature_bytes = SIG(V, O, L, R),                                                                    \
                .seed_bytes = NEOSIG_SNOVA_SEEDS_BYTES,                                                                \
                .features = NEOSIG_HAS_HEDGED},                                                                        \
        .rules = &RULES, .v = V, .o = O, .l = L, .r = R, .m = M, .alphas = ALPHAS, .expanded = EXPANDED,               \
    }
#define ROUND1(V, O, L, LEVEL, WHY, ESK_NUMBER, SSK_NUMBER)                                                            \
    ROW("snova-" #V "-" #O "-16-" #L "-esk", V, O, L, L, O, (L) * (L), neosig_snova_round1, 1, ESK(V, O, L), LEVEL,    \
        NEOSIG_SUPERSEDED, "2025-01", WHY, ESK_NUMBER),                                                                \
        ROW("snova-" #V "-" #O "-16-" #L "-ssk", V, O, L, L, O, (L) * (L), neosig_snova_round1, 0,                     \
            NEOSIG_SNOVA_SEEDS_BYTES, LEVEL, NEOSIG_SUPERSEDED, "2025-01", WHY, SSK_NUMBER)
/* The public key is expanded by SHAKE128, or by AES-128. */
#define ROUND3(NAME, V, O, L, R, M, LEVEL, SHAKE_NUMBER, AES_NUMBER)                                                   \
    ROW("snova-" NAME, V, O, L, R, M, (L) * (R) + 2 * (R), neosig_snova_round3_shake, 0,                               \
        NEOSIG_SNOVA_SEEDS_BYTES + NEOSIG_SNOVA_KEY_HASH_BYTES, LEVEL, NEOSIG_CANDIDATE, "2026-08", MARGIN,            \
        SHAKE_NUMBER),                                                                                                 \
        ROW("snova-" NAME "-aes", V, O, L, R, M, (L) * (R) + 2 * (R), neosig_snova_round3_aes, 0,                      \
            NEOSIG_SNOVA_SEEDS_BYTES + NEOSIG_SNOVA_KEY_HASH_BYTES, LEVEL, NEOSIG_CANDIDATE, "2026-08", MARGIN,        \
            AES_NUMBER)

const neosig_snova_set neosig_snova_sets[] = {
    ROUND1(24, 5, 4, 1, L4, 1, 2),
    ROUND1(25, 8, 3, 1, L3, 3, 4),
    ROUND1(28, 17, 2, 1, L2, 5, 6),
    ROUND1(37, 8, 4, 3, L4, 7, 8),
    ROUND1(43, 25, 2, 3, L2, 9, 10),
    ROUND1(49, 11, 3, 3, L3, 11, 12),
    ROUND1(60, 10, 4, 5, L4, 13, 14),
    ROUND1(61, 33, 2, 5, L2, 15, 16),
    ROUND1(66, 15, 3, 5, L3, 17, 18),
    ROUND3("i-k", 29, 3, 4, 8, 5, 1, 19, 20),
    ROUND3("i-b", 27, 4, 4, 6, 5, 1, 21, 22),
    ROUND3("i-s", 27, 5, 4, 4, 5, 1, 23, 24),
    ROUND3("iii-k", 38, 4, 4, 8, 7, 3, 25, 26),
    ROUND3("iii-b", 38, 5, 4, 6, 7, 3, 27, 28),
    ROUND3("iii-s", 38, 6, 4, 5, 7, 3, 29, 30),
    ROUND3("v-k", 40, 4, 5, 8, 6, 5, 31, 32),
    ROUND3("v-b", 40, 5, 5, 6, 6, 5, 33, 34),
    ROUND3("v-s", 40, 6, 5, 5, 6, 5, 35, 36),
};

const size_t neosig_snova_sets_count = sizeof neosig_snova_sets / sizeof neosig_snova_sets[0];
