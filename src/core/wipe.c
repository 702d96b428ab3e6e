#include "core/wipe.h"
#include "neosig/neosig.h"

#include <string.h>

void neosig_wipe(void *memory, size_t bytes)
{
    if (memory == NULL || bytes == 0)
        return;
#if defined(__GNUC__)
    memset(memory, 0, bytes);
    /* The compiler must assume that these bytes are read here. */
    __asm__ volatile("" : : "r"(memory) : "memory");
#else
    volatile unsigned char *at = memory;
    while (bytes-- != 0)
        *at++ = 0;
#endif
}

#if defined(__GNUC__)
__attribute__((noinline))
#endif
void neosig_wipe_stack(void)
{
    uint8_t below[NEOSIG_STACK_BYTES];
    neosig_wipe(below, sizeof below);
}

/* Not in the header: inlined it would leave sums in the caller's frame, which is not wiped. */
unsigned neosig_differ(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    unsigned difference = 0;
    for (size_t i = 0; i < bytes; i++)
        difference |= a[i] ^ b[i];
    return (0 - difference) >> 31;
}
