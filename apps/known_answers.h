/* The first known answers of every set, as digests; see test/kat. */
#ifndef KNOWN_ANSWERS_H
#define KNOWN_ANSWERS_H

#include <stddef.h>

enum { KNOWN_VECTORS = 2 };

typedef struct known_answer {
    const char *name;  /* of the algorithm */
    int deterministic; /* signed with NEOSIG_DETERMINISTIC */
    struct {
        const char *pk, *sk, *sm; /* SHA-256, lower-case hexadecimal */
    } vectors[KNOWN_VECTORS];     /* counts 0, 1, ... of NIST's procedure */
} known_answer;

extern const known_answer known_answers[];
extern const size_t known_answers_count;

#endif
