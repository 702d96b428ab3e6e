/* How often the library has attempted a signature. */
#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include <stdint.h>

/* Counts up with each attempt at a signature; for Rainbow, with each linear system, of which an attempt solves two.
 * Verifying counts too in some schemes. Stands still where the linker cannot redirect calls. */
extern uint64_t attempts;

#endif
