/* Sets for tests that do not visit all: cheap ones, at least one of each scheme and kind of key. CMake and Python read
 * the rows too, each a line.
 *
 * FIRST(scheme, name): the set of a test that takes one of each scheme
 * MORE(scheme, name): where its keys, signatures or code are of another kind */
#ifndef NEOSIG_TEST_SETS_H
#define NEOSIG_TEST_SETS_H

#ifndef NEOSIG_H /* the amalgamation has it at another place */
#include "neosig/neosig.h"
#endif

#include <string.h>

#define TEST_SETS(FIRST, MORE)                                                                                         \
    FIRST(snova, "snova-24-5-16-4-ssk")                                                                                \
    MORE(snova, "snova-24-5-16-4-esk")                                                                                 \
    MORE(snova, "snova-25-8-16-3-ssk")                                                                                 \
    MORE(snova, "snova-28-17-16-2-ssk")                                                                                \
    MORE(snova, "snova-i-b")                                                                                           \
    FIRST(rainbow, "rainbow-I-classic")                                                                                \
    MORE(rainbow, "rainbow-I-compressed")                                                                              \
    FIRST(mldsa, "ml-dsa-44")                                                                                          \
    MORE(mldsa, "dilithium2")                                                                                          \
    FIRST(haetae, "haetae2")                                                                                           \
    FIRST(falcon, "falcon-512")                                                                                        \
    MORE(falcon, "fn-dsa-512-pre")                                                                                     \
    FIRST(hawk, "hawk512")                                                                                             \
    FIRST(uov, "uov-Ip-classic")                                                                                       \
    MORE(uov, "uov-Ip-pkc")                                                                                            \
    MORE(uov, "uov-Is-pkc-skc")                                                                                        \
    FIRST(mayo, "mayo1")                                                                                               \
    MORE(mayo, "mayo2")                                                                                                \
    FIRST(slhdsa, "slh-dsa-sha2-128f")                                                                                 \
    MORE(slhdsa, "slh-dsa-sha2-192f")                                                                                  \
    MORE(slhdsa, "slh-dsa-shake-128f")

/* What names end with of sets whose signatures take a second: they have the code of other sets of their scheme, and
 * larger trees. Tests that visit all sets leave them out, and known answers take few. */
#define TEST_SLOW_SETS "-128s", "-192s", "-256s"

/* Sets that short runs of the checks of secrets take beside those of each scheme's lowest level, with kernels of their
 * own: GF(256); eta = 4, masks of 20 bits and gamma2 = (q-1)/32. SNOVA has twelve sets of the lowest level,
 * and UOV six. Of these the runs take all kinds of keys, both expansions, every shape of block in both rounds, and both
 * fields. */
#define TEST_QUICK_TOO                                                                                                 \
    "rainbow-III-classic", "ml-dsa-65", "snova-24-5-16-4-esk", "snova-24-5-16-4-ssk", "snova-25-8-16-3-esk",           \
        "snova-28-17-16-2-ssk", "snova-i-k", "snova-i-b-aes", "snova-i-s-aes", "snova-v-s-aes", "uov-Is-pkc-skc",      \
        "uov-Ip-pkc", "uov-Ip-classic"

/* What names begin with of sets that take minutes under valgrind, and long under qemu. */
#define TEST_LONG "slh-"

/* Schemes that refuse most seeds of a key pair; what names begin with: of sets that sign in one attempt but for one
 * signature in 10^5 or fewer, of those whose key pairs take many attempts, of those with public keys whose numbers are
 * bounded, and of those whose signed message of NIST's form begins with the message. */
#define TEST_REFUSES_SEEDS "hawk"
#define TEST_SIGNS_AT_ONCE "falcon-512", "falcon-1024", "falcon-padded-512", "fn-dsa-512", "hawk512", "hawk1024", "slh-"
#define TEST_KEY_PAIRS_REJECT "haetae", "falcon", "fn-dsa"
#define TEST_BOUNDED_KEYS "falcon", "fn-dsa", "hawk"
#define TEST_MESSAGE_FIRST "hawk", "rainbow", "uov"

#define TEST_SET_NAME(scheme, name) name,
#define TEST_SET_NONE(scheme, name)

static inline int test_is_slow(const neosig_alg *alg)
{
    static const char *const endings[] = {TEST_SLOW_SETS};
    int is = 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        is |= strstr(alg->name, endings[i]) != NULL;
    return is;
}

/* Whether tests choose smaller work: under emulation, and under sanitizers. */
#ifdef NEOSIG_SLOW_CPU
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

/* What hedges signatures, and nothing else depends on: the K of ML-DSA, the last part of HAETAE's keys, SK.prf of
 * SLH-DSA. */
static inline int test_is_free(const neosig_alg *alg, size_t byte)
{
    if (strcmp(alg->scheme, "haetae") == 0)
        return byte >= alg->secret_key_bytes - 32;
    if (strcmp(alg->scheme, "slh-dsa") == 0)
        return byte / (alg->secret_key_bytes / 4) == 1;
    return (strcmp(alg->scheme, "ml-dsa") == 0 || strcmp(alg->scheme, "dilithium") == 0) && byte >= 32 && byte < 64;
}

/* Whether a secret key that is none is found when it is prepared, and not when it signs: to find it costs as much as a
 * key pair. */
static inline int test_is_checked_late(const neosig_alg *alg)
{
    return strcmp(alg->scheme, "snova") == 0 || strcmp(alg->scheme, "slh-dsa") == 0;
}

#endif
