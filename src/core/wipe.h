/* What secrets leave behind, and how they are compared. neosig_wipe itself is public. */
#ifndef NEOSIG_CORE_WIPE_H
#define NEOSIG_CORE_WIPE_H

#include <stddef.h>
#include <stdint.h>

/* 1 if they differ, without regard to where: for secrets. What it leaves on the stack is for the caller to wipe. */
unsigned neosig_differ(const uint8_t *a, const uint8_t *b, size_t bytes);

/* Registers that the compiler spills and arrays of leaf functions cannot be wiped where they are used. So the caller of
 * a scheme's function that works on secrets wipes, right after it, as much stack as such a function may use. Measured,
 * and held to this, by test/ct/residue.c stack: GCC 12 and Clang 14, -O1 to -O3, GCC 12 also -Os, take up to 8 944
 * bytes, -O0 41 400. */
#ifdef __OPTIMIZE__
#define NEOSIG_STACK_BYTES 10240
#else
#define NEOSIG_STACK_BYTES 45056
#endif
void neosig_wipe_stack(void);

#endif
