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

#define SIG(v, o, l) (((v) + (o)) * (l) * (l) + 1) / 2 + NEOSIG_SNOVA_SALT_BYTES
#define PK(o, l) NEOSIG_SNOVA_PUBLIC_SEED_BYTES + ((o) * (o) * (o) * (l) * (l) + 1) / 2
#define ESK(v, o, l)                                                                                                   \
    ((l) * (l) * (4 * (l) * (l) + (o) * (v) * (v) + 2 * (o) * (v) * (o) + (v) * (o))) / 2 + NEOSIG_SNOVA_SEEDS_BYTES

#define ROW(V_, O_, L_, LEVEL, FORM, SK, WHY, NUMBER)                                                                  \
    {                                                                                                                  \
        .alg = {.name = "snova-" #V_ "-" #O_ "-16-" #L_ "-" FORM,                                                      \
                .scheme = "snova",                                                                                     \
                .level = LEVEL,                                                                                        \
                .status = NEOSIG_SUPERSEDED,                                                                           \
                .status_since = "2025-01",                                                                             \
                .status_citation = WHY,                                                                                \
                .oid = OID #NUMBER,                                                                                    \
                .public_key_bytes = PK(O_, L_),                                                                        \
                .secret_key_bytes = SK,                                                                                \
                .signature_bytes = SIG(V_, O_, L_),                                                                    \
                .seed_bytes = NEOSIG_SNOVA_SEEDS_BYTES,                                                                \
                .features = NEOSIG_HAS_HEDGED},                                                                        \
        .v = V_, .o = O_, .l = L_, .expanded = FORM[0] == 'e',                                                         \
    }
#define ROWS(V_, O_, L_, LEVEL, WHY, ESK_NUMBER, SSK_NUMBER)                                                           \
    ROW(V_, O_, L_, LEVEL, "esk", ESK(V_, O_, L_), WHY, ESK_NUMBER),                                                   \
        ROW(V_, O_, L_, LEVEL, "ssk", NEOSIG_SNOVA_SEEDS_BYTES, WHY, SSK_NUMBER)

const neosig_snova_set neosig_snova_sets[] = {
    ROWS(24, 5, 4, 1, L4, 1, 2),    ROWS(25, 8, 3, 1, L3, 3, 4),    ROWS(28, 17, 2, 1, L2, 5, 6),
    ROWS(37, 8, 4, 3, L4, 7, 8),    ROWS(43, 25, 2, 3, L2, 9, 10),  ROWS(49, 11, 3, 3, L3, 11, 12),
    ROWS(60, 10, 4, 5, L4, 13, 14), ROWS(61, 33, 2, 5, L2, 15, 16), ROWS(66, 15, 3, 5, L3, 17, 18),
};

const size_t neosig_snova_sets_count = sizeof neosig_snova_sets / sizeof neosig_snova_sets[0];
