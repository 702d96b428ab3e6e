/* Random bytes from the operating system. Without one there are none: all who draw bring a generator of their own. */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* getrandom, getentropy */
#endif
#include "core/source.h"

#ifdef NEOSIG_VERIFY_ONLY
#define NO_GENERATOR /* nothing of this build draws */

#elif defined(_WIN32)
#include <windows.h>

#include <bcrypt.h>

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    while (bytes != 0) {
        ULONG chunk = bytes < 65536 ? (ULONG)bytes : 65536;
        if (BCryptGenRandom(NULL, out, chunk, BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0)
            return -1;
        out += chunk;
        bytes -= chunk;
    }
    return 0;
}

#elif defined(__linux__)
#include <errno.h>
#include <sys/random.h>

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    while (bytes != 0) {
        ssize_t got = getrandom(out, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        out += got;
        bytes -= (size_t)got;
    }
    return 0;
}

#elif defined(__unix__) || defined(__APPLE__) || defined(__HAIKU__) || defined(__wasi__)
#include <sys/random.h>
#include <unistd.h>

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    while (bytes != 0) {
        size_t chunk = bytes < 256 ? bytes : 256; /* getentropy's limit */
        if (getentropy(out, chunk) != 0)
            return -1;
        out += chunk;
        bytes -= chunk;
    }
    return 0;
}

#else
#define NO_GENERATOR
#endif

#ifdef NO_GENERATOR
int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    (void)state, (void)out, (void)bytes;
    return -1;
}
#endif

/* With assertions a generator is not believed: it is given a pattern, and has failed if the end of that is still there.
 * Good bytes look so once in 2^64 draws. */
#ifdef NEOSIG_ASSERTIONS
#define PATTERN_BYTES 8 /* a shorter draw is not looked at */

static uint8_t pattern(size_t i)
{
    return (uint8_t)(0x9d + 0x3b * i);
}

static void lay_pattern(uint8_t *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = pattern(i);
}

static int pattern_is_left(const uint8_t *out, size_t bytes)
{
    if (bytes < PATTERN_BYTES)
        return 0;
    unsigned different = 0;
    for (size_t i = bytes - PATTERN_BYTES; i < bytes; i++)
        different |= (unsigned)(out[i] ^ pattern(i));
    return different == 0;
}
#else
static void lay_pattern(uint8_t *out, size_t bytes)
{
    (void)out, (void)bytes;
}

static int pattern_is_left(const uint8_t *out, size_t bytes)
{
    (void)out, (void)bytes;
    return 0;
}
#endif

neosig_error neosig_draw(const neosig_source *source, uint8_t *out, size_t bytes)
{
    lay_pattern(out, bytes);
    if (source->random(source->state, out, bytes) == 0 && !pattern_is_left(out, bytes))
        return NEOSIG_OK;
    neosig_wipe(out, bytes);
    return NEOSIG_ERR_RANDOM;
}
