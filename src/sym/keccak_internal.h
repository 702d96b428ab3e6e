/* What the Keccak implementations share. */
#ifndef NEOSIG_SYM_KECCAK_INTERNAL_H
#define NEOSIG_SYM_KECCAK_INTERNAL_H

#include "sym/keccak.h"

/* The constants of iota (FIPS 202, section 3.2.5), each twice, for vectors of two states. The 0 after the last constant
 * ends a loop. */
extern const uint64_t neosig_keccak_round_constants[25][2];

void neosig_keccak_f1600_plain(uint64_t state[25]);

#endif
