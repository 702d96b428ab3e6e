/* The primes of depths 0 and 1. */
#include "ntru/ntru.h"
#include "ntru/ntru_residue_tables.h"
