/* Files of known answers: <algorithm>.kat, or <algorithm>-det.kat for deterministic signing, list NIST's known-answer
 * vectors by digest. */
#ifndef NEOSIG_TEST_KAT_FILE_H
#define NEOSIG_TEST_KAT_FILE_H

#include "common/known_answer.h"

#include <stdio.h>

typedef struct kat_vector {
    unsigned count;
    uint8_t seed[48], msg[32]; /* msg: a digest */
    unsigned long long msg_bytes;
    known_answer_digests digests;
} kat_vector;

/* The next vector of a file: 1, 0 at its end, -1 if it is malformed. */
int kat_read(FILE *file, kat_vector *v);

/* The algorithm that a path names, NULL if none; flags: how it signs. */
const neosig_alg *kat_alg(const char *path, unsigned *flags);

#endif
