/* How many attempts at key pairs and signatures the library has begun (core/attempt.h). */
#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include <stdint.h>

/* This thread's. For Rainbow it counts linear systems: an attempt solves two. */
extern _Thread_local uint64_t attempts;

#endif
