/* What the core's own files share. Schemes and kernels do not include this. */
#ifndef NEOSIG_CORE_CORE_H
#define NEOSIG_CORE_CORE_H

#include "core/scheme.h"

/* The scheme of a registered row; NULL for any other pointer, NULL included. */
const neosig_scheme *neosig_scheme_of(const neosig_alg *alg);

/* The operating system's generator: 0, or -1 when it cannot deliver. Has the type neosig_random; state is unused. */
int neosig_entropy(void *state, uint8_t *out, size_t bytes);

/* What a call draws from: the caller's generator, or the operating system's where that is NULL. */
static inline neosig_source neosig_source_of(neosig_random *random, void *state)
{
    return (neosig_source){random != NULL ? random : neosig_entropy, state};
}

/* For a program that verifies what it signs and has read the message but once: whether sig, from neosig_sign_final, is
 * a signature of the message under a key prepared for verifying. begun and hashed are copies of the signing stream,
 * made right after its init and right before its final; both are to be wiped. What the keys bring into the hash before
 * the message is compared: a signature by another pair is none, SIGNATURE. Not for NEOSIG_EXTERNAL_MU. */
neosig_error neosig_verify_signed(const void *prepared, const uint8_t *sig, size_t sig_bytes,
                                  const neosig_stream *begun, const neosig_stream *hashed);

/* The memory of a call: each piece of the caller's that it reads or writes. What is only read comes first. */
typedef enum neosig_use {
    NEOSIG_READ,       /* an input */
    NEOSIG_READ_FIRST, /* an input that is done with before any result is written */
    NEOSIG_WORK,       /* written, and nothing is left in it */
    NEOSIG_RESULT      /* an output: zero after a failure */
} neosig_use;

typedef struct neosig_region {
    neosig_use use;
    const void *start; /* NULL: not given */
    size_t bytes;
} neosig_region;

/* The caller's options, of any version of the header, as this library has them; all zero but for their size if given is
 * NULL, or after an error. The size becomes that of what may be read of them. ARGUMENT if no version has their size;
 * UNSUPPORTED if members that this version does not know are not zero. */
neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given);

/* What options bring: given is the caller's structure or NULL, opts what was taken of it. */
#define NEOSIG_OPTIONS_REGIONS(given, opts)                                                                            \
    {NEOSIG_READ, (given), (opts).size}, {NEOSIG_READ, (opts).context, (opts).context_bytes},                          \
    {                                                                                                                  \
        NEOSIG_WORK, (opts).workspace, (opts).workspace_bytes                                                          \
    }

/* Whether nothing that is written overlaps anything else; a result may lie in an input read first. */
int neosig_regions_apart(const neosig_region *regions, size_t count);

/* After a failure: zeroes the results, but for one that overlaps an input: a call that is refused loses no input. */
void neosig_regions_clear(const neosig_region *regions, size_t count);

/* 1 if they differ, without regard to where: for secrets. What it leaves on the stack is for the caller to wipe. */
unsigned neosig_differ(const uint8_t *a, const uint8_t *b, size_t bytes);

/* Whether a 64-bit Arm core runs the SHA-3 instructions on every vector pipe, by its MIDR_EL1, whose highest byte says
 * whose design it is. Arm's own (0x41) run them on one of two or four, and scalar Keccak is faster there. The
 * same is assumed of a core that the system does not tell, 0 here. */
static inline int neosig_sha3_is_fast(uint64_t midr)
{
    return midr != 0 && (midr >> 24 & 255) != 0x41;
}

#define NEOSIG_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Data-independent timing: between enter and leave the CPU keeps to it where it has a switch for it (Arm's PSTATE.DIT).
 * And floating point is as Falcon needs it, rounded to the nearest and with subnormal numbers, which a program built
 * with -ffast-math may have switched off. enter returns what leave restores. */
uint64_t neosig_dit_enter(void);
void neosig_dit_leave(uint64_t before);

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
