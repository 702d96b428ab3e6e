/* What the NEON files share. */
#ifndef NEOSIG_HAWK_HAWK_NEON_H
#define NEOSIG_HAWK_HAWK_NEON_H

#include <stdint.h>

/* hawk_kernels.h's multiply_add, by PMULL (hawk_pmull.c). */
void neosig_hawk_multiply_add_pmull(uint8_t *r, const uint8_t *a, const uint8_t *b, unsigned logn);

#endif
