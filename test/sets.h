/* Sets for tests that do not visit all: cheap ones, at least one of each scheme and kind of key. CMake and Python read
 * the rows too, each a line.
 *
 * FIRST(scheme, name): the set of a test that takes one of each scheme
 * MORE(scheme, name): where its keys, signatures or code are of another kind */
#ifndef NEOSIG_TEST_SETS_H
#define NEOSIG_TEST_SETS_H

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
    MORE(mayo, "mayo2")

/* Schemes that refuse most seeds of a key pair; sets that sign in one attempt but for one signature in 10^5 or fewer;
 * what names begin with: of sets whose key pairs take many attempts, of those with public keys whose numbers are
 * bounded, and of those whose signed message of NIST's form begins with the message. */
#define TEST_REFUSES_SEEDS "hawk"
#define TEST_SIGNS_AT_ONCE "falcon-512", "falcon-1024", "falcon-padded-512", "fn-dsa-512-pre", "hawk512", "hawk1024"
#define TEST_KEY_PAIRS_REJECT "haetae", "falcon", "fn-dsa"
#define TEST_BOUNDED_KEYS "falcon", "fn-dsa", "hawk"
#define TEST_MESSAGE_FIRST "hawk", "rainbow", "uov"

#define TEST_SET_NAME(scheme, name) name,
#define TEST_SET_NONE(scheme, name)

#endif
