/* The library with rows of other dimensions: they keep the preconditions, the reference makes the same keys and
 * signatures, and a row that breaks a precondition is seen. */
#include "compare.h"
#include "rows/rows.h"

#define OTHER(scheme) unsigned other_##scheme##_unseen(void);
#include "other_rows.h" /* OTHER(scheme) for each file test/<scheme>/other_rows.c */
#undef OTHER

int main(void)
{
    rows_check();
#define OTHER(scheme) CHECK(other_##scheme##_unseen() == 0);
#include "other_rows.h"
    for (size_t i = 0; i < neosig_alg_count(); i++)
        compare_set(neosig_alg_at(i), 1, (unsigned)(8 * i + 3));
    return test_end();
}
