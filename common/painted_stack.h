/* How much stack a call takes, and what it leaves there. */
#ifndef NEOSIG_COMMON_PAINTED_STACK_H
#define NEOSIG_COMMON_PAINTED_STACK_H

#include <stddef.h>
#include <stdint.h>

enum { PAINTED_STACK_ALIGNMENT = 1 << 14, PAINTED_STACK_PAINT = 0xa5 };

/* Calls call(state) on a thread of its own with this stack, whose bytes were all set to the paint before. Returns the
 * lowest byte that the call changed, or NULL if there is no such thread to be had. */
const uint8_t *painted_stack_run(uint8_t *stack, size_t bytes, void (*call)(void *state), void *state);

#endif
