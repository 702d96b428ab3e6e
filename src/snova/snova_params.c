/* The parameter sets. */
#include "snova/snova.h"

#define OID NEOSIG_OID_ARC "1."
/* The attacks on each block size of round 1. The designers replaced all these sets. */
#define REPLACED "replaced by SNOVA 2.0 (2025-01) and 3.0 (2026-08); "
#define FORGERY "low-rank forgery and weak keys: Beullens, \"Improved Cryptanalysis of SNOVA\", ePrint 2024/1297"
#define L2                                                                                                             \
    REPLACED "attack below its level, as a UOV over GF(16^2): Nakamura, Tani and Furue, IEICE Trans. 2024EAP1124, "    \
             "after Ikematsu and Akiyama, ePrint 2024/096, and Li and Ding, ePrint 2024/110; " FORGERY
#define L3 REPLACED FORGERY "; wedge attack on the round-2 sets of l = 3: Bros et al., ePrint 2026/237"
#define L4                                                                                                             \
    REPLACED "attack below its level: Cabarcas, Li, Verbel and Villanueva-Polanco, \"Improved Attacks for SNOVA by "   \
             "Exploiting Stability under a Group Action\", ePrint 2024/1770; " FORGERY

#define MARGIN                                                                                                         \
    "NIST round 3; the designers know no attack below the level: the cheapest, on the smallest set SNOVA_I_S, takes "  \
    "about 2^182; the wedge attack on round 2, Bros et al., ePrint 2026/237, does not apply"

/* Three arguments of ROW: STATUS, SINCE and WHY. SUBMITTED is for the sets in the submission, UNPROPOSED for sets that
 * nobody proposed; SINCE is the month in which they were added here. test/snova/other_rows.c has some of these. */
#define SUBMITTED NEOSIG_CANDIDATE, "2026-08", MARGIN
#define UNPROPOSED(SINCE) NEOSIG_WITHDRAWN, SINCE, "nobody proposed these dimensions, and nobody analysed them"

static const neosig_specification snova_1 = {"1.0", "2023-05-25", "NIST round 1; mupq ddcccedb, snova-*/ref", "2026-11",
                                             "3.0 (2026-08-31), with other sets: snova-i-k to snova-v-s"};
static const neosig_specification snova_3 = {"3.0", "2026-08-31", "NIST round 3; PQCLAB-SNOVA/SNOVA d88ef38", "2026-11",
                                             "3.1 (2026-11), with the same keys and signatures for q = 16"};

/* The best attacks on the round-1 sets and on SNOVA_I_S. Some papers have the cost for a set with more vinegar blocks.
 * This cost is an upper bound here, since fewer vinegar blocks make a round-1 key no harder to recover. */
#define WEDGE "wedge attack: Bros et al., ePrint 2026/237"
static const neosig_attack snova_l4 = {
    0, "2024",
    "forgery, 2^33 to 2^52 times cheaper than before and below the level: Cabarcas et al., ePrint 2024/1770"};
static const neosig_attack snova_l3 = {
    0, "2024-08",
    "weak keys and low-rank forgery, after which the designers advised against l = 3: Beullens, ePrint "
    "2024/1297"};
static const neosig_attack snova_25_8 = {110, "2026-02", WEDGE};
static const neosig_attack snova_28_17 = {103, "2026",
                                          WEDGE ", and ePrint 2026/1620; the paper has the cost for v = 37"};
static const neosig_attack snova_43_25 = {140, "2026-02", WEDGE "; the paper has the cost for v = 56"};
static const neosig_attack snova_61_33 = {180, "2026-02", WEDGE "; the paper has the cost for v = 75"};
static const neosig_attack snova_i_s = {182, "2026-08", "the designers' analysis of SNOVA 3.0"};

#define SIG(v, o, l, r) (((v) + (o)) * (l) * (r) + 1) / 2 + NEOSIG_SNOVA_SALT_BYTES
#define PK(m, o, l) NEOSIG_SNOVA_PUBLIC_SEED_BYTES + ((m) * (o) * (o) * (l) * (l) + 1) / 2
#define ESK(v, o, l)                                                                                                   \
    ((l) * (l) * (4 * (l) * (l) + (o) * (v) * (v) + 2 * (o) * (v) * (o) + (v) * (o))) / 2 + NEOSIG_SNOVA_SEEDS_BYTES

