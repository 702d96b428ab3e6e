/* Backends: for each kind of CPU one const table of kernels a family (core/list.h). One backend is active. */
#ifndef NEOSIG_CORE_BACKEND_H
#define NEOSIG_CORE_BACKEND_H

#include "core/list.h"
#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_FAMILY_MEMBER(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                    \
    const struct type *name;

typedef struct neosig_backend {
    const char *name;
    uint32_t needs; /* NEOSIG_CPU_... bits, all required */
    uint32_t wants; /* those without which another backend is faster: it is chosen by name only */
    NEOSIG_LIST_FAMILIES(NEOSIG_FAMILY_MEMBER)
} neosig_backend;

/* NEOSIG_ERR_BACKEND, with which operations end, while NEOSIG_BACKEND names no backend that this CPU runs and the
 * program has not chosen one. */
neosig_error neosig_backend_error(void);

/* The backend in use; never NULL. An operation asks once and keeps to the answer. */
const neosig_backend *neosig_backend_now(void);

/* The first backend that a CPU with these features runs; never NULL. */
const neosig_backend *neosig_backend_best(uint32_t cpu);

/* The backends of this build, best first, the last one runs anywhere. */
extern const neosig_backend *const neosig_backends[];
extern const size_t neosig_backends_count;

#endif
