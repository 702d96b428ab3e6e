/* The system's generator when it fails, is interrupted, gives fewer bytes than asked for, or none. The linker puts a
 * getrandom of this test before the C library's (--wrap). */
#include "core/source.h"
#include "neosig/neosig.h"
#include "test.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

typedef enum behaviour { ALL, ONE_BYTE, INTERRUPTED, NOTHING, FAILING, FAILING_LATER, TOO_OFTEN } behaviour;

static behaviour how;
static unsigned calls;
static size_t given; /* bytes so far: each has the number of its place, from 1 on */

ssize_t __wrap_getrandom(void *out, size_t bytes, unsigned flags);
ssize_t __wrap_getrandom(void *out, size_t bytes, unsigned flags)
{
    CHECK(flags == 0); /* it waits until there is randomness, and takes the generator that does not run out */
    if (++calls > 1000)
        how = TOO_OFTEN;
    errno = how == INTERRUPTED ? EINTR : EIO;
    if (how == FAILING || how == TOO_OFTEN || (how == FAILING_LATER && calls > 2) || (how == INTERRUPTED && calls % 2))
        return -1;
    if (how == NOTHING)
        return 0;
    if (how != ALL)
        bytes = 1;
    for (size_t i = 0; i < bytes; i++)
        ((uint8_t *)out)[i] = (uint8_t)++given;
    return (ssize_t)bytes;
}

static void begin(behaviour now)
{
    how = now;
    calls = 0;
    given = 0;
}

static void test_draws(void)
{
    static const behaviour good[] = {ALL, ONE_BYTE, INTERRUPTED}, bad[] = {NOTHING, FAILING, FAILING_LATER};
    const neosig_source source = {neosig_entropy, NULL};
    uint8_t out[48];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        for (size_t bytes = 1; bytes < sizeof out; bytes++) {
            memset(out, 0, sizeof out);
            begin(good[i]);
            CHECK(neosig_draw(&source, out, bytes) == NEOSIG_OK);
            for (size_t j = 0; j < sizeof out; j++)
                CHECK(out[j] == (j < bytes ? j + 1 : 0));
            CHECK(given == bytes && how != TOO_OFTEN);
        }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        memset(out, 1, sizeof out);
        begin(bad[i]);
        CHECK(neosig_draw(&source, out, sizeof out) == NEOSIG_ERR_RANDOM);
        for (size_t j = 0; j < sizeof out; j++)
            CHECK(out[j] == 0);
        CHECK(how != TOO_OFTEN && calls <= 3); /* a system that gives nothing is not asked again */
    }
}

/* What a caller sees: the same keys from any pieces, and an error with outputs of zeros if there are no bytes. */
static void test_operations(void)
{
    static uint8_t pk[2][1312], sk[2][2560], sig[2420];
    const neosig_alg *alg = neosig_alg_find("ml-dsa-44");
    size_t sig_bytes = 1;
    if (!CHECK(alg != NULL && alg->public_key_bytes <= sizeof pk[0] && alg->secret_key_bytes <= sizeof sk[0]))
        return;
    for (behaviour i = ALL; i <= INTERRUPTED; i++) {
        begin(i);
        CHECK(neosig_keypair(alg, pk[i != ALL], sk[i != ALL], NULL) == NEOSIG_OK);
        CHECK(memcmp(pk[0], pk[i != ALL], sizeof pk[0]) == 0 && memcmp(sk[0], sk[i != ALL], sizeof sk[0]) == 0);
    }
    for (behaviour i = NOTHING; i <= FAILING_LATER; i++) {
        uint8_t any = 0;
        begin(i);
        CHECK(neosig_keypair(alg, pk[1], sk[1], NULL) == NEOSIG_ERR_RANDOM);
        for (size_t j = 0; j < sizeof sk[1]; j++)
            any |= sk[1][j];
        CHECK(any == 0);
        begin(i);
        CHECK(neosig_sign(alg, sig, &sig_bytes, pk[0], 1, sk[0], sizeof sk[0], NULL) == NEOSIG_ERR_RANDOM);
        for (size_t j = 0; j < sizeof sig; j++)
            any |= sig[j];
        CHECK(any == 0 && sig_bytes == 0);
    }
}

int main(void)
{
    test_draws();
    test_operations();
    return test_end();
}
