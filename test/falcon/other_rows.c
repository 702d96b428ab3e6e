/* Falcon's table with rows of other dimensions. */
#include "falcon/falcon.h"

#define neosig_falcon_sets library_falcon_sets
#define neosig_falcon_sets_count library_falcon_sets_count
#include "falcon/falcon_params.c"
#undef neosig_falcon_sets
#undef neosig_falcon_sets_count

#include "rows/other.h"

/* Only the length of signatures is free. */
const neosig_falcon_set neosig_falcon_sets[] = {
    FALCON("other-512", "1.1", 9, 690, 0),
    FALCON("other-padded-512", "1.2", 9, 700, 1),
    FN_DSA("other-fn-dsa-512", "1.3", 9, 680),
};

const size_t neosig_falcon_sets_count = sizeof neosig_falcon_sets / sizeof neosig_falcon_sets[0];

unsigned other_falcon_unseen(void);
unsigned other_falcon_unseen(void)
{
    const neosig_falcon_set good = neosig_falcon_sets[2];
    unsigned unseen = 0;
    BREAK(falcon, good, logn, 8, "n is 512 or 1024");
    BREAK(falcon, good, rules, 2, "the rules are round 3's or FN-DSA's");
    BREAK(falcon, good, padded, 0, "FN-DSA's signatures have one length");
    BREAK(falcon, good, alg.seed_bytes, 48, "a key is drawn from 48 bytes, or by FN-DSA's rules from 32");
    BREAK(falcon, good, alg.signature_bytes, 500, "sizes follow from the dimensions");
    return unseen;
}
