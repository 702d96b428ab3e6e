/* What the tests of the symmetric primitives share. */
#ifndef NEOSIG_TEST_SYM_KERNELS_H
#define NEOSIG_TEST_SYM_KERNELS_H

#include "core/backend.h"
#include "sym/aes.h"
#include "sym/keccak.h"

#include <string.h>

/* Backend i of this build if this CPU runs it, else NULL. */
static inline const neosig_backend *usable_backend(size_t i)
{
    return (neosig_backends[i]->needs & ~neosig_cpu()) == 0 ? neosig_backends[i] : NULL;
}

/* xorshift64: test data, nothing else. */
static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* The test message of n bytes. */
static inline void test_message(uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(7 * i + n);
}

/* Whether bytes are those that the hexadecimal digits say. */
static inline int equals_hex(const uint8_t *bytes, const char *hex)
{
    static const char digits[] = "0123456789abcdef";
    size_t i = 0;
    for (; hex[2 * i]; i++)
        if (digits[bytes[i] >> 4] != hex[2 * i] || digits[bytes[i] & 15] != hex[2 * i + 1])
            return 0;
    return i != 0;
}

#endif
