/* The memory a call really takes. */
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <stddef.h>

typedef struct footprint {
    size_t stack; /* bytes of stack below the caller */
    size_t heap;  /* most bytes allocated at once */
    int has_heap; /* the linker lets this build see allocations */
} footprint;

/* Calls call(state) on a thread whose stack was painted before. 0, or -1 if there is no such thread to be had. */
int footprint_measure(footprint *result, void (*call)(void *state), void *state);

#endif
