/* What the program tells of an algorithm. */
#ifndef ALGORITHM_H
#define ALGORITHM_H

#include "neosig/neosig.h"

/* All of it, as an object. */
void algorithm_json(const neosig_alg *alg);

/* The word for the i-th feature that it has, NULL behind the last. */
const char *algorithm_feature(const neosig_alg *alg, size_t i);

/* Warns of one that is withdrawn or broken, before keys of it are put to use. */
void algorithm_warn(const neosig_alg *alg);

#endif
