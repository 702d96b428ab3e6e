/* Random bytes: where an operation draws them. */
#ifndef NEOSIG_CORE_SOURCE_H
#define NEOSIG_CORE_SOURCE_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* A source of random bytes that has been checked: the operating system, the caller's generator, or a seed. */
typedef struct neosig_source {
    neosig_random *random;
    void *state;
} neosig_source;

/* Exactly bytes random bytes, in one request to the generator. NEOSIG_OK or NEOSIG_ERR_RANDOM. */
neosig_error neosig_draw(const neosig_source *source, uint8_t *out, size_t bytes);

/* The operating system's generator: 0, or -1 when it cannot deliver. Has the type neosig_random; state is unused. */
int neosig_entropy(void *state, uint8_t *out, size_t bytes);

/* What a call draws from: the caller's generator, or the operating system's where that is NULL. */
static inline neosig_source neosig_source_of(neosig_random *random, void *state)
{
    return (neosig_source){random != NULL ? random : neosig_entropy, state};
}

#endif
