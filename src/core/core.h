/* What the core's own files share. Schemes and kernels do not include this. */
#ifndef NEOSIG_CORE_CORE_H
#define NEOSIG_CORE_CORE_H

#include "core/scheme.h"

/* The scheme of a registered row; NULL for any other pointer, NULL included. */
const neosig_scheme *neosig_scheme_of(const neosig_alg *alg);

/* Whether two ranges of bytes share one. */
static inline int neosig_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    uintptr_t at = (uintptr_t)a, bt = (uintptr_t)b;
    return at < bt ? bt - at < a_bytes : at - bt < b_bytes;
}

/* The operating system's generator: 0, or -1 when it cannot deliver. Has the type neosig_random; state is unused. */
int neosig_entropy(void *state, uint8_t *out, size_t bytes);

/* Data-independent timing: between enter and leave the CPU keeps to it where it has a switch for it (Arm's PSTATE.DIT).
 * enter returns what leave restores. */
uint64_t neosig_dit_enter(void);
void neosig_dit_leave(uint64_t before);

/* Registers that the compiler spills and arrays of leaf functions cannot be wiped where they are used. So the caller of
 * a scheme's function that works on secrets wipes, right after it, as much stack as such a function may use. */
#define NEOSIG_STACK_BYTES 8192
void neosig_wipe_stack(void);

#endif
