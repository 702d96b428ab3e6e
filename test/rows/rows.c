/* The library's rows keep the preconditions of the code. */
#include "rows/rows.h"

int main(void)
{
    rows_check();
    return test_end();
}
