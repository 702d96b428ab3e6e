/* SNOVA's table with rows of other dimensions. */
#include "snova/snova.h"

#define neosig_snova_sets library_snova_sets
#define neosig_snova_sets_count library_snova_sets_count
#include "snova/snova_params.c"
#undef neosig_snova_sets
#undef neosig_snova_sets_count

#include "rows/other.h"

const neosig_snova_set neosig_snova_sets[] = {
    /* v, o, l: few and many equations, even and odd, T by forms and not, values at points and not */
    ROUND1(8, 1, 2, 1, "test", NULL, 1001, 1002),
    ROUND1(11, 6, 2, 1, "test", NULL, 1003, 1004),
    ROUND1(20, 18, 2, 1, "test", NULL, 1005, 1006),
    ROUND1(9, 7, 3, 1, "test", NULL, 1007, 1008),
    ROUND1(33, 2, 3, 1, "test", NULL, 1009, 1010),
    ROUND1(8, 3, 4, 1, "test", NULL, 1011, 1012),
    ROUND1(12, 6, 4, 1, "test", NULL, 1013, 1014),
    /* Name, v, o, l, r, m: the constants of (o, l) = (4, 4), which are not those of (5, 4); more equations than
       matrices */
    ROUND3("other-27-4-4-4", 27, 4, 4, 4, 5, 1, UNPROPOSED("2026-11"), NULL, 1015, 1016),
    ROUND3("other-10-6-4-4", 10, 6, 4, 4, 5, 1, UNPROPOSED("2026-11"), NULL, 1017, 1018),
    ROUND3("other-9-3-3-3", 9, 3, 3, 3, 4, 1, UNPROPOSED("2026-11"), NULL, 1019, 1020),
    ROUND3("other-34-5-3-3", 34, 5, 3, 3, 2, 1, UNPROPOSED("2026-11"), NULL, 1021, 1022),
    ROUND3("other-8-2-3-8", 8, 2, 3, 8, 7, 1, UNPROPOSED("2026-11"), NULL, 1023, 1024),
    ROUND3("other-7-1-4-7", 7, 1, 4, 7, 16, 1, UNPROPOSED("2026-11"), NULL, 1025, 1026),
    ROUND3("other-11-5-4-5", 11, 5, 4, 5, 3, 1, UNPROPOSED("2026-11"), NULL, 1027, 1028),
    ROUND3("other-9-7-5-5", 9, 7, 5, 5, 6, 1, UNPROPOSED("2026-11"), NULL, 1029, 1030),
    ROUND3("other-7-3-5-7", 7, 3, 5, 7, 3, 1, UNPROPOSED("2026-11"), NULL, 1031, 1032),
};

const size_t neosig_snova_sets_count = sizeof neosig_snova_sets / sizeof neosig_snova_sets[0];

unsigned other_snova_unseen(void);
unsigned other_snova_unseen(void)
{
    const neosig_snova_set round1 = neosig_snova_sets[2], round3 = neosig_snova_sets[14];
    unsigned unseen = 0;
    BREAK(snova, round1, round, 2, "the round is 1 or 3");
    BREAK(snova, round1, l, 5, "l is 2, 3 or 4 in round 1");
    BREAK(snova, round1, r, 3, "r = l, m = o and alphas = l l in round 1");
    BREAK(snova, round1, m, 7, "r = l, m = o and alphas = l l in round 1");
    BREAK(snova, round1, alphas, 5, "r = l, m = o and alphas = l l in round 1");
    BREAK(snova, round1, shake, 1, "round 1 has no SHAKE sets, round 3 no expanded keys");
    BREAK(snova, round3, expanded, 1, "round 1 has no SHAKE sets, round 3 no expanded keys");
    BREAK(snova, round3, l, 2, "l is 3, 4 or 5 in round 3");
    BREAK(snova, round3, l, 6, "l is 3, 4 or 5 in round 3");
    BREAK(snova, round3, r, 3, "l <= r <= 8 in round 3");
    BREAK(snova, round3, r, 9, "l <= r <= 8 in round 3");
    BREAK(snova, round3, m, 0, "1 <= m <= 16 in round 3");
    BREAK(snova, round3, m, 17, "1 <= m <= 16 in round 3");
    BREAK(snova, round3, alphas, 20, "alphas = l r + 2 r in round 3");
    BREAK(snova, round1, v, 3, "2 (l l + l) <= v v in round 1");
    BREAK(snova, round1, rules, &neosig_snova_round3, "rules are those of the round");
    BREAK(snova, round3, o, 0, "1 <= o <= v");
    BREAK(snova, round3, v, 3, "1 <= o <= v");
    BREAK(snova, round3, o, 11, "o alphas <= NEOSIG_SNOVA_MAX_MAP_LANES");
    BREAK(snova, round3, v, 8193, "v l <= 2^15");
    BREAK(snova, round3, alg.public_key_bytes, 1, "sizes follow from the dimensions");
    BREAK(snova, round1, alg.signature_bytes, 1, "sizes follow from the dimensions");
    return unseen;
}
