/* The library with rows of other dimensions: they keep the preconditions, the reference makes the same keys and
 * signatures, and a row that breaks a precondition is seen. */
#include "compare.h"
#include "rows/other.h"
#include "rows/rows.h"

int main(void)
{
    rows_check();
    CHECK(other_snova_unseen() == 0);
    CHECK(other_rainbow_unseen() == 0);
    CHECK(other_mldsa_unseen() == 0);
    CHECK(other_haetae_unseen() == 0);
    CHECK(other_falcon_unseen() == 0);
    CHECK(other_hawk_unseen() == 0);
    for (size_t i = 0; i < neosig_alg_count(); i++)
        compare_set(neosig_alg_at(i), 1, (unsigned)(8 * i + 3));
    return test_end();
}
