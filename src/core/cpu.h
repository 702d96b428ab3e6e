/* What the CPU is, and how it is to compute. */
#ifndef NEOSIG_CORE_CPU_H
#define NEOSIG_CORE_CPU_H

#include <stdint.h>

/* Whether SHA-3 instructions make Keccak faster on a 64-bit Arm core, by its MIDR_EL1, whose highest byte says whose
 * design it is. Arm's own (0x41), up to Neoverse V2, run them on one vector pipe, and by the models of Neoverse V1 and
 * V2 Keccak is faster without them. Newer ones seem to run them on more pipes, which nobody here priced. A core that
 * the system does not tell, 0 here, is taken for one of Arm's own. */
static inline int neosig_sha3_is_fast(uint64_t midr)
{
    return midr != 0 && (midr >> 24 & 255) != 0x41;
}

/* Data-independent timing: between enter and leave the CPU keeps to it where it has a switch for it (Arm's PSTATE.DIT).
 * And floating point is as Falcon needs it, rounded to the nearest and with subnormal numbers, which a program built
 * with -ffast-math may have switched off. enter returns what leave restores. */
uint64_t neosig_dit_enter(void);
void neosig_dit_leave(uint64_t before);

#endif
