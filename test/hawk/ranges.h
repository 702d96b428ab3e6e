/* The ranges of s0 and s1, one below a limit, at the limit and one beyond it: known answers never come that near. */
#ifndef NEOSIG_TEST_HAWK_RANGES_H
#define NEOSIG_TEST_HAWK_RANGES_H

#include "hawk/hawk.h"
#include "test.h"

/* How many checks have failed so far. */
unsigned test_s1_range(const neosig_hawk_ctx *ctx);

#endif