#define ROW(NAME, ROUND, V, O, L, R, M, ALPHAS, SHAKE, EXPANDED, SK, LEVEL, STATUS, SINCE, WHY, ATTACK, NUMBER)        \
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
                .features = NEOSIG_HAS_HEDGED,                                                                         \
                .specification = &snova_##ROUND,                                                                       \
                .attack = ATTACK},                                                                                     \
        .rules = &neosig_snova_round##ROUND, .round = ROUND, .v = V, .o = O, .l = L, .r = R, .m = M, .alphas = ALPHAS, \
        .shake = SHAKE, .expanded = EXPANDED,                                                                          \
    }
#define ROUND1(V, O, L, LEVEL, WHY, ATTACK, ESK_NUMBER, SSK_NUMBER)                                                    \
    ROW("snova-" #V "-" #O "-16-" #L "-esk", 1, V, O, L, L, O, (L) * (L), 0, 1, ESK(V, O, L), LEVEL, NEOSIG_WITHDRAWN, \
        "2025-01", WHY, ATTACK, ESK_NUMBER),                                                                           \
        ROW("snova-" #V "-" #O "-16-" #L "-ssk", 1, V, O, L, L, O, (L) * (L), 0, 0, NEOSIG_SNOVA_SEEDS_BYTES, LEVEL,   \
            NEOSIG_WITHDRAWN, "2025-01", WHY, ATTACK, SSK_NUMBER)
/* The public key is expanded by SHAKE128, or by AES-128. */
#define ROUND3(NAME, V, O, L, R, M, LEVEL, STATUS, ATTACK, SHAKE_NUMBER, AES_NUMBER)                                   \
    ROW("snova-" NAME, 3, V, O, L, R, M, (L) * (R) + 2 * (R), 1, 0,                                                    \
        NEOSIG_SNOVA_SEEDS_BYTES + NEOSIG_SNOVA_KEY_HASH_BYTES, LEVEL, STATUS, ATTACK, SHAKE_NUMBER),                  \
        ROW("snova-" NAME "-aes", 3, V, O, L, R, M, (L) * (R) + 2 * (R), 0, 0,                                         \
            NEOSIG_SNOVA_SEEDS_BYTES + NEOSIG_SNOVA_KEY_HASH_BYTES, LEVEL, STATUS, ATTACK, AES_NUMBER)

/* What round 3's code takes, over GF(16): l is 3, 4 or 5, and l <= r <= 8. 1 <= o <= v, o (l r + 2 r) <= 256, and
 * v l <= 2^15. 1 <= m <= 16, whatever o is. neosig_snova_row_fault has reasons. Which dimensions are secure is
 * another question, which an analysis must answer.
 *
 * A new line takes the two numbers of object identifiers that follow those of the last line. A number is never used
 * again: keys contain it. */
const neosig_snova_set neosig_snova_sets[] = {
    /* v, o, l, level, history, best attack, numbers of object identifiers: with esk, with ssk */
    ROUND1(24, 5, 4, 1, L4, &snova_l4, 1, 2),
    ROUND1(25, 8, 3, 1, L3, &snova_25_8, 3, 4),
    ROUND1(28, 17, 2, 1, L2, &snova_28_17, 5, 6),
    ROUND1(37, 8, 4, 3, L4, &snova_l4, 7, 8),
    ROUND1(43, 25, 2, 3, L2, &snova_43_25, 9, 10),
    ROUND1(49, 11, 3, 3, L3, &snova_l3, 11, 12),
    ROUND1(60, 10, 4, 5, L4, &snova_l4, 13, 14),
    ROUND1(61, 33, 2, 5, L2, &snova_61_33, 15, 16),
    ROUND1(66, 15, 3, 5, L3, &snova_l3, 17, 18),
    /* name, v, o, l, r, m, level, status, best attack, numbers of object identifiers: with SHAKE, with AES */
    ROUND3("i-k", 29, 3, 4, 8, 5, 1, SUBMITTED, NULL, 19, 20),
    ROUND3("i-b", 27, 4, 4, 6, 5, 1, SUBMITTED, NULL, 21, 22),
    ROUND3("i-s", 27, 5, 4, 4, 5, 1, SUBMITTED, &snova_i_s, 23, 24),
    ROUND3("iii-k", 38, 4, 4, 8, 7, 3, SUBMITTED, NULL, 25, 26),
    ROUND3("iii-b", 38, 5, 4, 6, 7, 3, SUBMITTED, NULL, 27, 28),
    ROUND3("iii-s", 38, 6, 4, 5, 7, 3, SUBMITTED, NULL, 29, 30),
    ROUND3("v-k", 40, 4, 5, 8, 6, 5, SUBMITTED, NULL, 31, 32),
    ROUND3("v-b", 40, 5, 5, 6, 6, 5, SUBMITTED, NULL, 33, 34),
    ROUND3("v-s", 40, 6, 5, 5, 6, 5, SUBMITTED, NULL, 35, 36),
};

const size_t neosig_snova_sets_count = sizeof neosig_snova_sets / sizeof neosig_snova_sets[0];

const char *neosig_snova_row_fault(const neosig_alg *alg)
{
    const neosig_snova_set *set = (const neosig_snova_set *)alg;
    const unsigned v = set->v, o = set->o, l = set->l, r = set->r, m = set->m;
    if (set->round == 1) {
        if (l < 2 || l > 4) /* L alphas in a group: snova_field.c, make_shared_h */
            return "l is 2, 3 or 4 in round 1";
        if (r != l || m != o || set->alphas != l * l)
            return "r = l, m = o and alphas = l l in round 1";
        if (v * v < 2 * (l * l + l)) /* the key stream has room for one P11, and A, B, Q1, Q2 are read at once */
            return "2 (l l + l) <= v v in round 1";
    } else if (set->round == 3) {
        /* With l = 2, the published code takes A, B, Q1, Q2 from other seeds than "SNOVA_ABQ". Tables and kernels end
         * at l = 5. */
        if (l < 3 || l > 5)
            return "l is 3, 4 or 5 in round 3";
        /* Rows of X are copied eight bytes at a time. Products by values at points have at most
         * NEOSIG_SNOVA_POINTS_MOST_WIDTH columns, which is 8. No set has r < l. */
        if (r < l || r > 8)
            return "l <= r <= 8 in round 3";
        if (set->alphas != l * r + 2 * r)
            return "alphas = l r + 2 r in round 3";
        if (m < 1 || m > 16) /* multiply_picked takes one of 16 */
            return "1 <= m <= 16 in round 3";
    } else {
        return "the round is 1 or 3";
    }
    if (set->rules != (set->round == 1 ? &neosig_snova_round1 : &neosig_snova_round3))
        return "rules are those of the round";
    if (set->round == 1 ? set->shake : set->expanded)
        return "round 1 has no SHAKE sets, round 3 no expanded keys";
    if (o < 1 || o > v) /* the key stream has room for one P11 */
        return "1 <= o <= v";
    if (o * set->alphas > NEOSIG_SNOVA_MAX_MAP_LANES)
        return "o alphas <= NEOSIG_SNOVA_MAX_MAP_LANES";
    if (o * l * r > NEOSIG_SNOVA_MAX_TARGET)
        return "o l r <= NEOSIG_SNOVA_MAX_TARGET";
    /* By the tests above, m <= 64. So AES counts the blocks of the key stream, of 32 elements each, in 32 bits. */
    if (v > 1u << 15 || v * l > 1u << 15)
        return "v l <= 2^15";
    const size_t seeds = NEOSIG_SNOVA_SEEDS_BYTES + (set->round == 3 ? NEOSIG_SNOVA_KEY_HASH_BYTES : 0);
    if (alg->public_key_bytes != PK(m, o, l) || alg->signature_bytes != SIG(v, o, l, r) ||
        alg->secret_key_bytes != (set->expanded ? ESK(v, o, l) : seeds))
        return "sizes follow from the dimensions";
    return NULL;
}
